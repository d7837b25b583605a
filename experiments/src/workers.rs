//! Plays the games of a schedule on several threads and hands them over in game order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
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

/// Plays the games of `range` and calls `receive` with consecutive ones, in order, until all are played or `stop` is
/// asked for; games that were begun are always finished and received.
pub fn play_all(
    rules: &dyn Ruleset,
    schedule: &Schedule,
    range: Range<u64>,
    threads: usize,
    stop: &Stop,
    mut receive: impl FnMut(Vec<Row>) -> Result<()>,
) -> Result<()> {
    let next = AtomicU64::new(range.start);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(4 * threads);
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, range) = (&next, &range);
            scope.spawn(move || work(rules, schedule, next, range.end, stop, &sender));
        }
        drop(sender);
        let result = in_order(&receiver, range.start, &mut receive);
        if result.is_err() {
            stop.ask();
        }
        // Whatever is still under way must not wait for a receiver that has given up.
        drop(receiver);
        result
    })
}

fn in_order(
    receiver: &Receiver<Result<Vec<Row>>>,
    first: u64,
    receive: &mut impl FnMut(Vec<Row>) -> Result<()>,
) -> Result<()> {
    let mut early: BTreeMap<u64, Vec<Row>> = BTreeMap::new();
    let mut expected = first;
    for rows in receiver {
        let rows = rows?;
        early.insert(rows[0].fixture.index, rows);
        while let Some(rows) = early.remove(&expected) {
            expected += rows.len() as u64;
            receive(rows)?;
        }
    }
    Ok(())
}

fn work(
    rules: &dyn Ruleset,
    schedule: &Schedule,
    next: &AtomicU64,
    end: u64,
    stop: &Stop,
    sender: &SyncSender<Result<Vec<Row>>>,
) {
    let mut take = 1;
    while !stop.is_asked() {
        let first = next.fetch_add(take, Ordering::SeqCst);
        if first >= end {
            return;
        }
        let clock = Instant::now();
        let rows: Result<Vec<Row>> =
            (first..end.min(first + take)).map(|index| play_one(rules, schedule, index)).collect();
        if sender.send(rows).is_err() {
            return;
        }
        if clock.elapsed() < TAKE {
            take = (2 * take).min(MOST_TAKEN);
        } else if clock.elapsed() > 2 * TAKE {
            take = (take / 2).max(1);
        }
    }
}

fn play_one(rules: &dyn Ruleset, schedule: &Schedule, index: u64) -> Result<Row> {
    let fixture = schedule.fixture(index);
    let agents = schedule.seated(&fixture);
    let played = rules.play(fixture.seed, &agents)?;
    Ok(Row { fixture, agents, played })
}
