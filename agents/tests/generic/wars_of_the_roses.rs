//! Knowledge of the Wars of the Roses: it uses what the mover may know, covers every decision, and beats random play.

use warlab_agents::match_play::play_match;
use warlab_agents::playable::embedded_weights;
use warlab_agents::{Playable, Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::{Area, Place, Side};
use warlab_engine::games::wars_of_the_roses::{Action, WarsOfTheRoses};
use warlab_engine::play::table_stream;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Chance, Dice, Game, Player, Turn};

use crate::fairness::assert_honest;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Scores in the true state, in a re-dealt world and on the bare observation are the same numbers.
#[test]
fn the_policy_uses_only_what_the_mover_may_know() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    let policy = game.policy(&embedded_weights::<WarsOfTheRoses>()).unwrap();
    let (mut legal, mut truth, mut dealt) = (Vec::new(), Vec::new(), Vec::new());
    let mut dice = Dice::seeded(1);
    for number in 0..6 {
        let mut table = table_stream(mix(3, number));
        let mut state = game.start(&mut table);
        while let Turn::Player(mover) = game.turn(&state) {
            game.legal_actions(&state, &mut legal);
            policy.scores(&game, &state, &legal, &mut truth);
            assert_eq!(truth.len(), legal.len());
            assert!(truth.iter().all(|score| score.is_finite()), "{:?}", state.phase);
            let seen = game.observe(&state, mover);
            for world in [*seen.visible(), game.determinize(&seen, &mut dice)] {
                policy.scores(&game, &world, &legal, &mut dealt);
                for (a, b) in truth.iter().zip(&dealt) {
                    assert!((a - b).abs() < 1e-3, "{:?}: {truth:?} {dealt:?}", state.phase);
                }
            }
            // Half of the decisions are played well, so that the games see battles and politics of every kind.
            let best = (0..legal.len()).max_by(|&a, &b| truth[a].total_cmp(&truth[b])).unwrap();
            let action = if dice.below(2) == 0 { best } else { dice.below(legal.len() as u32) as usize };
            game.apply(&mut state, legal[action], &mut table);
        }
    }
}

#[test]
fn the_evaluation_gives_chances() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    let evaluator = game.evaluator(&embedded_weights::<WarsOfTheRoses>()).unwrap();
    let state = game.start(&mut table_stream(1));
    let value = evaluator.value(&game, &state);
    assert!((value.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-5);
}

/// A Lancastrian noble alone on the map is in danger from nobles of York next to him, more from two than from one; those two
/// marches away are only near; across the country they are neither.
#[test]
fn the_evaluation_sees_nobles_in_danger() {
    let game = build::<WarsOfTheRoses>(&Setup::scenario("richard_iii_1483")).unwrap();
    let tables = &game.tables;
    let mut state = game.start(&mut table_stream(1));
    for block in state.on_map() {
        state.move_block(tables, block, state.area_of(block).unwrap(), Place::POOL);
    }
    let nobles = |side: Side| {
        let nobles = state.at(Place::POOL) & state.of(tables, side) & tables.counted;
        nobles.into_iter().collect::<Vec<_>>()
    };
    let (own, enemies) = (nobles(Side::Lancaster)[0], nobles(Side::York));
    let evaluator = game.evaluator(&embedded_weights::<WarsOfTheRoses>()).unwrap();
    let feature = |state: &State, name: &str| {
        let known = evaluator.fitted().features;
        let mut out = vec![0.0; known.len()];
        evaluator.features(&game, state, Player::FIRST, &mut out);
        out[known.iter().position(|feature| feature.name == name).unwrap()]
    };
    let counted = game.counted_areas.into_iter();
    let here = counted.max_by_key(|&area| tables.neighbours[area].len()).unwrap();
    state.move_block(tables, own, Place::POOL, here);
    let next = tables.neighbours[here];
    let second = (tables.beside(next) - next).without(here);
    let far = game.counted_areas - next - second - tables.beside(second);
    let danger = |areas: &[Area]| {
        let mut state = state;
        for (&block, &area) in enemies.iter().zip(areas) {
            state.move_block(tables, block, Place::POOL, area);
        }
        (feature(&state, "nobles_in_danger"), feature(&state, "nobles_near_enemies"))
    };
    let (beside, near, away) =
        (next.first().unwrap(), second.first().unwrap(), far.without(here).first().unwrap());
    let one = danger(&[beside]);
    let two = danger(&[beside, beside]);
    assert!(0.0 < one.0 && one.0 < two.0, "{one:?}, {two:?}");
    assert_eq!(one.1, 0.0);
    let near = danger(&[near]);
    assert!(near.0 == 0.0 && near.1 > 0.0, "{near:?}");
    assert_eq!(danger(&[away]), (0.0, 0.0));
}

#[test]
fn scripted_play_beats_random_play() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    let tally = play_match(&*game, &[spec("scripted"), spec("random")], 20, 1).unwrap();
    assert!(tally.score(0).score >= 0.95, "{:?}", tally.score(0));
}

#[test]
fn nobody_looks_behind_the_blocks() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    assert_honest(&*game, &[("scripted", 1), ("greedy:worlds=2", 5), ("mcts:iterations=12", 25)]);
}

/// A tree that is kept from one decision to the next knows actions that are no longer legal: none of them is played.
#[test]
fn halving_keeps_to_what_is_legal_now() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    let tally =
        play_match(&*game, &[spec("mcts:iterations=40,halving=true"), spec("scripted")], 1, 21).unwrap();
    assert_eq!((tally.games, tally.stopped), (2, 0));
}

/// People are told what a treachery roll, a volley or a whole battle may do.
#[test]
fn odds_are_told_and_add_up() {
    let game = build::<WarsOfTheRoses>(&Setup::default()).unwrap();
    let mut agents = [make::<WarsOfTheRoses>(&spec("scripted")).unwrap(), make(&spec("scripted")).unwrap()];
    let mut table = table_stream(5);
    let mut state = game.start(&mut table);
    let (mut legal, mut volleys, mut tempted, mut fights) = (Vec::new(), 0, 0, 0);
    while let Turn::Player(mover) = game.turn(&state) {
        game.legal_actions(&state, &mut legal);
        let seen = game.observe(&state, mover);
        for &action in &legal {
            if let Some(odds) = game.odds(&seen, action) {
                assert!((odds.outcomes.iter().map(|(_, odd)| odd).sum::<f64>() - 1.0).abs() < 1e-9);
                volleys += u32::from(matches!(action, Action::Fire(_)));
                tempted += u32::from(matches!(action, Action::Treachery(..)));
                fights += u32::from(matches!(action, Action::Fight(_)));
            }
        }
        let action = agents[mover.index()].decide(&game, &seen, &legal);
        game.apply(&mut state, action, &mut table);
    }
    assert!(volleys > 10 && tempted > 0 && fights > 0, "{volleys} {tempted} {fights}");
}
