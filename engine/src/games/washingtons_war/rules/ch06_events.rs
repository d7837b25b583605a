//! Chapter 6.3: running card effects, the small closed vocabulary of `effect.rs`.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::effect::{Forbid, Op, Pick};
use super::super::phase::{Frame, Phase};
use super::super::state::State;
use super::super::types::{Colony, Nation, Post, Side, Space, Spaces, spaces_before};
use super::{ch06_cards, ch07_movement, ch10_political_control, ch12_french_alliance};
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::Event;

/// Runs the instruction at hand if it asks nothing. False: a question waits. [WW 6.31]
pub(crate) fn run_effect<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    frame: Frame,
    chance: &mut C,
) -> bool {
    match &game.tables.program[usize::from(frame.at)] {
        Op::End => {
            state.stack.pop();
            return true;
        }
        Op::Jump(to) => {
            state.stack.replace(Phase::Effect(Frame::new(&game.tables, *to, frame.side)));
            return true;
        }
        Op::Choose(_) => return false,
        Op::Activate { .. } => {
            if frame.left > 0 && can_activate(game, state, frame) {
                return false;
            }
        }
        Op::PlacePcEachColony(_) => return run_each_colony(game, state, frame),
        Op::PlacePc(pick) | Op::RemovePc(pick) | Op::FlipPc(pick) | Op::RemoveCu(pick) => {
            if frame.left > 0 && !targets(game, state, frame, pick).is_empty() {
                return false;
            }
        }
        op => return run_immediate(game, state, frame, op, chance),
    }
    next(game, state, frame);
    true
}

fn next(game: &WashingtonsWar, state: &mut State, frame: Frame) {
    state.stack.replace(Phase::Effect(Frame::new(&game.tables, frame.at + 1, frame.side)));
}

/// Instructions without a choice. [WW 6.31]
fn run_immediate<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    frame: Frame,
    op: &Op,
    chance: &mut C,
) -> bool {
    next(game, state, frame);
    match op {
        Op::DiscardRandom(victim) => ch06_cards::discard_random(game, state, *victim, chance),
        Op::AdvanceAlliance(by) => ch12_french_alliance::move_marker(game, state, *by, chance),
        Op::LoseRegulars => ch12_french_alliance::lose_regulars(game, state, chance),
        Op::RemoveNavy => {
            state.navy = None;
            chance.note(|| Event::new("navy", "12.3", "The French Navy leaves for the rest of the phase."));
        }
        Op::BattleDrm { drm, draw, .. } => {
            state.battle.card[frame.side.index()] = *drm;
            state.owed[frame.side.index()] += u8::from(*draw);
        }
        Op::RemoveGeneral(general) => {
            state.posts.set(&game.tables, *general, Post::REMOVED);
            chance.note(|| {
                let name = &game.tables.general(*general).name;
                Event::new("remove_general", "6.33", format!("{name} is out of the game."))
            });
        }
        Op::ForbidPcPlacement { side, ops, event_discard } => {
            let forbidden = &mut state.no_placing[side.index()];
            forbidden[0] |= ops;
            forbidden[1] |= event_discard;
            chance.note(|| {
                let text = format!("The {} may not place PC markers this turn.", side.name());
                Event::new("forbid", "10.11", text)
            });
        }
        Op::WarEnds(year) => {
            chance.note(|| Event::new("war_ends", "6.34", format!("The war will end in {year}.")));
        }
        _ => {}
    }
    true
}

/// Goes on to the next colony in which a marker can be placed. False: it waits for a choice there. [WW 6.34]
fn run_each_colony(game: &WashingtonsWar, state: &mut State, frame: Frame) -> bool {
    let Op::PlacePcEachColony(pick) = &game.tables.program[usize::from(frame.at)] else { return true };
    let open = pick.spaces - forbidden(state, pick.forbid) - state.marked();
    let mut frame = frame;
    while usize::from(frame.from) < game.tables.colonies.len() {
        if frame.left > 0 && open.intersects(game.tables.colony_spaces[Colony(frame.from)]) {
            state.stack.replace(Phase::Effect(frame));
            return false;
        }
        frame.from += 1;
        frame.left = pick.count;
    }
    next(game, state, frame);
    true
}

/// What a space may not hold, without a branch for each of it. [WW 10.12]
fn forbidden(state: &State, forbid: Forbid) -> Spaces {
    state.marked().when(forbid.marker)
        | state.occupied(Side::British).when(forbid.british_cu)
        | state.generals(Side::British).when(forbid.british_general)
        | state.occupied(Side::American).when(forbid.american_cu)
        | state.generals(Side::American).when(forbid.american_general)
        | state.seat_of_congress().when(forbid.congress)
}

/// The spaces that the instruction at hand can choose from. [WW 10.12]
pub fn targets(game: &WashingtonsWar, state: &State, frame: Frame, pick: &Pick) -> Spaces {
    let op = &game.tables.program[usize::from(frame.at)];
    let mut spaces = pick.spaces - forbidden(state, pick.forbid);
    match op {
        Op::PlacePc(_) | Op::PlacePcEachColony(_) => spaces -= state.marked(),
        Op::RemovePc(_) | Op::FlipPc(_) => spaces &= state.markers[pick.side.index()],
        _ => spaces &= state.occupied(pick.side),
    }
    if pick.need_adjacent && matches!(op, Op::PlacePc(_)) {
        spaces &= ch10_political_control::adjacent_to_markers(game, state, pick.side, state.fresh);
    }
    if matches!(op, Op::PlacePcEachColony(_)) {
        return spaces & game.tables.colony_spaces[Colony(frame.from)];
    }
    if pick.one_per_colony && frame.colonies != 0 {
        for colony in
            (0..game.tables.colonies.len() as u8).filter(|&colony| frame.colonies >> colony & 1 == 1)
        {
            spaces -= game.tables.colony_spaces[Colony(colony)];
        }
    }
    if !pick.must {
        spaces -= spaces_before(frame.from);
    }
    spaces
}

#[inline(never)]
pub(crate) fn offer_effect(game: &WashingtonsWar, state: &State, frame: Frame, out: &mut Vec<Action>) {
    match &game.tables.program[usize::from(frame.at)] {
        Op::Choose(options) => out.extend((0..options.len() as u8).map(Action::Choose)),
        Op::Activate { any_strategy, landing_party, .. } => {
            out.push(Action::Done);
            let value = if *any_strategy { 0 } else { 3 };
            ch07_movement::offer_generals(game, state, frame.side, value, out);
            if *landing_party && frame.side == Side::British {
                ch07_movement::offer_landing_parties(game, state, out);
            }
        }
        Op::PlacePc(pick) | Op::PlacePcEachColony(pick) => {
            offer_spaces(game, state, frame, pick, out, Action::Place);
        }
        Op::RemovePc(pick) => offer_spaces(game, state, frame, pick, out, Action::Remove),
        Op::FlipPc(pick) => offer_spaces(game, state, frame, pick, out, Action::Flip),
        Op::RemoveCu(pick) => {
            if !pick.must {
                out.push(Action::Done);
            }
            for space in targets(game, state, frame, pick) {
                for nation in [Nation::British, Nation::American, Nation::French] {
                    let owner = if nation == Nation::British { Side::British } else { Side::American };
                    if owner == pick.side && state.count_of(nation, space) > 0 {
                        out.push(Action::RemoveCu(nation, space));
                    }
                }
            }
        }
        _ => {}
    }
}

fn offer_spaces(
    game: &WashingtonsWar,
    state: &State,
    frame: Frame,
    pick: &Pick,
    out: &mut Vec<Action>,
    action: impl Fn(Space) -> Action,
) {
    let mut actions = Draft::on(out, Action::BLANKS);
    actions.put(Action::Done, !pick.must);
    actions.list::<4, _, 2>(targets(game, state, frame, pick), action);
    actions.finish();
}

/// A campaign goes on while a General or a landing party is left to choose. [WW 7.2]
fn can_activate(game: &WashingtonsWar, state: &State, frame: Frame) -> bool {
    let Op::Activate { landing_party, .. } = &game.tables.program[usize::from(frame.at)] else {
        return false;
    };
    !ch07_movement::ready_generals(game, state, frame.side, 0).is_empty()
        || (*landing_party && frame.side == Side::British && ch07_movement::can_land(game, state))
}

pub(crate) fn take_effect<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    frame: Frame,
    action: Action,
    chance: &mut C,
) {
    let mut frame = frame;
    match (&game.tables.program[usize::from(frame.at)], action) {
        (Op::Choose(options), Action::Choose(n)) => {
            let to = options[usize::from(n)];
            state.stack.replace(Phase::Effect(Frame::new(&game.tables, to, frame.side)));
        }
        (_, Action::Done) => next(game, state, frame),
        (Op::Activate { max_spaces, battle_at_limit, .. }, Action::General(general)) => {
            frame.left -= 1;
            state.stack.replace(Phase::Effect(frame));
            ch07_movement::start_activation(game, state, general, *max_spaces, *battle_at_limit, chance);
        }
        (Op::Activate { .. }, Action::LandingParty(space)) => {
            frame.left -= 1;
            state.stack.replace(Phase::Effect(frame));
            ch07_movement::land(game, state, space, chance);
        }
        (Op::RemoveCu(_), Action::RemoveCu(nation, space)) => {
            frame.left -= 1;
            frame.from = space.0;
            state.stack.replace(Phase::Effect(frame));
            state.remove_cu(nation, space, 1);
            chance.note(|| {
                let text = format!("A {nation:?} CU in {} is removed.", game.tables.space_name(space));
                Event::new("remove_cu", "6.31", text).with("space", game.tables.space_id(space))
            });
        }
        (op, Action::Place(space) | Action::Remove(space) | Action::Flip(space)) => {
            frame.left -= 1;
            if let Op::PlacePcEachColony(_) = op {
                state.stack.replace(Phase::Effect(frame));
            } else {
                frame.from = space.0 + 1;
                frame.colonies |= 1 << game.tables.colony_of[space].0;
                state.stack.replace(Phase::Effect(frame));
                state.fresh.set(space, !matches!(action, Action::Remove(_)));
            }
            let side = match op {
                Op::FlipPc(pick) => pick.side.enemy(),
                Op::RemovePc(pick) | Op::PlacePc(pick) | Op::PlacePcEachColony(pick) => pick.side,
                _ => frame.side,
            };
            ch10_political_control::change_marker(game, state, side, action, "10.12", chance);
        }
        _ => {}
    }
}
