//! Nothing is hidden: markers drawn, pools and losses lie open on the table. [GB 5.21]

use super::state::State;
use crate::observation::Observation;
use crate::player::Player;

/// All of the state.
pub fn observe(state: &State, viewer: Player) -> Observation<State> {
    Observation::new(viewer, *state)
}

/// The one world that can be.
pub fn determinize(seen: &Observation<State>) -> State {
    *seen.visible()
}
