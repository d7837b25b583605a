//! The chance to win over time: how much of the result a game's metrics give away, turn by turn.
//!
//! For every turn a logistic model is fitted on half of the seed pairs and asked about the other half, and the other
//! way round, so that no game is judged by a model that has seen how it ended.

use std::collections::BTreeMap;

use super::plot::{Band, Point};
use super::read::{GameRow, Timeline};
use super::stats::logistic::Logistic;
use super::stats::{quantile, resample::sorted};

/// Turns reached by fewer games are left out.
const FEWEST: usize = 40;
const RIDGE: f64 = 1.0;

/// The chances of one side.
#[derive(Clone, PartialEq, Debug)]
pub struct Foresight {
    /// In games the side won, and in games it did not.
    pub won: Band,
    pub lost: Band,
    /// The first turn at which the favourite of the metrics wins at least four games of five.
    pub decided: Option<u64>,
    /// How often a game's favourite changes, on average.
    pub changes_of_favourite: f64,
}

/// Chances of `side` to win, from the metrics of each turn. `None` with too few games.
pub fn foresight(games: &[GameRow], timeline: &Timeline, side: &str) -> Option<Foresight> {
    let results: BTreeMap<u64, (u64, f64)> = games
        .iter()
        .filter(|game| game.is_finished())
        .filter_map(|game| Some((game.index, (game.pair, f64::from(game.payoffs[game.seat_of(side)?])))))
        .collect();
    let mut turns: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (row, turn) in timeline.turn.iter().enumerate() {
        if results.contains_key(&timeline.index[row]) {
            turns.entry(*turn).or_default().push(row);
        }
    }
    let mut found = Foresight {
        won: Band { name: format!("games {side} won"), points: Vec::new() },
        lost: Band { name: format!("games {side} did not win"), points: Vec::new() },
        decided: None,
        changes_of_favourite: 0.0,
    };
    let mut favourite: BTreeMap<u64, bool> = BTreeMap::new();
    let mut changes = 0u64;
    for (turn, rows) in turns.iter().filter(|(_, rows)| rows.len() >= FEWEST) {
        let values: Vec<Vec<f64>> = rows
            .iter()
            .map(|&row| timeline.values.iter().map(|column| f64::from(column[row])).collect())
            .collect();
        let result = |i: usize| results[&timeline.index[rows[i]]];
        let fit = |half: u64| {
            let (kept, won): (Vec<&[f64]>, Vec<f64>) = (0..rows.len())
                .filter(|&i| result(i).0 % 2 == half)
                .map(|i| (values[i].as_slice(), result(i).1))
                .unzip();
            Logistic::fit(&kept, &won, RIDGE)
        };
        let (Some(even), Some(odd)) = (fit(0), fit(1)) else { continue };
        let (mut in_won, mut in_lost, mut right) = (Vec::new(), Vec::new(), 0.0);
        for i in 0..rows.len() {
            let (pair, won) = result(i);
            let chance = if pair % 2 == 0 { odd.chance(&values[i]) } else { even.chance(&values[i]) };
            if won > 0.5 {
                in_won.push(chance)
            } else {
                in_lost.push(chance)
            }
            right += if chance > 0.5 { won } else { 1.0 - won };
            let leads = chance > 0.5;
            if favourite.insert(timeline.index[rows[i]], leads).is_some_and(|before| before != leads) {
                changes += 1;
            }
        }
        if found.decided.is_none() && right / rows.len() as f64 >= 0.8 {
            found.decided = Some(*turn);
        }
        found.won.points.extend(point(*turn, in_won));
        found.lost.points.extend(point(*turn, in_lost));
    }
    found.changes_of_favourite = changes as f64 / favourite.len().max(1) as f64;
    (found.won.points.len() > 1 && found.lost.points.len() > 1).then_some(found)
}

/// The median and the tenth and ninetieth percentile.
pub fn point(turn: u64, values: Vec<f64>) -> Option<Point> {
    let ascending = sorted(values);
    let at = |share| quantile(&ascending, share);
    let point = Point { x: turn as f64, low: at(0.1), middle: at(0.5), high: at(0.9) };
    (!ascending.is_empty()).then_some(point)
}

/// A metric over time: median and quantiles of the games still going on.
pub fn metric_band(name: &str, timeline: &Timeline, column: usize) -> Band {
    let mut turns: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (row, turn) in timeline.turn.iter().enumerate() {
        turns.entry(*turn).or_default().push(f64::from(timeline.values[column][row]));
    }
    let points = turns.into_iter().filter_map(|(turn, values)| point(turn, values)).collect();
    Band { name: name.into(), points }
}
