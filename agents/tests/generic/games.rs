//! Small games for the generic tests: noughts and crosses, a race of three, and a guessing game with a hidden choice.

use warlab_engine::{Broken, Chance, Game, Observation, PerPlayer, Player, Turn};

/// Noughts and crosses: no chance, nothing hidden, a draw with good play.
#[derive(Copy, Clone, Debug)]
pub struct Crosses;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Grid {
    pub marks: [u16; 2],
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Grid {
    pub fn winner(&self) -> Option<Player> {
        let has_line = |&player: &Player| LINES.iter().any(|line| self.marks[player.index()] & line == *line);
        Player::all(2).find(has_line)
    }
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

impl Game for Crosses {
    type State = Grid;
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn start<C: Chance>(&self, _: &mut C) -> Grid {
        Grid::default()
    }
    fn turn(&self, state: &Grid) -> Turn {
        if state.winner().is_some() || state.taken() == 0o777 {
            return Turn::Over;
        }
        Turn::Player(Player((state.taken().count_ones() % 2) as u8))
    }
    fn legal_actions(&self, state: &Grid, out: &mut Vec<u8>) {
        out.clear();
        out.extend((0..9).filter(|place| state.taken() >> place & 1 == 0));
    }
    fn apply<C: Chance>(&self, state: &mut Grid, action: u8, _: &mut C) {
        let mover = state.taken().count_ones() as usize % 2;
        state.marks[mover] |= 1 << action;
    }
    fn payoffs(&self, state: &Grid) -> PerPlayer<f32> {
        PerPlayer::from_fn(2, |player| match state.winner() {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == player)),
        })
    }
    fn observe(&self, state: &Grid, viewer: Player) -> Observation<Grid> {
        Observation::new(viewer, *state)
    }
    fn determinize<C: Chance>(&self, seen: &Observation<Grid>, _: &mut C) -> Grid {
        *seen.visible()
    }
    fn check(&self, _: &Grid) -> Result<(), Broken> {
        Ok(())
    }
    fn decision_cap(&self) -> u32 {
        9
    }
}

/// Three players take turns to take one or two from a heap; who takes the last wins.
#[derive(Copy, Clone, Debug)]
pub struct Heap(pub u8);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Left {
    pub left: u8,
    pub mover: u8,
}

impl Game for Heap {
    type State = Left;
    type Action = u8;
    fn players(&self) -> usize {
        3
    }
    fn start<C: Chance>(&self, _: &mut C) -> Left {
        Left { left: self.0, mover: 0 }
    }
    fn turn(&self, state: &Left) -> Turn {
        if state.left == 0 { Turn::Over } else { Turn::Player(Player(state.mover)) }
    }
    fn legal_actions(&self, state: &Left, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=state.left.min(2));
    }
    fn apply<C: Chance>(&self, state: &mut Left, action: u8, _: &mut C) {
        state.left -= action;
        state.mover = (state.mover + 1) % 3;
    }
    fn payoffs(&self, state: &Left) -> PerPlayer<f32> {
        let winner = (state.mover + 2) % 3;
        PerPlayer::from_fn(3, |player| f32::from(u8::from(player.0 == winner)))
    }
    fn observe(&self, state: &Left, viewer: Player) -> Observation<Left> {
        Observation::new(viewer, *state)
    }
    fn determinize<C: Chance>(&self, seen: &Observation<Left>, _: &mut C) -> Left {
        *seen.visible()
    }
    fn check(&self, _: &Left) -> Result<(), Broken> {
        Ok(())
    }
    fn decision_cap(&self) -> u32 {
        u32::from(self.0)
    }
}

/// The first player hides a coin in one of two hands; the second guesses, and wins if right.
///
/// A coin found in the left hand still pays the hider 0.4.
#[derive(Copy, Clone, Debug)]
pub struct Hands;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Coin {
    pub hidden: Option<u8>,
    pub guess: Option<u8>,
}

impl Game for Hands {
    type State = Coin;
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn start<C: Chance>(&self, _: &mut C) -> Coin {
        Coin { hidden: None, guess: None }
    }
    fn turn(&self, state: &Coin) -> Turn {
        match (state.hidden, state.guess) {
            (None, _) => Turn::Player(Player::FIRST),
            (_, None) => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }
    fn legal_actions(&self, _: &Coin, out: &mut Vec<u8>) {
        out.clear();
        out.extend([0, 1]);
    }
    fn apply<C: Chance>(&self, state: &mut Coin, action: u8, _: &mut C) {
        match state.hidden {
            None => state.hidden = Some(action),
            Some(_) => state.guess = Some(action),
        }
    }
    fn payoffs(&self, state: &Coin) -> PerPlayer<f32> {
        let found = state.hidden == state.guess;
        let hider = match (found, state.hidden) {
            (false, _) => 1.0,
            (true, Some(0)) => 0.4,
            (true, _) => 0.0,
        };
        PerPlayer::from_fn(2, |player| if player == Player::FIRST { hider } else { 1.0 - hider })
    }
    fn observe(&self, state: &Coin, viewer: Player) -> Observation<Coin> {
        let mut visible = *state;
        if viewer == Player::SECOND && state.guess.is_none() {
            visible.hidden = state.hidden.map(|_| 0);
        }
        Observation::new(viewer, visible)
    }
    fn determinize<C: Chance>(&self, seen: &Observation<Coin>, chance: &mut C) -> Coin {
        let mut state = *seen.visible();
        if seen.viewer() == Player::SECOND && state.hidden.is_some() && state.guess.is_none() {
            state.hidden = Some(chance.below(2) as u8);
        }
        state
    }
    fn check(&self, _: &Coin) -> Result<(), Broken> {
        Ok(())
    }
    fn decision_cap(&self) -> u32 {
        2
    }
}
