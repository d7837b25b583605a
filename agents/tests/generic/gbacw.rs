//! Knowledge of Great Battles of the American Civil War: it covers every decision in every battle, beats random play,
//! and its odds are those of the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use warlab_agents::match_play::play_match;
use warlab_agents::odds::gbacw::{ShockOdds, declared, fails, rally_odds, shock_now, shot};
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::{Logged, Scripted, mix};
use warlab_engine::event::BattleRow;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::{Action, FireMode};
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch02_cohesion::check;
use warlab_engine::games::gbacw::rules::ch11_before::pending;
use warlab_engine::games::gbacw::rules::ch13_rally::rally_input;
use warlab_engine::games::gbacw::state::{ShotKind, State, Status};
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Player, Published, Turn};

use crate::fairness::assert_honest;

fn game(scenario: &str) -> Arc<Gbacw> {
    build::<Gbacw>(&Setup::scenario(scenario)).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Plays some decisions of a battle, two of three of them good ones, so that they are of every kind.
fn half_good_play(
    scenario: &str,
    seed: u64,
    decisions: u32,
    mut visit: impl FnMut(&Gbacw, &State, &[Action], &[f32], &mut Dice),
) {
    let game = game(scenario);
    let policy = game.policy(&embedded_weights::<Gbacw>()).unwrap();
    let (mut legal, mut scores) = (Vec::new(), Vec::new());
    let mut dice = Dice::seeded(seed);
    let mut table = table_stream(mix(3, seed));
    let mut state = game.start(&mut table);
    for _ in 0..decisions {
        if game.turn(&state) == Turn::Over {
            break;
        }
        game.legal_actions(&state, &mut legal);
        policy.scores(&game, &state, &legal, &mut scores);
        visit(&game, &state, &legal, &scores, &mut dice);
        let best = (0..legal.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
        let action = if dice.below(3) > 0 { best } else { dice.below(legal.len() as u32) as usize };
        game.apply(&mut state, legal[action], &mut table);
    }
}

const SCENARIOS: [&str; 3] = ["crossroads", "foxs_gap", "trevilian"];

/// Questions whose answers are worth the same often enough for a short run to see no difference; leaders who may move up
/// are asked about only when their ratings are equal. [GB 12.76]
const EVEN: [&str; 3] = ["Envelop", "EventChoice", "MovesUp"];

/// No question is answered by a shrug, and the same question always gets the same finite answer.
#[test]
fn every_kind_of_decision_is_covered() {
    let mut told: BTreeMap<String, bool> = BTreeMap::new();
    for scenario in SCENARIOS {
        let policy = game(scenario).policy(&embedded_weights::<Gbacw>()).unwrap();
        let mut again = Vec::new();
        half_good_play(scenario, 1, 4000, |game, state, legal, scores, dice| {
            assert_eq!(scores.len(), legal.len());
            assert!(scores.iter().all(|score| score.is_finite()), "{:?}: {scores:?}", state.phase());
            if dice.below(20) == 0 {
                policy.scores(game, state, legal, &mut again);
                assert_eq!(scores, again);
            }
            let name = format!("{:?}", state.phase());
            let name: String = name.chars().take_while(|letter| letter.is_alphabetic()).collect();
            let differ = scores.iter().any(|score| (score - scores[0]).abs() > 1e-6);
            *told.entry(name).or_default() |= differ || legal.len() < 2;
        });
    }
    assert!(told.len() > 20, "{told:?}");
    let shrugs: Vec<&String> = told.iter().filter(|(_, differ)| !**differ).map(|(name, _)| name).collect();
    assert!(shrugs.iter().all(|name| EVEN.contains(&name.as_str())), "{shrugs:?}");
}

#[test]
fn the_evaluation_gives_chances() {
    for scenario in SCENARIOS {
        let evaluator = game(scenario).evaluator(&embedded_weights::<Gbacw>()).unwrap();
        let mut quiet = 0;
        half_good_play(scenario, 2, 800, |game, state, _, _, _| {
            let value = evaluator.value(game, state);
            assert!((value.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(value.as_slice().iter().all(|chance| (0.0..=1.0).contains(chance)));
            quiet += u32::from(evaluator.is_quiet(game, state));
        });
        assert!(quiet > 80, "{quiet}");
    }
}

/// Every feature has its place: the last ones tell the sides apart, once each.
#[test]
fn features_are_written_in_the_order_of_their_names() {
    let game = game("crossroads");
    let evaluator = game.evaluator(&embedded_weights::<Gbacw>()).unwrap();
    let state = game.start(&mut table_stream(1));
    let features = |seat: Player| -> BTreeMap<&str, f32> {
        let mut room = vec![f32::NAN; evaluator.fitted().features.len()];
        evaluator.features(&game, &state, seat, &mut room);
        evaluator.fitted().features.iter().map(|feature| feature.name).zip(room).collect()
    };
    for (seat, union) in [(Player::FIRST, 1.0), (Player::SECOND, 0.0)] {
        let told = features(seat);
        assert!(told.values().all(|value| value.is_finite()), "{told:?}");
        assert_eq!(told["union_early"], union);
        assert_eq!([told["union_last"], told["hold_early"], told["fatigue"], told["routed"]], [0.0; 4]);
        assert!(told["guns"] > 0.0 && told["markers"] > 0.0, "{told:?}");
    }
}

/// Who is about to act is better off than who has just acted in the same position.
#[test]
fn units_that_have_yet_to_act_count() {
    let evaluator = game("crossroads").evaluator(&embedded_weights::<Gbacw>()).unwrap();
    let mut compared = 0;
    half_good_play("crossroads", 4, 800, |game, state, legal, _, _| {
        let Turn::Player(mover) = game.turn(state) else { return };
        if !matches!(state.phase(), Phase::Brigade) {
            return;
        }
        for &action in legal {
            let Action::Unit(unit) = action else { continue };
            let mut acted = *state;
            acted.units[unit].status.set(Status::USED, true);
            let [before, after] = [state, &acted].map(|state| evaluator.value(game, state)[mover]);
            assert!(before > after, "{before} {after}");
            compared += 1;
        }
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn scripted_play_beats_random_play() {
    let tally = play_match(&*game("crossroads"), &[spec("scripted"), spec("random")], 8, 1).unwrap();
    assert!(tally.score(0).score >= 0.9, "{:?}", tally.score(0));
    assert_eq!(tally.stopped, 0);
}

/// Nothing is hidden here, so an agent's choice depends on the position and its own seed alone.
#[test]
fn choices_depend_on_the_position_alone() {
    let game = game("crossroads");
    assert_honest(&*game, &[("scripted", 40), ("greedy:worlds=1", 200), ("mcts:iterations=4", 400)]);
}

/// A weights file must name the same weights; what is wrong is said with its line.
#[test]
fn a_wrong_weights_file_is_refused() {
    let path = std::env::temp_dir().join(format!("warlab-gbacw-{}.toml", std::process::id()));
    let embedded = <Gbacw as Playable>::WEIGHTS;
    let complaint = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let spec = spec(&format!("scripted:weights={}", path.display()));
        make::<Gbacw>(&spec).err().map(|problem| problem.to_string())
    };
    assert_eq!(complaint(embedded), None);
    let misspelt = complaint(&embedded.replace("\nrally =", "\nraly =")).unwrap();
    assert!(misspelt.contains("raly") && misspelt.contains("rally"), "{misspelt}");
    let missing = complaint(&embedded.replace("\nrally =", "\n# rally =")).unwrap();
    assert!(missing.contains("rally"), "{missing}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn levels_are_known() {
    for level in ["easy", "normal", "hard", "expert"] {
        assert!(make::<Gbacw>(&spec(level)).is_ok(), "{level}");
    }
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

/// The five bands by hand: at no modifier the faces 0 and 1 throw the attacker back, 2 to 4 stand off, 5 to 7 push the
/// defender back, 8 and 9 drive him; five more shift all that by five faces. [GB 11.45]
#[test]
fn shock_by_hand() {
    let game = game("crossroads");
    let plain = ShockOdds::by_modifier(&game.tables, 0);
    for (chance, expected) in plain.results.into_iter().zip([0.2, 0.3, 0.3, 0.2, 0.0]) {
        near(chance, expected);
    }
    let strong = ShockOdds::by_modifier(&game.tables, 5);
    for (chance, expected) in strong.results.into_iter().zip([0.0, 0.0, 0.3, 0.2, 0.5]) {
        near(chance, expected);
    }
}

/// The chance to fail a check, against the rules' own check with every face of the die. [GB 2.6]
#[test]
fn checks_agree_with_the_rules() {
    let mut checked = 0;
    for scenario in SCENARIOS {
        half_good_play(scenario, 4, 600, |game, state, _, _, dice| {
            if dice.below(20) > 0 {
                return;
            }
            for unit in game.units().filter(|&unit| state.units[unit].is_present()) {
                let drm = dice.below(5) as i8 - 2;
                let failed = (0..10u8).filter(|&face| {
                    let mut thrown = Scripted::new(Dice::seeded(0));
                    thrown.rolls.push_back(face);
                    !check(game, state, unit, drm, "2.6", &mut thrown)
                });
                near(fails(game, state, unit, drm), failed.count() as f64 / 10.0);
                checked += 1;
            }
        });
    }
    assert!(checked > 100, "{checked}");
}

/// The first battle row of a kind that an action brings about, nobody else doing anything.
fn fought(game: &Gbacw, state: &State, action: Action, kind: &str, seed: u64) -> Option<BattleRow> {
    let mut after = *state;
    let mut logged = Logged::new(Dice::seeded(seed));
    game.apply(&mut after, action, &mut logged);
    let mut legal = Vec::new();
    for _ in 0..6 {
        if let Some(row) = logged.battles.iter().find(|row| row.kind == kind) {
            return Some(row.clone());
        }
        if game.turn(&after) == Turn::Over {
            break;
        }
        game.legal_actions(&after, &mut legal);
        let pass = legal.iter().copied().find(|&action| action == Action::Pass).unwrap_or(legal[0]);
        game.apply(&mut after, pass, &mut logged);
    }
    None
}

/// Losses by fire as foretold, against the same fire thrown by the rules. [GB 10.17]
#[test]
fn fire_odds_agree_with_the_rules() {
    let columns = Gbacw::battle_columns();
    let loss = columns.iter().position(|column| *column == "loss").unwrap();
    let (mut compared, throws) = (0, 1500);
    half_good_play("crossroads", 5, 4000, |game, state, legal, _, dice| {
        let Phase::UnitActs { unit } = state.phase() else { return };
        let fire =
            legal.iter().copied().find(|action| matches!(action, Action::Fire { mode: FireMode::Whole, .. }));
        let Some(action @ Action::Fire { target, mode }) = fire else { return };
        if compared >= 8 || dice.below(6) > 0 {
            return;
        }
        let declared = declared(game, state, unit, target, mode, ShotKind::Active).unwrap();
        let odds = shot(game, state, &declared).unwrap();
        let mut counts = [0.0f64; 4];
        for seed in 0..throws {
            let Some(row) = fought(game, state, action, "fire", mix(9, seed)) else { return };
            counts[row.values[loss] as usize] += 1.0 / throws as f64;
        }
        compared += 1;
        for (share, chances) in counts.iter().zip(odds.chances) {
            let chance = chances[0] + chances[1];
            assert!((share - chance).abs() < 0.06, "{counts:?} thrown, {odds:?} foretold");
        }
    });
    assert!(compared >= 4, "{compared}");
}

/// Results of a single shock as foretold before its roll, against the rules. [GB 11.45]
#[test]
fn shock_odds_agree_with_the_rules() {
    let columns = Gbacw::battle_columns();
    let result = columns.iter().position(|column| *column == "result").unwrap();
    let (mut compared, throws) = (0, 1000);
    for seed in 0..6 {
        half_good_play("crossroads", 20 + seed, 4000, |game, state, legal, _, _| {
            if compared >= 5 || !matches!(state.phase(), Phase::PreShockFire { .. }) {
                return;
            }
            let mut open = pending(state, 0);
            let (Some(index), None) = (open.next(), open.next()) else { return };
            let Some(odds) = shock_now(game, state, index) else { return };
            assert!(legal.contains(&Action::Pass));
            let mut counts = [0.0f64; 5];
            for seed in 0..throws {
                let Some(row) = fought(game, state, Action::Pass, "shock", mix(11, seed)) else { return };
                counts[row.values[result] as usize] += 1.0 / throws as f64;
            }
            compared += 1;
            for (share, chance) in counts.iter().zip(odds.results) {
                assert!((share - chance).abs() < 0.06, "{counts:?} thrown, {odds:?} foretold");
            }
        });
    }
    assert!(compared >= 1, "{compared}");
}

/// Rally as foretold, against the rules. [GB 13.41]
#[test]
fn rally_odds_agree_with_the_rules() {
    let (mut compared, throws) = (0, 1000);
    half_good_play("crossroads", 6, 5000, |game, state, legal, _, dice| {
        let Phase::UnitActs { unit } = state.phase() else { return };
        if compared >= 6 || !legal.contains(&Action::Rally) || dice.below(3) > 0 {
            return;
        }
        compared += 1;
        let odds = rally_odds(&game.tables, &rally_input(game, state, unit));
        let rallied = (0..throws).filter(|&seed| {
            let mut after = *state;
            game.apply(&mut after, Action::Rally, &mut Dice::seeded(mix(13, seed)));
            !after.units[unit].is_disordered()
        });
        let share = rallied.count() as f64 / throws as f64;
        assert!((share - odds[0]).abs() < 0.06, "{share} {odds:?}");
    });
    assert!(compared >= 3, "{compared}");
}

/// Odds are told for fire, reaction fire, rally and orders, and add up to 1.
#[test]
fn odds_are_told_and_add_up() {
    let mut told = [0; 4];
    half_good_play("crossroads", 7, 5000, |game, state, legal, _, dice| {
        if dice.below(4) > 0 {
            return;
        }
        let Turn::Player(mover) = game.turn(state) else { return };
        let seen = game.observe(state, mover);
        for &action in legal {
            let Some(odds) = game.odds(&seen, action) else { continue };
            assert!((odds.outcomes.iter().map(|(_, odd)| odd).sum::<f64>() - 1.0).abs() < 1e-9);
            match action {
                Action::Fire { .. } => told[0] += 1,
                Action::Shoot { .. } => told[1] += 1,
                Action::Rally => told[2] += 1,
                Action::Formation(_) => told[3] += 1,
                _ => {}
            }
        }
    });
    assert!(told.iter().all(|&count| count > 0), "{told:?}");
}
