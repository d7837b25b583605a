//! What files, people and pictures need: words, metrics, outcome, map and board.

use serde_json::Value;

use crate::board::{Board, Card as BoardCard, Hand, Link, Map, Marker, Piece, Place};
use crate::data::{Pack, Problem};
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::published::{Outcome, Published};
use crate::set::Index;
use crate::setup::{Catalogue, Chosen};
use crate::{Game, setup};

use super::Coalitions;
use super::action::Action;
use super::json;
use super::observe::sees_hand;
use super::rules::ch07_actions;
use super::state::{Reason, State};
use super::types::{Power, Status, Step, Territory, WheelAction};

/// Names of the values of a battle row. Powers are numbers in the order of power from 0, -1 for none; the result is
/// 1 for the attacker, -1 for the defender, 0 for a draw.
pub const BATTLE_COLUMNS: &[&str] = &[
    "attacker_power",
    "defender_power",
    "attack_base",
    "defence_base",
    "attack_cards",
    "defence_cards",
    "attack_supporters",
    "defence_supporters",
    "attack_strength",
    "defence_strength",
    "attack_losses",
    "defence_losses",
    "generals_defeated",
    "result",
];

/// Measures of each power, in this order.
const METRICS: [&str; 8] =
    ["influence", "morale", "money", "troops", "generals", "territories", "value", "status"];

impl Step {
    /// The action on the wheel that a step belongs to.
    fn wheel_action(self) -> Option<WheelAction> {
        Some(match self {
            Step::Drill => WheelAction::Drill,
            Step::Taxation => WheelAction::Taxation,
            Step::Leadership | Step::Subsidies | Step::NapoleonMove => WheelAction::Leadership,
            Step::Mobilization => WheelAction::Mobilization,
            Step::Influence => WheelAction::Influence,
            Step::Movement => WheelAction::Movement,
            _ => return None,
        })
    }
}

impl Published for Coalitions {
    const NAME: &'static str = "coalitions";
    const TITLE: &'static str = "Coalitions";

    fn pack() -> Pack {
        super::setup::pack()
    }

    fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
        super::setup::catalogue(data)
    }

    fn build(chosen: &Chosen, data: &Pack) -> Result<Self, Problem> {
        super::setup::build(chosen, data)
    }

    fn chosen(&self) -> &setup::Chosen {
        &self.chosen
    }

    fn seat(&self, player: Player) -> &str {
        let power = Power::all().find(|power| self.seats[power.i()] == Some(player));
        power.map_or("france", |power| Power::IDS[power.i()])
    }

    fn code(&self, action: Action) -> String {
        self.action_code(action)
    }

    fn sentence(&self, state: &State, action: Action) -> String {
        self.action_sentence(state, action)
    }

    fn question(&self, state: &State) -> String {
        match state.decision {
            Some(decision) => self.decision_question(state, decision),
            None => "The game is over.".into(),
        }
    }

    fn rule(&self, state: &State) -> &'static str {
        match (state.decision, state.end) {
            (Some(decision), _) => decision.ask.rule(),
            (None, Some(end)) => end.reason.words().0,
            (None, None) => "5.round",
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.end?;
        let (rule, words) = end.reason.words();
        let names: Vec<&str> = end.winners.iter().map(|power| self.tables.power_name(power)).collect();
        let score = |player: Player| {
            let own = Power::all().find(|power| self.seats[power.i()] == Some(player));
            let counted = if self.is_lempereur() { Some(Power::France) } else { own };
            counted.map_or(0, |power| i32::from(state.influence[power.i()]))
        };
        Some(Outcome {
            payoffs: self.payoffs(state),
            scores: PerPlayer::from_fn(self.players(), score),
            reason: match end.reason {
                Reason::Influence => "influence",
                Reason::ConquerorOfParis => "conqueror_of_paris",
                Reason::ParisTaken => "paris_taken",
                Reason::NapoleonTriumphs => "napoleon_triumphs",
            },
            rule,
            text: format!("{words}: {}.", names.join(", ")),
        })
    }

    fn turn_number(&self, state: &State) -> u16 {
        state.round
    }

    fn turn_name(&self, state: &State) -> String {
        format!("Round {}, turn {}", state.round, state.turn)
    }

    fn state_json(&self, state: &State) -> Value {
        serde_json::to_value(json::to_file(self, state)).unwrap_or(Value::Null)
    }

    fn state_from_json(&self, json: &Value) -> Result<State, Problem> {
        json::from_json(self, json)
    }

    fn view_json(&self, seen: &Observation<State>) -> Value {
        json::view_json(self, seen)
    }

    fn metric_names(&self) -> Vec<String> {
        Power::IDS.iter().flat_map(|id| METRICS.iter().map(move |metric| format!("{id}_{metric}"))).collect()
    }

    fn metrics(&self, state: &State, out: &mut Vec<i32>) {
        for power in Power::all() {
            let i = power.i();
            let held = state.controlled(&self.tables, power);
            out.extend([
                i32::from(state.influence[i]),
                i32::from(state.morale[i]),
                i32::from(state.money[i]),
                i32::from(state.count_troops(power)),
                state.generals[i].len() as i32,
                held.len() as i32,
                i32::from(self.tables.total_value(held)),
                match state.status[i] {
                    Status::British => 0,
                    Status::French => 1,
                    Status::Neutral => 2,
                    Status::Expansionist => 3,
                },
            ]);
        }
    }

    fn battle_columns() -> &'static [&'static str] {
        BATTLE_COLUMNS
    }

    fn map(&self) -> Map {
        let shown = self.tables.territories.iter().enumerate().filter(|(_, info)| info.on_side);
        let places = shown
            .map(|(i, info)| {
                let at = Territory::from_index(i);
                let mut features = Vec::new();
                let value = self.tables.value[at];
                if value > 0 {
                    features.push(format!("value {value}"));
                }
                if self.tables.ports.contains(at) {
                    features.push("port".into());
                }
                for power in Power::all() {
                    if self.tables.claims[power.i()].contains(at) {
                        features.push(format!("claim {}", Power::IDS[power.i()]));
                    }
                    if self.tables.capital(power) == at {
                        features.push("capital".into());
                    }
                }
                Place {
                    id: info.id.clone(),
                    name: info.name.clone(),
                    x: info.x,
                    y: info.y,
                    kind: info.kind.clone(),
                    features,
                    region: self.tables.home_of[at].map(|power| Power::IDS[power.i()].to_string()),
                }
            })
            .collect();
        let link = |&(a, b, kind): &(Territory, Territory, &str)| Link {
            a: self.tables.id(a).into(),
            b: self.tables.id(b).into(),
            kind: kind.into(),
        };
        Map {
            width: 1000.0,
            height: 1000.0,
            places,
            links: self.tables.links.iter().map(link).collect(),
            hex_radius: None,
        }
    }

    fn board(&self, seen: &Observation<State>) -> Board {
        let (state, viewer) = (seen.visible(), seen.viewer());
        let mut board = Board::default();
        for power in Power::all() {
            self.add_pieces(state, power, &mut board);
            let known = sees_hand(self, state, viewer, power);
            board.hands.push(self.hand(state, power, known));
            self.add_tracks(state, power, &mut board);
        }
        for at in state.fortresses {
            let (place, label) = (self.tables.id(at).to_string(), "fortress".to_string());
            board.markers.push(Marker { place, owner: None, label, kind: "fortress".into() });
        }
        board.tracks.push(("round".into(), self.turn_name(state)));
        if let Some(action) = state.step.wheel_action() {
            let power = self.power_on(state.turn, action);
            board.tracks.push(("wheel".into(), format!("{}: {action:?}", self.tables.power_name(power))));
        }
        board
    }
}

impl Coalitions {
    fn add_pieces(&self, state: &State, power: Power, board: &mut Board) {
        let id = Power::IDS[power.i()];
        let owner = Some(self.speaker(state, power));
        for at in state.generals[power.i()] {
            let place = self.tables.id(at);
            let named = state.is_named(power, at);
            let label =
                if named { self.tables.powers[power.i()].named_general.clone() } else { "general".into() };
            board.pieces.push(Piece {
                id: format!("{id}_general_{place}"),
                place: place.into(),
                owner,
                label,
                detail: id.into(),
                kind: "general".into(),
                strength: i32::from(state.troops_at(power, at)),
                hidden: false,
                facing: None,
            });
        }
        for at in state.garrisons[power.i()] {
            let place = self.tables.id(at).to_string();
            board.markers.push(Marker { place, owner, label: id.into(), kind: "garrison".into() });
        }
    }

    fn hand(&self, state: &State, power: Power, known: bool) -> Hand {
        let mut cards = Vec::new();
        if known {
            for (info, &count) in self.tables.cards.iter().zip(&state.hands[power.i()]) {
                for _ in 0..count {
                    let title = format!("Battle card {}", info.id);
                    cards.push(BoardCard { id: info.id.clone(), title, text: info.text.clone() });
                }
            }
        }
        Hand { owner: Some(self.speaker(state, power)), count: usize::from(state.hand_size(power)), cards }
    }

    fn add_tracks(&self, state: &State, power: Power, board: &mut Board) {
        let i = power.i();
        let name = self.tables.power_name(power);
        let controller = match state.controller[i] {
            Some(controller) if controller != power => {
                format!(" under {}", self.tables.power_name(controller))
            }
            None if !self.is_automa(power) => " uncontrolled".into(),
            _ => String::new(),
        };
        let text = format!(
            "{}{controller}, influence {}, morale {}, money {}, tax {}",
            state.status[i].id(),
            state.influence[i],
            state.morale[i],
            state.money[i],
            ch07_actions::tax(self, state, power)
        );
        board.tracks.push((name.into(), text));
    }
}
