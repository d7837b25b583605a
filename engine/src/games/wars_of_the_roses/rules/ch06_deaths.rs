//! Section 6.8: eliminated blocks, succession, and the minors who come into play.

use super::{ch02_map, ch06_battle, ch07_supply, ch09_victory};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// A block loses steps; without any left it is eliminated. [WR 3.11]
pub fn lose_steps<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    block: Block,
    steps: u8,
    rule: &'static str,
    chance: &mut C,
) {
    if steps == 0 {
        return;
    }
    let lost = state.lost.get(block) + steps;
    if lost >= game.tables.max_strength[block] {
        kill(game, state, block, rule, chance);
        return;
    }
    state.set_lost(block, lost);
    if state.known.contains(block) {
        chance.note(|| {
            let (name, left) = (&game.tables.block(block).name, game.tables.max_strength[block] - lost);
            Event::new("loss", rule, format!("{name} is down to {left}.")).with("strength", left)
        });
    }
}

/// An eliminated block goes out for good (heirs [WR 6.82], rose nobles and Nevilles [WR 6.83]) or lies face down for
/// the rest of the campaign (other nobles and churches [WR 6.83], levies, bombards and mercenaries [WR 6.84], the
/// Rebel [WR 6.85]).
pub fn kill<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    block: Block,
    rule: &'static str,
    chance: &mut C,
) {
    let tables = &game.tables;
    let info = tables.block(block);
    let Some(place) = state.place_of(block) else { return };
    let to = if info.dies_for_good { Place::DEAD } else { Place::SPENT };
    if let (Some(twin), true) = (info.twin, info.dies_for_good) {
        state.put(tables, twin, Place::DEAD);
    }
    state.move_block(tables, block, place, to);
    for set in [&mut state.reserve, &mut state.pirates, &mut state.done] {
        set.remove(block);
    }
    state.known.insert(block);
    state.set_lost(block, 0);
    chance.note(|| {
        let how = if info.dies_for_good { "dies" } else { "is eliminated" };
        Event::new("death", rule, format!("{} {how}.", info.name)).with("block", info.id.as_str())
    });
    if state.king == Some(block) {
        state.king = None;
    }
    if state.pretender == Some(block) {
        state.pretender = senior_living_heir(tables, state, state.pretender_side());
    }
    if tables.all_heirs.contains(block) {
        ch09_victory::check_heirs(game, state, chance);
    }
}

/// The senior living heir of a house, minors included; a prisoner is passed over. [WR 6.81]
pub fn senior_living_heir(tables: &Tables, state: &State, side: Side) -> Option<Block> {
    let heirs = &tables.heirs[side.index()];
    heirs.iter().copied().find(|&heir| state.prisoner != Some(heir) && state.is_living_heir(tables, heir))
}

/// A dead King is followed at the next Supply Phase, where his heir is; the place is announced. [WR 6.81]
pub fn crown_new_king<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    if state.king.is_some() {
        return;
    }
    state.king = senior_living_heir(&game.tables, state, state.king_side);
    if let Some(king) = state.king {
        state.reveal(Blocks::single(king));
        chance.note(|| {
            let name = &game.tables.block(king).name;
            Event::new("king", "6.81", format!("The King is dead; {name} is King."))
                .with("king", game.tables.block(king).id.as_str())
        });
    }
}

/// The minor who is to enter: one for each heir lost, the senior first. [WR 4.5, 6.82]
///
/// A house starts with a number of heirs in play; while it has fewer that are alive (on whatever side), minors are due.
pub fn minor_due(game: &WarsOfTheRoses, state: &State, side: Side) -> Option<Block> {
    let tables = &game.tables;
    let heirs = &tables.heirs[side.index()];
    let idle = state.at(Place::MINOR) | state.at(Place::DEAD);
    let in_play = heirs.iter().filter(|&&heir| !idle.contains(heir)).count();
    if in_play >= game.heirs_in_play[side.index()] {
        return None;
    }
    heirs.iter().copied().find(|&heir| state.at(Place::MINOR).contains(heir))
}

/// Where new heirs come in: friendly or vacant crowns for the King, own exile for the Pretender. [WR 6.82]
#[inline]
pub fn entry_areas(tables: &Tables, state: &State, side: Side) -> Areas {
    if side == state.king_side {
        tables.crowns & ch02_map::friendly_or_vacant(tables, state, side)
    } else {
        tables.exiles[side.index()]
    }
}

/// Minors enter at the start of the Supply Phase; without a free crown they wait for a later one. [WR 6.82]
pub fn enter_minors<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    match minor_due(game, state, side) {
        Some(block) if !entry_areas(&game.tables, state, side).is_empty() => {
            state.phase = Phase::EnterMinor { side, block };
        }
        _ => ch07_supply::feed(game, state, side, 0, chance),
    }
}

#[inline(never)]
pub fn offer_entry(game: &WarsOfTheRoses, state: &State, side: Side, block: Block, out: &mut Vec<Action>) {
    out.extend(entry_areas(&game.tables, state, side).into_iter().map(|area| Action::Enter(block, area)));
}

#[inline(never)]
pub fn take_entry<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    to: Area,
    chance: &mut C,
) {
    state.move_block(&game.tables, block, Place::MINOR, to);
    state.reveal(Blocks::single(block));
    chance.note(|| {
        let (name, place) = (&game.tables.block(block).name, &game.tables.area(to).name);
        Event::new("enter", "6.82", format!("{name} comes into play in {place}."))
    });
    ch09_victory::free_prisoner(game, state, chance);
    enter_minors(game, state, side, chance);
}

/// The battle that a house's last heir fell in is still told. [WR 9.0]
pub fn record_last_battle<C: Chance>(game: &WarsOfTheRoses, state: &State, winner: Side, chance: &mut C) {
    if let Some(battle) = state.battle {
        chance.battle(|| ch06_battle::battle_row(game, state, &battle, Some(winner)));
    }
}
