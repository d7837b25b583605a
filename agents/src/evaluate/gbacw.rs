//! Winning chances in Great Battles of the American Civil War: points and the lead needed, goals within reach, strength
//! and its state, leaders, fatigue, ammunition, activations to come.

use warlab_engine::Player;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::field::{adjacent_enemies, is_collapsed, unit_near_enemy};
use warlab_engine::games::gbacw::los::in_field_of_fire;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::state::{Act, Place, State};
use warlab_engine::games::gbacw::types::{OrderKind, Rank, Refusal, Side, Unit};

use crate::knowledge::{Evaluate, Weights};
use crate::scripted::gbacw::ground::{Ground, MOST_GOALS};

/// The features of a seat. `late` and `early` weigh by the turns gone.
pub const NAMES: [&str; 26] = [
    "lead_early",
    "lead_late",
    "won_early",
    "won_late",
    "strength",
    "strength_late",
    "guns",
    "disordered",
    "disordered_late",
    "collapsed",
    "routed",
    "reach_early",
    "reach_late",
    "grip_late",
    "near_enemy",
    "fire",
    "flanked",
    "attack",
    "leaders",
    "fatigue",
    "low_ammo",
    "markers",
    "marching",
    "waiting",
    "union",
    "union_late",
];

/// Which features are good for their owner by the rules, in the order of [`NAMES`].
const SIGNS: [i8; NAMES.len()] =
    [1, 1, 1, 1, 1, 1, 1, -1, -1, -1, 0, 1, 1, 1, 0, 1, -1, 0, 1, -1, -1, 1, 0, 1, 0, 0];

#[derive(Clone, Debug)]
pub struct Judgement {
    weights: Vec<f32>,
    ground: Ground,
    /// The lead that wins, in points.
    needed: f32,
    /// Strength points and guns of both sides at the start.
    strength: f32,
    guns: f32,
    /// Points of all goals.
    points: f32,
}

/// Movement points over which a unit's hold on a goal falls to a third.
const REACH: f32 = 6.0;

/// Fire is looked at up to this range: beyond it little is hit.
const FIRE_RANGE: u32 = 8;

impl Judgement {
    pub fn new(game: &Gbacw, weights: &Weights) -> Self {
        let ground = Ground::new(game, REACH);
        let draw = game.scenario.victory.levels.iter().find(|level| level.result == "draw");
        let needed = draw.map_or(1.0, |level| f32::from(level.margin_max) + 1.0);
        let printed = |guns: bool| -> f32 {
            let own = game.units().filter(|&unit| game.is_artillery(unit) == guns);
            own.map(|unit| f32::from(game.printed_sp(unit))).sum::<f32>().max(1.0)
        };
        let located = ground.goals.iter().filter(|goal| goal.location.is_some());
        let points = located.map(|goal| goal.points).sum::<f32>().max(1.0);
        Judgement {
            weights: weights.ordered("evaluation", &NAMES),
            ground,
            needed,
            strength: printed(false) / 2.0,
            guns: printed(true) / 2.0,
            points,
        }
    }

    /// What a unit's best shot costs an enemy, as it stands and faces.
    fn best_fire(&self, game: &Gbacw, state: &State, unit: Unit) -> f32 {
        let piece = &state.units[unit];
        if piece.order == OrderKind::March {
            return 0.0;
        }
        let mut best = 0.0f32;
        for enemy in game.units().filter(|&enemy| game.side(enemy) != game.side(unit)) {
            let target = &state.units[enemy];
            let range = game.scenario.map.grid.distance(piece.hex, target.hex);
            if range > 0
                && range <= FIRE_RANGE
                && target.is_present()
                && game.sight.can_see(piece.hex, target.hex)
                && in_field_of_fire(&game.sight, piece.hex, piece.facing, Refusal::None, target.hex)
            {
                let [loss, disorder] = self.ground.fire(game, unit, piece, range, target.hex);
                best = best.max(loss + 0.6 * disorder);
            }
        }
        best
    }
}

/// Whether an enemy looks into the unit's flank or rear from the next hex.
fn is_flanked(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let near = adjacent_enemies(game, state, game.side(unit), piece.hex);
    near.into_iter().any(|hex| !in_field_of_fire(&game.sight, piece.hex, piece.facing, Refusal::None, hex))
}

/// 0 at the start, 1 when the last turn's markers are drawn.
fn lateness(game: &Gbacw, state: &State) -> f32 {
    let (mut markers, mut left) = (0.0f32, 0.0f32);
    for formation in game.formations().filter(|&formation| game.level_of(formation) == Rank::Division) {
        markers += f32::from(state.formations[formation].markers);
        left += f32::from(state.formations[formation].undrawn);
    }
    let gone = if markers > 0.0 { 1.0 - left / markers } else { 0.0 };
    let turns = game.scenario.turns.len().max(1) as f32;
    ((f32::from(state.turn) - 1.0 + gone) / turns).clamp(0.0, 1.0)
}

impl Evaluate<Gbacw> for Judgement {
    fn names(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn signs(&self) -> &'static [i8] {
        &SIGNS
    }

    fn features(&self, game: &Gbacw, state: &State, seat: Player, out: &mut [f32]) {
        let side = Side::ALL[seat.index().min(1)];
        let late = lateness(game, state).powi(2);
        let early = 1.0 - late;
        let points = game.victory_points(state);
        // Each side gets half of the lead, so that the difference of the seats is the lead itself.
        let lead = (points[side.index()] - points[side.other().index()]) as f32 / 4.0;
        let ahead = (lead / self.needed * 2.0).tanh() / 2.0;
        out[0] = lead / self.needed * early;
        out[1] = lead / self.needed * late;
        out[2] = ahead * early;
        out[3] = ahead * late;
        let (mut strength, mut guns, mut disordered) = (0.0f32, 0.0f32, 0.0f32);
        let (mut collapsed, mut routed, mut near, mut attack) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        let (mut low, mut marching, mut waiting) = (0.0f32, 0.0f32, 0.0f32);
        let (mut fire, mut flanked) = (0.0f32, 0.0f32);
        let mut cover = [[0.0f32; 2]; MOST_GOALS];
        for unit in game.units() {
            let piece = &state.units[unit];
            let own = f32::from(piece.strength());
            let is_ours = game.side(unit) == side;
            let is_gun = game.is_artillery(unit);
            if piece.is_present() && !is_gun {
                let steady = if piece.is_disordered() { 0.4 } else { 1.0 };
                for (goal, cover) in self.ground.goals.iter().zip(&mut cover) {
                    cover[usize::from(!is_ours)] += own * steady * self.ground.felt(goal.way(piece.hex));
                }
            }
            if !is_ours {
                continue;
            }
            match piece.place {
                Place::Routed => routed += own,
                Place::Waiting => waiting += own,
                _ => {}
            }
            if !piece.is_present() {
                continue;
            }
            if is_gun {
                guns += own;
                fire += self.best_fire(game, state, unit);
                continue;
            }
            strength += own;
            if piece.is_disordered() {
                disordered += own;
            }
            if is_collapsed(game, state, unit) {
                collapsed += own;
            }
            if unit_near_enemy(game, state, unit) {
                near += own;
            }
            match piece.order {
                OrderKind::Attack => attack += own,
                OrderKind::March => marching += own,
                OrderKind::Advance => {}
            }
            fire += self.best_fire(game, state, unit);
            flanked += own * f32::from(u8::from(is_flanked(game, state, unit)));
            low += f32::from(u8::from(piece.ammo(0) != Default::default()));
        }
        let (mut reach, mut grip) = (0.0f32, 0.0f32);
        for (goal, cover) in self.ground.goals.iter().zip(cover) {
            let Some(location) = goal.location else { continue };
            let share = cover[0] / (cover[0] + cover[1] + 0.5);
            reach += goal.points * share;
            if state.control[usize::from(location.0)] == Some(side) {
                grip += goal.points * share;
            }
        }
        let mut markers = 0.0;
        let mut tired = 0.0;
        for formation in game.formations().filter(|&formation| game.side_of(formation) == side) {
            markers += f32::from(state.formations[formation].undrawn);
            tired += f32::from(state.formations[formation].fatigue_level());
        }
        let leaders = game
            .leaders()
            .filter(|&leader| game.leader_side(leader) == side && state.leaders[leader].place == Place::Map);
        out[4] = strength / self.strength * early;
        out[5] = strength / self.strength * late;
        out[6] = guns / self.guns;
        out[7] = disordered / self.strength * early;
        out[8] = disordered / self.strength * late;
        out[9] = collapsed / self.strength;
        out[10] = routed / self.strength;
        out[11] = reach / self.points * early;
        out[12] = reach / self.points * late;
        out[13] = grip / self.points * late;
        out[14] = near / self.strength;
        out[15] = fire / 5.0;
        out[16] = flanked / self.strength;
        out[17] = attack / self.strength;
        out[18] = leaders.count() as f32 / 4.0;
        out[19] = if game.options.fatigue { tired / 10.0 } else { 0.0 };
        out[20] = low / 10.0;
        out[21] = markers / 4.0;
        out[22] = marching / self.strength;
        out[23] = waiting / self.strength;
        let union = f32::from(u8::from(side == Side::Union));
        out[24] = union * early;
        out[25] = union * late;
    }

    /// Between units, brigades, markers and turns, when nobody has closed with the enemy for a shock to come.
    fn is_quiet(&self, game: &Gbacw, state: &State) -> bool {
        match state.phase() {
            Phase::Brigade => !game.units().any(|unit| {
                let piece = &state.units[unit];
                piece.did(Act::CAME_ADJACENT) && piece.is_present() && piece.order == OrderKind::Attack
            }),
            Phase::NextBrigade
            | Phase::OrdersChange
            | Phase::Coordination
            | Phase::FirstMarker { .. }
            | Phase::DivisionOrders { .. }
            | Phase::Withhold { .. }
            | Phase::CommanderMovement { .. } => true,
            _ => false,
        }
    }
}
