//! Sections 1.2 and 5.0: a player's action phase. What the card's points buy, block by block.

use super::ch05_moves::Roads;
use super::ch05_sea::Seaways;
use super::{ch04_knowledge, ch05_recruit, ch06_battle};
use crate::chance::Chance;
use crate::draft::{self, Draft};
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{State, Tally};
use crate::games::wars_of_the_roses::tables::Effect;
use crate::games::wars_of_the_roses::types::*;

/// What the card of the side whose turn it is does. [WR 5.1]
#[inline]
pub fn effect(game: &WarsOfTheRoses, state: &State, side: Side) -> Effect {
    match state.card[side.index()] {
        Some(card) => game.tables.effects[card],
        None => Effect::Plague,
    }
}

/// Player 1 acts first, then Player 2; AP are not kept for later. [WR 1.2]
pub fn start_actions<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    state.done = Blocks::EMPTY;
    state.crossings = Tally::default();
    state.opened = Areas::EMPTY;
    state.main_attack = Ways::EMPTY;
    state.pairs = [None; MOST_AP];
    state.ap = state.card[side.index()].map_or(0, |card| game.tables.card(card).ap);
    chance.note(|| Event::new("actions", "1.2", format!("{} has {} AP.", side.name(), state.ap)));
    state.phase = match effect(game, state, side) {
        Effect::Moves { .. } | Effect::Piracy { .. } => Phase::Act { side },
        Effect::Muster { .. } => Phase::ChooseMuster { side },
        Effect::Plague => Phase::Plague { side },
    };
}

pub fn end_actions<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    state.ap = 0;
    state.done = Blocks::EMPTY;
    state.opened = Areas::EMPTY;
    state.main_attack = Ways::EMPTY;
    state.pairs = [None; MOST_AP];
    state.crossings = Tally::default();
    if side == state.first {
        start_actions(game, state, side.other(), chance);
    } else {
        ch06_battle::start_battles(game, state, chance);
    }
}

/// Whether blocks may leave an area: Player 2 keeps as many there as Player 1's main attack pins. [WR 5.22]
///
/// Reserves pin nobody, and blocks that came as reserves are not counted among the pinned.
pub fn may_leave(game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> bool {
    if side == state.first {
        return true;
    }
    let here = state.at(area) - state.reserve;
    let own = (here & state.of(&game.tables, side)).len();
    let pinning = (here & state.of(&game.tables, side.other())).len();
    pinning == 0 || own > pinning
}

/// What a side can still do with its card: worked out once for a decision and asked for every area of it.
#[derive(Copy, Clone, Debug)]
struct Orders<'a> {
    /// Blocks that have not moved.
    fresh: Blocks,
    /// Areas from which the card moves groups by land: any while there are AP, later those that are open.
    marching: Areas,
    roads: Roads<'a>,
    seaways: Seaways,
}

impl<'a> Orders<'a> {
    #[inline]
    fn of(game: &'a WarsOfTheRoses, state: &'a State, side: Side, effect: Effect) -> Self {
        let marching = match effect {
            Effect::Moves { groups: true, .. } if state.ap > 0 => state.occupied(side),
            Effect::Moves { groups: true, .. } => state.opened,
            _ => Areas::EMPTY,
        };
        Orders {
            fresh: state.of(&game.tables, side) - state.done,
            marching,
            roads: Roads::of(game, state, side, effect),
            seaways: Seaways::of(game, state, side, effect),
        }
    }

    /// The blocks in an area that can move at all now, by land or by sea.
    #[inline]
    fn movable(&self, game: &WarsOfTheRoses, state: &State, side: Side, area: Area) -> Blocks {
        let ready = state.at(area) & self.fresh;
        if self.roads.enemy.contains(area) && !may_leave(game, state, side, area) {
            return Blocks::EMPTY;
        }
        if self.marching.contains(area) && self.roads.can_march(area) {
            return ready;
        }
        self.sailing(game, state, area, ready)
    }

    /// Those of the blocks ready in an area that can leave it by sea.
    fn sailing(&self, game: &WarsOfTheRoses, state: &State, area: Area, ready: Blocks) -> Blocks {
        let sailors = ready & game.tables.sailors;
        if sailors.is_empty() || self.seaways.landings(game, state, area).is_empty() {
            return Blocks::EMPTY;
        }
        sailors
    }
}

/// One AP opens an area for land movement, sails a block, or recruits one; or nothing is done. [WR 1.2]
pub fn offer_actions(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let effect = effect(game, state, side);
    let orders = Orders::of(game, state, side, effect);
    let areas = if state.ap > 0 { state.occupied(side) } else { free_areas(state) & state.occupied(side) };
    let mut places = [Block(0); draft::PLACES];
    let mut picks = Draft::on(&mut places, out, Action::Pick);
    for area in areas {
        picks.list(orders.movable(game, state, side, area), |block| block);
    }
    picks.finish();
    if state.ap > 0 && matches!(effect, Effect::Moves { recruit: true, .. }) {
        ch05_recruit::offer_recruits(game, state, side, out);
    }
    out.push(Action::Done);
}

pub fn take_pick<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    chance: &mut C,
) {
    let steps = match effect(game, state, side) {
        Effect::Moves { steps, .. } | Effect::Muster { steps } => steps,
        Effect::Piracy { .. } | Effect::Plague => 0,
    };
    let Some(from) = state.find_among(state.occupied(side), block) else { return };
    pick_up(game, state, side, block, from);
    chance.note(|| {
        let place = &game.tables.area(from).name;
        Event::new("pick", "5.2", format!("{} sets out from {place}.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block sets out from {place}."))
    });
    state.phase = Phase::March { side, block, at: from, previous: from, steps, muster: None };
}

/// The enemy sees that a block goes, not which.
pub fn pick_up(game: &WarsOfTheRoses, state: &mut State, side: Side, block: Block, from: Area) {
    debug_assert!(state.at(from).contains(block));
    let group = state.at(from) & state.of(&game.tables, side);
    ch04_knowledge::forget_group(game, state, group);
}

/// Areas that blocks can leave without an AP: those opened, and the ports of pairs with a free place. [WR 5.2, 5.31]
fn free_areas(state: &State) -> Areas {
    let ports = state.pairs.iter().flatten();
    ports.fold(state.opened, |areas, pair| areas.with(pair.from()))
}

/// On to the next block, or to the end of the phase when nothing is left to do.
pub fn next_action<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    state.phase = Phase::Act { side };
    if state.ap > 0 {
        return;
    }
    let orders = Orders::of(game, state, side, effect(game, state, side));
    if free_areas(state).into_iter().all(|area| orders.movable(game, state, side, area).is_empty()) {
        end_actions(game, state, side, chance);
    }
}
