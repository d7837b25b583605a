//! The treasuries: all money comes and goes through [`book`], with an entry that says how much and by which rule.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::Power;

/// More than any game brings together; a treasury that a file filled up to the brim stays there.
const FULL: i32 = 9_999;

/// Puts money into a power's treasury, or takes it out if `change` is negative. The event tells `power` and `money`, so that
/// the sum of all entries is always what lies in the treasury.
pub fn book(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    change: i32,
    chance: &mut impl Chance,
    event: impl FnOnce() -> Event,
) {
    let held = i32::from(state.money[power.i()]);
    let left = (held + change).clamp(0, FULL.max(held));
    state.money[power.i()] = left as u16;
    chance
        .note(|| event().with("power", game.tables.powers[power.i()].id.as_str()).with("money", left - held));
}

/// All that is left is lost.
pub fn empty(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    chance: &mut impl Chance,
    event: impl FnOnce() -> Event,
) {
    let held = i32::from(state.money[power.i()]);
    book(game, state, power, -held, chance, event);
}
