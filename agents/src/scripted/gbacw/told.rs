//! Odds for people: fire, shock, rally, new orders and coordination, in words.

use warlab_engine::Dice;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::{Action, FireMode};
use warlab_engine::games::gbacw::combat_tables::ShockOutcome;
use warlab_engine::games::gbacw::field::{leaders_in, ratings, stack};
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch06_orders::orders_input;
use warlab_engine::games::gbacw::rules::ch10_salvo::is_repeater;
use warlab_engine::games::gbacw::rules::ch10_shots::targets_of;
use warlab_engine::games::gbacw::rules::ch11_before::pending;
use warlab_engine::games::gbacw::rules::ch11_declare;
use warlab_engine::games::gbacw::rules::ch13_rally::rally_input;
use warlab_engine::games::gbacw::state::{Marker, ShotKind, State};
use warlab_engine::games::gbacw::types::{Hex, Unit};

use crate::knowledge::Odds;
use crate::odds::gbacw::{
    ShockOdds, coordination_odds, declared, orders_odds, rally_odds, shock_declared, shock_now, shot,
};

pub(super) fn odds(game: &Gbacw, state: &State, action: Action) -> Option<Odds> {
    match (state.phase(), action) {
        (Phase::UnitActs { unit }, Action::Fire { target, mode }) => {
            fire(game, state, unit, target, mode, ShotKind::Active)
        }
        (Phase::Volley { kind, .. }, Action::Shoot { unit, target, mode }) => {
            fire(game, state, unit, target, mode, kind)
        }
        (Phase::PreShockFire { .. }, Action::Shoot { unit, target, mode }) => {
            fire(game, state, unit, target, mode, ShotKind::PreShock)
        }
        (Phase::UnitActs { unit }, Action::Rally) => {
            let odds = rally_odds(&game.tables, &rally_input(game, state, unit));
            Some(told(["it rallies", "it stays in disorder", "it stays in disorder and loses a point"], odds))
        }
        (Phase::OrdersChange, Action::Formation(formation)) => {
            let leader = game.leader_of(formation)?;
            let odds = orders_odds(&game.tables, &orders_input(game, state, formation, leader));
            Some(told(["the orders can be changed", "the orders stay", "its leader acts on his own"], odds))
        }
        (Phase::Coordination, Action::Yes) => {
            let Marker::Division(division) = state.marker else { return None };
            let leader = game.leader_of(division)?;
            let odds = coordination_odds(&game.tables, ratings(game, state, leader).coordination);
            Some(told(["brigades act together", "nothing comes of it", "confusion"], odds))
        }
        (Phase::Declare { .. }, Action::Assault { from, first: Some(_), .. }) => {
            let mut after = *state;
            ch11_declare::take(game, &mut after, action, &mut Dice::seeded(0));
            let attacker = stack(game, &after, from)
                .into_iter()
                .find(|&unit| after.units[unit].combat != state.units[unit].combat)?;
            let combat = usize::from(after.units[attacker].combat) - 1;
            // Others may join, and the defender may leave or fire first.
            Some(in_words(&shock_declared(game, &after, combat)?, false))
        }
        (Phase::PreShockFire { level, .. }, Action::Pass) | (Phase::ShockOrder { level }, _) => {
            let mut open = pending(state, level);
            let only = open.next().filter(|_| open.next().is_none())?;
            Some(in_words(&shock_now(game, state, only)?, true))
        }
        _ => None,
    }
}

fn told(words: [&str; 3], odds: [f64; 3]) -> Odds {
    let outcomes = words.iter().zip(odds).filter(|&(_, chance)| chance > 0.0);
    Odds { outcomes: outcomes.map(|(word, chance)| ((*word).into(), chance)).collect(), exact: true }
}

fn in_words(odds: &ShockOdds, exact: bool) -> Odds {
    let word = |outcome| match outcome {
        ShockOutcome::AttackerRetreats => "the attackers are thrown back",
        ShockOutcome::BloodyStandoff => "a bloody standoff",
        ShockOutcome::DefenderRetreats => "the defenders retreat",
        ShockOutcome::DefenderDrivenBack => "the defenders are driven back with loss",
        ShockOutcome::DefenderRouted => "the defenders may rout",
    };
    let all = ShockOdds::OUTCOMES.into_iter().zip(odds.results).filter(|&(_, chance)| chance > 0.0);
    Odds { outcomes: all.map(|(outcome, chance)| (word(outcome).into(), chance)).collect(), exact }
}

/// What one shot does to the unit on top of its target; exact unless a leader may fall first or more shots follow.
fn fire(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    kind: ShotKind,
) -> Option<Odds> {
    let declared = declared(game, state, unit, target, mode, kind)?;
    let odds = shot(game, state, &declared)?;
    let top = *targets_of(game, state, &declared).first()?;
    let name = game.name(top);
    let alone = leaders_in(game, state, target, game.side(top)).is_empty();
    let single = !matches!(mode, FireMode::Doubled | FireMode::Combined) && !is_repeater(game, state, unit);
    let exact = alone && single && !game.options.combined_small_arms;
    let shaken = if state.units[top].is_disordered() { "is disordered again" } else { "is disordered" };
    let mut outcomes = Vec::new();
    for (lost, chances) in odds.chances.iter().enumerate() {
        for (chance, disordered) in chances.iter().zip([false, true]) {
            if *chance <= 0.0 {
                continue;
            }
            let text = match (lost, disordered) {
                (0, false) => "no effect".to_string(),
                (0, true) => format!("{name} {shaken}"),
                (lost, false) => format!("{name} loses {lost}"),
                (lost, true) => format!("{name} loses {lost} and {shaken}"),
            };
            outcomes.push((text, *chance));
        }
    }
    Some(Odds { outcomes, exact })
}
