//! Chapter 7.6, a single general's move: where he may go, whose leave he needs, garrisons on the way.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{State, Way};
use crate::games::coalitions::types::{Named, Power, PowerSet, Status, Territory, TerritorySet};

use super::ch13_scenarios;

/// Territories that generals of a power may enter now and stop in, by whatever way: without an own general.
/// [CO 7.6.march] [CO 7.6.stack]
pub fn enterable(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    open_land(game, state, power) - state.generals[power.i()]
}

/// What is not closed to generals of a power, whether own generals stand there or not. [CO 7.6.march]
///
/// Closed are: homes of neutrals that are not of the same player [CO 6.neutral], for a neutral everything that its
/// player's powers do not control, and land of an ally that nobody speaks for.
fn open_land(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    let tables = &game.tables;
    let mut open = tables.passable - ch13_scenarios::closed(game, state, power);
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

/// The friendly land of strategic moves: where a general may stop, and where he may only pass, because another of his
/// power stands there. [CO 7.6.strategic] [CO 7.6.stack]
struct FriendlyLand {
    stops: TerritorySet,
    passages: TerritorySet,
}

impl FriendlyLand {
    /// An enemy beside the own general would stop the one who passes, so there is no way through.
    fn new(game: &Coalitions, state: &State, open: TerritorySet) -> Self {
        let mover = state.movement.mover;
        let land = open & state.friendly_territory(&game.tables, mover);
        let held = land & state.generals[mover.i()];
        // Beside allies alone there is nothing to look at more closely, and mostly it is so.
        let others = PowerSet::ALL - state.allies(mover);
        let shared = held & (others.join(&state.generals) | others.join(&state.garrisons));
        let barred = shared.into_iter().filter(|&at| meets_enemy(game, state, at)).collect();
        let passages = held - barred;
        FriendlyLand { stops: land - held, passages }
    }

    /// Passages next to a place from which `left` further steps lead to a stop, over other passages if need be.
    ///
    /// The place of the general's own piece is none of them.
    fn passages_from(&self, game: &Coalitions, piece: Territory, place: Territory, left: u8) -> TerritorySet {
        let adjacent = &game.tables.adjacent;
        let passages = self.passages.without(piece);
        let near = adjacent[place] & passages;
        if near.is_empty() || left == 0 {
            return TerritorySet::EMPTY;
        }
        let leading = |among: TerritorySet, to: TerritorySet| -> TerritorySet {
            among.into_iter().filter(|&at| adjacent[at].intersects(to)).collect()
        };
        let mut ways = self.stops;
        for _ in 1..left {
            ways |= leading(passages, ways);
        }
        leading(near, ways)
    }
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
    let land = open_land(game, state, mover);
    let friendly = FriendlyLand::new(game, state, land);
    let further = game.tables.limits.strategic_move_max.saturating_sub(1);
    let open = land - state.generals[mover.i()];
    let sails = may_sail(state, mover);
    for from in movable(state) {
        let steps = game.tables.adjacent[from] & open | friendly.passages_from(game, from, from, further);
        out.extend(steps.into_iter().map(|to| Action::Move { from, to }));
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
    let land = open_land(game, state, mover);
    let open = land - state.generals[mover.i()];
    let sails = may_sail(state, mover);
    let movable = movable(state);
    let steps = movable.into_iter().any(|from| {
        game.tables.adjacent[from].intersects(open)
            || (sails && game.tables.sea_reach[from].intersects(open))
            || ch13_scenarios::orient_target(game, state, from).is_some_and(|to| open.contains(to))
    });
    steps || {
        let friendly = FriendlyLand::new(game, state, land);
        let further = game.tables.limits.strategic_move_max.saturating_sub(1);
        movable.into_iter().any(|from| !friendly.passages_from(game, from, from, further).is_empty())
    }
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

/// Where the piece of the general stands who would garrison a territory: there, or, if he passes through it, in the
/// last territory where he could stop.
fn garrisoner(state: &State, power: Power, at: Territory) -> Territory {
    let movement = &state.movement;
    let passes = movement.through == Some(at) && movement.mover == power;
    movement.at.filter(|_| passes).unwrap_or(at)
}

/// Whether a general may turn a troop into a garrison where he is. [CO 7.6.garrison]
///
/// Not on an ally's home, not where a garrison stands, not beside an enemy.
pub fn can_garrison(game: &Coalitions, state: &State, power: Power, at: Territory) -> bool {
    if state.garrisoned().contains(at) || state.troops_at(power, garrisoner(state, power, at)) == 0 {
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
    let leader = garrisoner(state, power, at);
    let troops = state.troops_at(power, leader);
    state.set_troops(power, leader, troops - 1);
    state.garrisons[power.i()].insert(at);
    chance.note(|| {
        let (name, place) = (game.tables.power_name(power), game.tables.name(at));
        Event::new("garrison", "7.6.garrison", format!("{name} garrisons {place}."))
    });
}

/// The general takes the step in hand. [CO 7.6.march] [CO 7.6.strategic]
///
/// A step into friendly land keeps a strategic move going; an enemy general met there ends it. Past an own general his
/// piece stays behind until he has reached a place to stop in. [CO 7.6.stack]
pub fn step(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (mover, way) = (state.movement.mover, state.movement.way);
    let (Some(piece), Some(to)) = (state.movement.at, state.movement.target) else { return };
    let from = state.movement.through.unwrap_or(piece);
    let friendly = state.friendly_territory(&game.tables, mover).contains(to);
    let passes = state.has_general(mover, to);
    if !passes {
        state.relocate(mover, piece, to);
    }
    ch13_scenarios::entered(game, state, mover, to);
    let movement = &mut state.movement;
    movement.steps += 1;
    movement.friendly &= friendly;
    (movement.at, movement.through) = if passes { (Some(piece), Some(to)) } else { (Some(to), None) };
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

/// Where a strategic move can go on to. [CO 7.6.strategic] [CO 7.6.stack]
pub fn onward_places(game: &Coalitions, state: &State, at: Territory) -> TerritorySet {
    let movement = &state.movement;
    let left = game.tables.limits.strategic_move_max.saturating_sub(movement.steps);
    if movement.way != Way::Land || !movement.friendly || left == 0 {
        return TerritorySet::EMPTY;
    }
    let friendly = FriendlyLand::new(game, state, open_land(game, state, movement.mover));
    let piece = movement.at.unwrap_or(at);
    game.tables.adjacent[at] & friendly.stops | friendly.passages_from(game, piece, at, left - 1)
}

/// Garrison, go on, or stop; who passes an own general can only go on. [CO 7.6.strategic] [CO 7.6.garrison]
pub fn offer_onward(game: &Coalitions, state: &State, at: Territory, out: &mut Vec<Action>) {
    let may_stop = state.movement.through.is_none();
    if may_stop && can_garrison(game, state, state.movement.mover, at) {
        out.push(Action::Garrison);
    }
    out.extend(onward_places(game, state, at).into_iter().map(Action::Onward));
    if may_stop {
        out.push(Action::Stop);
    }
}
