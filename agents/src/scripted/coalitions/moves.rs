//! Marching, garrisons, the order of battles, retreats.

use warlab_engine::Index;
use warlab_engine::games::coalitions::Action;
use warlab_engine::games::coalitions::types::*;

use super::field::{Field, Spoils, land};
use super::outlook::Outlook;

pub(super) fn scores(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    match view.decision.ask {
        Ask::Move => march(view, legal, out),
        Ask::Onward => {
            // Past an own general his piece, with its troops, is still behind.
            let piece = view.state.movement.at;
            let field = Field::new(view, piece);
            out.extend(legal.iter().map(|&action| match (action, piece) {
                (Action::Onward(to), Some(at)) => field.move_to(view, at, to) - DITHER,
                (Action::Garrison, Some(at)) => garrison(view, at),
                _ => 0.0,
            }));
        }
        Ask::LeaveGarrison | Ask::WinGarrison => out.extend(legal.iter().map(|&action| {
            let keeps = action == Action::Garrison;
            view.decision.place.filter(|_| keeps).map_or(0.0, |at| garrison(view, at))
        })),
        Ask::Request => {
            let own = view.state.generals[view.power.i()];
            let spoils = Spoils::new(view);
            let steps =
                own.into_iter().map(|from| Field::of(view, &spoils, Some(from)).best_step(view, from));
            let worth = steps.sum::<f32>() - fee(view) - DITHER;
            out.extend(legal.iter().map(|&action| if action == Action::Request { worth } else { 0.0 }));
        }
        Ask::BattleOrder => out.extend(legal.iter().map(|&action| match action {
            // The surest first: its winner is free of enemies when the others are fought.
            Action::Battle(at) => {
                let troops = view.state.troops_at(view.power, at);
                view.foes(at).map_or(0.0, |foes| view.beats(Some(at), troops, at, &foes))
            }
            _ => 0.0,
        })),
        Ask::TakeGeneral | Ask::AutomaRetreat => automa(view, legal, out),
        _ => retreat(view, legal, out),
    }
}

/// What a step must be worth to be made at all.
const DITHER: f32 = 0.05;

/// The fields of one general after another: moves are listed by the place they start from.
fn march(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let spoils = Spoils::new(view);
    let mut field: Option<(Territory, Field)> = None;
    for &action in legal {
        let (Action::Move { from, to } | Action::Sail { from, to } | Action::Orient { from, to }) = action
        else {
            out.push(0.0);
            continue;
        };
        let known = match &field {
            Some((place, field)) if *place == from => field,
            _ => &field.insert((from, Field::of(view, &spoils, Some(from)))).1,
        };
        out.push(known.move_to(view, from, to) - DITHER);
    }
}

/// The next movement turn's pay, in a rival's hands.
fn fee(view: &Outlook<'_>) -> f32 {
    let movement = &view.state.movement;
    let pay = view.game.tables.limits.arbiter_morale.get(usize::from(movement.turn)).copied().unwrap_or(0);
    let weight = movement.arbiter.map_or(0.0, |arbiter| view.weight[arbiter.i()]);
    view.taste.arbiter_fee * f32::from(pay) * weight
}

/// A garrison holds land for good at the price of a troop; an own home is held without, unless enemies are near.
fn garrison(view: &Outlook<'_>, at: Territory) -> f32 {
    let (state, tables, taste) = (view.state, &view.game.tables, view.taste);
    let held = land(view, at);
    if held > 0.0 {
        return held - taste.loss_troop * 0.5;
    }
    let own_home = tables.homes[view.power.i()].contains(at);
    let near = tables.adjacent[at].intersects(state.foreign_generals(view.power));
    let value = f32::from(tables.value[at]);
    let guarded = if own_home && near { taste.guard * value } else { 0.0 };
    guarded - taste.loss_troop
}

/// Where to fall back to, where to slip away, what to give up.
fn retreat(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let taste = view.taste;
    let place = view.decision.place;
    let field = Field::new(view, place);
    let troops = view.state.troops_of(view.power, place);
    let beaten = view.decision.ask == Ask::Defeated;
    out.extend(legal.iter().map(|&action| match action {
        Action::Retreat(Some(to)) => taste.general + field.worth(view, to, troops),
        // Off the map he brings a card at the next Mobilization.
        Action::Retreat(None) => {
            let lost = if beaten { 0.0 } else { f32::from(troops) };
            taste.general_cost - taste.loss_troop * lost
        }
        Action::Withdraw(to) => field.worth(view, to, troops.saturating_sub(1)) - taste.loss_troop,
        Action::Stay => -view.danger(view.state.battle.at, troops) * taste.loss_troop * f32::from(troops),
        // The counter is lost, so only worthless land is given up, and only for want of counters.
        Action::Disband(at) => {
            let short = !view.state.has_counter(&view.game.tables, view.power);
            let value = f32::from(view.game.tables.value[at]);
            if short && value == 0.0 { DITHER } else { -taste.loss_troop - value }
        }
        _ => 0.0,
    }));
}

/// The players move Napoleon's generals where they do least harm.
fn automa(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let tables = &view.game.tables;
    let paris = tables.capital(Power::France);
    let from_paris = |at: Territory| f32::from(tables.land_distance[at.index()][paris.index()].min(9));
    out.extend(legal.iter().map(|&action| match action {
        Action::Take(from) => f32::from(view.state.troops_at(Power::France, from)) - 0.3 * from_paris(from),
        Action::Retreat(Some(to)) => 0.3 * from_paris(to),
        _ => 0.0,
    }));
}
