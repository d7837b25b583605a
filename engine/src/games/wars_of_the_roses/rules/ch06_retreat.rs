//! Sections 6.6 and 6.7: retreats from battle and regrouping after it.

use super::{ch02_map, ch05_sea, ch06_battle, ch06_deaths};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::state::{Battle, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// Where in [`State::crossings`] a battle counts a side's exits: by neighbour, and by sea.
fn exit_key(side: Side, neighbour: usize) -> usize {
    side.index() * 16 + neighbour
}

fn sea_key(side: Side) -> usize {
    exit_key(side, MOST_NEIGHBOURS)
}

/// Open ways for one block: pirates by the sea they came by, one for each AP of the card, others over borders within
/// their limits. [WR 5.21, 5.3, 6.6]
fn exits(
    tables: &Tables,
    state: &State,
    area: Area,
    block: Block,
    border_open: impl Fn(Way) -> bool,
) -> Areas {
    let side = state.side_of(tables, block);
    if state.pirates.contains(block) {
        let open = ch02_map::friendly_or_vacant(tables, state, side).without(area);
        let ships = state.card[side.index()].map_or(0, |card| tables.card(card).ap);
        return match ch05_sea::pirate_sea(tables, state, area) {
            Some(sea) if state.crossings.get(sea_key(side)) < ships => {
                open & tables.coasts[usize::from(sea.0)]
            }
            _ => Areas::EMPTY,
        };
    }
    // Only the neighbours are looked at, not the whole map for each block: regrouping from 105 to 78 instructions.
    let (closed, foes) = (tables.exiles[side.other().index()], state.of(tables, side.other()));
    let mut areas = Areas::EMPTY;
    for (i, &(way, to)) in tables.area(area).ways.iter().enumerate() {
        if !closed.contains(to)
            && !state.at(to).intersects(foes)
            && border_open(way)
            && state.crossings.get(exit_key(side, i)) < tables.border(way.border()).limit
        {
            areas.insert(to);
        }
    }
    areas
}

/// Where a block can retreat: adjacent friendly or vacant areas, not over a border that the enemy crossed into this
/// battle; if both crossed it, only Player 2 may use it. [WR 2.72, 6.6]
pub fn ways_out(tables: &Tables, state: &State, battle: &Battle, block: Block) -> Areas {
    let side = state.side_of(tables, block);
    exits(tables, state, battle.area, block, |way| {
        let came_in = way.back();
        let enemy = state.entered[side.other().index()].contains(came_in);
        let own = state.entered[side.index()].contains(came_in);
        !enemy || own && side != state.first
    })
}

fn leave(tables: &Tables, state: &mut State, area: Area, block: Block, to: Area) {
    let side = state.side_of(tables, block);
    let key = if state.pirates.contains(block) {
        sea_key(side)
    } else {
        let neighbour = tables.area(area).ways.iter().position(|&(_, end)| end == to);
        exit_key(side, neighbour.unwrap_or(MOST_NEIGHBOURS))
    };
    state.crossings.add(key);
    state.pirates.remove(block);
    state.move_block(tables, block, area, to);
}

pub fn retreat<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    battle: &Battle,
    block: Block,
    to: Area,
    chance: &mut C,
) {
    leave(&game.tables, state, battle.area, block, to);
    chance.note(|| {
        let (name, place) = (&game.tables.block(block).name, &game.tables.area(to).name);
        Event::new("retreat", "6.6", format!("{name} retreats to {place}."))
    });
}

/// Attackers who must retreat in Round 4 and cannot are lost; tells whether any was. [WR 6.2, 6.6]
///
/// A way that is closed stays closed for the rest of the round, so the order of the others makes no difference.
pub fn lose_the_trapped<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    battle: &Battle,
    ready: Blocks,
    chance: &mut C,
) -> bool {
    let mut lost = false;
    for block in ready {
        if ways_out(&game.tables, state, battle, block).is_empty() && !state.is_over() {
            ch06_deaths::kill(game, state, block, "6.6", chance);
            lost = true;
        }
    }
    lost
}

/// Adjacent friendly or vacant areas within border limits; borders the enemy used are open again. [WR 6.7]
fn regroup_areas(tables: &Tables, state: &State, area: Area, block: Block) -> Areas {
    exits(tables, state, area, block, |_| true)
}

/// The winner's blocks that may still regroup: in ascending order, so that each choice of blocks comes up once.
fn regroupers(game: &WarsOfTheRoses, state: &State, area: Area, side: Side) -> Blocks {
    let here = state.at(area) & state.of(&game.tables, side);
    match state.done.into_iter().last() {
        Some(last) => here.into_iter().filter(|&block| block > last).collect(),
        None => here,
    }
}

pub fn can_regroup(game: &WarsOfTheRoses, state: &State, side: Side) -> bool {
    let Some(battle) = state.battle else { return false };
    regroupers(game, state, battle.area, side)
        .into_iter()
        .any(|block| !regroup_areas(&game.tables, state, battle.area, block).is_empty())
}

pub fn offer_regroup(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Done);
    let Some(battle) = state.battle else { return };
    for block in regroupers(game, state, battle.area, side) {
        for to in regroup_areas(&game.tables, state, battle.area, block) {
            out.push(Action::Regroup(block, to));
        }
    }
}

pub fn take_regroup<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    action: Action,
    chance: &mut C,
) {
    if let (Action::Regroup(block, to), Some(battle)) = (action, state.battle) {
        leave(&game.tables, state, battle.area, block, to);
        state.done.insert(block);
        chance.note(|| {
            let place = &game.tables.area(to).name;
            let event = Event::new(
                "regroup",
                "6.7",
                format!("{} regroups to {place}.", game.tables.block(block).name),
            );
            if state.known.contains(block) {
                event
            } else {
                event.only_for(side.player(), format!("A block regroups to {place}."))
            }
        });
        if can_regroup(game, state, side) {
            return;
        }
    }
    ch06_battle::finish_battle(game, state, chance);
}
