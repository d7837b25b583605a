//! Chapter 8: reinforcements of both sides.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::Phase;
use super::super::state::State;
use super::super::types::{France, Generals, Nation, Post, Side, Space, Spaces};
use super::{ch07_movement, ch12_french_alliance};
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::Event;

/// The year's British CUs go to their box. [WW 8.1]
pub(crate) fn fill_british_box<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let params = &game.tables.params;
    let year = usize::from(state.year - params.first_year);
    let mut count = params.british_reinforcements.get(year).copied().unwrap_or(0);
    if let Some(stock) = params.cu_stock {
        count = count.min(in_stock(state, stock, Side::British));
    }
    state.british_box += count;
    chance.note(|| Event::new("reinforcements", "5.1", format!("{count} British CUs reach their box.")));
}

/// CUs of a side's counter mix that are not in play (variant). [WW 8.2]
fn in_stock(state: &State, stock: [u8; 2], side: Side) -> u8 {
    let on_map: u8 = match side {
        Side::British => state.british.values().iter().sum::<u8>() + state.british_box,
        Side::American => state.american.values().iter().sum(),
    };
    stock[side.index()].saturating_sub(on_map)
}

/// Once a turn for the British, twice for the Americans, if anything can arrive anywhere. [WW 8.1]
pub(crate) fn can_reinforce(game: &WashingtonsWar, state: &State, side: Side) -> bool {
    state.reinforced[side.index()] < game.tables.params.reinforcement_plays[side.index()]
        && (side == Side::American || state.british_box > 0 || !waiting(game, state, side).is_empty())
        && !places(game, state, side, 1).is_empty()
}

/// Generals in a side's box. The French one comes with his CUs, or after they have landed. [WW 8.2]
fn waiting(game: &WashingtonsWar, state: &State, side: Side) -> Generals {
    let mut waiting = game.tables.generals_of[side.index()] & state.posts.in_box();
    let landed = state.france != France::Neutral && state.french_box == 0;
    if let Some(general) = game.tables.french_general
        && !landed
    {
        waiting.remove(general);
    }
    waiting
}

/// British: open ports without American CU or marker. American: spaces without British CU or marker. [WW 8.1]
///
/// Where an enemy General stands alone only CUs can arrive, and capture him.
fn places(game: &WashingtonsWar, state: &State, side: Side, value: u8) -> Spaces {
    let enemy = side.enemy();
    let (spaces, arriving) = match side {
        Side::British => (ch07_movement::open_ports(game, state), state.british_box),
        Side::American => {
            let held = state.markers[Side::British.index()] | state.occupied(Side::British);
            (game.tables.all_spaces - held, american_cu(game, state, value))
        }
    };
    if arriving > 0 { spaces } else { spaces - state.generals(enemy) }
}

/// As many CUs as the OPS value, from stock. [WW 8.2]
fn american_cu(game: &WashingtonsWar, state: &State, value: u8) -> u8 {
    let params = &game.tables.params;
    let count = value * params.american_cu_per_ops_value;
    params.cu_stock.map_or(count, |stock| count.min(in_stock(state, stock, Side::American)))
}

#[inline(never)]
pub(crate) fn offer_spaces(game: &WashingtonsWar, state: &State, value: u8, out: &mut Vec<Action>) {
    let mut spaces = Draft::on(out, Action::MANY_BLANKS);
    spaces.list_fours(places(game, state, state.active, value), &game.tables.by_space.reinforce_at);
    spaces.finish();
    if state.active == Side::American && state.france != France::Neutral && state.french_box > 0 {
        ch12_french_alliance::french_ports(game, state).list(out, Action::FrenchAt);
    }
}

pub(crate) fn take_space<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    value: u8,
    action: Action,
    chance: &mut C,
) {
    match (action, state.active) {
        (Action::ReinforceAt(port), Side::British) => {
            if state.british_box > 0 {
                state.stack.replace(Phase::ReinforceCount { port });
            } else {
                ask_for_general(game, state, port);
            }
        }
        (Action::ReinforceAt(space), Side::American) => {
            let count = american_cu(game, state, value);
            ask_for_general(game, state, space);
            arrive(game, state, Nation::American, space, count, chance);
        }
        (Action::FrenchAt(port), _) => {
            state.stack.pop();
            ch12_french_alliance::land_french(game, state, port, chance);
        }
        _ => {}
    }
}

fn arrive<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    nation: Nation,
    space: Space,
    count: u8,
    chance: &mut C,
) {
    state.add_cu(nation, space, count);
    chance.note(|| {
        let text = format!("{count} {nation:?} CUs arrive in {}.", game.tables.space_name(space));
        Event::new("reinforce", if nation == Nation::British { "8.1" } else { "8.2" }, text)
            .with("space", game.tables.space_id(space))
            .with("cu", count)
    });
    if count > 0 {
        ch07_movement::take_space(game, state, state.active, space, chance);
    }
}

/// A General may come along, but none replaces Washington; the British, who capture him there, bring one. [WW 8.2]
fn ask_for_general(game: &WashingtonsWar, state: &mut State, space: Space) {
    let side = state.active;
    let washington = game.tables.washington.is_some_and(|general| state.posts[general] == Post::at(space));
    if washington && side == Side::American || waiting(game, state, side).is_empty() {
        state.stack.pop();
    } else {
        state.stack.replace(Phase::ReinforceGeneral { space });
    }
}

/// Any number of CUs from the box; at least one where a lone enemy General stands. [WW 8.1]
#[inline(never)]
pub(crate) fn offer_counts(game: &WashingtonsWar, state: &State, port: Space, out: &mut Vec<Action>) {
    let least = u8::from(state.general_at(&game.tables, Side::American, port).is_some());
    out.extend((least..=state.british_box).map(Action::Count));
}

pub(crate) fn take_count<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    port: Space,
    action: Action,
    chance: &mut C,
) {
    if let Action::Count(count) = action {
        state.british_box -= count;
        ask_for_general(game, state, port);
        arrive(game, state, Nation::British, port, count, chance);
    }
}

#[inline(never)]
pub(crate) fn offer_generals(game: &WashingtonsWar, state: &State, _space: Space, out: &mut Vec<Action>) {
    let mut generals = Draft::on(out, Action::BLANKS);
    generals.put(Action::BringNone, true);
    generals.list::<4, _, 1>(waiting(game, state, state.active), Action::Bring);
    generals.finish();
}

/// The new General takes the place of one already there. [WW 8.2]
pub(crate) fn take_general<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    space: Space,
    action: Action,
    chance: &mut C,
) {
    state.stack.pop();
    if let Action::Bring(general) = action {
        if let Some(old) = state.general_at(&game.tables, state.active, space) {
            state.posts.set(&game.tables, old, Post::REINFORCEMENTS);
        }
        state.posts.set(&game.tables, general, Post::at(space));
        chance.note(|| {
            let name = &game.tables.general(general).name;
            let text = format!("{name} arrives in {}.", game.tables.space_name(space));
            Event::new("general", if state.active == Side::British { "8.1" } else { "8.2" }, text)
                .with("general", game.tables.general_id(general))
        });
    }
}
