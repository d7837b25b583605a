//! Chapter 2: the map. What an area is to a side, and what it adds to those who defend it.

use crate::games::wars_of_the_roses::state::{Battle, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// Areas a side may use in peace: friendly or vacant ones, and never the enemy's exile. [WR 2.1, 2.7]
#[inline]
pub fn friendly_or_vacant(tables: &Tables, state: &State, side: Side) -> Areas {
    tables.reach[side.index()] - state.occupied(side.other())
}

/// The side's senior heir in a battle, reserves aside. [WR 2.2, 6.5]
pub fn senior_heir(tables: &Tables, state: &State, battle: &Battle, side: Side) -> Option<Block> {
    let present = state.fighting(tables, battle, side) & tables.all_heirs;
    if present.is_empty() {
        return None;
    }
    tables.heirs[side.index()].iter().copied().find(|&heir| present.contains(heir))
}

/// Shield areas that every heir of a house may use: the common royal arms, and a particular royal shield once its
/// bearer is dead. [WR 2.2]
pub fn royal_shields(tables: &Tables, state: &State, side: Side) -> Areas {
    let mut areas = tables.royal[side.index()];
    for &(area, bearer) in &tables.particular {
        if tables.of_side[side.index()].contains(bearer) && state.at(Place::DEAD).contains(bearer) {
            areas.insert(area);
        }
    }
    areas
}

/// What is added to a block's combat number: nothing for the attacker. [WR 2.2, 2.3]
///
/// A noble on his own shield, a levy in its city [WR 2.4], a church in its cathedral [WR 2.5], the Welsh in Wales
/// [WR 2.6]: +1. An heir has +1 on his particular shield; the senior heir present also on a royal shield, and in the
/// King's house a further +1 on a crown.
#[inline]
pub fn defence_bonus(tables: &Tables, state: &State, battle: &Battle, block: Block) -> u8 {
    let side = state.side_of(tables, block);
    if !tables.all_heirs.contains(block) {
        return u8::from((side != battle.attacker) & tables.homes[block].contains(battle.area));
    }
    if side == battle.attacker {
        return 0;
    }
    heirs_bonus(tables, state, battle, side, block)
}

fn heirs_bonus(tables: &Tables, state: &State, battle: &Battle, side: Side, block: Block) -> u8 {
    let senior = senior_heir(tables, state, battle, side) == Some(block);
    let own = tables.particular.contains(&(battle.area, block));
    let shield = own || senior && royal_shields(tables, state, side).contains(battle.area);
    let crown = senior && side == state.king_side && tables.crowns.contains(battle.area);
    u8::from(shield) + u8::from(crown)
}
