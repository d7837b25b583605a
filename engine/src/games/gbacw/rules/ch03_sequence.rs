//! Chapter 3: the sequence of play, and the segments that ask nobody anything.

use super::super::Gbacw;
use super::super::field::own_formation;
use super::super::phase::{Phase, Segment};
use super::super::state::{Act, LeaderFlags, Marker, Place, Standing, State, Status};
use super::super::types::{Formation, OrderKind, Rank, Side, UnitSet};
use super::ch12_losses::lose_guns_for_good;
use super::{
    ch04_command, ch05_efficiency, ch05_markers, ch09_entry, ch13_effectiveness, ch13_rally, ch15_works, tell,
};
use crate::chance::Chance;

/// The side with the initiative first; the Union if nobody has it. [GB 5.13]
pub fn in_order(state: &State) -> [Side; 2] {
    let first = state.initiative.unwrap_or(Side::Union);
    [first, first.other()]
}

/// Puts the same question to both sides, the first on top.
fn ask_both(state: &mut State, question: impl Fn(Side) -> Phase) {
    let [first, second] = in_order(state);
    state.push(question(second));
    state.push(question(first));
}

/// Carries out one segment and goes on to the next. Work. [GB 3.0]
pub fn run<C: Chance>(game: &Gbacw, state: &mut State, segment: Segment, chance: &mut C) {
    state.replace(Phase::Sequence(segment.next()));
    match segment {
        Segment::Initiative => {
            begin_turn(game, state, chance);
            ch05_efficiency::roll_initiative(game, state, chance);
        }
        Segment::ChainOfCommand => ch04_command::determine_chain(game, state),
        Segment::Efficiency => ch05_efficiency::draw_markers(game, state, chance),
        Segment::ArmyBonus => ask_both(state, |side| Phase::ArmyBonus { side }),
        Segment::CorpsBonus => {
            ch05_efficiency::count_division_markers(game, state);
            for corps in game.formations().filter(|&formation| game.level_of(formation) == Rank::Corps) {
                let left = ch05_efficiency::corps_bonus(game, state, corps);
                if left > 0 {
                    state.push(Phase::CorpsBonus { corps, left });
                }
            }
        }
        Segment::Transfer => ask_both(state, |side| Phase::Transfer { side, to: None, taken: 0 }),
        Segment::Withhold => {
            ch05_efficiency::cap_brigades(game, state);
            ask_both(state, |side| Phase::Withhold { side });
        }
        Segment::DivisionOrders => ask_both(state, |side| Phase::DivisionOrders { side }),
        Segment::Attachment => ask_both(state, |side| Phase::Attachment { side }),
        Segment::EntryOrders => ask_both(state, |side| Phase::EntryOrders { side }),
        Segment::Reserve => ask_both(state, |side| Phase::Reserve { side }),
        Segment::Engineering => ask_both(state, |side| Phase::Engineering { side }),
        Segment::FirstMarker => {
            ch05_markers::fill_pool(game, state);
            if let Some(side) = state.initiative {
                state.push(Phase::FirstMarker { side });
            }
        }
        Segment::Pool => {
            // Stays here until the pool is empty. [GB 5.5]
            if ch05_markers::draw(game, state, chance) {
                let under_way = state.phases().len();
                debug_assert!(under_way > 0);
            }
        }
        Segment::CommanderMovement => {
            clear_leader_moves(game, state);
            ask_both(state, |side| Phase::CommanderMovement { side });
        }
        Segment::Replacement => super::ch12_leaders::replace_fallen(game, state, chance),
        Segment::ReserveWork => {
            ch13_rally::work_reserves(game, state, chance);
            ask_both(state, |side| Phase::ReserveWork { side });
        }
        Segment::Rest => ch13_rally::begin_rest(game, state),
        Segment::LeaveReserve => ask_both(state, |side| Phase::LeaveReserve { side }),
        Segment::AbandonedGuns => age_abandoned_guns(game, state, chance),
        Segment::FinishWorks => ch15_works::progress(game, state, chance),
        Segment::CombatEffectiveness => ch13_effectiveness::judge(game, state, chance),
        Segment::NextTurn => end_turn(game, state, chance),
    }
}

/// Clears what lasts one turn. [GB 5.26, 17.22]
fn begin_turn<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    tell(chance, "turn", "3.0", || game.turn_words(state));
    for formation in game.formations() {
        let own = &mut state.formations[formation];
        let kept = Standing::RESERVE.or(Standing::INEFFECTIVE);
        own.standing = Standing(own.standing.0 & kept.0);
        own.used = 0;
        own.cap = u8::MAX;
        own.tiring = 0;
        own.shock_phases = 0;
        own.markers = 0;
        own.undrawn = 0;
    }
    state.busy = UnitSet::EMPTY;
    for unit in game.units() {
        let piece = &mut state.units[unit];
        piece.acts = 0;
        piece.act = Act(0);
        piece.status.set(Status::USED, false);
        let started = game.scenario.oob.formation(own_formation(game, unit)).attached_to;
        piece.attached = started.map(super::super::state::AttachedTo::new);
        if piece.has(Status::BUILDING) {
            ch13_rally::keep_from_rest(game, state, unit);
        }
    }
    ch09_entry::arrive(game, state);
}

fn clear_leader_moves(game: &Gbacw, state: &mut State) {
    for leader in game.leaders() {
        let flags = &mut state.leaders[leader].flags;
        flags.set(LeaderFlags::MOVED.or(LeaderFlags::FOLLOWS).or(LeaderFlags::RODE_FAR), false);
    }
}

/// Guns left for two turns are lost; the others wait one more. [GB 12.82, 3.0 IV/B]
fn age_abandoned_guns<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for unit in game.units() {
        let piece = &mut state.units[unit];
        if !piece.on_map() {
            continue;
        }
        if piece.has(Status::ABANDONED_LONG) {
            lose_guns_for_good(game, state, unit, chance);
        } else if piece.has(Status::ABANDONED) {
            piece.status.set(Status::ABANDONED, false);
            piece.status.set(Status::ABANDONED_LONG, true);
        }
    }
}

/// Goes on to the next turn or ends the game. [GB 3.0 IV/D]
fn end_turn<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    state.marker = Marker::None;
    state.smoke = false;
    state.storm = state.storm.saturating_sub(1);
    if usize::from(state.turn) >= game.scenario.turns.len() {
        state.over = true;
        tell(chance, "end", "3.0", || "The last turn is over.".into());
        return;
    }
    if let Some(rule) = game.scenario.special_rule("night_withdrawal")
        && rule.from_turn.is_none_or(|from| state.turn >= from)
    {
        let side = rule.side.unwrap_or(Side::Union);
        state.turn += 1;
        state.push(Phase::EndGame { side });
        return;
    }
    state.turn += 1;
}

/// Whether a formation has anything on the map or about to enter.
pub fn is_in_play(game: &Gbacw, state: &State, formation: Formation) -> bool {
    game.scenario.oob.formation(formation).all_units.into_iter().any(|unit| {
        let piece = &state.units[unit];
        piece.is_present() || piece.place == Place::Waiting && ch09_entry::has_arrived(game, state, unit)
    })
}

/// Formations with March orders of a side, for its March marker. [GB 5.35]
pub fn marches(game: &Gbacw, state: &State, side: Side) -> bool {
    game.units().any(|unit| {
        let piece = &state.units[unit];
        game.side(unit) == side
            && piece.order == OrderKind::March
            && (piece.is_present()
                || piece.place == Place::Waiting && ch09_entry::has_arrived(game, state, unit))
    })
}
