//! Chapter 6.24: how the units of a brigade whose leader acts on his own go for the enemy.

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{brigade_of, enemy_distance, parts};
use super::super::state::{Act, Standing, State};
use super::super::types::{Refusal, Unit};
use super::ch07_facing::{bend, face, is_refused, offer_turns, offer_wings, open_turns};
use super::ch08_extension::{LineMove, line_moves, must_form_up};
use super::ch09_allowance::{may_move, points};
use super::ch09_movement::offer_steps;
use super::ch09_ways::{may_stay, ways};
use super::ch11_declare::{is_let_loose, targets};

type Actions = ArrayVec<Action, 8>;

/// Such a unit stays only to attack or where it can come no nearer; it straightens a wing and turns if that lets it
/// attack or come nearer. [GB 6.24]
pub fn offer(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let stays = may_stay(game, state, unit);
    if stays && is_let_loose(game, state, unit) && !targets(game, state, unit).is_empty() {
        out.push(Action::Pass);
        return;
    }
    if must_form_up(state, unit) {
        super::ch08_extension::offer(game, state, unit, out);
    } else {
        out.extend(nearer(game, state, unit));
        if out.is_empty() {
            offer_front(game, state, unit, out);
        }
    }
    if !out.is_empty() {
        return;
    }
    if stays {
        out.push(Action::Pass);
    }
    offer_turns(game, state, unit, points(game, state, unit), out);
    if out.is_empty() {
        offer_steps(game, state, unit, out);
    }
    if out.is_empty() {
        out.push(Action::Pass);
    }
}

/// A straightened wing, or turns, after which the unit can attack or come nearer.
fn offer_front(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if !is_refused(state, unit) {
        out.extend(turns_on_him(game, state, unit));
        return;
    }
    offer_wings(game, state, unit, false, points(game, state, unit), out);
    let mut after = *state;
    bend(game, &mut after, unit, Refusal::None);
    if !leads_on(game, &after, unit) && turns_on_him(game, &after, unit).is_empty() {
        out.clear();
    }
}

fn turns_on_him(game: &Gbacw, state: &State, unit: Unit) -> Actions {
    if state.units[unit].is_line() {
        let turns = open_line_moves(game, state, unit).filter(|way| matches!(way.action, Action::Face(_)));
        return turns
            .filter(|way| leads_on(game, &moved(state, unit, way), unit))
            .map(|way| way.action)
            .collect();
    }
    let turned = |facing| {
        let mut after = *state;
        face(game, &mut after, unit, facing);
        after
    };
    let turns = open_turns(game, state, unit, points(game, state, unit)).into_iter();
    turns.filter(|&facing| leads_on(game, &turned(facing), unit)).map(Action::Face).collect()
}

/// Whether a unit could attack from where it stands, or come nearer as it faces.
fn leads_on(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let is_confused = state.formations[brigade_of(game, state, unit)].has(Standing::CONFUSED);
    let attacks = !is_confused && is_let_loose(game, state, unit) && !targets(game, state, unit).is_empty();
    attacks || distance(game, state, unit) > 1 && !nearer(game, state, unit).is_empty()
}

/// How near the enemy is to a unit, to any part of a line.
fn distance(game: &Gbacw, state: &State, unit: Unit) -> u32 {
    let near = |hex| enemy_distance(game, state, game.side(unit), hex);
    let piece = &state.units[unit];
    match piece.is_line() {
        true => parts(game, state, unit).into_iter().map(near).min().unwrap_or(u32::MAX),
        false => near(piece.hex),
    }
}

/// Steps that bring a unit nearer to the enemy; a line beside him swings round to have him before it. [GB 6.24, 8.44]
fn nearer(game: &Gbacw, state: &State, unit: Unit) -> Actions {
    let now = distance(game, state, unit);
    if !state.units[unit].is_line() {
        let is_nearer = |to| enemy_distance(game, state, game.side(unit), to) < now;
        let ways = ways(game, state, unit).into_iter();
        return ways.filter(|way| is_nearer(way.to)).map(|way| Action::Step(way.to)).collect();
    }
    let leads_up = |way: &LineMove| {
        let after = moved(state, unit, way);
        let swings = now <= 1 && matches!(way.action, Action::Pivot { .. });
        distance(game, &after, unit) < now || swings && !targets(game, &after, unit).is_empty()
    };
    open_line_moves(game, state, unit).filter(leads_up).map(|way| way.action).collect()
}

fn open_line_moves(game: &Gbacw, state: &State, unit: Unit) -> impl Iterator<Item = LineMove> {
    let can_move = may_move(game, state, unit) && !is_refused(state, unit);
    can_move.then(|| line_moves(game, state, unit)).into_iter().flatten()
}

/// The position after a move of a line, as far as its next move and its attack depend on it.
fn moved(state: &State, unit: Unit, way: &LineMove) -> State {
    let mut after = *state;
    let piece = &mut after.units[unit];
    (piece.hex, piece.extension, piece.facing) = (way.counter, way.extension, way.facing);
    piece.spent = piece.spent.saturating_add(way.cost);
    piece.act.set(Act::MOVED, true);
    piece.act.set(Act::TURNED, matches!(way.action, Action::Face(_)));
    after
}
