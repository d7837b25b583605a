//! Wars of the Roses: two houses, sixty-three hidden blocks, three campaigns for the throne of England.
//!
//! | chapter | file |
//! | --- | --- |
//! | 1 game turn, cards shown | `rules/ch01_turn.rs` |
//! | 2 map, defence bonus | `rules/ch02_map.rs` |
//! | 3 blocks | `tables.rs`, `state.rs` |
//! | 4 set-up, what the enemy knows | `setup.rs`, `rules/ch04_knowledge.rs`, `observe.rs` |
//! | 5.1 cards and events | `cards.rs`, `rules/ch05_cards.rs`, `ch05_events.rs`, `ch05_actions.rs` |
//! | 5.2 land moves | `rules/ch05_moves.rs` |
//! | 5.3 sea moves | `rules/ch05_sea.rs` |
//! | 5.4 recruiting | `rules/ch05_recruit.rs` |
//! | 6.1-6.3 battles, reserves | `rules/ch06_battle.rs` |
//! | 6.4, 6.5 hits, charges | `rules/ch06_hits.rs` |
//! | 6.6, 6.7 retreat, regroup | `rules/ch06_retreat.rs` |
//! | 6.8 deaths, succession, minors | `rules/ch06_deaths.rs` |
//! | 6.9 treachery | `rules/ch06_treachery.rs` |
//! | 7 supply | `rules/ch07_supply.rs` |
//! | 8 political turn | `rules/ch08_political.rs` |
//! | 9 victory, turned heirs | `rules/ch09_victory.rs` |
//!
//! `phase.rs` lists every decision point with its two functions. RULES.md has the glossary and our readings.

pub mod action;
pub mod cards;
mod json;
mod observe;
pub mod phase;
mod publish;
mod records;
pub mod rules;
mod setup;
pub mod state;
pub mod tables;
pub mod types;

pub use action::Action;
pub use state::State;

use crate::chance::Chance;
use crate::game::{Broken, Game, Turn};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::setup::Chosen;
use phase::Phase;
use tables::Tables;
use types::{Area, Areas, Side};

/// Rules that can be switched.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub mulligan: bool,
    pub warwick_only_nevilles: bool,
    pub plague_city_colour: bool,
    pub piracy_port_pairs: bool,
    pub open_blocks: bool,
}

/// The rules of the Wars of the Roses with one scenario.
#[derive(Clone, Debug)]
pub struct WarsOfTheRoses {
    pub tables: Tables,
    pub options: Options,
    chosen: Chosen,
    /// The set-up, before cards are dealt.
    initial: State,
    /// Heirs that each house has in play at the start; minors make up for losses [WR 6.82].
    pub heirs_in_play: [usize; 2],
    /// Where the scenario's prisoner is held.
    pub prison: Option<Area>,
    pub last_campaign: u8,
    /// Areas whose nobles count for Usurpation: not exile, not islands [WR 8.2].
    pub counted_areas: Areas,
    /// A number for each card, the same for identical ones.
    card_kind: Vec<u8>,
}

impl Game for WarsOfTheRoses {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = self.initial;
        rules::ch05_cards::deal(self, &mut state, chance);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_over() {
            return Turn::Over;
        }
        // Asked apart from who it is, so that a caller who only wants to know whether the game goes on pays for no more.
        Turn::Player(state.phase.side(state).map_or(Player::FIRST, Side::player))
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        phase::offer(self, state, out);
    }

    fn apply<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) {
        phase::take(self, state, action, chance);
        debug_assert_eq!(self.check(state), Ok(()), "after {action:?}");
    }

    fn payoffs(&self, state: &State) -> PerPlayer<f32> {
        PerPlayer::from_fn(2, |player| match state.phase {
            Phase::Over { winner, .. } => f32::from(u8::from(winner == Side::of(player))),
            _ => 0.5,
        })
    }

    fn observe(&self, state: &State, viewer: Player) -> Observation<State> {
        Observation::new(viewer, observe::hide(self, state, Side::of(viewer)))
    }

    fn determinize<C: Chance>(&self, seen: &Observation<State>, chance: &mut C) -> State {
        observe::deal_again(self, seen.visible(), Side::of(seen.viewer()), chance)
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        state.check(&self.tables)
    }

    fn decision_cap(&self) -> u32 {
        20_000
    }
}
