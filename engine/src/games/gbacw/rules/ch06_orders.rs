//! Chapter 6: giving and changing orders, loose cannons, reserve.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::command::{
    LooseCannon, OrdersInput, change_orders, loose_cannon, loose_cannon_reach, unreliable_temper,
};
use super::super::field::{
    act, brigade_of, class, enemies, enemy_distance, has_enemy, is_enemy_within, is_watched, light,
    nearest_corner, parts, personality, ratings, stack,
};
use super::super::phase::Phase;
use super::super::state::{Act, Marker, Place, Standing, State, Status, TURN_ENDED};
use super::super::tables::OrdersChange;
use super::super::types::{
    Direction, Facing, Formation, Hex, Leader, Light, MoveClass, OrderKind, Personality, Rank, Side, Unit,
    UnitSet,
};
use super::ch04_command::{commanded_units, could_serve, served};
use super::ch05_markers::{is_activated, under_marker};
use super::ch07_facing::facings;
use super::ch09_terrain::entry;
use super::ch12_losses::{Cause, disorder};
use super::tell;
use crate::chance::{Chance, Die};

/// Units that follow a formation's orders: its own and the batteries that serve it.
fn followers(game: &Gbacw, state: &State, formation: Formation) -> impl Iterator<Item = Unit> {
    let candidates = game.roster.followers(formation);
    candidates.into_iter().filter(move |&unit| brigade_of(game, state, unit) == formation)
}

/// The order a unit takes when its brigade gets one: guns never attack. [GB 6.18]
pub fn own_order(game: &Gbacw, state: &State, unit: Unit, order: OrderKind) -> OrderKind {
    if state.units[unit].has(Status::BLOWN) || game.is_artillery(unit) && order == OrderKind::Attack {
        return OrderKind::Advance;
    }
    order
}

/// Gives a formation new orders; units out of range keep theirs for now. [GB 4.23, 6.12, 7.23]
pub fn set_order(game: &Gbacw, state: &mut State, formation: Formation, order: OrderKind, everyone: bool) {
    state.formations[formation].order = order;
    let commanded = if everyone { UnitSet::EMPTY } else { commanded_units(game, state, formation) };
    for unit in game.roster.followers(formation) {
        if brigade_of(game, state, unit) != formation {
            continue;
        }
        let waits = state.units[unit].place == Place::Waiting;
        if everyone || waits || commanded.contains(unit) {
            give(game, state, unit, order);
        }
    }
}

fn give(game: &Gbacw, state: &mut State, unit: Unit, order: OrderKind) {
    let order = own_order(game, state, unit, order);
    let piece = &mut state.units[unit];
    piece.order = order;
    if order == OrderKind::Attack || order == OrderKind::March {
        super::ch15_works::interrupt(state, unit);
    }
    if order == OrderKind::March {
        state.units[unit].status.set(Status::REFUSED_LEFT.or(Status::REFUSED_RIGHT), false);
    }
}

/// Asks for facings of the kind the new order needs, where that changed. [GB 7.23]
pub fn ask_facings(game: &Gbacw, state: &mut State, formation: Formation) {
    let wrong = followers(game, state, formation).any(|unit| needs_facing(state, unit));
    if wrong {
        state.push(Phase::Reform { formation });
    }
}

fn needs_facing(state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    piece.on_map() && !piece.facing.fits(piece.order)
}

pub fn reforming(game: &Gbacw, state: &State, formation: Formation) -> Option<Unit> {
    followers(game, state, formation).find(|&unit| needs_facing(state, unit))
}

pub fn offer_reform(game: &Gbacw, state: &State, formation: Formation, out: &mut Vec<Action>) {
    let Some(unit) = reforming(game, state, formation) else { return };
    out.extend(facings(state.units[unit].order).map(Action::Face));
}

pub fn take_reform(game: &Gbacw, state: &mut State, formation: Formation, action: Action) {
    let (Some(unit), Action::Face(facing)) = (reforming(game, state, formation), action) else { return };
    turn_all(game, state, unit, facing);
}

/// Turns a unit and those in its hex with the same order.
fn turn_all(game: &Gbacw, state: &mut State, unit: Unit, facing: Facing) {
    let hex = state.units[unit].hex;
    state.units[unit].facing = facing;
    super::ch08_column::reform(game, state, unit);
    for other in game.units() {
        let piece = &mut state.units[other];
        if piece.on_map()
            && piece.hex == hex
            && facing.fits(piece.order)
            && game.side(other) == game.side(unit)
        {
            piece.facing = facing;
        }
    }
}

/// The facing an order needs, nearest to the present one, when nobody is asked. [GB 7.23]
fn face_at_once(game: &Gbacw, state: &mut State, unit: Unit) {
    let piece = &state.units[unit];
    if piece.facing.fits(piece.order) {
        return;
    }
    let facing = match piece.order {
        OrderKind::March => Facing::edge(Direction::from_index(piece.facing.index() / 2)),
        _ => nearest_corner(piece.facing, Direction::from_index(piece.facing.index() / 2)),
    };
    turn_all(game, state, unit, facing);
}

/// A unit takes its brigade's orders and a front that fits them: that of its stack, or the nearest. [GB 7.11, 9.71]
pub fn take_brigades_order(game: &Gbacw, state: &mut State, unit: Unit) {
    let order = state.formations[brigade_of(game, state, unit)].order;
    give(game, state, unit, order);
    if !state.units[unit].is_extended() {
        super::ch08_stacking::adopt_facing(game, state, unit);
    }
    face_at_once(game, state, unit);
}

/// Riders who are blown no more take their brigade's orders, and the front of those of their stack who have them.
/// Whose front does not suit his orders then is asked for another one. [GB 7.11, 7.23, 11.58]
pub fn recover_blown(game: &Gbacw, state: &mut State, unit: Unit) {
    state.units[unit].status.set(Status::BLOWN, false);
    let order = state.formations[brigade_of(game, state, unit)].order;
    give(game, state, unit, order);
    if needs_facing(state, unit) && !state.units[unit].is_extended() {
        super::ch08_stacking::adopt_facing(game, state, unit);
    }
}

/// Units back in range take their brigade's orders as it acts. [GB 4.23, 9.21]
pub fn catch_up(game: &Gbacw, state: &mut State, formation: Formation) {
    let order = state.formations[formation].order;
    let marker_is_march = matches!(state.marker, Marker::March(_));
    let behind = followers(game, state, formation).any(|unit| {
        state.units[unit].on_map() && state.units[unit].order != own_order(game, state, unit, order)
    });
    if !behind || (order == OrderKind::March) != marker_is_march {
        return;
    }
    let commanded = commanded_units(game, state, formation);
    for unit in commanded {
        if brigade_of(game, state, unit) == formation {
            give(game, state, unit, order);
            face_at_once(game, state, unit);
        }
    }
}

// ---------------------------------------------------------------- orders phase of the turn

/// March orders need distance: nobody within four hexes and in sight. [GB 6.14]
fn may_march(game: &Gbacw, state: &State, formation: Formation) -> bool {
    let near = u32::from(game.tables.order(OrderKind::March).march_standoff_hexes);
    followers(game, state, formation).all(|unit| {
        !state.units[unit].is_present()
            || parts(game, state, unit)
                .iter()
                .all(|&hex| !is_watched(game, state, game.side(unit), hex, near))
    })
}

/// Whether fatigue leaves a brigade this order. [GB 17.32]
fn is_fit_for(game: &Gbacw, state: &State, formation: Formation, order: OrderKind) -> bool {
    let exhausted = game.options.fatigue && state.formations[formation].fatigue_level() >= 4;
    !exhausted || order == OrderKind::Advance
}

/// Brigades whose orders may be changed freely now. [GB 6.12, 5.36]
fn is_orderable(game: &Gbacw, state: &State, formation: Formation) -> bool {
    let own = &state.formations[formation];
    let Some(division) = game.division(formation) else { return false };
    own.has(Standing::IN_COMMAND)
        && state.formations[division].has(Standing::IN_COMMAND)
        && !own.has(Standing::RESERVE)
        && !own.has(Standing::ORDERED)
        && game.leader_of(formation).is_some_and(|leader| state.leaders[leader].place == Place::Map)
        && followers(game, state, formation).any(|unit| state.units[unit].is_present())
}

pub fn is_division_orders_open(game: &Gbacw, state: &State, side: Side) -> bool {
    game.roster.brigades[side.index()].into_iter().any(|brigade| is_orderable(game, state, brigade))
}

/// Division leaders in touch change their brigades' orders without a roll. [GB 6.12]
pub fn offer_division_orders(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    let brigades = game.roster.brigades[side.index()].into_iter();
    for formation in brigades.filter(|&brigade| is_orderable(game, state, brigade)) {
        for order in OrderKind::ALL {
            let is_battery_group = game.level_of(formation) == Rank::Artillery;
            let allowed = order != state.formations[formation].order
                && is_fit_for(game, state, formation, order)
                && !(is_battery_group && order == OrderKind::Attack)
                && (order != OrderKind::March || may_march(game, state, formation));
            if allowed {
                out.push(Action::Order { formation, order });
            }
        }
    }
}

pub fn take_division_orders<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Order { formation, order } = action else {
        for formation in game.formations() {
            state.formations[formation].standing.set(Standing::ORDERED, false);
        }
        state.pop();
        return;
    };
    tell(chance, "orders", "6.12", || {
        format!("{} gets {} orders.", game.formation_name(formation), order.id())
    });
    let own = &mut state.formations[formation].standing;
    own.set(Standing::ORDERED, true);
    own.set(Standing::NEW_MARCH, order == OrderKind::March);
    set_order(game, state, formation, order, false);
    ask_facings(game, state, formation);
}

// ---------------------------------------------------------------- attachment of batteries

fn attachments(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Action> {
    let free = game.roster.brigades[side.index()] - served(game, state);
    let batteries = game.roster.attachable.into_iter().filter(move |&unit| {
        game.side(unit) == side && state.units[unit].is_present() && state.units[unit].attached.is_none()
    });
    batteries.flat_map(move |unit| {
        free.into_iter()
            .filter(move |&to| could_serve(game, unit, to))
            .map(move |to| Action::Attach { unit, to })
    })
}

pub fn is_attachment_open(game: &Gbacw, state: &State, side: Side) -> bool {
    attachments(game, state, side).next().is_some()
}

/// One battery of the division may serve each brigade this turn. [GB 4.32]
pub fn offer_attachment(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(attachments(game, state, side));
}

pub fn take_attachment(game: &Gbacw, state: &mut State, action: Action) {
    let Action::Attach { unit, to } = action else {
        state.pop();
        return;
    };
    state.units[unit].attached = Some(super::super::state::AttachedTo::new(to));
    let order = state.formations[to].order;
    give(game, state, unit, order);
    face_at_once(game, state, unit);
}

// ---------------------------------------------------------------- changing orders under a marker

fn is_changeable(game: &Gbacw, state: &State, formation: Formation) -> bool {
    !state.formations[formation].has(Standing::TRIED)
        && game.level_of(formation) == Rank::Brigade
        && is_activated(game, state, formation)
        && game.leader_of(formation).is_some_and(|leader| state.leaders[leader].place == Place::Map)
        && followers(game, state, formation).any(|unit| state.units[unit].is_present())
}

pub fn is_change_open(game: &Gbacw, state: &State) -> bool {
    under_marker(game, state).into_iter().any(|formation| is_changeable(game, state, formation))
}

pub fn offer_change(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    let brigades = under_marker(game, state).into_iter();
    out.extend(brigades.filter(|&brigade| is_changeable(game, state, brigade)).map(Action::Formation));
}

/// What modifies an attempt to change a brigade's orders: its leader and those stacked with him. [GB 6.22]
pub fn orders_input(game: &Gbacw, state: &State, formation: Formation, leader: Leader) -> OrdersInput {
    let hex = state.leaders[leader].hex;
    let with = |rank: &dyn Fn(Rank) -> bool| {
        game.leaders().any(|other| {
            rank(game.rank(other))
                && game.is_within(formation, game.commands(other))
                && state.leaders[other].place == Place::Map
                && state.leaders[other].hex == hex
        })
    };
    OrdersInput {
        orders_rating: ratings(game, state, leader).orders_rating,
        division_leader_stacked: with(&|rank| rank == Rank::Division),
        corps_or_army_leader_stacked: with(&|rank| matches!(rank, Rank::Corps | Rank::Army)),
    }
}

/// Rolls for a brigade's new orders. [GB 6.21, 6.22, 6.23]
pub fn take_change<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    let Action::Formation(formation) = action else {
        state.pop();
        return;
    };
    let Some(leader) = game.leader_of(formation) else { return };
    state.formations[formation].standing.set(Standing::TRIED, true);
    let input = orders_input(game, state, formation, leader);
    let die = chance.roll(Die::D10);
    let (result, _) = change_orders(&game.tables, &input, die);
    tell(chance, "orders_change", "6.23", || {
        format!("{} tries new orders: {die}, {result:?}.", game.formation_name(formation))
    });
    let on_march = matches!(state.marker, Marker::March(_));
    let standing = &mut state.formations[formation].standing;
    match result {
        OrdersChange::Retain => {}
        OrdersChange::RetainAndStand => standing.set(Standing::STAND, true),
        OrdersChange::LooseCannon => {
            let temper = personality(game, state, leader);
            run_loose(game, state, formation, temper, chance);
        }
        OrdersChange::Change | OrdersChange::ChangeAndStand => {
            if result == OrdersChange::ChangeAndStand {
                // Out of March the stand counts for the division's first marker. [GB 6.25]
                standing.set(if on_march { Standing::STAND_LATER } else { Standing::STAND }, true);
            }
            state.push(Phase::NewOrder { formation });
        }
    }
}

/// Which order a brigade changes to, or that it keeps its own. [GB 6.23, 6.25]
pub fn offer_new_order(game: &Gbacw, state: &State, formation: Formation, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    for order in [OrderKind::Advance, OrderKind::Attack] {
        if order != state.formations[formation].order && is_fit_for(game, state, formation, order) {
            out.push(Action::NewOrder(order));
        }
    }
}

pub fn take_new_order<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    formation: Formation,
    action: Action,
    chance: &mut C,
) {
    state.pop();
    let Action::NewOrder(order) = action else { return };
    tell(chance, "orders", "6.23", || {
        format!("{} gets {} orders.", game.formation_name(formation), order.id())
    });
    let was_march = state.formations[formation].order == OrderKind::March;
    set_order(game, state, formation, order, false);
    if was_march {
        // It stays where it is and waits for its division's markers. [GB 6.25]
        state.formations[formation].standing.set(Standing::ACTED, true);
    }
    ask_facings(game, state, formation);
}

/// A brigadier acts on his own. [GB 6.24]
fn run_loose<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    formation: Formation,
    temper: Personality,
    chance: &mut C,
) {
    match loose_cannon(temper, state.formations[formation].order) {
        LooseCannon::Retain => {}
        LooseCannon::RollForTemper => {
            let die = chance.roll(Die::D10);
            let temper = unreliable_temper(&game.tables, die);
            tell(chance, "temper", "6.24", || format!("He turns out {}.", temper.id()));
            run_loose(game, state, formation, temper, chance);
        }
        LooseCannon::AttackOrClose => {
            let order =
                if is_in_reach(game, state, formation) { OrderKind::Attack } else { OrderKind::Advance };
            let order = if is_fit_for(game, state, formation, order) { order } else { OrderKind::Advance };
            set_order(game, state, formation, order, false);
            // Stragglers on the march, back in range, form up with the others.
            for unit in followers(game, state, formation).collect::<arrayvec::ArrayVec<Unit, 64>>() {
                if state.units[unit].on_map() {
                    face_at_once(game, state, unit);
                }
            }
            state.formations[formation].standing.set(Standing::LOOSE, true);
            tell(chance, "loose_cannon", "6.24", || {
                format!("{} goes for the enemy.", game.formation_name(formation))
            });
        }
        LooseCannon::FallBack => {
            tell(chance, "loose_cannon", "6.24", || {
                format!("{} falls back.", game.formation_name(formation))
            });
            set_order(game, state, formation, OrderKind::Advance, true);
            state.formations[formation].standing.set(Standing::ACTED, true);
            for unit in followers(game, state, formation).collect::<arrayvec::ArrayVec<Unit, 64>>() {
                if !game.is_artillery(unit) && state.units[unit].is_present() {
                    act(state, unit, Act::RETREAT_1);
                }
                if state.units[unit].on_map() {
                    face_at_once(game, state, unit);
                }
            }
            state.retreat_from = nearest_enemy(game, state, formation);
            state.push(Phase::Settle);
        }
    }
}

/// The enemy hex from which a brigade falls back.
fn nearest_enemy(game: &Gbacw, state: &State, formation: Formation) -> Hex {
    let side = game.side_of(formation);
    let own = followers(game, state, formation).find(|&unit| state.units[unit].is_present());
    let Some(own) = own else { return Hex(0) };
    let hex = state.units[own].hex;
    enemies(state, side)
        .into_iter()
        .min_by_key(|&enemy| game.scenario.map.grid.distance(hex, enemy))
        .unwrap_or(Hex(0))
}

/// Whether any unit could come next to an enemy within a few points. [GB 6.24]
fn is_in_reach(game: &Gbacw, state: &State, formation: Formation) -> bool {
    followers(game, state, formation).any(|unit| {
        let piece = &state.units[unit];
        if !piece.is_present() || game.is_artillery(unit) {
            return false;
        }
        let mounted = class(game, state, unit) == MoveClass::Cavalry;
        let points = 2 * loose_cannon_reach(&game.tables, mounted);
        comes_near(game, state, unit, piece.hex, points)
    })
}

fn comes_near(game: &Gbacw, state: &State, unit: Unit, hex: Hex, left: u8) -> bool {
    let side = game.side(unit);
    let distance = enemy_distance(game, state, side, hex);
    if distance <= 1 {
        return true;
    }
    if u32::from(left) < 2 * (distance - 1) {
        return false;
    }
    Direction::ALL.into_iter().any(|direction| {
        let Some(to) = game.scenario.map.grid.neighbour(hex, direction) else { return false };
        if has_enemy(state, side, to) || enemy_distance(game, state, side, to) >= distance {
            return false;
        }
        entry(game, state, unit, hex, direction).is_some_and(|entry| {
            entry.halves <= left && comes_near(game, state, unit, to, left - entry.halves)
        })
    })
}

// ---------------------------------------------------------------- surprised in March, forced out of reserve

/// Fire or shock at a hex: columns are surprised, reserves called out. [GB 6.26, 6.34]
pub fn alarm<C: Chance>(
    game: &Gbacw,
    state: &mut State,
    target: Hex,
    by_guns: bool,
    range: u32,
    chance: &mut C,
) {
    let canister = u32::from(game.tables.combat.fire_drm.canister_max_range);
    let is_shell = by_guns && range > canister;
    for unit in stack(game, state, target) {
        let brigade = brigade_of(game, state, unit);
        if state.units[unit].order == OrderKind::March && !is_shell {
            state.formations[brigade].standing.set(Standing::SURPRISED, true);
        }
        if state.formations[brigade].has(Standing::RESERVE)
            && range <= u32::from(game.tables.reserve.forced_out_fire_range)
        {
            call_out(game, state, brigade, chance);
        }
    }
}

/// A reserve under attack: all disordered, Advance orders. [GB 6.34]
fn call_out<C: Chance>(game: &Gbacw, state: &mut State, brigade: Formation, chance: &mut C) {
    tell(chance, "reserve_lost", "6.34", || {
        format!("{} is called out of reserve.", game.formation_name(brigade))
    });
    state.formations[brigade].standing.set(Standing::RESERVE, false);
    set_order(game, state, brigade, OrderKind::Advance, true);
    for unit in followers(game, state, brigade).collect::<arrayvec::ArrayVec<Unit, 64>>() {
        face_at_once(game, state, unit);
        if !state.units[unit].is_disordered() {
            disorder(game, state, unit, Cause::Terrain, chance);
        }
    }
}

/// Columns that were fired at or attacked form up when the enemy brigade is done. [GB 6.26]
///
/// A brigade acts on its division's markers for the rest of the turn only if the March marker of its side has still to
/// come. Where the brigade itself has other orders, only its stragglers were on the march, and the same goes for them.
pub fn settle_surprised(game: &Gbacw, state: &mut State) {
    for formation in game.formations() {
        if !state.formations[formation].has(Standing::SURPRISED) {
            continue;
        }
        state.formations[formation].standing.set(Standing::SURPRISED, false);
        let has_marched = !state.march_undrawn[game.side_of(formation).index()];
        let own = &mut state.formations[formation];
        if own.order == OrderKind::March {
            own.order = OrderKind::Advance;
            if has_marched {
                own.cap = own.cap.min(own.used);
            }
        }
        for unit in followers(game, state, formation).collect::<arrayvec::ArrayVec<Unit, 64>>() {
            if state.units[unit].on_map() && state.units[unit].order == OrderKind::March {
                give(game, state, unit, OrderKind::Advance);
                face_at_once(game, state, unit);
                if has_marched {
                    state.units[unit].acts = TURN_ENDED;
                }
            }
        }
    }
}

// ---------------------------------------------------------------- reserve

/// Whether a brigade is far enough from the enemy to go into reserve. [GB 6.31, 6.33]
fn may_reserve(game: &Gbacw, state: &State, formation: Formation, side: Side) -> bool {
    let own = &state.formations[formation];
    if game.side_of(formation) != side || !game.acts_as_brigade(formation) || own.has(Standing::RESERVE) {
        return false;
    }
    let limits = &game.tables.reserve;
    let is_night = light(game, state) == Light::Night;
    let is_safe = |hex: Hex| {
        let is_clear =
            |hexes: u8| hexes == 0 || !is_enemy_within(game, state, side, hex, u32::from(hexes) - 1);
        let in_sight = || enemies(state, side).intersects(game.sight.seen_from(hex));
        let far = if is_night { limits.min_hexes_night } else { limits.min_hexes_in_los };
        is_clear(far) || is_clear(limits.min_hexes_out_of_los) && !in_sight()
    };
    let mut any = false;
    for unit in followers(game, state, formation) {
        let piece = &state.units[unit];
        match piece.place {
            Place::Map => {
                any = true;
                if !parts(game, state, unit).into_iter().all(is_safe) {
                    return false;
                }
            }
            Place::Routed => any = true,
            _ => {}
        }
    }
    let leader = game.leader_of(formation).filter(|&leader| state.leaders[leader].place == Place::Map);
    any && leader.is_some_and(|leader| is_safe(state.leaders[leader].hex))
}

pub fn is_reserve_open(game: &Gbacw, state: &State, side: Side) -> bool {
    game.formations().any(|formation| may_reserve(game, state, formation, side))
}

pub fn offer_reserve(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(game.formations().filter(|&f| may_reserve(game, state, f, side)).map(Action::Formation));
}

/// Puts a command in reserve: markers pass it by. [GB 6.32]
pub fn take_reserve<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    match action {
        Action::Formation(formation) => {
            state.formations[formation].standing.set(Standing::RESERVE, true);
            tell(chance, "reserve", "6.32", || {
                format!("{} goes into reserve.", game.formation_name(formation))
            });
        }
        _ => state.pop(),
    }
}

pub fn is_leave_open(game: &Gbacw, state: &State, side: Side) -> bool {
    leaving(game, state, side).next().is_some()
}

fn leaving(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Formation> {
    game.formations().filter(move |&formation| {
        game.side_of(formation) == side && state.formations[formation].has(Standing::RESERVE)
    })
}

pub fn offer_leave(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(leaving(game, state, side).map(Action::Formation));
}

/// Leaves reserve at the end of a turn, with Advance or Attack orders. [GB 6.34, 6.35]
pub fn take_leave(state: &mut State, action: Action) {
    match action {
        Action::Formation(formation) => {
            state.formations[formation].standing.set(Standing::RESERVE, false);
            state.push(Phase::LeaveWith { formation });
        }
        _ => state.pop(),
    }
}

pub fn offer_leave_with(game: &Gbacw, state: &State, formation: Formation, out: &mut Vec<Action>) {
    for order in [OrderKind::Advance, OrderKind::Attack] {
        if is_fit_for(game, state, formation, order) {
            out.push(Action::NewOrder(order));
        }
    }
}

pub fn take_leave_with(game: &Gbacw, state: &mut State, formation: Formation, action: Action) {
    state.pop();
    if let Action::NewOrder(order) = action {
        set_order(game, state, formation, order, true);
        ask_facings(game, state, formation);
    }
}
