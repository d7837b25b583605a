//! The report of a study: what each factor changes, cell by cell, with corrected tests, charts and how to repeat it.

use std::path::Path;

use anyhow::{Context, Result};

use super::plan::{Plan, described_levels};
use super::play::cell_folder;
use super::spec::{Kind, Spec};
use super::{CELLS, STUDY_FILE};
use crate::lab::contrast::{CellGames, Contrast, contrasts, five_numbers, sensitivity};
use crate::lab::document::{Block, Document, Table};
use crate::lab::foresight::metric_band;
use crate::lab::measure::Measure;
use crate::lab::plot::{self, Axis, Dot, Scale};
use crate::lab::read::Run;
use crate::lab::report::{map_of, reproduce};
use crate::lab::stats::{Estimate, Interval, precision};
use crate::lab::summary::{self, count, file_name, short};

/// Metrics shown over time, cell against cell.
const MOST_METRICS: usize = 6;
/// Lines that still tell apart.
const MOST_LINES: usize = 6;

/// Reads a study's folder and writes its report there.
pub fn report(folder: &Path) -> Result<Document> {
    let spec = Spec::read_as(&folder.join(STUDY_FILE), &folder_name(folder))?;
    let plan = Plan::new(spec)?;
    let mut runs = Vec::new();
    for cell in &plan.cells {
        let run = Run::open(&cell_folder(folder, cell)).with_context(|| {
            format!("the study in {} is not complete; run it again to finish it", folder.display())
        })?;
        runs.push(run);
    }
    let document = document(&plan, &runs)?;
    document.write(folder)?;
    Ok(document)
}

/// A study without a name of its own is called like its folder.
fn folder_name(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    whole.file_name().map_or("study".into(), |name| name.to_string_lossy().into_owned())
}

fn document(plan: &Plan, runs: &[Run]) -> Result<Document> {
    let spec = &plan.spec;
    let cells: Vec<CellGames> = plan
        .cells
        .iter()
        .zip(runs)
        .map(|(cell, run)| CellGames { levels: cell.levels.clone(), games: run.games.clone() })
        .collect();
    let found = contrasts(&cells, &plan.level_names(), &plan.measures, spec.confidence);
    let question = if spec.question.is_empty() {
        "What do the factors of this study change?".into()
    } else {
        spec.question.clone()
    };
    let mut document = Document {
        kicker: format!("{} \u{b7} study of {} cells", plan.title.heading(), plan.cells.len()),
        title: spec.name.clone(),
        question,
        answer: answer(plan, runs, &found),
        blocks: Vec::new(),
    };
    let all: Vec<_> = runs.iter().flat_map(|run| run.games.iter().cloned()).collect();
    summary::warn_of_unfinished(&mut document, &all);
    if !found.is_empty() {
        changes(&mut document, plan, &found);
        if plan.spec.factors.iter().filter(|factor| factor.levels.len() > 1).count() > 1 {
            ranking(&mut document, plan, &cells, &found);
        }
    }
    cell_tables(&mut document, plan, runs);
    distributions(&mut document, plan, runs);
    over_time(&mut document, plan, runs)?;
    if let [run] = runs {
        let sides = run.sides();
        summary::who_wins(&mut document, run, &sides, spec.confidence);
        summary::course(&mut document, run, &sides, spec.confidence);
        summary::over_time(&mut document, &run.games, &run.timeline()?, &sides);
    }
    if let Some(run) = runs.first() {
        let map = map_of(run);
        let named =
            if runs.len() > 1 { format!(" of the first cell ({})", plan.cells[0].id) } else { String::new() };
        let before = document.blocks.len();
        summary::battles(&mut document, &run.games, &run.battles()?, map.as_ref(), spec.confidence);
        if document.blocks.len() > before && !named.is_empty() {
            document.blocks.insert(before + 1, Block::Text(format!("The battles{named}.")));
        }
        let about = &run.about;
        let file = format!(
            "[factors] and games as in the study file, kept as {STUDY_FILE} beside this report; each folder under {CELLS}/ is a run of its own."
        );
        reproduce(&mut document, about, &file);
    }
    Ok(document)
}

/// One sentence for each factor, on the first measure; for a single cell the balance.
fn answer(plan: &Plan, runs: &[Run], found: &[Contrast]) -> String {
    let confidence = plan.spec.confidence;
    let Some(measure) = plan.measures.first() else { return String::new() };
    if found.is_empty() {
        let Some(run) = runs.first() else { return String::new() };
        let sides = run.sides();
        return summary::balance_sentence(
            &sides,
            &summary::side_rates(&run.games, &sides, confidence),
            confidence,
        );
    }
    let mut sentences = Vec::new();
    let varying = plan.spec.factors.iter().filter(|factor| factor.levels.len() > 1);
    if plan.cells.len() <= MOST_LINES && varying.clone().all(|factor| factor.kind == Kind::Scenario) {
        // Scenarios are asked about one by one before they are compared.
        let rates = plan.cells.iter().zip(runs).map(|(cell, run)| {
            let found = measure.estimate(&run.games, confidence);
            let (low, high) = (found.interval.low, found.interval.high);
            let text = |value: f64| measure.scale().text(value, if measure.is_share() { 0.001 } else { 0.1 });
            let label = described_levels(&plan.spec, &cell.levels);
            format!("{} in {label} ({} to {})", text(found.value), text(low), text(high))
        });
        let words = measure.words();
        sentences.push(format!(
            "{}{} is {}.",
            words[..1].to_uppercase(),
            &words[1..],
            rates.collect::<Vec<_>>().join(", ")
        ));
    }
    let mut not_shown = Vec::new();
    for (factor, described) in plan.spec.factors.iter().enumerate() {
        let of_factor = |c: &&Contrast| c.factor == factor && c.measure == *measure;
        let overall: Vec<&Contrast> =
            found.iter().filter(of_factor).filter(|c| c.context.is_none()).collect();
        let shown: Vec<&Contrast> =
            if overall.is_empty() { found.iter().filter(of_factor).collect() } else { overall };
        let strongest =
            shown.into_iter().max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
        match strongest {
            Some(contrast) if is_shown(contrast, confidence) => {
                sentences.push(sentence(&described.name, contrast, confidence));
            }
            Some(contrast) => not_shown.push((described.name.as_str(), contrast)),
            None => {}
        }
    }
    match not_shown[..] {
        [] => {}
        [(factor, contrast)] => sentences.push(sentence(factor, contrast, confidence)),
        _ => sentences.push(not_shown_to_change(measure, &not_shown, confidence)),
    }
    sentences.join(" ")
}

fn is_shown(contrast: &Contrast, confidence: f64) -> bool {
    contrast.p_holm < 1.0 - confidence
}

/// A difference of a measure as sentences print it.
fn change_text(measure: &Measure, value: f64) -> String {
    measure.difference_scale().text(value, if measure.is_share() { 0.001 } else { 0.1 })
}

fn unit(measure: &Measure) -> &'static str {
    if measure.is_share() { " points" } else { "" }
}

/// All factors without a shown effect in one sentence, each with how far it could still reach.
fn not_shown_to_change(measure: &Measure, factors: &[(&str, &Contrast)], confidence: f64) -> String {
    let text = |value: f64| change_text(measure, value);
    let items = factors.iter().map(|(factor, contrast)| {
        let Interval { low, high } = contrast.difference.interval;
        let value = text(contrast.difference.value);
        format!("{factor} {} ({value}, {} to {})", contrast.to, text(low), text(high))
    });
    format!(
        "Not shown to change {}:{} {} (differences with {:.0} % intervals).",
        measure.words(),
        if measure.is_share() { " in points," } else { "" },
        items.collect::<Vec<_>>().join(", "),
        confidence * 100.0
    )
}

fn sentence(factor: &str, contrast: &Contrast, confidence: f64) -> String {
    let measure = &contrast.measure;
    let text = |value: f64| change_text(measure, value);
    let unit = unit(measure);
    let difference = &contrast.difference;
    let range = format!(
        "{:.0} % interval {} to {}",
        confidence * 100.0,
        text(difference.interval.low),
        text(difference.interval.high)
    );
    let (from, to) = (&contrast.from, &contrast.to);
    let words = measure.words();
    if is_shown(contrast, confidence) {
        format!(
            "{factor} {to} instead of {from} changes {words} by {}{unit} ({range}; p {} after Holm's correction, {} seeds).",
            text(difference.value),
            p_value(contrast.p_holm),
            count(difference.pairs as u64)
        )
    } else {
        let reach = difference.interval.low.abs().max(difference.interval.high.abs());
        format!(
            "{factor} {to} instead of {from} is not shown to change {words}: {}{unit} ({range}; p {}, {} seeds); a change beyond {}{unit} is unlikely.",
            text(difference.value),
            p_value(contrast.p_holm),
            count(difference.pairs as u64),
            text(reach).trim_start_matches('+')
        )
    }
}

/// `= 0.031`, `< 0.0001`.
fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") }
}

/// Differences that never vary have no effect size.
fn effect(size: f64) -> String {
    if size.is_finite() { format!("{size:+.2}").replace('-', "\u{2212}") } else { "\u{2013}".into() }
}

fn cell_p(p: f64) -> String {
    if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") }
}

fn context_words(plan: &Plan, contrast: &Contrast) -> String {
    let Some(levels) = &contrast.context else { return "mean over all".into() };
    let others = plan.spec.factors.iter().enumerate().filter(|(i, _)| *i != contrast.factor);
    let varying = others.zip(levels).filter(|((_, factor), _)| factor.levels.len() > 1);
    varying.map(|((_, factor), level)| format!("{} {level}", factor.name)).collect::<Vec<_>>().join(", ")
}

fn changes(document: &mut Document, plan: &Plan, found: &[Contrast]) {
    document.heading("What changes");
    document.text(
        "Every cell plays the same seeds, so differences are taken seed by seed. p is corrected for all comparisons \
         of this study by Holm's method, q by Benjamini and Hochberg's. The effect is Cohen's h for win rates and d \
         of the pairs for other measures: 0.2 is small, 0.5 medium, 0.8 large.",
    );
    let wide = found.iter().any(|contrast| contrast.context.is_none());
    for measure in &plan.measures {
        let of_measure: Vec<&Contrast> =
            found.iter().filter(|contrast| contrast.measure == *measure).collect();
        if of_measure.is_empty() {
            continue;
        }
        let mut head = vec!["factor", "from", "to"];
        if wide {
            head.push("where");
        }
        head.extend(["before", "after", "difference", "interval", "p (Holm)", "q (B-H)", "effect", "seeds"]);
        let mut table = Table::new(&format!("Changes of {}", measure.words()), &head);
        let scale = measure.difference_scale();
        let step = if measure.is_share() { 0.001 } else { 0.01 };
        let mut dots = Vec::new();
        for contrast in of_measure {
            let factor = plan.spec.factors[contrast.factor].name.clone();
            let place = context_words(plan, contrast);
            let mut row = vec![factor.clone(), contrast.from.clone(), contrast.to.clone()];
            if wide {
                row.push(place.clone());
            }
            let interval = contrast.difference.interval;
            row.extend([
                measure.scale().text(contrast.before.value, step),
                measure.scale().text(contrast.after.value, step),
                scale.text(contrast.difference.value, step),
                format!("{} to {}", scale.text(interval.low, step), scale.text(interval.high, step)),
                cell_p(contrast.p_holm),
                cell_p(contrast.q),
                effect(contrast.effect_size()),
                count(contrast.difference.pairs as u64),
            ]);
            table.rows.push(row);
            let label = if wide && contrast.context.is_some() {
                format!("{} ({place})", contrast.to)
            } else {
                format!("{factor}: {} \u{2192} {}", contrast.from, contrast.to)
            };
            let estimate =
                Estimate { value: contrast.difference.value, interval, games: contrast.difference.pairs };
            dots.push(Dot { label, series: contrast.factor, estimate });
        }
        document.table(table);
        let label =
            format!("change of {}{}", measure.words(), if measure.is_share() { ", points" } else { "" });
        let axis = Axis { reference: Some(0.0), ..Axis::new(&label, scale) };
        let svg = plot::dots(&format!("Changes of {}", measure.words()), &dots, &[], &axis);
        document.chart(
            &format!("changes-{}", file_name(&measure.to_string())),
            format!("Differences on the same seeds with their intervals: {label}."),
            svg,
        );
    }
    needed(document, plan, found);
}

/// How many seeds would show a difference of a wanted size.
fn needed(document: &mut Document, plan: &Plan, found: &[Contrast]) {
    let confidence = plan.spec.confidence;
    let widest = found
        .iter()
        .filter(|contrast| contrast.measure.is_share())
        .max_by(|a, b| a.difference.interval.width().total_cmp(&b.difference.interval.width()));
    let Some(contrast) = widest.filter(|contrast| contrast.difference.interval.width().is_finite()) else {
        return;
    };
    let pairs = contrast.difference.pairs;
    let mut table = Table::new(
        "Seeds per cell for a wanted precision of every difference, and to show a difference of that size four times of five",
        &["size", "seeds for \u{b1} that size", "more than now", "seeds to show it"],
    );
    let half = contrast.difference.interval.half_width();
    let error = half / crate::lab::stats::student_quantile(confidence, pairs as f64 - 1.0);
    let variance = error * error * pairs as f64;
    for size in [0.05, 0.02, 0.01] {
        let wanted = precision::pairs_for_difference(variance, size, confidence);
        let more = precision::more_games(pairs, half, size);
        let shown = precision::pairs_to_detect(variance, size, confidence, 0.8);
        table.row([format!("{} points", size * 100.0), count(wanted), count(more), count(shown)]);
    }
    document.table(table);
}

fn ranking(document: &mut Document, plan: &Plan, cells: &[CellGames], found: &[Contrast]) {
    let Some(measure) = plan.measures.first() else { return };
    let ranking = sensitivity(cells, &plan.level_names(), found, measure);
    let step = if measure.is_share() { 0.001 } else { 0.01 };
    let scale = measure.difference_scale();
    let caption = format!("What moves {} most", measure.words());
    let mut table = Table::new(
        &caption,
        &["rank", "factor", "strongest level", "change", "interval", "share of variance between cells"],
    );
    for (rank, row) in ranking.iter().enumerate() {
        let interval = row.difference.interval;
        table.row([
            (rank + 1).to_string(),
            plan.spec.factors[row.factor].name.clone(),
            row.to.clone(),
            scale.text(row.difference.value, step),
            format!("{} to {}", scale.text(interval.low, step), scale.text(interval.high, step)),
            summary::percent(row.share),
        ]);
    }
    document.heading("What matters most");
    document.table(table);
}

fn cell_tables(document: &mut Document, plan: &Plan, runs: &[Run]) {
    document.heading("Cells");
    let sides: Vec<Vec<String>> = runs.iter().map(Run::sides).collect();
    let mut table =
        Table::new("Win rate of each side in each cell", &["cell", "side", "games", "win rate", "interval"]);
    let mut dots = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for ((cell, run), sides) in plan.cells.iter().zip(runs).zip(&sides) {
        let label = described_levels(&plan.spec, &cell.levels);
        for side in sides {
            let found = Measure::Win(side.clone()).estimate(&run.games, plan.spec.confidence);
            let games = count(found.games as u64);
            table.row([
                label.clone(),
                side.clone(),
                games,
                summary::percent(found.value),
                summary::percent_range(&found),
            ]);
            if !names.contains(side) {
                names.push(side.clone());
            }
            let series = names.iter().position(|name| name == side).unwrap_or(0);
            dots.push(Dot { label: format!("{label} \u{b7} {side}"), series, estimate: found });
        }
    }
    document.table(table);
    let even = sides.first().map(|sides| 1.0 / sides.len().max(1) as f64);
    let same = sides.windows(2).all(|two| two[0].len() == two[1].len());
    let axis = Axis {
        reference: even.filter(|_| same),
        ..Axis::new("win rate; dashed: an even share", Scale::Percent)
    };
    // Two sides mirror each other: one dot says both.
    if names.len() == 2 {
        dots.retain(|dot| dot.series == 0);
        let svg = plot::dots(&format!("Win rate of {}", names[0]), &dots, &[], &axis);
        document.chart("cell-rates", format!("Win rate of {} in each cell.", names[0]), svg);
    } else {
        document.chart(
            "cell-rates",
            "Win rate of each side in each cell.",
            plot::dots("Win rates by cell", &dots, &names, &axis),
        );
    }
    let mut table = Table::new(
        "Length, scores and ends",
        &["cell", "measure", "mean", "interval", "25 %", "median", "75 %"],
    );
    for ((cell, run), sides) in plan.cells.iter().zip(runs).zip(&sides) {
        let mut measures = vec![Measure::Turns, Measure::Decisions];
        measures.extend(sides.iter().cloned().map(Measure::Score));
        for measure in measures {
            let Some([_, low, middle, high, _]) = five_numbers(&measure.values(&run.games)) else { continue };
            let mean = measure.estimate(&run.games, plan.spec.confidence);
            let range = format!("{} to {}", short(mean.interval.low), short(mean.interval.high));
            let label = described_levels(&plan.spec, &cell.levels);
            table.row([
                label,
                measure.to_string(),
                short(mean.value),
                range,
                short(low),
                short(middle),
                short(high),
            ]);
        }
    }
    document.table(table);
    end_reasons(document, plan, runs);
}

fn end_reasons(document: &mut Document, plan: &Plan, runs: &[Run]) {
    let mut reasons: Vec<String> = Vec::new();
    for game in runs.iter().flat_map(|run| &run.games).filter(|game| game.is_finished()) {
        if !reasons.contains(&game.reason) {
            reasons.push(game.reason.clone());
        }
    }
    reasons.sort();
    let head: Vec<&str> = std::iter::once("cell").chain(reasons.iter().map(String::as_str)).collect();
    let mut table = Table::new("How games end, share of games", &head);
    for (cell, run) in plan.cells.iter().zip(runs) {
        let finished: Vec<_> = run.games.iter().filter(|game| game.is_finished()).collect();
        let share = |reason: &String| {
            let ended = finished.iter().filter(|game| game.reason == *reason).count();
            summary::percent(ended as f64 / finished.len().max(1) as f64)
        };
        table.row(
            std::iter::once(described_levels(&plan.spec, &cell.levels)).chain(reasons.iter().map(share)),
        );
    }
    document.table(table);
}

fn distributions(document: &mut Document, plan: &Plan, runs: &[Run]) {
    let panels: Vec<(String, Vec<f64>)> = plan
        .cells
        .iter()
        .zip(runs)
        .take(12)
        .map(|(cell, run)| (described_levels(&plan.spec, &cell.levels), Measure::Turns.values(&run.games)))
        .collect();
    if runs.len() > 1 {
        let svg = plot::histogram("Game length by cell", "turns", &panels);
        document.chart("length-by-cell", "Game length in each cell; dashed: the median.", svg);
    }
}

/// The metrics over time, a line for each cell.
fn over_time(document: &mut Document, plan: &Plan, runs: &[Run]) -> Result<()> {
    if runs.len() < 2 {
        return Ok(());
    }
    let mut timelines = Vec::new();
    for (cell, run) in plan.cells.iter().zip(runs).take(MOST_LINES) {
        timelines.push((described_levels(&plan.spec, &cell.levels), run.timeline()?));
    }
    let Some((_, first)) = timelines.first() else { return Ok(()) };
    if first.turn.iter().max().copied().unwrap_or(0) < 2 {
        return Ok(());
    }
    document.heading("Metrics over time");
    for metric in first.metrics.iter().take(MOST_METRICS) {
        let series: Vec<_> = timelines
            .iter()
            .filter_map(|(label, timeline)| {
                let column = timeline.metrics.iter().position(|name| name == metric)?;
                Some(metric_band(label, timeline, column))
            })
            .collect();
        let svg = plot::bands(metric, "turn", &series, &Axis::new(metric, Scale::Number));
        let caption = format!("{metric}: median, 10 % to 90 % of the games still going on.");
        document.chart(&format!("metric-{}", file_name(metric)), caption, svg);
    }
    Ok(())
}
