//! Chapter 7.6, a single general's move: where he may go, whose leave he needs, garrisons on the way.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{State, Way};
use crate::games::coalitions::types::{Named, Power, Status, Territory, TerritorySet};

use super::ch13_scenarios;

/// Territories that generals of a power may enter now, by whatever way. [CO 7.6.march] [CO 7.6.stack]
///
/// Closed are: territory with an own general, homes of neutrals that are not of the same player [CO 6.neutral], for a
/// neutral everything that its player's powers do not control, and land of an ally that nobody speaks for.
pub fn enterable(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    let tables = &game.tables;
    let mut open = tables.passable - state.generals[power.i()] - ch13_scenarios::closed(game, state, power);
    let allies = state.allies(power);
    open -= tables.homes_among(state.neutrals() - allies);
    for other in (allies & state.controlled_by(None)).iter() {
        if other != power && !game.is_automa(other) {
            open -= state.controlled(tables, other);
        }
    }
    if state.is_neutral(power) {
        open &= state.friendly_territory(tables, power);
    }
    open
}

/// Whether generals of a power may use sea lanes. [CO 4.lanes] [CO 6.british]
pub fn may_sail(state: &State, power: Power) -> bool {
    state.status[power.i()] == Status::British
}

/// Generals that can still move in this movement turn.
fn movable(state: &State) -> TerritorySet {
    let movement = &state.movement;
    let mover = movement.mover;
    let mut standing = state.generals[mover.i()] - movement.moved;
    if movement.napoleon_only {
        standing &= match state.named[mover.i()] {
            Named::At(at) => TerritorySet::single(at),
            _ => TerritorySet::EMPTY,
        };
    }
    standing
}

/// Every first step of every general that has not moved, and the end of the turn. [CO 7.6.march] [CO 7.6.sea]
pub fn offer_moves(game: &Coalitions, state: &State, out: &mut Vec<Action>) {
    let mover = state.movement.mover;
    let open = enterable(game, state, mover);
    let sails = may_sail(state, mover);
    for from in movable(state) {
        out.extend((game.tables.adjacent[from] & open).into_iter().map(|to| Action::Move { from, to }));
        if sails {
            out.extend((game.tables.sea_reach[from] & open).into_iter().map(|to| Action::Sail { from, to }));
        }
        if let Some(to) = ch13_scenarios::orient_target(game, state, from)
            && open.contains(to)
        {
            out.push(Action::Orient { from, to });
        }
    }
    out.push(Action::Done);
}

/// Whether any general can move at all.
pub fn can_anything_move(game: &Coalitions, state: &State) -> bool {
    let mover = state.movement.mover;
    let open = enterable(game, state, mover);
    let sails = may_sail(state, mover);
    movable(state).into_iter().any(|from| {
        game.tables.adjacent[from].intersects(open)
            || (sails && game.tables.sea_reach[from].intersects(open))
            || ch13_scenarios::orient_target(game, state, from).is_some_and(|to| open.contains(to))
    })
}

/// The next power whose leave the step in hand needs. [CO 6.allies] [CO 6.british]
///
/// Britain's for a sea move of another power; that of the ally who controls the territory. A player does not ask
/// himself.
pub fn next_consent(game: &Coalitions, state: &State) -> Option<Power> {
    let movement = &state.movement;
    let mover = movement.mover;
    let host = movement.target.and_then(|target| state.controller_of(&game.tables, target));
    let host = host.filter(|&host| host != mover && state.allies(mover).contains(host));
    let admiralty = (movement.way == Way::Sea && mover != Power::Britain).then_some(Power::Britain);
    let speaker = game.speaker(state, mover);
    [admiralty, host]
        .into_iter()
        .flatten()
        .find(|&power| !movement.agreed.contains(power) && game.speaker(state, power) != speaker)
}

/// Whether a general may turn a troop into a garrison where he stands. [CO 7.6.garrison]
///
/// Not on an ally's home, not where a garrison stands, not beside an enemy.
pub fn can_garrison(game: &Coalitions, state: &State, power: Power, at: Territory) -> bool {
    if state.garrisoned().contains(at) || state.troops_at(power, at) == 0 {
        return false;
    }
    let allies = state.allies(power);
    let allied_home = game.tables.home_of[at].is_some_and(|home| home != power && allies.contains(home));
    !allied_home && (state.owners_of_generals(at) - allies).is_empty()
}

/// One troop becomes the garrison. [CO 7.6.garrison]
pub fn place_garrison(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    at: Territory,
    chance: &mut impl Chance,
) {
    let troops = state.troops_at(power, at);
    state.set_troops(power, at, troops - 1);
    state.garrisons[power.i()].insert(at);
    chance.note(|| {
        let (name, place) = (game.tables.power_name(power), game.tables.name(at));
        Event::new("garrison", "7.6.garrison", format!("{name} garrisons {place}."))
    });
}

/// The general takes the step in hand. [CO 7.6.march] [CO 7.6.strategic]
///
/// A step into friendly land keeps a strategic move going; an enemy general met there ends it.
pub fn step(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (mover, way) = (state.movement.mover, state.movement.way);
    let (Some(from), Some(to)) = (state.movement.at, state.movement.target) else { return };
    let friendly = state.friendly_territory(&game.tables, mover).contains(to);
    state.relocate(mover, from, to);
    ch13_scenarios::entered(game, state, mover, to);
    let movement = &mut state.movement;
    movement.steps += 1;
    movement.friendly &= friendly;
    movement.at = Some(to);
    movement.target = None;
    movement.agreed = Default::default();
    chance.note(|| {
        let (rule, verb) = match way {
            Way::Sea => ("7.6.sea", "sails"),
            Way::Orient => ("13.1792", "goes with the Armée d'Orient"),
            Way::Land if friendly => ("7.6.strategic", "moves"),
            Way::Land => ("7.6.march", "marches"),
        };
        let name = game.tables.power_name(mover);
        let (a, b) = (game.tables.name(from), game.tables.name(to));
        Event::new("move", rule, format!("{name}'s general {verb} from {a} to {b}."))
            .with("from", game.tables.id(from))
            .with("to", game.tables.id(to))
    });
}

/// Whether the general on the move stands among enemies, so that his move is over. [CO 8.when]
pub fn meets_enemy(game: &Coalitions, state: &State, at: Territory) -> bool {
    !state.enemies_at(&game.tables, state.movement.mover, at).is_empty()
}

/// Where a strategic move can go on to. [CO 7.6.strategic]
pub fn onward_places(game: &Coalitions, state: &State, at: Territory) -> TerritorySet {
    let movement = &state.movement;
    let far = movement.steps >= game.tables.limits.strategic_move_max;
    if movement.way != Way::Land || !movement.friendly || far {
        return TerritorySet::EMPTY;
    }
    let friendly = state.friendly_territory(&game.tables, movement.mover);
    game.tables.adjacent[at] & friendly & enterable(game, state, movement.mover)
}

/// Garrison, go on, or stop. [CO 7.6.strategic] [CO 7.6.garrison]
pub fn offer_onward(game: &Coalitions, state: &State, at: Territory, out: &mut Vec<Action>) {
    if can_garrison(game, state, state.movement.mover, at) {
        out.push(Action::Garrison);
    }
    out.extend(onward_places(game, state, at).into_iter().map(Action::Onward));
    out.push(Action::Stop);
}
