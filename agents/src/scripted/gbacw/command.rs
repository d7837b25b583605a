//! Command: orders, markers, reserves, coordination, rest, and the end of the battle.

use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::field::{brigade_of, is_collapsed, ratings};
use warlab_engine::games::gbacw::rules::ch06_orders::orders_input;
use warlab_engine::games::gbacw::state::Place;
use warlab_engine::games::gbacw::types::{Formation, OrderKind, Rank, Unit};

use super::outlook::Outlook;
use crate::odds::gbacw::{coordination_odds, orders_odds};

/// A brigade (or more) in a few numbers.
struct Summary {
    /// Strength in good order, and in disorder.
    steady: f32,
    shaken: f32,
    /// Distance of its nearest unit to an enemy.
    distance: u32,
    /// Enemy strength within a few hexes of its units, each counted once.
    enemy: f32,
    /// Strongest pull on any of its units, and the pull where they stand.
    pull: f32,
    waiting: bool,
}

/// Enemies this near count for the choice of orders.
const NEAR: u32 = 4;

fn summary(view: &Outlook<'_>, formation: Formation) -> Summary {
    let (game, state) = (view.game, view.state);
    let grid = &game.scenario.map.grid;
    let mut sum = Summary { steady: 0.0, shaken: 0.0, distance: 99, enemy: 0.0, pull: 0.0, waiting: false };
    let is_ours = |unit: &Unit| {
        let own = brigade_of(game, state, *unit);
        own == formation || game.is_within(own, formation)
    };
    for unit in game.units().filter(is_ours) {
        let piece = view.piece(unit);
        sum.waiting |= piece.place == Place::Waiting;
        if !piece.is_present() || game.is_artillery(unit) && game.level_of(formation) == Rank::Brigade {
            continue;
        }
        let strength = f32::from(piece.strength());
        if piece.is_disordered() || is_collapsed(game, state, unit) {
            sum.shaken += strength;
        } else {
            sum.steady += strength;
        }
        sum.distance = sum.distance.min(view.enemy_distance(piece.hex));
        sum.pull = sum.pull.max(view.pull(unit, piece.hex));
    }
    if sum.distance <= NEAR + 2 {
        for enemy in game.units().filter(|&unit| game.side(unit) != view.side) {
            let piece = view.piece(enemy);
            if !piece.is_present() {
                continue;
            }
            let near = game.units().filter(is_ours).any(|unit| {
                view.piece(unit).is_present() && grid.distance(view.piece(unit).hex, piece.hex) <= NEAR
            });
            if near {
                let steady = if piece.is_disordered() { 0.6 } else { 1.0 };
                sum.enemy += steady * f32::from(piece.strength());
            }
        }
    }
    sum
}

/// What an order is worth to a brigade: March far off, Attack with the numbers for it, Advance otherwise. [GB 6.1]
pub fn order_worth(view: &Outlook<'_>, formation: Formation, order: OrderKind) -> f32 {
    let taste = view.taste;
    let own = summary(view, formation);
    match order {
        OrderKind::Advance => taste.advance_order,
        OrderKind::March if own.distance >= taste.march_from as u32 && own.steady + own.shaken > 0.0 => {
            taste.march_order
        }
        OrderKind::March if own.waiting => taste.march_order,
        OrderKind::March => -taste.march_order,
        OrderKind::Attack if own.distance > NEAR => -taste.attack_order,
        OrderKind::Attack => {
            let odds = own.steady / own.enemy.max(1.0);
            let shaken = own.shaken / (own.steady + own.shaken).max(1.0);
            taste.attack_order * (odds - taste.attack_from) - taste.attack_order * shaken
        }
    }
}

/// What a change from the orders in force is worth.
fn change(view: &Outlook<'_>, formation: Formation, order: OrderKind) -> f32 {
    let now = view.state.formations[formation].order;
    order_worth(view, formation, order) - order_worth(view, formation, now)
}

/// The roll for new orders: what the best change is worth, against the risk of a loose cannon. [GB 6.2]
fn attempt(view: &Outlook<'_>, formation: Formation) -> f32 {
    let Some(leader) = view.game.leader_of(formation) else { return -1.0 };
    let odds = orders_odds(&view.game.tables, &orders_input(view.game, view.state, formation, leader));
    let best = [OrderKind::Advance, OrderKind::Attack]
        .into_iter()
        .map(|order| change(view, formation, order))
        .fold(0.0, f32::max);
    odds[0] as f32 * best - odds[2] as f32 * view.taste.loose - view.taste.attempt
}

/// How much a formation's activation is wanted: those in touch with the enemy first.
fn urgency(view: &Outlook<'_>, formation: Formation) -> f32 {
    let own = summary(view, formation);
    let near = 1.0 / (1.0 + own.distance.min(20) as f32);
    view.taste.urgency * near * (1.0 + (own.steady + own.shaken) / 20.0)
}

/// A brigade that has nothing to do and is tired stays where it is. [GB 17.2]
fn act_worth(view: &Outlook<'_>, formation: Formation) -> f32 {
    let tired = f32::from(view.state.formations[formation].fatigue_level());
    let idle = view.game.options.fatigue && summary(view, formation).distance > 6;
    view.taste.act + urgency(view, formation) - if idle { view.taste.tired * tired } else { 0.0 }
}

pub fn score(view: &Outlook<'_>, action: Action) -> f32 {
    let (game, state, taste) = (view.game, view.state, view.taste);
    use warlab_engine::games::gbacw::phase::Phase;
    match (state.phase(), action) {
        (Phase::DivisionOrders { .. }, Action::Order { formation, order }) => {
            change(view, formation, order) - 0.1
        }
        (Phase::NewOrder { formation } | Phase::LeaveWith { formation }, Action::NewOrder(order)) => {
            change(view, formation, order)
        }
        (Phase::EntryOrders { .. }, Action::EntryOrder { order, .. }) => {
            if order == OrderKind::March {
                taste.march_order
            } else {
                taste.advance_order
            }
        }
        (Phase::OrdersChange, Action::Formation(formation)) => attempt(view, formation),
        (Phase::NextBrigade, Action::Formation(formation)) => act_worth(view, formation),
        (Phase::Coordination, Action::Yes) => {
            let rating = match state.marker {
                warlab_engine::games::gbacw::state::Marker::Division(division) => {
                    game.leader_of(division).map_or(0, |leader| ratings(game, state, leader).coordination)
                }
                _ => 0,
            };
            let odds = coordination_odds(&game.tables, rating);
            taste.coordinate * odds[0] as f32 - taste.confusion * odds[2] as f32
        }
        (Phase::Coordinate { .. }, Action::Formation(formation)) => urgency(view, formation),
        (
            Phase::ArmyBonus { .. } | Phase::CorpsBonus { .. } | Phase::FirstMarker { .. },
            Action::Formation(formation),
        ) => urgency(view, formation),
        (Phase::FirstMarker { .. }, Action::MarchMarker(_)) => taste.march_first,
        (Phase::Transfer { to, .. }, Action::Formation(formation)) => {
            let wanted = urgency(view, formation);
            if to.is_none() { wanted - taste.transfer } else { -wanted }
        }
        (Phase::Withhold { .. }, Action::Formation(_)) => -taste.withhold,
        (Phase::Attachment { .. }, Action::Attach { unit, to }) => attach(view, unit, to),
        (Phase::Reserve { .. }, Action::Formation(formation)) => reserve(view, formation),
        (Phase::LeaveReserve { .. }, Action::Formation(formation)) => -reserve(view, formation),
        (Phase::Engineering { .. }, Action::Build { unit, facing, .. }) => build(view, unit, facing),
        (Phase::Rest { formation }, Action::RallyUnits) => summary(view, formation).shaken * taste.disorder,
        // What has been marched and fought below the first level counts a little: it is halfway there.
        (Phase::Rest { formation }, Action::RestBrigade) => {
            taste.tired * (f32::from(state.formations[formation].fatigue_level()) + 0.25)
        }
        (Phase::EventChoice { .. }, Action::Formation(formation)) => -urgency(view, formation),
        (Phase::EventChoice { .. } | Phase::ReserveWork { .. }, Action::Unit(unit)) => {
            0.1 * f32::from(view.piece(unit).strength())
        }
        (Phase::EndGame { side }, Action::Yes) => break_off(view, side),
        _ => 0.0,
    }
}

/// Guns serve the brigade that is nearest to the enemy.
fn attach(view: &Outlook<'_>, unit: Unit, to: Formation) -> f32 {
    let grid = &view.game.scenario.map.grid;
    let hex = view.piece(unit).hex;
    let own = view
        .game
        .units()
        .filter(|&other| brigade_of(view.game, view.state, other) == to && view.piece(other).is_present());
    let near = own.map(|other| grid.distance(hex, view.piece(other).hex)).min().unwrap_or(99);
    let keeps_up = if near <= 3 { urgency(view, to) } else { -1.0 };
    keeps_up - view.taste.attach
}

/// Reserve is for brigades that must rally or rest, far from the enemy. [GB 6.3]
fn reserve(view: &Outlook<'_>, formation: Formation) -> f32 {
    let own = summary(view, formation);
    let shaken = own.shaken / (own.steady + own.shaken).max(1.0);
    let tired = f32::from(view.state.formations[formation].fatigue_level());
    view.taste.reserve * (shaken + view.taste.tired * tired - 0.6) - 0.02 * own.pull
}

/// Breastworks where a unit is to stay: on a goal it holds, the enemy coming but not yet there. [GB 15.1]
fn build(view: &Outlook<'_>, unit: Unit, facing: warlab_engine::games::gbacw::types::Facing) -> f32 {
    let hex = view.piece(unit).hex;
    let on_goal = view.ground.goals.iter().any(|goal| goal.location.is_some() && goal.way(hex) == 0);
    let distance = view.enemy_distance(hex);
    let timely = on_goal && (3..=8).contains(&distance);
    let turned = f32::from(view.piece(unit).facing.corners_to(facing));
    if timely { view.taste.dig - 0.1 * turned } else { -view.taste.dig - 0.1 * turned }
}

/// Leaves the field when ahead by more than it costs.
fn break_off(view: &Outlook<'_>, side: warlab_engine::games::gbacw::types::Side) -> f32 {
    let mut ended = *view.state;
    ended.ended_early = true;
    let points = view.game.victory_points(&ended);
    let lead = (points[side.index()] - points[side.other().index()]) as f32 / 2.0;
    view.taste.break_off * (lead - view.taste.lead_enough)
}
