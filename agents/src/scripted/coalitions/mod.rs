//! How a club player handles Coalitions: rules of thumb with weights, question by question.
//!
//! [`outlook`] is what the mover knows of the map, of forces and of cards; [`field`] what places are worth to him.
//! [`moves`] is marching and garrisons, [`battle`] support and cards, [`economy`] the other actions of the War Wheel,
//! [`diplomacy`] status, arbiters, leave, subsidies and bids. Cards that the mover cannot see count as average ones.

mod battle;
mod diplomacy;
mod economy;
mod field;
mod moves;
mod outlook;

use warlab_engine::Observation;
use warlab_engine::games::coalitions::types::Ask;
use warlab_engine::games::coalitions::{Action, Coalitions, State};

use crate::evaluate::coalitions::Judgement;
use crate::knowledge::{Evaluate, Odds, Policy, Weights};
use crate::mcts::settings::Settings;
use crate::odds::coalitions as battle_odds;
use crate::playable::Playable;
use outlook::Outlook;
pub(crate) use outlook::unseen_cards;

crate::weights! {
    /// The rules of thumb. Values are in points of influence.
    pub struct Taste {
        /// A point of value of land: scoring every round, taxed, an own home that is lost, and kept from a rival.
        influence,
        tax,
        home,
        deny,
        /// How much more harm is worth to a power that wins with its next Influence action, and how fast that falls
        /// with every action more that it needs.
        alarm,
        foresight,
        /// A beaten enemy general, above his point of influence; losing a general, and each of his troops.
        battle,
        loss_general,
        loss_troop,
        /// Standing in Paris when that wins the game, and when it makes somebody else win.
        paris,
        paris_gift,
        /// L'Empereur: a general on French soil, who keeps Napoleon at home.
        foothold,
        /// The own capital lost.
        capital,
        /// How much of a place's worth is felt a step away, over other land and over friendly land.
        pull,
        pull_march,
        pull_friendly,
        /// What is left of a place's worth if another own general is nearer; of a general's without troops.
        crowd,
        idle,
        /// Fear of being attacked, and guarding land that stands open.
        danger,
        guard,
        /// How far an army's strength counts on cards, the own and the enemy's.
        own_cards,
        enemy_cards,
        /// What a troop, a card and a point of morale are worth when they are short.
        troop,
        card,
        morale,
        /// Hand and morale that a power wants to have.
        hand_wanted,
        morale_wanted,
        /// A general brought on to the map; what he forgoes there, a card at each Mobilization.
        general,
        general_cost,
        /// How much of a place's prospects counts when a general is brought on there.
        muster,
        fortress,
        /// Holding back by a neutral: taxes counted double, safety.
        neutral_tax,
        neutral_safety,
        /// The new land in reach of a status, and strength of its enemies at the border.
        status_reach,
        status_threat,
        /// Allies, and staying what one is.
        status_allies,
        status_same,
        /// Influence from which a member of the coalition is no longer kept.
        expel_from,
        /// An arbiter's pay in a rival's hands.
        arbiter_fee,
        /// Refusing what helps a power that leads or threatens.
        refuse,
        /// A subsidy that brings influence.
        subsidy,
        /// Control of a minor power, in morale, and how sharply bids win.
        minor,
        minor_contest,
        /// How sharply scores tell actions apart.
        sharpness,
    }
}

/// The policy.
#[derive(Clone, Debug)]
pub struct Rules {
    pub taste: Taste,
}

impl Policy<Coalitions> for Rules {
    fn scores(&self, game: &Coalitions, state: &State, legal: &[Action], out: &mut Vec<f32>) {
        out.clear();
        let Some(decision) = state.decision else {
            out.resize(legal.len(), 0.0);
            return;
        };
        let view = Outlook::new(game, state, decision, &self.taste);
        match decision.ask {
            Ask::Disband
            | Ask::Move
            | Ask::LeaveGarrison
            | Ask::WinGarrison
            | Ask::Onward
            | Ask::BattleOrder
            | Ask::Request
            | Ask::Retreat
            | Ask::Evacuate
            | Ask::Defeated
            | Ask::Withdraw
            | Ask::AutomaRetreat
            | Ask::TakeGeneral => moves::scores(&view, legal, out),
            Ask::Support | Ask::Cards | Ask::Reveal => battle::scores(&view, legal, out),
            Ask::NameGeneral
            | Ask::Drill
            | Ask::HandLimit
            | Ask::Leadership
            | Ask::Mobilization
            | Ask::Reassign
            | Ask::AutomaTroops
            | Ask::WeakestPower => economy::scores(&view, legal, out),
            Ask::Expel
            | Ask::Status
            | Ask::Dismiss
            | Ask::NewStatus
            | Ask::Leave
            | Ask::Bid
            | Ask::Subsidy
            | Ask::SubsidyAmount
            | Ask::SubsidyAnswer
            | Ask::Arbiter
            | Ask::Consent
            | Ask::ArbiterAnswer => diplomacy::scores(&view, legal, out),
        }
        for score in out.iter_mut() {
            *score *= self.taste.sharpness;
        }
    }
}

impl Playable for Coalitions {
    const WEIGHTS: &'static str = include_str!("../../../weights/coalitions.toml");
    const CONCEALS: bool = true;

    fn policy(&self, weights: &Weights) -> Option<Box<dyn Policy<Self>>> {
        Some(Box::new(Rules { taste: weights.read("policy") }))
    }

    fn evaluator(&self, weights: &Weights) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(Judgement::new(weights)))
    }

    /// The rules of thumb lead the search: exploring less or more did not help (agents/MEASURED.md).
    fn search(usual: Settings) -> Settings {
        Settings { exploration: 1.5, ..usual }
    }

    /// Statuses and bids until the last has chosen; battle cards face down, which L'Empereur does not know.
    fn conceals(&self, state: &State, action: Action) -> bool {
        match state.decision.map(|decision| decision.ask) {
            Some(Ask::Status | Ask::Bid) => true,
            Some(Ask::Cards) => matches!(action, Action::Play(_)) && !self.is_lempereur(),
            _ => false,
        }
    }

    fn odds(&self, seen: &Observation<State>, action: Action) -> Option<Odds> {
        battle_odds::of_action(self, seen, action)
    }
}
