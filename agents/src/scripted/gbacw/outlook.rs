//! The battle as the mover sees it: what each goal is worth to a unit, what fire it meets and can give in a hex.
//!
//! Everything is counted in victory points.

use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::field::{friends, is_near_enemy};
use warlab_engine::games::gbacw::los::in_field_of_fire;
use warlab_engine::games::gbacw::state::{State, UnitState};
use warlab_engine::games::gbacw::types::{Facing, Hex, OrderKind, Refusal, Side, Unit};

use super::Taste;
use super::ground::{Goal, Ground, MOST_GOALS};

/// The strength of a usual regiment.
const USUAL_STRENGTH: f32 = 6.0;

/// One goal at the moment.
#[derive(Copy, Clone, Debug, Default)]
struct Stake {
    /// What reaching it gains, or losing it costs.
    worth: f32,
    /// Strength that is near, the mover's first.
    cover: [f32; 2],
}

pub struct Outlook<'a> {
    pub game: &'a Gbacw,
    pub state: &'a State,
    pub taste: &'a Taste,
    pub ground: &'a Ground,
    pub side: Side,
    /// 0 at the start, 1 in the last turn.
    pub late: f32,
    stakes: [Stake; MOST_GOALS],
}

/// What a place brings a unit in fire.
#[derive(Copy, Clone, Debug, Default)]
pub struct Contact {
    /// Loss by the enemy's fire.
    pub danger: f32,
    /// Loss that the unit's own best shot does.
    pub chance: f32,
    /// Strength that would come at the unit's flank or rear, by nearness.
    pub aside: f32,
    /// Distance to the nearest enemy who is not a battery, and to any.
    pub foot: u32,
    pub nearest: u32,
}

impl<'a> Outlook<'a> {
    pub fn new(game: &'a Gbacw, state: &'a State, taste: &'a Taste, ground: &'a Ground, side: Side) -> Self {
        let turns = game.scenario.turns.len().max(2) as f32;
        let late = (f32::from(state.turn) - 1.0) / (turns - 1.0);
        let mut view =
            Outlook { game, state, taste, ground, side, late, stakes: [Stake::default(); MOST_GOALS] };
        for (i, goal) in ground.goals.iter().enumerate() {
            view.stakes[i] = view.stake(goal);
        }
        view
    }

    pub fn piece(&self, unit: Unit) -> &'a UnitState {
        &self.state.units[unit]
    }

    fn stake(&self, goal: &Goal) -> Stake {
        let mut cover = [0.0f32; 2];
        for unit in self.game.units() {
            if self.piece(unit).is_present() && !self.game.is_artillery(unit) {
                cover[usize::from(self.game.side(unit) != self.side)] += self.weight_at(unit, goal);
            }
        }
        let worth = match (goal.exit, goal.location) {
            (Some(side), _) => {
                if side == self.side {
                    goal.points * self.late * self.taste.exit
                } else {
                    0.0
                }
            }
            (None, Some(location)) => match self.state.control[usize::from(location.0)] {
                None => goal.points * self.taste.goal,
                Some(holder) if holder != self.side => 2.0 * goal.points * self.taste.goal,
                Some(_) => {
                    let risk = cover[1] / (cover[0] + cover[1] + self.taste.calm);
                    2.0 * goal.points * self.taste.hold * risk
                }
            },
            (None, None) => 0.0,
        };
        Stake { worth, cover }
    }

    /// How much a unit counts at a goal from where it stands.
    fn weight_at(&self, unit: Unit, goal: &Goal) -> f32 {
        let piece = self.piece(unit);
        let steady = if piece.is_disordered() { 0.5 } else { 1.0 };
        f32::from(piece.strength()) * steady * self.ground.felt(goal.way(piece.hex))
    }

    /// How much a unit is drawn to a hex: by the goal that needs it most, less where others are on the way.
    pub fn pull(&self, unit: Unit, hex: Hex) -> f32 {
        let piece = self.piece(unit);
        let is_here = piece.is_present() && !self.game.is_artillery(unit);
        let mut best = 0.0f32;
        for (goal, stake) in self.ground.goals.iter().zip(&self.stakes) {
            if stake.worth <= 0.0 {
                continue;
            }
            let own = if is_here { self.weight_at(unit, goal) } else { 0.0 };
            let others = (stake.cover[0] - own).max(0.0);
            let need = self.taste.need + stake.cover[1];
            let share = need / (need + others);
            let strength = if goal.exit.is_some() { f32::from(piece.strength()) } else { 1.0 };
            best = best.max(stake.worth * strength * share * self.ground.felt(goal.way(hex)));
        }
        if piece.is_disordered() { best * self.taste.disordered_pull } else { best }
    }

    /// What a strength point or a gun of a unit counts for the enemy.
    pub fn point(&self, unit: Unit) -> f32 {
        let victory = &self.game.scenario.victory;
        let points = if self.game.is_artillery(unit) { victory.gun_loss } else { victory.sp_loss };
        f32::from(points.0) / 2.0
    }

    /// What disordering a unit costs its side.
    pub fn disorder_worth(&self, unit: Unit) -> f32 {
        let piece = self.piece(unit);
        if piece.is_disordered() {
            self.taste.again
        } else {
            self.taste.disorder * f32::from(piece.strength())
        }
    }

    /// Mean loss by fire of a unit at a range, against a hex.
    pub fn fire_at(&self, unit: Unit, range: u32, target: Hex) -> f32 {
        let [loss, disorder] = self.ground.fire(self.game, unit, self.piece(unit), range, target);
        loss + disorder * self.taste.disorder * USUAL_STRENGTH
    }

    /// What fire a unit would meet and could give with a facing in a hex.
    pub fn contact(&self, unit: Unit, hex: Hex, facing: Facing) -> Contact {
        let (game, state) = (self.game, self.state);
        let grid = &game.scenario.map.grid;
        let side = game.side(unit);
        let mut contact = Contact { foot: 99, nearest: 99, ..Contact::default() };
        for enemy in game.units() {
            let piece = &state.units[enemy];
            if game.side(enemy) == side || !piece.is_present() {
                continue;
            }
            let range = grid.distance(hex, piece.hex);
            contact.nearest = contact.nearest.min(range);
            if !game.is_artillery(enemy) {
                contact.foot = contact.foot.min(range);
            }
            if range > 12 || range == 0 || !game.sight.can_see(hex, piece.hex) {
                continue;
            }
            let sees_us = in_field_of_fire(&game.sight, piece.hex, piece.facing, Refusal::None, hex);
            if piece.order != OrderKind::March {
                let share = if sees_us { 1.0 } else { self.taste.turned };
                contact.danger += share * self.fire_at(enemy, range, hex);
            }
            if in_field_of_fire(&game.sight, hex, facing, Refusal::None, piece.hex) {
                contact.chance = contact.chance.max(self.fire_at(unit, range, piece.hex));
            } else if range <= 4 {
                contact.aside += f32::from(piece.strength()) / (range * range) as f32;
            }
        }
        contact
    }

    /// What standing in a hex with a facing is worth to a unit.
    pub fn stand(&self, unit: Unit, hex: Hex, facing: Facing) -> f32 {
        let taste = self.taste;
        let piece = self.piece(unit);
        let contact = self.contact(unit, hex, facing);
        let is_gun = self.game.is_artillery(unit);
        let shaken = if piece.is_disordered() { taste.shaken } else { 1.0 };
        let mut worth = taste.engage * contact.chance
            - taste.danger * shaken * contact.danger
            - taste.flank * contact.aside;
        if is_gun {
            worth += taste.gun_pull * self.pull(unit, hex);
            if contact.foot <= 3 {
                worth -= taste.gun_close * (4 - contact.foot) as f32;
            }
        } else {
            worth += self.pull(unit, hex);
        }
        let near = self.game.scenario.map.grid.neighbours(hex) & friends(self.state, self.side);
        worth += taste.support * near.len().min(2) as f32;
        if hex != piece.hex && friends(self.state, self.side).contains(hex) {
            worth -= taste.crowd;
        }
        worth
    }

    /// How much farther a facing looks ahead to than the hex itself: the pull of the better frontal hex.
    pub fn ahead(&self, unit: Unit, hex: Hex, facing: Facing) -> f32 {
        let grid = &self.game.scenario.map.grid;
        let enemy = self.state.occupied[self.side.other().index()];
        let front = grid.front(hex, facing) - enemy;
        let best = front.into_iter().map(|to| self.pull(unit, to)).fold(0.0, f32::max);
        best - self.pull(unit, hex)
    }

    pub fn is_near_enemy(&self, hex: Hex) -> bool {
        is_near_enemy(self.game, self.state, self.side, hex)
    }

    /// Distance from a hex to the nearest enemy.
    pub fn enemy_distance(&self, hex: Hex) -> u32 {
        warlab_engine::games::gbacw::field::enemy_distance(self.game, self.state, self.side, hex)
    }
}
