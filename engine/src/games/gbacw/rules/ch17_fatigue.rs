//! Chapter 17, optional: fatigue of brigades.

use super::super::Gbacw;
use super::super::field::{brigade_of, light, own_formation};
use super::super::state::{Act, Marker, Standing, State};
use super::super::types::{Formation, FormationSet, OrderKind, Unit};
use super::ch06_orders::{ask_facings, set_order};
use super::ch12_losses::lose;
use super::ch16_night::attack_tires;
use super::tell;
use crate::chance::{Chance, Die};

/// A unit does something that counts as activity of its brigade; guns do not. [GB 17.1, 17.22, 17.26]
pub fn tire(game: &Gbacw, state: &mut State, unit: Unit) {
    if !game.is_artillery(unit) {
        state.formations[own_formation(game, unit)].standing.set(Standing::TIRING, true);
    }
}

/// A marching column that leaves the roads tires sooner. [GB 17.22]
pub fn leave_road(state: &mut State, formation: Formation) {
    state.off_road.insert(formation);
}

/// Raises fatigue by so many levels, to the end of the track. [GB 17.24, 17.25, 17.32]
pub fn add(game: &Gbacw, state: &mut State, formation: Formation, levels: u8) {
    let most = game.tables.fatigue.levels.len() as u8 - 1;
    let own = &mut state.formations[formation];
    own.fatigue = (own.fatigue + levels).min(most);
    let exhausted = own.fatigue_level() >= 4 && game.tables.fatigue.level_4_forces_advance;
    if exhausted && own.order != OrderKind::Advance {
        set_order(game, state, formation, OrderKind::Advance, true);
        ask_facings(game, state, formation);
    }
}

/// Rest lowers fatigue. [GB 17.41, 17.42]
pub fn rest(game: &Gbacw, state: &mut State, formation: Formation, levels: u8) {
    if game.options.fatigue {
        let own = &mut state.formations[formation];
        own.fatigue = own.fatigue.saturating_sub(levels);
    }
}

/// Counts the activation just ended. [GB 17.21, 17.22, 17.23, 16.12, 17.26]
pub fn close_activation<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    if !game.options.fatigue {
        state.off_road = FormationSet::EMPTY;
        return;
    }
    let rules = &game.tables.fatigue;
    for formation in game.formations() {
        let own = state.formations[formation];
        let mut levels = 0;
        if own.has(Standing::TIRING) && state.acting.contains(formation) {
            let before = own.tiring;
            let worth = march_worth(game, state, formation);
            let after = before + worth;
            let free = if matches!(state.marker, Marker::March(_)) && !state.off_road.contains(formation) {
                rules.march_road_free_equivalents
            } else {
                rules.free_activations_per_turn
            };
            let free = if state.storm > 0 { game.tables.thunderstorm.free_activations } else { free };
            let gained = after.saturating_sub(free).saturating_sub(before.saturating_sub(free));
            let already = before.saturating_sub(free).min(rules.activation_gain_cap_per_turn);
            levels += gained.min(rules.activation_gain_cap_per_turn - already);
            if attack_tires(game, light(game, state)) && attacked(game, state, formation) && levels == 0 {
                levels = 1;
            }
            state.formations[formation].tiring = after;
        }
        if own.has(Standing::SHOCKED) {
            let phases = own.shock_phases + 1;
            state.formations[formation].shock_phases = phases;
            if phases > 1 || !rules.first_shock_phase_free {
                levels += 1;
            }
        }
        if levels > 0 {
            add(game, state, formation, levels);
            tell(chance, "fatigue", "17.22", || {
                format!("{} tires by {levels}.", game.formation_name(formation))
            });
        }
        state.formations[formation].standing.set(Standing::TIRING.or(Standing::SHOCKED), false);
    }
    break_wheels(game, state, chance);
    state.off_road = FormationSet::EMPTY;
}

/// Whether units under Attack orders did something tiring. [GB 16.12]
fn attacked(game: &Gbacw, state: &State, formation: Formation) -> bool {
    game.units().any(|unit| {
        let piece = &state.units[unit];
        own_formation(game, unit) == formation
            && piece.order == OrderKind::Attack
            && piece.did(Act::MOVED.or(Act::FIRED).or(Act::FOUGHT))
    })
}

/// How many activations a march was worth: the farthest unit's. [GB 17.22]
fn march_worth(game: &Gbacw, state: &State, formation: Formation) -> u8 {
    if !matches!(state.marker, Marker::March(_)) {
        return 1;
    }
    game.units()
        .filter(|&unit| brigade_of(game, state, unit) == formation && !game.is_artillery(unit))
        .map(|unit| equivalents_used(game, state, unit))
        .max()
        .unwrap_or(1)
        .max(1)
}

fn equivalents_used(game: &Gbacw, state: &State, unit: Unit) -> u8 {
    let record = &game.scenario.oob.units[crate::set::Index::index(unit)];
    let piece = &state.units[unit];
    let one = 2 * if piece.is_mounted() { record.mounted_ma[0] } else { record.ma[0] };
    piece.spent.div_ceil(one.max(1)).min(4)
}

/// Wheels may break on the fourth equivalent of a march. [GB 17.26]
fn break_wheels<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    if !matches!(state.marker, Marker::March(_)) {
        return;
    }
    let rules = &game.tables.wheels;
    for unit in game.units() {
        let marched = game.is_artillery(unit)
            && state.units[unit].is_present()
            && state.acting.contains(brigade_of(game, state, unit))
            && equivalents_used(game, state, unit) >= rules.march_equivalent;
        if marched {
            let die = chance.roll(Die::D10);
            if (rules.lose_gun_on_min..=rules.lose_gun_on_max).contains(&die) {
                lose(game, state, unit, 1, chance);
            }
        }
    }
}
