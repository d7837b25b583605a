//! Battle odds in Coalitions: exact once nobody can add a card, otherwise estimated over dealt worlds.
//!
//! Face-down cards are drawn from all the cards the viewer has not seen, each set in proportion to the ways it can be
//! drawn. Before that point everybody plays on by the game's policy in worlds dealt from the observation.

use warlab_engine::chance::mix;
use warlab_engine::event::{BattleRow, Event};
use warlab_engine::games::coalitions::context::{Fighter, Side};
use warlab_engine::games::coalitions::rules::ch08_battle::base_strength;
use warlab_engine::games::coalitions::rules::ch10_generals::wellington_support;
use warlab_engine::games::coalitions::types::*;
use warlab_engine::games::coalitions::{Action, Coalitions, State};
use warlab_engine::{Chance, Dice, Game, Index, Observation, Player, Turn};

use crate::knowledge::{Odds, Policy};
use crate::playable::{Playable, embedded_weights};

/// Worlds dealt for an estimate.
const WORLDS: u64 = 200;

/// Decisions after which a battle is given up as not having happened.
const MOST_DECISIONS: u32 = 400;

/// Face-down stacks beyond which an exact calculation takes too long.
const MOST_HIDDEN: u32 = 8;

/// One general's stack: what is known of it and how many of its cards are not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// 1 for the attacker's side, -1 for the defender's.
    pub sign: i32,
    pub known: i32,
    /// Cards with the pair ability among the known ones.
    pub pairs: u32,
    pub hidden: u32,
    /// Whether his power controls the territory.
    pub holds: bool,
}

/// A kind of card: value, ability and how many are unseen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    pub value: u8,
    pub ability: Ability,
    pub count: u32,
}

/// The chances that the attacker wins, that it is a draw, and that the defender wins, all cards lying on the table.
/// `base` is the attacker's strength over the defender's without cards.
pub fn settled(base: i32, stacks: &[Stack], unseen: &[Kind]) -> [f64; 3] {
    let mut pool = unseen.to_vec();
    let mut odds = [0.0; 3];
    deal(base, stacks, &mut pool, 1.0, &mut odds);
    odds
}

/// Deals the first stack's hidden cards in every way, then the others'.
fn deal(margin: i32, stacks: &[Stack], pool: &mut Vec<Kind>, odd: f64, odds: &mut [f64; 3]) {
    let Some((stack, rest)) = stacks.split_first() else {
        let place = match margin.signum() {
            1 => 0,
            0 => 1,
            _ => 2,
        };
        odds[place] += odd;
        return;
    };
    fill(margin, *stack, 0, rest, pool, odd, odds);
}

/// Takes 0, 1, 2 ... cards of a kind, then goes on to the next kind: the multivariate hypergeometric distribution as a
/// chain of plain ones.
fn fill(
    margin: i32,
    stack: Stack,
    kind: usize,
    rest: &[Stack],
    pool: &mut Vec<Kind>,
    odd: f64,
    odds: &mut [f64; 3],
) {
    if stack.hidden == 0 {
        let value = stack.known + (stack.pairs / 2) as i32;
        deal(margin + stack.sign * value, rest, pool, odd, odds);
        return;
    }
    let Some(&Kind { value, ability, count }) = pool.get(kind) else { return };
    let later: u32 = pool[kind + 1..].iter().map(|kind| kind.count).sum();
    for taken in 0..=stack.hidden.min(count) {
        let left = stack.hidden - taken;
        if left > later {
            continue;
        }
        let share = choose(count, taken) * choose(later, left) / choose(count + later, stack.hidden);
        let each = i32::from(value) + i32::from(ability == Ability::HomeGround && stack.holds);
        let next = Stack {
            hidden: left,
            known: stack.known + each * taken as i32,
            pairs: stack.pairs + if ability == Ability::Pair { taken } else { 0 },
            ..stack
        };
        pool[kind].count -= taken;
        fill(margin, next, kind + 1, rest, pool, odd * share, odds);
        pool[kind].count += taken;
    }
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// What may come of an action that begins a battle or takes part in one; `None` for any other.
pub fn of_action(game: &Coalitions, seen: &Observation<State>, action: Action) -> Option<Odds> {
    let state = seen.visible();
    let ask = state.decision?.ask;
    let fights = match (ask, action) {
        (Ask::Support | Ask::Cards | Ask::BattleOrder | Ask::Withdraw, _) => true,
        (Ask::Move, Action::Move { to, .. } | Action::Sail { to, .. } | Action::Orient { to, .. }) => {
            let mover = state.movement.mover;
            Power::all().any(|other| {
                (state.has_general(other, to) || state.garrisons[other.i()].contains(to))
                    && state.hostile(&game.tables, mover, other, to)
            })
        }
        _ => false,
    };
    if !fights {
        return None;
    }
    if action == Action::Pass
        && let Some(odds) = after_pass(game, seen)
    {
        return Some(told(odds, true));
    }
    estimate(game, seen, action).map(|odds| told(odds, false))
}

fn told(odds: [f64; 3], exact: bool) -> Odds {
    let words = ["the attacker wins", "a draw", "the defender wins"];
    Odds { outcomes: words.into_iter().map(String::from).zip(odds).collect(), exact }
}

/// Exact odds of passing, if nobody else can play a card any more.
pub fn after_pass(game: &Coalitions, seen: &Observation<State>) -> Option<[f64; 3]> {
    let state = seen.visible();
    let (battle, passing) = (&state.battle, state.decision?.power);
    let others_play = battle.fighters().iter().any(|fighter| {
        fighter.power != passing && fighter.count < fighter.allowance && can_pay(game, state, fighter.power)
    });
    if others_play || game.is_lempereur() || !battle.active {
        return None;
    }
    let visible = |power: Power| {
        let spoken_for = state.controller[power.i()].is_some() || battle.defenders.contains(power);
        spoken_for && game.speaker(state, power) == seen.viewer()
    };
    let stacks: Vec<Stack> =
        battle.fighters().iter().map(|fighter| stack(game, state, fighter, visible(fighter.power))).collect();
    if stacks.iter().map(|stack| stack.hidden).sum::<u32>() > MOST_HIDDEN {
        return None;
    }
    let pool = crate::scripted::coalitions::unseen_cards(state, visible);
    let kinds: Vec<Kind> = game
        .tables
        .cards
        .iter()
        .zip(pool)
        .map(|(card, count)| Kind { value: card.value, ability: card.ability, count: u32::from(count) })
        .collect();
    let strength = |side: Side| {
        i32::from(base_strength(game, state, side)) + i32::from(wellington_support(game, state, side))
    };
    Some(settled(strength(Side::Attack) - strength(Side::Defence), &stacks, &kinds))
}

fn can_pay(game: &Coalitions, state: &State, power: Power) -> bool {
    let battle = &state.battle;
    let free = battle.penniless.contains(power) && !battle.free_used.contains(power);
    !game.is_automa(power)
        && !battle.passed.contains(power)
        && state.hand_size(power) > 0
        && (state.morale[power.i()] > 0 || free)
}

fn stack(game: &Coalitions, state: &State, fighter: &Fighter, visible: bool) -> Stack {
    let holds = state.controller_of(&game.tables, state.battle.at) == Some(fighter.power);
    let sign = if fighter.side == Side::Attack { 1 } else { -1 };
    let mut stack = Stack { sign, known: 0, pairs: 0, hidden: 0, holds };
    for played in fighter.played() {
        if !visible && !played.face_up {
            stack.hidden += 1;
            continue;
        }
        let info = &game.tables.cards[played.card.index()];
        stack.known += i32::from(info.value) + i32::from(info.ability == Ability::HomeGround && holds);
        stack.pairs += u32::from(info.ability == Ability::Pair);
    }
    stack
}

/// Dice that keep the first battle's result.
struct Watched {
    dice: Dice,
    place: Option<String>,
    result: Option<i32>,
}

impl Chance for Watched {
    fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }

    fn note(&mut self, _: impl FnOnce() -> Event) {}

    fn battle(&mut self, row: impl FnOnce() -> BattleRow) {
        let row = row();
        if self.result.is_none() && self.place.as_ref().is_none_or(|place| *place == row.place) {
            self.result = row.values.last().copied();
        }
    }
}

/// Odds over dealt worlds in which everybody plays by the policy; `None` if no battle comes of it. Worlds in which the
/// battle is avoided are not counted.
pub fn estimate(game: &Coalitions, seen: &Observation<State>, action: Action) -> Option<[f64; 3]> {
    let policy = game.policy(&embedded_weights::<Coalitions>())?;
    let mut counts = [0u32; 3];
    let place = match action {
        Action::Move { to, .. } | Action::Sail { to, .. } | Action::Orient { to, .. } => Some(to),
        Action::Battle(at) => Some(at),
        _ => Some(seen.visible().battle.at),
    };
    for world in 0..WORLDS {
        let mut dice = Dice::seeded(mix(0x0C0A, world));
        let mut state = game.determinize(seen, &mut dice);
        let place = place.map(|at| game.tables.id(at).to_string());
        let mut watched = Watched { dice, place, result: None };
        game.apply(&mut state, action, &mut watched);
        play_on(game, &mut state, &*policy, seen.viewer(), &mut watched);
        if let Some(result) = watched.result {
            counts[(1 - result).clamp(0, 2) as usize] += 1;
        }
    }
    let fought: u32 = counts.iter().sum();
    (fought > 0).then(|| counts.map(|count| f64::from(count) / f64::from(fought)))
}

/// Plays the best action of each mover's policy until the battle is over. The viewer ends his moves at once, so that
/// the battle in question is fought as the position stands.
fn play_on(
    game: &Coalitions,
    state: &mut State,
    policy: &dyn Policy<Coalitions>,
    viewer: Player,
    chance: &mut Watched,
) {
    let (mut legal, mut scores) = (Vec::new(), Vec::new());
    for _ in 0..MOST_DECISIONS {
        let Turn::Player(mover) = game.turn(state) else { return };
        if chance.result.is_some() {
            return;
        }
        let ask = state.decision.map(|decision| decision.ask);
        let over = !state.battle.active && !state.movement.active && !state.automa.active;
        if over || matches!(ask, Some(Ask::Request)) {
            return;
        }
        game.legal_actions(state, &mut legal);
        policy.scores(game, state, &legal, &mut scores);
        let best = (0..legal.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
        let ends = ask == Some(Ask::Move) && mover == viewer;
        let action = if ends { Action::Done } else { legal[best] };
        game.apply(state, action, chance);
    }
}
