//! Winning chances in the Wars of the Roses: the count for Usurpation, heirs, forces, who is in danger and what is still to
//! come.

use warlab_engine::Player;
use warlab_engine::Table;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::*;

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};
use crate::scripted::wars_of_the_roses::{DEFENCE, chance_to_win, power_of_step};

/// The features of a seat. `last` is the last campaign, `before` an earlier one; `late` and `early` weigh the campaign's
/// turns, so that a count says little at its start and nearly everything at its end. Nobles in danger tell in the last
/// campaign only: those lost in an earlier one come back.
pub const FEATURES: [Feature; 20] = [
    good("count_last_late"),
    good("count_last_early"),
    good("count_before_late"),
    good("count_before_early"),
    good("king_last"),
    either("king_before"),
    good("heirs"),
    bad("last_heir"),
    good("steps_on_map"),
    good("nobles_to_recruit"),
    good("nobles_in_pool"),
    either("counted_in_exile_last"),
    either("counted_in_exile_before"),
    bad("nobles_lost"),
    good("hand_points"),
    bad("leader_in_danger"),
    bad("nobles_in_danger"),
    bad("nobles_near_enemies"),
    good("together"),
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

/// The power of a side's blocks in each area.
fn powers(game: &WarsOfTheRoses, state: &State, side: Side) -> Table<Area, f32, MOST_AREAS> {
    let tables = &game.tables;
    let own = state.of(tables, side);
    let mut powers = Table::filled(0.0);
    for area in state.occupied(side) {
        let blocks = (state.at(area) & own).into_iter();
        let power = |block| f32::from(state.strength(tables, block)) * power_of_step(tables.numbers[block]);
        powers[area] = blocks.map(power).sum();
    }
    powers
}

/// An area with blocks of a side, and who may come for them.
struct Post {
    /// The chance to be beaten there next turn by those next to it: the mean of what they can do from the worst area and
    /// from all of them together.
    danger: f32,
    /// The chance to be beaten by the strongest group that is two marches away.
    far: f32,
}

impl Post {
    fn new(
        game: &WarsOfTheRoses,
        state: &State,
        side: Side,
        area: Area,
        own: &Table<Area, f32, MOST_AREAS>,
        enemy: &Table<Area, f32, MOST_AREAS>,
    ) -> Self {
        let tables = &game.tables;
        let hostile = state.occupied(side.other());
        let near = tables.neighbours[area] & hostile;
        let here = own[area] * DEFENCE;
        let (mut all, mut most) = (0.0f32, 0.0f32);
        if !near.is_empty() {
            let theirs = state.of(tables, side.other());
            for &(way, from) in &tables.area(area).ways {
                if near.contains(from) {
                    let count = (state.at(from) & theirs).len() as f32;
                    let limit = f32::from(tables.border(way.border()).limit);
                    let comes = enemy[from] * (limit / count).min(1.0);
                    all += comes;
                    most = most.max(comes);
                }
            }
        }
        let beyond = (tables.beside(tables.neighbours[area] - hostile) & hostile) - near;
        let group = beyond.into_iter().fold(0.0f32, |most, from| most.max(enemy[from]));
        let danger = 0.5 * (chance_to_win(all, here) + chance_to_win(most, here));
        Post { danger, far: chance_to_win(group, here) }
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
        let (own_powers, enemy_powers) = (powers(game, state, side), powers(game, state, side.other()));
        let leader = state.leader(side);
        let (mut counted, mut steps, mut exiled) = (0.0, 0.0, 0.0f32);
        let (mut london, mut together) = (0.0, 0.0f32);
        let (mut leader_danger, mut nobles_danger, mut near_enemies) = (0.0, 0.0, 0.0);
        for area in state.occupied(side) {
            let blocks = state.at(area) & own;
            let nobles = (blocks & tables.counted).len() as f32;
            if !game.counted_areas.contains(area) {
                exiled += nobles;
                continue;
            }
            counted += nobles;
            if tables.london == Some(area) {
                london = 1.0;
            }
            steps += blocks.into_iter().map(|block| f32::from(state.strength(tables, block))).sum::<f32>();
            together += own_powers[area] * own_powers[area];
            let post = Post::new(game, state, side, area, &own_powers, &enemy_powers);
            nobles_danger += nobles * post.danger;
            near_enemies += nobles * post.far;
            if leader.is_some_and(|leader| blocks.contains(leader)) {
                leader_danger = post.danger.max(0.5 * post.far);
            }
        }
        let truth = |holds: bool| f32::from(u8::from(holds));
        let king = side == state.king_side;
        let count = (counted + london + 0.5 * truth(king)) / 8.0;
        let late = f32::from(state.turn) / f32::from(tables.turns);
        let left = 1.0 - late;
        let last = state.campaign >= game.last_campaign;
        let (now, then) = (truth(last), truth(!last));
        let heirs = state.living_heirs(tables, side) as f32;
        let pool = state.at(Place::POOL) & own;
        let closed = state.occupied(side.other());
        let can_come = |&block: &Block| !tables.recruit_homes[block].is_subset(closed);
        let to_recruit = (pool & tables.counted).into_iter().filter(can_come).count() as f32;
        let hand = state.hands[side.index()].into_iter();
        out.copy_from_slice(&[
            count * late * now,
            count * left * now,
            count * late * then,
            count * left * then,
            truth(king) * now,
            truth(king) * then,
            heirs / 5.0,
            truth(heirs < 2.0),
            steps / 40.0,
            to_recruit / 8.0,
            (pool & tables.counted).len() as f32 / 8.0 * left,
            exiled / 6.0 * now,
            exiled / 6.0 * then,
            (state.at(Place::DEAD) & own & tables.counted).len() as f32 / 8.0,
            hand.map(|card| f32::from(tables.card(card).ap)).sum::<f32>() / 16.0,
            leader_danger,
            nobles_danger / 4.0 * now,
            near_enemies / 4.0,
            together.sqrt() / 6.0,
            truth(side == Side::Lancaster),
        ]);
    }

    /// Between two turns: within one, the side that has actions left stands better than the map shows.
    fn is_quiet(&self, _: &WarsOfTheRoses, state: &State) -> bool {
        matches!(state.phase, Phase::ChooseCard { .. } | Phase::AskRedeal { .. } | Phase::AnswerRedeal { .. })
    }
}
