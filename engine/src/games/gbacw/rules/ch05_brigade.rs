//! Chapter 5.33: a brigade acts: which unit or leader next, what the unit does, and the end of the activation.

use super::super::Gbacw;
use super::super::action::Action;
use super::super::field::{
    act, brigade_of, enemies, has_enemy, has_friend, in_front_of, is_enemy_within, is_in_chain,
    is_near_enemy, near, put, shift, stack, units_with,
};
use super::super::phase::{Body, Phase};
use super::super::state::{Act, LeaderFlags, MOST_COMBATS, MOST_NOTES, Place, Standing, State, Status};
use super::super::types::{
    Arc, FormationSet, Hex, Leader, LeaderSet, OrderKind, Rank, Refusal, Side, Unit, UnitSet,
};
use super::ch05_markers::{is_due, may_act};
use super::ch08_stacking::{adopt_facing, fits, turn_stack};
use super::ch09_allowance::points;
use super::ch09_movement::{begin as begin_move, followers, may_withdraw, take_step};
use super::ch09_terrain::leader_entry;
use super::ch09_ways::may_stay;
use super::{
    ch06_loose, ch06_orders, ch07_facing, ch08_column, ch08_extension, ch08_together, ch09_entry, ch10_fire,
    ch11_charge, ch11_declare, ch13_rally, ch14_cavalry, ch15_works, ch17_fatigue, tell,
};
use crate::chance::Chance;

/// Opens the activation of one brigade, or of several that act as one. [GB 5.33, 5.34]
pub fn begin<C: Chance>(game: &Gbacw, state: &mut State, acting: FormationSet, chance: &mut C) {
    state.acting = acting;
    state.combats = [None; MOST_COMBATS];
    state.fire_notes = [None; MOST_NOTES];
    state.answered = 0;
    for unit in game.units() {
        let piece = &mut state.units[unit];
        piece.act = Act(0);
        piece.spent = 0;
        piece.held = 0;
        piece.combat = 0;
        piece.status.set(Status::REMOUNTED, false);
        let hex = piece.hex;
        // Above the top of a stack is nobody.
        if piece.level > 0 && piece.is_present() && game.is_artillery(unit) {
            let above = stack(game, state, hex).into_iter().take_while(|&other| other != unit);
            if above.into_iter().any(|other| !game.is_artillery(other)) {
                act(state, unit, Act::STARTED_BELOW);
            }
        }
    }
    for brigade in acting {
        let own = &mut state.formations[brigade];
        own.used += 1;
        own.standing.set(Standing::ACTED, true);
        own.standing.set(Standing::TIRING.or(Standing::SHOCKED), false);
        tell(chance, "brigade", "5.33", || format!("{} acts.", game.formation_name(brigade)));
    }
    for formation in game.formations() {
        state.formations[formation].standing.set(Standing::SHOCKED, false);
    }
    state.push(Phase::EndBrigade);
    state.push(Phase::Brigade);
    for brigade in acting {
        ch06_orders::catch_up(game, state, brigade);
    }
}

/// Whether a unit belongs to the activation under way and has not acted.
pub(super) fn can_act(game: &Gbacw, state: &State, unit: Unit) -> bool {
    state.acting.into_iter().any(|brigade| may_act(game, state, unit, brigade))
}

/// All units that could act in the activation under way.
fn actors(game: &Gbacw, state: &State) -> UnitSet {
    state.acting.into_iter().fold(UnitSet::EMPTY, |all, brigade| all | game.roster.actors(brigade))
}

/// All leaders of the acting brigades and above them.
pub(super) fn leaders_over(game: &Gbacw, state: &State) -> LeaderSet {
    state.acting.into_iter().fold(LeaderSet::EMPTY, |all, brigade| all | game.roster.leaders(brigade))
}

/// Leaders who may ride now: brigadiers of the acting brigades, and their division leader. [GB 9.31, 6.19]
fn can_ride(game: &Gbacw, state: &State, leader: Leader) -> bool {
    let counter = &state.leaders[leader];
    if counter.place != Place::Map || counter.flags.has(LeaderFlags::MOVED.or(LeaderFlags::FOLLOWS)) {
        return false;
    }
    let command = game.commands(leader);
    match game.rank(leader) {
        Rank::Brigade | Rank::Artillery => state.acting.contains(command),
        Rank::Division => state.acting.into_iter().any(|brigade| game.is_within(brigade, command)),
        Rank::Army | Rank::Corps => false,
    }
}

/// A loose brigade must send every unit it can at the enemy. [GB 6.24]
fn must_go_on(game: &Gbacw, state: &State) -> bool {
    let is_loose = |brigade| state.formations[brigade].has(Standing::LOOSE);
    state.acting.into_iter().any(is_loose)
        && actors(game, state).into_iter().any(|unit| {
            state.formations[brigade_of(game, state, unit)].has(Standing::LOOSE)
                && can_act(game, state, unit)
                && state.units[unit].is_present()
                && !game.is_artillery(unit)
        })
}

/// Which unit or leader of the brigade next; passing goes on to shock. [GB 5.33, 8.21, 10.13]
pub fn offer_brigade(game: &Gbacw, state: &State, out: &mut Vec<Action>) {
    if !must_go_on(game, state) {
        out.push(Action::Pass);
    }
    let mut due = UnitSet::EMPTY;
    for brigade in state.acting {
        for unit in game.roster.actors(brigade) {
            if is_due(game, state, unit, brigade) {
                due.insert(unit);
            }
        }
    }
    for unit in due {
        if state.units[unit].place == Place::Waiting {
            // None before its hour.
            out.extend(ch09_entry::entry_hexes(game, state, unit).map(|hex| Action::Enter { unit, hex }));
        } else {
            out.push(Action::Unit(unit));
        }
    }
    for leader in leaders_over(game, state) {
        if can_ride(game, state, leader) {
            out.push(Action::Leader(leader));
        }
    }
    ch09_entry::entering_leaders(game, state).for_each(|leader| out.push(Action::Leader(leader)));
}

pub fn take_brigade<C: Chance>(game: &Gbacw, state: &mut State, action: Action, chance: &mut C) {
    match action {
        Action::Unit(unit) => {
            begin_unit(state, unit);
            begin_move(game, state, unit);
            state.push(Phase::UnitActs { unit });
        }
        Action::Enter { unit, hex } => {
            begin_unit(state, unit);
            ch09_entry::enter(game, state, unit, hex, chance);
            begin_move_after_entry(state, unit);
            state.push(Phase::UnitActs { unit });
        }
        Action::Leader(leader) if state.leaders[leader].place == Place::Waiting => {
            ch09_entry::enter_leader(game, state, leader);
        }
        Action::Leader(leader) => {
            state.leaders[leader].flags.set(LeaderFlags::MOVED, true);
            let left = 2 * super::super::calc::command::leader_allowance(&game.tables, game.rank(leader));
            state.push(Phase::LeaderMoves { leader, left });
        }
        _ => {
            state.replace(Phase::Declare { party: None, after: None, body: Body::Foot });
            ch11_declare::begin(state);
        }
    }
}

pub(super) fn begin_unit(state: &mut State, unit: Unit) {
    let piece = &mut state.units[unit];
    piece.status.set(Status::USED, true);
    piece.acts = piece.acts.saturating_add(1);
    state.mover = Some(unit);
    state.stay_toll = 0;
}

fn begin_move_after_entry(state: &mut State, unit: Unit) {
    state.start_hex = state.units[unit].hex;
    state.came_from = state.units[unit].hex;
}

// ---------------------------------------------------------------- one unit

/// What the acting unit may do next. [GB 3.0 III/C/3]
pub fn offer_unit(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let piece = &state.units[unit];
    let is_loose =
        state.formations[brigade_of(game, state, unit)].has(Standing::LOOSE) && !game.is_artillery(unit);
    if is_loose {
        ch06_loose::offer(game, state, unit, out);
        return;
    }
    if ch08_extension::must_form_up(state, unit) {
        ch08_extension::offer(game, state, unit, out);
        if !out.is_empty() {
            return;
        }
    }
    super::ch09_movement::offer_steps(game, state, unit, out);
    if ch11_charge::must_ride_on(state, unit) && !out.is_empty() {
        return;
    }
    let (may_stay, points) = (may_stay(game, state, unit), points(game, state, unit));
    if may_stay {
        out.push(Action::Pass);
    }
    ch07_facing::offer_turns(game, state, unit, points, out);
    ch08_together::offer(game, state, unit, out);
    if piece.has(Status::ALONG) {
        // A stack on the move does nothing else. [GB 8.21]
        offer_company(game, state, unit, out);
        return;
    }
    ch07_facing::offer_wings(game, state, unit, may_stay, points, out);
    ch08_extension::offer(game, state, unit, out);
    ch10_fire::offer_fire(game, state, unit, out);
    ch13_rally::offer(game, state, unit, out);
    ch14_cavalry::offer(game, state, unit, out);
    ch11_charge::offer(game, state, unit, out);
    offer_restack(game, state, unit, out);
    if may_withdraw(game, state, unit) && has_way_back(game, state, unit) {
        out.push(Action::Withdraw);
    }
    if ch15_works::may_remove(game, state, unit) {
        out.push(Action::RemoveWork);
    }
    ch10_fire::offer_limber(game, state, unit, out);
    if ch09_entry::may_exit(game, state, unit) {
        out.push(Action::Exit);
    }
    offer_company(game, state, unit, out);
}

/// Leaders who may ride along, and the end of the action if nothing else is left. [GB 9.31]
fn offer_company(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    if !state.units[unit].did(Act::MOVED) {
        out.extend(followers(game, state, unit).into_iter().map(Action::Leader));
    }
    if out.is_empty() {
        out.push(Action::Pass);
    }
}

/// Whether any rear hex is open to a withdrawal. [GB 9.54]
fn has_way_back(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if piece.is_line() {
        return true;
    }
    let rear = game.scenario.map.grid.in_arc(piece.hex, piece.facing, Refusal::None, Arc::Rear);
    (rear - enemies(state, game.side(unit))).into_iter().any(|hex| fits(game, state, unit, hex))
}

/// Another place in the stack instead of moving, out of the enemy's front. [GB 8.24]
fn offer_restack(game: &Gbacw, state: &State, unit: Unit, out: &mut Vec<Action>) {
    let piece = &state.units[unit];
    let did =
        Act::MOVED.or(Act::TURNED).or(Act::DONE).or(Act::RESTACKED).or(Act::RALLIED).or(Act::WITHDRAWING);
    let side = game.side(unit);
    let turned_about = ch07_facing::has_turned_about(game, state, unit);
    // Prepared fire leaves no points, and wants the stack as it is. [GB 10.52]
    let is_prepared = piece.order == OrderKind::Advance || piece.spent == u8::MAX;
    let fired = piece.did(Act::FIRED) && is_prepared && !turned_about;
    let has_come = (piece.hex != state.start_hex || turned_about)
        && piece.did(Act::MOVED)
        && !piece.did(Act::RESTACKED.or(Act::DONE));
    if piece.did(did) && !has_come
        || fired
        || piece.is_extended() && !turned_about
        || state.formations[brigade_of(game, state, unit)].has(Standing::CONFUSED)
    {
        return;
    }
    let units = stack(game, state, piece.hex);
    // Foot and horse that join guns, and stacks that turn about, choose to lie above or below them. [GB 7.21, 8.23, 8.44]
    let joins_guns = has_come
        && (turned_about && !piece.is_line()
            || units.iter().all(|&other| (other == unit) != game.is_artillery(other)));
    if units.len() < 2
        || piece.did(did) && !joins_guns
        || !joins_guns && in_front_of(game, state, piece.hex, side.other(), None)
    {
        return;
    }
    // Who turns about goes above or below with all of his kind.
    let goes =
        |other: &Unit| *other == unit || turned_about && game.is_artillery(*other) == game.is_artillery(unit);
    let stays = |other: &Unit| !goes(other);
    if units.iter().position(stays) < units.iter().rposition(goes) {
        out.push(Action::Raise);
    }
    if units.iter().position(goes) < units.iter().rposition(stays) {
        out.push(Action::Lower);
    }
}

/// Another place in the stack; one that turned about turns with all who stay first. [GB 7.21, 8.24]
fn restack(game: &Gbacw, state: &mut State, unit: Unit, above: bool) {
    let hex = state.units[unit].hex;
    if !state.units[unit].is_line() && ch07_facing::has_turned_about(game, state, unit) {
        turn_stack(game, state, unit);
        ch07_facing::lay_foot(game, state, hex, above != game.is_artillery(unit));
    } else {
        put(game, state, unit, hex, above);
    }
    act(state, unit, Act::RESTACKED);
}

/// Carries out what the acting unit does.
pub fn take_unit<C: Chance>(game: &Gbacw, state: &mut State, unit: Unit, action: Action, chance: &mut C) {
    match action {
        Action::Step(to) => {
            busy(game, state, unit);
            take_step(game, state, unit, to);
        }
        Action::Face(_) if state.units[unit].is_line() => {
            busy(game, state, unit);
            ch08_extension::move_line(game, state, unit, action, chance);
        }
        Action::Face(facing) => {
            ch07_facing::take_turn(game, state, unit, facing, chance);
            if state.units[unit].did(Act::MOVED) {
                busy(game, state, unit);
            }
        }
        Action::Fire { target, mode } => ch10_fire::take_fire(game, state, unit, target, mode, chance),
        Action::Rally => ch13_rally::take(game, state, unit, chance),
        Action::Resupply(section) => ch13_rally::resupply(game, state, unit, section, chance),
        Action::Refuse(wing) => {
            busy(game, state, unit);
            ch07_facing::take_wing(game, state, unit, wing, chance);
        }
        Action::Unrefuse => {
            busy(game, state, unit);
            ch07_facing::take_wing(game, state, unit, Refusal::None, chance);
        }
        Action::Withdraw => {
            busy(game, state, unit);
            act(state, unit, Act::WITHDRAWING);
            state.units[unit].held = 0;
        }
        Action::Raise | Action::Lower => {
            restack(game, state, unit, action == Action::Raise);
        }
        Action::Mount | Action::Dismount => ch14_cavalry::take(game, state, unit, chance),
        Action::Charge => ch11_charge::take(game, state, unit, chance),
        Action::RemoveWork => ch15_works::remove(game, state, unit, chance),
        Action::Limber => act(state, unit, Act::MOVED),
        Action::Exit => ch09_entry::exit(game, state, unit, chance),
        Action::With(other) => ch08_together::join(state, unit, other),
        Action::Leader(leader) => {
            state.leaders[leader].flags.set(LeaderFlags::FOLLOWS.or(LeaderFlags::MOVED), true);
        }
        Action::Extend { .. }
        | Action::Contract(_)
        | Action::Pivot { .. }
        | Action::FormColumn(_)
        | Action::FormLine(_) => {
            busy(game, state, unit);
            ch08_extension::take(game, state, unit, action, chance);
        }
        _ if ch11_charge::breaks_off(game, state, unit, chance) => end_unit(game, state, unit),
        _ => {}
    }
}

/// Activity that tires and forbids rest. [GB 13.45, 17.22]
pub fn busy(game: &Gbacw, state: &mut State, unit: Unit) {
    ch17_fatigue::tire(game, state, unit);
    ch13_rally::keep_from_rest(game, state, unit);
    ch15_works::interrupt(state, unit);
}

/// Whether the acting unit has anything left to decide; ends its action otherwise.
pub fn is_unit_open(game: &Gbacw, state: &mut State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if piece.is_present() && !piece.did(Act::DONE) {
        return true;
    }
    end_unit(game, state, unit);
    false
}

/// The unit's action is over: it stands as its stack stands. [GB 7.11, 8.26, 9.53]
fn end_unit(game: &Gbacw, state: &mut State, unit: Unit) {
    state.pop();
    for leader in game.leaders() {
        state.leaders[leader].flags.set(LeaderFlags::FOLLOWS, false);
    }
    act(state, unit, Act::DONE);
    let group = ch08_together::group(game, state, unit);
    // Most units act alone while nobody's wing is bent: one look at all tells, instead of three and a stack. This and
    // stacks that are not listed for one unit take 55 instructions off a random decision of the small battle.
    let marks = Status::ALONG.or(Status::REFUSED_LEFT).or(Status::REFUSED_RIGHT);
    let has_marks = !units_with(game, state, marks).is_empty();
    if has_marks {
        ch08_together::part(game, state);
    }
    ch08_column::settle(state, unit);
    if !state.units[unit].is_present() {
        return;
    }
    let hex = state.units[unit].hex;
    if !may_stay(game, state, unit) && !state.units[unit].did(Act::RETREAT) {
        // It could not stay where its points ran out. [GB 8.11, 9.43]
        let back = state.came_from;
        shift(game, state, unit, back, false);
    }
    if state.units[unit].is_line() || hex == state.start_hex && !state.units[unit].did(Act::SHIFTED) {
        turn_stack(game, state, unit);
    } else if adopt_facing(game, state, unit) && is_near_enemy(game, state, game.side(unit), hex) {
        // Turned with its new stack next to the enemy. [GB 9.53 exception]
        act(state, unit, Act::NO_SHOCK);
    }
    if has_marks {
        ch07_facing::join_wing(game, state, unit);
    }
    if game.is_artillery(unit) && state.units[unit].did(Act::MOVED) && game.options.artillery_near_enemy == 2
    {
        state.push(Phase::StopArtillery { unit });
    }
    if has_marks {
        ch07_facing::straighten_covered(game, state);
    }
    ch09_entry::join_brigadier(game, state, &group);
}

// ---------------------------------------------------------------- leaders

/// Where a leader may ride next. [GB 9.31, 9.33]
pub fn offer_leader(game: &Gbacw, state: &State, leader: Leader, left: u8, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    rides(game, state, leader, left).for_each(|to| out.push(Action::Step(to)));
    out.extend(hosts(game, state, leader, left).map(Action::Unit));
}

/// Units that a leader has come up with and may go on with, at once. [GB 9.31]
fn hosts(game: &Gbacw, state: &State, leader: Leader, left: u8) -> impl Iterator<Item = Unit> {
    let all = 2 * super::super::calc::command::leader_allowance(&game.tables, game.rank(leader));
    let hex = state.leaders[leader].hex;
    let candidates = if left < all { near(game, state, hex) } else { UnitSet::EMPTY };
    candidates.into_iter().filter(move |&unit| {
        state.units[unit].is_present()
            && state.units[unit].hex == hex
            && is_in_chain(game, state, unit, leader)
            && can_act(game, state, unit)
    })
}

/// Whether a leader who goes with a unit has the points for its way. [GB 9.31]
pub fn keeps_up(state: &State, leader: Leader, unit: Unit) -> bool {
    state.phases().iter().all(|phase| match *phase {
        Phase::RidesAlong { leader: other, left } => other != leader || state.units[unit].spent <= left,
        _ => true,
    })
}

/// The hexes that a leader may ride into next. Found one by one: whether there is any needs only the first.
fn rides(game: &Gbacw, state: &State, leader: Leader, left: u8) -> impl Iterator<Item = Hex> {
    let grid = &game.scenario.map.grid;
    let from = state.leaders[leader].hex;
    let side = game.leader_side(leader);
    // Asked once for all six. With this, and hosts found by their marks, leaders' rides take 220 instructions of a
    // random decision of the small battle instead of 610.
    let is_quiet = !is_enemy_within(game, state, side, from, 2);
    let has_works = state.works.finished().any(|(_, work)| grid.distance(work.hex, from) <= 1);
    let is_open = move |to: Hex| {
        let is_safe = || has_friend(state, side, to) || !is_near_enemy(game, state, side, to);
        is_quiet || !has_enemy(state, side, to) && is_safe()
    };
    game.ground
        .rides(from)
        .filter(move |ride| {
            let halves = match has_works {
                true => leader_entry(game, state, from, ride.direction, &state.worked()),
                false => Some(ride.halves),
            };
            halves.is_some_and(|halves| halves.max(1) <= left) && is_open(ride.to)
        })
        .map(|ride| ride.to)
}

pub fn is_leader_open(game: &Gbacw, state: &State, leader: Leader, left: u8) -> bool {
    rides(game, state, leader, left).next().is_some()
}

pub fn take_leader(game: &Gbacw, state: &mut State, action: Action) {
    let Phase::LeaderMoves { leader, left } = state.phase() else { return };
    let to = match action {
        Action::Step(to) => to,
        Action::Unit(unit) => {
            state.replace(Phase::RidesAlong { leader, left });
            state.leaders[leader].flags.set(LeaderFlags::FOLLOWS, true);
            begin_unit(state, unit);
            begin_move(game, state, unit);
            state.push(Phase::UnitActs { unit });
            return;
        }
        _ => {
            state.pop();
            return;
        }
    };
    let from = state.leaders[leader].hex;
    let direction = game.scenario.map.grid.direction(from, to);
    let cost = direction.and_then(|side| leader_entry(game, state, from, side, &state.worked()));
    state.leaders[leader].hex = to;
    let left = left.saturating_sub(cost.map_or(left, |cost| cost.max(1)));
    if matches!(game.rank(leader), Rank::Army | Rank::Corps) {
        let activation = &game.tables.activation;
        let spent = 2 * activation.leader_ma_corps_army - left;
        if spent > 2 * activation.commander_free_mp {
            state.leaders[leader].flags.set(LeaderFlags::RODE_FAR, true);
        }
    }
    state.replace(Phase::LeaderMoves { leader, left });
}

/// Commanders ride at the end of the turn. [GB 9.32, 3.0 IV/A]
fn commanders(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Leader> {
    game.leaders().filter(move |&leader| {
        game.leader_side(leader) == side
            && matches!(game.rank(leader), Rank::Army | Rank::Corps)
            && state.leaders[leader].place == Place::Map
            && !state.leaders[leader].flags.has(LeaderFlags::MOVED)
    })
}

pub fn is_commanders_open(game: &Gbacw, state: &State, side: Side) -> bool {
    commanders(game, state, side).next().is_some()
}

pub fn offer_commanders(game: &Gbacw, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(commanders(game, state, side).map(Action::Leader));
}

pub fn take_commanders(game: &Gbacw, state: &mut State, action: Action) {
    match action {
        Action::Leader(leader) => {
            state.leaders[leader].flags.set(LeaderFlags::MOVED, true);
            let left = 2 * super::super::calc::command::leader_allowance(&game.tables, game.rank(leader));
            state.push(Phase::LeaderMoves { leader, left });
        }
        _ => state.pop(),
    }
}

// ---------------------------------------------------------------- the end

/// Ends a brigade's activation: what waited for it happens now. Work. [GB 6.26, 8.42, 11.58, 17.21]
pub fn end<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    state.pop();
    state.combats = [None; MOST_COMBATS];
    state.mover = None;
    for unit in game.units() {
        let is_own = state.acting.contains(brigade_of(game, state, unit));
        let piece = &mut state.units[unit];
        if !piece.on_map() {
            continue;
        }
        let recovers =
            piece.has(Status::BLOWN) && is_own && !piece.has(Status::NEWLY_BLOWN) && !piece.did(Act::FOUGHT);
        piece.status.set(Status::NEWLY_BLOWN, false);
        if recovers {
            ch06_orders::recover_blown(game, state, unit);
        }
        ch08_extension::shrink(game, state, unit);
    }
    ch17_fatigue::close_activation(game, state, chance);
    ch06_orders::settle_surprised(game, state);
    for brigade in state.acting {
        ch06_orders::ask_facings(game, state, brigade);
    }
    state.acting = FormationSet::EMPTY;
    ch07_facing::straighten_covered(game, state);
}
