//! Exact odds in Great Battles of the American Civil War: a shot, a shock, a rally, new orders, each face of the die
//! in turn.

use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::FireMode;
use warlab_engine::games::gbacw::calc::cohesion::{RallyInput, RallyOutcome, rally};
use warlab_engine::games::gbacw::calc::command::{OrdersInput, change_orders, coordinate};
use warlab_engine::games::gbacw::calc::fire::{self, is_shell};
use warlab_engine::games::gbacw::calc::shock::{self, ShockInput, preshock_modifiers};
use warlab_engine::games::gbacw::combat_tables::ShockOutcome;
use warlab_engine::games::gbacw::field::{cohesion, stack, stars, tiredness};
use warlab_engine::games::gbacw::rules::ch10_salvo::{self, JOINED_BIT, REFUSED_BIT, rapid_guns};
use warlab_engine::games::gbacw::rules::ch10_shots::{fire_input, targets_of, weather};
use warlab_engine::games::gbacw::rules::ch10_volley::answer;
use warlab_engine::games::gbacw::rules::ch11_before::preshock_input;
use warlab_engine::games::gbacw::rules::ch11_declare::defender_hexes;
use warlab_engine::games::gbacw::rules::ch11_resolve::shock_input;
use warlab_engine::games::gbacw::state::{Ammo, Shot, ShotKind, State};
use warlab_engine::games::gbacw::tables::{Coordination, OrdersChange, Tables};
use warlab_engine::games::gbacw::types::{Disorder, Hex, Unit, total};

/// Faces of the die, from 0.
pub const FACES: u8 = 10;

/// The most strength points that one shot takes.
pub const MOST_LOST: usize = 3;

fn faces() -> impl Iterator<Item = u8> {
    0..FACES
}

/// The chance that a die with a modifier exceeds a number.
fn exceeds(number: i8, drm: i8) -> f64 {
    let within = (i32::from(number) - i32::from(drm) + 1).clamp(0, i32::from(FACES));
    1.0 - f64::from(within) / f64::from(FACES)
}

/// The chance that a unit fails a cohesion check. [GB 2.6]
pub fn fails(game: &Gbacw, state: &State, unit: Unit, drm: i8) -> f64 {
    exceeds(cohesion(game, state, unit), drm - stars(game, state, unit) + tiredness(game, state, unit))
}

/// What a shot does to the unit on top of its target.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct ShotOdds {
    /// By strength points lost; then without and with disorder, be it the first or a second one.
    pub chances: [[f64; 2]; MOST_LOST + 1],
}

impl ShotOdds {
    /// Strength points lost on average, those of a second disorder apart.
    pub fn lost(&self) -> f64 {
        self.chances.iter().enumerate().map(|(lost, odds)| lost as f64 * (odds[0] + odds[1])).sum()
    }

    pub fn disordered(&self) -> f64 {
        self.chances.iter().map(|odds| odds[1]).sum()
    }
}

/// A shot as it would be declared; none if the unit cannot fire there.
pub fn declared(
    game: &Gbacw,
    state: &State,
    unit: Unit,
    target: Hex,
    mode: FireMode,
    kind: ShotKind,
) -> Option<Shot> {
    let salvo = match kind {
        ShotKind::Active => match mode {
            FireMode::Part(part) => ch10_salvo::salvo_of(game, state, unit, target, kind, 1 << (part & 3)),
            _ => ch10_salvo::salvo(game, state, unit, target, kind),
        },
        _ => answer(game, state, unit, target, kind),
    };
    let from = salvo.from?;
    let mut parts = salvo.parts | if salvo.refused { REFUSED_BIT } else { 0 };
    let mut strength = salvo.strength;
    match mode {
        FireMode::More | FireMode::Part(_) => strength -= strength / 2,
        FireMode::Less => strength /= 2,
        FireMode::Section(section) => {
            parts = 1 << section;
            strength = state.units[unit].sp[usize::from(section)];
        }
        FireMode::Combined => {
            let guns = stack(game, state, from).into_iter().filter(|&other| game.is_artillery(other));
            let all: u8 = guns.map(|other| state.units[other].strength()).fold(0, u8::saturating_add);
            strength = strength.max(all.min(game.tables.combat.caps.artillery_alone_guns));
            parts |= JOINED_BIT;
        }
        FireMode::Whole | FireMode::Doubled => {}
    }
    let doubled = mode == FireMode::Doubled;
    (strength > 0).then_some(Shot {
        firer: unit,
        parts,
        strength,
        from,
        target,
        group: 0,
        kind,
        result: None,
        second: false,
        doubled,
        cost: Ammo::Full,
    })
}

/// The second shot of doubled fire. [GB 10.68]
pub fn second(game: &Gbacw, state: &State, shot: &Shot) -> Option<Shot> {
    let strength = rapid_guns(game, state, shot.firer, shot.parts);
    (shot.doubled && strength > 0).then_some(Shot { strength, second: true, ..*shot })
}

/// One shot at the unit on top of its target, as things stand; none if nobody is there. [GB 10.17, 12.21, 12.32]
///
/// A leader beside the unit counts as unhurt.
pub fn shot(game: &Gbacw, state: &State, shot: &Shot) -> Option<ShotOdds> {
    let top = *targets_of(game, state, shot).first()?;
    let input = fire_input(game, state, shot, top);
    let drm = total(&fire::modifiers(&game.tables, &input)) + weather(game, state, input.range);
    let combat = &game.tables.combat;
    let table =
        if is_shell(&game.tables, input.class, input.range) { &combat.shell } else { &combat.small_arms };
    let strength = usize::from(state.units[top].strength());
    let mut odds = ShotOdds::default();
    for face in faces() {
        let result = combat.result(table.result(shot.strength, face as i8 + drm));
        let lost = usize::from(result.loss).min(strength).min(MOST_LOST);
        let shaken = match result.disorder {
            _ if lost >= strength => 0.0,
            Disorder::None => 0.0,
            Disorder::Check => fails(game, state, top, result.check_drm),
            Disorder::Automatic => 1.0,
        };
        odds.chances[lost][0] += (1.0 - shaken) / f64::from(FACES);
        odds.chances[lost][1] += shaken / f64::from(FACES);
    }
    Some(odds)
}

/// Chances of the five results of a shock, worst for the attacker first. [GB 11.45]
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct ShockOdds {
    pub results: [f64; 5],
}

impl ShockOdds {
    pub const OUTCOMES: [ShockOutcome; 5] = [
        ShockOutcome::AttackerRetreats,
        ShockOutcome::BloodyStandoff,
        ShockOutcome::DefenderRetreats,
        ShockOutcome::DefenderDrivenBack,
        ShockOutcome::DefenderRouted,
    ];

    /// By the sum of all modifiers.
    pub fn by_modifier(tables: &Tables, drm: i8) -> Self {
        let mut odds = ShockOdds::default();
        for face in faces() {
            let outcome = tables.combat.shock_band(face as i8 + drm).id;
            odds.results[outcome as usize] += 1.0 / f64::from(FACES);
        }
        odds
    }

    fn mixed(self, other: ShockOdds, share: f64) -> Self {
        let mut results = self.results;
        for (own, other) in results.iter_mut().zip(other.results) {
            *own = *own * (1.0 - share) + other * share;
        }
        ShockOdds { results }
    }
}

/// One roll of a shock.
pub fn shock_roll(tables: &Tables, input: &ShockInput) -> ShockOdds {
    ShockOdds::by_modifier(tables, total(&shock::modifiers(tables, input)))
}

/// A declared shock as things stand: the roll alone, the check before it having been made.
pub fn shock_now(game: &Gbacw, state: &State, combat: usize) -> Option<ShockOdds> {
    Some(shock_roll(&game.tables, &shock_input(game, state, combat)?))
}

/// A shock just declared against one steady hex: the defender's check first, then the roll. [GB 11.37, 11.45]
///
/// A defender who breaks at the check leaves without a fight; that counts as driven off.
pub fn shock_declared(game: &Gbacw, state: &State, combat: usize) -> Option<ShockOdds> {
    let input = shock_input(game, state, combat)?;
    let hex = defender_hexes(&state.combats[combat]?).next()?;
    let top = *stack(game, state, hex).first()?;
    let check = preshock_input(game, state, hex, top);
    let failed = exceeds(cohesion(game, state, top), total(&preshock_modifiers(&game.tables, &check)));
    let steady = shock_roll(&game.tables, &input);
    let gone = ShockOdds { results: [0.0, 0.0, 1.0, 0.0, 0.0] };
    let shaken = if check.marches || check.disordered {
        gone
    } else {
        shock_roll(&game.tables, &ShockInput { defender_disordered: true, ..input })
    };
    let stands = if check.marches {
        shock_roll(&game.tables, &ShockInput { defender_disordered: true, ..input })
    } else {
        steady
    };
    Some(stands.mixed(shaken, failed))
}

/// Chances to rally, to stay disordered, and to stay so with the loss of a point. [GB 13.41]
pub fn rally_odds(tables: &Tables, input: &RallyInput) -> [f64; 3] {
    let mut odds = [0.0; 3];
    for face in faces() {
        let place = match rally(tables, input, face).outcome {
            RallyOutcome::Rallied => 0,
            RallyOutcome::Stays => 1,
            RallyOutcome::StaysAndLosesOne => 2,
        };
        odds[place] += 1.0 / f64::from(FACES);
    }
    odds
}

/// Chances to change orders, to keep them, and of a loose cannon. [GB 6.23]
pub fn orders_odds(tables: &Tables, input: &OrdersInput) -> [f64; 3] {
    let mut odds = [0.0; 3];
    for face in faces() {
        let place = match change_orders(tables, input, face).0 {
            OrdersChange::Change | OrdersChange::ChangeAndStand => 0,
            OrdersChange::Retain | OrdersChange::RetainAndStand => 1,
            OrdersChange::LooseCannon => 2,
        };
        odds[place] += 1.0 / f64::from(FACES);
    }
    odds
}

/// Chances that brigades coordinate, that they do not, and of confusion. [GB 5.34]
pub fn coordination_odds(tables: &Tables, rating: i8) -> [f64; 3] {
    let mut odds = [0.0; 3];
    for face in faces() {
        let place = match coordinate(tables, rating, face) {
            Coordination::Confusion => 2,
            Coordination::Failure => 1,
            _ => 0,
        };
        odds[place] += 1.0 / f64::from(FACES);
    }
    odds
}
