//! Phases as JSON objects, for `json.rs`.

use serde_json::{Value, json};

use super::json::{Reader, word_of};
use super::phase::{Frame, Phase, Share};
use super::tables::Tables;
use super::types::{Colony, Side};
use crate::data::Problem;

/// Phases without further values.
const PLAIN: [(&str, Phase); 30] = [
    ("turn_start", Phase::TurnStart),
    ("claim_first", Phase::ClaimFirst),
    ("choose_first", Phase::ChooseFirst),
    ("next_impulse", Phase::NextImpulse),
    ("impulse", Phase::Impulse),
    ("card_done", Phase::CardDone),
    ("redraw", Phase::Redraw),
    ("naval", Phase::Naval),
    ("congress", Phase::Congress),
    ("place_congress", Phase::PlaceCongress),
    ("political", Phase::Political),
    ("over", Phase::Over),
    ("discard_action", Phase::DiscardAction),
    ("navy_zone", Phase::NavyZone),
    ("french_arrival", Phase::FrenchArrival),
    ("moving", Phase::Moving),
    ("entered", Phase::Entered),
    ("intercept", Phase::Intercept),
    ("arrived", Phase::Arrived),
    ("retreat_before", Phase::RetreatBefore),
    ("retreat_before_to", Phase::RetreatBeforeTo),
    ("clash", Phase::Clash),
    ("battle_start", Phase::BattleStart),
    ("battle_roll", Phase::BattleRoll),
    ("battle_retreat", Phase::BattleRetreat),
    ("retreat", Phase::Retreat),
    ("battle_end", Phase::BattleEnd),
    ("activation_end", Phase::ActivationEnd),
    ("setup", Phase::Setup(0)),
    ("end", Phase::End(0)),
];

const SHARES: [(&str, Share); 3] = [
    ("retreat_before_battle", Share::RetreatBeforeBattle),
    ("battle_loss", Share::BattleLoss),
    ("winter_loss", Share::WinterLoss),
];

pub(super) fn phase_json(tables: &Tables, phase: Phase) -> Value {
    let space = |space| tables.space_id(space);
    match phase {
        Phase::Setup(step) => json!({ "phase": "setup", "step": step }),
        Phase::End(step) => json!({ "phase": "end", "step": step }),
        Phase::Exchange(card) => json!({ "phase": "exchange", "card": tables.card_id(card) }),
        Phase::Winter { side, from } => json!({ "phase": "winter", "side": side.id(), "passed": from }),
        Phase::PcActions { left, from } => json!({ "phase": "pc_actions", "left": left, "passed": from }),
        Phase::ReinforceSpace { value } => json!({ "phase": "reinforce_space", "value": value }),
        Phase::ReinforceCount { port } => json!({ "phase": "reinforce_count", "space": space(port) }),
        Phase::ReinforceGeneral { space: s } => json!({ "phase": "reinforce_general", "space": space(s) }),
        Phase::ChooseGeneral { value } => json!({ "phase": "choose_general", "value": value }),
        Phase::ExcessGeneral { space: s, side } => {
            json!({ "phase": "excess_general", "space": space(s), "side": side.id() })
        }
        Phase::BattleCard(side) => json!({ "phase": "battle_card", "side": side.id() }),
        Phase::BattleLosses(side) => json!({ "phase": "battle_losses", "side": side.id() }),
        Phase::FrenchShare { share, count, space: s } => match share {
            Share::Interception(general) => json!({
                "phase": "french_share", "of": "interception", "general": tables.general_id(general),
                "count": count, "space": space(s),
            }),
            other => {
                json!({ "phase": "french_share", "of": word_of(&SHARES, &other), "count": count, "space": space(s) })
            }
        },
        Phase::Effect(frame) => effect_json(tables, frame),
        plain => json!({ "phase": word_of(&PLAIN, &plain) }),
    }
}

fn effect_json(tables: &Tables, frame: Frame) -> Value {
    let program = tables.program_names.iter().rev().find(|(_, start)| *start <= frame.at);
    let (name, start) = program.map_or(("", 0), |(name, start)| (name.as_str(), *start));
    let colonies: Vec<&str> = tables
        .colonies
        .iter()
        .enumerate()
        .filter(|(i, _)| frame.colonies >> i & 1 == 1)
        .map(|(_, colony)| colony.id.as_str())
        .collect();
    json!({
        "phase": "effect", "program": name, "step": frame.at - start, "left": frame.left,
        "passed": frame.from, "colonies": colonies, "side": frame.side.id(),
    })
}

pub(super) fn read_phase(reader: &Reader<'_>) -> Result<Phase, Problem> {
    let byte = |field: &str| reader.number(field, 120).map(|n| n as u8);
    let side = || reader.side("side");
    Ok(match reader.word("phase")? {
        "setup" => Phase::Setup(byte("step")?),
        "end" => Phase::End(byte("step")?),
        "exchange" => Phase::Exchange(reader.card_value("card", reader.get("card")?)?),
        "winter" => Phase::Winter { side: side()?, from: byte("passed")? },
        "pc_actions" => Phase::PcActions { left: byte("left")?, from: byte("passed")? },
        "reinforce_space" => Phase::ReinforceSpace { value: reader.number("value", 3)? as u8 },
        "reinforce_count" => Phase::ReinforceCount { port: reader.space("space")? },
        "reinforce_general" => Phase::ReinforceGeneral { space: reader.space("space")? },
        "choose_general" => Phase::ChooseGeneral { value: byte("value")? },
        "excess_general" => Phase::ExcessGeneral { space: reader.space("space")?, side: side()? },
        "battle_card" => Phase::BattleCard(side()?),
        "battle_losses" => Phase::BattleLosses(side()?),
        "french_share" => {
            let share = if reader.word("of")? == "interception" {
                Share::Interception(reader.general_named("general", reader.word("general")?)?)
            } else {
                reader.one_of("of", &SHARES)?
            };
            Phase::FrenchShare { share, count: byte("count")?, space: reader.space("space")? }
        }
        "effect" => Phase::Effect(read_effect(reader, side()?)?),
        _ => reader.one_of("phase", &PLAIN)?,
    })
}

fn read_effect(reader: &Reader<'_>, side: Side) -> Result<Frame, Problem> {
    let tables = reader.tables;
    let name = reader.word("program")?;
    let place = tables.program_names.iter().position(|(other, _)| other == name);
    let place = place.ok_or_else(|| {
        let names = tables.program_names.iter().map(|(name, _)| name.as_str());
        reader.wrong("program", format!("no effect \"{name}\".{}", crate::data::suggestion(name, names)))
    })?;
    let start = tables.program_names[place].1;
    let end = tables.program_names.get(place + 1).map_or(tables.program.len() as u16, |(_, next)| *next);
    let at = start + reader.number("step", 1000)? as u16;
    if at >= end {
        return Err(reader.wrong("step", format!("the effect has {} steps", end - start)));
    }
    let mut colonies = 0;
    for word in reader.words("colonies")? {
        let colony = tables.colonies.iter().position(|colony| colony.id == word);
        let colony = colony.ok_or_else(|| reader.wrong("colonies", format!("no colony \"{word}\"")))?;
        colonies |= 1 << Colony(colony as u8).0;
    }
    let left = reader.number("left", 20)? as u8;
    Ok(Frame { at, colonies, left, from: reader.number("passed", 120)? as u8, side })
}
