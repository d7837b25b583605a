//! The sections of a report on one set of games: who wins, how games end, how long they last, what happens on the way.

use std::collections::BTreeMap;

use warlab_engine::board::Map;

use super::contrast::five_numbers;
use super::document::{Document, Table};
use super::foresight::{foresight, metric_band};
use super::measure::Measure;
use super::plot::{self, Axis, Dot, Heat, Scale};
use super::read::{Battles, GameRow, Run, Timeline};
use super::stats::{Cluster, Estimate, cluster, precision, rate};

/// Charts of single metrics, at most.
const MOST_METRICS: usize = 12;

/// `52.1 %`.
pub fn percent(value: f64) -> String {
    format!("{:.1} %", value * 100.0)
}

/// `50.2 to 54.0 %`.
pub fn percent_range(estimate: &Estimate) -> String {
    format!("{:.1} to {:.1} %", estimate.interval.low * 100.0, estimate.interval.high * 100.0)
}

/// A number with about four digits.
pub fn short(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e7 {
        return format!("{value:.0}");
    }
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The win rate of each side.
pub fn side_rates(games: &[GameRow], sides: &[String], confidence: f64) -> Vec<Estimate> {
    sides.iter().map(|side| Measure::Win(side.clone()).estimate(games, confidence)).collect()
}

/// The agents that take part, in order of appearance.
pub fn agents_of(games: &[GameRow]) -> Vec<String> {
    let mut agents: Vec<String> = Vec::new();
    for agent in games.iter().flat_map(|game| &game.agents) {
        if !agents.contains(agent) {
            agents.push(agent.clone());
        }
    }
    agents
}

/// A sentence on who is favoured.
pub fn balance_sentence(sides: &[String], rates: &[Estimate], confidence: f64) -> String {
    let Some((best, estimate)) = sides.iter().zip(rates).max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))
    else {
        return "No game was finished.".into();
    };
    if estimate.games == 0 {
        return "No game was finished.".into();
    }
    let even = 1.0 / sides.len() as f64;
    let level = format!("{:.0} % interval", confidence * 100.0);
    let found = format!(
        "{} of {} games ({level} {})",
        percent(estimate.value),
        count(estimate.games as u64),
        percent_range(estimate)
    );
    if estimate.interval.low > even {
        format!("{best} is favoured: it wins {found}; an even share would be {}.", percent(even))
    } else {
        let swing = rates.iter().map(|rate| rate.interval.half_width()).fold(0.0, f64::max);
        format!(
            "No side is shown to be favoured: {best} wins {found}, so an even share of {} is within reach (known to \u{b1}{:.1} points).",
            percent(even),
            swing * 100.0
        )
    }
}

/// Games that broke off are never silently left out.
pub fn warn_of_unfinished(document: &mut Document, games: &[GameRow]) {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games.iter().filter(|game| !game.is_finished()) {
        *kinds.entry(game.termination.as_str()).or_default() += 1;
    }
    if !kinds.is_empty() {
        let list: Vec<String> = kinds.iter().map(|(kind, n)| format!("{} by {kind}", count(*n))).collect();
        document.blocks.push(super::document::Block::Warning(format!(
            "{} of {} games broke off ({}) and are left out of all rates.",
            count(kinds.values().sum()),
            count(games.len() as u64),
            list.join(", ")
        )));
    }
}

/// Who wins: by side, by agent and by seat.
pub fn who_wins(document: &mut Document, run: &Run, sides: &[String], confidence: f64) {
    let games = &run.games;
    document.heading("Who wins");
    let even = (!sides.is_empty()).then(|| 1.0 / sides.len() as f64);
    let axis = Axis { reference: even, ..Axis::new("win rate; dashed: an even share", Scale::Percent) };
    let rates = side_rates(games, sides, confidence);
    rate_table(document, "Win rate by side; shared wins count in part", "side", sides, &rates);
    let rows = dots(sides, &rates);
    document.chart("win-rates", "Win rate of each side.", plot::dots("Win rate by side", &rows, &[], &axis));

    let agents = agents_of(games);
    if agents.len() > 1 {
        let measures = agents.iter().map(|agent| Measure::AgentWin(agent.clone()));
        let rates: Vec<Estimate> = measures.map(|measure| measure.estimate(games, confidence)).collect();
        rate_table(document, "Win rate by agent, over all sides it played", "agent", &agents, &rates);
        let rows = dots(&agents, &rates);
        let svg = plot::dots("Win rate by agent", &rows, &[], &axis);
        document.chart("agent-rates", "Win rate of each agent.", svg);
        let mut table = Table::new("Agent and side", &["agent", "side", "games", "win rate", "interval"]);
        for agent in &agents {
            for side in sides {
                let clusters =
                    cluster::group(games.iter().filter(|game| game.is_finished()).filter_map(|game| {
                        let seat = game.seat_of(side)?;
                        (game.agents[seat] == *agent).then(|| (game.pair, f64::from(game.payoffs[seat])))
                    }));
                if !clusters.is_empty() {
                    let found = rate(&clusters, confidence);
                    let games = count(found.games as u64);
                    table.row([
                        agent.clone(),
                        side.clone(),
                        games,
                        percent(found.value),
                        percent_range(&found),
                    ]);
                }
            }
        }
        document.table(table);
    }
    // Where sides keep their seats, the table of sides is the table of seats.
    if games.windows(2).any(|two| two[0].seats != two[1].seats) {
        let seats = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        let names: Vec<String> = (1..=seats).map(|seat| format!("seat {seat}")).collect();
        let rates: Vec<Estimate> = (0..seats)
            .map(|seat| {
                let finished = games.iter().filter(|game| game.is_finished());
                let values =
                    finished.filter_map(|game| Some((game.pair, f64::from(*game.payoffs.get(seat)?))));
                rate(&cluster::group(values), confidence)
            })
            .collect();
        rate_table(document, "Win rate by seat: what it is worth to be first", "seat", &names, &rates);
    }
    precision_table(document, sides, &rates);
}

fn dots(labels: &[String], rates: &[Estimate]) -> Vec<Dot> {
    let rows = labels.iter().zip(rates).enumerate();
    rows.map(|(series, (label, estimate))| Dot { label: label.clone(), series, estimate: *estimate })
        .collect()
}

fn rate_table(document: &mut Document, caption: &str, what: &str, names: &[String], rates: &[Estimate]) {
    let mut table = Table::new(caption, &[what, "games", "win rate", "interval"]);
    for (name, found) in names.iter().zip(rates) {
        table.row([name.clone(), count(found.games as u64), percent(found.value), percent_range(found)]);
    }
    document.table(table);
}

/// How many more games for a precision.
fn precision_table(document: &mut Document, sides: &[String], rates: &[Estimate]) {
    let Some((side, widest)) =
        sides.iter().zip(rates).max_by(|(_, a), (_, b)| a.interval.width().total_cmp(&b.interval.width()))
    else {
        return;
    };
    let caption = format!(
        "More games needed to know every side's win rate better (now \u{b1}{:.1} points for {side})",
        widest.interval.half_width() * 100.0
    );
    let mut table = Table::new(&caption, &["wanted", "more games"]);
    for wanted in [0.05, 0.02, 0.01, 0.005] {
        let more = precision::more_games(widest.games, widest.interval.half_width(), wanted);
        let words = if more == 0 { "0 (reached)".into() } else { count(more) };
        table.row([format!("\u{b1}{} points", wanted * 100.0), words]);
    }
    document.table(table);
}

/// How games end, and after how long.
pub fn course(document: &mut Document, run: &Run, sides: &[String], confidence: f64) {
    let finished: Vec<&GameRow> = run.games.iter().filter(|game| game.is_finished()).collect();
    document.heading("How games end");
    let mut reasons: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for game in &finished {
        *reasons.entry((game.reason.as_str(), game.rule.as_str())).or_default() += 1;
    }
    let mut sorted: Vec<_> = reasons.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut table = Table::new(
        "End reasons, with the rule that ends the game",
        &["reason", "rule", "games", "share", "interval", "winners"],
    );
    for ((reason, rule), games) in sorted {
        let values = finished
            .iter()
            .map(|game| (game.pair, f64::from(u8::from(game.reason == reason && game.rule == rule))));
        let found = rate(&cluster::group(values), confidence);
        let ended = finished.iter().filter(|game| game.reason == reason && game.rule == rule);
        table.row([
            reason.into(),
            rule.into(),
            count(games),
            percent(found.value),
            percent_range(&found),
            winners(ended),
        ]);
    }
    document.table(table);

    document.heading("Length and scores");
    let mut table = Table::new(
        "Quantiles over all games",
        &["measure", "mean", "interval", "lowest", "25 %", "median", "75 %", "highest"],
    );
    let mut measures = vec![Measure::Turns, Measure::Decisions];
    measures.extend(sides.iter().cloned().map(Measure::Score));
    for measure in &measures {
        let Some(five) = five_numbers(&measure.values(&run.games)) else { continue };
        let mean = measure.estimate(&run.games, confidence);
        let range = format!("{} to {}", short(mean.interval.low), short(mean.interval.high));
        table.row([measure.to_string(), short(mean.value), range].into_iter().chain(five.map(short)));
    }
    document.table(table);
    let lengths = [("all games".to_string(), Measure::Turns.values(&run.games))];
    document.chart(
        "length",
        "Game length; dashed: the median.",
        plot::histogram("Game length", "turns", &lengths),
    );
    let scores: Vec<(String, Vec<f64>)> = sides
        .iter()
        .map(|side| (side.clone(), Measure::Score(side.clone()).values(&run.games)))
        .filter(|(_, values)| values.iter().any(|value| *value != 0.0))
        .collect();
    if !scores.is_empty() {
        document.chart(
            "scores",
            "Scores; dashed: the median.",
            plot::histogram("Scores by side", "score", &scores),
        );
    }
}

/// Who won these games, the most frequent first: `york 61, lancaster 20`.
fn winners<'a>(games: impl Iterator<Item = &'a &'a GameRow>) -> String {
    let mut winners: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        *winners.entry(if game.winners.is_empty() { "nobody" } else { &game.winners }).or_default() += 1;
    }
    let mut sorted: Vec<_> = winners.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let shown: Vec<String> =
        sorted.iter().take(3).map(|(who, games)| format!("{who} {}", count(*games))).collect();
    let more = if sorted.len() > 3 { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// What the metrics do over time, and when they give the result away.
pub fn over_time(document: &mut Document, games: &[GameRow], timeline: &Timeline, sides: &[String]) {
    let turns = timeline.turn.iter().max().copied().unwrap_or(0);
    if turns < 2 {
        return;
    }
    document.heading("Chance to win over time");
    let shown = if sides.len() == 2 { &sides[..1] } else { sides };
    let mut told = false;
    for side in shown {
        let Some(found) = foresight(games, timeline, side) else { continue };
        let axis = Axis {
            limits: Some((0.0, 1.0)),
            reference: Some(0.5),
            ..Axis::new("chance to win", Scale::Percent)
        };
        let series = [found.won.clone(), found.lost.clone()];
        let svg = plot::bands(&format!("Chance of {side} to win"), "turn", &series, &axis);
        let decided = found
            .decided
            .map_or("The metrics never name the winner in four games of five.".to_string(), |turn| {
                format!("From turn {turn} on the metrics name the winner in four games of five.")
            });
        let caption = format!(
            "Chance of {side} to win, read off the metrics of each turn (median, 10 % to 90 %). {decided} The favourite changes {} times a game.",
            short(found.changes_of_favourite)
        );
        document.chart(&format!("chance-{}", file_name(side)), caption, svg);
        told = true;
    }
    if !told {
        document
            .text("Too few games for an estimate: at least 40 games that reach the same turn are needed.");
    }
    document.heading("Metrics over time");
    for (column, metric) in timeline.metrics.iter().enumerate().take(MOST_METRICS) {
        let band = metric_band(metric, timeline, column);
        let flat = band.points.iter().all(|p| p.low == band.points[0].low && p.high == band.points[0].high);
        if !flat {
            let svg = plot::bands(metric, "turn", &[band], &Axis::new(metric, Scale::Number));
            document.chart(
                &format!("metric-{}", file_name(metric)),
                format!("{metric}: median, 10 % to 90 % of the games still going on."),
                svg,
            );
        }
    }
}

/// What is fought, where and with what result.
pub fn battles(
    document: &mut Document,
    games: &[GameRow],
    battles: &Battles,
    map: Option<&Map>,
    confidence: f64,
) {
    if battles.rows.is_empty() {
        return;
    }
    let pairs: BTreeMap<u64, u64> = games.iter().map(|game| (game.index, game.pair)).collect();
    document.heading("Battles");
    let mut kinds: BTreeMap<(&str, &str), BTreeMap<u64, Cluster>> = BTreeMap::new();
    for row in &battles.rows {
        let Some(pair) = pairs.get(&row.index) else { continue };
        let won = f64::from(u8::from(!row.winner.is_empty() && row.winner == row.attacker));
        kinds.entry((&row.kind, &row.attacker)).or_default().entry(*pair).or_default().add(won);
    }
    let mut table = Table::new(
        "Battles by kind and attacker; intervals are clustered by seed",
        &["kind", "attacker", "battles", "per game", "attacker wins", "interval"],
    );
    for ((kind, attacker), clusters) in kinds {
        let clusters: Vec<Cluster> = clusters.into_values().collect();
        let found = rate(&clusters, confidence);
        let per_game = found.games as f64 / games.len().max(1) as f64;
        let fought = count(found.games as u64);
        table.row([
            kind.into(),
            attacker.into(),
            fought,
            short(per_game),
            percent(found.value),
            percent_range(&found),
        ]);
    }
    document.table(table);
    if !battles.columns.is_empty() {
        let mut table =
            Table::new("Figures of the battles", &["figure", "mean", "25 %", "median", "75 %", "highest"]);
        for (name, values) in battles.columns.iter().zip(&battles.values) {
            let values: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
            if let Some([_, low, middle, high, most]) = five_numbers(&values) {
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                table.row([name.clone(), short(mean), short(low), short(middle), short(high), short(most)]);
            }
        }
        document.table(table);
    }
    let Some(map) = map.filter(|map| !map.places.is_empty()) else { return };
    let mut heat: BTreeMap<String, Heat> = BTreeMap::new();
    for row in &battles.rows {
        let place =
            heat.entry(row.place.clone()).or_insert(Heat { count: 0, share: 0.0, tip: String::new() });
        place.count += 1;
        place.share += f64::from(u8::from(!row.winner.is_empty() && row.winner == row.attacker));
    }
    for (id, heat) in &mut heat {
        heat.share /= heat.count as f64;
        let name = map.places.iter().find(|place| place.id == *id).map_or(id.as_str(), |place| &place.name);
        let shown = percent(heat.share);
        heat.tip = format!("{name}: {} battles, the attacker wins {shown}", count(heat.count));
    }
    let svg = plot::heat_map("Battles on the map", map, &heat, "defender wins", "attacker wins");
    document.chart(
        "battle-map",
        "Where battles are fought (size or strength of shade: how many) and who wins them (shade).",
        svg,
    );
}

/// A name for a file: letters, digits and dashes.
pub fn file_name(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}
