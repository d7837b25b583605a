//! What generals can do from where they stand: the land and the enemies in their reach, and what is in the reach of others.
//!
//! Without it a search sees what was taken, but not what a march prepares: it brings nobody anywhere.

use warlab_engine::games::coalitions::rules::ch07_moves::{enterable, may_sail};
use warlab_engine::games::coalitions::rules::ch08_battle::garrison_strength;
use warlab_engine::games::coalitions::types::*;
use warlab_engine::games::coalitions::{Coalitions, State};

use super::{income, with_income};

/// How sharply a difference of strength decides a battle.
const SHARPNESS: f32 = 0.7;

/// Troops that a general needs to beat somebody and leave a garrison behind.
const TO_TAKE: u8 = 2;

/// The worth of what lies before a power's generals, in points of influence.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct Prospects {
    /// Land that scores and generals to beat, one step away, by the chance to win.
    pub near: f32,
    /// The same, the less the later they move: in a Movement under way who has moved has to wait for the next one.
    pub near_soon: f32,
    /// Land that scores, two steps away.
    pub far: f32,
}

/// What enemies can do to a power, likewise.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct Danger {
    /// Land that would be lost: all of it, and what those can take who move before the next Influence action.
    pub land: f32,
    pub land_soon: f32,
    /// Generals that would be beaten.
    pub generals: f32,
}

/// What all seats see alike: cards that each power can play for a troop each, what one of them is worth, and influence to
/// come.
pub(super) struct Ground<'a> {
    pub game: &'a Coalitions,
    pub state: &'a State,
    cards: [u8; POWERS],
    card: [f32; POWERS],
    /// Influence of each major power's next Influence action, and at the end of the round.
    pub income: [u16; POWERS],
    pub at_round_end: [u16; POWERS],
}

impl<'a> Ground<'a> {
    pub fn new(game: &'a Coalitions, state: &'a State) -> Self {
        let none = [0; POWERS];
        let mut ground =
            Ground { game, state, cards: [0; POWERS], card: [0.0; POWERS], income: none, at_round_end: none };
        for power in Power::all() {
            let size = state.hand_size(power);
            ground.cards[power.i()] = size.min(state.morale[power.i()].max(1));
            ground.card[power.i()] = hand_value(game, state, power) / f32::from(size.max(1));
        }
        for power in game.majors() {
            let income = income(game, state, power);
            ground.income[power.i()] = income;
            ground.at_round_end[power.i()] = with_income(game, state, power, income);
        }
        ground
    }

    /// A general with his troops and cards.
    fn army(&self, power: Power, at: Territory) -> f32 {
        let troops = self.state.troops_at(power, at);
        let cards = f32::from(troops.min(self.cards[power.i()])) * self.card[power.i()];
        1.0 + f32::from(troops) + cards
    }

    /// The strength of some powers in a place, and their generals.
    fn strength(&self, powers: PowerSet, at: Territory) -> (f32, f32) {
        let state = self.state;
        let (mut strength, mut generals) = (0.0, 0.0);
        for power in powers.iter() {
            if state.has_general(power, at) {
                strength += self.army(power, at);
                generals += 1.0;
            }
            if state.garrisons[power.i()].contains(at) {
                strength += f32::from(garrison_strength(self.game, state, at));
            }
        }
        (strength, generals)
    }

    /// The worth of a general's best step, and where it leads.
    fn best_step(
        &self,
        power: Power,
        from: Territory,
        steps: TerritorySet,
        wanted: TerritorySet,
    ) -> (f32, Option<Territory>) {
        let (state, tables) = (self.state, &self.game.tables);
        let troops = state.troops_at(power, from);
        let army = self.army(power, from);
        let mut best = (0.0, None);
        for to in steps {
            let land = if wanted.contains(to) { f32::from(tables.value[to]) } else { 0.0 };
            let enemies = state.enemies_at(tables, power, to);
            let worth = if enemies.is_empty() {
                land
            } else {
                let (strength, generals) = self.strength(enemies, to);
                let taken = if troops >= TO_TAKE { land } else { 0.0 };
                wins(army - strength) * (taken + generals)
            };
            if worth > best.0 {
                best = (worth, Some(to));
            }
        }
        best
    }

    /// What a power's generals with troops can go for; `soon` is 1 if they move now, 0 if they have just moved.
    pub fn prospects(&self, power: Power, soon: f32) -> Prospects {
        let (game, state) = (self.game, self.state);
        let tables = &game.tables;
        let open = enterable(game, state, power);
        let mut wanted = (tables.scoring(power) & open) - state.friendly_territory(tables, power);
        let sails = may_sail(state, power);
        let mut found = Prospects::default();
        let mut far = TerritorySet::EMPTY;
        for from in state.generals[power.i()] {
            if state.troops_at(power, from) == 0 {
                continue;
            }
            let mut steps = tables.adjacent[from];
            if sails {
                steps |= tables.sea_reach[from];
            }
            steps &= open;
            let (worth, to) = self.best_step(power, from, steps, wanted);
            found.near += worth;
            let has_moved =
                state.movement.active && state.movement.mover == power && state.movement.moved.contains(from);
            found.near_soon += if has_moved { 0.0 } else { worth * soon };
            // Two generals do not take the same land.
            to.into_iter().for_each(|to| wanted.remove(to));
            steps.into_iter().for_each(|step| far |= tables.adjacent[step]);
        }
        found.far = f32::from(tables.total_value(far & wanted));
        found
    }

    /// What enemies beside a power's land and generals can do; `before` says who moves before its next Influence action.
    pub fn danger(&self, power: Power, before: impl Fn(Power) -> bool) -> Danger {
        let (state, tables) = (self.state, &self.game.tables);
        let land = state.controlled(tables, power) & (tables.scoring(power) | tables.homes[power.i()]);
        let mut lost = [0.0f32; TERRITORIES];
        let mut lost_soon = [0.0f32; TERRITORIES];
        let mut beaten = [0.0f32; TERRITORIES];
        let watched = land | state.generals[power.i()];
        for enemy in (PowerSet::ALL - state.allies(power) - state.neutrals()).iter() {
            let soon = before(enemy);
            for from in state.generals[enemy.i()] {
                let troops = state.troops_at(enemy, from);
                let near = tables.adjacent[from] & watched;
                if troops == 0 || near.is_empty() {
                    continue;
                }
                let army = self.army(enemy, from);
                for at in near {
                    if !state.hostile(tables, enemy, power, at) {
                        continue;
                    }
                    let (strength, _) = self.strength(state.enemies_at(tables, enemy, at), at);
                    let chance = if strength == 0.0 { 1.0 } else { wins(army - strength) };
                    let place = usize::from(at.0);
                    if troops >= TO_TAKE || strength == 0.0 {
                        lost[place] = lost[place].max(chance);
                        if soon {
                            lost_soon[place] = lost_soon[place].max(chance);
                        }
                    }
                    beaten[place] = beaten[place].max(chance);
                }
            }
        }
        let mut danger = Danger::default();
        for at in land {
            let value = f32::from(tables.value[at]);
            danger.land += value * lost[usize::from(at.0)];
            danger.land_soon += value * lost_soon[usize::from(at.0)];
        }
        for at in state.generals[power.i()] {
            danger.generals += beaten[usize::from(at.0)];
        }
        danger
    }
}

/// The chance of an attacker who is stronger by `margin`; a draw throws him back.
fn wins(margin: f32) -> f32 {
    1.0 / (1.0 + (-SHARPNESS * (margin - 0.5)).exp())
}

/// The sum of a power's cards.
pub(crate) fn hand_value(game: &Coalitions, state: &State, power: Power) -> f32 {
    let hand = state.hands[power.i()].iter().zip(&game.tables.cards);
    hand.map(|(&count, card)| f32::from(count) * f32::from(card.value)).sum()
}
