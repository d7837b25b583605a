//! Chapter 8: the Political Turn. Disbanding, Usurpation, going home, and the reset for the next campaign.

use super::{ch02_map, ch04_knowledge, ch05_cards, ch06_deaths, ch07_supply, ch09_victory};
use crate::chance::Chance;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Losses, State};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;
use crate::set::Index;

/// The steps of the Political Turn, in the printed order. [WR 8.0]
pub fn start_political_turn<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    // A King who starved in the last Supply Phase is followed before the count.
    ch06_deaths::crown_new_king(game, state, chance);
    disband(game, state, chance);
    if usurpation(game, state, chance) {
        return;
    }
    next_home(game, state, state.pretender_side(), 0, chance);
}

/// Levies, bombards and the Welsh return to the pools, mercenaries to their homes; the Rebel leaves. Where they all are
/// is then no secret. [WR 8.1]
fn disband<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let tables = &game.tables;
    chance.note(|| Event::new("disband", "8.1", "Levies and mercenaries are disbanded."));
    let disbanded = tables.all_blocks() - tables.counted;
    state.reveal(disbanded);
    for block in state.on_map() & disbanded {
        if let Some(place) = state.place_of(block) {
            state.move_block(tables, block, place, base_of(tables, block));
            state.set_lost(block, 0);
        }
    }
}

/// Where a disbanded block waits: mercenaries in their exile area, all others in the pool. [WR 8.1]
fn base_of(tables: &Tables, block: Block) -> Place {
    let info = tables.block(block);
    let exile = info.side.map_or(Areas::EMPTY, |side| tables.exiles[side.index()]);
    match (info.home & exile).first() {
        Some(area) if info.kind == Kind::Mercenary => area.into(),
        _ => Place::POOL,
    }
}

/// Heirs, nobles and churches on the map, without exile, islands and pools, plus one for London. [WR 8.2, 3.23]
pub fn nobles(game: &WarsOfTheRoses, state: &State, side: Side) -> u32 {
    let tables = &game.tables;
    let own = state.of(tables, side) & tables.counted;
    let count = (state.contents(game.counted_areas & state.occupied(side)) & own).len() as u32;
    let london = tables.london.is_some_and(|london| {
        let here = state.at(london);
        here.intersects(state.of(tables, side)) && !here.intersects(state.of(tables, side.other()))
    });
    let prisoner = state.prisoner.is_some_and(|prisoner| own.contains(prisoner));
    count + u32::from(london) + u32::from(prisoner)
}

/// The Pretender who counts more nobles than the King takes the throne; the last campaign decides the game.
/// [WR 8.2, 9.0]
fn usurpation<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) -> bool {
    let (king, pretender) = (state.king_side, state.pretender_side());
    let counts = [nobles(game, state, king), nobles(game, state, pretender)];
    state.reveal(state.contents(game.tables.land));
    let usurped = counts[1] > counts[0];
    chance.note(|| {
        let result = if usurped { "usurps the throne" } else { "fails" };
        let text = format!("The King counts {}, the Pretender {} and {result}.", counts[0], counts[1]);
        Event::new("usurpation", "8.2", text).with("king", counts[0]).with("pretender", counts[1])
    });
    if state.campaign >= game.last_campaign {
        let (winner, reason) =
            if usurped { (pretender, Reason::Usurpation) } else { (king, Reason::KingHolds) };
        ch09_victory::end_game(game, state, winner, reason, chance);
        return true;
    }
    if usurped {
        depose_king(&game.tables, state);
    }
    false
}

/// The senior heir of the Pretender's house becomes King, the deposed King Pretender. [WR 8.2]
fn depose_king(tables: &Tables, state: &mut State) {
    let senior = |state: &State, side| ch06_deaths::senior_living_heir(tables, state, side);
    let (old, new) = (state.king_side, state.pretender_side());
    state.pretender = state.king.or_else(|| senior(state, old));
    state.king = senior(state, new);
    state.set_king_side(tables, new);
}

/// Where a block goes home, and whether to the pool. [WR 8.3, 8.4]
///
/// The Pretender's heirs go into exile; the King's to a shield of their house or any crown. Nobles and churches go to
/// a home that is not the enemy's, else to the pool.
pub fn homes(game: &WarsOfTheRoses, state: &State, side: Side, block: Block) -> (Areas, bool) {
    let tables = &game.tables;
    let info = tables.block(block);
    let open = ch02_map::friendly_or_vacant(tables, state, side);
    if info.kind == Kind::Heir {
        if side != state.king_side {
            return (tables.exiles[side.index()], false);
        }
        let homes = (info.home | ch02_map::royal_shields(tables, state, side) | tables.crowns) & open;
        return (homes, homes.is_empty());
    }
    if let Some(house) = turncoat_house(tables, block) {
        let homes = turncoat_homes(tables, state, block, house) & open;
        return (homes, homes.is_empty());
    }
    let own = info.home & open;
    let mut homes = own;
    if info.neville {
        let exiles = tables.exiles[side.index()];
        let shields = dead_nevilles_shields(tables, state) & open;
        homes |= shields
            .into_iter()
            .filter(|&area| !exiles.contains(area) || has_room(tables, state, side, area))
            .collect();
        if own.is_empty() {
            homes |= room_in_calais(tables, state, side, block);
        }
    }
    (homes, own.is_empty())
}

/// The house of a turned heir. [WR 9.1]
fn turncoat_house(tables: &Tables, block: Block) -> Option<Side> {
    let twin = tables.block(block).twin?;
    tables.all_heirs.contains(twin).then(|| tables.block(twin).side).flatten()
}

/// Turned Exeter goes to Cornwall; turned Clarence to a York shield area that is empty. [WR 9.1]
fn turncoat_homes(tables: &Tables, state: &State, block: Block, house: Side) -> Areas {
    let empty = |area: &Area| state.at(*area).without(block).is_empty();
    let royal = tables.royal[house.index()];
    tables.block(block).home.into_iter().filter(|area| !royal.contains(*area) || empty(area)).collect()
}

/// Nevilles may go to one another's shields when the owner is dead. [WR 8.3]
fn dead_nevilles_shields(tables: &Tables, state: &State) -> Areas {
    let dead = state.at(Place::DEAD) & tables.nevilles;
    dead.into_iter().fold(Areas::EMPTY, |areas, block| areas | tables.block(block).home)
}

/// Kent and Salisbury of York may go to Calais, within its limit, when the enemy holds all their shields.
/// [WR 8.3, 7.2]
fn room_in_calais(tables: &Tables, state: &State, side: Side, block: Block) -> Areas {
    if tables.warwick.contains(block) {
        return Areas::EMPTY;
    }
    let calais =
        tables.warwick.into_iter().fold(Areas::EMPTY, |areas, block| areas | tables.block(block).home)
            & tables.exiles[side.index()];
    calais.into_iter().filter(|&area| has_room(tables, state, side, area)).collect()
}

/// Whether one more block can live in exile. [WR 7.2]
fn has_room(tables: &Tables, state: &State, side: Side, exile: Area) -> bool {
    ch07_supply::mouths(tables, state, side, exile).len() < usize::from(tables.area(exile).supply)
}

/// Every heir, noble and church on the map goes home, the Pretender's first; blocks in exile stay there.
/// [WR 8.3, 8.4]
fn next_home<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, from: u8, chance: &mut C) {
    let tables = &game.tables;
    let mut from = from;
    while let Some(block) = next_traveller(tables, state, side, from) {
        from = block.0 + 1;
        let (homes, pool) = homes(game, state, side, block);
        match homes.first() {
            Some(only) if homes.len() == 1 && !pool => go_home(game, state, block, only.into(), chance),
            None => go_home(game, state, block, Place::POOL, chance),
            Some(_) => {
                state.phase = Phase::GoHome { side, block };
                return;
            }
        }
    }
    if side == state.king_side {
        next_disband(game, state, state.pretender_side(), chance);
    } else {
        next_home(game, state, state.king_side, 0, chance);
    }
}

/// The first block from `from` on that is on the map, not in exile, and goes home. [WR 8.3]
fn next_traveller(tables: &Tables, state: &State, side: Side, from: u8) -> Option<Block> {
    let travels = |block: &Block| state.area_of(*block).is_some_and(|area| tables.land.contains(area));
    let [blocks] = (state.of(tables, side) & tables.counted).words();
    let later = u64::MAX.checked_shl(from.into()).unwrap_or(0);
    Blocks::from_words([blocks & later]).into_iter().find(travels)
}

fn go_home<C: Chance>(game: &WarsOfTheRoses, state: &mut State, block: Block, to: Place, chance: &mut C) {
    let tables = &game.tables;
    let Some(from) = state.place_of(block) else { return };
    state.move_block(tables, block, from, to);
    state.set_lost(block, 0);
    chance.note(|| {
        let place = to.area().map_or("the pool", |area| tables.area(area).name.as_str());
        let rule = if state.side_of(tables, block) == state.king_side { "8.4" } else { "8.3" };
        Event::new("home", rule, format!("{} goes home to {place}.", tables.block(block).name))
    });
    ch09_victory::free_prisoner(game, state, chance);
}

#[inline(never)]
pub fn offer_home(game: &WarsOfTheRoses, state: &State, side: Side, block: Block, out: &mut Vec<Action>) {
    let (homes, pool) = homes(game, state, side, block);
    out.extend(homes.into_iter().map(|area| Action::Home(block, area)));
    if pool {
        out.push(Action::HomePool(block));
    }
}

#[inline(never)]
pub fn take_home<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    action: Action,
    chance: &mut C,
) {
    let (block, to) = match action {
        Action::Home(block, area) => (block, area.into()),
        Action::HomePool(block) => (block, Place::POOL),
        _ => return,
    };
    go_home(game, state, block, to, chance);
    next_home(game, state, side, block.0 + 1, chance);
}

/// All surplus in exile goes to the pool, the owner choosing. [WR 7.2]
fn next_disband<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    for area in game.tables.exiles[side.index()] {
        let mouths = ch07_supply::mouths(&game.tables, state, side, area).len();
        if mouths > usize::from(game.tables.area(area).supply) {
            state.phase = Phase::Disband { side, area };
            return;
        }
    }
    if side == state.king_side {
        reset(game, state, chance);
    } else {
        next_disband(game, state, state.king_side, chance);
    }
}

#[inline(never)]
pub fn offer_disband(game: &WarsOfTheRoses, state: &State, side: Side, area: Area, out: &mut Vec<Action>) {
    out.extend(ch07_supply::mouths(&game.tables, state, side, area).into_iter().map(Action::Disband));
}

#[inline(never)]
pub fn take_disband<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    area: Area,
    block: Block,
    chance: &mut C,
) {
    // Local mercenaries are fed besides: it cannot be one of them.
    let exiles = ch07_supply::mouths(&game.tables, state, side, area);
    ch04_knowledge::forget_group(game, state, exiles, block);
    state.move_block(&game.tables, block, area, Place::POOL);
    chance.note(|| {
        let place = &game.tables.area(area).name;
        Event::new("exile", "7.2", format!("{} leaves {place} for the pool.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block leaves {place} for the pool."))
    });
    next_disband(game, state, side, chance);
}

/// Face-down blocks stand up, mercenaries at home, the Rebel in the Pretender's pool; everything is at full strength,
/// and all cards are dealt anew. [WR 8.5]
fn reset<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    for block in state.at(Place::SPENT) {
        state.move_block(&game.tables, block, Place::SPENT, base_of(&game.tables, block));
    }
    state.lost = Losses::default();
    state.seen_lost = Losses::default();
    state.campaign += 1;
    state.turn = 1;
    chance.note(|| Event::new("campaign", "8.5", format!("Campaign {} begins.", state.campaign)));
    debug_assert!(Place::SPENT.index() > game.tables.areas.len() - 1);
    ch05_cards::deal(game, state, chance);
}
