//! Chapters 3 and 4: what the enemy knows of blocks that stand facing their owner. [WR 4.2]
//!
//! The set-up is printed, so at the start everything is known. A block that leaves a group could be any of its colour:
//! they are then all unknown. Battles, deaths and the count for Usurpation show blocks again.

use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::state::State;
use crate::games::wars_of_the_roses::types::*;

/// One block of `group` is about to go; which one, the enemy cannot tell. The Rebel alone is black: he is known wherever
/// he goes, and nobody is taken for him. [WR 3.26, 4.2]
#[inline]
pub fn forget_group(game: &WarsOfTheRoses, state: &mut State, group: Blocks, leaver: Block) {
    let alike = group - game.tables.rebel;
    let unseen = alike.has_several() && alike.contains(leaver) && !game.options.open_blocks;
    state.known -= alike.when(unseen);
}
