//! The last word: the tuned agent against the one it started from, on fresh seeds, and the winner with its evidence.

use std::path::PathBuf;

use anyhow::Result;
use warlab_agents::Spec as AgentSpec;
use warlab_agents::ladder::Verdict;
use warlab_agents::weights::QUALITY;
use warlab_engine::chance::mix;
use warlab_engine::setup::Setup;

use super::search::Search;
use crate::lab::document::{Document, Table, put};
use crate::lab::ladder::{pentanomial, play_until_decided};
use crate::lab::measure::Measure;
use crate::lab::plot::{self, Axis, Band, Point, Scale};
use crate::lab::read::Run;
use crate::lab::report::reproduce;
use crate::lab::rounds::Rounds;
use crate::lab::stats::Estimate;
use crate::lab::summary::{count, percent, short};
use crate::manifest;
use crate::plan::{Plan, Wish};
use crate::run::{Ending, Way, carry_out};

const CONFIRM_SEEDS: u64 = 0x7E57_0002;
const OPPONENT_SEEDS: u64 = 0x7E57_0003;
const MOST_AGAINST_OPPONENT: u64 = 1_000;
const ROUND: u64 = 200;

/// What the confirmation found.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmed {
    pub is_better: bool,
    /// Where the winner's numbers are, if the tuned agent won.
    pub file: Option<PathBuf>,
    pub document: Document,
}

/// Plays the match (or what is missing of it) and writes `tuned.toml` and the report. `None` if it was interrupted.
pub fn confirm(search: &Search, way: &Way, progress: &mut dyn FnMut(&str)) -> Result<Option<Confirmed>> {
    let place = search.answer();
    let tuned = search.agent(&search.write_candidate("tuned-candidate", &place)?);
    let start = search.agent(&search.write_candidate("start", &vec![0.0; place.len()])?);
    let seats = search.rules.seats().len();
    let spec = &search.spec;
    let wish = match_against(search, &tuned, &start, ROUND, CONFIRM_SEEDS);
    let target = search.folder.join("confirmation");
    let rounds = Rounds { wish, target, folder: search.folder.join("rounds") };
    if !rounds.is_joined() || rounds.folder.exists() {
        let name = tuned.to_string();
        if play_until_decided(&rounds, &spec.sprt, &name, spec.confirm_games, way, progress)?.is_none() {
            return Ok(None);
        }
    }
    let Some(against_opponent) = measure_against_opponent(search, &tuned, way, progress)? else {
        return Ok(None);
    };
    let run = Run::open(&rounds.target)?;
    let name = tuned.to_string();
    let seen = pentanomial(&run.games, &name);
    let share = Measure::AgentWin(name).estimate(&run.games, 0.95);
    let even = 1.0 / seats as f64;
    // The sequential test is for two players; a larger table is judged by its interval.
    let is_better =
        if seats == 2 { spec.sprt.verdict(&seen) == Verdict::Accepted } else { share.interval.low > even };
    let ratio = spec.sprt.ratio(&seen);
    let elo = seen.estimate();
    let verdict = match (is_better, seats) {
        (true, _) => "better than its start",
        (false, 2) if spec.sprt.verdict(&seen) == Verdict::Open => "not decided within confirm_games",
        (false, _) => "not better than its start",
    };
    let mut evidence = format!(
        "Tuned over {} steps and {} games, then {verdict}: it scores {} of {} fresh games ({} to {}).",
        search.steps_done(),
        count(search.games_played()),
        percent(share.value),
        count(share.games as u64),
        percent(share.interval.low),
        percent(share.interval.high)
    );
    if let Measured::Share(share) = &against_opponent {
        evidence += &format!(
            " Against {} it scores {} of {} further games ({} to {}).",
            spec.opponent,
            percent(share.value),
            count(share.games as u64),
            percent(share.interval.low),
            percent(share.interval.high)
        );
    }
    let file = if is_better {
        Some(write_winner(search, &place, &evidence, &[share.value, ratio, elo.elo])?)
    } else {
        None
    };
    let mut document = Document {
        kicker: format!("{} \u{b7} tuning of {}", search.title.heading(), spec.agent),
        title: spec.name.clone(),
        question: format!("Can {} play better with other numbers?", spec.agent),
        answer: evidence,
        blocks: Vec::new(),
    };
    describe(&mut document, search, &place);
    document.heading("Confirmation");
    let mut table = Table::new("The match on fresh seeds, seats swapped", &["figure", "value"]);
    table.row(["score".into(), percent(share.value)]);
    table.row(["games".into(), count(share.games as u64)]);
    if seats == 2 {
        let (low, high) = spec.sprt.bounds();
        table.row(["Elo".into(), format!("{:+.0} ({:+.0} to {:+.0})", elo.elo, elo.elo_low, elo.elo_high)]);
        table.row(["log-likelihood ratio".into(), format!("{ratio:.2}, bounds {low:.2} and {high:.2}")]);
    }
    document.table(table);
    reproduce(&mut document, &run.about, "The match is a run of its own in confirmation/.");
    document.write(&search.folder)?;
    search.clean()?;
    Ok(Some(Confirmed { is_better, file, document }))
}

/// A match of the tuned agent in every seat against `other` in all the others.
fn match_against(search: &Search, tuned: &AgentSpec, other: &AgentSpec, games: u64, seeds: u64) -> Wish {
    let spec = &search.spec;
    let seats = search.rules.seats().len();
    let others = vec![other.to_string(); seats - 1];
    Wish {
        game: spec.game.clone(),
        setup: Setup {
            scenario: spec.scenario.clone(),
            players: spec.players,
            variants: spec.variants.clone(),
        },
        agents: std::iter::once(tuned.to_string()).chain(others).collect::<Vec<_>>().join(","),
        games: games.div_ceil(seats as u64) * seats as u64,
        seed: mix(spec.seed, seeds),
        swap_seats: true,
        wall_time: true,
        ..Wish::default()
    }
}

/// How the tuned agent does against the search's opponent.
enum Measured {
    /// The opponent is the agent it started from: the confirmation says it.
    SameAsStart,
    Share(Estimate),
}

/// Beating a weak start says little: where the opponent is another agent, it is met too. `None` if it was interrupted.
fn measure_against_opponent(
    search: &Search,
    tuned: &AgentSpec,
    way: &Way,
    progress: &mut dyn FnMut(&str),
) -> Result<Option<Measured>> {
    let spec = &search.spec;
    if spec.start.is_none() && spec.opponent == spec.agent {
        return Ok(Some(Measured::SameAsStart));
    }
    let games = spec.confirm_games.min(MOST_AGAINST_OPPONENT);
    let wish = match_against(search, tuned, &spec.opponent, games, OPPONENT_SEEDS);
    let folder = search.folder.join("against-opponent");
    progress(&format!("{} games against {}", wish.games, spec.opponent));
    let resume = folder.join(manifest::FILE).exists();
    let way = Way { resume, ..way.clone() };
    if carry_out(&Plan::make(&wish)?, &folder, &way, &mut |_| {})? == Ending::Interrupted {
        return Ok(None);
    }
    let games = Run::open(&folder)?.games;
    Ok(Some(Measured::Share(Measure::AgentWin(tuned.to_string()).estimate(&games, 0.95))))
}

/// The tuned numbers as a file that agents read, with the evidence above them.
fn write_winner(
    search: &Search,
    place: &[f64],
    evidence: &str,
    [score, ratio, elo]: &[f64; 3],
) -> Result<PathBuf> {
    let mut weights = search.weights(place);
    let mut text = format!("# {evidence}\n");
    if search.spec.tables.is_empty() {
        let agent = &search.spec.agent;
        text +=
            &format!("# Play it as {}\n\n", search.agent(&search.write_candidate("tuned-candidate", place)?));
        text += &format!("agent = \"{agent}\"\n\n[settings]\n");
        for (name, value) in search.settings(place) {
            text += &format!("{name} = {value}\n");
        }
    } else {
        // A match without a single loss has no finite rating.
        let measured =
            [("confirmation_score", score), ("confirmation_ratio", ratio), ("confirmation_elo", elo)];
        let finite = measured.into_iter().filter(|(_, value)| value.is_finite());
        let (names, values): (Vec<&str>, Vec<f32>) =
            finite.map(|(name, value)| (name, *value as f32)).unzip();
        weights.set_table(QUALITY, &names, &values);
        let path = search.folder.join("tuned.toml");
        text += &format!(
            "# Play it as {}:weights={}\n\n{}",
            search.spec.agent,
            path.display(),
            weights.to_toml()
        );
    }
    let path = search.folder.join("tuned.toml");
    put(&path, &text)?;
    Ok(path)
}

fn describe(document: &mut Document, search: &Search, place: &[f64]) {
    document.heading("What changed");
    let mut table = Table::new("Numbers before and after", &["name", "start", "tuned", "change in spans"]);
    for (dial, place) in search.dials.iter().zip(place) {
        let value = dial.value(*place);
        table.row([dial.name.clone(), short(dial.start), short(value), format!("{place:+.2}")]);
    }
    document.table(table);
    let points = search.scores().iter().enumerate().map(|(step, score)| Point {
        x: step as f64 + 1.0,
        low: *score,
        middle: *score,
        high: *score,
    });
    let band = Band { name: "mean score of the candidates".into(), points: points.collect() };
    let even = 1.0 / search.rules.seats().len() as f64;
    let axis = Axis { reference: Some(even), ..Axis::new("score", Scale::Percent) };
    let svg = plot::bands("Progress of the search", "step", &[band], &axis);
    document.chart(
        "progress",
        format!(
            "Mean score of each step's candidates against {}; dashed: an even share.",
            search.spec.opponent
        ),
        svg,
    );
}
