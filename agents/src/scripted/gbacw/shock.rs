//! Shock: whether to close, whom to attack, whether to stand or slip away, whether to go on.

use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::calc::shock::{ratio, shock_terrain};
use warlab_engine::games::gbacw::field::{arc_towards, enemies, friends, stack};
use warlab_engine::games::gbacw::rules::ch09_terrain::protects;
use warlab_engine::games::gbacw::rules::ch11_before::pending;
use warlab_engine::games::gbacw::rules::ch11_declare::{self, attackers, defender_hexes, defends};
use warlab_engine::games::gbacw::rules::ch11_pursuit::pursuers;
use warlab_engine::games::gbacw::state::State;
use warlab_engine::games::gbacw::types::{Arc, Facing, Hex, OrderKind, Unit};
use warlab_engine::{Dice, Index};

use super::outlook::Outlook;
use crate::odds::gbacw::{ShockOdds, fails, shock_declared};

/// What a shock is worth to the attacker, by its chances.
fn shock_worth(view: &Outlook<'_>, odds: &ShockOdds, attack: f32, defence: f32, ground: f32) -> f32 {
    let taste = view.taste;
    let shaken = taste.disorder * defence;
    let routed = 0.4 * taste.rout * defence;
    let [repulsed, standoff, retreats, driven, broken] = odds.results.map(|chance| chance as f32);
    // Whoever attacked is in disorder afterwards, whatever came of it. [GB 11.48]
    -taste.disorder * attack * (1.0 - repulsed) - repulsed * taste.repulse
        + standoff * 0.3 * taste.disorder * (defence - attack)
        + (retreats + driven + broken) * (shaken + ground)
        + driven
        + broken * (1.0 + routed)
}

fn strength(view: &Outlook<'_>, hex: Hex) -> f32 {
    let units = stack(view.game, view.state, hex);
    units
        .iter()
        .filter(|&&unit| !view.game.is_artillery(unit))
        .map(|&unit| view.piece(unit).strength())
        .sum::<u8>() as f32
}

/// What taking a hex adds: a goal on it, and guns that are left there.
fn prize(view: &Outlook<'_>, attacker: Unit, hex: Hex) -> f32 {
    let guns: u8 = stack(view.game, view.state, hex)
        .iter()
        .filter(|&&unit| view.game.is_artillery(unit))
        .map(|&unit| view.piece(unit).strength())
        .sum();
    let ahead = view.pull(attacker, hex) - view.pull(attacker, view.piece(attacker).hex);
    ahead.max(0.0) + view.taste.guns_taken * f32::from(guns)
}

/// What stepping next to the enemy under Attack is worth: the charge it commits to. [GB 11.21]
pub fn closing(view: &Outlook<'_>, unit: Unit, to: Hex, facing: Facing) -> f32 {
    let (game, state, taste) = (view.game, view.state, view.taste);
    let grid = &game.scenario.map.grid;
    let own = f32::from(view.piece(unit).strength());
    let front = grid.front(to, facing) & enemies(state, view.side);
    if front.is_empty() {
        return 0.0;
    }
    let mut defence = 0.0;
    let mut drm = game.tables.combat.shock_drm.infantry_charge;
    let mut fire = 0.0;
    let mut ground = 0.0f32;
    let mut helped = own;
    let mut flanked = 0;
    let mut terrain_drm = 0;
    for hex in front {
        defence += strength(view, hex).max(1.0);
        ground = ground.max(prize(view, unit, hex));
        let helpers = (grid.neighbours(hex) & friends(state, view.side)).without(view.piece(unit).hex);
        for friend in helpers {
            helped += taste.helper * strength(view, friend);
        }
        let Some(&top) = stack(game, state, hex).first() else { continue };
        let Some(direction) = grid.direction(hex, to) else { continue };
        let position = match arc_towards(game, state, top, hex, direction) {
            Arc::Front | Arc::RefusedFront if helpers.is_empty() => 0,
            Arc::Front | Arc::RefusedFront => game.tables.combat.shock_drm.position_front_and_flank / 2,
            Arc::Flank => game.tables.combat.shock_drm.position_flank,
            Arc::Rear => game.tables.combat.shock_drm.position_rear,
        };
        flanked = flanked.max(position);
        let ground =
            shock_terrain(&game.tables, &game.scenario.map, hex, direction, protects(game, state, hex, to));
        terrain_drm = terrain_drm.min(ground.value(&game.tables));
        drm += i8::from(view.piece(top).is_disordered());
        if position < game.tables.combat.shock_drm.position_flank {
            fire += view.fire_at(top, 1, to);
        }
    }
    let step = ratio(&game.tables, (2.0 * helped) as u16, (2.0 * defence) as u16, false);
    drm += game.tables.combat.ratio.steps[step].drm + flanked + terrain_drm;
    let odds = ShockOdds::by_modifier(&game.tables, drm);
    taste.shock * shock_worth(view, &odds, own, defence, ground) - taste.answer * fire - taste.close
}

/// An attack declared, as it would be if no other joined; holding back is worth nothing.
pub fn declare(view: &Outlook<'_>, action: Action) -> f32 {
    let Action::Assault { from, first: Some(first), .. } = action else { return 0.0 };
    let (game, taste) = (view.game, view.taste);
    let mut after = *view.state;
    ch11_declare::take(game, &mut after, action, &mut Dice::seeded(0));
    // Others of the hex may have declared before.
    let joins = |&unit: &Unit| after.units[unit].combat != view.piece(unit).combat;
    let Some(unit) = stack(game, &after, from).into_iter().find(joins) else {
        return 0.0;
    };
    let index = usize::from(after.units[unit].combat) - 1;
    let Some(odds) = shock_declared(game, &after, index) else { return 0.0 };
    let Some(combat) = after.combats[index] else { return 0.0 };
    let own = attackers(game, &after, index);
    let attack: f32 = own.iter().map(|&unit| f32::from(after.units[unit].strength())).sum();
    let defence: f32 = defender_hexes(&combat).map(|hex| strength(view, hex)).sum();
    let fire: f32 = defender_hexes(&combat)
        .filter_map(|hex| stack(game, view.state, hex).first().copied())
        .map(|enemy| view.fire_at(enemy, 1, from))
        .sum();
    taste.shock * shock_worth(view, &odds, attack, defence, prize(view, unit, first))
        - taste.answer * fire
        - taste.declare
}

/// What leaving a unit out of an attack is worth: the attack without it, against the attack with it. [GB 11.31]
pub fn hold(view: &Outlook<'_>, combat: u8, unit: Unit) -> f32 {
    let index = usize::from(combat);
    let mut after = *view.state;
    ch11_declare::take_hold(&mut after, Action::Unit(unit));
    let worth = |state: &State| {
        let odds = shock_declared(view.game, state, index)?;
        let first = defender_hexes(&state.combats[index]?).next()?;
        let own = attackers(view.game, state, index);
        let attack: f32 = own.iter().map(|&unit| f32::from(state.units[unit].strength())).sum();
        Some(shock_worth(view, &odds, attack, strength(view, first), prize(view, *own.first()?, first)))
    };
    match (worth(&after), worth(view.state)) {
        (Some(without), Some(with)) => view.taste.shock * (without - with),
        _ => 0.0,
    }
}

/// Slipping away from an attack that would go badly; ground is given up for nothing. [GB 11.33]
pub fn slip(view: &Outlook<'_>, unit: Unit, level: u8) -> f32 {
    let (game, state, taste) = (view.game, view.state, view.taste);
    let hex = view.piece(unit).hex;
    let found =
        pending(state, level).find(|&index| state.combats[index].is_some_and(|combat| defends(&combat, hex)));
    let Some(index) = found else { return -1.0 };
    let Some(odds) = shock_declared(game, state, index) else { return -1.0 };
    let attack: f32 =
        attackers(game, state, index).iter().map(|&unit| f32::from(state.units[unit].strength())).sum();
    let loss = shock_worth(view, &odds, attack, strength(view, hex), view.pull(unit, hex));
    let check =
        if view.piece(unit).is_disordered() { fails(game, state, unit, 0) as f32 * taste.again } else { 0.0 };
    taste.shock * loss - taste.slip - view.pull(unit, hex) * 0.5 - check
}

/// Another round of shock. Tired attackers gain little; a weaker or shaken enemy close by tempts. [GB 11.47]
pub fn go_on(view: &Outlook<'_>, combat: u8) -> f32 {
    let (game, state) = (view.game, view.state);
    let units = pursuers(game, state, combat);
    let Some(&first) = units.first() else { return 0.0 };
    let own: f32 = units.iter().map(|&unit| f32::from(state.units[unit].strength())).sum();
    let hex = state.units[first].hex;
    let near = game.scenario.map.grid.within(hex, 2) & enemies(state, game.side(first));
    let weakest = near.into_iter().map(|hex| strength(view, hex)).fold(f32::INFINITY, f32::min);
    if !weakest.is_finite() {
        return -0.1;
    }
    view.taste.pursue * (own / weakest.max(1.0) - view.taste.pursue_from)
}

/// A charge met by a charge: by strength, and always under Attack orders. [GB 11.56]
pub fn countercharge(view: &Outlook<'_>, combat: u8) -> f32 {
    let (game, state) = (view.game, view.state);
    let Some(own) = state.combats[usize::from(combat)] else { return 0.0 };
    let enemy: f32 = attackers(game, state, usize::from(combat))
        .iter()
        .map(|&unit| f32::from(state.units[unit].strength()))
        .sum();
    let hexes = defender_hexes(&own);
    let mut defence = 0.0;
    let mut bold = 0.0;
    for hex in hexes {
        defence += strength(view, hex);
        let attacks =
            stack(game, state, hex).iter().any(|&unit| state.units[unit].order == OrderKind::Attack);
        bold += f32::from(u8::from(attacks)) * 0.2;
    }
    view.taste.pursue * (defence / enemy.max(1.0) - 0.8) + bold
}

/// From which end to resolve: the stronger attack first.
pub fn order(view: &Outlook<'_>, level: u8, descending: bool) -> f32 {
    let grid = &view.game.scenario.map.grid;
    let worth = |index: usize| {
        let odds = shock_declared(view.game, view.state, index)?;
        Some(odds.results[3] + odds.results[4] - odds.results[0])
    };
    let place = |index: usize| {
        let hex = defender_hexes(&view.state.combats[index]?).next()?;
        Some((grid.column(hex), grid.row(hex), hex.index()))
    };
    let first = pending(view.state, level).min_by_key(|&index| place(index)).and_then(worth);
    let last = pending(view.state, level).max_by_key(|&index| place(index)).and_then(worth);
    let lead = last.unwrap_or(0.0) - first.unwrap_or(0.0);
    if descending { 0.2 * lead as f32 } else { 0.0 }
}
