//! Chapters 3 and 4: what the enemy knows of blocks that stand facing their owner. [WR 4.2]
//!
//! The set-up is printed, so at the start everything is known. A block that leaves a group could be any of it: the
//! whole group is then unknown. Battles, deaths and the count for Usurpation show blocks again.

use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::types::*;

/// One block of `group` is about to go; which one, the enemy cannot tell. [WR 4.2]
#[inline]
pub fn forget_group(game: &WarsOfTheRoses, state: &mut State, group: Blocks) {
    state.known -= group.when(group.has_several() && !game.options.open_blocks);
}
