//! Washington's War: the American Revolution, driven by cards, for two players.
//!
//! | chapter | where |
//! | --- | --- |
//! | 2 map, components | `tables.rs`, `cards.rs`, `plays.rs`, `params.rs`, `posts.rs`, `types.rs` |
//! | 4 setting up | `setup.rs`, `rules/ch04_setup.rs` |
//! | 5 sequence of play | `rules/ch05_sequence.rs` |
//! | 6 strategy cards | `rules/ch06_cards.rs`; effects: `effect.rs` (words), `rules/ch06_events.rs` (running) |
//! | 7 movement | `rules/ch07_movement.rs`, `rules/ch07_interception.rs` |
//! | 8 reinforcements | `rules/ch08_reinforcements.rs` |
//! | 9 battles | `rules/ch09_battle.rs`, `rules/ch09_retreat.rs` |
//! | 10 political control | `rules/ch10_political_control.rs`, `rules/ch10_isolation.rs` |
//! | 11 winter attrition | `rules/ch11_winter_attrition.rs` |
//! | 12 French Alliance | `rules/ch12_french_alliance.rs` |
//! | 13 victory | `rules/ch13_victory.rs` |
//!
//! Decision points are listed in `phase.rs`; readings of unclear rules are in `RULES.md`.

pub mod action;
pub mod cards;
mod check;
pub mod effect;
mod json;
mod json_phase;
mod observe;
pub mod params;
pub mod phase;
mod plays;
pub mod posts;
mod publish;
pub mod rules;
mod setup;
pub mod state;
pub mod tables;
pub mod types;

pub use action::Action;
pub use phase::Phase;
pub use state::State;
pub use types::{Ending, Side};

use crate::chance::Chance;
use crate::game::{Broken, Game, Turn};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::setup::Chosen;

/// The rules with one choice of variants.
#[derive(Clone, Debug)]
pub struct WashingtonsWar {
    chosen: Chosen,
    pub tables: tables::Tables,
    opening: setup::Opening,
    tournament_replacement: bool,
    /// Who places the markers of the `side_bid` variant.
    bidder: Side,
}

impl Game for WashingtonsWar {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = rules::ch04_setup::place_pieces(self, chance);
        rules::advance(self, &mut state, chance);
        state
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Turn {
        phase::decider(&self.tables, state).map_or(Turn::Over, |side| Turn::Player(side.player()))
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        rules::offer(self, state, out);
    }

    fn apply<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) {
        rules::take(self, state, action, chance);
    }

    fn payoffs(&self, state: &State) -> PerPlayer<f32> {
        PerPlayer::from_fn(2, |player| match state.ending {
            None => 0.5,
            Some(ending) if ending.winner().player() == player => 1.0,
            Some(_) => 0.0,
        })
    }

    fn observe(&self, state: &State, viewer: Player) -> Observation<State> {
        observe::observe(state, viewer)
    }

    fn determinize<C: Chance>(&self, seen: &Observation<State>, chance: &mut C) -> State {
        observe::determinize(self, seen, chance)
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        check::check(self, state)
    }

    fn decision_cap(&self) -> u32 {
        20_000
    }
}
