//! Winning chances in the Wars of the Roses: the count for Usurpation, heirs, forces and what is still to come.

use warlab_engine::Player;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::*;

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};

/// The features of a seat. `last` is the last campaign, `before` an earlier one; `late` and `early` weigh the campaign's
/// turns, so that a count says little at its start and nearly everything at its end.
pub const FEATURES: [Feature; 15] = [
    good("count_last_late"),
    good("count_last_early"),
    good("count_before_late"),
    good("count_before_early"),
    good("king_last"),
    either("king_before"),
    good("heirs"),
    bad("last_heir"),
    good("steps_on_map"),
    good("power_on_map"),
    good("nobles_in_pool"),
    either("counted_in_exile"),
    bad("nobles_lost"),
    good("hand_points"),
    either("lancaster"),
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

impl Evaluate<WarsOfTheRoses> for Judgement {
    fn fitted(&self) -> &Fitted {
        &self.fitted
    }

    fn features(&self, game: &WarsOfTheRoses, state: &State, seat: Player, out: &mut [f32]) {
        let tables = &game.tables;
        let side = Side::of(seat);
        let own = state.of(tables, side);
        let (mut counted, mut steps, mut power, mut exiled) = (0.0, 0.0, 0.0, 0.0);
        for (i, &here) in state.places().values()[..tables.areas.len()].iter().enumerate() {
            let blocks = here & own;
            if blocks.is_empty() {
                continue;
            }
            let area = Area(i as u8);
            if game.counted_areas.contains(area) {
                counted += (blocks & tables.counted).len() as f32;
                if tables.london == Some(area) {
                    counted += 1.0;
                }
                for block in blocks {
                    let strength = f32::from(state.strength(tables, block));
                    steps += strength;
                    power += strength * f32::from(tables.block(block).number);
                }
            } else {
                exiled += (blocks & tables.counted).len() as f32;
            }
        }
        let king = side == state.king_side;
        let count = (counted + if king { 0.5 } else { 0.0 }) / 8.0;
        let late = f32::from(state.turn) / f32::from(tables.turns);
        let last = state.campaign >= game.last_campaign;
        let offset = if last { 0 } else { 2 };
        out[offset] = count * late;
        out[offset + 1] = count * (1.0 - late);
        out[if last { 4 } else { 5 }] = f32::from(u8::from(king));
        let heirs = state.living_heirs(tables, side) as f32;
        out[6] = heirs / 5.0;
        out[7] = f32::from(u8::from(heirs < 2.0));
        out[8] = steps / 40.0;
        out[9] = power / 100.0;
        let left = 1.0 - late;
        out[10] = (state.at(Place::POOL) & own & tables.counted).len() as f32 / 8.0 * left;
        out[11] = exiled / 6.0;
        out[12] = (state.at(Place::DEAD) & own & tables.counted).len() as f32 / 8.0;
        let hand = state.hands[side.index()].into_iter();
        out[13] = hand.map(|card| f32::from(tables.card(card).ap)).sum::<f32>() / 16.0;
        out[14] = f32::from(u8::from(side == Side::Lancaster));
    }

    /// Between two turns: within one, the side that has actions left stands better than the map shows.
    fn is_quiet(&self, _: &WarsOfTheRoses, state: &State) -> bool {
        matches!(state.phase, Phase::ChooseCard { .. } | Phase::AskRedeal { .. } | Phase::AnswerRedeal { .. })
    }
}
