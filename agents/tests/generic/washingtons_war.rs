//! Knowledge of Washington's War: it uses what the mover may know, covers every decision, beats random play, and its
//! battle odds are those of the rules.

use std::sync::Arc;

use warlab_agents::match_play::play_match;
use warlab_agents::odds::washingtons_war::{BattleOdds, Force, battle};
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Playable, Spec};
use warlab_engine::chance::{Logged, mix};
use warlab_engine::event::BattleRow;
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::{Colony, Nation, Side, Space, Spaces};
use warlab_engine::games::washingtons_war::{Action, Phase, WashingtonsWar};
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Player, Turn};

use crate::fairness::assert_honest;

fn game() -> Arc<WashingtonsWar> {
    build::<WashingtonsWar>(&Setup::default()).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Plays games in which half of the decisions are good ones, so that they see decisions of every kind.
fn half_good_games(games: u64, mut visit: impl FnMut(&WashingtonsWar, &State, &[Action], &[f32], &mut Dice)) {
    let game = game();
    let policy = game.policy(&embedded_weights::<WashingtonsWar>()).unwrap();
    let (mut legal, mut scores) = (Vec::new(), Vec::new());
    let mut dice = Dice::seeded(1);
    for number in 0..games {
        let mut table = table_stream(mix(3, number));
        let mut state = game.start(&mut table);
        while let Turn::Player(_) = game.turn(&state) {
            game.legal_actions(&state, &mut legal);
            policy.scores(&game, &state, &legal, &mut scores);
            visit(&game, &state, &legal, &scores, &mut dice);
            let best = (0..legal.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
            let action = if dice.below(2) == 0 { best } else { dice.below(legal.len() as u32) as usize };
            game.apply(&mut state, legal[action], &mut table);
        }
    }
}

/// Scores in the true state, in a re-dealt world and on the bare observation are the same numbers, asked once or twice.
#[test]
fn the_policy_uses_only_what_the_mover_may_know() {
    let policy = game().policy(&embedded_weights::<WashingtonsWar>()).unwrap();
    let mut dealt = Vec::new();
    half_good_games(12, |game, state, legal, truth, dice| {
        assert_eq!(truth.len(), legal.len());
        assert!(truth.iter().all(|score| score.is_finite()), "{:?}: {truth:?}", state.stack.top());
        let Turn::Player(mover) = game.turn(state) else { panic!("a decision is asked for") };
        let seen = game.observe(state, mover);
        for world in [*state, *seen.visible(), game.determinize(&seen, dice)] {
            policy.scores(game, &world, legal, &mut dealt);
            assert_eq!(truth, dealt, "{:?}", state.stack.top());
        }
    });
}

/// No question is answered by a shrug: in every kind of decision some actions are liked better than others.
#[test]
fn every_kind_of_decision_is_covered() {
    let mut told: std::collections::BTreeMap<String, bool> = std::collections::BTreeMap::new();
    half_good_games(40, |_, state, legal, scores, _| {
        let name = format!("{:?}", state.stack.top());
        let name: String = name.chars().take_while(|letter| letter.is_alphabetic()).collect();
        let differ = scores.iter().any(|score| (score - scores[0]).abs() > 1e-6);
        *told.entry(name).or_default() |= differ || legal.len() < 2;
    });
    assert!(told.len() > 15, "{told:?}");
    assert!(told.values().all(|&differ| differ), "{told:?}");
}

#[test]
fn the_evaluation_gives_chances() {
    let evaluator = game().evaluator(&embedded_weights::<WashingtonsWar>()).unwrap();
    half_good_games(3, |game, state, _, _, dice| {
        let value = evaluator.value(game, state);
        assert!((value.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(value.as_slice().iter().all(|chance| (0.0..=1.0).contains(chance)));
        // Only what the hands can do differs in a world dealt anew: all else is public.
        let Turn::Player(mover) = game.turn(state) else { panic!("a decision is asked for") };
        let dealt = game.determinize(&game.observe(state, mover), dice);
        for side in Side::BOTH {
            for (known, other) in known_of(game, state, side).zip(known_of(game, &dealt, side)) {
                let hidden = known.0 == "ops" && Player(side as u8) != mover;
                assert!(hidden || known == other, "{known:?}, {other:?}");
            }
        }
    });
}

/// What the evaluation knows of a side, by name.
fn known_of(game: &WashingtonsWar, state: &State, side: Side) -> impl Iterator<Item = (&'static str, f32)> {
    let evaluator = game.evaluator(&embedded_weights::<WashingtonsWar>()).unwrap();
    let known = evaluator.fitted().features;
    let mut out = vec![0.0; known.len()];
    evaluator.features(game, state, Player(side as u8), &mut out);
    known.iter().map(|feature| feature.name).zip(out)
}

fn feature(game: &WashingtonsWar, state: &State, side: Side, name: &str) -> f32 {
    known_of(game, state, side).find(|known| known.0 == name).unwrap().1
}

fn space(game: &WashingtonsWar, id: &str) -> Space {
    let place = game.tables.spaces.iter().position(|space| space.id == id);
    Space(place.unwrap_or_else(|| panic!("a space {id}")) as u8)
}

/// Howe in Boston endangers Washington before it, less if Washington is strong, and not at all without an Army.
#[test]
fn the_evaluation_sees_armies_in_danger() {
    let game = game();
    let mut state = game.start(&mut table_stream(1));
    let (boston, lexington) = (space(&game, "boston"), space(&game, "lexington_and_concord"));
    assert!(state.cu(Side::American, lexington) > 0);
    let weak = feature(&game, &state, Side::American, "cu_in_danger");
    assert!(weak > 0.0);
    assert!(feature(&game, &state, Side::British, "cu_in_danger") > 0.0);
    let own = state.cu(Side::American, lexington);
    state.add_cu(Nation::American, lexington, 5);
    let strong = feature(&game, &state, Side::American, "cu_in_danger");
    assert!(strong / f32::from(own + 5) < weak / f32::from(own), "{strong} of {own} and 5, {weak} of {own}");
    state.remove_cu(Nation::British, boston, state.cu(Side::British, boston));
    assert_eq!(feature(&game, &state, Side::American, "cu_in_danger"), 0.0);
}

/// The Americans need colonies of their own and must keep the British below theirs. [WW 13.2]
#[test]
fn the_evaluation_sees_both_conditions_of_victory() {
    let game = game();
    let tables = &game.tables;
    let mut state = game.start(&mut table_stream(1));
    for side in Side::BOTH {
        for at in state.occupied(side) {
            for nation in [Nation::British, Nation::American, Nation::French] {
                state.remove_cu(nation, at, state.count_of(nation, at));
            }
        }
    }
    let victory = |state: &State| {
        let (late, early) = ("victory_late", "victory_early");
        feature(&game, state, Side::American, late) + feature(&game, state, Side::American, early)
    };
    let colonies: Vec<_> =
        (0..tables.colonies.len() as u8).map(Colony).filter(|&c| tables.canada != Some(c)).collect();
    let land =
        |colonies: &[Colony]| colonies.iter().fold(Spaces::EMPTY, |all, &c| all | tables.colony_spaces[c]);
    let (american, british) = colonies.split_at(usize::from(tables.params.american_colonies));
    state.markers = [Spaces::EMPTY; 2];
    let nothing = victory(&state);
    state.markers[Side::American.index()] = land(american);
    let enough = victory(&state);
    assert!(nothing < 0.1 && enough > 0.5, "{nothing}, {enough}");
    assert_eq!(british.len(), usize::from(tables.params.british_colonies));
    state.markers[Side::British.index()] = land(british);
    assert!(victory(&state) < 0.5, "{}", victory(&state));
}

#[test]
fn scripted_play_beats_random_play() {
    let tally = play_match(&*game(), &[spec("scripted"), spec("random")], 25, 1).unwrap();
    assert!(tally.score(0).score >= 0.95, "{:?}", tally.score(0));
    assert_eq!(tally.stopped, 0);
}

#[test]
fn nobody_looks_into_the_other_hand() {
    let game = game();
    assert_honest(&*game, &[("scripted", 1), ("greedy:worlds=2", 5), ("mcts:iterations=12", 25)]);
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

/// Equal forces without Generals: the attacker wins ties, 21 of 36. A lead of six cannot be lost. [WW 9.2]
#[test]
fn two_dice_by_hand() {
    let game = game();
    let params = &game.tables.params;
    let force = Force { cu: 3, ..Force::default() };
    near(battle(params, force, force).attacker_wins, 21.0 / 36.0);
    near(battle(params, force, force.with(1)).attacker_wins, 15.0 / 36.0);
    near(battle(params, force.with(5), force).attacker_wins, 1.0);
    near(battle(params, force, force.with(6)).attacker_wins, 0.0);
}

/// A rating is full or halved with even chances, and never more than the CUs led. [WW 9.3]
#[test]
fn ratings_are_halved_and_capped() {
    let game = game();
    let params = &game.tables.params;
    let bare = Force { cu: 4, ..Force::default() };
    let led = Force { rating: 5, ..bare };
    let expected = (battle(params, bare.with(4), bare).attacker_wins
        + battle(params, bare.with(2), bare).attacker_wins)
        / 2.0;
    near(battle(params, led, bare).attacker_wins, expected);
}

/// The loser loses 1, 2 or 3 CUs but no more than he has; the winner one by the losing General's agility. [WW 9.5]
#[test]
fn losses_follow_the_table() {
    let game = game();
    let attack = Force { cu: 5, rating: 4, agility: 1, drm: 0 };
    let defence = Force { cu: 2, rating: 3, agility: 3, drm: 1 };
    let odds = battle(&game.tables.params, attack, defence);
    near(odds.beaten[0][1], 0.5);
    near(odds.beaten[0][3], 1.0 / 6.0);
    near(odds.beaten[1][2], 0.5);
    near(odds.winner_loses[0], 4.0 / 6.0);
    near(odds.winner_loses[1], 2.0 / 6.0);
    near(odds.outcomes().iter().map(|(_, _, chance)| chance).sum::<f64>(), 1.0);
}

/// The record of the battle that an action brings about; `None` if it ends otherwise (an overrun).
fn fought(game: &WashingtonsWar, state: &State, action: Action, seed: u64) -> Option<BattleRow> {
    let mut after = *state;
    let mut logged = Logged::new(Dice::seeded(seed));
    game.apply(&mut after, action, &mut logged);
    let mut legal = Vec::new();
    // A mixed stack and a defender's retreat are asked for before the battle is told.
    for _ in 0..4 {
        if let Some(row) = logged.battles.first() {
            return Some(row.clone());
        }
        if !matches!(game.turn(&after), Turn::Player(_)) {
            break;
        }
        game.legal_actions(&after, &mut legal);
        game.apply(&mut after, legal[0], &mut logged);
    }
    None
}

/// The odds told to people before the last card of a battle, against the same battle thrown by the rules themselves.
#[test]
fn told_odds_agree_with_the_rules() {
    let columns = <WashingtonsWar as warlab_engine::Published>::battle_columns();
    let column = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let lost = [column("british_losses"), column("american_losses")];
    let mut battles = 0;
    half_good_games(60, |game, state, legal, _, dice| {
        let Phase::BattleCard(side) = state.stack.top() else { return };
        if side == state.battle.attacker || battles >= 12 || dice.below(3) > 0 {
            return;
        }
        battles += 1;
        let action = legal[dice.below(legal.len() as u32) as usize];
        let Some(odds) = game.odds(&game.observe(state, side.player()), action) else { return };
        assert!(odds.exact);
        let throws = 6000;
        let mut counts = std::collections::BTreeMap::<String, f64>::new();
        for seed in 0..throws {
            let Some(row) = fought(game, state, action, mix(9, seed)) else { return };
            let winner = Side::of(row.winner.unwrap());
            let text = format!(
                "the {} win, losing {} CU; the {} lose {}",
                winner.name(),
                row.values[lost[winner.index()]],
                winner.enemy().name(),
                row.values[lost[winner.enemy().index()]]
            );
            *counts.entry(text).or_default() += 1.0 / throws as f64;
        }
        for (text, chance) in &odds.outcomes {
            let share = counts.remove(text).unwrap_or(0.0);
            assert!((share - chance).abs() < 0.03, "{text}: told {chance}, thrown {share}");
        }
        assert!(counts.is_empty(), "not told of {counts:?}");
    });
    assert!(battles >= 6, "{battles}");
}

/// Odds are told for battles, interceptions, retreats and attacks, and add up to 1.
#[test]
fn odds_are_told_and_add_up() {
    let mut told = [0; 4];
    half_good_games(30, |game, state, legal, _, _| {
        let Turn::Player(mover) = game.turn(state) else { return };
        let seen = game.observe(state, mover);
        for &action in legal {
            let Some(odds) = game.odds(&seen, action) else { continue };
            assert!((odds.outcomes.iter().map(|(_, odd)| odd).sum::<f64>() - 1.0).abs() < 1e-9);
            match action {
                Action::NoCard => told[0] += 1,
                Action::Intercept(_) => told[1] += 1,
                Action::TryRetreat => told[2] += 1,
                _ => told[3] += 1,
            }
        }
    });
    assert!(told.iter().all(|&count| count > 0), "{told:?}");
}

/// Simulation of one battle in a second and simpler way of writing the rules down.
fn simulate(attack: Force, defence: Force, dice: &mut Dice) -> (bool, [usize; 2]) {
    let mut die = || dice.below(6) + 1;
    let mut total = |force: Force| {
        let rating = if die() >= 4 { force.rating } else { force.rating / 2 };
        i64::from(force.cu) + i64::from(rating.min(force.cu)) + i64::from(force.drm) + i64::from(die())
    };
    let wins = total(attack) >= total(defence);
    let (winner, loser) = if wins { (attack, defence) } else { (defence, attack) };
    let beaten = [1, 1, 1, 2, 2, 3][die() as usize - 1].min(usize::from(loser.cu));
    let hurt = usize::from(die() <= u32::from(loser.agility) + 1 && winner.cu > 0);
    (wins, if wins { [hurt, beaten] } else { [beaten, hurt] })
}

#[test]
fn odds_agree_with_simulation() {
    let game = game();
    let howe = Force { cu: 5, rating: 6, agility: 1, drm: 2 };
    let washington = Force { cu: 4, rating: 5, agility: 3, drm: 1 };
    let garrison = Force { cu: 2, ..Force::default() };
    for (attack, defence) in
        [(howe, washington), (washington, howe), (washington, garrison), (garrison, washington)]
    {
        let odds: BattleOdds = battle(&game.tables.params, attack, defence);
        let mut dice = Dice::seeded(4);
        let throws = 60_000;
        let mut counts = std::collections::BTreeMap::<(bool, [usize; 2]), u32>::new();
        for _ in 0..throws {
            *counts.entry(simulate(attack, defence, &mut dice)).or_default() += 1;
        }
        for (wins, lost, chance) in odds.outcomes() {
            let share = f64::from(counts.remove(&(wins, lost)).unwrap_or(0)) / f64::from(throws);
            assert!(
                (share - chance).abs() < 0.01,
                "{attack:?} {defence:?} {wins} {lost:?}: {chance} {share}"
            );
        }
        assert!(counts.is_empty(), "{counts:?}");
    }
}
