//! Chapter 13: victory.

use super::super::WashingtonsWar;
use super::super::phase::{Phase, Stack};
use super::super::state::State;
use super::super::types::{Ending, Side};
use super::{ch05_sequence, ch09_battle, ch10_political_control};
use crate::chance::Chance;
use crate::event::Event;

/// No American or French CU on the map, or no British CU in the thirteen colonies. [WW 13.1]
pub(crate) fn end_automatically<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) -> bool {
    let ending = if state.occupied(Side::American).is_empty() {
        Ending::BritishAutomatic
    } else if !state.occupied(Side::British).intersects(game.tables.thirteen) {
        Ending::AmericanAutomatic
    } else {
        return false;
    };
    ch09_battle::report(game, state, chance);
    end(state, ending, "13.1", chance);
    true
}

/// Colonies are counted; if both or neither reach their number the British win. [WW 13.2]
pub(crate) fn end_by_count<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let params = &game.tables.params;
    let british = ch10_political_control::count_colonies(game, state, Side::British);
    let american = ch10_political_control::count_colonies(game, state, Side::American);
    let americans_win = american >= params.american_colonies && british < params.british_colonies;
    let ending = if americans_win { Ending::AmericanColonies } else { Ending::BritishColonies };
    end(state, ending, "13.2", chance);
}

fn end<C: Chance>(state: &mut State, ending: Ending, rule: &'static str, chance: &mut C) {
    ch05_sequence::clear_card(state);
    state.cu_changed = false;
    state.redraw = false;
    state.ending = Some(ending);
    state.stack = Stack::new(Phase::Over);
    chance.note(|| {
        Event::new("end", rule, format!("The {} win the war.", ending.winner().name()))
            .with("winner", ending.winner().id())
    });
}
