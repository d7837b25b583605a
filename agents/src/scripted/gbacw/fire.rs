//! Fire: what a shot is worth, what the answer may cost, which reaction fire to give.

use warlab_engine::games::gbacw::action::{Action, FireMode};
use warlab_engine::games::gbacw::field::{stack, top};
use warlab_engine::games::gbacw::los::in_field_of_fire;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::state::{Act, Shot, ShotKind};
use warlab_engine::games::gbacw::types::{Hex, OrderKind, Refusal, Unit};

use super::outlook::Outlook;
use crate::odds::gbacw::{declared, second, shot};

/// What a shot does to its target.
fn shot_worth(view: &Outlook<'_>, fired: &Shot) -> f32 {
    let (game, state) = (view.game, view.state);
    let Some(odds) = shot(game, state, fired) else { return 0.0 };
    let Some(top) = top(game, state, fired.target) else { return 0.0 };
    let each = odds.lost() as f32 * view.point(top) + odds.disordered() as f32 * view.disorder_worth(top);
    let range = game.scenario.map.grid.distance(fired.from, fired.target);
    let is_shell =
        game.is_artillery(fired.firer) && range > u32::from(game.tables.combat.fire_drm.canister_max_range);
    // Shell strikes everybody in the hex. [GB 10.67]
    if is_shell { each * stack(game, state, fired.target).len() as f32 } else { each }
}

/// What a declared fire is worth before any answer.
pub fn fire_worth(view: &Outlook<'_>, unit: Unit, target: Hex, mode: FireMode, kind: ShotKind) -> f32 {
    let (game, state) = (view.game, view.state);
    let Some(first) = declared(game, state, unit, target, mode, kind) else { return 0.0 };
    let again = second(game, state, &first).map_or(0.0, |second| shot_worth(view, &second));
    let spent = match mode {
        FireMode::Doubled => view.taste.doubled,
        // What is held back may find another target, or none.
        FireMode::More | FireMode::Less | FireMode::Section(_) | FireMode::Part(_) => view.taste.divided,
        FireMode::Whole | FireMode::Combined => 0.0,
    };
    shot_worth(view, &first) + again - spent
}

/// The loss that the target's own answer may bring. [GB 10.42]
fn answer_worth(view: &Outlook<'_>, unit: Unit, target: Hex) -> f32 {
    let (game, state) = (view.game, view.state);
    let Some(enemy) = top(game, state, target) else { return 0.0 };
    let piece = view.piece(enemy);
    let from = view.piece(unit).hex;
    let answers = piece.order != OrderKind::March
        && !piece.did(Act::RETURN_FIRED)
        && in_field_of_fire(&game.sight, target, piece.facing, Refusal::None, from);
    if answers { view.fire_at(enemy, game.scenario.map.grid.distance(from, target), from) } else { 0.0 }
}

/// Fire of the acting unit, beyond what it is worth to stand there.
pub fn active(view: &Outlook<'_>, unit: Unit, target: Hex, mode: FireMode) -> f32 {
    let taste = view.taste;
    taste.fire * fire_worth(view, unit, target, mode, ShotKind::Active)
        - taste.answer * answer_worth(view, unit, target)
}

/// Reaction fire costs nothing but ammunition.
pub fn reaction(view: &Outlook<'_>, action: Action) -> f32 {
    let kind = match view.state.phase() {
        Phase::Volley { kind, .. } => kind,
        _ => ShotKind::PreShock,
    };
    match action {
        Action::Shoot { unit, target, mode } => view.taste.fire * fire_worth(view, unit, target, mode, kind),
        _ => 0.0,
    }
}
