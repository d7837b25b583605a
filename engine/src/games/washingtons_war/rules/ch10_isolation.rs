//! Chapter 10.3: isolated PC markers.

use super::super::WashingtonsWar;
use super::super::state::State;
use super::super::types::{Side, Spaces};
use super::ch10_political_control::neighbours;

/// Markers of a side that trace no path through their own kind to support. [WW 10.3]
pub fn isolated(game: &WashingtonsWar, state: &State, side: Side) -> Spaces {
    let markers = state.markers[side.index()];
    let (own, outside) = match side {
        Side::American => american_support(game, state),
        Side::British => british_support(game, state),
    };
    let mut joined = markers & (own | neighbours(game, outside));
    loop {
        let wider = joined | (markers & neighbours(game, joined));
        if wider == joined {
            return markers - joined;
        }
        joined = wider;
    }
}

/// Own spaces with CU, General or Congress; outside, open spaces without British CU, and Congress. [WW 10.31]
fn american_support(game: &WashingtonsWar, state: &State) -> (Spaces, Spaces) {
    let mut outside = game.tables.all_spaces - state.marked() - state.occupied(Side::British);
    if let Some(congress) = state.congress {
        outside.insert(congress);
    }
    (state.american_units(&game.tables), outside)
}

/// Own ports and own spaces with a CU; outside, open spaces without American CU or General. [WW 10.32]
fn british_support(game: &WashingtonsWar, state: &State) -> (Spaces, Spaces) {
    let american = state.occupied(Side::American) | state.generals(&game.tables, Side::American);
    let outside = game.tables.all_spaces - state.marked() - american;
    (game.tables.ports | state.occupied(Side::British), outside)
}
