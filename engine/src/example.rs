//! A complete game on one page: Kuhn's poker of three cards. It shows how the traits fit together, and it is the
//! subject of generic tests, because its value under perfect play is known (the first player loses 1/18 of an ante).

use serde_json::{Value, json};

use crate::board::{Board, Map};
use crate::chance::Chance;
use crate::data::{Pack, Problem};
use crate::event::{Audience, BattleRow, Event};
use crate::game::{Broken, Game, Turn};
use crate::index_type;
use crate::observation::Observation;
use crate::player::{PerPlayer, Player};
use crate::published::{Outcome, Published};
use crate::set::Set;
use crate::setup::{Catalogue, Chosen, Scenario};

index_type! {
    /// Jack, queen or king.
    pub struct Card(u8);
}

const NAMES: [&str; 3] = ["jack", "queen", "king"];

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Pass,
    Bet,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: [Card; 2],
    /// What was done so far; `None` is yet to come.
    done: [Option<Action>; 3],
}

#[derive(Clone, Debug)]
pub struct Kuhn {
    chosen: Chosen,
}

impl State {
    fn count_done(&self) -> usize {
        self.done.iter().flatten().count()
    }

    /// What the first player gains, once it is settled.
    fn gain(&self) -> Option<i32> {
        use Action::{Bet, Pass};
        let stake = match self.done {
            [Some(Pass), Some(Pass), None] => 1,
            [Some(Bet), Some(Pass), None] => return Some(1),
            [Some(Pass), Some(Bet), Some(Pass)] => return Some(-1),
            [Some(Bet), Some(Bet), None] | [Some(Pass), Some(Bet), Some(Bet)] => 2,
            _ => return None,
        };
        Some(if self.cards[0].0 > self.cards[1].0 { stake } else { -stake })
    }
}

impl Game for Kuhn {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let deck = Set::<Card, 1>::first_n(3);
        let name = |card: Card| NAMES[usize::from(card.0)];
        let first = chance.draw(deck, Audience::Only(Player::FIRST), name);
        let second = chance.draw(deck.without(first), Audience::Only(Player::SECOND), name);
        State { cards: [first, second], done: [None; 3] }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.gain() {
            Some(_) => Turn::Over,
            None => Turn::Player(Player((state.count_done() % 2) as u8)),
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.gain().is_none() {
            out.extend([Action::Pass, Action::Bet]);
        }
    }

    fn apply<C: Chance>(&self, state: &mut State, action: Action, chance: &mut C) {
        state.done[state.count_done()] = Some(action);
        if let Some(gain) = state.gain() {
            let winner = if gain > 0 { Player::FIRST } else { Player::SECOND };
            chance.note(|| Event::new("settle", "1", format!("{winner} wins {}.", gain.abs())));
            chance.battle(|| BattleRow {
                kind: "hand",
                place: "table".into(),
                attacker: Player::FIRST,
                defender: Some(Player::SECOND),
                winner: Some(winner),
                values: vec![gain.abs()],
            });
        }
    }

    fn payoffs(&self, state: &State) -> PerPlayer<f32> {
        let gain = state.gain().unwrap_or(0) as f32;
        PerPlayer::from_fn(2, |player| 0.5 + if player == Player::FIRST { gain } else { -gain } / 4.0)
    }

    /// The other's card is shown as the lowest one that it can be.
    fn observe(&self, state: &State, viewer: Player) -> Observation<State> {
        let mut visible = *state;
        let unseen = Set::<Card, 1>::first_n(3).without(state.cards[viewer.index()]);
        visible.cards[viewer.other().index()] = unseen.first().expect("two cards are unseen");
        Observation::new(viewer, visible)
    }

    fn determinize<C: Chance>(&self, seen: &Observation<State>, chance: &mut C) -> State {
        let mut state = *seen.visible();
        let unseen = Set::<Card, 1>::first_n(3).without(state.cards[seen.viewer().index()]);
        let dealt = chance.draw(unseen, Audience::None, |card| NAMES[usize::from(card.0)]);
        state.cards[seen.viewer().other().index()] = dealt;
        state
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        if state.cards[0] == state.cards[1] || state.cards.iter().any(|card| card.0 > 2) {
            return Err(Broken("the two players hold different cards of the three".into()));
        }
        Ok(())
    }

    fn decision_cap(&self) -> u32 {
        3
    }
}

fn action_code(action: Action) -> &'static str {
    match action {
        Action::Pass => "pass",
        Action::Bet => "bet",
    }
}

impl Published for Kuhn {
    const NAME: &'static str = "kuhn";
    const TITLE: &'static str = "Kuhn's poker";

    fn pack() -> Pack {
        Pack::embedded("kuhn", &[], &[])
    }

    fn catalogue(_: &Pack) -> Result<Catalogue, Problem> {
        Ok(Catalogue { scenarios: vec![Scenario::for_two("hand", "One hand")], variants: Vec::new() })
    }

    fn build(chosen: &Chosen, _: &Pack) -> Result<Self, Problem> {
        Ok(Kuhn { chosen: chosen.clone() })
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn seat(&self, player: Player) -> &str {
        ["dealer", "elder"][player.index()]
    }

    fn code(&self, action: Action) -> String {
        action_code(action).into()
    }

    fn sentence(&self, _: &State, action: Action) -> String {
        match action {
            Action::Pass => "Pass, or fold to a bet.".into(),
            Action::Bet => "Bet, or call a bet.".into(),
        }
    }

    fn question(&self, _: &State) -> String {
        "Pass or bet?".into()
    }

    fn rule(&self, _: &State) -> &'static str {
        "1"
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let gain = state.gain()?;
        Some(Outcome {
            payoffs: self.payoffs(state),
            scores: PerPlayer::from_fn(2, |player| if player == Player::FIRST { gain } else { -gain }),
            reason: if gain.abs() == 2 { "called" } else { "not_called" },
            rule: "1",
            text: format!("The first player gains {gain}."),
        })
    }

    fn turn_number(&self, _: &State) -> u16 {
        1
    }

    fn turn_name(&self, _: &State) -> String {
        "The hand".into()
    }

    fn state_json(&self, state: &State) -> Value {
        let cards: Vec<&str> = state.cards.iter().map(|card| NAMES[usize::from(card.0)]).collect();
        let done: Vec<&str> = state.done.iter().flatten().map(|&action| action_code(action)).collect();
        json!({ "cards": cards, "done": done })
    }

    fn state_from_json(&self, json: &Value) -> Result<State, Problem> {
        let words = |field: &str| -> Result<Vec<String>, Problem> {
            let list = json[field].as_array().ok_or_else(|| Problem::new(format!("{field} is missing")))?;
            Ok(list.iter().filter_map(|word| word.as_str().map(str::to_string)).collect())
        };
        let card = |word: &String| {
            NAMES
                .iter()
                .position(|name| name == word)
                .map(|i| Card(i as u8))
                .ok_or_else(|| Problem::new("no such card"))
        };
        let cards = words("cards")?.iter().map(card).collect::<Result<Vec<_>, _>>()?;
        let cards = cards.try_into().map_err(|_| Problem::new("cards: two cards are needed"))?;
        let mut state = State { cards, done: [None; 3] };
        for word in words("done")?.iter().take(3) {
            let action = match word.as_str() {
                "pass" => Action::Pass,
                "bet" => Action::Bet,
                _ => return Err(Problem::new(format!("done: no action \"{word}\""))),
            };
            if state.gain().is_some() {
                return Err(Problem::new("done: the hand was settled before"));
            }
            state.done[state.count_done()] = Some(action);
        }
        self.check(&state).map_err(|broken| Problem::new(broken.0))?;
        Ok(state)
    }

    fn view_json(&self, seen: &Observation<State>) -> Value {
        let state = seen.visible();
        json!({
            "card": NAMES[usize::from(state.cards[seen.viewer().index()].0)],
            "done": self.state_json(state)["done"],
        })
    }

    fn metric_names(&self) -> Vec<String> {
        vec!["bets".into()]
    }

    fn metrics(&self, state: &State, out: &mut Vec<i32>) {
        out.push(state.done.iter().flatten().filter(|&&action| action == Action::Bet).count() as i32);
    }

    fn battle_columns() -> &'static [&'static str] {
        &["stake"]
    }

    fn map(&self) -> Map {
        Map::default()
    }

    fn board(&self, _: &Observation<State>) -> Board {
        Board::default()
    }
}
