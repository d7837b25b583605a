//! Chapter 7: activating Generals, movement on land and by sea, landing parties, captures and Congress.
//! Interception and retreat before battle: `ch07_interception.rs`.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::effect::Op;
use super::super::phase::{Frame, Phase};
use super::super::state::{Activation, State};
use super::super::types::{General, Generals, Nation, Post, Side, Space, Spaces};
use super::{ch10_political_control, ch12_french_alliance};
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::Event;

/// The lowest strategy rating among a side's Generals on the map; 4 if nobody is there. [WW 7.1]
pub(crate) fn easiest_strategy(game: &WashingtonsWar, state: &State, side: Side) -> u8 {
    let on_map = state.posts.on_map();
    let [_, rated @ ..] = game.tables.rated[side.index()];
    1 + rated.map(|generals| u8::from(!generals.intersects(on_map))).into_iter().sum::<u8>()
}

/// Generals whose strategy rating is no more than the value (0: any), each once per card. [WW 7.1]
#[inline(never)]
pub(crate) fn offer_generals(
    game: &WashingtonsWar,
    state: &State,
    side: Side,
    value: u8,
    out: &mut Vec<Action>,
) {
    let mut generals = Draft::on(out, Action::BLANKS);
    generals.list::<4, _, 1>(ready_generals(game, state, side, value), Action::General);
    generals.finish();
}

/// Generals on the map who were not activated with this card.
#[inline]
pub(crate) fn ready_generals(game: &WashingtonsWar, state: &State, side: Side, value: u8) -> Generals {
    let rated = game.tables.rated[side.index()][usize::from(value.min(3))];
    (rated & state.posts.on_map()) - Generals::from_words([u64::from(state.activated)])
}

pub(crate) fn take_general<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let Action::General(general) = action {
        state.stack.pop();
        start_activation(game, state, general, 0, false, chance);
    }
}

/// A General sets out, with as many CUs as he may take until the player says otherwise. [WW 7.3]
pub(crate) fn start_activation<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    general: General,
    max_spaces: u8,
    battle_at_limit: bool,
    chance: &mut C,
) {
    let params = &game.tables.params;
    let Some(at) = state.posts[general].space() else { return };
    let side = game.tables.side_of(general);
    let limit = match side {
        _ if max_spaces > 0 => max_spaces,
        Side::British => params.general_spaces,
        Side::American => params.american_spaces,
    };
    let (own, french) = free_cu(state, side, at);
    let carried = own.min(params.max_cu);
    state.activated |= 1 << general.0;
    state.activation = Activation {
        general,
        at,
        previous: at,
        limit,
        battle_limit: if battle_at_limit { limit } else { params.general_spaces },
        carried,
        carried_french: french.min(params.max_cu - carried),
        ..Activation::NONE
    };
    state.stack.push(Phase::Moving);
    chance.note(|| {
        let text = format!("{} is activated.", game.tables.general(general).name);
        Event::new("activate", "7.1", text).with("general", game.tables.general_id(general))
    });
}

/// CUs in a space that no earlier General of the campaign has moved. [WW 7.2]
fn free_cu(state: &State, side: Side, space: Space) -> (u8, u8) {
    let locked = state.left_behind.locked(space);
    match side {
        Side::British => (state.british[space].saturating_sub(locked.0), 0),
        Side::American => {
            (state.american[space].saturating_sub(locked.0), state.french.at(space).saturating_sub(locked.1))
        }
    }
}

pub(crate) fn nation(side: Side) -> Nation {
    if side == Side::British { Nation::British } else { Nation::American }
}

/// No movement left, or movement was ended by an enemy. [WW 7.3]
pub(crate) fn movement_is_over(state: &State) -> bool {
    let activation = &state.activation;
    activation.must_stop || activation.spent >= spaces_allowed(state)
}

/// Four spaces; five for Americans who neither overran nor will fight. [WW 7.3]
fn spaces_allowed(state: &State) -> u8 {
    let activation = &state.activation;
    if activation.overran { activation.battle_limit } else { activation.limit }
}

/// Picking up, dropping off, one step, a sea voyage, or the end of the move. [WW 7.3]
#[inline(never)]
pub(crate) fn offer_movement(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    let tables = &game.tables;
    let activation = &state.activation;
    let side = state.active;
    let here = activation.at;
    let enemy_cu = state.occupied(side.enemy());
    let lone_enemy = (state.generals(side.enemy()) - enemy_cu).contains(here);
    let may_stop = activation.cu() > 0 || !lone_enemy;
    let mut actions = Draft::on(out, Action::BLANKS);
    actions.put(Action::Stop, may_stop);
    offer_loads(game, state, &mut actions);
    let mut offer = |spaces: Spaces, cost: u8| {
        actions.list::<4, _, 2>(enterable(game, state, spaces, cost, enemy_cu), Action::Step);
    };
    offer(tables.roads[here], 1);
    offer(tables.wilderness[here], tables.params.wilderness_cost);
    if tables.trail_general == Some(activation.general) {
        offer(tables.trail[here], tables.params.wilderness_cost);
    }
    if side == Side::British && activation.spent == 0 {
        let open = open_ports(game, state);
        if open.contains(here) {
            let mut ports = open.without(here);
            if activation.cu() == 0 {
                ports -= state.generals(Side::American);
            }
            actions.list::<8, _, 2>(ports, Action::Sail);
        }
    }
    actions.finish();
}

/// Up to five CUs at a time, picked up and dropped along the way; once for each nation in a space. [WW 7.3]
fn offer_loads(game: &WashingtonsWar, state: &State, out: &mut Draft<'_, Action>) {
    let activation = &state.activation;
    let side = state.active;
    let (own, french) = free_cu(state, side, activation.at);
    let room = game.tables.params.max_cu - activation.cu();
    let [own_adjusted, french_adjusted] = activation.adjusted;
    let mut offer = |nation: Nation, free: u8, carried: u8, adjusted: bool| {
        let each = usize::from(!adjusted);
        let more = free.saturating_sub(carried).min(room);
        out.put_first(each * usize::from(more), &Action::PICK_UPS[nation as usize]);
        out.put_first(each * usize::from(carried), &Action::DROPS[nation as usize]);
    };
    offer(nation(side), own, activation.carried, own_adjusted);
    if french + activation.carried_french > 0 {
        offer(Nation::French, french, activation.carried_french, french_adjusted);
    }
}

/// Restrictions on movement: enemy CUs and PC markers, and what a General alone may do. [WW 7.4]
fn enterable(game: &WashingtonsWar, state: &State, spaces: Spaces, cost: u8, enemy_cu: Spaces) -> Spaces {
    let activation = &state.activation;
    let (spent, allowed) = (activation.spent + cost, spaces_allowed(state));
    let near = spaces.when(spent <= allowed);
    if activation.cu() > 0 {
        return near - enemy_cu.when(spent > activation.battle_limit);
    }
    let enemy = state.active.enemy();
    let mut open = near - enemy_cu - state.markers[enemy.index()];
    for space in open & state.generals(enemy) {
        open.set(space, can_leave_again(game, state, space, allowed - spent, enemy_cu));
    }
    open
}

/// A General alone may pass a space with a lone enemy General but not stop there. [WW 7.4]
fn can_leave_again(game: &WashingtonsWar, state: &State, space: Space, left: u8, enemy_cu: Spaces) -> bool {
    let enemy = state.active.enemy();
    let barred = enemy_cu | state.markers[enemy.index()];
    let lone = state.generals(enemy) - enemy_cu;
    let wilderness = game.tables.params.wilderness_cost;
    let trail = game.tables.trail[space].when(game.tables.trail_general == Some(state.activation.general));
    let lines = [(game.tables.roads[space], 1), (game.tables.wilderness[space] | trail, wilderness)];
    lines.into_iter().any(|(spaces, cost)| {
        cost <= left
            && (spaces - barred)
                .into_iter()
                .any(|next| !lone.contains(next) || can_leave_again(game, state, next, left - cost, enemy_cu))
    })
}

/// Ports open to naval movement: no American CU or PC marker, no blockade. [WW 7.5]
pub fn open_ports(game: &WashingtonsWar, state: &State) -> Spaces {
    game.tables.ports
        - state.markers[Side::American.index()]
        - state.occupied(Side::American)
        - state.blockaded_ports(&game.tables)
}

pub(crate) fn take_movement<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    match action {
        Action::Stop => state.stack.replace(Phase::ActivationEnd),
        Action::PickUp(nation, n) => {
            let french = nation == Nation::French;
            let at = state.activation.at;
            if french {
                state.activation.carried_french += n;
                state.left_behind.take_back(at, 0, n);
            } else {
                state.activation.carried += n;
                state.left_behind.take_back(at, n, 0);
            }
            state.activation.adjusted[usize::from(french)] = true;
        }
        Action::Drop(nation, n) => {
            let french = nation == Nation::French;
            let at = state.activation.at;
            if french {
                state.activation.carried_french -= n;
            } else {
                state.activation.carried -= n;
            }
            state.activation.adjusted[usize::from(french)] = true;
            if state.activation.spent > 0 && keeps_account(game, state) {
                let (own, other) = if french { (0, n) } else { (n, 0) };
                state.left_behind.add(at, own, other);
            }
        }
        Action::Step(space) => {
            let here = state.activation.at;
            let by_road = game.tables.roads[here].contains(space);
            let cost = if by_road { 1 } else { game.tables.params.wilderness_cost };
            go(game, state, space, cost, chance);
            if state.activation.cu() > 0 {
                // The British do not intercept.
                let intercepted = state.active == Side::British;
                state.stack.push(if intercepted { Phase::Entered } else { Phase::Arrived });
            }
        }
        Action::Sail(port) => {
            let whole_move = state.activation.limit;
            go(game, state, port, whole_move, chance);
            if state.activation.cu() > 0 {
                state.stack.push(Phase::Arrived);
            }
        }
        _ => {}
    }
}

/// Only a campaign with Generals still to come needs to know which CUs have moved. [WW 7.4]
fn keeps_account(game: &WashingtonsWar, state: &State) -> bool {
    state.stack.as_slice().iter().any(|phase| {
        matches!(phase, Phase::Effect(frame)
            if frame.left > 0 && matches!(game.tables.program[usize::from(frame.at)], Op::Activate { .. }))
    })
}

/// The General and the CUs he carries go to a space. [WW 7.3]
fn go<C: Chance>(game: &WashingtonsWar, state: &mut State, to: Space, cost: u8, chance: &mut C) {
    let activation = &mut state.activation;
    let (from, own, french) = (activation.at, activation.carried, activation.carried_french);
    activation.previous = from;
    activation.at = to;
    activation.spent += cost;
    activation.adjusted = [false; 2];
    state.posts.set(&game.tables, activation.general, Post::at(to));
    let general = activation.general;
    state.move_cu(state.active, from, to, own, french);
    chance.note(|| {
        let name = &game.tables.general(general).name;
        let place = game.tables.space_name(to);
        let text = format!("{name} moves to {place} with {} CUs.", own + french);
        Event::new("move", "7.3", text)
            .with("general", game.tables.general_id(general))
            .with("space", game.tables.space_id(to))
    });
}

/// In a space without interception: a battle if enemy CUs are there, else captures and Congress. [WW 7.6]
pub(crate) fn arrive<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let space = state.activation.at;
    if state.cu(state.active.enemy(), space) > 0 {
        state.stack.replace(super::ch07_interception::before_battle(game, state));
        return;
    }
    state.stack.pop();
    take_space(game, state, state.active, space, chance);
}

/// An Army in a space without enemy CUs captures Generals and disperses Congress. [WW 7.6]
pub(crate) fn take_space<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    space: Space,
    chance: &mut C,
) {
    if state.cu(side.enemy(), space) > 0 {
        return;
    }
    if side == Side::British && state.congress == Some(space) {
        disperse_congress(state, chance);
    }
    while let Some(general) = state.general_at(&game.tables, side.enemy(), space) {
        capture(game, state, general, chance);
    }
}

/// A captured General waits for his exchange; Washington is lost for good. [WW 7.6]
pub(crate) fn capture<C: Chance>(game: &WashingtonsWar, state: &mut State, general: General, chance: &mut C) {
    chance.note(|| {
        let text = format!("{} is captured.", game.tables.general(general).name);
        Event::new("capture", "7.6", text).with("general", game.tables.general_id(general))
    });
    if game.tables.washington != Some(general) {
        state.posts.set(&game.tables, general, Post::CAPTURED);
        return;
    }
    state.posts.set(&game.tables, general, Post::REMOVED);
    ch12_french_alliance::move_marker(game, state, game.tables.params.alliance_washington, chance);
    let frame = Frame::new(&game.tables, game.tables.procedures.washington_captured, Side::British);
    state.stack.push(Phase::Effect(frame));
}

/// Congress goes to its box until the Political Control Phase. [WW 7.7]
pub(crate) fn disperse_congress<C: Chance>(state: &mut State, chance: &mut C) {
    state.congress = None;
    state.dispersed = true;
    chance.note(|| Event::new("congress", "7.7", "The Continental Congress is dispersed."));
}

/// The activation is over: of two Generals in a space one leaves. [WW 7.4]
pub(crate) fn end_activation<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    state.stack.pop();
    let activation = state.activation;
    if activation.spent > 0 && keeps_account(game, state) {
        let present = state.count_of(nation(state.active), activation.at);
        let french = if state.active == Side::American { state.french.at(activation.at) } else { 0 };
        state.left_behind.add(
            activation.at,
            activation.carried.min(present),
            activation.carried_french.min(french),
        );
    }
    state.left_behind.settle();
    state.activation = Activation::NONE;
    settle_generals(game, state, state.active, activation.at, chance);
}

/// At most one General of a side stays in a space; the owner chooses, but Washington never leaves. [WW 7.4]
pub(crate) fn settle_generals<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    space: Space,
    chance: &mut C,
) {
    let here = state.posts.generals_at(&game.tables, side, space);
    if !here.has_several() {
        return;
    }
    let mut candidates = here.into_iter().filter(|&general| game.tables.washington != Some(general));
    match (candidates.next(), candidates.next()) {
        (Some(only), None) => dismiss(game, state, only, chance),
        _ => state.stack.push(Phase::ExcessGeneral { space, side }),
    }
}

fn dismiss<C: Chance>(game: &WashingtonsWar, state: &mut State, general: General, chance: &mut C) {
    state.posts.set(&game.tables, general, Post::REINFORCEMENTS);
    chance.note(|| {
        let text = format!("{} goes to the Reinforcements Box.", game.tables.general(general).name);
        Event::new("to_box", "7.4", text).with("general", game.tables.general_id(general))
    });
}

#[inline(never)]
pub(crate) fn offer_excess(
    game: &WashingtonsWar,
    state: &State,
    space: Space,
    side: Side,
    out: &mut Vec<Action>,
) {
    let here = state.posts.generals_at(&game.tables, side, space).into_iter();
    out.extend(here.filter(|&general| game.tables.washington != Some(general)).map(Action::Dismiss));
}

pub(crate) fn take_excess<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let (Action::Dismiss(general), Phase::ExcessGeneral { space, side }) = (action, state.stack.top()) {
        state.stack.pop();
        dismiss(game, state, general, chance);
        settle_generals(game, state, side, space, chance);
    }
}

/// Ports that a landing party can take: open, not fortified, without American Unit or British marker. [WW 7.2]
fn landing_ports(game: &WashingtonsWar, state: &State) -> Spaces {
    game.tables.ports
        - game.tables.fortified
        - state.markers[Side::British.index()]
        - state.american_units()
        - state.blockaded_ports(&game.tables)
}

pub(crate) fn can_land(game: &WashingtonsWar, state: &State) -> bool {
    !state.landed && !landing_ports(game, state).is_empty()
}

/// One landing party for each campaign card, instead of an activation. [WW 7.2]
pub(crate) fn offer_landing_parties(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    if !state.landed {
        landing_ports(game, state).list(out, Action::LandingParty);
    }
}

pub(crate) fn land<C: Chance>(game: &WashingtonsWar, state: &mut State, port: Space, chance: &mut C) {
    state.landed = true;
    ch10_political_control::change_marker(game, state, Side::British, Action::Place(port), "7.2", chance);
}
