//! Chapter 13: the special rules of 1792. The set-ups are data; see `setup.rs`.

use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Power, Territory, TerritorySet};

/// Spain is closed to all but France until it is opened. [CO 13.1792]
pub fn closed(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    match &game.tables.start.spain {
        Some(spain) if !state.spain_open && power != Power::France => spain.territories,
        _ => TerritorySet::EMPTY,
    }
}

/// A French general entering through Navarra or Catalonia opens Spain for good. [CO 13.1792]
pub fn entered(game: &Coalitions, state: &mut State, power: Power, at: Territory) {
    if let Some(spain) = &game.tables.start.spain {
        state.spain_open |= power == Power::France && spain.gates.contains(at);
    }
}

/// Armée d'Orient: once, in a French movement action, from Provence straight to Egypt, unless a British general
/// stands in one of the two named territories. [CO 13.1792]
pub fn orient_target(game: &Coalitions, state: &State, from: Territory) -> Option<Territory> {
    let orient = game.tables.start.orient.as_ref()?;
    let movement = &state.movement;
    let allowed = movement.mover == Power::France
        && !movement.napoleon_only
        && !state.orient_used
        && from == orient.from
        && !state.generals[Power::Britain.i()].intersects(orient.blocked_by);
    allowed.then_some(orient.to)
}
