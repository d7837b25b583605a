//! What files, people and protocols need: words, metrics, outcome, map and board.

use serde_json::Value;

use super::action;
use super::json;
use super::phase;
use super::rules::ch09_battle::BATTLE_COLUMNS;
use super::rules::ch10_political_control::count_colonies;
use super::setup;
use super::tables::{Kind, Tables};
use super::types::{Ending, Nation, Post, Side, Station};
use super::{Action, State, WashingtonsWar};
use crate::board::{Board, Card, Hand, Link, Map, Marker, Piece, Place};
use crate::data::{Pack, Problem};
use crate::game::Game;
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::published::{Outcome, Published};
use crate::setup::{Catalogue, Chosen};

const METRICS: [&str; 18] = [
    "british_colonies",
    "american_colonies",
    "british_markers",
    "american_markers",
    "british_cu",
    "american_cu",
    "french_cu",
    "british_box_cu",
    "alliance",
    "france",
    "british_hand",
    "american_hand",
    "congress_in_session",
    "british_regulars",
    "british_generals_captured",
    "american_generals_captured",
    "washington_in_play",
    "war_ends_year",
];

impl Published for WashingtonsWar {
    const NAME: &'static str = "washingtons-war";
    const TITLE: &'static str = "Washington's War";

    fn pack() -> Pack {
        Pack::embedded(
            Self::NAME,
            &[
                ("card", &["number"]),
                ("placement", &["space"]),
                ("connection", &["a", "b"]),
                ("turn", &["year"]),
            ],
            &[
                ("spaces.toml", include_str!("../../../data/washingtons-war/spaces.toml")),
                ("connections.toml", include_str!("../../../data/washingtons-war/connections.toml")),
                ("generals.toml", include_str!("../../../data/washingtons-war/generals.toml")),
                ("cards.toml", include_str!("../../../data/washingtons-war/cards.toml")),
                ("setup.toml", include_str!("../../../data/washingtons-war/setup.toml")),
                ("turns.toml", include_str!("../../../data/washingtons-war/turns.toml")),
            ],
        )
    }

    fn catalogue(data: &Pack) -> Result<Catalogue, Problem> {
        Tables::read(data, 0)?;
        Ok(setup::catalogue())
    }

    fn build(chosen: &Chosen, data: &Pack) -> Result<Self, Problem> {
        let pack = setup::apply_variants(chosen, data)?;
        let bid = chosen.number("side_bid");
        let tables = Tables::read(&pack, bid)?;
        let opening = setup::opening(&pack, &tables)?;
        Ok(WashingtonsWar {
            chosen: chosen.clone(),
            tables,
            opening,
            tournament_replacement: chosen.is_on("tournament_replacement"),
            bidder: if bid > 0 { Side::British } else { Side::American },
        })
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn seat(&self, player: Player) -> &str {
        Side::of(player).id()
    }

    fn code(&self, action: Action) -> String {
        action::code(&self.tables, action)
    }

    fn sentence(&self, _: &State, action: Action) -> String {
        action::sentence(&self.tables, action)
    }

    fn question(&self, state: &State) -> String {
        phase::question(&self.tables, state).0.into()
    }

    fn rule(&self, state: &State) -> &'static str {
        phase::question(&self.tables, state).1
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let (reason, rule) = match ending {
            Ending::BritishAutomatic => ("british_automatic_victory", "13.1"),
            Ending::AmericanAutomatic => ("american_automatic_victory", "13.1"),
            Ending::BritishColonies => ("british_colonies", "13.2"),
            Ending::AmericanColonies => ("american_colonies", "13.2"),
        };
        let count = |side| count_colonies(self, state, side);
        Some(Outcome {
            payoffs: self.payoffs(state),
            scores: PerPlayer::from_fn(2, |player| i32::from(count(Side::of(player)))),
            reason,
            rule,
            text: format!(
                "The {} win; the British control {} colonies, the Americans {}.",
                ending.winner().name(),
                count(Side::British),
                count(Side::American)
            ),
        })
    }

    fn turn_number(&self, state: &State) -> u16 {
        state.year - self.tables.params.first_year + 1
    }

    fn turn_name(&self, state: &State) -> String {
        state.year.to_string()
    }

    fn state_json(&self, state: &State) -> Value {
        json::state_json(self, state)
    }

    fn state_from_json(&self, value: &Value) -> Result<State, Problem> {
        json::read_state(self, value)
    }

    fn view_json(&self, seen: &Observation<State>) -> Value {
        json::view_json(self, seen.visible(), Side::of(seen.viewer()))
    }

    fn metric_names(&self) -> Vec<String> {
        METRICS.map(String::from).to_vec()
    }

    fn metrics(&self, state: &State, out: &mut Vec<i32>) {
        let tables = &self.tables;
        let captured = |side: Side| {
            let held =
                |g: &super::types::General| state.posts[*g] == Post::CAPTURED && tables.side_of(*g) == side;
            tables.all_generals().filter(held).count() as i32
        };
        let sum = |counts: &[u8]| counts.iter().map(|&count| i32::from(count)).sum();
        let washington = tables.washington.is_some_and(|general| state.posts[general] != Post::REMOVED);
        let war_ends = state.war_ends.and_then(|card| tables.card(card).war_ends);
        out.extend([
            i32::from(count_colonies(self, state, Side::British)),
            i32::from(count_colonies(self, state, Side::American)),
            state.markers[0].len() as i32,
            state.markers[1].len() as i32,
            sum(state.british.values()),
            sum(state.american.values()),
            state.french.as_slice().len() as i32,
            i32::from(state.british_box),
            i32::from(state.alliance),
            state.france as i32,
            state.hands[0].len() as i32,
            state.hands[1].len() as i32,
            i32::from(state.congress.is_some()),
            i32::from(state.british_regulars),
            captured(Side::British),
            captured(Side::American),
            i32::from(washington),
            war_ends.map_or(0, i32::from),
        ]);
    }

    fn battle_columns() -> &'static [&'static str] {
        BATTLE_COLUMNS
    }

    fn map(&self) -> Map {
        let tables = &self.tables;
        let mut map = Map { width: 1000.0, height: 1000.0, ..Map::default() };
        for space in tables.all_spaces {
            let info = &tables.spaces[usize::from(space.0)];
            let mut features = Vec::new();
            if info.winter_quarters {
                features.push("winter quarters".into());
            }
            if let Some(zone) = &info.blockade_zone {
                features.push(format!("zone {zone}"));
            }
            let kind = match (info.fortified_port, info.port) {
                (true, _) => "fortified_port",
                (_, true) => "port",
                _ => "land",
            };
            map.places.push(Place {
                id: info.id.clone(),
                name: info.name.clone(),
                x: info.x,
                y: info.y,
                kind: kind.into(),
                features,
                region: Some(info.colony.clone()),
            });
        }
        map.links = tables
            .links
            .iter()
            .map(|link| Link {
                a: link.a.clone(),
                b: link.b.clone(),
                kind: if link.only.is_some() { "trail".into() } else { link.kind.clone() },
            })
            .collect();
        map
    }

    fn board(&self, seen: &Observation<State>) -> Board {
        let state = seen.visible();
        let mut board = Board::default();
        draw_pieces(&self.tables, state, &mut board);
        for side in Side::BOTH {
            for space in state.markers[side.index()] {
                board.markers.push(Marker {
                    place: self.tables.space_id(space).into(),
                    owner: Some(side.player()),
                    label: side.name().into(),
                    kind: "control".into(),
                });
            }
            board.hands.push(draw_hand(&self.tables, state, side, Side::of(seen.viewer())));
        }
        let mut track = |name: &str, value: String| board.tracks.push((name.into(), value));
        track("Year", state.year.to_string());
        track("French Alliance", format!("{} ({:?})", state.alliance, state.france));
        track("British Regulars", if state.british_regulars { "yes" } else { "no" }.into());
        track("Congress", state.congress.map_or("dispersed", |space| self.tables.space_name(space)).into());
        let navy = state.navy.map_or("none", |zone| self.tables.zones[usize::from(zone.0)].name.as_str());
        track("Blockade", navy.into());
        let war_ends = state.war_ends.and_then(|card| self.tables.card(card).war_ends);
        track("War ends", war_ends.map_or("open".into(), |year| year.to_string()));
        for side in Side::BOTH {
            track(&format!("{} colonies", side.name()), count_colonies(self, state, side).to_string());
        }
        board
    }
}

fn draw_pieces(tables: &Tables, state: &State, board: &mut Board) {
    for general in tables.all_generals() {
        let info = tables.general(general);
        let place = match state.posts[general].station() {
            Station::Map(space) => tables.space_id(space).to_string(),
            Station::Reinforcements => format!("reinforcements_{}", tables.side_of(general).id()),
            Station::Captured => "captured".into(),
            Station::Removed => continue,
        };
        board.pieces.push(Piece {
            id: info.id.clone(),
            place,
            owner: Some(tables.side_of(general).player()),
            label: info.name.clone(),
            detail: format!("strategy {} battle {} agility {}", info.strategy, info.battle, info.agility),
            kind: "general".into(),
            ..Piece::default()
        });
    }
    let nations = [(Nation::British, "british"), (Nation::American, "american"), (Nation::French, "french")];
    for space in tables.all_spaces {
        for (nation, word) in nations {
            let count = state.count_of(nation, space);
            if count > 0 {
                let side = if nation == Nation::British { Side::British } else { Side::American };
                board.pieces.push(Piece {
                    id: format!("{word}_cu_{}", tables.space_id(space)),
                    place: tables.space_id(space).into(),
                    owner: Some(side.player()),
                    label: format!("{count}"),
                    detail: format!("{word} combat units"),
                    kind: "troop".into(),
                    strength: i32::from(count),
                    ..Piece::default()
                });
            }
        }
    }
    if let Some(space) = state.congress {
        board.pieces.push(Piece {
            id: "congress".into(),
            place: tables.space_id(space).into(),
            owner: Some(Side::American.player()),
            label: "Congress".into(),
            kind: "congress".into(),
            ..Piece::default()
        });
    }
}

fn draw_hand(tables: &Tables, state: &State, side: Side, viewer: Side) -> Hand {
    let hand = state.hands[side.index()];
    let known = if side == viewer { hand } else { hand & state.open };
    let card = |card| {
        let info = tables.card(card);
        let text = match info.kind {
            Kind::Ops(value) => format!("OPS {value}"),
            Kind::Event => "event".into(),
            Kind::Battle => "battle card".into(),
            Kind::Campaign => "campaign".into(),
            Kind::Special => "special event".into(),
        };
        Card { id: info.id.clone(), title: info.title.clone(), text }
    };
    Hand { owner: Some(side.player()), count: hand.len(), cards: known.into_iter().map(card).collect() }
}
