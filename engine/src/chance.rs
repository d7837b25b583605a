//! Dice and draws, and the interchangeable sources they come from.
//!
//! Rules ask a [`Chance`] inside `apply`. [`Dice`] is the seeded source of play; [`Scripted`] gives the rolls that a
//! rulebook example or a protocol client names; [`all_outcomes`] runs a rule once per possible sequence, for exact
//! odds; [`Logged`] wraps a source and keeps what happened. Telling (`note`, `battle`) goes through the same object,
//! so that a rule function has one parameter for the world outside, and costs nothing with a silent source.

use std::collections::VecDeque;

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use crate::event::{Audience, BattleRow, Event};
use crate::set::{Index, Set};

/// The dice that the games use.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Die {
    /// Faces 1 to 6.
    D6,
    /// Faces 0 to 9, the 0 read as zero.
    D10,
}

impl Die {
    pub fn faces(self) -> u32 {
        match self {
            Die::D6 => 6,
            Die::D10 => 10,
        }
    }

    pub fn lowest(self) -> u8 {
        match self {
            Die::D6 => 1,
            Die::D10 => 0,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Die::D6 => "d6",
            Die::D10 => "d10",
        }
    }
}

/// A source of chance, and a listener for what happens.
pub trait Chance {
    /// A number from 0 to `n - 1`, each as likely. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// The face of one die.
    #[inline]
    fn roll(&mut self, die: Die) -> u8 {
        self.below(die.faces()) as u8 + die.lowest()
    }

    /// One of `from`, each as likely; `id` names an item as the data files do, `audience` says who sees it.
    ///
    /// A deck is a set: drawing from the undrawn cards gives the same odds as a shuffle, without a secret order.
    ///
    /// # Panics
    /// If `from` is empty.
    #[inline]
    fn draw<'a, T: Index, const W: usize>(
        &mut self,
        from: Set<T, W>,
        audience: Audience,
        id: impl Fn(T) -> &'a str,
    ) -> T {
        let _ = (audience, id);
        let place = self.below(from.len() as u32) as usize;
        from.nth(place).expect("a draw needs something to draw from")
    }

    /// An index into `counts`, as likely as its count: a deck of identical copies.
    ///
    /// # Panics
    /// If all counts are zero.
    #[inline]
    fn draw_counted<'a>(
        &mut self,
        counts: &[u8],
        audience: Audience,
        id: impl Fn(usize) -> &'a str,
    ) -> usize {
        let _ = (audience, id);
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        let mut place = self.below(total);
        for (i, &count) in counts.iter().enumerate() {
            if place < u32::from(count) {
                return i;
            }
            place -= u32::from(count);
        }
        unreachable!("the place is below the total")
    }

    /// Tells what happened. The closure is not run unless somebody listens.
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        let _ = event;
    }

    /// Tells of a finished battle, for the record.
    #[inline]
    fn battle(&mut self, row: impl FnOnce() -> BattleRow) {
        let _ = row;
    }
}

/// Mixes a seed with a number, so that neighbouring games get unrelated streams (SplitMix64's finisher).
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seeded source. One named generator and our own `below`: library shuffles may change between versions.
#[derive(Clone, Debug)]
pub struct Dice {
    generator: Pcg64Mcg,
}

impl Dice {
    pub fn seeded(seed: u64) -> Self {
        let wide = u128::from(mix(seed, 0)) << 64 | u128::from(mix(seed, 1));
        Dice { generator: Pcg64Mcg::new(wide) }
    }

    /// Where the stream stands, as text: [`Dice::at`] goes on from there with the same numbers.
    pub fn position(&self) -> String {
        let printed = serde_json::to_string(&self.generator).expect("a generator is one number");
        let digits: String = printed.chars().filter(char::is_ascii_digit).collect();
        let state: u128 = digits.parse().expect("the number has 128 bits");
        format!("{state:032x}")
    }

    /// The stream at a position that [`Dice::position`] printed; `None` if the text is no such position.
    pub fn at(position: &str) -> Option<Self> {
        let state = u128::from_str_radix(position, 16).ok()?;
        // The generator only ever holds odd numbers.
        (position.len() == 32 && state % 2 == 1).then(|| Dice { generator: Pcg64Mcg::new(state) })
    }
}

impl Chance for Dice {
    /// Lemire's multiply-and-shift with rejection: exact, and almost never a second number.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.generator.next_u32()) * u64::from(n);
        let mut low = product as u32;
        if low < n {
            let threshold = n.wrapping_neg() % n;
            while low < threshold {
                product = u64::from(self.generator.next_u32()) * u64::from(n);
                low = product as u32;
            }
        }
        (product >> 32) as u32
    }
}

/// Named rolls and draws first, then another source.
///
/// A forced value that does not fit what the rules ask for is kept as [`Scripted::misfit`]; play goes on with the
/// other source, and the caller, who played on a copy, throws the copy away.
#[derive(Clone, Debug)]
pub struct Scripted<C> {
    pub rolls: VecDeque<u8>,
    pub draws: VecDeque<String>,
    pub misfit: Option<String>,
    pub then: C,
}

impl<C: Chance> Scripted<C> {
    pub fn new(then: C) -> Self {
        Scripted { rolls: VecDeque::new(), draws: VecDeque::new(), misfit: None, then }
    }

    fn forced_draw<'a>(&mut self, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let wanted = self.draws.pop_front()?;
        let place = candidates.clone().position(|id| id == wanted);
        if place.is_none() && self.misfit.is_none() {
            let known: Vec<&str> = candidates.take(12).collect();
            self.misfit = Some(format!(
                "\"{wanted}\" cannot be drawn now; what can be drawn: {}{}",
                known.join(", "),
                if known.len() == 12 { " ..." } else { "" }
            ));
        }
        place
    }
}

impl<C: Chance> Chance for Scripted<C> {
    fn below(&mut self, n: u32) -> u32 {
        self.then.below(n)
    }

    fn roll(&mut self, die: Die) -> u8 {
        match self.rolls.pop_front() {
            None => self.then.roll(die),
            Some(face) => {
                let low = u32::from(die.lowest());
                if (low..low + die.faces()).contains(&u32::from(face)) {
                    return face;
                }
                self.misfit.get_or_insert_with(|| {
                    format!(
                        "a {} shows {low} to {}, not {face}; queue other dice",
                        die.name(),
                        low + die.faces() - 1
                    )
                });
                self.then.roll(die)
            }
        }
    }

    fn draw<'a, T: Index, const W: usize>(
        &mut self,
        from: Set<T, W>,
        audience: Audience,
        id: impl Fn(T) -> &'a str,
    ) -> T {
        match self.forced_draw(from.into_iter().map(&id).collect::<Vec<_>>().into_iter()) {
            Some(place) => from.nth(place).expect("the place was found in the set"),
            None => self.then.draw(from, audience, id),
        }
    }

    fn draw_counted<'a>(
        &mut self,
        counts: &[u8],
        audience: Audience,
        id: impl Fn(usize) -> &'a str,
    ) -> usize {
        let present: Vec<usize> = (0..counts.len()).filter(|&i| counts[i] > 0).collect();
        match self.forced_draw(present.iter().map(|&i| id(i)).collect::<Vec<_>>().into_iter()) {
            Some(place) => present[place],
            None => self.then.draw_counted(counts, audience, id),
        }
    }

    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.then.note(event);
    }

    fn battle(&mut self, row: impl FnOnce() -> BattleRow) {
        self.then.battle(row);
    }
}

/// Keeps every roll, draw, event and battle of another source.
#[derive(Clone, Debug)]
pub struct Logged<C> {
    pub source: C,
    pub events: Vec<Event>,
    pub battles: Vec<BattleRow>,
}

impl<C: Chance> Logged<C> {
    pub fn new(source: C) -> Self {
        Logged { source, events: Vec::new(), battles: Vec::new() }
    }

    fn log_draw(&mut self, id: &str, audience: Audience) {
        let mut event = Event::new("draw", "", format!("Draws {id}.")).with("card", id);
        event.audience = audience;
        if let Audience::Only(_) = audience {
            event.public_text = Some("Draws a card.".into());
        }
        self.events.push(event);
    }
}

impl<C: Chance> Chance for Logged<C> {
    fn below(&mut self, n: u32) -> u32 {
        self.source.below(n)
    }

    fn roll(&mut self, die: Die) -> u8 {
        let face = self.source.roll(die);
        let event = Event::new("roll", "", format!("Rolls {face} on a {}.", die.name()));
        self.events.push(event.with("die", die.name()).with("face", face));
        face
    }

    fn draw<'a, T: Index, const W: usize>(
        &mut self,
        from: Set<T, W>,
        audience: Audience,
        id: impl Fn(T) -> &'a str,
    ) -> T {
        let item = self.source.draw(from, audience, &id);
        self.log_draw(id(item), audience);
        item
    }

    fn draw_counted<'a>(
        &mut self,
        counts: &[u8],
        audience: Audience,
        id: impl Fn(usize) -> &'a str,
    ) -> usize {
        let i = self.source.draw_counted(counts, audience, &id);
        self.log_draw(id(i), audience);
        i
    }

    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
    }

    fn battle(&mut self, row: impl FnOnce() -> BattleRow) {
        self.battles.push(row());
    }
}

/// One sequence of chance results on the way through all of them.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// The choice made and the number of choices, one per question asked.
    taken: Vec<(u32, u32)>,
    asked: usize,
}

impl Chance for Path {
    fn below(&mut self, n: u32) -> u32 {
        if self.asked == self.taken.len() {
            self.taken.push((0, n));
        }
        let (choice, choices) = self.taken[self.asked];
        debug_assert_eq!(choices, n, "the same path must ask the same questions");
        self.asked += 1;
        choice
    }
}

/// Runs `play` once for every possible sequence of chance results and hands each result to `visit` with its
/// probability: exact odds for a handful of dice.
pub fn all_outcomes<R>(mut play: impl FnMut(&mut Path) -> R, mut visit: impl FnMut(f64, R)) {
    let mut path = Path::default();
    loop {
        path.asked = 0;
        let result = play(&mut path);
        path.taken.truncate(path.asked);
        let probability: f64 = path.taken.iter().map(|&(_, n)| 1.0 / f64::from(n)).product();
        visit(probability, result);
        loop {
            match path.taken.pop() {
                None => return,
                Some((choice, n)) if choice + 1 < n => {
                    path.taken.push((choice + 1, n));
                    break;
                }
                Some(_) => {}
            }
        }
    }
}
