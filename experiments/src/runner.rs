//! One game from its seed to its record. The game is a pure function of rules, seed and agents: the table has its own
//! random stream and so has every agent, and agents are new for every game.

use std::time::Instant;

use warlab_agents::{Agent, Playable, Spec, make};
use warlab_engine::chance::Chance;
use warlab_engine::data::Problem;
use warlab_engine::play::{seat_seed, table_stream};
use warlab_engine::{BattleRow, Dice, Outcome, Player, Published, Turn};

use crate::guard::guarded;

/// How a game stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    Finished,
    /// It lasted longer than any game of its kind should.
    DecisionCap,
    /// An agent chose what was not on offer.
    IllegalAction,
    /// Rules or agent panicked.
    Crash,
}

impl Termination {
    pub fn word(self) -> &'static str {
        match self {
            Termination::Finished => "finished",
            Termination::DecisionCap => "decision_cap",
            Termination::IllegalAction => "illegal_action",
            Termination::Crash => "crash",
        }
    }
}

/// What is kept of a played game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    pub termination: Termination,
    /// Why it broke off, in words, if it did not finish.
    pub detail: Option<String>,
    /// `None` if it did not finish.
    pub outcome: Option<Outcome>,
    /// The last turn that was played.
    pub turns: u16,
    pub decisions: u32,
    /// The position of every chosen action in its legal list, one LEB128 number each.
    pub actions: Vec<u8>,
    /// Each turn and the game's metrics when it began, turn after turn.
    pub timeline: Vec<(u16, Vec<i32>)>,
    /// Each battle and the turn it was fought in.
    pub battles: Vec<(u16, BattleRow)>,
    pub wall_us: u64,
}

impl Played {
    fn new() -> Self {
        Played {
            termination: Termination::Finished,
            detail: None,
            outcome: None,
            turns: 0,
            decisions: 0,
            actions: Vec::new(),
            timeline: Vec::new(),
            battles: Vec::new(),
            wall_us: 0,
        }
    }

    fn stop(&mut self, termination: Termination, detail: String) {
        self.termination = termination;
        self.detail = Some(detail);
        self.outcome = None;
    }
}

/// The agents that specs name: one spec for all seats, or one per seat.
pub fn seated<G: Playable>(specs: &[Spec], players: usize) -> Result<Vec<Box<dyn Agent<G>>>, Problem> {
    match specs {
        [one] => (0..players).map(|_| make(one)).collect(),
        _ if specs.len() == players => specs.iter().map(make).collect(),
        _ => Err(Problem::new(format!(
            "{} agents for {players} seats; name one agent for all seats or {players} agents",
            specs.len()
        ))),
    }
}

/// Plays a game from its seed.
pub fn play<G: Published>(game: &G, seed: u64, agents: &mut [Box<dyn Agent<G>>]) -> Played {
    kept(|played| {
        let mut table = Battles { dice: table_stream(seed), fought: Vec::new() };
        let state = game.start(&mut table);
        play_on(game, state, &mut table, seed, agents, played);
    })
}

/// Plays on from a position, with the table's stream where it stands.
pub fn play_out<G: Published>(
    game: &G,
    state: G::State,
    dice: Dice,
    seed: u64,
    agents: &mut [Box<dyn Agent<G>>],
) -> Played {
    kept(|played| {
        let mut table = Battles { dice, fought: Vec::new() };
        play_on(game, state, &mut table, seed, agents, played);
    })
}

/// What `playing` kept, be it to the end or to a panic.
fn kept(playing: impl FnOnce(&mut Played)) -> Played {
    let clock = Instant::now();
    let mut played = Played::new();
    if let Err(words) = guarded(|| playing(&mut played)) {
        played.stop(Termination::Crash, words);
    }
    played.wall_us = clock.elapsed().as_micros() as u64;
    played
}

fn play_on<G: Published>(
    game: &G,
    mut state: G::State,
    table: &mut Battles,
    seed: u64,
    agents: &mut [Box<dyn Agent<G>>],
    played: &mut Played,
) {
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.begin(Player(seat as u8), seat_seed(seed, seat));
    }
    let mut legal = Vec::new();
    loop {
        let turn = game.turn_number(&state);
        if turn != played.turns {
            played.turns = turn;
            let mut values = Vec::new();
            game.metrics(&state, &mut values);
            played.timeline.push((turn, values));
        }
        let Turn::Player(player) = game.turn(&state) else {
            played.outcome = game.outcome(&state);
            return;
        };
        if played.decisions >= game.decision_cap() {
            let words = format!("no end after {} decisions", played.decisions);
            return played.stop(Termination::DecisionCap, words);
        }
        game.legal_actions(&state, &mut legal);
        let action = agents[player.index()].decide(game, &game.observe(&state, player), &legal);
        let Some(position) = legal.iter().position(|&offered| offered == action) else {
            let words = format!("{player} chose {}, which is not on offer", game.code(action));
            return played.stop(Termination::IllegalAction, words);
        };
        push_leb128(&mut played.actions, position as u64);
        played.decisions += 1;
        game.apply(&mut state, action, table);
        played.battles.extend(table.fought.drain(..).map(|row| (turn, row)));
    }
}

/// Appends a number, seven bits a byte, low bits first.
pub fn push_leb128(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The numbers that [`push_leb128`] wrote; `None` if the bytes end within one or one is too large.
pub fn read_leb128(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0u64, 0);
    for &byte in bytes {
        if shift > 56 {
            return None;
        }
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}

/// The seeded dice, keeping the battles but not the words: mass play tells no stories.
struct Battles {
    dice: Dice,
    fought: Vec<BattleRow>,
}

impl Chance for Battles {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }

    fn battle(&mut self, row: impl FnOnce() -> BattleRow) {
        self.fought.push(row());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warlab_engine::example::{Action, Kuhn};
    use warlab_engine::published::build;
    use warlab_engine::setup::Setup;
    use warlab_engine::{Game, Observation};

    #[test]
    fn leb128_goes_both_ways() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX)];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| push_leb128(&mut bytes, number));
        assert_eq!(read_leb128(&bytes).unwrap(), numbers);
        assert_eq!(read_leb128(&[0x80]), None);
        assert_eq!(read_leb128(&[0xFF; 12]), None);
    }

    /// Misbehaves at its first decision.
    struct Bad(fn(&[Action]) -> Action);

    impl Agent<Kuhn> for Bad {
        fn begin(&mut self, _: Player, _: u64) {}
        fn decide(&mut self, _: &Kuhn, _: &Observation<<Kuhn as Game>::State>, legal: &[Action]) -> Action {
            (self.0)(legal)
        }
    }

    fn against_bad(choice: fn(&[Action]) -> Action) -> Played {
        let game = build::<Kuhn>(&Setup::default()).unwrap();
        let random = make(&"random".parse().unwrap()).unwrap();
        play(&*game, 3, &mut [random, Box::new(Bad(choice))])
    }

    #[test]
    fn a_crash_is_a_termination() {
        let played = against_bad(|_| panic!("out of ideas"));
        assert_eq!(played.termination, Termination::Crash);
        assert!(played.detail.unwrap().starts_with("out of ideas"));
        assert_eq!((played.decisions, played.actions.len(), played.outcome), (1, 1, None));
    }

    #[test]
    fn games_repeat_from_their_seed() {
        let game = build::<Kuhn>(&Setup::default()).unwrap();
        let random: Spec = "random".parse().unwrap();
        for seed in 0..50 {
            let mut twice = [0, 1].map(|_| {
                let agents = &mut seated::<Kuhn>(std::slice::from_ref(&random), 2).unwrap();
                play(&*game, seed, agents)
            });
            twice.iter_mut().for_each(|played| played.wall_us = 0);
            assert_eq!(twice[0], twice[1]);
            assert_eq!(twice[0].termination, Termination::Finished);
            assert_eq!(twice[0].timeline.len(), 1);
            assert_eq!(twice[0].battles.len(), 1);
        }
    }
}
