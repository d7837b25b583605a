//! What files, people and protocols see of the game: names, questions, outcome, measures, map and board.

use serde_json::{Map as Object, Value, json};

use super::phase::Phase;
use super::rules::ch08_political;
use super::state::State;
use super::types::*;
use super::{Action, WarsOfTheRoses, setup};
use crate::board::{Board, Card as BoardCard, Hand, Link, Map, Marker, Piece, Place as MapPlace};
use crate::data::{Pack, Problem};
use crate::game::Game;
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::published::{Outcome, Published};
use crate::setup::{Catalogue, Chosen};

/// Measures taken of each side, in this order.
const PER_SIDE: [&str; 8] =
    ["heirs_alive", "nobles_counted", "blocks_on_map", "blocks_in_exile", "pool", "spent", "dead", "hand"];

impl WarsOfTheRoses {
    fn exile_areas(&self) -> Areas {
        self.tables.exiles[0] | self.tables.exiles[1]
    }

    fn side_measures(&self, state: &State, side: Side) -> [i32; 8] {
        let own = state.of(&self.tables, side);
        let count = |blocks: Blocks| (blocks & own).len() as i32;
        let exiled = self.exile_areas().into_iter().fold(Blocks::EMPTY, |all, area| all | state.at(area));
        [
            state.living_heirs(&self.tables, side) as i32,
            ch08_political::nobles(self, state, side) as i32,
            count(state.on_map() - exiled),
            count(exiled),
            count(state.at(Place::POOL)),
            count(state.at(Place::SPENT)),
            count(state.at(Place::DEAD)),
            state.hands[side.index()].len() as i32,
        ]
    }

    /// Whether the viewer may know which block this is, and its strength.
    fn is_open(&self, state: &State, viewer: Side, block: Block) -> bool {
        let own = state.of(&self.tables, viewer).contains(block);
        let hideable = (state.on_map() | state.at(Place::POOL)).contains(block);
        own || !hideable || state.known.contains(block)
    }
}

impl Published for WarsOfTheRoses {
    const NAME: &'static str = "wars-of-the-roses";
    const TITLE: &'static str = "Wars of the Roses";

    fn pack() -> Pack {
        setup::pack()
    }

    fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
        setup::catalogue(data)
    }

    fn build(chosen: &Chosen, data: &Pack) -> Result<Self, Problem> {
        setup::build(chosen, data)
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn seat(&self, player: Player) -> &str {
        Side::of(player).id()
    }

    fn code(&self, action: Action) -> String {
        self.action_code(action)
    }

    fn sentence(&self, _: &State, action: Action) -> String {
        self.action_sentence(action)
    }

    fn question(&self, state: &State) -> String {
        let (_, question) = state.phase.question();
        match state.phase.block() {
            Some(block) => format!("{}: {question}", self.tables.block(block).name),
            None => question.into(),
        }
    }

    fn rule(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::GoHome { side, .. } if side == state.king_side => "8.4",
            phase => phase.question().0,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let Phase::Over { winner, reason } = state.phase else { return None };
        let (rule, how) = match reason {
            Reason::HeirsDead => ("9.0", "no enemy heir is left"),
            Reason::Usurpation => ("8.2", "the Pretender has usurped the throne"),
            Reason::KingHolds => ("8.2", "the King holds the throne"),
        };
        Some(Outcome {
            payoffs: self.payoffs(state),
            scores: PerPlayer::from_fn(2, |player| {
                ch08_political::nobles(self, state, Side::of(player)) as i32
            }),
            reason: reason.word(),
            rule,
            text: format!("{} wins: {how}.", winner.name()),
        })
    }

    fn turn_number(&self, state: &State) -> u16 {
        let first = u16::from(self.initial.campaign);
        (u16::from(state.campaign) - first) * u16::from(self.tables.turns) + u16::from(state.turn)
    }

    fn turn_name(&self, state: &State) -> String {
        format!("Campaign {}, turn {}", state.campaign, state.turn)
    }

    fn state_json(&self, state: &State) -> Value {
        self.state_to_json(state)
    }

    fn state_from_json(&self, json: &Value) -> Result<State, Problem> {
        self.read_state(json)
    }

    fn view_json(&self, seen: &Observation<State>) -> Value {
        let (state, viewer) = (seen.visible(), Side::of(seen.viewer()));
        let mut blocks = Object::new();
        let mut hidden = Object::new();
        for block in self.tables.all_blocks() {
            let place = self.place_word(state, block);
            if self.is_open(state, viewer, block) {
                let strength = state.strength(&self.tables, block);
                blocks.insert(
                    self.tables.block(block).id.clone(),
                    json!({ "at": place, "strength": strength }),
                );
            } else {
                let count = hidden.get(place).and_then(Value::as_u64).unwrap_or(0);
                hidden.insert(place.into(), (count + 1).into());
            }
        }
        let unseen =
            self.tables.all_blocks().into_iter().filter(|&block| !self.is_open(state, viewer, block));
        let full = self.state_to_json(state);
        let shown = |side: Side| {
            let face_down = side != viewer && matches!(state.phase, Phase::ChooseCard { .. });
            match state.card[side.index()] {
                Some(_) if face_down => json!("face_down"),
                Some(card) => self.tables.card(card).id.as_str().into(),
                None => Value::Null,
            }
        };
        let open_hand = matches!(state.phase, Phase::AnswerRedeal { side } if side == viewer);
        let mut view = json!({
            "viewer": viewer.id(),
            "blocks": blocks,
            "hidden_enemy_blocks": hidden,
            "unplaced_enemy_blocks": self.block_ids(unseen.collect()),
            "hand": self.card_ids(state.hands[viewer.index()]),
            "enemy_hand_size": state.hands[viewer.other().index()].len(),
            "cards": { "lancaster": shown(Side::Lancaster), "york": shown(Side::York) },
            "question": state.phase.question().1,
            "actor": state.phase.side(state).map(Side::id),
            "contested": self.area_ids(state.contested()),
        });
        if open_hand {
            view["enemy_hand"] = self.card_ids(state.hands[viewer.other().index()]);
        }
        for field in [
            "campaign",
            "turn",
            "king_side",
            "king",
            "pretender",
            "player_1",
            "played",
            "action_points",
            "opened",
            "entered",
            "battle",
            "treason_roll_left",
            "treachery_tried",
            "turned",
        ] {
            view[field] = full[field].clone();
        }
        view
    }

    fn metric_names(&self) -> Vec<String> {
        let mut names = vec!["campaign".to_string(), "york_is_king".into(), "king_lives".into()];
        for side in Side::BOTH {
            names.extend(PER_SIDE.iter().map(|name| format!("{}_{name}", side.id())));
        }
        names
    }

    fn metrics(&self, state: &State, out: &mut Vec<i32>) {
        out.push(i32::from(state.campaign));
        out.push(i32::from(state.king_side == Side::York));
        out.push(i32::from(state.king.is_some()));
        for side in Side::BOTH {
            out.extend(self.side_measures(state, side));
        }
    }

    fn battle_columns() -> &'static [&'static str] {
        &[
            "campaign",
            "campaign_turn",
            "rounds",
            "attacker_blocks",
            "attacker_strength",
            "defender_blocks",
            "defender_strength",
            "attacker_strength_left",
            "defender_strength_left",
            "defections",
            "control_changed",
        ]
    }

    fn map(&self) -> Map {
        let mut places: Vec<MapPlace> = self
            .tables
            .areas
            .iter()
            .map(|area| {
                let mut features: Vec<String> = Vec::new();
                features.extend(area.crown.then(|| "crown".into()));
                features.extend(area.city.iter().map(|city| format!("city {city}")));
                features.extend(area.cathedral.iter().map(|cathedral| format!("cathedral {cathedral}")));
                features.extend(area.major_port.then(|| "port".into()));
                features.extend(area.shields.iter().map(|shield| format!("shield {shield}")));
                MapPlace {
                    id: area.id.clone(),
                    name: area.name.clone(),
                    x: area.x as f32,
                    y: area.y as f32,
                    kind: area.kind.clone(),
                    features,
                    region: area.exile_of.map(|side| side.id().into()).or(area.wales.then(|| "wales".into())),
                }
            })
            .collect();
        places.extend(self.tables.seas.iter().map(|(id, name, x, y)| MapPlace {
            id: id.clone(),
            name: name.clone(),
            x: *x as f32,
            y: *y as f32,
            kind: "sea".into(),
            ..MapPlace::default()
        }));
        let mut links: Vec<Link> = self
            .tables
            .borders
            .iter()
            .map(|border| Link {
                a: self.tables.area(border.ends[0]).id.clone(),
                b: self.tables.area(border.ends[1]).id.clone(),
                kind: border.colour.clone(),
            })
            .collect();
        for area in &self.tables.areas {
            links.extend(area.coasts.iter().map(|sea| Link {
                a: area.id.clone(),
                b: self.tables.seas[usize::from(sea.0)].0.clone(),
                kind: "coast".into(),
            }));
        }
        Map { width: 1000.0, height: 1000.0, places, links, hex_radius: None }
    }

    fn board(&self, seen: &Observation<State>) -> Board {
        let (state, viewer) = (seen.visible(), Side::of(seen.viewer()));
        let mut pieces = Vec::new();
        let mut stand_in = 0;
        for block in self.tables.all_blocks() {
            let word = self.place_word(state, block);
            if matches!(word, "aside" | "minor") {
                continue;
            }
            let owner = state.side_of(&self.tables, block);
            let place = match word {
                "pool" | "spent" | "dead" | "prison" => format!("{word}_{}", owner.id()),
                area => area.to_string(),
            };
            if !self.is_open(state, viewer, block) {
                stand_in += 1;
                pieces.push(Piece {
                    id: format!("hidden_{stand_in}"),
                    place,
                    owner: Some(owner.player()),
                    kind: "hidden".into(),
                    hidden: true,
                    ..Piece::default()
                });
                continue;
            }
            let info = self.tables.block(block);
            let role = [(state.king, "King"), (state.pretender, "Pretender")]
                .into_iter()
                .find(|(leader, _)| *leader == Some(block))
                .map_or(String::new(), |(_, role)| format!(" {role}"));
            let hidden_to_enemy = owner == viewer && !state.known.contains(block);
            pieces.push(Piece {
                id: info.id.clone(),
                place,
                owner: Some(owner.player()),
                label: info.name.clone(),
                detail: format!(
                    "{}{}{role}{}",
                    info.combat,
                    info.number,
                    if hidden_to_enemy { " unseen" } else { "" }
                ),
                kind: format!("{:?}", info.kind).to_lowercase(),
                strength: i32::from(state.strength(&self.tables, block)),
                hidden: false,
                facing: None,
            });
        }
        let markers = state.contested().into_iter().map(|area| Marker {
            place: self.tables.area(area).id.clone(),
            owner: None,
            label: "battle".into(),
            kind: "battle".into(),
        });
        let hand = |side: Side| {
            let open = side == viewer
                || matches!(state.phase, Phase::AnswerRedeal { side: asked } if asked == viewer);
            let cards = if open { state.hands[side.index()] } else { Cards::EMPTY };
            Hand {
                owner: Some(side.player()),
                count: state.hands[side.index()].len(),
                cards: cards
                    .into_iter()
                    .map(|card| {
                        let info = self.tables.card(card);
                        let text = if info.event { "event" } else { "action" };
                        BoardCard {
                            id: info.id.clone(),
                            title: info.name.clone(),
                            text: format!("{text}, {} AP", info.ap),
                        }
                    })
                    .collect(),
            }
        };
        Board {
            pieces,
            markers: markers.collect(),
            hands: Side::BOTH.map(hand).into(),
            tracks: vec![
                ("Campaign".into(), state.campaign.to_string()),
                ("Turn".into(), state.turn.to_string()),
                ("King".into(), state.king_side.name().into()),
                ("Player 1".into(), state.first.name().into()),
                ("AP".into(), state.ap.to_string()),
            ],
        }
    }
}
