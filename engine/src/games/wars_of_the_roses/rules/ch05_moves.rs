//! Sections 5.2, 5.21, 5.22 and 6.3: marching over borders, their limits, and entering battle.

use super::{ch05_actions, ch05_events, ch05_sea, ch09_victory};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::tables::{Effect, Tables};
use crate::games::wars_of_the_roses::types::*;
use crate::set::Index;

/// Borders over which one battle may be entered: by its attacker, and by Player 2 who reinforces. [WR 6.3]
const ATTACK_BORDERS: usize = 3;
const REINFORCE_BORDERS: usize = 2;

/// How many blocks one player may move over a border in his action phase. [WR 5.21]
fn border_limit(game: &WarsOfTheRoses, state: &State, side: Side, border: Border) -> u8 {
    let bonus = match ch05_actions::effect(game, state, side) {
        Effect::Moves { border_bonus, .. } => border_bonus,
        _ => 0,
    };
    game.tables.border(border).limit + bonus
}

/// Whether Player 1 began the battle in this area and `side` is Player 2, who comes as a reserve. [WR 6.3]
pub fn reinforces(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    side != state.first && came_to_battle(game, state, state.first, area)
}

/// Whether a side moved into the battle in an area this turn, by land or by sea.
pub fn came_to_battle(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    state.entered[side.index()].intersects(game.tables.area(area).ways_in) || landed(game, state, side, area)
}

fn landed(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    (state.pirates & state.at(area)).intersects(state.of(&game.tables, side))
}

/// Whether a battle can be entered over one more border, or over one already used. [WR 6.3]
fn may_enter_battle(game: &WarsOfTheRoses, state: &State, side: Side, way: Way, area: Area) -> bool {
    let used = state.entered[side.index()] & game.tables.area(area).ways_in;
    let most = if reinforces(game, state, side, area) { REINFORCE_BORDERS } else { ATTACK_BORDERS };
    used.contains(way) || used.len() + usize::from(landed(game, state, side, area)) < most
}

/// Adjacent areas that a block in `from` can enter now; `enemy` are the enemy's areas. [WR 5.2, 5.21, 5.22]
///
/// A block never steps straight back. On its first step it may not leave over a border that the enemy crossed to
/// attack this area. `attack` says whether it may enter enemy or contested areas.
#[allow(clippy::too_many_arguments)]
pub fn exits(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    from: Area,
    previous: Area,
    first: bool,
    attack: bool,
    enemy: Areas,
) -> Areas {
    let tables = &game.tables;
    let near = (tables.neighbours[from] - tables.exiles[side.other().index()]).without(previous);
    let attacked = first && enemy.contains(from);
    let mut open = Areas::EMPTY;
    // Most borders are not crossed yet and lead to peaceful areas: three masks instead of a look at each border.
    // With `can_march` this takes the search for blocks that can move from 1190 to 380 instructions a decision.
    if !attacked && uncrossed(tables, state, from) {
        open = near - enemy;
        if !attack || !near.intersects(enemy) {
            return open;
        }
    }
    let left = near - open;
    for &(way, to) in &tables.area(from).ways {
        if !left.contains(to) || attacked && state.entered[side.other().index()].contains(way.back()) {
            continue;
        }
        if enemy.contains(to) && !(attack && may_enter_battle(game, state, side, way, to)) {
            continue;
        }
        let border = way.border();
        if state.crossings.get(border.index()) < border_limit(game, state, side, border) {
            open.insert(to);
        }
    }
    open
}

/// Whether no block has crossed a border of this area, so that none is at its limit. [WR 5.21]
fn uncrossed(tables: &Tables, state: &State, area: Area) -> bool {
    let [borders] = tables.borders_of[area].words();
    state.crossings.is_zero_at(borders) && !tables.shut_in.contains(area)
}

/// Whether a block that starts in `from` can march anywhere. [WR 5.2]
pub fn can_march(game: &WarsOfTheRoses, state: &State, side: Side, from: Area, enemy: Areas) -> bool {
    let tables = &game.tables;
    let peaceful = tables.neighbours[from] - tables.exiles[side.other().index()] - enemy;
    // One peaceful way is enough; without this the whole set is made for every area of every decision.
    !enemy.contains(from) && !peaceful.is_empty() && uncrossed(tables, state, from)
        || !exits(game, state, side, from, from, true, true, enemy).is_empty()
}

pub fn way_between(game: &WarsOfTheRoses, from: Area, to: Area) -> Option<Way> {
    game.tables.area(from).ways.iter().find(|(_, end)| *end == to).map(|(way, _)| *way)
}

/// The next step, a voyage instead of the first step, or a halt after it. [WR 5.2]
#[allow(clippy::too_many_arguments)]
pub fn offer_steps(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    block: Block,
    previous: Area,
    steps: u8,
    muster: Option<Area>,
    out: &mut Vec<Action>,
) {
    let Some(from) = state.place_of(block).and_then(Place::area) else {
        out.push(Action::Stop);
        return;
    };
    let enemy = state.occupied(&game.tables, side.other());
    let first = !state.done.contains(block);
    if let Some(target) = muster {
        let open = exits(game, state, side, from, previous, first, false, enemy);
        for to in open {
            if ch05_events::leads_to_muster(game, state, side, from, to, steps, target, enemy) {
                out.push(Action::Step(to));
            }
        }
    } else {
        let may_march = matches!(ch05_actions::effect(game, state, side), Effect::Moves { groups: true, .. })
            && (!first || state.ap > 0 || state.opened.contains(from));
        if may_march {
            let open = exits(game, state, side, from, previous, first, true, enemy);
            out.extend(open.into_iter().map(Action::Step));
        }
        if first && game.tables.sailors.contains(block) {
            ch05_sea::offer_voyages(game, state, side, from, enemy, out);
        }
    }
    if !first && muster.is_none() || out.is_empty() {
        out.push(Action::Stop);
    }
}

/// A step over a border. It costs an AP if the block's area was not opened yet, ends on a red border or in battle,
/// and counts against the border's limit. [WR 5.2, 5.21]
pub fn take_step<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, to: Area, chance: &mut C) {
    let Phase::March { block, steps, muster, .. } = state.phase else { return };
    let Some(from) = state.place_of(block).and_then(Place::area) else { return };
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
    state.move_block(block, from, to);
    chance.note(|| {
        let (a, b) = (&game.tables.area(from).name, &game.tables.area(to).name);
        Event::new("step", "5.2", format!("{} marches from {a} to {b}.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block marches from {a} to {b}."))
    });
    ch09_victory::free_prisoner(game, state, chance);
    let left = steps.saturating_sub(1);
    let stops = battle || left == 0 || game.tables.border(way.border()).must_stop || muster == Some(to);
    let goes_on = !stops && {
        let enemy = state.occupied(&game.tables, side.other());
        !exits(game, state, side, to, from, false, muster.is_none(), enemy).is_empty()
    };
    if goes_on {
        state.phase = Phase::March { side, block, previous: from, steps: left, muster };
    } else {
        end_march(game, state, side, chance);
    }
}

/// The first border crossed into a battle is the main attack; blocks over other borders, and all of Player 2's who
/// reinforce, are reserves. [WR 6.3]
fn join_battle(game: &WarsOfTheRoses, state: &mut State, side: Side, block: Block, way: Way, to: Area) {
    let ways_in = game.tables.area(to).ways_in;
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
pub fn end_march<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    match state.phase {
        Phase::March { muster: Some(area), .. } => ch05_events::next_muster(game, state, side, area, chance),
        _ => ch05_actions::next_action(game, state, side, chance),
    }
}
