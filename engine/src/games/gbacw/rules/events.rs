//! Random events, a variant: one marker in the pool. [GB 5.31]

use arrayvec::ArrayVec;

use super::super::Gbacw;
use super::super::action::Action;
use super::super::calc::fire::Ammo;
use super::super::field::{enemy_distance, is_collapsed, own_formation, unit_near_enemy};
use super::super::phase::Phase;
use super::super::state::{Place, State, Status};
use super::super::types::{Formation, Leader, Rank, Side, Unit};
use super::super::values::banded;
use super::ch12_losses::kill;
use super::tell;
use crate::chance::{Chance, Die};

/// The event marker comes up. [GB 5.31]
pub fn happen<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    let die = chance.roll(Die::D10);
    let event = banded(&game.tables.random_events.rows, die as i8);
    tell(chance, "event", "5.31", || format!("Random event: {event}."));
    match event.as_str() {
        "thunderstorm" => {
            let length = chance.roll(Die::D10);
            state.storm = *banded(&game.tables.thunderstorm.turns, length as i8);
        }
        "misplaced_orders" => state.push(Phase::EventChoice { side: state.active.other(), event: 1 }),
        "ammunition_train" => state.push(Phase::EventChoice { side: state.active, event: 2 }),
        "stray_shell" => {
            let near: ArrayVec<Leader, 64> = game
                .leaders()
                .filter(|&leader| {
                    let counter = &state.leaders[leader];
                    counter.place == Place::Map
                        && enemy_distance(game, state, game.leader_side(leader), counter.hex)
                            <= u32::from(game.tables.stray_shell.within_hexes)
                })
                .collect();
            if !near.is_empty() {
                let leader = near[chance.below(near.len() as u32) as usize];
                let die = chance.roll(Die::D10);
                if game.tables.leader_loss.killed_on.contains(&die) {
                    kill(game, state, leader, chance);
                }
            }
        }
        "second_wind" => state.push(Phase::EventChoice { side: state.active, event: 4 }),
        "smoke" => state.smoke = true,
        _ => {}
    }
}

fn divisions(game: &Gbacw, state: &State, side: Side) -> impl Iterator<Item = Formation> {
    // The opponent of the last activation names a division of the other side.
    game.formations().filter(move |&formation| {
        game.side_of(formation) != side
            && game.level_of(formation) == Rank::Division
            && state.formations[formation].undrawn > 1
    })
}

fn units(game: &Gbacw, state: &State, side: Side, event: u8) -> impl Iterator<Item = Unit> {
    game.units().filter(move |&unit| {
        let piece = &state.units[unit];
        let fits = match event {
            2 => (0..4).any(|section| piece.ammo(section) != Ammo::Full),
            _ => {
                piece.is_disordered()
                    && !is_collapsed(game, state, unit)
                    && !unit_near_enemy(game, state, unit)
            }
        };
        game.side(unit) == side && piece.is_present() && fits
    })
}

pub fn is_open(game: &Gbacw, state: &State, side: Side, event: u8) -> bool {
    match event {
        1 => divisions(game, state, side).next().is_some(),
        _ => units(game, state, side, event).next().is_some(),
    }
}

pub fn offer(game: &Gbacw, state: &State, side: Side, event: u8, out: &mut Vec<Action>) {
    match event {
        1 => out.extend(divisions(game, state, side).map(Action::Formation)),
        _ => {
            out.push(Action::Pass);
            out.extend(units(game, state, side, event).map(Action::Unit));
        }
    }
}

pub fn take(game: &Gbacw, state: &mut State, event: u8, action: Action) {
    state.pop();
    match action {
        Action::Formation(division) => state.formations[division].undrawn -= 1,
        Action::Unit(unit) if event == 2 => {
            // One battery, or a whole brigade.
            let with_it = |other: Unit| {
                !game.is_artillery(unit)
                    && !game.is_artillery(other)
                    && own_formation(game, other) == own_formation(game, unit)
            };
            for other in game.units().filter(|&other| other == unit || with_it(other)) {
                for section in 0..4 {
                    state.units[other].set_ammo(section, Ammo::Full);
                }
            }
        }
        Action::Unit(unit) => state.units[unit].status.set(Status::DISORDERED.or(Status::BLOWN), false),
        _ => {}
    }
}
