//! Chapters 7.8 and 7.9: American Armies intercept, and retreat before battle.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::{Phase, Share};
use super::super::state::State;
use super::super::types::{General, Post, Side, Space};
use super::{ch07_movement, ch09_retreat, ch12_french_alliance};
use crate::chance::{Chance, Die};
use crate::event::Event;

/// A British Army enters a space: it may be intercepted there. [WW 7.8]
pub(crate) fn enter_space<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    if state.active == Side::British && interceptors(game, state).next().is_some() {
        state.stack.replace(Phase::Intercept);
    } else {
        ch07_movement::arrive(game, state, chance);
    }
}

/// American Armies next to a space with an American marker and no British CU before, once per card. [WW 7.8]
fn interceptors<'a>(game: &'a WashingtonsWar, state: &'a State) -> impl Iterator<Item = General> + use<'a> {
    let space = state.activation.at;
    let allowed = state.markers[Side::American.index()].contains(space)
        && state.british[space] == state.activation.carried;
    game.tables.generals_of[Side::American.index()].into_iter().filter(move |&general| {
        allowed
            && state.attempted >> general.0 & 1 == 0
            && state.posts[general].space().is_some_and(|from| {
                let trail = game.tables.trail_general == Some(general);
                (game.tables.adjacent[from].contains(space)
                    || trail && game.tables.trail[from].contains(space))
                    && state.cu(Side::American, from) > 0
            })
    })
}

#[inline(never)]
pub(crate) fn offer_interception(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    out.extend(interceptors(game, state).map(Action::Intercept));
    out.push(Action::Decline);
}

/// A die no higher than the General's agility succeeds. [WW 7.8]
pub(crate) fn take_interception<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    let Action::Intercept(general) = action else {
        state.stack.replace(Phase::Arrived);
        return;
    };
    state.attempted |= 1 << general.0;
    let roll = chance.roll(Die::D6);
    let info = game.tables.general(general);
    let success = roll <= info.agility;
    chance.note(|| {
        let result = if success { "intercepts" } else { "fails to intercept" };
        Event::new("intercept", "7.8", format!("{} {result} (rolled {roll}).", info.name))
            .with("general", info.id.as_str())
            .with("success", success)
    });
    if !success {
        if interceptors(game, state).next().is_none() {
            state.stack.replace(Phase::Arrived);
        }
        return;
    }
    let Some(from) = state.posts[general].space() else { return };
    let count = state.cu(Side::American, from).min(game.tables.params.interception_max_cu);
    let (low, high) = ch12_french_alliance::share_range(state, from, count);
    if low < high {
        state.stack.push(Phase::FrenchShare { share: Share::Interception(general), count, space: from });
    } else {
        intercept(game, state, general, count - low, low, chance);
    }
}

/// The intercepting Army stands in the space before the British arrive; a battle follows. [WW 7.8]
///
/// A British General who was there already was alone, and is its prisoner (7.6).
pub(crate) fn intercept<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    general: General,
    own: u8,
    french: u8,
    chance: &mut C,
) {
    let Some(from) = state.posts[general].space() else { return };
    let space = state.activation.at;
    state.move_cu(Side::American, from, space, own, french);
    state.posts.set(&game.tables, general, Post::at(space));
    state.battle.intercepted = true;
    state.stack.replace(Phase::BattleStart);
    leave_congress(state, from, chance);
    let british = state.posts.generals_at(&game.tables, Side::British, space);
    for alone in british.without(state.activation.general) {
        ch07_movement::capture(game, state, alone, chance);
    }
    ch07_movement::settle_generals(game, state, Side::American, space, chance);
}

/// Congress stays where it is when an Army leaves; it is dispersed only if a British Army is there. [WW 7.7]
fn leave_congress<C: Chance>(state: &mut State, space: Space, chance: &mut C) {
    if state.congress == Some(space) && state.british[space] > 0 && state.cu(Side::American, space) == 0 {
        ch07_movement::disperse_congress(state, chance);
    }
}

/// Enemy CUs are in the space: an American Army may try to slip away first. [WW 7.9]
pub(crate) fn before_battle(game: &WashingtonsWar, state: &State) -> Phase {
    let space = state.activation.at;
    let may_retreat = state.active == Side::British
        && state.general_at(&game.tables, Side::American, space).is_some_and(|general| {
            state.attempted >> general.0 & 1 == 0
                && !ch09_retreat::land_retreats(game, state, Side::American, space, state.activation.previous)
                    .is_empty()
        });
    if may_retreat { Phase::RetreatBefore } else { Phase::Clash }
}

/// A die no higher than agility, with a bonus for some Generals. [WW 7.9]
pub(crate) fn take_retreat_before<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    let space = state.activation.at;
    let general = state.general_at(&game.tables, Side::American, space);
    let (Action::TryRetreat, Some(general)) = (action, general) else {
        state.stack.replace(Phase::Clash);
        return;
    };
    let roll = chance.roll(Die::D6);
    let info = game.tables.general(general);
    let success = roll <= info.agility + info.retreat_bonus;
    chance.note(|| {
        let result = if success { "retreats before battle" } else { "fails to retreat before battle" };
        Event::new("retreat_before", "7.9", format!("{} {result} (rolled {roll}).", info.name))
            .with("general", info.id.as_str())
            .with("success", success)
    });
    if !success {
        state.stack.replace(Phase::Clash);
        return;
    }
    state.stack.replace(Phase::RetreatBeforeTo);
    let count = state.cu(Side::American, space).min(game.tables.params.retreat_max_cu);
    let (low, high) = ch12_french_alliance::share_range(state, space, count);
    state.battle.share = low;
    if low < high {
        state.stack.push(Phase::FrenchShare { share: Share::RetreatBeforeBattle, count, space });
    }
}

#[inline(never)]
pub(crate) fn offer_retreat_before(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let activation = &state.activation;
    let spaces = ch09_retreat::land_retreats(game, state, Side::American, activation.at, activation.previous);
    out.extend(spaces.into_iter().map(Action::Retreat));
}

/// The General and up to five CUs leave; the British stop, and fight whoever stays behind. [WW 7.9]
pub(crate) fn take_retreat_before_to<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    let Action::Retreat(to) = action else { return };
    let from = state.activation.at;
    let count = state.cu(Side::American, from).min(game.tables.params.retreat_max_cu);
    let french = std::mem::take(&mut state.battle.share);
    state.activation.must_stop = true;
    if let Some(general) = state.general_at(&game.tables, Side::American, from) {
        state.posts.set(&game.tables, general, Post::at(to));
    }
    state.move_cu(Side::American, from, to, count - french, french);
    chance.note(|| {
        let text = format!("The Army retreats to {}.", game.tables.space_name(to));
        Event::new("retreat", "7.9", text).with("space", game.tables.space_id(to))
    });
    if state.cu(Side::American, from) > 0 {
        state.stack.replace(Phase::Clash);
    } else {
        state.stack.pop();
        leave_congress(state, from, chance);
    }
    ch07_movement::settle_generals(game, state, Side::American, to, chance);
    ch07_movement::take_space(game, state, Side::American, to, chance);
}
