//! Sections 5.3 and 5.31: sea moves, port pairs, and Piracy's landings.

use super::{ch05_actions, ch05_moves, ch09_victory};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::cards::{Effect, Powers};
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Flags, State, Voyage};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;
use crate::set::Index;

/// Whether the card allows a second block between major ports. [WR 5.31]
fn allows_pairs(game: &WarsOfTheRoses, effect: Effect) -> bool {
    match effect {
        Effect::Moves { .. } => true,
        Effect::Piracy { pairs } => pairs && game.options.piracy_port_pairs,
        _ => false,
    }
}

/// The coasts where a side can land: friendly or vacant; with Piracy enemy ones too; and never the enemy's exile.
/// Without sea moves there are none. [WR 5.3]
#[derive(Copy, Clone, Debug)]
pub struct Seaways {
    coasts: Areas,
}

impl Seaways {
    #[inline]
    pub fn of(game: &WarsOfTheRoses, state: &State, side: Side, powers: Powers) -> Self {
        let barred = state.occupied(side.other()).when(!powers.raids || state.ap == 0);
        Seaways { coasts: (game.tables.reach[side.index()] - barred).when(powers.sea) }
    }

    /// The areas from which a block can sail now: those on a sea with another coast to land on; without an AP the ports
    /// of pairs with a free place. [WR 5.3, 5.31]
    #[inline]
    pub fn harbours(&self, game: &WarsOfTheRoses, state: &State) -> Areas {
        if state.ap > 0 {
            return game.tables.coasts.into_iter().fold(Areas::EMPTY, |harbours, shore| {
                let landings = shore & self.coasts;
                harbours | shore.when(landings.has_several()) | (shore - landings).when(!landings.is_empty())
            });
        }
        if state.pairs == [None; MOST_AP] {
            return Areas::EMPTY;
        }
        let free = |pair: &Voyage| self.landings(game, state, pair.from()).contains(pair.to());
        let pairs = state.pairs.into_iter().flatten();
        pairs.filter(free).map(Voyage::from).collect()
    }

    /// Where a block in `from` can sail now; without an AP only to the free place of a port pair. [WR 5.3, 5.31]
    #[inline]
    pub fn landings(&self, game: &WarsOfTheRoses, state: &State, from: Area) -> Areas {
        let coasts = self.coasts & game.tables.across_the_sea[from];
        if state.ap > 0 {
            return coasts;
        }
        if state.pairs == [None; MOST_AP] {
            return Areas::EMPTY;
        }
        let pairs = state.pairs.iter().flatten();
        coasts & pairs.filter(|pair| pair.from() == from).map(|pair| pair.to()).collect()
    }
}

/// The sea over which pirates reached an area. [WR 5.1 Piracy]
pub fn pirate_sea(tables: &Tables, state: &State, area: Area) -> Option<Sea> {
    let coasts = &tables.area(area).coasts;
    let second = tables.double_coasts.iter().position(|&double| double == area);
    let flagged = second.is_some_and(|i| state.flags.has(Flags::SECOND_SEA << i));
    coasts.get(usize::from(flagged)).copied()
}

/// Where a side's block in `from` can sail now. [WR 5.3]
#[inline]
pub fn landings(game: &WarsOfTheRoses, state: &State, side: Side, powers: Powers, from: Area) -> Areas {
    Seaways::of(game, state, side, powers).landings(game, state, from)
}

/// One action for each coast; where pirates could come by two seas, one for each. [WR 5.3]
#[inline]
pub fn offer_voyages(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    from: Area,
    landings: Areas,
    out: &mut Sheet<'_, Action>,
) {
    if landings.intersects(state.occupied(side.other())) {
        return out.aside(|out| offer_landings(game, state, side, from, landings, out));
    }
    let voyages = &game.tables.voyages[from];
    out.list::<6, _>(landings, |to| voyages[to]);
}

/// The same with enemy coasts among them. [WR 5.1 Piracy]
#[cold]
fn offer_landings(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    from: Area,
    landings: Areas,
    out: &mut Sheet<'_, Action>,
) {
    let tables = &game.tables;
    let enemy = state.occupied(side.other());
    let own_pirates = state.pirates & state.of(tables, side);
    for to in landings {
        if !enemy.contains(to) {
            out.put(tables.voyages[from][to], true);
            continue;
        }
        let landed = state.at(to).intersects(own_pirates);
        for &sea in &tables.area(to).coasts {
            let shared = tables.coasts[sea.index()].contains(from);
            let other_sea = landed && pirate_sea(tables, state, to) != Some(sea);
            out.put(Action::Sail(to, sea), shared && !other_sea);
        }
    }
}

/// One block sails for one AP; between two major ports a second may follow for nothing. [WR 5.3, 5.31]
#[inline(never)]
pub fn take_sail<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    to: Area,
    sea: Sea,
    chance: &mut C,
) {
    let Phase::March { block, at: from, .. } = state.phase else { return };
    let pairs = allows_pairs(game, ch05_actions::effect(game, state, side));
    let attack = state.at(to).intersects(state.of(&game.tables, side.other()));
    let voyage = Voyage::new(from, to);
    let free = state.pairs.iter_mut().find(|pair| **pair == Some(voyage));
    match free {
        Some(pair) if !attack => {
            *pair = None;
            sort_pairs(state);
        }
        _ => {
            state.ap -= 1;
            let ports = game.tables.ports.contains(from) && game.tables.ports.contains(to);
            if pairs
                && ports
                && !attack
                && let Some(slot) = state.pairs.iter_mut().find(|pair| pair.is_none())
            {
                *slot = Some(voyage);
                sort_pairs(state);
            }
        }
    }
    state.done.insert(block);
    if attack {
        land_pirate(game, state, side, block, to, sea);
    }
    state.move_block(&game.tables, block, from, to);
    chance.note(|| {
        let (a, b) = (&game.tables.area(from).name, &game.tables.area(to).name);
        Event::new("sail", "5.3", format!("{} sails from {a} to {b}.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block sails from {a} to {b}."))
    });
    ch09_victory::free_prisoner(game, state, chance);
    ch05_actions::next_action(game, state, side, chance);
}

/// In one fixed order, so that equal positions are equal states.
fn sort_pairs(state: &mut State) {
    state.pairs.sort_unstable_by_key(|pair| (pair.is_none(), *pair));
}

/// Blocks that land in one area are one main attack; Player 2's who reinforce are reserves. [WR 6.3]
fn land_pirate(game: &WarsOfTheRoses, state: &mut State, side: Side, block: Block, to: Area, sea: Sea) {
    if ch05_moves::reinforces(game, state, side, to) {
        state.reserve.insert(block);
    }
    state.pirates.insert(block);
    if let Some(i) = game.tables.double_coasts.iter().position(|&double| double == to) {
        let second = game.tables.area(to).coasts.get(1) == Some(&sea);
        state.flags.set(Flags::SECOND_SEA << i, second);
    }
}
