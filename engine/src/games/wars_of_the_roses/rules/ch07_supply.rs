//! Chapter 7: the Supply Phase. New King, executions, minors, and losses beyond the limits; the Pretender first.

use super::{ch01_turn, ch06_deaths, ch09_victory};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Flags, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// [WR 1.4, 7.0]
pub fn start_supply<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    state.entered = [Ways::EMPTY; 2];
    state.reserve = Blocks::EMPTY;
    state.pirates = Blocks::EMPTY;
    state.done = Blocks::EMPTY;
    state.flags.set(Flags::TREASON | Flags::SECOND_SEA | Flags::SECOND_SEA << 1, false);
    chance.note(|| Event::new("supply", "1.4", "Supply Phase."));
    ch06_deaths::crown_new_king(game, state, chance);
    ch09_victory::next_execution(game, state, state.pretender_side(), None, chance);
}

/// The blocks of a side that an area must feed: in exile the local mercenaries are free. [WR 7.1, 7.2]
#[inline]
pub fn mouths(tables: &Tables, state: &State, side: Side, area: Area) -> Blocks {
    (state.at(area) & state.of(tables, side)) - tables.fed_besides[area]
}

/// Areas where a side might have more blocks than are fed: more than nearly every area feeds, or any in the others. Not
/// counted, only asked whether four can be taken away: supply went from 53 to 45 instructions a decision.
#[inline]
fn hungry(tables: &Tables, state: &State, side: Side) -> Areas {
    let mut hungry = tables.poor & state.occupied(side);
    for area in state.occupied(side) {
        let [mut mouths] = mouths(tables, state, side, area).words();
        for _ in 0..Tables::USUAL_SUPPLY {
            mouths &= mouths.wrapping_sub(1);
        }
        hungry |= Areas::single(area).when(mouths != 0);
    }
    hungry
}

/// Each block beyond an area's limit loses a step, the owner choosing: 4 blocks, 5 in a city [WR 7.1], in exile as
/// printed [WR 7.2]. Areas are settled one after the other from `from` on.
pub fn feed<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, from: u8, chance: &mut C) {
    for area in hungry(&game.tables, state, side).into_iter().filter(|area| area.0 >= from) {
        let mouths = mouths(&game.tables, state, side, area).len();
        let limit = usize::from(game.tables.supply[area]);
        if mouths > limit {
            state.phase = Phase::Starve { side, area, left: (mouths - limit) as u8 };
            return;
        }
    }
    if side == state.king_side {
        ch01_turn::end_turn(game, state, chance);
    } else {
        ch06_deaths::enter_minors(game, state, state.king_side, chance);
    }
}

/// A block starves at most once a phase; blocks are named in ascending order. [WR 7.1]
#[inline(never)]
pub fn offer_starve(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    area: Area,
    left: u8,
    out: &mut Vec<Action>,
) {
    let mut mouths = mouths(&game.tables, state, side, area);
    if (mouths - state.done).len() < usize::from(left) {
        // Only in a world dealt to an observer, where a local mercenary may stand for another block.
        mouths = state.at(area) & state.of(&game.tables, side);
    }
    let last = (mouths & state.done).into_iter().last();
    let fresh = mouths - state.done;
    let later: Blocks = fresh.into_iter().filter(|&block| last.is_none_or(|last| block > last)).collect();
    let choice = if later.len() >= usize::from(left) { later } else { fresh };
    let first_ones = (choice.len() + 1).saturating_sub(usize::from(left));
    out.extend(choice.into_iter().take(first_ones).map(Action::Starve));
}

#[inline(never)]
pub fn take_starve<C: Chance>(game: &WarsOfTheRoses, state: &mut State, block: Block, chance: &mut C) {
    let Phase::Starve { side, area, left } = state.phase else { return };
    chance.note(|| {
        let (name, place) = (&game.tables.block(block).name, &game.tables.area(area).name);
        let rule = if game.tables.land.contains(area) { "7.1" } else { "7.2" };
        Event::new("starve", rule, format!("{name} starves in {place}."))
            .only_for(side.player(), format!("A block starves in {place}."))
    });
    state.done.insert(block);
    ch06_deaths::lose_steps(game, state, block, 1, "7.1", chance);
    if state.is_over() {
        return;
    }
    if left > 1 {
        state.phase = Phase::Starve { side, area, left: left - 1 };
    } else {
        feed(game, state, side, area.0 + 1, chance);
    }
}
