//! Chapter 2: the universal cohesion check.

use super::super::Gbacw;
use super::super::field::{cohesion, stars, tiredness};
use super::super::state::State;
use super::super::types::Unit;
use super::tell;
use crate::chance::{Chance, Die};

/// Universal cohesion check: passed if the roll with its modifiers does not exceed the cohesion. [GB 2.5, 2.6]
///
/// Leaders of the unit's own chain stacked with it (11.73) and fatigue (17.31) modify every check.
pub fn check<C: Chance>(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    drm: i8,
    rule: &'static str,
    chance: &mut C,
) -> bool {
    let roll = chance.roll(Die::D10) as i8;
    let modified = roll + drm - stars(game, state, unit) + tiredness(game, state, unit);
    let needed = cohesion(game, state, unit);
    let passed = modified <= needed;
    tell(chance, "check", rule, || {
        let verdict = if passed { "passes" } else { "fails" };
        format!(
            "{} {verdict} its check: {roll} becomes {modified} against cohesion {needed}.",
            game.name(unit)
        )
    });
    passed
}
