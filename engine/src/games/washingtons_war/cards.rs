//! Reading `cards.toml`: the deck, with effects compiled to addresses in [`Tables::program`].

use serde::Deserialize;
use toml::Value;

use super::effect::{Compiler, Condition, Op, condition};
use super::tables::{Tables, at_most};
use super::types::{Card, MOST_CARDS, Side};
use crate::data::{Pack, Problem, Record};

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRecord {
    number: u16,
    title: String,
    kind: String,
    value: Option<u8>,
    playable_by: String,
    #[serde(default)]
    must_play: bool,
    #[serde(default)]
    remove_after_event: bool,
    #[serde(default = "no_reshuffle")]
    reshuffle: String,
    set_aside_until: Option<u16>,
    #[serde(default)]
    requires: Vec<String>,
    effect: Value,
    strategy_effect: Option<Value>,
    #[serde(rename = "title_source")]
    _title_source: Option<String>,
    #[serde(rename = "effect_source")]
    _effect_source: Option<String>,
    #[serde(rename = "number_source")]
    _number_source: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
    #[serde(rename = "doubt")]
    _doubt: Option<String>,
}

fn no_reshuffle() -> String {
    "none".into()
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Ops(u8),
    Event,
    Battle,
    Campaign,
    Special,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reshuffle {
    None,
    OnEvent,
    OnDiscard,
}

/// A strategy card, its effects as addresses in [`Tables::program`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    /// The number and the title in one word: `73_morgans_riflemen`.
    pub id: String,
    pub number: u16,
    pub title: String,
    pub kind: Kind,
    /// `None`: either side.
    pub playable_by: Option<Side>,
    pub remove_after_event: bool,
    pub reshuffle: Reshuffle,
    pub set_aside_until: Option<u16>,
    pub requires: Vec<Condition>,
    /// Where the effect starts; in a battle for battle cards.
    pub effect: Option<u16>,
    /// The effect in the Strategy Phase: the same, or a battle card's other use.
    pub strategy_effect: Option<u16>,
    /// The year a War Ends card names.
    pub war_ends: Option<u16>,
}

impl CardInfo {
    /// Whether the event is one of a side's in the Strategy Phase, its conditions left aside. [WW 6.31]
    pub fn may_be_implemented_by(&self, side: Side) -> bool {
        self.strategy_effect.is_some() && self.playable_by.is_none_or(|owner| owner == side)
    }
}

pub(super) fn read_cards(pack: &Pack, tables: &mut Tables) -> Result<(), Problem> {
    let mut records: Vec<Record<CardRecord>> = pack.records("cards.toml", "card")?;
    records.sort_by_key(|record| record.value.number);
    at_most(&records, MOST_CARDS, "cards")?;
    let mut program = std::mem::take(&mut tables.program);
    for (i, record) in records.iter().enumerate() {
        let info = read_card(record, tables, &mut program)?;
        let card = Card(i as u8);
        tables.sort_card(card, &info);
        for (name, start) in
            [(info.id.clone(), info.effect), (format!("{}/strategy", info.id), info.strategy_effect)]
        {
            if let Some(start) =
                start.filter(|start| tables.program_names.last().is_none_or(|l| l.1 < *start))
            {
                tables.program_names.push((name, start));
            }
        }
        tables.cards.push(info);
    }
    tables.program = program;
    Ok(())
}

fn read_card(
    record: &Record<CardRecord>,
    tables: &Tables,
    program: &mut Vec<Op>,
) -> Result<CardInfo, Problem> {
    let card = &record.value;
    let kind = match card.kind.as_str() {
        "ops" => match card.value {
            Some(value @ 1..=3) => Kind::Ops(value),
            _ => return Err(record.problem("value", "an OPS card has a value of 1, 2 or 3; add it")),
        },
        "event" => Kind::Event,
        "battle" => Kind::Battle,
        "campaign" => Kind::Campaign,
        "special" => Kind::Special,
        other => {
            let known = ["ops", "event", "battle", "campaign", "special"];
            let hint = crate::data::suggestion(other, known.into_iter());
            return Err(
                record.problem("kind", format!("no kind \"{other}\"; known: {}.{hint}", known.join(", ")))
            );
        }
    };
    if card.must_play != (kind == Kind::Special) {
        return Err(record.problem("must_play", "true for cards of kind \"special\", and for those only"));
    }
    let playable_by = match card.playable_by.as_str() {
        "british" => Some(Side::British),
        "american" => Some(Side::American),
        "either" => None,
        other => {
            return Err(
                record.problem("playable_by", format!("\"{other}\"; write british, american or either"))
            );
        }
    };
    let reshuffle = match card.reshuffle.as_str() {
        "none" => Reshuffle::None,
        "on_event" => Reshuffle::OnEvent,
        "on_discard" => Reshuffle::OnDiscard,
        other => {
            return Err(
                record.problem("reshuffle", format!("\"{other}\"; write none, on_event or on_discard"))
            );
        }
    };
    let mut compile = |effect: &Value, field: &'static str| -> Result<u16, Problem> {
        let start = Compiler { tables, record, field, program }.compile(effect)?;
        check_effect(record, field, kind, &program[usize::from(start)..])?;
        Ok(start)
    };
    let (mut effect, mut strategy_effect) = (None, None);
    if !matches!(kind, Kind::Ops(_)) {
        effect = Some(compile(&card.effect, "effect")?);
        strategy_effect = match &card.strategy_effect {
            Some(other) if kind == Kind::Battle => Some(compile(other, "strategy_effect")?),
            Some(_) => return Err(record.problem("strategy_effect", "only battle cards have one; remove it")),
            None if kind == Kind::Battle => None,
            None => effect,
        };
    }
    let war_ends = effect.and_then(|start| match program[usize::from(start)] {
        Op::WarEnds(year) => Some(year),
        _ => None,
    });
    let requires = card.requires.iter().map(|word| condition(record, word)).collect::<Result<_, _>>()?;
    Ok(CardInfo {
        id: format!("{}_{}", card.number, slug(&card.title)),
        number: card.number,
        title: card.title.clone(),
        kind,
        playable_by,
        remove_after_event: card.remove_after_event,
        reshuffle,
        set_aside_until: card.set_aside_until,
        requires,
        effect,
        strategy_effect,
        war_ends,
    })
}

/// Bars the combinations that the sequence of play has no room for.
fn check_effect<T>(record: &Record<T>, field: &str, kind: Kind, ops: &[Op]) -> Result<(), Problem> {
    let in_battle = kind == Kind::Battle && field == "effect";
    for op in ops {
        let message = match op {
            Op::BattleDrm { .. } if !in_battle => "battle_drm is for the effect of cards of kind \"battle\"",
            Op::Activate { .. } if !matches!(kind, Kind::Event | Kind::Campaign) => {
                "activate is for cards of kind \"event\" or \"campaign\""
            }
            Op::DiscardRandom(_) if kind == Kind::Special || in_battle => {
                "discard_random is not for special events or battles, which it could set off in turn"
            }
            Op::RemoveCu(_) if in_battle => "remove_cu is not for the battle effect of a card",
            Op::RemoveGeneral(_) if !in_battle => {
                "remove_general is for the effect of cards of kind \"battle\""
            }
            _ => continue,
        };
        return Err(record.problem(field, message));
    }
    if kind == Kind::Campaign && !ops.iter().any(|op| matches!(op, Op::Activate { .. })) {
        return Err(record.problem(field, "a campaign card needs the operation activate"));
    }
    Ok(())
}

fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().filter(|letter| *letter != '\'') {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.ends_with('_') && !slug.is_empty() {
            slug.push('_');
        }
    }
    slug.trim_end_matches('_').to_string()
}
