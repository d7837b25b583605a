//! Sections 5.2, 5.21, 5.22 and 6.3: marching over borders, their limits, and entering battle.

use super::{ch05_actions, ch05_events, ch05_sea, ch09_victory};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::cards::Powers;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;
use crate::set::Index;

/// Borders over which one battle may be entered: by its attacker, and by Player 2 who reinforces. [WR 6.3]
const ATTACK_BORDERS: usize = 3;
const REINFORCE_BORDERS: usize = 2;

/// Where a side may march: worked out once for a decision and asked for every area of it.
#[derive(Copy, Clone, Debug)]
pub struct Roads<'a> {
    pub game: &'a WarsOfTheRoses,
    state: &'a State,
    side: Side,
    /// Areas with enemy blocks.
    pub enemy: Areas,
    /// Those and the enemy's exile: no peaceful way leads there.
    closed: Areas,
    /// Borders that as many blocks have crossed as may cross them in one action phase. [WR 5.21]
    full: Borders,
}

impl<'a> Roads<'a> {
    #[inline]
    pub fn of(game: &'a WarsOfTheRoses, state: &'a State, side: Side, powers: Powers) -> Self {
        let enemy = state.occupied(side.other());
        let closed = enemy | game.tables.exiles[side.other().index()];
        let full = full_borders(&game.tables, state, powers.border_bonus);
        Roads { game, state, side, enemy, closed, full }
    }

    /// Whether the battle in `to` can be entered from `from`: over one more border, or over one already used. [WR 6.3]
    fn may_enter_battle(self, from: Area, to: Area) -> bool {
        let Roads { game, state, side, .. } = self;
        let used = state.entered[side.index()] & game.tables.ways_in[to];
        let most = if reinforces(game, state, side, to) { REINFORCE_BORDERS } else { ATTACK_BORDERS };
        used.is_empty()
            || way_between(game, from, to).is_some_and(|way| used.contains(way))
            || used.len() + usize::from(landed(game, state, side, to)) < most
    }

    /// Adjacent areas that a block in `from` can enter now; it never steps straight back. [WR 5.2, 5.21, 5.22]
    ///
    /// `attack` says whether it may enter enemy or contested areas. On its `first` step it may not leave over a border
    /// that the enemy crossed to attack this area.
    #[inline]
    pub fn exits(self, from: Area, previous: Area, first: bool, attack: bool) -> Areas {
        let tables = &self.game.tables;
        let beside = tables.neighbours[from] - tables.exiles[self.side.other().index()];
        let open = if attack { beside } else { beside - self.enemy }.without(previous);
        // Most often no border is full, nobody came to attack, and each battle is open as the side has entered none.
        let attacked = first && self.enemy.contains(from);
        let has_attacked = attack && !self.state.entered[self.side.index()].is_empty();
        if self.full.is_empty() && !attacked && !has_attacked {
            return open;
        }
        self.without_barred(open, from, attacked, has_attacked)
    }

    /// Without the areas behind borders that are full or, in an area that is attacked, that the enemy crossed, and
    /// without battles that no more borders lead into.
    #[inline(never)]
    fn without_barred(self, mut open: Areas, from: Area, attacked: bool, has_attacked: bool) -> Areas {
        let tables = &self.game.tables;
        for border in self.full & tables.borders_of[from] {
            for end in tables.border(border).ends {
                open.remove(end);
            }
        }
        if attacked {
            for way in self.state.entered[self.side.other().index()] & tables.ways_in[from] {
                open.remove(tables.start(way));
            }
        }
        if has_attacked {
            for to in open & self.enemy {
                if !self.may_enter_battle(from, to) {
                    open.remove(to);
                }
            }
        }
        open
    }

    /// Whether a block on the march can go on from `at`. One peaceful way is enough and nearly always there: borders and
    /// battles are looked at where there is none.
    #[inline]
    fn can_go_on(self, at: Area, previous: Area, attack: bool) -> bool {
        let tables = &self.game.tables;
        let peaceful = tables.neighbours[at].without(previous) - self.closed;
        !peaceful.is_empty() && !self.full.intersects(tables.borders_of[at])
            || !self.exits(at, previous, false, attack).is_empty()
    }

    /// The areas among these that blocks who start there can march out of. [WR 5.2]
    ///
    /// All areas next to a peaceful one are found at once. Only where there is none, where the enemy stands or a border
    /// is full an area is looked at by itself: with the same for the sea from 1,102 to 1,081 instructions a decision, and
    /// nearly two wrong guesses of the processor less in an action phase.
    #[inline]
    pub fn ways_from(self, areas: Areas) -> Areas {
        let tables = &self.game.tables;
        let mut open = areas & tables.beside(tables.bordered - self.closed);
        let mut doubtful = (tables.bordered - open) | self.enemy;
        for border in self.full {
            for end in tables.border(border).ends {
                doubtful.insert(end);
            }
        }
        for area in areas & doubtful {
            open.set(area, !self.exits(area, area, true, true).is_empty());
        }
        open
    }
}

/// All borders are compared with their limits at once instead of each for itself. [WR 5.21]
#[inline]
fn full_borders(tables: &Tables, state: &State, bonus: u8) -> Borders {
    // Most often no border was crossed twice, and none is closed to a second block.
    if tables.least_limit > 1 && state.crossings.at_least(2) == 0 {
        return Borders::EMPTY;
    }
    let full = |&(limit, borders): &(u8, Borders)| {
        borders & Borders::from_words([state.crossings.at_least(limit + bonus)])
    };
    tables.limits.iter().map(full).fold(Borders::EMPTY, |all, full| all | full)
}

/// Whether Player 1 began the battle in this area and `side` is Player 2, who comes as a reserve. [WR 6.3]
pub fn reinforces(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    side != state.first && came_to_battle(game, state, state.first, area)
}

/// Whether a side moved into the battle in an area this turn, by land or by sea.
pub fn came_to_battle(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    state.entered[side.index()].intersects(game.tables.ways_in[area]) || landed(game, state, side, area)
}

fn landed(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    (state.pirates & state.at(area)).intersects(state.of(&game.tables, side))
}

pub fn way_between(game: &WarsOfTheRoses, from: Area, to: Area) -> Option<Way> {
    game.tables.way_between[from][to]
}

/// The next step, a voyage instead of the first step, or a halt after it. [WR 5.2]
pub fn offer_steps(game: &WarsOfTheRoses, state: &State, out: &mut Vec<Action>) {
    let Phase::March { side, block, at: from, previous, steps, muster } = state.phase else { return };
    let powers = ch05_actions::powers(game, state, side);
    let roads = Roads::of(game, state, side, powers);
    let first = !state.done.contains(block);
    if let Some(target) = muster {
        return offer_way_to_muster(roads, from, previous, first, steps, target, out);
    }
    let may_march = powers.groups && (!first || state.ap > 0 || state.opened.contains(from));
    let exits = if may_march { roads.exits(from, previous, first, true) } else { Areas::EMPTY };
    let usual = game.tables.steps_on(previous, from);
    let sails = first && game.tables.sailors.contains(block);
    let landings = if sails { ch05_sea::landings(game, state, side, powers, from) } else { Areas::EMPTY };
    let may_stop = !first || (exits | landings).is_empty();
    Sheet::write(out, Action::BLANKS, |actions| {
        if exits == usual.areas {
            actions.put_all(&usual.actions, usual.count);
        } else if may_march {
            actions.list::<MOST_NEIGHBOURS, _>(exits, Action::Step);
        }
        if sails {
            ch05_sea::offer_voyages(game, state, side, from, landings, actions);
        }
        actions.put(Action::Stop, may_stop);
    });
}

/// Steps that can still lead to the muster; a halt if there is none. [WR 5.1 Muster]
#[inline(never)]
fn offer_way_to_muster(
    roads: Roads<'_>,
    from: Area,
    previous: Area,
    first: bool,
    steps: u8,
    target: Area,
    out: &mut Vec<Action>,
) {
    let leads = |to: &Area| ch05_events::leads_to_muster(&roads, from, *to, steps, target);
    out.extend(roads.exits(from, previous, first, false).into_iter().filter(leads).map(Action::Step));
    if out.is_empty() {
        out.push(Action::Stop);
    }
}

/// A step over a border. It costs an AP if the block's area was not opened yet, ends on a red border or in battle,
/// and counts against the border's limit. [WR 5.2, 5.21]
#[inline(never)]
pub fn take_step<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, to: Area, chance: &mut C) {
    let Phase::March { block, at: from, steps, muster, .. } = state.phase else { return };
    let Some(way) = way_between(game, from, to) else { return };
    if !state.done.contains(block) && muster.is_none() && !state.opened.contains(from) {
        state.opened.insert(from);
        state.ap -= 1;
    }
    state.crossings.add(way.border().index());
    state.done.insert(block);
    let battle = state.at(to).intersects(state.of(&game.tables, side.other()));
    if battle {
        join_battle(game, state, side, block, way, to);
    }
    state.move_block(&game.tables, block, from, to);
    chance.note(|| {
        let (a, b) = (&game.tables.area(from).name, &game.tables.area(to).name);
        Event::new("step", "5.2", format!("{} marches from {a} to {b}.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block marches from {a} to {b}."))
    });
    ch09_victory::free_prisoner(game, state, chance);
    let left = steps.saturating_sub(1);
    let stops = battle || left == 0 || game.tables.red.contains(way.border()) || muster == Some(to);
    let powers = ch05_actions::powers(game, state, side);
    if !stops && Roads::of(game, state, side, powers).can_go_on(to, from, muster.is_none()) {
        state.phase = Phase::March { side, block, at: to, previous: from, steps: left, muster };
    } else {
        end_march(game, state, side, chance);
    }
}

/// The first border crossed into a battle is the main attack; blocks over other borders, and all of Player 2's who
/// reinforce, are reserves. [WR 6.3]
fn join_battle(game: &WarsOfTheRoses, state: &mut State, side: Side, block: Block, way: Way, to: Area) {
    let ways_in = game.tables.ways_in[to];
    if reinforces(game, state, side, to) {
        state.reserve.insert(block);
    } else if !state.main_attack.intersects(ways_in) {
        state.main_attack.insert(way);
    } else if !state.main_attack.contains(way) {
        state.reserve.insert(block);
    }
    state.entered[side.index()].insert(way);
}

/// The block in hand has arrived.
#[inline(never)]
pub fn end_march<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    match state.phase {
        Phase::March { muster: Some(area), .. } => ch05_events::next_muster(game, state, side, area, chance),
        _ => ch05_actions::next_action(game, state, side, chance),
    }
}
