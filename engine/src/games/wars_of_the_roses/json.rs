//! A state as JSON that a person can read, edit and load back: data ids everywhere, hidden things included.

use serde_json::{Map, Value, json};

use super::WarsOfTheRoses;
use super::phase::Phase;
use super::state::{Battle, Flags, Losses, State, Tally, Voyage};
use super::types::*;
use crate::data::{Problem, suggestion};
use crate::set::Table;

const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

impl WarsOfTheRoses {
    fn block_id(&self, block: Block) -> &str {
        &self.tables.block(block).id
    }

    fn area_id(&self, area: Area) -> &str {
        &self.tables.area(area).id
    }

    pub(super) fn block_ids(&self, blocks: Blocks) -> Value {
        blocks.into_iter().map(|block| self.block_id(block)).collect()
    }

    pub(super) fn card_ids(&self, cards: Cards) -> Value {
        cards.into_iter().map(|card| self.tables.card(card).id.as_str()).collect()
    }

    pub(super) fn area_ids(&self, areas: Areas) -> Value {
        areas.into_iter().map(|area| self.area_id(area)).collect()
    }

    fn way_ids(&self, ways: Ways) -> Value {
        let name = |way: Way| {
            let ends = self.tables.border(way.border()).ends;
            let from = usize::from(way.0 % 2);
            format!("{}>{}", self.area_id(ends[from]), self.area_id(ends[1 - from]))
        };
        ways.into_iter().map(name).collect()
    }

    /// The word for a place: an area, a box, `prison`, or `aside` while the twin is in play.
    pub(super) fn place_word(&self, state: &State, block: Block) -> &str {
        if state.prisoner == Some(block) {
            return "prison";
        }
        match state.place_of(block) {
            None => "aside",
            Some(place) => match place.area() {
                Some(area) => self.area_id(area),
                None => {
                    Place::BOXES.iter().find(|(known, _)| *known == place).map_or("aside", |(_, word)| word)
                }
            },
        }
    }

    /// How often each border was crossed: `derby-chester`, and in a battle `lancaster>derby` or `lancaster>sea`.
    fn crossings_json(&self, state: &State) -> Value {
        let mut out = Map::new();
        for key in 0..64 {
            let count = state.crossings.get(key);
            if count > 0 {
                out.insert(self.crossing_name(state, key).unwrap_or_else(|| key.to_string()), count.into());
            }
        }
        Value::Object(out)
    }

    fn crossing_name(&self, state: &State, key: usize) -> Option<String> {
        match state.battle {
            None => {
                let [a, b] = self.tables.borders.get(key)?.ends;
                Some(format!("{}-{}", self.area_id(a), self.area_id(b)))
            }
            Some(battle) => {
                let side = Side::BOTH.get(key / 16)?;
                let exit = key % 16;
                if exit == MOST_NEIGHBOURS {
                    return Some(format!("{}>sea", side.id()));
                }
                let (_, to) = self.tables.area(battle.area).ways.get(exit)?;
                Some(format!("{}>{}", side.id(), self.area_id(*to)))
            }
        }
    }

    pub(super) fn state_to_json(&self, state: &State) -> Value {
        let mut blocks = Map::new();
        for block in self.tables.all_blocks() {
            let mut entry = Map::new();
            entry.insert("at".into(), self.place_word(state, block).into());
            let full = self.tables.max_strength[block];
            entry.insert("strength".into(), (full - state.lost.get(block)).into());
            entry.insert("known_to_enemy".into(), state.known.contains(block).into());
            if state.seen_lost.get(block) != state.lost.get(block) {
                entry.insert("last_seen_strength".into(), (full - state.seen_lost.get(block)).into());
            }
            blocks.insert(self.block_id(block).into(), Value::Object(entry));
        }
        let card = |side: Side| state.card[side.index()].map(|card| self.tables.card(card).id.as_str());
        let leader = |block: Option<Block>| block.map(|block| self.block_id(block));
        let second_sea: Vec<&str> = self
            .tables
            .double_coasts
            .iter()
            .enumerate()
            .filter(|(i, _)| state.flags.has(Flags::SECOND_SEA << i))
            .map(|(_, area)| self.area_id(*area))
            .collect();
        json!({
            "scenario": self.chosen.scenario,
            "campaign": state.campaign,
            "turn": state.turn,
            "king_side": state.king_side.id(),
            "king": leader(state.king),
            "pretender": leader(state.pretender),
            "player_1": state.first.id(),
            "phase": self.phase_json(state.phase),
            "blocks": blocks,
            "hands": by_side(|side| self.card_ids(state.hands[side.index()])),
            "cards": by_side(|side| card(side).into()),
            "played": self.card_ids(state.played),
            "redealt": by_side(|side| state.flags.has(Flags::REDEALT << side.index()).into()),
            "action_points": state.ap,
            "opened": self.area_ids(state.opened),
            "port_pairs": state.pairs.iter().flatten().map(|pair| {
                format!("{}>{}", self.area_id(pair.from()), self.area_id(pair.to()))
            }).collect::<Vec<_>>(),
            "done": self.block_ids(state.done),
            "reserve": self.block_ids(state.reserve),
            "pirates": self.block_ids(state.pirates),
            "pirates_by_second_sea": second_sea,
            "entered": by_side(|side| self.way_ids(state.entered[side.index()])),
            "main_attack": self.way_ids(state.main_attack),
            "crossings": self.crossings_json(state),
            "treason_roll_left": state.flags.has(Flags::TREASON),
            "treachery_tried": {
                "lancaster": state.flags.has(Flags::TRIED),
                "york": state.flags.has(Flags::TRIED << 1),
                "warwick": state.flags.has(Flags::WARWICK_TRIED),
            },
            "turned": self.block_ids(state.turned),
            "battle": state.battle.map(|battle| json!({
                "area": self.area_id(battle.area),
                "round": battle.round,
                "attacker": battle.attacker.id(),
                "control_changed": battle.changed,
                "blocks_at_start": battle.blocks,
                "strength_at_start": battle.strength,
            })),
        })
    }

    fn phase_json(&self, phase: Phase) -> Value {
        let area = |area: Area| self.area_id(area);
        let block = |block: Block| self.block_id(block);
        match phase {
            Phase::AskRedeal { side } => json!({ "name": "ask_redeal", "side": side.id() }),
            Phase::AnswerRedeal { side } => json!({ "name": "answer_redeal", "side": side.id() }),
            Phase::ChooseCard { side } => json!({ "name": "choose_card", "side": side.id() }),
            Phase::Act { side } => json!({ "name": "act", "side": side.id() }),
            Phase::March { side, block: b, previous, steps, muster, .. } => json!({
                "name": "march", "side": side.id(), "block": block(b), "previous": area(previous), "steps": steps,
                "muster": muster.map(area),
            }),
            Phase::ChooseMuster { side } => json!({ "name": "choose_muster", "side": side.id() }),
            Phase::Muster { side, area: a } => {
                json!({ "name": "muster", "side": side.id(), "area": area(a) })
            }
            Phase::Plague { side } => json!({ "name": "plague", "side": side.id() }),
            Phase::ChooseBattle => json!({ "name": "choose_battle" }),
            Phase::TreasonCard { side } => json!({ "name": "treason_card", "side": side.id() }),
            Phase::BattleTurn { side, letter } => json!({
                "name": "battle_turn", "side": side.id(), "letter": LETTERS.get(usize::from(letter)),
            }),
            Phase::TakeHits { side, hits } => json!({ "name": "take_hits", "side": side.id(), "hits": hits }),
            Phase::Regroup { side } => json!({ "name": "regroup", "side": side.id() }),
            Phase::Execute { side, block: b } => {
                json!({ "name": "execute", "side": side.id(), "block": block(b) })
            }
            Phase::EnterMinor { side, block: b } => {
                json!({ "name": "enter_minor", "side": side.id(), "block": block(b) })
            }
            Phase::Starve { side, area: a, left } => {
                json!({ "name": "starve", "side": side.id(), "area": area(a), "left": left })
            }
            Phase::GoHome { side, block: b } => {
                json!({ "name": "go_home", "side": side.id(), "block": block(b) })
            }
            Phase::Disband { side, area: a } => {
                json!({ "name": "disband", "side": side.id(), "area": area(a) })
            }
            Phase::Over { winner, reason } => {
                json!({ "name": "over", "winner": winner.id(), "reason": reason.word() })
            }
        }
    }

    pub(super) fn read_state(&self, json: &Value) -> Result<State, Problem> {
        let read = Reader { game: self, json, path: String::new() };
        let scenario = read.text("scenario")?;
        if scenario != self.chosen.scenario {
            return Err(read.wrong("scenario", &format!("this game is set up for {}", self.chosen.scenario)));
        }
        let mut places: Table<Place, Blocks, PLACES> = Table::filled(Blocks::EMPTY);
        let (mut lost, mut seen_lost) = (Losses::default(), Losses::default());
        let (mut known, mut prisoner) = (Blocks::EMPTY, None);
        let blocks = read.inside("blocks")?;
        for block in self.tables.all_blocks() {
            let entry = blocks.inside(self.block_id(block))?;
            match entry.text("at")? {
                "prison" if self.prison.is_some() && prisoner.is_none() => prisoner = Some(block),
                "prison" => return Err(entry.wrong("at", "there is no room in prison in this scenario")),
                "aside" => {}
                word => {
                    let known = Place::BOXES.iter().find(|(_, name)| *name == word).map(|(place, _)| *place);
                    let place = match known {
                        Some(place) => place,
                        None => entry.area("at")?.into(),
                    };
                    places[place].insert(block);
                }
            }
            let full = self.tables.max_strength[block];
            let strength = entry.number("strength", 1, full)?;
            lost.set(block, full - strength);
            let seen = match entry.json.get("last_seen_strength") {
                Some(_) => entry.number("last_seen_strength", 1, full)?,
                None => strength,
            };
            seen_lost.set(block, full - seen);
            known.set(block, entry.flag("known_to_enemy")?);
        }
        let mut flags = Flags::default();
        let (redealt, tried) = (read.inside("redealt")?, read.inside("treachery_tried")?);
        for side in Side::BOTH {
            flags.set(Flags::REDEALT << side.index(), redealt.flag(side.id())?);
            flags.set(Flags::TRIED << side.index(), tried.flag(side.id())?);
        }
        flags.set(Flags::WARWICK_TRIED, tried.flag("warwick")?);
        flags.set(Flags::TREASON, read.flag("treason_roll_left")?);
        for area in read.areas("pirates_by_second_sea")? {
            let place = self.tables.double_coasts.iter().position(|&double| double == area);
            let i = place.ok_or_else(|| read.wrong("pirates_by_second_sea", "an area there has one sea"))?;
            flags.set(Flags::SECOND_SEA << i, true);
        }
        let (hands, cards, entered) = (read.inside("hands")?, read.inside("cards")?, read.inside("entered")?);
        let battle = read.battle()?;
        let mut state = State {
            places: Table::filled(Blocks::EMPTY),
            place_of: Table::filled(Place::ASIDE),
            held: [Areas::EMPTY; 2],
            lost,
            seen_lost,
            known,
            hands: [hands.cards("lancaster")?, hands.cards("york")?],
            played: read.cards("played")?,
            entered: [entered.ways("lancaster")?, entered.ways("york")?],
            main_attack: read.ways("main_attack")?,
            pirates: read.blocks("pirates")?,
            reserve: read.blocks("reserve")?,
            done: read.blocks("done")?,
            turned: read.blocks("turned")?,
            opened: read.areas("opened")?,
            crossings: Tally::default(),
            phase: read.phase(&places)?,
            card: [cards.card("lancaster")?, cards.card("york")?],
            pairs: read.pairs()?,
            battle,
            king_side: read.side("king_side")?,
            king: read.maybe_block("king")?,
            pretender: read.maybe_block("pretender")?,
            prisoner,
            campaign: read.number("campaign", 1, self.last_campaign)?,
            turn: read.number("turn", 1, self.tables.turns)?,
            first: read.side("player_1")?,
            ap: read.number("action_points", 0, MOST_AP as u8)?,
            flags,
        };
        state.set_places(&self.tables, places);
        let state = self.read_crossings(state, &read)?;
        state.check(&self.tables).map_err(|broken| Problem::new(broken.0))?;
        Ok(state)
    }

    fn read_crossings(&self, mut state: State, read: &Reader<'_>) -> Result<State, Problem> {
        let crossings = read.inside("crossings")?;
        let Value::Object(given) = crossings.json else {
            return Err(read.wrong("crossings", "an object is needed"));
        };
        for name in given.keys() {
            let key = (0..64).find(|&key| self.crossing_name(&state, key).as_deref() == Some(name));
            let key = key.ok_or_else(|| read.wrong("crossings", &format!("no crossing \"{name}\" here")))?;
            state.crossings.set(key, crossings.number(name, 0, 6)?);
        }
        Ok(state)
    }
}

fn by_side(value: impl Fn(Side) -> Value) -> Value {
    json!({ "lancaster": value(Side::Lancaster), "york": value(Side::York) })
}

/// Reads fields and names them in its complaints.
struct Reader<'a> {
    game: &'a WarsOfTheRoses,
    json: &'a Value,
    path: String,
}

impl<'a> Reader<'a> {
    fn wrong(&self, field: &str, message: &str) -> Problem {
        Problem::new(format!("{}{field}: {message}", self.path))
    }

    fn field(&self, field: &str) -> Result<&'a Value, Problem> {
        self.json.get(field).ok_or_else(|| self.wrong(field, "missing; add it"))
    }

    fn inside(&self, field: &str) -> Result<Reader<'a>, Problem> {
        let json = self.field(field)?;
        if !json.is_object() {
            return Err(self.wrong(field, "an object is needed"));
        }
        Ok(Reader { game: self.game, json, path: format!("{}{field}.", self.path) })
    }

    fn text(&self, field: &str) -> Result<&'a str, Problem> {
        self.field(field)?.as_str().ok_or_else(|| self.wrong(field, "a word in quotes is needed"))
    }

    fn flag(&self, field: &str) -> Result<bool, Problem> {
        self.field(field)?.as_bool().ok_or_else(|| self.wrong(field, "true or false is needed"))
    }

    fn number(&self, field: &str, low: u8, high: u8) -> Result<u8, Problem> {
        let number = self.field(field)?.as_u64().and_then(|number| u8::try_from(number).ok());
        number
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| self.wrong(field, &format!("a number from {low} to {high} is needed")))
    }

    fn side(&self, field: &str) -> Result<Side, Problem> {
        Side::from_id(self.text(field)?).ok_or_else(|| self.wrong(field, "a side is lancaster or york"))
    }

    fn words(&self, field: &str) -> Result<Vec<&'a str>, Problem> {
        let list = self.field(field)?.as_array().ok_or_else(|| self.wrong(field, "a list is needed"))?;
        let word =
            |value: &'a Value| value.as_str().ok_or_else(|| self.wrong(field, "a list of words is needed"));
        list.iter().map(word).collect()
    }

    fn unknown<'b>(
        &self,
        field: &str,
        what: &str,
        word: &str,
        known: impl Iterator<Item = &'b str>,
    ) -> Problem {
        self.wrong(field, &format!("no {what} \"{word}\".{}", suggestion(word, known)))
    }

    fn find_area(&self, field: &str, word: &str) -> Result<Area, Problem> {
        let tables = &self.game.tables;
        tables.find_area(word).ok_or_else(|| {
            self.unknown(field, "area", word, tables.areas.iter().map(|area| area.id.as_str()))
        })
    }

    fn find_block(&self, field: &str, word: &str) -> Result<Block, Problem> {
        let tables = &self.game.tables;
        tables.find_block(word).ok_or_else(|| {
            self.unknown(field, "block", word, tables.blocks.iter().map(|block| block.id.as_str()))
        })
    }

    fn find_card(&self, field: &str, word: &str) -> Result<Card, Problem> {
        let tables = &self.game.tables;
        tables.find_card(word).ok_or_else(|| {
            self.unknown(field, "card", word, tables.cards.iter().map(|card| card.id.as_str()))
        })
    }

    fn area(&self, field: &str) -> Result<Area, Problem> {
        self.find_area(field, self.text(field)?)
    }

    fn block(&self, field: &str) -> Result<Block, Problem> {
        self.find_block(field, self.text(field)?)
    }

    fn maybe_block(&self, field: &str) -> Result<Option<Block>, Problem> {
        if self.field(field)?.is_null() { Ok(None) } else { self.block(field).map(Some) }
    }

    fn card(&self, field: &str) -> Result<Option<Card>, Problem> {
        if self.field(field)?.is_null() {
            Ok(None)
        } else {
            self.find_card(field, self.text(field)?).map(Some)
        }
    }

    fn blocks(&self, field: &str) -> Result<Blocks, Problem> {
        self.words(field)?.into_iter().map(|word| self.find_block(field, word)).collect()
    }

    fn cards(&self, field: &str) -> Result<Cards, Problem> {
        self.words(field)?.into_iter().map(|word| self.find_card(field, word)).collect()
    }

    fn areas(&self, field: &str) -> Result<Areas, Problem> {
        self.words(field)?.into_iter().map(|word| self.find_area(field, word)).collect()
    }

    fn between(&self, field: &str, word: &str) -> Result<(Area, Area), Problem> {
        let (from, to) = word
            .split_once('>')
            .ok_or_else(|| self.wrong(field, &format!("\"{word}\" is not of the form from>to")))?;
        Ok((self.find_area(field, from)?, self.find_area(field, to)?))
    }

    fn ways(&self, field: &str) -> Result<Ways, Problem> {
        let way = |word: &str| {
            let (from, to) = self.between(field, word)?;
            let found = self.game.tables.area(from).ways.iter().find(|(_, end)| *end == to);
            found
                .map(|(way, _)| *way)
                .ok_or_else(|| self.wrong(field, &format!("\"{word}\": these areas share no border")))
        };
        self.words(field)?.into_iter().map(way).collect()
    }

    fn pairs(&self) -> Result<[Option<Voyage>; MOST_AP], Problem> {
        let mut pairs = [None; MOST_AP];
        let words = self.words("port_pairs")?;
        if words.len() > MOST_AP {
            return Err(self.wrong("port_pairs", &format!("at most {MOST_AP} are possible")));
        }
        for (slot, word) in pairs.iter_mut().zip(words) {
            let (from, to) = self.between("port_pairs", word)?;
            *slot = Some(Voyage::new(from, to));
        }
        pairs.sort_unstable_by_key(|pair| (pair.is_none(), *pair));
        Ok(pairs)
    }

    fn battle(&self) -> Result<Option<Battle>, Problem> {
        if self.field("battle")?.is_null() {
            return Ok(None);
        }
        let read = self.inside("battle")?;
        let two = |field: &str| -> Result<[u8; 2], Problem> {
            let list = read.field(field)?.as_array().filter(|list| list.len() == 2);
            let list = list.ok_or_else(|| read.wrong(field, "two numbers are needed"))?;
            let number = |i: usize| {
                let number = list[i].as_u64().and_then(|number| u8::try_from(number).ok());
                number.ok_or_else(|| read.wrong(field, "numbers from 0 to 255 are needed"))
            };
            Ok([number(0)?, number(1)?])
        };
        Ok(Some(Battle {
            area: read.area("area")?,
            round: read.number("round", 1, super::rules::ch06_battle::ROUNDS)?,
            attacker: read.side("attacker")?,
            changed: read.flag("control_changed")?,
            blocks: two("blocks_at_start")?,
            strength: two("strength_at_start")?,
        }))
    }

    fn phase(&self, places: &Table<Place, Blocks, PLACES>) -> Result<Phase, Problem> {
        let read = self.inside("phase")?;
        let side = || read.side("side");
        Ok(match read.text("name")? {
            "ask_redeal" => Phase::AskRedeal { side: side()? },
            "answer_redeal" => Phase::AnswerRedeal { side: side()? },
            "choose_card" => Phase::ChooseCard { side: side()? },
            "act" => Phase::Act { side: side()? },
            "march" => Phase::March {
                side: side()?,
                block: read.block("block")?,
                at: in_hand(&read, places)?,
                previous: read.area("previous")?,
                steps: read.number("steps", 0, 6)?,
                muster: if read.field("muster")?.is_null() { None } else { Some(read.area("muster")?) },
            },
            "choose_muster" => Phase::ChooseMuster { side: side()? },
            "muster" => Phase::Muster { side: side()?, area: read.area("area")? },
            "plague" => Phase::Plague { side: side()? },
            "choose_battle" => Phase::ChooseBattle,
            "treason_card" => Phase::TreasonCard { side: side()? },
            "battle_turn" => {
                let letter = LETTERS.iter().position(|letter| Some(*letter) == read.json["letter"].as_str());
                let letter = letter.ok_or_else(|| read.wrong("letter", "A, B, C or D is needed"))?;
                Phase::BattleTurn { side: side()?, letter: letter as u8 }
            }
            "take_hits" => Phase::TakeHits { side: side()?, hits: read.number("hits", 1, 6)? },
            "regroup" => Phase::Regroup { side: side()? },
            "execute" => Phase::Execute { side: side()?, block: read.block("block")? },
            "enter_minor" => Phase::EnterMinor { side: side()?, block: read.block("block")? },
            "starve" => {
                Phase::Starve { side: side()?, area: read.area("area")?, left: read.number("left", 1, 63)? }
            }
            "go_home" => Phase::GoHome { side: side()?, block: read.block("block")? },
            "disband" => Phase::Disband { side: side()?, area: read.area("area")? },
            "over" => {
                let word = read.text("reason")?;
                let reason = Reason::ALL.into_iter().find(|reason| reason.word() == word);
                let reason = reason.ok_or_else(|| {
                    read.unknown("reason", "reason", word, Reason::ALL.iter().map(|reason| reason.word()))
                })?;
                Phase::Over { winner: read.side("winner")?, reason }
            }
            word => return Err(read.wrong("name", &format!("no phase \"{word}\""))),
        })
    }
}

/// Where the block in hand is.
fn in_hand(phase: &Reader<'_>, places: &Table<Place, Blocks, PLACES>) -> Result<Area, Problem> {
    let block = phase.block("block")?;
    let place = places.iter().find(|(_, blocks)| blocks.contains(block)).and_then(|(place, _)| place.area());
    place.ok_or_else(|| phase.wrong("block", "the block in hand is not on the map"))
}
