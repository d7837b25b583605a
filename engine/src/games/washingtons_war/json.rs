//! States as JSON for people and programs: ids instead of indices, hidden things included. Phases: `json_phase.rs`.

use serde_json::{Map, Value, json};

use super::WashingtonsWar;
use super::json_phase::{phase_json, read_phase};
use super::phase::Stack;
use super::state::{Activation, Battle, Left, LeftBehind, State};
use super::tables::Tables;
use super::types::{Card, Cards, Ending, France, General, Nation, Post, Side, Space, Spaces, Station, Zone};
use crate::data::{Problem, suggestion};

const FRANCE: [(&str, France); 3] =
    [("neutral", France::Neutral), ("allied", France::Allied), ("european_war", France::EuropeanWar)];
const ENDINGS: [(&str, Ending); 4] = [
    ("british_automatic", Ending::BritishAutomatic),
    ("american_automatic", Ending::AmericanAutomatic),
    ("british_colonies", Ending::BritishColonies),
    ("american_colonies", Ending::AmericanColonies),
];

pub(super) fn word_of<T: PartialEq>(list: &[(&'static str, T)], value: &T) -> &'static str {
    list.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}

impl Tables {
    fn card_list(&self, cards: Cards) -> Value {
        cards.into_iter().map(|card| self.card_id(card)).collect()
    }

    fn general_list(&self, mask: u16) -> Value {
        self.all_generals().filter(|g| mask >> g.0 & 1 == 1).map(|g| self.general_id(g)).collect()
    }

    pub(super) fn post_word(&self, post: Post) -> &str {
        match post.station() {
            Station::Map(space) => self.space_id(space),
            Station::Reinforcements => "reinforcements",
            Station::Captured => "captured",
            Station::Removed => "removed",
        }
    }
}

fn pair<T: Into<Value> + Copy>(values: [T; 2]) -> Value {
    json!({ "british": values[0].into(), "american": values[1].into() })
}

/// Everything public: map, Generals, tracks and the open piles of cards.
pub(super) fn public_json(game: &WashingtonsWar, state: &State) -> Map<String, Value> {
    let tables = &game.tables;
    let mut spaces = Map::new();
    for space in tables.all_spaces {
        let counts =
            [Nation::British, Nation::American, Nation::French].map(|nation| state.count_of(nation, space));
        let control = state.control(space);
        if control.is_some() || counts != [0, 0, 0] {
            let control = control.map(Side::id);
            let record = json!({ "control": control, "british": counts[0], "american": counts[1], "french": counts[2] });
            spaces.insert(tables.space_id(space).into(), record);
        }
    }
    let generals: Map<String, Value> = tables
        .all_generals()
        .map(|g| (tables.general_id(g).to_string(), tables.post_word(state.posts[g]).into()))
        .collect();
    let phases: Vec<Value> = state.stack.as_slice().iter().map(|phase| phase_json(tables, *phase)).collect();
    let (aside, removed) = split_out(tables, state);
    let value = json!({
        "year": state.year,
        "active": state.active.id(),
        "phases": phases,
        "alliance": state.alliance,
        "france": word_of(&FRANCE, &state.france),
        "british_regulars": state.british_regulars,
        "navy": state.navy.map(|zone| tables.zones[usize::from(zone.0)].id.as_str()),
        "congress": state.congress.map(|space| tables.space_id(space)),
        "war_ends": state.war_ends.map(|card| tables.card_id(card)),
        "ending": state.ending.map(|ending| word_of(&ENDINGS, &ending)),
        "spaces": spaces,
        "generals": generals,
        "british_box": state.british_box,
        "french_box": state.french_box,
        "discards": tables.card_list(state.discards),
        "removed": tables.card_list(removed),
        "set_aside": tables.card_list(aside),
        "reinforcement_cards": tables.card_list(state.boxed),
        "queues": { "british": tables.card_list(state.queues[0]), "american": tables.card_list(state.queues[1]) },
        "turn": {
            "reinforced": pair(state.reinforced),
            "replacements_owed": pair(state.owed),
            "reshuffle_due": state.reshuffle_due,
            "congress_dispersed": state.dispersed,
            "british_choose_first": state.british_choose_first,
            "no_placing_by_ops": pair([state.no_placing[0][0], state.no_placing[1][0]]),
            "no_placing_by_discard": pair([state.no_placing[0][1], state.no_placing[1][1]]),
        },
        "card": {
            "last_card": state.last_card,
            "landing_party_used": state.landed,
            "redraw_due": state.redraw,
            "activated": tables.general_list(state.activated),
            "attempted_interception": tables.general_list(state.attempted),
            "fresh_markers": state.fresh.into_iter().map(|s| tables.space_id(s)).collect::<Value>(),
            "left_behind": left_json(tables, &state.left_behind),
            "activation": activation_json(tables, &state.activation),
            "battle": battle_json(tables, &state.battle),
        },
    });
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn split_out(tables: &Tables, state: &State) -> (Cards, Cards) {
    let later = |card: &Card| tables.card(*card).set_aside_until.is_some_and(|year| year > state.year);
    let aside: Cards = state.out.into_iter().filter(later).collect();
    (aside, state.out - aside)
}

fn left_json(tables: &Tables, left: &LeftBehind) -> Value {
    let entries: Vec<Value> = left
        .entries()
        .iter()
        .map(|entry| json!({ "space": tables.space_id(entry.space), "own": entry.own(), "french": entry.french() }))
        .collect();
    json!({ "by_earlier_generals": left.settled(), "entries": entries })
}

fn activation_json(tables: &Tables, activation: &Activation) -> Value {
    if *activation == Activation::NONE {
        return Value::Null;
    }
    json!({
        "general": tables.general_id(activation.general),
        "at": tables.space_id(activation.at),
        "previous": tables.space_id(activation.previous),
        "spent": activation.spent,
        "limit": activation.limit,
        "battle_limit": activation.battle_limit,
        "carried": activation.carried,
        "carried_french": activation.carried_french,
        "adjusted": activation.adjusted[0],
        "adjusted_french": activation.adjusted[1],
        "overran": activation.overran,
        "must_stop": activation.must_stop,
    })
}

fn battle_json(tables: &Tables, battle: &Battle) -> Value {
    if *battle == Battle::NONE {
        return Value::Null;
    }
    json!({
        "space": tables.space_id(battle.space),
        "from": tables.space_id(battle.from),
        "attacker": battle.attacker.id(),
        "loser": battle.loser.id(),
        "intercepted": battle.intercepted,
        "french_share": battle.share,
        "cu": pair(battle.cu),
        "rating": pair(battle.rating),
        "card": pair(battle.card),
        "rolls": pair(battle.rolls),
        "totals": pair(battle.totals),
        "losses": pair(battle.losses),
        "surrendered": battle.surrendered,
    })
}

/// Everything, to be edited by hand and loaded back.
pub(super) fn state_json(game: &WashingtonsWar, state: &State) -> Value {
    let mut map = public_json(game, state);
    let list = |cards| game.tables.card_list(cards);
    map.insert("hands".into(), json!({ "british": list(state.hands[0]), "american": list(state.hands[1]) }));
    map.insert("known_to_opponent".into(), list(state.open));
    map.insert("deck".into(), list(state.deck));
    Value::Object(map)
}

/// What a viewer may know: his own hand, the opponent's by number, unseen cards together.
pub(super) fn view_json(game: &WashingtonsWar, state: &State, viewer: Side) -> Value {
    let tables = &game.tables;
    let mut map = public_json(game, state);
    let theirs = state.hands[viewer.enemy().index()];
    map.insert("viewer".into(), viewer.id().into());
    map.insert("hand".into(), tables.card_list(state.hands[viewer.index()]));
    map.insert("opponent_hand_size".into(), theirs.len().into());
    map.insert("opponent_known_cards".into(), tables.card_list(theirs & state.open));
    map.insert("own_known_cards".into(), tables.card_list(state.hands[viewer.index()] & state.open));
    map.insert("unseen_cards".into(), tables.card_list(state.deck | (theirs - state.open)));
    Value::Object(map)
}

/// One JSON object being read, with its name for messages.
pub(super) struct Reader<'a> {
    pub tables: &'a Tables,
    pub map: &'a Map<String, Value>,
    pub path: String,
}

impl<'a> Reader<'a> {
    pub fn new(tables: &'a Tables, value: &'a Value, path: &str) -> Result<Self, Problem> {
        let map =
            value.as_object().ok_or_else(|| Problem::new(format!("{path} is a JSON object {{...}}")))?;
        Ok(Reader { tables, map, path: path.into() })
    }

    pub fn wrong(&self, field: &str, message: impl std::fmt::Display) -> Problem {
        Problem::new(format!("{}.{field}: {message}", self.path))
    }

    /// Refuses fields that nobody reads: a misspelt one would otherwise do nothing.
    pub fn only(&self, known: &[&str]) -> Result<(), Problem> {
        for key in self.map.keys() {
            if !known.contains(&key.as_str()) {
                let hint = suggestion(key, known.iter().copied());
                return Err(self.wrong(key, format!("no such field; known: {}.{hint}", known.join(", "))));
            }
        }
        Ok(())
    }

    pub fn get(&self, field: &str) -> Result<&'a Value, Problem> {
        self.map.get(field).ok_or_else(|| self.wrong(field, "is missing; add it"))
    }

    pub fn inner(&self, field: &str) -> Result<Reader<'a>, Problem> {
        Reader::new(self.tables, self.get(field)?, &format!("{}.{field}", self.path))
    }

    pub fn number(&self, field: &str, most: u64) -> Result<u64, Problem> {
        let number = self.get(field)?.as_u64().filter(|&number| number <= most);
        number.ok_or_else(|| self.wrong(field, format!("a whole number from 0 to {most} is needed")))
    }

    pub fn byte(&self, field: &str) -> Result<u8, Problem> {
        Ok(self.number(field, 255)? as u8)
    }

    pub fn signed(&self, field: &str) -> Result<i16, Problem> {
        let number = self.get(field)?.as_i64().filter(|number| (-500..=500).contains(number));
        number.map(|n| n as i16).ok_or_else(|| self.wrong(field, "a whole number from -500 to 500 is needed"))
    }

    pub fn flag(&self, field: &str) -> Result<bool, Problem> {
        self.get(field)?.as_bool().ok_or_else(|| self.wrong(field, "true or false is needed"))
    }

    pub fn word(&self, field: &str) -> Result<&'a str, Problem> {
        self.get(field)?.as_str().ok_or_else(|| self.wrong(field, "a word in quotes is needed"))
    }

    pub fn one_of<T: Copy>(&self, field: &str, known: &[(&str, T)]) -> Result<T, Problem> {
        let word = self.word(field)?;
        known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value).ok_or_else(|| {
            let names = known.iter().map(|(name, _)| *name);
            let list = names.clone().collect::<Vec<_>>().join(", ");
            self.wrong(field, format!("\"{word}\" is not one of {list}.{}", suggestion(word, names)))
        })
    }

    pub fn side(&self, field: &str) -> Result<Side, Problem> {
        self.one_of(field, &[("british", Side::British), ("american", Side::American)])
    }

    fn find<'n>(
        &self,
        field: &str,
        what: &str,
        word: &str,
        mut names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<u8, Problem> {
        let hint = names.clone();
        names
            .position(|name| name == word)
            .map(|i| i as u8)
            .ok_or_else(|| self.wrong(field, format!("no {what} \"{word}\".{}", suggestion(word, hint))))
    }

    pub fn space_named(&self, field: &str, word: &str) -> Result<Space, Problem> {
        self.find(field, "space", word, self.tables.spaces.iter().map(|space| space.id.as_str())).map(Space)
    }

    pub fn space(&self, field: &str) -> Result<Space, Problem> {
        self.space_named(field, self.word(field)?)
    }

    pub fn general_named(&self, field: &str, word: &str) -> Result<General, Problem> {
        self.find(field, "general", word, self.tables.generals.iter().map(|g| g.id.as_str())).map(General)
    }

    /// A card by its id, or by its number alone.
    pub fn card_value(&self, field: &str, value: &Value) -> Result<Card, Problem> {
        let number = value.as_u64().or_else(|| value.as_str().and_then(|word| word.parse().ok()));
        if let Some(number) = number {
            let place = self.tables.cards.iter().position(|card| u64::from(card.number) == number);
            return place
                .map(|i| Card(i as u8))
                .ok_or_else(|| self.wrong(field, format!("no card with the number {number}")));
        }
        let word = value.as_str().ok_or_else(|| self.wrong(field, "a card is a word or its number"))?;
        self.find(field, "card", word, self.tables.cards.iter().map(|card| card.id.as_str())).map(Card)
    }

    pub fn list(&self, field: &str) -> Result<&'a Vec<Value>, Problem> {
        self.get(field)?.as_array().ok_or_else(|| self.wrong(field, "a list [...] is needed"))
    }

    pub fn words(&self, field: &str) -> Result<Vec<&'a str>, Problem> {
        let list = self.list(field)?.iter();
        list.map(|item| item.as_str().ok_or_else(|| self.wrong(field, "a list of words is needed"))).collect()
    }

    fn cards(&self, field: &str) -> Result<Cards, Problem> {
        let mut cards = Cards::EMPTY;
        for value in self.list(field)? {
            let card = self.card_value(field, value)?;
            if cards.contains(card) {
                return Err(self.wrong(field, format!("{} is listed twice", self.tables.card_id(card))));
            }
            cards.insert(card);
        }
        Ok(cards)
    }

    fn generals(&self, field: &str) -> Result<u16, Problem> {
        let mut mask = 0;
        for word in self.words(field)? {
            mask |= 1 << self.general_named(field, word)?.0;
        }
        Ok(mask)
    }

    fn pair<T>(
        &self,
        field: &str,
        read: impl Fn(&Reader<'a>, &str) -> Result<T, Problem>,
    ) -> Result<[T; 2], Problem> {
        let inner = self.inner(field)?;
        inner.only(&["british", "american"])?;
        Ok([read(&inner, "british")?, read(&inner, "american")?])
    }

    fn optional<T>(
        &self,
        field: &str,
        read: impl Fn(&Self, &str) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        match self.map.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(_) => read(self, field).map(Some),
        }
    }
}

const FIELDS: [&str; 25] = [
    "year",
    "active",
    "phases",
    "alliance",
    "france",
    "british_regulars",
    "navy",
    "congress",
    "war_ends",
    "ending",
    "spaces",
    "generals",
    "british_box",
    "french_box",
    "discards",
    "removed",
    "set_aside",
    "reinforcement_cards",
    "queues",
    "turn",
    "card",
    "hands",
    "known_to_opponent",
    "deck",
    "comment",
];

/// Reads a state and checks it; never panics.
pub(super) fn read_state(game: &WashingtonsWar, value: &Value) -> Result<State, Problem> {
    let tables = &game.tables;
    let reader = Reader::new(tables, value, "state")?;
    reader.only(&FIELDS)?;
    let mut state = State::empty(reader.number("year", 9999)? as u16);
    read_map(&reader, &mut state)?;
    state.active = reader.side("active")?;
    state.alliance = reader.byte("alliance")?;
    state.france = reader.one_of("france", &FRANCE)?;
    state.british_regulars = reader.flag("british_regulars")?;
    state.navy = reader.optional("navy", |r, field| {
        let zones = tables.zones.iter().map(|zone| zone.id.as_str());
        r.find(field, "blockade zone", r.word(field)?, zones).map(Zone)
    })?;
    state.congress = reader.optional("congress", Reader::space)?;
    state.war_ends = reader.optional("war_ends", |r, field| r.card_value(field, r.get(field)?))?;
    state.ending = reader.optional("ending", |r, field| r.one_of(field, &ENDINGS))?;
    state.british_box = reader.byte("british_box")?;
    state.french_box = reader.byte("french_box")?;
    state.discards = reader.cards("discards")?;
    state.out = reader.cards("removed")? | reader.cards("set_aside")?;
    state.boxed = reader.cards("reinforcement_cards")?;
    state.queues = reader.pair("queues", Reader::cards)?;
    state.hands = reader.pair("hands", Reader::cards)?;
    state.open = reader.cards("known_to_opponent")?;
    state.deck = reader.cards("deck")?;
    read_turn(&reader.inner("turn")?, &mut state)?;
    read_card_in_play(&reader.inner("card")?, &mut state)?;
    let mut phases = Vec::new();
    for (i, value) in reader.list("phases")?.iter().enumerate() {
        phases.push(read_phase(&Reader::new(tables, value, &format!("state.phases[{i}]"))?)?);
    }
    let Some((&base, above)) = phases.split_first() else {
        return Err(reader.wrong("phases", "at least one phase is needed"));
    };
    if phases.len() >= super::phase::DEPTH {
        return Err(reader.wrong("phases", format!("fewer than {} phases are needed", super::phase::DEPTH)));
    }
    state.stack = Stack::new(base);
    above.iter().for_each(|&phase| state.stack.push(phase));
    super::check::check(game, &state).map_err(|broken| Problem::new(broken.0))?;
    Ok(state)
}

fn read_map(reader: &Reader<'_>, state: &mut State) -> Result<(), Problem> {
    let tables = reader.tables;
    let spaces = reader.inner("spaces")?;
    for id in spaces.map.keys() {
        let space = spaces.space_named(id, id)?;
        let record = spaces.inner(id)?;
        record.only(&["control", "british", "american", "french"])?;
        if let Some(side) = record.optional("control", Reader::side)? {
            state.markers[side.index()].insert(space);
        }
        let count = |field| record.optional(field, |r, f| r.number(f, 120)).map(|n| n.unwrap_or(0) as u8);
        state.british.add(space, count("british")?);
        state.american.add(space, count("american")?);
        let french = count("french")?;
        let room = super::types::MOST_FRENCH - state.french.as_slice().len();
        if usize::from(french) > room {
            return Err(record.wrong("french", "more French CUs than there are"));
        }
        state.add_cu(Nation::French, space, french);
    }
    let generals = reader.inner("generals")?;
    for id in generals.map.keys() {
        generals.general_named(id, id)?;
    }
    for general in tables.all_generals() {
        let id = tables.general_id(general);
        let post = match generals.word(id)? {
            "reinforcements" => Post::REINFORCEMENTS,
            "captured" => Post::CAPTURED,
            "removed" => Post::REMOVED,
            word => Post::at(generals.space_named(id, word)?),
        };
        state.posts.set(tables, general, post);
    }
    Ok(())
}

fn read_turn(reader: &Reader<'_>, state: &mut State) -> Result<(), Problem> {
    reader.only(&[
        "reinforced",
        "replacements_owed",
        "reshuffle_due",
        "congress_dispersed",
        "british_choose_first",
        "no_placing_by_ops",
        "no_placing_by_discard",
    ])?;
    state.reinforced = reader.pair("reinforced", |r, f| r.number(f, 99).map(|n| n as u8))?;
    state.owed = reader.pair("replacements_owed", |r, f| r.number(f, 20).map(|n| n as u8))?;
    state.reshuffle_due = reader.flag("reshuffle_due")?;
    state.dispersed = reader.flag("congress_dispersed")?;
    state.british_choose_first = reader.flag("british_choose_first")?;
    let ops = reader.pair("no_placing_by_ops", Reader::flag)?;
    let discard = reader.pair("no_placing_by_discard", Reader::flag)?;
    state.no_placing = [[ops[0], discard[0]], [ops[1], discard[1]]];
    Ok(())
}

fn read_card_in_play(reader: &Reader<'_>, state: &mut State) -> Result<(), Problem> {
    reader.only(&[
        "last_card",
        "landing_party_used",
        "redraw_due",
        "activated",
        "attempted_interception",
        "fresh_markers",
        "left_behind",
        "activation",
        "battle",
    ])?;
    state.last_card = reader.flag("last_card")?;
    state.landed = reader.flag("landing_party_used")?;
    state.redraw = reader.flag("redraw_due")?;
    state.activated = reader.generals("activated")?;
    state.attempted = reader.generals("attempted_interception")?;
    let mut fresh = Spaces::EMPTY;
    for word in reader.words("fresh_markers")? {
        fresh.insert(reader.space_named("fresh_markers", word)?);
    }
    state.fresh = fresh;
    let left = reader.inner("left_behind")?;
    let mut entries = Vec::new();
    for (i, value) in left.list("entries")?.iter().enumerate() {
        let entry = Reader::new(reader.tables, value, &format!("{}.left_behind[{i}]", reader.path))?;
        let small = |field| entry.number(field, 15).map(|n| n as u8);
        entries.push(Left::new(entry.space("space")?, small("own")?, small("french")?));
    }
    let settled = left.number("by_earlier_generals", 99)? as usize;
    state.left_behind = LeftBehind::restore(&entries, settled)
        .ok_or_else(|| left.wrong("entries", "at most 12 entries, of which the earlier ones come first"))?;
    if let Some(activation) = reader.optional("activation", Reader::inner)? {
        state.activation = read_activation(&activation)?;
    }
    if let Some(battle) = reader.optional("battle", Reader::inner)? {
        state.battle = read_battle(&battle)?;
    }
    Ok(())
}

fn read_activation(reader: &Reader<'_>) -> Result<Activation, Problem> {
    let small = |field| reader.number(field, 100).map(|n| n as u8);
    Ok(Activation {
        general: reader.general_named("general", reader.word("general")?)?,
        at: reader.space("at")?,
        previous: reader.space("previous")?,
        spent: small("spent")?,
        limit: small("limit")?,
        battle_limit: small("battle_limit")?,
        carried: small("carried")?,
        carried_french: small("carried_french")?,
        adjusted: [reader.flag("adjusted")?, reader.flag("adjusted_french")?],
        overran: reader.flag("overran")?,
        must_stop: reader.flag("must_stop")?,
    })
}

fn read_battle(reader: &Reader<'_>) -> Result<Battle, Problem> {
    let small = |r: &Reader<'_>, field: &str| r.number(field, 120).map(|n| n as u8);
    Ok(Battle {
        space: reader.space("space")?,
        from: reader.space("from")?,
        attacker: reader.side("attacker")?,
        loser: reader.side("loser")?,
        intercepted: reader.flag("intercepted")?,
        share: small(reader, "french_share")?,
        cu: reader.pair("cu", small)?,
        rating: reader.pair("rating", small)?,
        card: reader.pair("card", |r, f| r.signed(f).map(|n| n.clamp(-20, 20) as i8))?,
        rolls: reader.pair("rolls", small)?,
        totals: reader.pair("totals", Reader::signed)?,
        losses: reader.pair("losses", small)?,
        surrendered: small(reader, "surrendered")?,
    })
}
