//! Great Battles of the American Civil War, series rules 2023: map of the game and dispatch; no rules here.
//!
//! | Chapter | File |
//! |---|---|
//! | 2 cohesion check | `rules/ch02_cohesion.rs` |
//! | 3 sequence of play | `rules/ch03_sequence.rs` |
//! | 4 command | `rules/ch04_command.rs` |
//! | 5 activation | `rules/ch05_efficiency.rs`, `ch05_markers.rs`, `ch05_brigade.rs` |
//! | 6 orders, reserve | `rules/ch06_orders.rs`, `ch06_loose.rs` |
//! | 7 facing | `rules/ch07_facing.rs` |
//! | 8 stacking, extension | `rules/ch08_stacking.rs`, `ch08_together.rs`, `ch08_extension.rs`, `ch08_column.rs` |
//! | 9 movement | `rules/ch09_allowance.rs`, `ch09_ways.rs`, `ch09_movement.rs`, `ch09_terrain.rs`, `ch09_reaction.rs`, `ch09_entry.rs` |
//! | 10 fire | `rules/ch10_fire.rs`, `ch10_salvo.rs`, `ch10_batteries.rs`, `ch10_volley.rs`, `ch10_given.rs`, `ch10_shots.rs` |
//! | 11 shock | `rules/ch11_declare.rs`, `ch11_before.rs`, `ch11_resolve.rs`, `ch11_advance.rs`, `ch11_pursuit.rs`, `ch11_charge.rs` |
//! | 12 results | `rules/ch12_losses.rs`, `ch12_retreat.rs`, `ch12_leaders.rs` |
//! | 13 effectiveness, rally | `rules/ch13_effectiveness.rs`, `ch13_rally.rs` |
//! | 14 cavalry | `rules/ch14_cavalry.rs` |
//! | 15 breastworks | `rules/ch15_works.rs` |
//! | 16 night | `rules/ch16_night.rs` |
//! | 17 fatigue | `rules/ch17_fatigue.rs` |
//!
//! Pure calculators (fire, shock, rally and so on) are in `calc/`, printed tables in `tables.rs` and its kin.

pub mod action;
pub mod calc;
pub mod chart;
mod check;
pub mod combat_tables;
pub mod entry;
pub mod field;
mod flags;
pub mod grid;
mod json;
pub mod los;
pub mod map;
mod observe;
pub mod oob;
pub mod phase;
mod publish;
pub mod roster;
pub mod rules;
pub mod scenario;
mod setup;
mod source;
pub mod state;
pub mod tables;
pub mod types;
pub mod values;
mod works;

use action::Action;
use los::Sight;
use roster::Roster;
use rules::ch09_terrain::Ground;
use scenario::{Options, Scenario};
use state::State;
use tables::Tables;
use types::{Formation, Hex, Side};

use crate::chance::Chance;
use crate::game::{Broken, Game, Turn};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::setup::Chosen;

/// The rules with one scenario and its variants.
#[derive(Debug)]
pub struct Gbacw {
    chosen: Chosen,
    pub tables: Tables,
    pub scenario: Scenario,
    pub sight: Sight,
    pub ground: Ground,
    pub roster: Roster,
    pub options: Options,
    /// The position before the first turn: found once, 5 % of the instructions of a random game of the small battle.
    opening: State,
}

impl Game for Gbacw {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = self.opening;
        rules::run(self, &mut state, chance);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Player(Player(rules::decider(self, state) as u8)) }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if !state.over {
            rules::offer(self, state, out);
        }
    }

    fn apply<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) {
        rules::take(self, state, action, chance);
    }

    fn payoffs(&self, state: &State) -> PerPlayer<f32> {
        publish::payoffs(self, state)
    }

    fn observe(&self, state: &State, viewer: Player) -> Observation<State> {
        observe::observe(state, viewer)
    }

    fn determinize<C: Chance>(&self, seen: &Observation<State>, _: &mut C) -> State {
        observe::determinize(seen)
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        check::check(self, state)
    }

    fn decision_cap(&self) -> u32 {
        400_000
    }
}

impl Gbacw {
    /// A rule of the battle that stands in for a commander who has not arrived.
    pub fn stands_in_for(&self, formation: Formation) -> bool {
        self.scenario.special_rule("reno_absent").is_some_and(|rule| rule.formation == Some(formation))
    }

    /// The most activations a rule of the battle allows a division this turn.
    pub fn special_activation_cap(&self, state: &State, division: Formation) -> i8 {
        self.scenario
            .special_rules
            .iter()
            .filter(|rule| rule.formation == Some(division) && rule.turns.contains(&state.turn))
            .filter_map(|rule| rule.max_activations)
            .map(|most| most as i8)
            .min()
            .unwrap_or(i8::MAX)
    }

    /// Whether entry hexes of the enemy or a rule of the battle close a hex to a side. [GB 9.72]
    pub fn is_closed_to(&self, state: &State, side: Side, hex: Hex) -> bool {
        let by_rule = self.scenario.special_rules.iter().any(|rule| {
            // The name last: it is the dearest to compare.
            rule.side == Some(side)
                && rule.hexes.contains(hex)
                && rule.id == "north_edge"
                && rule.from_turn.is_none_or(|from| state.turn < from)
        });
        by_rule || rules::ch09_entry::is_entry_closed(self, state, side, hex)
    }
}
