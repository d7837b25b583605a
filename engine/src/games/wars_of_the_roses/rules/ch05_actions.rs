//! Sections 1.2 and 5.0: a player's action phase. What the card's points buy, block by block.

use super::ch05_moves::Roads;
use super::ch05_sea::Seaways;
use super::{ch04_knowledge, ch05_recruit, ch06_battle};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::cards::{Effect, Powers};
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{State, Tally};
use crate::games::wars_of_the_roses::types::*;

/// What the card of the side whose turn it is does. [WR 5.1]
#[inline]
pub fn effect(game: &WarsOfTheRoses, state: &State, side: Side) -> Effect {
    match state.card[side.index()] {
        Some(card) => game.tables.effects[card],
        None => Effect::Plague,
    }
}

/// What its points buy. [WR 5.1]
#[inline]
pub fn powers(game: &WarsOfTheRoses, state: &State, side: Side) -> Powers {
    state.card[side.index()].map_or(Powers::default(), |card| game.tables.powers[card])
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

#[inline(never)]
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

/// What a side can still do with its card: worked out for all areas at once, not for each.
#[derive(Copy, Clone, Debug)]
struct Orders {
    /// Blocks that have not moved, and those of them that can sail.
    fresh: Blocks,
    fresh_sailors: Blocks,
    /// Areas that they can leave by land, and by sea.
    by_land: Areas,
    by_sea: Areas,
}

impl Orders {
    #[inline]
    fn of(game: &WarsOfTheRoses, state: &State, side: Side, powers: Powers) -> Self {
        // The card moves groups by land from any area while there are AP, later from those that are open.
        let marching = if state.ap > 0 { state.occupied(side) } else { state.opened };
        let fresh = state.of(&game.tables, side) - state.done;
        let mut orders = Orders {
            fresh,
            fresh_sailors: fresh & game.tables.sailors,
            by_land: Roads::of(game, state, side, powers).ways_from(marching.when(powers.groups)),
            by_sea: Seaways::of(game, state, side, powers).harbours(game, state),
        };
        for area in state.contested().when(side != state.first) {
            if !may_leave(game, state, side, area) {
                orders.by_land.remove(area);
                orders.by_sea.remove(area);
            }
        }
        orders
    }

    /// Areas with blocks of the side that some can leave.
    #[inline]
    fn areas(&self, state: &State, side: Side) -> Areas {
        state.occupied(side) & (self.by_land | self.by_sea)
    }

    /// The blocks in one of these areas that can move at all now, by land or by sea.
    #[inline]
    fn movable(&self, state: &State, area: Area) -> Blocks {
        state.at(area) & if self.by_land.contains(area) { self.fresh } else { self.fresh_sailors }
    }
}

/// One AP opens an area for land movement, sails a block, or recruits one; or nothing is done. [WR 1.2]
pub fn offer_actions(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Vec<Action>) {
    let powers = powers(game, state, side);
    let orders = Orders::of(game, state, side, powers);
    Sheet::write(out, Action::BLANKS, |actions| {
        for area in orders.areas(state, side) {
            actions.list::<2, _>(orders.movable(state, area), Action::Pick);
        }
        if state.ap > 0 && powers.recruit {
            ch05_recruit::offer_recruits(game, state, side, actions);
        }
        actions.put(Action::Done, true);
    });
}

#[inline(never)]
pub fn take_pick<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    chance: &mut C,
) {
    let steps = powers(game, state, side).steps;
    let Some(from) = state.area_of(block) else { return };
    pick_up(game, state, side, block, from);
    chance.note(|| {
        let place = &game.tables.area(from).name;
        Event::new("pick", "5.2", format!("{} sets out from {place}.", game.tables.block(block).name))
            .only_for(side.player(), format!("A block sets out from {place}."))
    });
    state.phase = Phase::March { side, block, at: from, previous: from, steps, muster: None };
}

/// The enemy sees that a block goes, not which of those that have not moved yet. [WR 4.2, 5.2]
#[inline]
pub fn pick_up(game: &WarsOfTheRoses, state: &mut State, side: Side, block: Block, from: Area) {
    debug_assert!(state.at(from).contains(block));
    let group = (state.at(from) & state.of(&game.tables, side)) - state.done;
    ch04_knowledge::forget_group(game, state, group, block);
}

/// On to the next block, or to the end of the phase when nothing is left to do.
///
/// Whether the blocks left in a port can sail is not looked at: the end of the phase would tell the enemy. [WR 4.2]
pub fn next_action<C: Chance>(game: &WarsOfTheRoses, state: &mut State, side: Side, chance: &mut C) {
    state.phase = Phase::Act { side };
    if state.ap > 0 {
        return;
    }
    // Blocks can then only leave areas that were opened, and ports of a pair. Most often there is none.
    if state.opened.is_empty() && state.pairs == [None; MOST_AP] {
        return end_actions(game, state, side, chance);
    }
    let orders = Orders::of(game, state, side, powers(game, state, side));
    if orders.areas(state, side).into_iter().all(|area| !state.at(area).intersects(orders.fresh)) {
        end_actions(game, state, side, chance);
    }
}
