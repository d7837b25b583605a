//! Winning chances in Washington's War: colonies against the number needed, markers and Armies in danger, France, cards.

use warlab_engine::Player;
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::rules::ch06_cards::queue_value;
use warlab_engine::games::washingtons_war::rules::ch10_isolation::isolated;
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::*;

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};
use crate::odds::washingtons_war::Force;
use crate::scripted::washingtons_war::chance;

/// The features of a seat. `late` and `early` weigh by the years to the end of the war as announced so far.
pub const FEATURES: [Feature; 28] = [
    good("goal_late"),
    good("goal_early"),
    good("likely_late"),
    good("likely_early"),
    good("victory_late"),
    good("victory_early"),
    good("leads"),
    good("markers"),
    either("isolated"),
    good("cu"),
    bad("few_cu"),
    bad("winter"),
    good("generals"),
    good("armies_on_foreign_ground"),
    good("markers_in_reach"),
    bad("cu_in_danger"),
    good("cards"),
    good("ops"),
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

fn truth(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// What Armies two spaces away can do to each other.
#[derive(Copy, Clone, Debug, Default)]
struct Danger {
    /// Own CUs that an enemy Army near by is expected to beat.
    cu: f32,
    /// Enemy markers that an own Army can come to and turn, without a battle.
    prey: f32,
}

impl Danger {
    fn new(game: &WashingtonsWar, state: &State, side: Side) -> Self {
        let tables = &game.tables;
        let enemy = side.enemy();
        let (own, theirs) = (state.occupied(side), state.occupied(enemy));
        let near = |from: Space, barred: Spaces| {
            let next = tables.adjacent[from];
            (next - barred).into_iter().fold(next, |all, space| all | tables.adjacent[space])
        };
        let mut danger = Danger::default();
        let mut threats = [0.0f32; MOST_SPACES];
        let mut threatened = Spaces::EMPTY;
        for from in state.generals(enemy) & theirs {
            let reached = near(from, own) & own;
            if reached.is_empty() {
                continue;
            }
            let cu = state.cu(enemy, from).min(tables.params.max_cu);
            let leader = state.general_at(tables, enemy, from);
            let strength = Force::new(game, state, enemy, from, cu, leader).strength();
            for space in reached {
                let threat = &mut threats[usize::from(space.0)];
                *threat = threat.max(strength);
            }
            threatened |= reached;
        }
        for space in threatened {
            let cu = state.cu(side, space);
            let leader = state.general_at(tables, side, space);
            let beaten = chance(
                threats[usize::from(space.0)] - Force::new(game, state, side, space, cu, leader).strength(),
            );
            danger.cu += beaten * f32::from(cu);
        }
        let reach = (state.generals(side) & own)
            .into_iter()
            .fold(Spaces::EMPTY, |all, from| all | near(from, theirs));
        danger.prey = ((reach & state.markers[enemy.index()]) - theirs).len() as f32;
        danger
    }
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
        let (mut colonies, mut lost, mut likely, mut leads) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        for i in 0..tables.colonies.len() {
            let colony = Colony(i as u8);
            if tables.canada == Some(colony) {
                let holds = truth(tables.canada_needs.is_subset(own_markers));
                colonies += holds;
                likely += holds;
                lost += truth(tables.canada_needs.is_subset(enemy_markers));
                continue;
            }
            let spaces = tables.colony_spaces[colony];
            let lead = (spaces & own_markers).len() as i8 - (spaces & enemy_markers).len() as i8;
            colonies += truth(lead > 0);
            lost += truth(lead < 0);
            likely += chance(1.5 * f32::from(lead));
            leads += f32::from(lead.clamp(-3, 3));
        }
        let american = side == Side::American;
        let needed = f32::from(if american { params.american_colonies } else { params.british_colonies });
        let goal = |colonies: f32| ((colonies - needed) / 3.0 + 0.5).clamp(-1.0, 1.5);
        let likely = goal(likely);
        let goal = goal(colonies);
        // The Americans must have enough and the British too few [13.2]; one seat's feature tells for both.
        let victory = if american {
            let margin = (colonies - needed).min(f32::from(params.british_colonies) - 1.0 - lost);
            chance(2.0 * (margin + 0.5))
        } else {
            0.0
        };
        let danger = Danger::new(game, state, side);
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
        let washington = tables.washington.is_some_and(|general| state.posts[general] != Post::REMOVED);
        let hand = state.hands[side.index()];
        let ops = hand.into_iter().map(|card| f32::from(tables.ops_value(card))).sum::<f32>();
        let alliance = f32::from(state.alliance) / f32::from(params.alliance_trigger);
        out.copy_from_slice(&[
            goal * late,
            goal * (1.0 - late),
            likely * late,
            likely * (1.0 - late),
            victory * late,
            victory * (1.0 - late),
            leads / 15.0,
            own_markers.len() as f32 / 30.0,
            cut.len() as f32 / 5.0,
            cu / 15.0,
            (4.0 - cu).max(0.0) / 4.0,
            exposed / 8.0,
            skill / 20.0,
            (armies - state.markers[side.index()]).len() as f32 / 3.0,
            danger.prey / 6.0,
            danger.cu / 8.0,
            hand.len() as f32 / 7.0,
            ops / 12.0,
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
