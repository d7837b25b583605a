//! Sections 6.9 and 6.91: treachery rolls by King, Pretender and Warwick, and by the Treason card.

use super::{ch06_battle, ch09_victory};
use crate::chance::{Chance, Die};
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::cards::Effect;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Battle, Flags, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// Enemy blocks that can be won over: not in reserve, with a loyalty, not turned in this battle before, and neither
/// King nor Pretender. [WR 3.13, 6.9, 9.1]
pub fn targets(tables: &Tables, state: &State, battle: &Battle, side: Side) -> Blocks {
    let mut targets = state.fighting(tables, battle, side.other()) - state.turned;
    for leader in [state.king, state.pretender].into_iter().flatten() {
        targets.remove(leader);
    }
    targets.into_iter().filter(|&block| tables.block(block).loyalty > 0).collect()
}

/// How many dice must all be even; 0 means that no roll is allowed. [WR 6.9, 6.91]
///
/// Kent and Salisbury have loyalty 2, and 1 against Warwick; Warwick may not try Northumberland and Westmoreland.
/// With `warwick_only_nevilles` only Warwick can try Kent and Salisbury, at 2.
pub fn loyalty(game: &WarsOfTheRoses, target: Block, by_warwick: bool) -> u8 {
    let info = game.tables.block(target);
    if info.warwick_mark && game.options.warwick_only_nevilles {
        return if by_warwick { info.loyalty } else { 0 };
    }
    match info.loyalty_vs_warwick {
        Some(dice) if by_warwick => dice,
        _ => info.loyalty,
    }
}

/// The flag of a block that may try treachery, or `None`. [WR 6.9]
fn conspirator(game: &WarsOfTheRoses, state: &State, block: Block) -> Option<u8> {
    let side = state.side_of(&game.tables, block);
    if state.leader(side) == Some(block) {
        Some(Flags::TRIED << side.index())
    } else if game.tables.warwick.contains(block) {
        Some(Flags::WARWICK_TRIED)
    } else {
        None
    }
}

/// A side's blocks that may try treachery: King or Pretender, and Warwick. [WR 6.9]
#[inline]
pub fn conspirators(tables: &Tables, state: &State, side: Side) -> Blocks {
    state.leader(side).map_or(tables.warwick, |leader| tables.warwick.with(leader))
}

/// King, Pretender and Warwick each have one roll a battle, in their battle turn. [WR 6.9]
pub fn offer_treachery(
    game: &WarsOfTheRoses,
    state: &State,
    battle: &Battle,
    block: Block,
    out: &mut Sheet<'_, Action>,
) {
    let Some(flag) = conspirator(game, state, block) else { return };
    if state.flags.has(flag) {
        return;
    }
    let side = state.side_of(&game.tables, block);
    for target in targets(&game.tables, state, battle, side) {
        let can_turn = loyalty(game, target, flag == Flags::WARWICK_TRIED) > 0;
        out.put(Action::Treachery(block, target), can_turn);
    }
}

pub fn take_treachery<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    battle: &Battle,
    block: Block,
    target: Block,
    chance: &mut C,
) {
    let Some(flag) = conspirator(game, state, block) else { return };
    state.flags.set(flag, true);
    let dice = loyalty(game, target, flag == Flags::WARWICK_TRIED);
    roll(game, state, battle, target, dice, chance);
}

/// If every die is even, the block's twin joins the roller's reserve at the same strength. [WR 6.9]
fn roll<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    battle: &Battle,
    target: Block,
    dice: u8,
    chance: &mut C,
) {
    let info = game.tables.block(target);
    let mut all_even = true;
    for _ in 0..dice {
        all_even &= chance.roll(Die::D6).is_multiple_of(2);
    }
    chance.note(|| {
        let result = if all_even { "changes sides" } else { "stays loyal" };
        Event::new("treachery", "6.9", format!("{} {result}.", info.name)).with("block", info.id.as_str())
    });
    if let (true, Some(twin)) = (all_even, info.twin) {
        turn_coat(game, state, battle.area, target, twin, chance);
    }
}

fn turn_coat<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    area: Area,
    block: Block,
    twin: Block,
    chance: &mut C,
) {
    let lost = state.lost.get(block).min(game.tables.max_strength[twin] - 1);
    state.take_off(&game.tables, block, area);
    state.put(&game.tables, twin, area);
    state.pirates.remove(block);
    state.done.remove(block);
    state.known |= Blocks::single(block).with(twin);
    state.set_lost(block, 0);
    state.set_lost(twin, lost);
    state.reserve.insert(twin);
    state.turned.insert(twin);
    ch09_victory::check_heirs(game, state, chance);
}

/// The Treason card: one roll before Round 1 of any battle of the turn; its player may wait for another.
/// [WR 5.1 Treason]
pub fn ask_treason_card(game: &WarsOfTheRoses, state: &mut State, battle: &Battle) -> bool {
    if !state.flags.has(Flags::TREASON) {
        return false;
    }
    let holds = |side: Side| {
        let effect = state.card[side.index()].map(|card| game.tables.card(card).effect);
        matches!(effect, Some(Effect::Moves { treason: true, .. }))
    };
    let Some(side) = Side::BOTH.into_iter().find(|&side| holds(side)) else { return false };
    let ask =
        targets(&game.tables, state, battle, side).into_iter().any(|target| loyalty(game, target, false) > 0);
    if ask {
        state.phase = Phase::TreasonCard { side };
    }
    ask
}

#[inline(never)]
pub fn offer_treason_card(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Done);
    let Some(battle) = state.battle else { return };
    for target in targets(&game.tables, state, &battle, side) {
        if loyalty(game, target, false) > 0 {
            out.push(Action::Treason(target));
        }
    }
}

#[inline(never)]
pub fn take_treason_card<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    target: Block,
    chance: &mut C,
) {
    let Some(battle) = state.battle else { return };
    state.flags.set(Flags::TREASON, false);
    chance.note(|| {
        let name = &game.tables.block(target).name;
        Event::new("treason", "5.1", format!("{} uses Treason on {name}.", side.name()))
    });
    roll(game, state, &battle, target, loyalty(game, target, false), chance);
    ch06_battle::begin_round(game, state, 1, chance);
}
