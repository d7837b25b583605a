//! What the mover knows: his interests, the others' weight, cards seen and unseen, forces in a place.

use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::games::coalitions::rules::ch08_battle::garrison_strength;
use warlab_engine::games::coalitions::state::State;
use warlab_engine::games::coalitions::types::*;
use warlab_engine::{Index, Player};

use super::Taste;
use crate::evaluate::coalitions::{hand_value, rounds_to_win};

/// The odds of two strengths: `margin` by the usual spread of what is unknown.
pub(super) fn chance(margin: f32, spread: f32) -> f32 {
    1.0 / (1.0 + (-1.7 * margin / spread).exp())
}

/// The spread of a number of unknown cards, and of who plays them.
pub(super) fn spread(cards: f32) -> f32 {
    0.5 + 1.3 * cards.sqrt()
}

/// The enemies in a place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Foes {
    /// Generals, troops and garrison.
    pub strength: f32,
    /// Cards that can still be played for them.
    pub cards: f32,
    pub generals: f32,
    /// The highest weight of harm among them.
    pub weight: f32,
    /// Whether a French general is among them.
    pub french: bool,
}

pub(super) struct Outlook<'a> {
    pub game: &'a Coalitions,
    pub state: &'a State,
    pub taste: &'a Taste,
    pub decision: Decision,
    pub power: Power,
    /// The major power whose game it is: the power itself or its controller.
    pub me: Power,
    pub player: Player,
    /// What harm to a power is worth, by how near it is to winning; 0 for the mover's own.
    pub weight: [f32; POWERS],
    /// The part of it that is due to its next Influence actions.
    pub alarm: [f32; POWERS],
    /// The average of the cards that the mover has not seen.
    pub unseen: f32,
}

impl<'a> Outlook<'a> {
    pub fn new(game: &'a Coalitions, state: &'a State, decision: Decision, taste: &'a Taste) -> Self {
        let power = decision.power;
        let player = game.speaker(state, power);
        let me = state.controller[power.i()].unwrap_or(power);
        let (weight, alarm) = ([0.0; POWERS], [0.0; POWERS]);
        let mut view =
            Outlook { game, state, taste, decision, power, me, player, weight, alarm, unseen: 3.0 };
        for other in Power::all() {
            let owner = state.controller[other.i()].unwrap_or(other);
            if owner != me {
                view.alarm[other.i()] = view.alarm_of(owner);
                view.weight[other.i()] = view.weight_of(owner) + view.alarm[other.i()];
            }
        }
        view.unseen = view.average_unseen();
        view
    }

    fn weight_of(&self, other: Power) -> f32 {
        if self.game.is_lempereur() {
            return if other == Power::France { 1.0 } else { 0.0 };
        }
        let influence = &self.state.influence;
        let near = f32::from(influence[other.i()]) / f32::from(self.game.tables.influence_to_win);
        let ahead = influence[other.i()] >= influence[self.me.i()];
        0.2 + 0.6 * near * near + if ahead { 0.2 } else { 0.0 }
    }

    /// Who will be there with his next Influence action has to be stopped now, who needs two or three soon.
    fn alarm_of(&self, other: Power) -> f32 {
        if self.game.is_lempereur() {
            return 0.0;
        }
        self.taste.alarm / rounds_to_win(self.game, self.state, other).max(1.0).powf(self.taste.foresight)
    }

    /// Whether the mover's next Movement comes after statuses are chosen anew.
    pub fn moves_after_diplomacy(&self) -> bool {
        let (state, game) = (self.state, self.game);
        let chooses = game.tables.powers[self.power.i()].chooses_status && game.is_major(self.power);
        let moves = |turn: u8| game.power_on(turn, WheelAction::Movement) == self.power;
        chooses && !game.is_lempereur() && !(state.turn..=6).any(moves)
    }

    /// Whether the mover sees a power's hand and stacks.
    pub fn sees(&self, power: Power) -> bool {
        let battle = &self.state.battle;
        let spoken_for = self.state.controller[power.i()].is_some();
        (spoken_for || (battle.active && battle.defenders.contains(power)))
            && self.game.speaker(self.state, power) == self.player
    }

    /// Deck, unseen hands and unseen stacks together are known by counting.
    fn average_unseen(&self) -> f32 {
        let pool = unseen_cards(self.state, |power| self.sees(power));
        let (mut count, mut sum) = (0u32, 0u32);
        for (card, &left) in self.game.tables.cards.iter().zip(&pool) {
            count += u32::from(left);
            sum += u32::from(left) * u32::from(card.value);
        }
        if count == 0 { 3.0 } else { sum as f32 / count as f32 }
    }

    /// Cards that a power can pay for in a battle.
    pub fn payable(&self, power: Power) -> u8 {
        self.state.morale[power.i()].max(1).min(self.state.hand_size(power))
    }

    /// What a power's cards are worth on average, as far as the mover knows.
    pub fn card_of(&self, power: Power) -> f32 {
        let size = self.state.hand_size(power);
        if size == 0 || !self.sees(power) {
            return self.unseen;
        }
        hand_value(self.game, self.state, power) / f32::from(size)
    }

    /// What is in a place against the mover's power, with the support it can call; `None` if nobody is.
    pub fn foes(&self, at: Territory) -> Option<Foes> {
        let (state, tables) = (self.state, &self.game.tables);
        let mut foes = Foes { strength: 0.0, cards: 0.0, generals: 0.0, weight: 0.0, french: false };
        let mut present = PowerSet::EMPTY;
        for other in Power::all() {
            let general = state.has_general(other, at);
            let garrison = state.garrisons[other.i()].contains(at);
            if !(general || garrison) || !state.hostile(tables, self.power, other, at) {
                continue;
            }
            present.insert(other);
            foes.weight = foes.weight.max(self.weight[other.i()]);
            if general {
                foes.generals += 1.0;
                foes.strength += 1.0 + f32::from(state.troops_at(other, at));
                foes.french |= other == Power::France;
            }
            if garrison {
                foes.strength += f32::from(garrison_strength(self.game, state, at));
            }
        }
        if present.is_empty() {
            return None;
        }
        for other in Power::all() {
            if !present.iter().any(|defender| state.allied(other, defender)) {
                continue;
            }
            let near = tables.adjacent[at] & state.generals[other.i()];
            let mut troops: u8 = near.into_iter().map(|place| state.troops_at(other, place)).sum();
            if present.contains(other) {
                troops += state.troops_at(other, at);
            }
            let most = if self.game.is_automa(other) { state.morale[other.i()] } else { self.payable(other) };
            foes.cards += f32::from(troops.min(most));
        }
        Some(foes)
    }

    /// The chance of the mover's general, with `troops`, coming from `from`, to beat the enemies in a place.
    pub fn beats(&self, from: Option<Territory>, troops: u8, at: Territory, foes: &Foes) -> f32 {
        let state = self.state;
        let near = self.game.tables.adjacent[at] & state.generals[self.power.i()];
        let beside = near.into_iter().filter(|&place| Some(place) != from);
        let support: u8 = beside.map(|place| state.troops_at(self.power, place)).sum();
        let cards = f32::from((troops + support).min(self.payable(self.power)));
        let own = 1.0 + f32::from(troops) + self.taste.own_cards * cards * self.card_of(self.power);
        let theirs = foes.strength + self.taste.enemy_cards * foes.cards * self.unseen;
        // A draw throws the attacker back.
        chance(own - theirs - 0.5, spread(cards + foes.cards))
    }

    /// The chance that somebody strong enough stands beside a place to beat a general there.
    pub fn danger(&self, at: Territory, troops: u8) -> f32 {
        let (state, tables) = (self.state, &self.game.tables);
        let mut own = 1.0 + f32::from(troops);
        if state.garrison_of(at).is_some_and(|owner| state.allied(owner, self.power)) {
            own += f32::from(garrison_strength(self.game, state, at));
        }
        let cards = f32::from(troops.min(self.payable(self.power)));
        own += self.taste.own_cards * cards * self.card_of(self.power);
        if self.game.is_lempereur() {
            let strength = 4.0 + 2.0 * self.taste.enemy_cards * self.unseen;
            return self.drawn(at) * chance(strength - own, spread(cards + 2.0));
        }
        let mut worst = 0.0f32;
        for other in Power::all() {
            if !state.hostile(tables, other, self.power, at) || state.is_neutral(other) {
                continue;
            }
            for place in tables.adjacent[at] & state.generals[other.i()] {
                let theirs = state.troops_at(other, place);
                let more = f32::from(theirs.min(self.payable(other)));
                let strength = 1.0 + f32::from(theirs) + self.taste.enemy_cards * more * self.unseen;
                worst = worst.max(chance(strength - own - 0.5, spread(cards + more)));
            }
        }
        worst
    }

    /// How likely Napoleon comes to a place before long: it is named by cards still to come, or a French home, which he
    /// always fights for. [CO 12.cards] [CO 12.race]
    fn drawn(&self, at: Territory) -> f32 {
        let (state, tables) = (self.state, &self.game.tables);
        if tables.homes[Power::France.i()].contains(at) {
            return 1.0;
        }
        let left = if state.napoleon_deck.is_empty() { tables.napoleon_deck } else { state.napoleon_deck };
        let names = |card: &NapoleonCard| tables.napoleon[card.index()].targets.contains(&Some(at));
        let naming = left.into_iter().filter(names).count() as f32;
        (3.0 * naming / left.len().max(1) as f32).min(1.0)
    }

    /// Beaten enemy generals in influence: for all who win, more for the British Coalition against France.
    pub fn trophies(&self, foes: &Foes) -> f32 {
        if self.game.is_lempereur() {
            return foes.generals * self.taste.battle;
        }
        let british = self.state.status[self.power.i()] == Status::British;
        let bonus = if british && foes.french && self.game.is_major(self.power) { 1.0 } else { 0.0 };
        foes.generals * (1.0 + self.taste.battle * foes.weight) + bonus
    }
}

/// Cards of each kind that are in the deck, in hands or in stacks not seen by the player `sees` speaks of.
pub(crate) fn unseen_cards(state: &State, sees: impl Fn(Power) -> bool) -> Counts {
    let mut pool = state.deck;
    for power in Power::all().filter(|&power| !sees(power)) {
        for (sum, &count) in pool.iter_mut().zip(&state.hands[power.i()]) {
            *sum += count;
        }
    }
    for fighter in state.battle.fighters().iter().filter(|fighter| !sees(fighter.power)) {
        for played in fighter.played().iter().filter(|played| !played.face_up) {
            pool[played.card.index()] += 1;
        }
    }
    pool
}
