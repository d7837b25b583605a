//! Sections 6.6 and 6.7: retreats from battle and regrouping after it.

use super::{ch02_map, ch05_sea, ch06_battle, ch06_deaths};
use crate::chance::Chance;
use crate::draft::Sheet;
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

/// Open ways for a side's blocks in an area, which depend on how a block came: worked out once for all of them, a
/// regrouping went from 209 to 122 ns.
#[derive(Copy, Clone, Debug)]
pub struct Exits {
    pirates: Blocks,
    by_sea: Areas,
    by_land: Areas,
}

impl Exits {
    /// Pirates leave by the sea they came by, one for each AP of the card, others over borders within their limits and
    /// not `barred`. [WR 5.21, 5.3, 6.6]
    fn of(tables: &Tables, state: &State, area: Area, side: Side, barred: Ways) -> Self {
        let open = ch02_map::friendly_or_vacant(tables, state, side);
        let pirates = state.pirates & state.at(area) & state.of(tables, side);
        let by_sea =
            if pirates.is_empty() { Areas::EMPTY } else { ships_home(tables, state, area, side, open) };
        let mut by_land = open & tables.neighbours[area];
        for way in barred {
            by_land.remove(tables.start(way));
        }
        // Only a way that somebody took can be full.
        let taken = if tables.least_limit == 0 { u64::MAX } else { state.crossings.at_least(1) };
        let mut taken = taken >> exit_key(side, 0) & ((1 << MOST_NEIGHBOURS) - 1);
        while taken != 0 {
            let i = taken.trailing_zeros() as usize;
            if let Some(&(way, to)) = tables.area(area).ways.get(i) {
                let full = state.crossings.get(exit_key(side, i)) >= tables.limit_of[way.border()];
                by_land.set(to, by_land.contains(to) && !full);
            }
            taken &= taken - 1;
        }
        Exits { pirates, by_sea, by_land }
    }

    #[inline]
    pub fn of_block(&self, block: Block) -> Areas {
        if self.pirates.contains(block) { self.by_sea } else { self.by_land }
    }

    fn is_open_to_any(&self, blocks: Blocks) -> bool {
        !self.by_land.is_empty() && !(blocks - self.pirates).is_empty()
            || !self.by_sea.is_empty() && blocks.intersects(self.pirates)
    }
}

fn ships_home(tables: &Tables, state: &State, area: Area, side: Side, open: Areas) -> Areas {
    let ships = state.card[side.index()].map_or(0, |card| tables.card(card).ap);
    match ch05_sea::pirate_sea(tables, state, area) {
        Some(sea) if state.crossings.get(sea_key(side)) < ships => {
            open.without(area) & tables.coasts[usize::from(sea.0)]
        }
        _ => Areas::EMPTY,
    }
}

/// Where a side's blocks can retreat: adjacent friendly or vacant areas, not over a border that the enemy crossed into
/// this battle; if both crossed it, only Player 2 may use it. [WR 2.72, 6.6]
pub fn ways_out(tables: &Tables, state: &State, battle: &Battle, side: Side) -> Exits {
    let mut barred = state.entered[side.other().index()] & tables.ways_in[battle.area];
    if side != state.first {
        barred -= state.entered[side.index()];
    }
    Exits::of(tables, state, battle.area, side, barred)
}

fn leave(tables: &Tables, state: &mut State, area: Area, block: Block, to: Area) {
    let side = state.side_of(tables, block);
    let key = if state.pirates.contains(block) {
        sea_key(side)
    } else {
        let neighbour = tables.way_between[area][to].map(|way| tables.exit_number[way].into());
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
    let exits = ways_out(&game.tables, state, battle, battle.attacker);
    let mut lost = false;
    for block in ready {
        if exits.of_block(block).is_empty() && !state.is_over() {
            ch06_deaths::kill(game, state, block, "6.6", chance);
            lost = true;
        }
    }
    lost
}

/// Adjacent friendly or vacant areas within border limits; borders the enemy used are open again. [WR 6.7]
fn regroup_areas(tables: &Tables, state: &State, area: Area, side: Side) -> Exits {
    Exits::of(tables, state, area, side, Ways::EMPTY)
}

/// The winner's blocks that may still regroup. Those that were shown do so in ascending order, so that each choice comes
/// up once; hidden reserves in any order, or it would tell the enemy who they are. [WR 6.7]
fn regroupers(game: &WarsOfTheRoses, state: &State, area: Area, side: Side) -> Blocks {
    let here = state.at(area) & state.of(&game.tables, side);
    let shown = here & state.known;
    let later = (state.done & state.known).last().map_or(shown, |last| shown.after(last));
    later | (here - shown)
}

pub fn can_regroup(game: &WarsOfTheRoses, state: &State, side: Side) -> bool {
    let Some(battle) = state.battle else { return false };
    let blocks = regroupers(game, state, battle.area, side);
    !blocks.is_empty() && regroup_areas(&game.tables, state, battle.area, side).is_open_to_any(blocks)
}

#[inline(never)]
pub fn offer_regroup(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let Some(battle) = state.battle else { return };
    let exits = regroup_areas(&game.tables, state, battle.area, side);
    Sheet::write(out, Action::BLANKS, |actions| {
        actions.put(Action::Done, true);
        for block in regroupers(game, state, battle.area, side) {
            actions.list::<4, _>(exits.of_block(block), |to| Action::Regroup(block, to));
        }
    });
}

#[inline(never)]
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
