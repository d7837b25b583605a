//! A brigade acts: who goes next, and what the unit does: move, turn, fire, rally.

use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::field::{class, enemies, nearest_corner};
use warlab_engine::games::gbacw::grid::{arc, direction_in_arc};
use warlab_engine::games::gbacw::rules::ch13_rally::rally_input;
use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::{
    Arc, Direction, Disorder, Facing, Hex, MoveClass, OrderKind, Refusal, Unit,
};
use warlab_engine::games::gbacw::values::DisorderCode;

use super::outlook::Outlook;
use super::{fire, leaders, shock};
use crate::odds::gbacw::{fails, rally_odds};

/// Which unit or leader of the brigade next. Guns open, then those nearest to the enemy; shock comes when all are done.
pub fn next(view: &Outlook<'_>, action: Action) -> f32 {
    let taste = view.taste;
    match action {
        Action::Unit(unit) => {
            let piece = view.piece(unit);
            let guns = if view.game.is_artillery(unit) { taste.guns_first } else { 0.0 };
            taste.act + guns - taste.near_first * view.enemy_distance(piece.hex).min(20) as f32
        }
        Action::Enter { unit, hex } => taste.act + taste.enter + 0.1 * view.pull(unit, hex),
        Action::Leader(leader) => leaders::ride(view, leader),
        _ => 0.0,
    }
}

/// What the acting unit may do, each as what it is worth when it is done.
pub fn score(view: &Outlook<'_>, unit: Unit, here: f32, action: Action) -> f32 {
    let taste = view.taste;
    let piece = view.piece(unit);
    match action {
        Action::Pass => here,
        Action::Step(to) => step(view, unit, to),
        Action::Face(facing) => face(view, unit, facing),
        Action::Pivot { facing, .. } => face(view, unit, facing) - taste.drill,
        Action::Fire { target, mode } => here + fire::active(view, unit, target, mode),
        Action::Rally => here + rally(view, unit),
        Action::Resupply(_) => here + taste.resupply,
        Action::Withdraw => withdraw(view, unit, here),
        Action::Refuse(wing) => here + refuse(view, unit, wing),
        Action::Unrefuse => here - refuse(view, unit, current_wing(piece.status)),
        Action::Extend { left, right } => here - taste.drill * f32::from(u8::from(left) + u8::from(right)),
        Action::Contract(hex) => view.stand(unit, hex, piece.facing) + contract(view, hex),
        Action::FormColumn(_) => here - taste.drill,
        Action::FormLine(_) => here + contract(view, piece.hex),
        Action::Dismount => here + mounting(view, unit, false),
        Action::Mount => here + mounting(view, unit, true),
        Action::Charge => here - taste.charge,
        Action::Exit => here + leave(view, unit),
        Action::Raise | Action::Lower | Action::RemoveWork | Action::Limber => here - taste.drill,
        Action::Leader(leader) => here + leaders::follow(view, leader, unit),
        _ => here - taste.drill,
    }
}

fn direction_to(view: &Outlook<'_>, from: Hex, to: Hex) -> Option<Direction> {
    view.game.scenario.map.grid.direction(from, to)
}

/// The facing after a step: kept ahead, turned along a road.
fn facing_after(view: &Outlook<'_>, unit: Unit, direction: Option<Direction>) -> Facing {
    let piece = view.piece(unit);
    match direction {
        Some(direction) if arc(piece.facing, Refusal::None, direction) != Arc::Front => match piece.order {
            _ if piece.did(Act::WITHDRAWING) => piece.facing,
            OrderKind::March => Facing::edge(direction),
            _ => nearest_corner(piece.facing, direction),
        },
        _ => piece.facing,
    }
}

fn step(view: &Outlook<'_>, unit: Unit, to: Hex) -> f32 {
    let taste = view.taste;
    let piece = view.piece(unit);
    let direction = direction_to(view, piece.hex, to);
    let facing = facing_after(view, unit, direction);
    let mut worth = view.stand(unit, to, facing) - rough(view, unit, to, direction);
    if view.is_near_enemy(to) && piece.order == OrderKind::Attack {
        worth += shock::closing(view, unit, to, facing);
    }
    if view.is_near_enemy(piece.hex) {
        worth -= taste.parting;
    }
    worth
}

/// The disorder that ground may bring, off the road. [GB 9.47]
fn rough(view: &Outlook<'_>, unit: Unit, to: Hex, direction: Option<Direction>) -> f32 {
    let (game, state) = (view.game, view.state);
    let piece = view.piece(unit);
    let map = &game.scenario.map;
    let by_road = direction.is_some_and(|direction| map.side(piece.hex, direction).road.is_some());
    if by_road && piece.order != OrderKind::Attack || piece.is_disordered() {
        return 0.0;
    }
    let terrain = map.terrain_record(&game.tables.chart, to);
    let DisorderCode(code) = terrain.disorder.get(class(game, state, unit), DisorderCode(Disorder::None));
    match code {
        Disorder::None => 0.0,
        Disorder::Check => fails(game, state, unit, 0) as f32 * view.disorder_worth(unit),
        Disorder::Automatic => view.disorder_worth(unit),
    }
}

/// A turn is worth the place with its new front, and the way that it opens.
pub fn face(view: &Outlook<'_>, unit: Unit, facing: Facing) -> f32 {
    let piece = view.piece(unit);
    view.stand(unit, piece.hex, facing) + view.taste.ahead * view.ahead(unit, piece.hex, facing).max(0.0)
        - view.taste.turn
}

/// Facing alone, where nothing else is asked.
pub fn facing(view: &Outlook<'_>, unit: Unit, facing: Facing) -> f32 {
    let hex = view.piece(unit).hex;
    view.stand(unit, hex, facing) + view.taste.ahead * view.ahead(unit, hex, facing)
}

fn rally(view: &Outlook<'_>, unit: Unit) -> f32 {
    let odds = rally_odds(&view.game.tables, &rally_input(view.game, view.state, unit));
    let gain = view.taste.rally * f32::from(view.piece(unit).strength());
    odds[0] as f32 * gain - odds[2] as f32 * view.point(unit)
}

/// The best rear hex, if it is better than staying; steady units hold.
fn withdraw(view: &Outlook<'_>, unit: Unit, here: f32) -> f32 {
    let piece = view.piece(unit);
    let grid = &view.game.scenario.map.grid;
    let rear =
        grid.in_arc(piece.hex, piece.facing, Refusal::None, Arc::Rear) - enemies(view.state, view.side);
    let best =
        rear.into_iter().map(|hex| view.stand(unit, hex, piece.facing)).fold(f32::NEG_INFINITY, f32::max);
    best.max(here - 1.0) - view.taste.withdraw
}

fn current_wing(status: Status) -> Refusal {
    if status.has(Status::REFUSED_LEFT) { Refusal::Left } else { Refusal::Right }
}

/// A bent wing helps against an enemy on that flank and hinders otherwise. [GB 7.3]
fn refuse(view: &Outlook<'_>, unit: Unit, wing: Refusal) -> f32 {
    let piece = view.piece(unit);
    let grid = &view.game.scenario.map.grid;
    let side = direction_in_arc(piece.facing, wing, Arc::RefusedFront).next();
    let threatened = side
        .and_then(|direction| grid.neighbour(piece.hex, direction))
        .is_some_and(|hex| enemies(view.state, view.side).contains(hex));
    if threatened { view.taste.refuse } else { -view.taste.refuse }
}

/// Lines and columns are drawn together to move on.
fn contract(view: &Outlook<'_>, hex: Hex) -> f32 {
    if view.enemy_distance(hex) > 3 { view.taste.drill } else { -view.taste.drill }
}

/// Horsemen fight on foot and travel in the saddle.
fn mounting(view: &Outlook<'_>, unit: Unit, mount: bool) -> f32 {
    let far = view.enemy_distance(view.piece(unit).hex) > 5;
    if far == mount { view.taste.saddle } else { -view.taste.saddle }
}

/// Points for leaving the map, against a fighter less. [ruling 41]
fn leave(view: &Outlook<'_>, unit: Unit) -> f32 {
    let strength = f32::from(view.piece(unit).strength());
    let exits = view.ground.goals.iter().filter(|goal| goal.exit == Some(view.side));
    let points = exits.map(|goal| goal.points).fold(0.0, f32::max);
    strength * (points * view.taste.exit - view.taste.stay * (1.0 - view.late))
}

/// A retreat or an advance goes where it is best to stand.
pub fn place(view: &Outlook<'_>, unit: Unit, hex: Hex) -> f32 {
    view.stand(unit, hex, view.piece(unit).facing)
}

/// Guns and horsemen move off before an enemy on foot whom they cannot stop. [GB 9.63]
pub fn moves_off(view: &Outlook<'_>, unit: Unit) -> f32 {
    let piece = view.piece(unit);
    let risk = fails(view.game, view.state, unit, 0) as f32 * view.disorder_worth(unit);
    let held = view.game.scenario.map.grid.within(piece.hex, 1)
        & warlab_engine::games::gbacw::field::friends(view.state, view.side);
    let alone = if held.len() <= 1 { view.taste.move_off } else { 0.0 };
    let shaken = if piece.is_disordered() { view.taste.move_off } else { 0.0 };
    let rider = class(view.game, view.state, unit) == MoveClass::Cavalry;
    alone + shaken + if rider { view.taste.move_off } else { 0.0 } - risk - view.taste.stand_fast
}
