//! Chapter 11: winter attrition of the three nations.

use super::super::WashingtonsWar;
use super::super::phase::{Phase, Share};
use super::super::state::State;
use super::super::types::{Nation, Post, Side, Space};
use super::ch12_french_alliance;
use crate::chance::{Chance, Die};
use crate::event::Event;

/// Space by space, the British first; stops where the Americans must choose whose CUs are lost. [WW 5.4]
pub(crate) fn run_winter<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    from: u8,
    chance: &mut C,
) {
    let passed = super::super::types::Spaces::first_n(usize::from(from));
    let Some(space) = (state.occupied(side) - passed).first() else {
        state.stack.replace(match side {
            Side::British => Phase::Winter { side: Side::American, from: 0 },
            Side::American => Phase::Naval,
        });
        return;
    };
    state.stack.replace(Phase::Winter { side, from: space.0 + 1 });
    let count = match side {
        Side::British => british_loss(game, state, space, chance),
        Side::American if state.american[space] == 0 => french_loss(game, state, space, chance),
        Side::American => american_loss(game, state, space, chance),
    };
    if count > 0 {
        lose(game, state, side, space, count, chance);
    }
}

/// Winter quarters and the south are safe; elsewhere half is lost. [WW 11.1]
fn british_loss<C: Chance>(game: &WashingtonsWar, state: &State, space: Space, chance: &mut C) -> u8 {
    if is_sheltered(game, space) {
        return 0;
    }
    let general = state.general_at(&game.tables, Side::British, space).is_some();
    half(game, state.british[space], general, chance)
}

/// Nowhere is safe, but for CUs with Washington in winter quarters or the south. [WW 11.2]
fn american_loss<C: Chance>(game: &WashingtonsWar, state: &State, space: Space, chance: &mut C) -> u8 {
    let count = state.cu(Side::American, space);
    let general = state.general_at(&game.tables, Side::American, space).is_some();
    let washington = game.tables.washington.is_some_and(|general| state.posts[general] == Post::at(space));
    if washington && is_sheltered(game, space) {
        let excess = count.saturating_sub(game.tables.params.winter_exempt_cu);
        return half(game, excess, false, chance);
    }
    half(game, count, general, chance)
}

/// French CUs by themselves suffer like the British, with Americans like them. [WW 11.3]
fn french_loss<C: Chance>(game: &WashingtonsWar, state: &State, space: Space, chance: &mut C) -> u8 {
    if is_sheltered(game, space) {
        return 0;
    }
    let general = state.general_at(&game.tables, Side::American, space).is_some();
    half(game, state.french.at(space), general, chance)
}

fn is_sheltered(game: &WashingtonsWar, space: Space) -> bool {
    game.tables.winter_quarters.contains(space) || game.tables.south.contains(space)
}

/// Half, rounded down; a single CU without a General rolls for its life. [WW 11.1]
fn half<C: Chance>(game: &WashingtonsWar, count: u8, general: bool, chance: &mut C) -> u8 {
    match count {
        0 => 0,
        1 if general => 0,
        1 => u8::from(game.tables.params.lone_cu_lost_on.contains(&chance.roll(Die::D6))),
        _ => count / 2,
    }
}

fn lose<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    space: Space,
    count: u8,
    chance: &mut C,
) {
    chance.note(|| {
        let text =
            format!("Winter costs the {} {count} CUs in {}.", side.name(), game.tables.space_name(space));
        Event::new("winter", "11.0", text).with("space", game.tables.space_id(space)).with("cu", count)
    });
    if side == Side::British {
        state.remove_cu(Nation::British, space, count);
        return;
    }
    let (low, high) = ch12_french_alliance::share_range(state, space, count);
    if low < high {
        state.stack.push(Phase::FrenchShare { share: Share::WinterLoss, count, space });
    } else {
        state.remove_cu(Nation::American, space, count - low);
        state.remove_cu(Nation::French, space, low);
    }
}
