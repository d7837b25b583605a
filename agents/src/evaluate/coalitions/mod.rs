//! Winning chances in Coalitions: influence and what is about to be gained, Paris, forces, means, what lies in reach
//! ([`ground`]); and L'Empereur, which all players win or lose together.

mod ground;

use warlab_engine::games::coalitions::context::{MoveStage, Reason};
use warlab_engine::games::coalitions::rules::ch07_actions::tax;
use warlab_engine::games::coalitions::rules::ch07_movement::pending_battles;
use warlab_engine::games::coalitions::types::*;
use warlab_engine::games::coalitions::{Coalitions, State};
use warlab_engine::{Game, Index, PerPlayer, Player};

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};
use ground::Ground;
pub(crate) use ground::hand_value;

/// The features of a seat: its power, with the minor powers it controls where that is said.
pub const FEATURES: [Feature; 39] = [
    good("influence"),
    either("influence_late"),
    either("lead"),
    good("income"),
    good("income_soon"),
    good("wins_soon"),
    good("pace"),
    good("paris_won"),
    good("paris_near"),
    good("troops"),
    good("troops_soon"),
    good("generals"),
    good("garrisons"),
    good("hand"),
    good("hand_value"),
    good("punch"),
    good("morale"),
    good("money"),
    good("money_soon"),
    good("tax"),
    good("tax_soon"),
    good("reach"),
    good("reach_soon"),
    good("reach_far"),
    bad("land_in_danger"),
    bad("land_in_danger_soon"),
    bad("generals_in_danger"),
    bad("capital_lost"),
    good("allies"),
    bad("enemies"),
    good("minors"),
    good("minor_troops"),
    good("minor_reach"),
    either("britain"),
    either("france"),
    either("austria"),
    either("prussia"),
    either("russia"),
    either("ottoman"),
];

crate::weights! {
    /// L'Empereur: the coalition's chance is the logistic function of these.
    pub struct Emperor {
        constant,
        french_influence,
        french_morale,
        french_troops,
        coalition_troops,
        coalition_cards,
        near_paris,
        in_paris,
    }
}

#[derive(Clone, Debug)]
pub struct Judgement {
    fitted: Fitted,
    emperor: Emperor,
}

impl Judgement {
    pub fn new(weights: &Weights) -> Self {
        Judgement { fitted: Fitted::read(weights, &FEATURES), emperor: weights.read("emperor") }
    }

    /// The coalition's chance against Napoleon.
    fn coalition(&self, game: &Coalitions, state: &State) -> f32 {
        let (tables, weights) = (&game.tables, &self.emperor);
        if let Some(end) = state.end {
            return if end.reason == Reason::ParisTaken { 1.0 } else { 0.0 };
        }
        let paris = tables.capital(Power::France);
        let (mut troops, mut cards, mut near) = (0.0f32, 0.0f32, 0.0f32);
        let mut inside = 0.0;
        for power in Power::all().filter(|&power| power != Power::France) {
            troops += f32::from(state.count_troops(power));
            cards += f32::from(state.hand_size(power).min(state.morale[power.i()].max(1)));
            for at in state.generals[power.i()] {
                let steps = f32::from(tables.land_distance[at.index()][paris.index()].min(8));
                let army = 1.0 + f32::from(state.troops_at(power, at));
                near = near.max(army / (1.0 + steps));
                inside = if at == paris { 1.0 } else { inside };
            }
        }
        let influence = f32::from(state.influence[Power::France.i()]) / f32::from(tables.influence_to_win);
        let sum = weights.constant
            + weights.french_influence * influence
            + weights.french_morale * f32::from(state.morale[Power::France.i()]) / 15.0
            + weights.french_troops * f32::from(state.count_troops(Power::France)) / 18.0
            + weights.coalition_troops * troops / 30.0
            + weights.coalition_cards * cards / 15.0
            + weights.near_paris * near / 2.0
            + weights.in_paris * inside;
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Turns until a power's next action of a kind: 0 in the turn itself, before it is over. A minor power's Drill is over when it
/// has been bid for.
fn turns_to(game: &Coalitions, state: &State, power: Power, action: WheelAction) -> u8 {
    let step = match action {
        WheelAction::Drill => Step::Auction,
        WheelAction::Taxation => Step::Taxation,
        // What is not bought in a Mobilization under way has to wait for the next one.
        WheelAction::Leadership | WheelAction::Mobilization => Step::Subsidies,
        WheelAction::Influence => Step::Influence,
        WheelAction::Movement => Step::Movement,
    };
    let first = u8::from(state.step as u8 > step as u8);
    let turn_in = |ahead: u8| (state.turn - 1 + ahead) % 6 + 1;
    (first..6 + first).find(|&ahead| game.power_on(turn_in(ahead), action) == power).unwrap_or(6)
}

/// 1 for an action of the turn at hand, 0 for one that comes round as late as it can.
fn soon(game: &Coalitions, state: &State, power: Power, action: WheelAction) -> f32 {
    1.0 - f32::from(turns_to(game, state, power, action)) / 6.0
}

/// Influence of a major power's next Influence action, as things stand.
pub(crate) fn income(game: &Coalitions, state: &State, power: Power) -> u16 {
    game.tables.total_value(state.controlled(&game.tables, power) & game.tables.scoring(power))
}

/// How many Influence actions a major power is from victory, as things stand.
pub(crate) fn rounds_to_win(game: &Coalitions, state: &State, power: Power) -> f32 {
    rounds(game, state.influence[power.i()], income(game, state, power))
}

fn rounds(game: &Coalitions, influence: u8, income: u16) -> f32 {
    let missing = f32::from(game.tables.influence_to_win) - f32::from(influence);
    // Every now and then a battle is won, so nobody stands still.
    missing.max(0.0) / (f32::from(income) + 0.5)
}

/// Influence of a major power at the end of the round, when Paris counts.
pub(crate) fn at_round_end(game: &Coalitions, state: &State, power: Power) -> u16 {
    with_income(game, state, power, income(game, state, power))
}

/// The same for a power whose income is known.
fn with_income(game: &Coalitions, state: &State, power: Power, income: u16) -> u16 {
    let to_come = turns_to(game, state, power, WheelAction::Influence) + state.turn <= 6;
    u16::from(state.influence[power.i()]) + if to_come { income } else { 0 }
}

/// Whether a general of the seat in Paris would win the game at the end of the round, and how near one is.
fn paris(ground: &Ground<'_>, me: Power) -> (f32, f32) {
    let &Ground { game, state, at_round_end, .. } = ground;
    let tables = &game.tables;
    let limits = &tables.limits;
    let british = state.status[me.i()] == Status::British;
    let bonus = if british { limits.paris_bonus_british_coalition } else { limits.paris_bonus };
    let others = game.majors().filter(|&other| other != me);
    let best = others.map(|other| at_round_end[other.i()]).max().unwrap_or(0);
    if me == Power::France || at_round_end[me.i()] + u16::from(bonus) <= best {
        return (0.0, 0.0);
    }
    let paris = tables.capital(Power::France);
    let (mut won, mut near) = (0.0, 0.0f32);
    for power in Power::all() {
        if state.controller[power.i()] != Some(me) || !state.at_war(power, Power::France) {
            continue;
        }
        for at in state.generals[power.i()] {
            if at == paris {
                won = f32::from(state.turn) / 6.0;
            } else if tables.adjacent[at].contains(paris) {
                near = near.max(f32::from(state.troops_at(power, at)) / 3.0);
            }
        }
    }
    (won, near)
}

/// The features of a seat. What all seats know of each other's hands is in `ground`.
fn describe(ground: &Ground<'_>, seat: Player, out: &mut [f32]) {
    let &Ground { game, state, .. } = ground;
    let tables = &game.tables;
    let Some(me) = game.majors().find(|&power| game.speaker(state, power) == seat) else { return };
    let to_win = f32::from(tables.influence_to_win);
    let own = f32::from(state.influence[me.i()]) / to_win;
    let others = || game.majors().filter(|&other| other != me);
    let best_other = others().map(|other| state.influence[other.i()]).max().unwrap_or(0);
    let best = f32::from(best_other) / to_win;
    let income = ground.income[me.i()];
    let to_influence = turns_to(game, state, me, WheelAction::Influence);
    let wait = f32::from(to_influence) / 6.0;
    let scores_soon = 1.0 - wait;
    let reaches = u16::from(state.influence[me.i()]) + income >= u16::from(tables.influence_to_win);
    let (won, near) = paris(ground, me);
    let moves_soon = soon(game, state, me, WheelAction::Movement);
    let troops = f32::from(state.count_troops(me)) / 10.0;
    let hand = state.hand_size(me);
    let money = f32::from(state.money[me.i()].min(20)) / 10.0;
    let taxes = f32::from(tax(game, state, me)) / 10.0;
    let prospects = ground.prospects(me, moves_soon);
    let moves_before = |other| turns_to(game, state, other, WheelAction::Movement) < to_influence;
    let danger = ground.danger(me, moves_before);
    let capital = tables.capital(me);
    let (mut allies, mut enemies) = (0.0, 0.0);
    let (mut minors, mut minor_troops, mut minor_reach) = (0.0, 0.0, 0.0);
    for power in Power::all().filter(|&power| power != me) {
        let army = f32::from(state.count_troops(power));
        if state.controller[power.i()] == Some(me) {
            let left = 1.0 - soon(game, state, power, WheelAction::Drill);
            minors += left;
            minor_troops += army * left;
            let to_move = soon(game, state, power, WheelAction::Movement);
            minor_reach += ground.prospects(power, to_move).near_soon;
        } else if state.allied(me, power) {
            allies += army;
        } else if state.at_war(me, power) {
            enemies += army;
        }
    }
    let features = [
        own,
        own * own,
        own - best,
        f32::from(income) / 10.0,
        f32::from(income) / 10.0 * scores_soon,
        if reaches { 0.3 + 0.7 * scores_soon } else { 0.0 },
        1.0 / (0.5 + wait + rounds(game, state.influence[me.i()], income)),
        won,
        near,
        troops,
        troops * moves_soon,
        state.generals[me.i()].len() as f32 / 5.0,
        state.garrisons[me.i()].len() as f32 / 8.0,
        f32::from(hand) / 6.0,
        hand_value(game, state, me) / 18.0,
        f32::from(hand.min(state.morale[me.i()]).min(state.count_troops(me))) / 6.0,
        f32::from(state.morale[me.i()]) / 15.0,
        money,
        money * soon(game, state, me, WheelAction::Mobilization),
        taxes,
        taxes * soon(game, state, me, WheelAction::Taxation),
        prospects.near / 5.0,
        prospects.near_soon / 5.0,
        prospects.far / 5.0,
        danger.land / 5.0,
        danger.land_soon / 5.0,
        danger.generals / 3.0,
        if state.controlled(tables, me).contains(capital) { 0.0 } else { 1.0 },
        allies / 20.0,
        enemies / 20.0,
        minors,
        minor_troops / 10.0,
        minor_reach / 5.0,
    ];
    let (said, powers) = out.split_at_mut(features.len());
    said.copy_from_slice(&features);
    powers[me.i()] = 1.0;
}

impl Evaluate<Coalitions> for Judgement {
    fn fitted(&self) -> &Fitted {
        &self.fitted
    }

    fn features(&self, game: &Coalitions, state: &State, seat: Player, out: &mut [f32]) {
        describe(&Ground::new(game, state), seat, out);
    }

    /// No battle, no board update, no general on the march. The features of one who is about to spend money or to move
    /// stand for what he has not yet done, so that positions within an action can be compared with those after it.
    fn is_quiet(&self, game: &Coalitions, state: &State) -> bool {
        let movement = &state.movement;
        let settled = match movement.stage {
            _ if !movement.active => true,
            MoveStage::Arbiter | MoveStage::Disband => true,
            MoveStage::Select | MoveStage::Request => pending_battles(game, state).is_empty(),
            _ => false,
        };
        settled && !state.battle.active && !state.update.active && !state.automa.active
    }

    fn value(&self, game: &Coalitions, state: &State) -> PerPlayer<f32> {
        if game.is_lempereur() {
            return PerPlayer::filled(game.players(), self.coalition(game, state));
        }
        let ground = Ground::new(game, state);
        self.fitted.chances(game.players(), |seat, out| describe(&ground, seat, out))
    }
}
