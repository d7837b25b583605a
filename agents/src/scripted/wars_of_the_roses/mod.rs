//! How a club player handles the Wars of the Roses: rules of thumb with weights, phase by phase.
//!
//! [`lore`] is what never changes in a game, [`outlook`] sums up the map as the mover sees it; [`actions`] is recruiting and marching, [`battle`] the fighting,
//! [`politics`] cards, supply and going home; [`told`] tells odds to people. Enemy blocks that the mover has not seen count
//! as average ones.

mod actions;
mod battle;
mod lore;
mod outlook;
mod politics;
mod told;

use warlab_engine::Observation;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::action::Action;
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::state::State;

use crate::knowledge::{Evaluate, Odds, Policy, Weights};
use crate::mcts::settings::Settings;
use crate::playable::Playable;
use lore::Lore;
use outlook::Outlook;
pub(crate) use outlook::{DEFENCE, chance_to_win, power_of_step};

crate::weights! {
    /// The rules of thumb. Values are in nobles: what one counted noble is worth at the end of a campaign is 1.
    pub struct Taste {
        /// What a King or Pretender, another heir, a noble or church, and any other block are worth.
        value_leader,
        value_heir,
        value_noble,
        value_other,
        /// What a block on the map, in the count for Usurpation, is worth over one in exile or in the pool.
        on_map,
        /// The same for blocks that do not count, at the start of a campaign; it fades with the turns.
        on_map_other,
        /// Holding London.
        london,
        /// Losing a block where the enemy can come in force.
        danger,
        /// Hurting the enemy where one attacks, and being hurt there.
        attack,
        attack_risk,
        /// The chance of winning below which an attack is not worth its risk.
        attack_from,
        /// A block beyond what an area feeds.
        supply,
        /// Standing where one has a defence bonus.
        home,
        /// What an action point could do elsewhere.
        action_cost,
        /// A recruit's worth over the bare value of his place.
        recruit,
        /// Fire and its expected hits.
        fire,
        fire_hits,
        /// Retreat by what the block is worth, when the battle is being lost.
        retreat,
        /// A charge's chance to kill by what is killed; what it costs to be struck back.
        charge,
        charge_risk,
        /// Treachery's chance by what changes sides.
        treachery,
        /// Cards: action points, and each event where it does something.
        card_points,
        card_surprise,
        card_force_march,
        card_treason,
        card_piracy,
        card_muster,
        card_plague,
        /// Executing a turncoat heir.
        execute,
        /// How sharply scores tell actions apart.
        sharpness,
    }
}

/// The policy.
#[derive(Clone, Debug)]
pub struct Rules {
    taste: Taste,
    lore: Lore,
}

impl Rules {
    pub fn new(game: &WarsOfTheRoses, taste: Taste) -> Self {
        Rules { lore: Lore::new(game, &taste), taste }
    }
}

impl Policy<WarsOfTheRoses> for Rules {
    fn scores(&self, game: &WarsOfTheRoses, state: &State, legal: &[Action], out: &mut Vec<f32>) {
        out.clear();
        let Some(side) = state.phase.side(state) else {
            out.resize(legal.len(), 0.0);
            return;
        };
        let view = Outlook::new(game, state, side, self);
        match state.phase {
            Phase::Act { .. } | Phase::March { .. } | Phase::Muster { .. } | Phase::Regroup { .. } => {
                out.extend(legal.iter().map(|&action| actions::score(&view, action)));
            }
            Phase::TreasonCard { .. } | Phase::BattleTurn { .. } | Phase::TakeHits { .. } => {
                battle::scores(&view, legal, out);
            }
            _ => out.extend(legal.iter().map(|&action| politics::score(&view, action))),
        }
        for score in out.iter_mut() {
            *score *= self.taste.sharpness;
        }
    }
}

impl Playable for WarsOfTheRoses {
    const WEIGHTS: &'static str = include_str!("../../../weights/wars_of_the_roses.toml");
    const CONCEALS: bool = true;

    fn policy(&self, weights: &Weights) -> Option<Box<dyn Policy<Self>>> {
        Some(Box::new(Rules::new(self, weights.read("policy"))))
    }

    fn evaluator(&self, weights: &Weights) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(crate::evaluate::wars_of_the_roses::Judgement::new(weights)))
    }

    /// What a turn's moves are worth shows in the turns after, so the rules of thumb play on for 60 decisions and to the end
    /// of that turn before a position is judged (agents/MEASURED.md).
    fn search(usual: Settings) -> Settings {
        Settings { depth: 60, ..usual }
    }

    /// Cards are chosen face down. Marches are seen, though not who marches: that is left to the re-dealt worlds.
    fn conceals(&self, state: &State, _: Action) -> bool {
        matches!(state.phase, Phase::ChooseCard { .. })
    }

    fn odds(&self, seen: &Observation<State>, action: Action) -> Option<Odds> {
        told::odds(self, seen, action)
    }
}
