//! Chapter 9.6: retreats by land and by sea, and surrender.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::Phase;
use super::super::state::{Battle, State};
use super::super::types::{General, Nation, Post, Side, Space, Spaces};
use super::ch07_movement;
use crate::chance::Chance;
use crate::event::Event;

/// Adjacent spaces without enemy CU or marker, other than the one the attack came from. [WW 9.61]
///
/// A General without CUs cannot share a space with an enemy General either (3.0, stacking).
pub fn land_retreats(
    game: &WashingtonsWar,
    state: &State,
    side: Side,
    from: Space,
    attack_from: Space,
) -> Spaces {
    let tables = &game.tables;
    let mut spaces = tables.adjacent[from];
    if let Some(general) = tables.trail_general
        && state.posts[general] == Post::at(from)
        && tables.side_of(general) == side
    {
        spaces |= tables.trail[from];
    }
    (spaces - barred(state, side, from)).without(attack_from)
}

fn barred(state: &State, side: Side, from: Space) -> Spaces {
    let enemy = side.enemy();
    let mut spaces = state.occupied(enemy) | state.markers[enemy.index()];
    if state.cu(side, from) == 0 {
        spaces |= state.generals(enemy);
    }
    spaces
}

/// The British defender may leave an open port by sea for another, but not for the one the attack came from. [WW 9.62]
fn sea_retreats(game: &WashingtonsWar, state: &State) -> Spaces {
    let tables = &game.tables;
    let Battle { space, from, attacker, .. } = state.battle;
    let fortress = tables.fortified.contains(space) && state.control(space) != Some(Side::British);
    if attacker == Side::British
        || !tables.ports.contains(space)
        || fortress
        || state.blockaded(tables, space)
    {
        return Spaces::EMPTY;
    }
    (ch07_movement::open_ports(game, state) - barred(state, Side::British, space))
        .without(space)
        .without(from)
}

fn retreats(game: &WashingtonsWar, state: &State) -> Spaces {
    let Battle { space, from, loser, .. } = state.battle;
    let mut spaces = land_retreats(game, state, loser, space, from);
    if loser == Side::British {
        spaces |= sea_retreats(game, state);
    }
    spaces
}

/// The winning General whom the losses left alone under an enemy marker: captured before anybody retreats. [WW 9.5]
fn winner_alone(game: &WashingtonsWar, state: &State) -> Option<General> {
    let Battle { space, loser, .. } = state.battle;
    let winner = loser.enemy();
    let caught = state.cu(winner, space) == 0 && state.control(space) == Some(loser);
    state.general_at(&game.tables, winner, space).filter(|_| caught)
}

/// The beaten attacker goes back where it came from; the defender chooses; who cannot retreat surrenders. [WW 9.6]
pub(crate) fn start_retreat<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    if let Some(general) = winner_alone(game, state) {
        ch07_movement::capture(game, state, general, chance);
        return;
    }
    let Battle { space, from, attacker, loser, .. } = state.battle;
    state.stack.replace(Phase::BattleEnd);
    // Only the survivors were moved by this General: others where they go back to may still move with another. [WW 7.2]
    state.activation.carried = state.count_of(ch07_movement::nation(attacker), space);
    state.activation.carried_french = if attacker == Side::American { state.french.at(space) } else { 0 };
    if state.cu(loser, space) == 0 && state.general_at(&game.tables, loser, space).is_none() {
        return;
    }
    if loser == attacker {
        if barred(state, loser, space).contains(from) {
            surrender(game, state, chance);
        } else {
            retreat(game, state, from, chance);
        }
    } else if retreats(game, state).is_empty() {
        surrender(game, state, chance);
    } else {
        state.stack.replace(Phase::Retreat);
    }
}

#[inline(never)]
pub(crate) fn offer_retreats(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    out.extend(retreats(game, state).into_iter().map(Action::Retreat));
}

pub(crate) fn take_retreat<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let Action::Retreat(to) = action {
        state.stack.replace(Phase::BattleEnd);
        retreat(game, state, to, chance);
    }
}

/// The whole force goes to one space. [WW 9.61]
fn retreat<C: Chance>(game: &WashingtonsWar, state: &mut State, to: Space, chance: &mut C) {
    let Battle { space, attacker, loser, .. } = state.battle;
    let french = if loser == Side::American { state.french.at(space) } else { 0 };
    let own = state.cu(loser, space) - french;
    for general in game.tables.all_generals() {
        if state.posts[general] == Post::at(space) && game.tables.side_of(general) == loser {
            state.posts.set(&game.tables, general, Post::at(to));
        }
    }
    state.move_cu(loser, space, to, own, french);
    if loser == attacker {
        state.activation.at = to;
    }
    chance.note(|| {
        let text = format!("The {} retreat to {}.", loser.name(), game.tables.space_name(to));
        Event::new("retreat", "9.61", text).with("space", game.tables.space_id(to))
    });
    if loser != attacker {
        ch07_movement::settle_generals(game, state, loser, to, chance);
    }
    if own + french > 0 {
        ch07_movement::take_space(game, state, loser, to, chance);
    }
}

/// CUs are eliminated, Generals captured. [WW 9.63]
fn surrender<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let Battle { space, loser, .. } = state.battle;
    let count = state.cu(loser, space);
    state.battle.surrendered = count;
    chance.note(|| {
        Event::new("surrender", "9.63", format!("The {} surrender with {count} CUs.", loser.name()))
    });
    for nation in [Nation::British, Nation::American, Nation::French] {
        let owner = if nation == Nation::British { Side::British } else { Side::American };
        if owner == loser {
            state.remove_cu(nation, space, count);
        }
    }
    while let Some(general) = state.general_at(&game.tables, loser, space) {
        ch07_movement::capture(game, state, general, chance);
    }
}
