//! Exact odds of a battle in Washington's War: halved or full ratings, two dice with modifiers, losses of both sides.

use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::params::Params;
use warlab_engine::games::washingtons_war::rules::ch09_battle::{militia_support, royal_navy_support};
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::{General, Side, Space};

/// One side of a battle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Force {
    pub cu: u8,
    /// The General's printed battle rating and agility; 0 without a General.
    pub rating: u8,
    pub agility: u8,
    /// All other modifiers: Regulars, navy, militia, cards.
    pub drm: i8,
}

impl Force {
    /// A side's force as it would fight in a space, with the modifiers that hold there whatever is played. [WW 9.4]
    pub fn new(
        game: &WashingtonsWar,
        state: &State,
        side: Side,
        space: Space,
        cu: u8,
        general: Option<General>,
    ) -> Self {
        let drm = &game.tables.params.drm;
        let own = match side {
            Side::British => {
                let regulars = if state.british_regulars { drm.british_regulars } else { 0 };
                regulars + royal_navy_support(game, state, space)
            }
            Side::American => 0,
        };
        let (rating, agility) = general.map_or((0, 0), |general| {
            let info = game.tables.general(general);
            (info.battle, info.agility)
        });
        Force { cu, rating, agility, drm: own + militia_support(game, state, side, space) }
    }

    pub fn with(self, drm: i8) -> Self {
        Force { drm: self.drm + drm, ..self }
    }

    /// What is added to the die, on average over the General's two ratings.
    pub fn strength(&self) -> f32 {
        let full = self.rating.min(self.cu);
        let half = (self.rating / 2).min(self.cu);
        f32::from(self.cu) + f32::from(self.drm) + f32::from(full + half) / 2.0
    }
}

/// The most CUs that one battle's table of losses can take.
pub const MOST_LOST: usize = 6;

/// How a battle goes; index 0 is the attacker, 1 the defender.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct BattleOdds {
    pub attacker_wins: f64,
    /// The chances to lose 0, 1, 2 ... CUs when beaten.
    pub beaten: [[f64; MOST_LOST + 1]; 2],
    /// The chance to lose a CU when winning.
    pub winner_loses: [f64; 2],
}

/// The chance that one die beats another by at least `lead`.
fn at_least(lead: i32) -> f64 {
    const WAYS: [u8; 12] = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0];
    f64::from(WAYS[(lead + 5).clamp(0, 11) as usize]) / 36.0
}

/// The odds of one battle; ties go to the attacker. [WW 9.2]
pub fn battle(params: &Params, attacker: Force, defender: Force) -> BattleOdds {
    let forces = [attacker, defender];
    let full = params.full_rating_rolls.len() as f64 / 6.0;
    let totals = forces.map(|force| {
        let bare = i32::from(force.cu) * i32::from(params.drm.per_cu) + i32::from(force.drm);
        let rated = |rating: u8| bare + i32::from(rating.min(force.cu));
        [(rated(force.rating), full), (rated(force.rating / 2), 1.0 - full)]
    });
    let mut attacker_wins = 0.0;
    for (attack, chance) in totals[0] {
        for (defence, other) in totals[1] {
            attacker_wins += chance * other * at_least(defence - attack);
        }
    }
    let mut odds = BattleOdds { attacker_wins, beaten: [[0.0; MOST_LOST + 1]; 2], winner_loses: [0.0; 2] };
    for (i, force) in forces.iter().enumerate() {
        for lost in params.loser_by_roll {
            odds.beaten[i][usize::from(lost.min(force.cu)).min(MOST_LOST)] += 1.0 / 6.0;
        }
        if force.cu > 0 {
            let enemy_agility = usize::from(forces[1 - i].agility).min(params.winner_loses_up_to.len() - 1);
            odds.winner_loses[i] = f64::from(params.winner_loses_up_to[enemy_agility]) / 6.0;
        }
    }
    odds
}

impl BattleOdds {
    /// CUs that a side (0 attacks) loses on average when beaten.
    pub fn mean_beaten(&self, side: usize) -> f64 {
        self.beaten[side].iter().enumerate().map(|(lost, chance)| lost as f64 * chance).sum()
    }

    /// Every outcome: whether the attacker wins, CUs lost by attacker and defender, chance.
    pub fn outcomes(&self) -> Vec<(bool, [usize; 2], f64)> {
        let mut all = Vec::new();
        for (wins, chance) in [(true, self.attacker_wins), (false, 1.0 - self.attacker_wins)] {
            let (winner, loser) = if wins { (0, 1) } else { (1, 0) };
            for (lost, &odd) in self.beaten[loser].iter().enumerate() {
                for (hurt, share) in [(0, 1.0 - self.winner_loses[winner]), (1, self.winner_loses[winner])] {
                    let mut losses = [0; 2];
                    losses[winner] = hurt;
                    losses[loser] = lost;
                    if chance * odd * share > 0.0 {
                        all.push((wins, losses, chance * odd * share));
                    }
                }
            }
        }
        all
    }
}
