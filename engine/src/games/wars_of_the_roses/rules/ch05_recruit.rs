//! Section 5.4: recruiting from the pool.

use super::{ch02_map, ch04_knowledge, ch05_actions, ch06_deaths, ch09_victory};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::Event;
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::tables::Recruited;
use crate::games::wars_of_the_roses::types::*;

/// Lists where blocks of the pool can be placed. [WR 5.4]
///
/// Nobles on a shield, churches [WR 3.23] and levies [WR 3.24] at home, the Welsh in Wales [WR 3.25]: friendly or
/// vacant. The bombard in a friendly city, the Rebel [WR 3.26] in any vacant area that is not exile. Heirs sent to the
/// pool come back as minors come in. The other mercenaries are never in a pool.
///
/// The areas for all four are found first, so that nothing hangs on a guess which of them a block is.
#[inline]
pub fn offer_recruits(game: &WarsOfTheRoses, state: &State, side: Side, out: &mut Sheet<'_, Action>) {
    let tables = &game.tables;
    let open = ch02_map::friendly_or_vacant(tables, state, side);
    let mut among = [open; 4];
    among[Recruited::AmongFriends as usize] = open & state.occupied(side);
    among[Recruited::InTheWild as usize] = open - state.occupied(side);
    among[Recruited::AsHeir as usize] = ch06_deaths::entry_areas(tables, state, side);
    for block in state.at(Place::POOL) & state.of(tables, side) {
        let areas = tables.recruit_homes[block] & among[tables.recruit_among[block] as usize];
        out.list::<2, _>(areas, |area| Action::Recruit(block, area));
    }
}

/// One AP, full strength, unseen; the recruit does not move this turn. [WR 5.4]
#[inline(never)]
pub fn take_recruit<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    block: Block,
    to: Area,
    chance: &mut C,
) {
    state.ap -= 1;
    let pool = state.at(Place::POOL) & state.of(&game.tables, side);
    ch04_knowledge::forget_group(game, state, pool, block);
    state.move_block(&game.tables, block, Place::POOL, to);
    state.done.insert(block);
    chance.note(|| {
        let place = &game.tables.area(to).name;
        Event::new("recruit", "5.4", format!("{} is recruited in {place}.", game.tables.block(block).name))
            .only_for(side.player(), format!("{} recruits a block in {place}.", side.name()))
    });
    ch09_victory::free_prisoner(game, state, chance);
    ch05_actions::next_action(game, state, side, chance);
}
