//! Sections 6.4 and 6.5: rolling for hits, who takes them, and the heirs' charges.

use super::{ch02_map, ch06_battle, ch06_deaths};
use crate::chance::{Chance, Die};
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Battle, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// One die for each step; a roll up to the combat number hits. [WR 3.11, 3.12, 6.4]
#[inline]
pub fn roll_hits<C: Chance>(
    game: &WarsOfTheRoses,
    state: &State,
    battle: &Battle,
    block: Block,
    chance: &mut C,
) -> u8 {
    let tables = &game.tables;
    let number = tables.numbers[block] + ch02_map::defence_bonus(tables, state, battle, block);
    let mut hits = 0;
    for _ in 0..state.strength(tables, block) {
        hits += u8::from(chance.roll(Die::D6) <= number);
    }
    chance.note(|| {
        let text = format!("{} fights at {number}: {hits} hits.", tables.block(block).name);
        Event::new("fire", "6.4", text).with("block", tables.block(block).id.as_str()).with("hits", hits)
    });
    hits
}

/// The blocks with the highest present strength. [WR 6.4]
///
/// Those of each strength are found at once, whoever they are: which is the highest cannot be guessed.
#[inline]
pub fn strongest(tables: &Tables, state: &State, blocks: Blocks) -> Blocks {
    let mut strongest = Blocks::EMPTY;
    for strength in 1..=MOST_STEPS {
        let alike = blocks & state.of_strength(tables, strength);
        strongest = if alike.is_empty() { strongest } else { alike };
    }
    strongest
}

/// All hits of one block fall on the strongest enemy block, the surplus on the next strongest; the owner chooses
/// among equals. Reserves are not hit. [WR 6.4]
pub fn suffer<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, hits: u8, chance: &mut C) {
    let Some(battle) = state.battle else { return };
    let mut hits = hits;
    while hits > 0 && !state.is_over() {
        let strongest = strongest(&game.tables, state, state.fighting(&game.tables, &battle, side));
        if strongest.has_several() {
            state.phase = Phase::TakeHits { side, hits };
            return;
        }
        let Some(only) = strongest.first() else { break };
        hits = lose_to_hits(game, state, only, hits, chance);
    }
    ch06_battle::continue_round(game, state, chance);
}

/// A block takes as many hits as it has steps; what is left of them. [WR 6.4]
#[inline]
fn lose_to_hits<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    block: Block,
    hits: u8,
    chance: &mut C,
) -> u8 {
    let strength = state.strength(&game.tables, block);
    ch06_deaths::lose_steps(game, state, block, hits.min(strength), "6.4", chance);
    hits.saturating_sub(strength)
}

#[inline(never)]
pub fn offer_hits(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let Some(battle) = state.battle else { return };
    let fighting = state.fighting(&game.tables, &battle, side);
    out.extend(strongest(&game.tables, state, fighting).into_iter().map(Action::Hit));
}

#[inline(never)]
pub fn take_hits<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    hits: u8,
    chance: &mut C,
) {
    let left = lose_to_hits(game, state, block, hits, chance);
    suffer(game, state, side, left, chance);
}

/// The senior heir present charges one enemy block: surplus hits are lost, and a target that survives strikes back
/// at once, at him alone. [WR 6.5]
pub fn charge<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    battle: &Battle,
    heir: Block,
    target: Block,
    chance: &mut C,
) {
    let tables = &game.tables;
    chance.note(|| {
        let text = format!("{} charges {}.", tables.block(heir).name, tables.block(target).name);
        Event::new("charge", "6.5", text)
    });
    let hits = roll_hits(game, state, battle, heir, chance);
    let strength = state.strength(tables, target);
    ch06_deaths::lose_steps(game, state, target, hits.min(strength), "6.5", chance);
    if hits < strength && !state.is_over() {
        let back = roll_hits(game, state, battle, target, chance);
        let strength = state.strength(tables, heir);
        ch06_deaths::lose_steps(game, state, heir, back.min(strength), "6.5", chance);
    }
}
