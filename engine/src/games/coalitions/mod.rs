//! Coalitions (Koalicje): six powers of the age of Napoleon, coalitions and secret cards; 3 to 6 players against one
//! another, or 1 to 5 together against the automa of L'Empereur.
//!
//! | chapter of the rulebook | file |
//! | --- | --- |
//! | 2 set-up, 13 scenarios | `setup.rs`, `rules/ch13_scenarios.rs` |
//! | 3 victory | `rules/ch03_victory.rs` |
//! | 4 basic concepts | `rules/ch04_concepts.rs`, queries in `state.rs` |
//! | 5 course of play | `rules/ch05_round.rs` |
//! | 6 diplomacy | `rules/ch06_diplomacy.rs` |
//! | 7 actions | `rules/ch07_actions.rs`, `ch07_leadership.rs`, `ch07_mobilization.rs`, `ch07_movement.rs`, `ch07_moves.rs`, `ch07_treasury.rs` |
//! | 8 battles | `rules/ch08_battle.rs`, `ch08_cards.rs`, `ch08_result.rs` |
//! | 9 board update | `rules/ch09_update.rs` |
//! | 10 named generals | `rules/ch10_generals.rs` |
//! | 11 minor powers | `rules/ch11_minors.rs` |
//! | 12 L'Empereur | `rules/ch12_lempereur.rs`, `ch12_race.rs`, `ch12_battle.rs` |
//!
//! `phase.rs` lists every decision point, `context.rs` what is in hand, `check.rs` the invariants. No rules in this file.

pub mod action;
mod check;
pub mod context;
mod file;
mod json;
mod observe;
pub mod phase;
mod publish;
mod records;
pub mod rules;
pub mod scenario;
mod setup;
pub mod state;
pub mod tables;
pub mod types;

use crate::chance::Chance;
use crate::game::{Broken, Game, Turn};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::setup::Chosen;

pub use action::Action;
pub use publish::BATTLE_COLUMNS;
pub use state::State;
use tables::Tables;
use types::{POWERS, Power, PowerSet, Status};

/// The game with one scenario, number of players and variants.
#[derive(Clone, Debug)]
pub struct Coalitions {
    chosen: Chosen,
    pub tables: Tables,
    /// The powers in the order of their starting fields on the War Wheel.
    wheel: [Power; POWERS],
    /// Powers that belong to a player for the whole game; in L'Empereur all, France being nobody's.
    majors: PowerSet,
    /// The seat of each major power.
    seats: [Option<Player>; POWERS],
    pub general_abilities: bool,
    expelled_may_join_rival: bool,
    any_general_in_paris: bool,
}

impl Coalitions {
    pub fn is_lempereur(&self) -> bool {
        self.tables.lempereur.is_some()
    }

    /// Whether a power is played by the automa of L'Empereur.
    #[inline]
    pub fn is_automa(&self, power: Power) -> bool {
        self.is_lempereur() && power == Power::France
    }

    pub fn is_major(&self, power: Power) -> bool {
        self.majors.contains(power)
    }

    /// The powers that players hold for the whole game, in the order of power.
    pub fn majors(&self) -> impl Iterator<Item = Power> + use<> {
        self.majors.iter()
    }

    /// Who decides for a power: its player, its controller's player, or for an uncontrolled minor power Britain's,
    /// against the British Coalition France's. [CO 11.uncontrolled] Automa questions go to the first player.
    pub fn speaker(&self, state: &State, power: Power) -> Player {
        if let Some(player) = self.seats[power.i()] {
            return player;
        }
        let attacked_by_british =
            state.battle.active && state.status[state.battle.attacker.i()] == Status::British;
        let guardian = if attacked_by_british { Power::France } else { Power::Britain };
        let controller = state.controller[power.i()].unwrap_or(guardian);
        self.seats[controller.i()].unwrap_or(Player::FIRST)
    }
}

impl Game for Coalitions {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.chosen.players
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = setup::set_up(self, chance);
        rules::ch05_round::run(self, &mut state, chance);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.decision {
            Some(decision) if state.end.is_none() => Turn::Player(self.speaker(state, decision.power)),
            _ => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if let Some(decision) = state.decision {
            self.offer(state, decision, out);
        }
    }

    fn apply<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) {
        if let Some(decision) = state.decision.take() {
            self.take(state, decision, action, chance);
            // Where the answer itself leads to the next question there is nothing to run.
            if state.decision.is_none() {
                rules::ch05_round::run(self, state, chance);
            }
        }
    }

    fn payoffs(&self, state: &State) -> PerPlayer<f32> {
        let Some(end) = state.end else { return PerPlayer::filled(self.players(), 0.0) };
        if self.is_lempereur() {
            let won = end.reason == state::Reason::ParisTaken;
            return PerPlayer::filled(self.players(), if won { 1.0 } else { 0.0 });
        }
        let share = 1.0 / end.winners.len().max(1) as f32;
        let mut payoffs = PerPlayer::filled(self.players(), 0.0);
        for power in end.winners.iter() {
            if let Some(player) = self.seats[power.i()] {
                payoffs[player] = share;
            }
        }
        payoffs
    }

    fn observe(&self, state: &State, viewer: Player) -> Observation<State> {
        observe::observe(self, state, viewer)
    }

    fn determinize<C: Chance>(&self, seen: &Observation<State>, chance: &mut C) -> State {
        observe::determinize(self, seen, chance)
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        check::check(self, state)
    }

    fn decision_cap(&self) -> u32 {
        200_000
    }
}
