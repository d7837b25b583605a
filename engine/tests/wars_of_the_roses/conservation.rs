//! Nothing is lost and nothing appears: blocks and cards after every action of random games.

use warlab_engine::chance::{Chance, Dice};
use warlab_engine::game::{Game, Turn};
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::games::wars_of_the_roses::{State, WarsOfTheRoses};
use warlab_engine::published::build;
use warlab_engine::setup::Setup;

use super::contract::SCENARIOS;

/// Where a block is, counted place by place and without `State::check`.
fn times_placed(state: &State, block: Block) -> usize {
    let placed = state.places().iter().filter(|(_, blocks)| blocks.contains(block)).count();
    placed + usize::from(state.prisoner == Some(block))
}

/// Each person is in one place in one colour, or dead in both; each block has 1 to its full number of steps.
fn assert_blocks(game: &WarsOfTheRoses, state: &State, at: &str) {
    let dead = state.at(Place::DEAD);
    for block in game.tables.all_blocks() {
        let info = game.tables.block(block);
        let times = times_placed(state, block);
        match info.twin {
            None => assert_eq!(times, 1, "{at}: {}", info.id),
            Some(twin) if dead.contains(block) => {
                assert!(times == 1 && dead.contains(twin), "{at}: {} is dead in one colour", info.id);
            }
            Some(twin) => assert_eq!(times + times_placed(state, twin), 1, "{at}: {}", info.id),
        }
        let strength = state.strength(&game.tables, block);
        assert!((1..=info.max_strength).contains(&strength), "{at}: {} has {strength}", info.id);
    }
}

/// Every card is in one hand, on the table, played or in the deck; both hands shrink by one card a turn.
fn assert_cards(game: &WarsOfTheRoses, state: &State, at: &str) {
    let shown = state.card.iter().flatten().map(|&card| Cards::single(card));
    let piles: Vec<Cards> = state.hands.into_iter().chain([state.played]).chain(shown).collect();
    let together = piles.iter().fold(Cards::EMPTY, |all, &pile| all | pile);
    assert_eq!(
        together.len(),
        piles.iter().map(|pile| pile.len()).sum::<usize>(),
        "{at}: a card is in two places"
    );
    assert_eq!(together.len(), 2 * game.tables.hand, "{at}: as many cards as were dealt");
    let turns = usize::from(state.turn) - 1;
    let political = matches!(state.phase, Phase::GoHome { .. } | Phase::Disband { .. } | Phase::Over { .. });
    if !political {
        assert_eq!(state.played.len(), 2 * turns, "{at}: two cards a turn");
    }
}

/// [WR 3.22, 5.1, 6.82] Blocks and cards are conserved, and the dead stay dead.
#[test]
fn blocks_and_cards_are_conserved() {
    for scenario in SCENARIOS {
        let game = build::<WarsOfTheRoses>(&Setup::scenario(scenario)).unwrap();
        let mut legal = Vec::new();
        for seed in 0..25 {
            let mut dice = Dice::seeded(seed);
            let mut state = game.start(&mut dice);
            let mut step = 0;
            while game.turn(&state) != Turn::Over {
                game.legal_actions(&state, &mut legal);
                let action = legal[dice.below(legal.len() as u32) as usize];
                let dead = state.at(Place::DEAD);
                game.apply(&mut state, action, &mut dice);
                step += 1;
                let at = format!("{scenario} seed {seed} step {step} after {action:?}");
                assert_blocks(&game, &state, &at);
                assert_cards(&game, &state, &at);
                assert!(dead.is_subset(state.at(Place::DEAD)), "{at}: the dead have risen");
            }
        }
    }
}
