//! How a club player handles Washington's War: rules of thumb with weights, question by question.
//!
//! [`outlook`] sums up the war as the mover sees it; [`cards`] chooses a card and its use, [`markers`] places PC
//! markers, [`movement`] leads Armies, [`battle`] fights, [`deploy`] brings pieces on. Of the enemy's hand only the
//! number of cards is used.

mod battle;
mod cards;
mod deploy;
mod markers;
mod movement;
mod outlook;
mod told;

use warlab_engine::Observation;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::effect::Op;
use warlab_engine::games::washingtons_war::phase::{Frame, Phase, decider};
use warlab_engine::games::washingtons_war::state::State;

use crate::knowledge::{Evaluate, Odds, Policy, Weights};
use crate::playable::Playable;
use outlook::Outlook;
pub(crate) use outlook::chance;

crate::weights! {
    /// The rules of thumb. Values are in colonies: a colony that is safely held is worth 1.
    pub struct Taste {
        /// A lead of one and of two markers in a colony, and each marker beyond what is needed.
        lead_one,
        lead_two,
        marker,
        /// A marker next to enemy ones bars their growth; room to grow and ports, for the British.
        block,
        room,
        port,
        /// Markers cut off from support, and how much of a marker's worth is lost if it is placed without any.
        isolation,
        isolated_place,
        /// Control of its space that an Army will have at the end of the year.
        control,
        /// A CU; a General by his skill; Washington besides.
        cu,
        general,
        washington,
        /// CUs that winter will take, by how near it is.
        winter,
        /// What the enemy can do to an Army by his next card.
        danger,
        /// Congress dispersed; Congress guarded.
        congress,
        guard,
        /// One step of the alliance marker; the British Regulars; the French Navy; the French at their landing.
        alliance,
        regulars,
        navy,
        french,
        /// What an attack must be worth; what a move must be worth; two Generals in one space.
        attack_cost,
        move_cost,
        crowd,
        /// An interception feared by the British, and what the Americans ask of one.
        interception,
        intercept_from,
        /// What the ground given up by slipping away is worth.
        retreat_cost,
        /// A battle card spent, an event spent for its modifier, a battle card kept.
        battle_card,
        battle_discard,
        battle_card_kept,
        /// What each point of an OPS card could do elsewhere.
        ops,
        /// The hope of the operations queue, and its price.
        queue,
        queue_cost,
        /// A CU brought on; a General brought on; arriving where CUs gather, and where a General leads.
        recruit,
        bring,
        gather,
        led,
        /// A card of the opponent lost; the Declaration; placing forbidden; the end of the war announced.
        card,
        declaration,
        forbid,
        war_ends,
        /// An event discarded that the opponent can use.
        give_away,
        /// What an event must be worth to claim the first play with it, or to buy it, by the price.
        claim_from,
        exchange_from,
        exchange_ops,
        /// Playing first rather than last.
        first,
        /// How sharply scores tell actions apart.
        sharpness,
    }
}

/// The policy.
#[derive(Clone, Debug)]
pub struct Rules {
    pub taste: Taste,
}

impl Policy<WashingtonsWar> for Rules {
    fn scores(&self, game: &WashingtonsWar, state: &State, legal: &[Action], out: &mut Vec<f32>) {
        out.clear();
        let Some(side) = decider(&game.tables, state) else {
            out.resize(legal.len(), 0.0);
            return;
        };
        let view = Outlook::new(game, state, side, &self.taste);
        match state.stack.top() {
            Phase::PcActions { left, .. } => markers::scores(&view, legal, left, side, false, out),
            Phase::DiscardAction => markers::scores(&view, legal, 1, side, false, out),
            Phase::Effect(frame) => in_effect(view, frame, legal, out),
            Phase::Impulse => {
                let view = view.with_threats();
                let uses = cards::Uses::new(&view);
                out.extend(legal.iter().map(|&action| uses.score(&view, action)));
            }
            Phase::ChooseGeneral { .. } | Phase::Moving => {
                let view = view.with_threats();
                out.extend(legal.iter().map(|&action| general_or_move(&view, action)));
            }
            Phase::ReinforceSpace { .. }
            | Phase::ReinforceCount { .. }
            | Phase::ReinforceGeneral { .. }
            | Phase::FrenchArrival
            | Phase::NavyZone
            | Phase::PlaceCongress => {
                let view = view.with_threats();
                out.extend(legal.iter().map(|&action| deploy::score(&view, action)));
            }
            Phase::Intercept
            | Phase::RetreatBefore
            | Phase::RetreatBeforeTo
            | Phase::Retreat
            | Phase::ExcessGeneral { .. }
            | Phase::FrenchShare { .. }
            | Phase::BattleCard(_) => {
                let view = view.with_threats();
                out.extend(legal.iter().map(|&action| battle::score(&view, action)));
            }
            Phase::Exchange(card) => {
                let view = view.with_threats();
                out.extend(legal.iter().map(|&action| cards::other(&view, action, None, Some(card))));
            }
            _ => {
                let view = view.with_threats();
                out.extend(legal.iter().map(|&action| cards::other(&view, action, None, None)));
            }
        }
        for score in out.iter_mut() {
            *score *= self.taste.sharpness;
        }
    }
}

fn general_or_move(view: &Outlook<'_>, action: Action) -> f32 {
    match action {
        Action::General(general) => movement::activation(view, general),
        Action::LandingParty(space) => view.gain(space, view.change_by_control(space)),
        _ => movement::score(view, action),
    }
}

/// Choices that a card's effect asks for.
fn in_effect(view: Outlook<'_>, frame: Frame, legal: &[Action], out: &mut Vec<f32>) {
    match &view.game.tables.program[usize::from(frame.at)] {
        Op::PlacePc(pick) | Op::RemovePc(pick) | Op::FlipPc(pick) => {
            // Only free choices are asked for in ascending order.
            let left = if pick.must { 1 } else { frame.left };
            markers::scores(&view, legal, left, pick.side, pick.one_per_colony, out);
        }
        Op::PlacePcEachColony(pick) => markers::scores(&view, legal, 1, pick.side, false, out),
        Op::Choose(options) => {
            let view = view.with_threats();
            out.extend(legal.iter().map(|&action| cards::other(&view, action, Some(options), None)));
        }
        Op::RemoveCu(_) => out.extend(legal.iter().map(|&action| deploy::score(&view, action))),
        _ => {
            let view = view.with_threats();
            out.extend(legal.iter().map(|&action| general_or_move(&view, action)));
        }
    }
}

impl Playable for WashingtonsWar {
    const WEIGHTS: &'static str = include_str!("../../../weights/washingtons_war.toml");

    fn policy(&self, weights: &Weights) -> Option<Box<dyn Policy<Self>>> {
        Some(Box::new(Rules { taste: weights.read("policy") }))
    }

    fn evaluator(&self, weights: &Weights) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(crate::evaluate::washingtons_war::Judgement::new(weights)))
    }

    fn odds(&self, seen: &Observation<State>, action: Action) -> Option<Odds> {
        told::odds(self, seen.visible(), action)
    }
}
