//! Chapter 9: victory, turned heirs and their execution; and the prisoner of the Kingmaker scenario.

use super::ch06_deaths;
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// A house without a living heir of its own has lost at once. [WR 9.0]
pub fn check_heirs<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    for side in Side::BOTH {
        if !state.is_over() && state.living_heirs(&game.tables, side) == 0 {
            ch06_deaths::record_last_battle(game, state, side.other(), chance);
            end_game(game, state, side.other(), Reason::HeirsDead, chance);
        }
    }
}

/// [WR 9.0] A prisoner dies if his captors win.
pub fn end_game<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    winner: Side,
    reason: Reason,
    chance: &mut C,
) {
    if let Some(prisoner) = state.prisoner
        && state.side_of(&game.tables, prisoner) != winner
    {
        state.prisoner = None;
        state.put(&game.tables, prisoner, Place::DEAD);
    }
    chance.note(|| Event::new("end", "9.0", format!("{} wins.", winner.name())).with("winner", winner.id()));
    state.phase = Phase::Over { winner, reason };
}

/// Turned heirs that a side holds, on the map or in its pool. [WR 9.1]
pub fn turncoats(tables: &Tables, state: &State, side: Side) -> Blocks {
    let held = |block: &Block| {
        state.place_of(*block).is_some_and(|place| place != Place::MINOR && place != Place::DEAD)
    };
    (state.of(tables, side) & tables.turned_heirs).into_iter().filter(held).collect()
}

/// In the Supply Phase the holder may execute a turned heir; the Pretender is asked first. [WR 9.1]
pub fn next_execution<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    after: Option<Block>,
    chance: &mut C,
) {
    let next =
        turncoats(&game.tables, state, side).into_iter().find(|&block| after.is_none_or(|done| block > done));
    match next {
        Some(block) => state.phase = Phase::Execute { side, block },
        None if side == state.king_side => {
            ch06_deaths::enter_minors(game, state, state.pretender_side(), chance);
        }
        None => next_execution(game, state, state.king_side, None, chance),
    }
}

#[inline(never)]
pub fn offer_execution(block: Block, out: &mut Vec<Action>) {
    out.extend([Action::Execute(block), Action::Spare(block)]);
}

/// An executed heir is dead for his old house, whose minor enters in the same phase. [WR 9.1]
#[inline(never)]
pub fn take_execution<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    execute: bool,
    chance: &mut C,
) {
    if execute {
        ch06_deaths::kill(game, state, block, "9.1", chance);
        if state.is_over() {
            return;
        }
    }
    next_execution(game, state, side, Some(block), chance);
}

/// Kingmaker: the prisoner is free as soon as his side alone holds the area, and becomes the Pretender.
/// [WR 4.0 Kingmaker]
#[inline]
pub fn free_prisoner<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    if state.prisoner.is_some() {
        free_prisoner_if_held(game, state, chance);
    }
}

#[inline(never)]
fn free_prisoner_if_held<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let (Some(prisoner), Some(prison)) = (state.prisoner, game.prison) else { return };
    let tables = &game.tables;
    let side = state.side_of(tables, prisoner);
    let here = state.at(prison);
    if !here.intersects(state.of(tables, side)) || here.intersects(state.of(tables, side.other())) {
        return;
    }
    state.prisoner = None;
    state.put(tables, prisoner, prison);
    state.known.insert(prisoner);
    if side == state.king_side {
        state.king = Some(prisoner);
    } else {
        state.pretender = Some(prisoner);
    }
    chance.note(|| Event::new("freed", "4.0", format!("{} is free.", tables.block(prisoner).name)));
}
