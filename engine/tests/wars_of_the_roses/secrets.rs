//! What the enemy sees and is told does not depend on what he cannot know: two blocks hidden from him change places, the
//! same is done with them, and it must look the same. [WR 4.2]

use serde_json::Value;
use warlab_engine::chance::{Chance, Dice, Logged};
use warlab_engine::game::{Game, Turn};
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::games::wars_of_the_roses::{Action, State, WarsOfTheRoses};
use warlab_engine::observation::Observation;
use warlab_engine::player::Player;
use warlab_engine::published::{Published, build};
use warlab_engine::setup::Setup;

use super::contract::SCENARIOS;

/// The blocks whose places one of the players does not know.
fn hideable(state: &State) -> Blocks {
    (state.on_map() | state.at(Place::POOL)) - state.known
}

/// Two blocks of one side that stand for each other.
#[derive(Copy, Clone)]
struct Pair(Block, Block);

impl Pair {
    /// Two of the blocks that are hidden from `viewer`, if there are any.
    fn drawn(game: &WarsOfTheRoses, state: &State, viewer: Side, dice: &mut Dice) -> Option<Pair> {
        let hidden = hideable(state) & state.of(&game.tables, viewer.other());
        let mut draw = |from: Blocks| from.nth(dice.below(from.len().max(1) as u32) as usize);
        let one = draw(hidden)?;
        Some(Pair(one, draw(hidden.without(one))?))
    }

    fn other(self, block: Block) -> Block {
        match block {
            block if block == self.0 => self.1,
            block if block == self.1 => self.0,
            block => block,
        }
    }

    fn is_hidden(self, state: &State) -> bool {
        let hidden = hideable(state);
        hidden.contains(self.0) && hidden.contains(self.1)
    }

    /// The position with the two in each other's places.
    fn exchanged(self, game: &WarsOfTheRoses, state: &State) -> State {
        let mut exchanged = *state;
        let renamed = |blocks: Blocks| blocks.into_iter().map(|block| self.other(block)).collect();
        let mut places = *state.places();
        for place in [self.0, self.1].map(|block| state.place_of(block).unwrap()) {
            places[place] = renamed(state.at(place));
        }
        exchanged.set_places(&game.tables, places);
        exchanged.done = renamed(state.done);
        exchanged.reserve = renamed(state.reserve);
        exchanged.pirates = renamed(state.pirates);
        if let Phase::March { block, .. } = state.phase {
            exchanged.phase = state.phase.with_block_in_hand(self.other(block));
        }
        exchanged
    }

    /// The same deed with the other of the two.
    fn exchanged_in(self, action: Action) -> Action {
        match action {
            Action::Pick(block) => Action::Pick(self.other(block)),
            Action::Recruit(block, to) => Action::Recruit(self.other(block), to),
            Action::Regroup(block, to) => Action::Regroup(self.other(block), to),
            Action::Starve(block) => Action::Starve(self.other(block)),
            Action::Disband(block) => Action::Disband(self.other(block)),
            other => other,
        }
    }
}

/// What an action leads to, and what the viewer sees and hears of it.
fn outcome(
    game: &WarsOfTheRoses,
    state: &State,
    action: Action,
    viewer: Player,
) -> (State, Observation<State>, Vec<Value>) {
    let (mut next, mut chance) = (*state, Logged::new(Dice::seeded(5)));
    game.apply(&mut next, action, &mut chance);
    let told = chance.events.iter().filter_map(|event| event.for_viewer(viewer)).collect();
    (next, game.observe(&next, viewer), told)
}

/// Whether somebody starves, which depends on which of the exiles are local mercenaries. [WR 7.2]
fn starves(state: &State) -> bool {
    matches!(state.phase, Phase::Starve { .. })
}

/// Compares the two worlds; tells whether there was anything to compare.
fn looks_the_same(game: &WarsOfTheRoses, state: &State, action: Action, viewer: Side, pair: Pair) -> bool {
    let (exchanged, same_deed) = (pair.exchanged(game, state), pair.exchanged_in(action));
    let player = viewer.player();
    assert_eq!(game.observe(state, player), game.observe(&exchanged, player));
    let mut legal = Vec::new();
    game.legal_actions(&exchanged, &mut legal);
    if !legal.contains(&same_deed) {
        return false;
    }
    let (one, seen, told) = outcome(game, state, action, player);
    let (two, seen_too, told_too) = outcome(game, &exchanged, same_deed, player);
    if !pair.is_hidden(&one) || !pair.is_hidden(&two) || starves(&one) || starves(&two) {
        return false;
    }
    let deed = game.code(action);
    assert_eq!(told, told_too, "{deed} in {:?}", state.phase);
    assert_eq!(seen, seen_too, "{deed} in {:?}", state.phase);
    true
}

#[test]
fn hidden_blocks_are_not_told_apart() {
    for scenario in SCENARIOS {
        let game = build::<WarsOfTheRoses>(&Setup::scenario(scenario)).unwrap();
        let (mut legal, mut compared) = (Vec::new(), 0);
        for seed in 0..40 {
            let mut dice = Dice::seeded(seed);
            let mut state = game.start(&mut dice);
            while game.turn(&state) != Turn::Over {
                game.legal_actions(&state, &mut legal);
                let action = legal[dice.below(legal.len() as u32) as usize];
                for viewer in Side::BOTH {
                    if let Some(pair) = Pair::drawn(&game, &state, viewer, &mut dice) {
                        compared += u32::from(looks_the_same(&game, &state, action, viewer, pair));
                    }
                }
                game.apply(&mut state, action, &mut dice);
            }
        }
        assert!(compared > 1000, "{scenario}: {compared}");
    }
}
