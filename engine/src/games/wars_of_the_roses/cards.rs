//! What cards are and what they let their players do, read from the data pack.

use serde::Deserialize;

use super::types::*;
use crate::data::{Pack, Problem, Record};

/// What a card lets its player do [WR 5.1].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Action points for groups, sea moves and recruits; `sea`, `recruit` say what else they buy.
    Moves {
        groups: bool,
        steps: u8,
        sea: bool,
        recruit: bool,
        border_bonus: u8,
        treason: bool,
    },
    Muster {
        steps: u8,
    },
    Piracy {
        pairs: bool,
    },
    Plague,
}

/// What a card's points buy, each named by itself, so that rules need not ask what kind of card it is [WR 5.1].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Powers {
    /// Groups march, each block this many steps, or so many to a muster.
    pub groups: bool,
    pub steps: u8,
    pub muster: u8,
    pub sea: bool,
    /// Blocks that sail may land where the enemy is.
    pub raids: bool,
    pub recruit: bool,
    pub border_bonus: u8,
}

impl Powers {
    pub(super) fn of(effect: Effect) -> Self {
        match effect {
            Effect::Moves { groups, steps, sea, recruit, border_bonus, treason: _ } => {
                Powers { groups, steps, sea, recruit, border_bonus, ..Powers::default() }
            }
            Effect::Muster { steps } => Powers { steps, muster: steps, ..Powers::default() },
            Effect::Piracy { .. } => Powers { sea: true, raids: true, ..Powers::default() },
            Effect::Plague => Powers::default(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    pub id: String,
    pub name: String,
    pub event: bool,
    pub ap: u8,
    pub priority: u8,
    pub effect: Effect,
}

#[derive(Deserialize)]
pub(super) struct RawDeck {
    pub hand: usize,
    pub mulligan_at_most: u8,
}

#[derive(Deserialize)]
struct RawCard {
    id: String,
    name: String,
    kind: String,
    ap: u8,
    priority: u8,
    effect: RawEffect,
}

#[derive(Deserialize)]
struct RawEffect {
    #[serde(default)]
    standard: bool,
    groups: Option<u8>,
    land_steps: Option<u8>,
    #[serde(default)]
    sea: bool,
    #[serde(default)]
    recruit: bool,
    #[serde(default)]
    border_bonus: u8,
    muster_area: Option<String>,
    port_pair_bonus: Option<String>,
    target: Option<String>,
    treachery_roll: Option<String>,
}

/// Areas a block crosses for one action point [WR 5.2].
const ORDINARY_STEPS: u8 = 2;

pub(super) fn read_cards(pack: &Pack) -> Result<Vec<CardInfo>, Problem> {
    let records: Vec<Record<RawCard>> = pack.records("cards.toml", "card")?;
    let read = |record: &Record<RawCard>| {
        let raw = &record.value;
        let given = &raw.effect;
        if usize::from(raw.ap) > MOST_AP {
            return Err(record.problem("ap", format!("a card has at most {MOST_AP} action points")));
        }
        let steps = given.land_steps.unwrap_or(ORDINARY_STEPS);
        let effect = if given.target.is_some() {
            Effect::Plague
        } else if given.muster_area.is_some() {
            Effect::Muster { steps }
        } else if let Some(pairs) = &given.port_pair_bonus {
            Effect::Piracy { pairs: pairs != "never" }
        } else if given.standard {
            Effect::Moves { groups: true, steps, sea: true, recruit: true, border_bonus: 0, treason: false }
        } else {
            Effect::Moves {
                groups: given.groups.unwrap_or(0) > 0,
                steps,
                sea: given.sea,
                recruit: given.recruit,
                border_bonus: given.border_bonus.min(1),
                treason: given.treachery_roll.is_some(),
            }
        };
        Ok(CardInfo {
            id: raw.id.clone(),
            name: raw.name.clone(),
            event: raw.kind == "event",
            ap: raw.ap,
            priority: raw.priority,
            effect,
        })
    };
    records.iter().map(read).collect()
}
