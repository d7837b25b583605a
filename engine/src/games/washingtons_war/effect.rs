//! The closed vocabulary of card effects, and its reader: effects are data (`cards.toml`), not functions.
//!
//! Effects compile to one flat program for the whole deck. [`Op`]s run in order; `choose` branches with [`Op::Choose`]
//! and [`Op::Jump`]. Set-up, Washington's capture and the European War are programs of the same kind.

use toml::{Table as Toml, Value};

use super::tables::Tables;
use super::types::{Colony, General, Side, Spaces};
use crate::data::{Problem, Record, suggestion};

/// Which spaces a marker or CU may be chosen from, and how many of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Owner of the markers or CUs placed, removed or flipped.
    pub side: Side,
    pub count: u8,
    /// As many as legal up to `count`; otherwise up to `count`.
    pub must: bool,
    /// The spaces of the colonies named, ports or not as asked.
    pub spaces: Spaces,
    pub forbid: Forbid,
    /// At most one in each colony.
    pub one_per_colony: bool,
    /// Only next to a marker of `side` that lay there before (10.11.B).
    pub need_adjacent: bool,
}

/// What a chosen space may not hold.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Forbid {
    pub marker: bool,
    pub british_cu: bool,
    pub british_general: bool,
    pub american_cu: bool,
    pub american_general: bool,
    pub congress: bool,
}

/// In which battles a battle card counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    Any,
    Attacker,
    Defender,
}

/// One instruction of a compiled effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Activate {
        generals: u8,
        any_strategy: bool,
        landing_party: bool,
        max_spaces: u8,
        battle_at_limit: bool,
    },
    PlacePc(Pick),
    RemovePc(Pick),
    FlipPc(Pick),
    RemoveCu(Pick),
    /// The side's owner chooses one space (or `count`) in each colony of the list, in order.
    PlacePcEachColony(Pick),
    DiscardRandom(Side),
    AdvanceAlliance(i8),
    LoseRegulars,
    RemoveNavy,
    BattleDrm {
        drm: i8,
        draw: bool,
        role: Role,
    },
    RemoveGeneral(General),
    ForbidPcPlacement {
        side: Side,
        ops: bool,
        event_discard: bool,
    },
    WarEnds(u16),
    /// The player of the card picks one of these addresses.
    Choose(Vec<u16>),
    Jump(u16),
    End,
}

/// Conditions that must hold before an event can be implemented (6.32.A).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    EuropeanWar,
    NoEuropeanWar,
    FrenchAlliance,
    NoFrenchAlliance,
    FrenchNavyInZone,
    BritishRegulars,
    OpponentHasCard,
}

const CONDITIONS: [(&str, Condition); 7] = [
    ("european_war", Condition::EuropeanWar),
    ("no_european_war", Condition::NoEuropeanWar),
    ("french_alliance", Condition::FrenchAlliance),
    ("no_french_alliance", Condition::NoFrenchAlliance),
    ("french_navy_in_zone", Condition::FrenchNavyInZone),
    ("british_regulars", Condition::BritishRegulars),
    ("opponent_has_card", Condition::OpponentHasCard),
];

/// The operations and the keys each of them knows.
const OPERATIONS: [(&str, &[&str]); 15] = [
    ("activate", &["generals", "any_strategy", "british_landing_party", "max_spaces", "battle_at_limit"]),
    ("place_pc", PICK_KEYS),
    ("remove_pc", PICK_KEYS),
    ("flip_pc", PICK_KEYS),
    ("remove_cu", &["side", "count", "mode", "colonies", "forbid", "port", "max_per_colony"]),
    ("place_pc_each_colony", &["side", "count", "colonies", "forbid"]),
    ("discard_random", &["from"]),
    ("advance_alliance", &["by"]),
    ("lose_regulars", &[]),
    ("remove_navy", &[]),
    ("battle_drm", &["drm", "draw", "role"]),
    ("remove_general", &["general", "permanent"]),
    ("forbid_pc_placement", &["side", "means", "until"]),
    ("war_ends", &["year"]),
    ("sequence", &["steps"]),
];
const PICK_KEYS: &[&str] =
    &["side", "count", "mode", "colonies", "port", "forbid", "max_per_colony", "need_adjacent"];

pub fn condition<T>(card: &Record<T>, word: &str) -> Result<Condition, Problem> {
    let names = CONDITIONS.map(|(name, _)| name);
    card.lookup("requires", word, "condition", &names).map(|i| CONDITIONS[i].1)
}

/// Reads effects of one record and appends their instructions to a program.
pub struct Compiler<'a, T> {
    pub tables: &'a Tables,
    pub record: &'a Record<T>,
    pub field: &'static str,
    pub program: &'a mut Vec<Op>,
}

impl<T> std::fmt::Debug for Compiler<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Compiler of {} ({} instructions so far)", self.field, self.program.len())
    }
}

impl<T> Compiler<'_, T> {
    /// Compiles one effect with its end; returns where it starts.
    pub fn compile(mut self, effect: &Value) -> Result<u16, Problem> {
        let start = self.program.len() as u16;
        self.effect(effect, 0)?;
        self.program.push(Op::End);
        Ok(start)
    }

    fn wrong(&self, message: impl std::fmt::Display) -> Problem {
        self.record.problem(self.field, message)
    }

    fn effect(&mut self, effect: &Value, depth: u32) -> Result<(), Problem> {
        if depth > 4 {
            return Err(self.wrong("effects are nested more than 4 deep; flatten them"));
        }
        let Some(table) = effect.as_table() else {
            return Err(self.wrong("an effect is a table such as { op = \"advance_alliance\", by = 2 }"));
        };
        let op = self.word(table, "op", None)?;
        self.check_keys(op, table)?;
        let compiled = match op {
            "sequence" => {
                for step in self.list(table, "steps")? {
                    self.effect(step, depth + 1)?;
                }
                return Ok(());
            }
            "choose" => return self.choose(table, depth),
            "activate" => self.activate(table)?,
            "place_pc" => Op::PlacePc(self.pick(table)?),
            "remove_pc" => Op::RemovePc(self.pick(table)?),
            "flip_pc" => Op::FlipPc(self.pick(table)?),
            "remove_cu" => Op::RemoveCu(self.pick(table)?),
            "place_pc_each_colony" => Op::PlacePcEachColony(self.pick(table)?),
            "discard_random" => Op::DiscardRandom(self.side(table, "from")?),
            "advance_alliance" => Op::AdvanceAlliance(self.number(table, "by", -20..=20, None)? as i8),
            "lose_regulars" => Op::LoseRegulars,
            "remove_navy" => Op::RemoveNavy,
            "battle_drm" => Op::BattleDrm {
                drm: self.number(table, "drm", -10..=10, None)? as i8,
                draw: self.flag(table, "draw", false)?,
                role: match self.one_of(table, "role", &["any", "attacker", "defender"], "any")? {
                    "attacker" => Role::Attacker,
                    "defender" => Role::Defender,
                    _ => Role::Any,
                },
            },
            "remove_general" => {
                let word = self.word(table, "general", None)?;
                let ids: Vec<&str> = self.tables.generals.iter().map(|general| general.id.as_str()).collect();
                Op::RemoveGeneral(General(self.record.lookup(self.field, word, "general", &ids)? as u8))
            }
            "forbid_pc_placement" => self.forbid_placement(table)?,
            _ => Op::WarEnds(self.number(table, "year", 1700..=1900, None)? as u16),
        };
        self.program.push(compiled);
        Ok(())
    }

    fn choose(&mut self, table: &Toml, depth: u32) -> Result<(), Problem> {
        let options = self.list(table, "options")?;
        if !(2..=8).contains(&options.len()) {
            return Err(self.wrong("choose needs 2 to 8 options"));
        }
        let branch = self.program.len();
        self.program.push(Op::End);
        let mut starts = Vec::new();
        let mut jumps = Vec::new();
        for option in options {
            starts.push(self.program.len() as u16);
            self.effect(option, depth + 1)?;
            jumps.push(self.program.len());
            self.program.push(Op::End);
        }
        let after = self.program.len() as u16;
        for jump in jumps {
            self.program[jump] = Op::Jump(after);
        }
        self.program[branch] = Op::Choose(starts);
        Ok(())
    }

    fn activate(&self, table: &Toml) -> Result<Op, Problem> {
        let generals = self.number(table, "generals", 1..=3, None)? as u8;
        // The CUs that several Generals leave behind are kept account of, with room for six spaces each.
        let most_spaces = if generals > 1 { 6 } else { 8 };
        Ok(Op::Activate {
            generals,
            any_strategy: self.flag(table, "any_strategy", true)?,
            landing_party: self.flag(table, "british_landing_party", false)?,
            max_spaces: self.number(table, "max_spaces", 0..=most_spaces, Some(0))? as u8,
            battle_at_limit: self.flag(table, "battle_at_limit", false)?,
        })
    }

    fn pick(&self, table: &Toml) -> Result<Pick, Problem> {
        let side = self.side(table, "side")?;
        let tables = self.tables;
        let mut spaces = self.colonies(table)?;
        match self.one_of(table, "port", &["any", "port", "non_port"], "any")? {
            "port" => spaces &= tables.ports,
            "non_port" => spaces -= tables.ports,
            _ => {}
        }
        let mut forbid = Forbid::default();
        for word in self.words(table, "forbid")? {
            match word {
                "pc" => forbid.marker = true,
                "british_cu" => forbid.british_cu = true,
                "british_general" => forbid.british_general = true,
                "american_cu" => forbid.american_cu = true,
                "american_general" => forbid.american_general = true,
                "congress" => forbid.congress = true,
                _ => {
                    let known = [
                        "pc",
                        "british_cu",
                        "british_general",
                        "american_cu",
                        "american_general",
                        "congress",
                    ];
                    let hint = suggestion(word, known.into_iter());
                    return Err(
                        self.wrong(format!("forbid knows no \"{word}\"; known: {}.{hint}", known.join(", ")))
                    );
                }
            }
        }
        Ok(Pick {
            side,
            count: self.number(table, "count", 1..=20, None)? as u8,
            must: self.one_of(table, "mode", &["may", "must"], "must")? == "must",
            spaces,
            forbid,
            one_per_colony: self.number(table, "max_per_colony", 0..=1, Some(0))? == 1,
            need_adjacent: self.flag(table, "need_adjacent", side == Side::British)?,
        })
    }

    fn forbid_placement(&self, table: &Toml) -> Result<Op, Problem> {
        self.one_of(table, "until", &["end_of_turn"], "end_of_turn")?;
        let means = self.words(table, "means")?;
        for word in &means {
            if !["ops", "event_discard"].contains(word) {
                return Err(self.wrong(format!("means knows no \"{word}\"; known: ops, event_discard")));
            }
        }
        Ok(Op::ForbidPcPlacement {
            side: self.side(table, "side")?,
            ops: means.contains(&"ops"),
            event_discard: means.contains(&"event_discard"),
        })
    }

    fn colonies(&self, table: &Toml) -> Result<Spaces, Problem> {
        let mut spaces = Spaces::EMPTY;
        let ids: Vec<&str> = self.tables.colonies.iter().map(|colony| colony.id.as_str()).collect();
        for word in self.words(table, "colonies")? {
            spaces |= match word {
                "any13" => self.tables.thirteen,
                "any14" => self.tables.all_spaces,
                _ => {
                    let colony = self.record.lookup(self.field, word, "colony", &ids)?;
                    self.tables.colony_spaces[Colony(colony as u8)]
                }
            };
        }
        if spaces.is_empty() {
            return Err(self.wrong("colonies is empty; name colonies, or write [\"any13\"] or [\"any14\"]"));
        }
        Ok(spaces)
    }

    fn check_keys(&self, op: &str, table: &Toml) -> Result<(), Problem> {
        if op == "ops" {
            return Err(self.wrong("op = \"ops\" is for cards of kind \"ops\" only"));
        }
        let keys = match OPERATIONS.iter().find(|(name, _)| *name == op) {
            Some((_, keys)) => *keys,
            None if op == "choose" => &["options"],
            None => {
                let known = || OPERATIONS.iter().map(|(name, _)| *name).chain(["choose"]);
                let hint = suggestion(op, known());
                let list = known().collect::<Vec<_>>().join(", ");
                return Err(self.wrong(format!("no operation \"{op}\"; known: {list}.{hint}")));
            }
        };
        for key in table.keys().filter(|key| *key != "op") {
            if !keys.contains(&key.as_str()) {
                let hint = suggestion(key, keys.iter().copied());
                let known = if keys.is_empty() { "none".into() } else { keys.join(", ") };
                return Err(self.wrong(format!("{op} has no key \"{key}\"; known: {known}.{hint}")));
            }
        }
        Ok(())
    }

    fn list<'t>(&self, table: &'t Toml, key: &str) -> Result<&'t Vec<Value>, Problem> {
        table
            .get(key)
            .and_then(Value::as_array)
            .ok_or_else(|| self.wrong(format!("{key} is missing; write a list of effects")))
    }

    fn words<'t>(&self, table: &'t Toml, key: &str) -> Result<Vec<&'t str>, Problem> {
        match table.get(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().ok_or_else(|| self.wrong(format!("{key} is a list of words"))))
                .collect(),
            Some(_) => Err(self.wrong(format!("{key} is a list of words, for example [\"any13\"]"))),
        }
    }

    fn word<'t>(&self, table: &'t Toml, key: &str, default: Option<&'t str>) -> Result<&'t str, Problem> {
        match table.get(key) {
            Some(Value::String(word)) => Ok(word),
            Some(_) => Err(self.wrong(format!("{key} is a word in quotes"))),
            None => default.ok_or_else(|| self.wrong(format!("{key} is missing; add it"))),
        }
    }

    fn one_of<'t>(
        &self,
        table: &'t Toml,
        key: &str,
        known: &[&'t str],
        default: &'t str,
    ) -> Result<&'t str, Problem> {
        let word = self.word(table, key, Some(default))?;
        if known.contains(&word) {
            return Ok(word);
        }
        let hint = suggestion(word, known.iter().copied());
        Err(self.wrong(format!("{key} cannot be \"{word}\"; known: {}.{hint}", known.join(", "))))
    }

    fn side(&self, table: &Toml, key: &str) -> Result<Side, Problem> {
        match self.word(table, key, None)? {
            "british" => Ok(Side::British),
            "american" => Ok(Side::American),
            other => Err(self.wrong(format!("{key} is \"british\" or \"american\", not \"{other}\""))),
        }
    }

    fn flag(&self, table: &Toml, key: &str, default: bool) -> Result<bool, Problem> {
        match table.get(key) {
            None => Ok(default),
            Some(value) => {
                value.as_bool().ok_or_else(|| self.wrong(format!("{key} is true or false, without quotes")))
            }
        }
    }

    fn number(
        &self,
        table: &Toml,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        default: Option<i64>,
    ) -> Result<i64, Problem> {
        let number = match table.get(key) {
            None => default.ok_or_else(|| self.wrong(format!("{key} is missing; add it")))?,
            Some(value) => {
                value.as_integer().ok_or_else(|| self.wrong(format!("{key} is a whole number")))?
            }
        };
        if range.contains(&number) {
            return Ok(number);
        }
        Err(self.wrong(format!("{key} is a number from {} to {}, not {number}", range.start(), range.end())))
    }
}
