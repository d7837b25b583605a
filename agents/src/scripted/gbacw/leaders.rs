//! Leaders: beside their men, in range of their commands, out of the enemy's way.

use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::field::{brigade_of, command_range};
use warlab_engine::games::gbacw::state::Place;
use warlab_engine::games::gbacw::types::{Hex, Leader, Rank, Unit};

use super::outlook::Outlook;

/// Where a leader is wanted, and how much better that is than where he is: beside a unit of his brigade that others
/// are near, best one that is to be rallied; a commander beside one of his subordinates.
fn post(view: &Outlook<'_>, leader: Leader) -> Option<(Hex, f32)> {
    let (game, state) = (view.game, view.state);
    let command = game.commands(leader);
    let here = state.leaders[leader].hex;
    let range = u32::from(command_range(game, state, leader));
    let leads_units = matches!(game.rank(leader), Rank::Brigade | Rank::Artillery);
    let mut best: Option<(Hex, f32)> = None;
    let mut stay = f32::NEG_INFINITY;
    let mut weigh = |hex: Hex, bonus: f32| {
        let worth = bonus - far(view, leader, hex, range);
        if hex == here {
            stay = stay.max(worth);
        }
        if best.is_none_or(|(_, known)| worth > known) {
            best = Some((hex, worth));
        }
    };
    if leads_units {
        for unit in game.units().filter(|&unit| brigade_of(game, state, unit) == command) {
            let piece = view.piece(unit);
            if piece.is_present() {
                let shaken = if piece.is_disordered() { view.taste.lead_rally } else { 0.0 };
                let risk = if view.is_near_enemy(piece.hex) { view.taste.lead_risk } else { 0.0 };
                weigh(piece.hex, shaken - risk);
            }
        }
    } else {
        for other in game.leaders() {
            let below = game.parent(game.commands(other)) == Some(command);
            let counter = &state.leaders[other];
            if below && counter.place == Place::Map {
                let risk = if view.is_near_enemy(counter.hex) { view.taste.lead_risk } else { 0.0 };
                weigh(counter.hex, -risk);
            }
        }
    }
    let (hex, worth) = best?;
    if stay == f32::NEG_INFINITY {
        stay = -far(view, leader, here, range) - view.taste.lead_alone;
    }
    Some((hex, worth - stay))
}

/// How far a leader in a hex would be from those he leads; out of range counts double.
fn far(view: &Outlook<'_>, leader: Leader, hex: Hex, range: u32) -> f32 {
    let (game, state) = (view.game, view.state);
    let grid = &game.scenario.map.grid;
    let command = game.commands(leader);
    let cost = |to: Hex| {
        let distance = grid.distance(hex, to);
        (distance + distance.saturating_sub(range)) as f32
    };
    let mut sum = 0.0;
    let mut count = 0.0f32;
    if matches!(game.rank(leader), Rank::Brigade | Rank::Artillery) {
        for unit in game.units().filter(|&unit| brigade_of(game, state, unit) == command) {
            if view.piece(unit).is_present() {
                sum += cost(view.piece(unit).hex);
                count += 1.0;
            }
        }
    } else {
        for other in game.leaders() {
            let counter = &state.leaders[other];
            if counter.place == Place::Map && game.parent(game.commands(other)) == Some(command) {
                sum += cost(counter.hex);
                count += 1.0;
            }
        }
    }
    view.taste.lead_range * sum / count.max(1.0)
}

/// Whether a leader should ride now; he enters the map as soon as he can.
pub fn ride(view: &Outlook<'_>, leader: Leader) -> f32 {
    if view.state.leaders[leader].place != Place::Map {
        return view.taste.act;
    }
    post(view, leader).map_or(-1.0, |(_, gain)| gain - view.taste.ride)
}

/// Along with a unit that is about to move.
pub fn follow(view: &Outlook<'_>, leader: Leader, unit: Unit) -> f32 {
    let brigadier = view.game.commands(leader) == brigade_of(view.game, view.state, unit);
    if brigadier { -view.taste.follow } else { -2.0 * view.taste.follow }
}

/// Hex by hex to his post.
pub fn rides(view: &Outlook<'_>, leader: Leader, action: Action) -> f32 {
    let grid = &view.game.scenario.map.grid;
    let here = view.state.leaders[leader].hex;
    let post = post(view, leader).filter(|&(_, gain)| gain > 0.0).map_or(here, |(hex, _)| hex);
    match action {
        Action::Step(to) => -0.3 * grid.distance(to, post) as f32 - 0.1,
        _ => -0.3 * grid.distance(here, post) as f32,
    }
}

/// He goes along unless the men run into the enemy.
pub fn goes_along(view: &Outlook<'_>, to: Hex) -> f32 {
    if view.is_near_enemy(to) { -view.taste.lead_risk } else { view.taste.lead_alone }
}
