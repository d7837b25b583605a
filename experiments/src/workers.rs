//! Plays the games of a schedule on several threads and hands them over in game order.
//!
//! There is no thread beside those that play: whoever brings the last game of a part writes it, while the others play
//! on. So a run on one thread keeps one core busy and a run on two threads two, whatever is written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::interrupt::Stop;
use crate::record::Row;
use crate::schedule::Schedule;
use crate::title::Ruleset;

/// A thread takes as many games at once as it plays in about this time, so that quick games cost no waiting.
const TAKE: Duration = Duration::from_millis(5);
const MOST_TAKEN: u64 = 256;

/// What becomes of the games.
pub trait Receiver: Send {
    /// Takes consecutive games, in order; gives back those that are to be written now. All threads wait meanwhile.
    fn receive(&mut self, games: Vec<Row>) -> Option<Vec<Row>>;
}

/// Plays the games of `range` and hands consecutive ones to `receiver`, in order, until all are played or `stop` is
/// asked for; games that were begun are always finished and received. `write` is called with what the receiver gives
/// back, one call after the other, in order.
pub fn play_all(
    rules: &dyn Ruleset,
    schedule: &Schedule,
    range: Range<u64>,
    threads: usize,
    stop: &Stop,
    receiver: &mut dyn Receiver,
    write: &(dyn Fn(&[Row]) -> Result<()> + Sync),
) -> Result<()> {
    let work = Work {
        rules,
        schedule,
        stop,
        write,
        next: AtomicU64::new(range.start),
        end: range.end,
        desk: Mutex::new(Desk { early: BTreeMap::new(), expected: range.start, receiver }),
        pen: Mutex::new(Ok(())),
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work.go_on());
        }
        work.go_on();
    });
    work.pen.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads share.
struct Work<'a> {
    rules: &'a dyn Ruleset,
    schedule: &'a Schedule,
    stop: &'a Stop,
    write: &'a (dyn Fn(&[Row]) -> Result<()> + Sync),
    /// The first game that nobody has begun.
    next: AtomicU64,
    end: u64,
    desk: Mutex<Desk<'a>>,
    /// Held by the thread that writes; the first failure stays.
    pen: Mutex<Result<()>>,
}

/// Where finished games are brought.
struct Desk<'a> {
    /// Games that finished before an earlier one, by the first of each batch.
    early: BTreeMap<u64, Vec<Row>>,
    expected: u64,
    receiver: &'a mut dyn Receiver,
}

impl Work<'_> {
    fn go_on(&self) {
        let mut take = 1;
        while !self.stop.is_asked() {
            let first = self.next.fetch_add(take, Ordering::SeqCst);
            if first >= self.end {
                return;
            }
            let clock = Instant::now();
            let games: Result<Vec<Row>> = (first..self.end.min(first + take))
                .map(|index| play_one(self.rules, self.schedule, index))
                .collect();
            let took = clock.elapsed();
            match games {
                Ok(games) => self.hand_in(games),
                Err(error) => self.note(&mut lock(&self.pen), Err(error)),
            }
            if took < TAKE {
                take = (2 * take).min(MOST_TAKEN);
            } else if took > 2 * TAKE {
                take = (take / 2).max(1);
            }
        }
    }

    fn hand_in(&self, games: Vec<Row>) {
        let mut desk = lock(&self.desk);
        let Some(due) = desk.take(games) else { return };
        // The pen is taken before the desk is left: nobody can write a later part first.
        let mut written = lock(&self.pen);
        drop(desk);
        // After a failure nothing more is written: a part without the one before it could not be resumed.
        if written.is_ok() {
            self.note(&mut written, (self.write)(&due));
        }
    }

    fn note(&self, written: &mut Result<()>, result: Result<()>) {
        if result.is_err() {
            self.stop.ask();
        }
        if written.is_ok() {
            *written = result;
        }
    }
}

impl Desk<'_> {
    fn take(&mut self, games: Vec<Row>) -> Option<Vec<Row>> {
        let first = games.first()?.fixture.index;
        self.early.insert(first, games);
        let mut due: Option<Vec<Row>> = None;
        while let Some(games) = self.early.remove(&self.expected) {
            self.expected += games.len() as u64;
            if let Some(part) = self.receiver.receive(games) {
                due.get_or_insert_default().extend(part);
            }
        }
        due
    }
}

/// One game of a schedule.
pub fn play_one(rules: &dyn Ruleset, schedule: &Schedule, index: u64) -> Result<Row> {
    let fixture = schedule.fixture(index);
    let agents = schedule.seated(&fixture);
    let played = rules.play(fixture.seed, &agents)?;
    Ok(Row { fixture, agents, played })
}

/// A thread that panicked left nothing half done: games are guarded one by one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
