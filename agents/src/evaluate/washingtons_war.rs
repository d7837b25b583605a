//! Winning chances in Washington's War: colonies against the number needed, markers in danger, Armies, France, cards.

use warlab_engine::Player;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::rules::ch06_cards::queue_value;
use warlab_engine::games::washingtons_war::rules::ch10_isolation::isolated;
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::*;

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};

/// The features of a seat. `late` and `early` weigh by the years to the end of the war as announced so far.
pub const FEATURES: [Feature; 22] = [
    good("goal_late"),
    good("goal_early"),
    good("close_late"),
    good("leads"),
    good("markers"),
    either("isolated"),
    good("cu"),
    bad("few_cu"),
    bad("winter"),
    good("generals"),
    good("armies_on_foreign_ground"),
    good("cards"),
    good("queue"),
    good("box"),
    good("washington"),
    good("congress"),
    good("alliance"),
    good("allied"),
    good("regulars"),
    either("american"),
    either("american_late"),
    either("last_play"),
];

#[derive(Clone, Debug)]
pub struct Judgement {
    fitted: Fitted,
}

impl Judgement {
    pub fn new(weights: &Weights) -> Self {
        Judgement { fitted: Fitted::read(weights, &FEATURES) }
    }
}

/// 1 at the end of the war as announced so far, 0 at its start.
fn lateness(game: &WashingtonsWar, state: &State) -> f32 {
    let params = &game.tables.params;
    let announced = state.war_ends.and_then(|card| game.tables.card(card).war_ends);
    let end = announced.unwrap_or(params.last_year).max(state.year);
    let cards = (state.hands[0].len() + state.hands[1].len()) as f32;
    let dealt = 2.0 * f32::from(params.hand_size);
    let years = f32::from(end + 1 - params.first_year);
    let passed = f32::from(state.year - params.first_year) + (1.0 - cards / dealt).max(0.0);
    (passed / years).clamp(0.0, 1.0)
}

/// A year of distance to the end matters more than another one at the start.
fn sharp(late: f32) -> f32 {
    late * late
}

impl Evaluate<WashingtonsWar> for Judgement {
    fn fitted(&self) -> &Fitted {
        &self.fitted
    }

    fn features(&self, game: &WashingtonsWar, state: &State, seat: Player, out: &mut [f32]) {
        let tables = &game.tables;
        let params = &tables.params;
        let side = Side::of(seat);
        let enemy = side.enemy();
        let late = sharp(lateness(game, state));
        // Armies take control of their spaces at the end of the year, isolated markers go.
        let cut = isolated(game, state, side);
        let armies = state.generals(side) & state.occupied(side);
        let foes = state.generals(enemy) & state.occupied(enemy);
        let own_markers = ((state.markers[side.index()] - cut) | armies) - foes;
        let enemy_markers = ((state.markers[enemy.index()] - isolated(game, state, enemy)) | foes) - armies;
        let (mut colonies, mut leads, mut close) = (0.0f32, 0.0f32, 0.0f32);
        for i in 0..tables.colonies.len() {
            let colony = Colony(i as u8);
            if tables.canada == Some(colony) {
                let holds = tables.canada_needs.is_subset(own_markers);
                colonies += f32::from(u8::from(holds));
                continue;
            }
            let spaces = tables.colony_spaces[colony];
            let lead = (spaces & own_markers).len() as i8 - (spaces & enemy_markers).len() as i8;
            colonies += f32::from(u8::from(lead > 0));
            close += f32::from(u8::from(lead == 1)) - f32::from(u8::from(lead == -1));
            leads += f32::from(lead.clamp(-3, 3));
        }
        let needed = match side {
            Side::British => params.british_colonies,
            Side::American => params.american_colonies,
        };
        let goal = ((colonies - f32::from(needed)) / 3.0 + 0.5).clamp(-1.0, 1.5);
        let (mut cu, mut exposed) = (0.0f32, 0.0f32);
        for space in state.occupied(side) {
            let here = f32::from(state.cu(side, space));
            cu += here;
            let sheltered = tables.winter_quarters.contains(space) || tables.south.contains(space);
            let safe = match side {
                Side::British => sheltered,
                Side::American => {
                    sheltered
                        && tables.washington.is_some_and(|general| state.posts[general] == Post::at(space))
                }
            };
            exposed += if safe { 0.0 } else { here / 2.0 };
        }
        let mut skill = 0.0;
        for general in tables.all_generals().filter(|&general| tables.side_of(general) == side) {
            if state.posts[general].space().is_some() {
                let info = tables.general(general);
                skill += f32::from(info.battle) + f32::from(info.agility);
            }
        }
        let american = side == Side::American;
        let truth = |holds: bool| f32::from(u8::from(holds));
        let washington = tables.washington.is_some_and(|general| state.posts[general] != Post::REMOVED);
        let alliance = f32::from(state.alliance) / f32::from(params.alliance_trigger);
        out.copy_from_slice(&[
            goal * late,
            goal * (1.0 - late),
            close / 5.0 * late,
            leads / 15.0,
            own_markers.len() as f32 / 30.0,
            cut.len() as f32 / 5.0,
            cu / 15.0,
            (4.0 - cu).max(0.0) / 4.0,
            exposed / 8.0,
            skill / 20.0,
            (armies - state.markers[side.index()]).len() as f32 / 3.0,
            state.hands[side.index()].len() as f32 / 7.0,
            f32::from(queue_value(game, state, side)) / 3.0,
            if american { f32::from(state.french_box) / 5.0 } else { f32::from(state.british_box) / 8.0 },
            truth(american && washington),
            truth(american && state.congress.is_some()),
            if american { alliance } else { 0.0 },
            truth(american && state.france != France::Neutral),
            truth(!american && state.british_regulars),
            truth(american),
            if american { late } else { 0.0 },
            truth(state.active != side),
        ]);
    }

    /// Between two cards, when no Army is on the move.
    fn is_quiet(&self, _: &WashingtonsWar, state: &State) -> bool {
        matches!(
            state.stack.top(),
            Phase::Impulse | Phase::ClaimFirst | Phase::ChooseFirst | Phase::Exchange(_)
        )
    }
}
