//! Round robins: every agent against every other on the same seeds with seats swapped, and ratings from the results.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use warlab_agents::Spec;
use warlab_agents::ladder::sprt::Scale as SprtScale;
use warlab_agents::ladder::{Pentanomial, Ratings, Sprt, Verdict, WinMatrix, rate_clusters};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;

use super::document::{Document, Table};
use super::measure::Measure;
use super::plot::{self, Axis, Dot, Scale};
use super::read::{About, GameRow, Run};
use super::report::reproduce;
use super::rounds::Rounds;
use super::stats::{Estimate, Interval, cluster, score};
use super::summary::{count, percent, percent_range};
use crate::manifest;
use crate::plan::{Plan, Wish};
use crate::run::{Ending, Way, carry_out};

/// Games of an agent against itself that are timed.
const TIMED_GAMES: u64 = 2;

/// What a ladder is asked to do.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Everything but agents and games; seats are always swapped.
    pub wish: Wish,
    pub agents: Vec<Spec>,
    /// Games of each pairing; with a test the games of one round.
    pub games: u64,
    pub sprt: Option<Sprt>,
    /// With a test: stop at this many games even if it is open.
    pub most_games: u64,
}

/// `elo0=0,elo1=20,alpha=0.05,beta=0.05`; what is left out takes these values.
pub fn parse_sprt(text: &str) -> Result<Sprt, Problem> {
    let mut sprt = Sprt { scale: SprtScale::Normalized, elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let field = match key.trim() {
            "elo0" => &mut sprt.elo0,
            "elo1" => &mut sprt.elo1,
            "alpha" => &mut sprt.alpha,
            "beta" => &mut sprt.beta,
            unknown => {
                return Err(Problem::new(format!(
                    "--sprt has no \"{unknown}\"; write --sprt elo0=0,elo1=20,alpha=0.05,beta=0.05"
                )));
            }
        };
        *field = number
            .ok_or_else(|| Problem::new(format!("--sprt {part}: give a number, for example elo1=20")))?;
    }
    let chance = |value: f64| value > 0.0 && value < 0.5;
    if sprt.elo0 >= sprt.elo1 || !chance(sprt.alpha) || !chance(sprt.beta) {
        return Err(Problem::new("--sprt needs elo0 below elo1, and alpha and beta between 0 and 0.5"));
    }
    Ok(sprt)
}

/// The pairs of a two-player match, by the points of `agent`.
pub fn pentanomial(games: &[GameRow], agent: &str) -> Pentanomial {
    let mut seen = Pentanomial::default();
    let points = |game: &GameRow| {
        let seat = game.agents.iter().position(|name| name == agent)?;
        game.is_finished().then(|| game.payoffs[seat])
    };
    for pair in games.chunk_by(|a, b| a.pair == b.pair) {
        if let [first, second] = pair
            && let (Some(first), Some(second)) = (points(first), points(second))
        {
            seen.add_pair(first, second);
        }
    }
    seen
}

impl Ladder {
    /// Checks agents and numbers before the first game.
    pub fn check(&self) -> Result<()> {
        if self.agents.len() < 2 {
            bail!("a ladder needs at least two agents: --agents scripted,random");
        }
        for (i, agent) in self.agents.iter().enumerate() {
            if self.agents[..i].contains(agent) {
                bail!("{agent} is named twice; give the second other settings or leave it out");
            }
        }
        if self.sprt.is_some() && self.agents.len() != 2 {
            bail!("--sprt compares two agents, not {}; leave the others out", self.agents.len());
        }
        let plan = Plan::make(&self.pairing(0, 1)?)?;
        if self.sprt.is_some() && plan.rules.seats().len() != 2 {
            bail!("--sprt is for games of two players; leave it out");
        }
        for agent in &self.agents {
            plan.title.check_agent(agent)?;
        }
        Ok(())
    }

    /// The run of one pairing: the two agents take turns around the table.
    fn pairing(&self, a: usize, b: usize) -> Result<Wish> {
        let seats =
            Plan::make(&Wish { agents: "random".into(), games: 1, ..self.wish.clone() })?.rules.seats().len();
        let seated = |seat: usize| self.agents[if seat.is_multiple_of(2) { a } else { b }].to_string();
        let agents: Vec<String> = (0..seats).map(seated).collect();
        let games = self.games.div_ceil(seats as u64) * seats as u64;
        Ok(Wish { agents: agents.join(","), games, swap_seats: true, ..self.wish.clone() })
    }

    fn pairings(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let n = self.agents.len();
        (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
    }

    /// Plays every pairing; a ladder that was interrupted goes on.
    pub fn play(&self, folder: &Path, way: &Way, progress: &mut dyn FnMut(&str)) -> Result<Ending> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}; give another --out", folder.display()))?;
        if let Some(sprt) = &self.sprt {
            return self.play_test(sprt, folder, way, progress);
        }
        for (a, b) in self.pairings() {
            progress(&format!("{} against {}", self.agents[a], self.agents[b]));
            let target = pairing_folder(folder, a, b);
            let resume = target.join(manifest::FILE).exists();
            let plan = Plan::make(&self.pairing(a, b)?)?;
            let way = Way { resume, ..way.clone() };
            if carry_out(&plan, &target, &way, &mut |_| {})? == Ending::Interrupted {
                return Ok(Ending::Interrupted);
            }
        }
        Ok(Ending::Complete)
    }

    fn play_test(
        &self,
        sprt: &Sprt,
        folder: &Path,
        way: &Way,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Ending> {
        let rounds = Rounds {
            wish: self.pairing(0, 1)?,
            target: pairing_folder(folder, 0, 1),
            folder: folder.join("rounds"),
        };
        if rounds.is_joined() && !rounds.folder.exists() {
            return Ok(Ending::Complete);
        }
        match play_until_decided(&rounds, sprt, &self.agents[0].to_string(), self.most_games, way, progress)?
        {
            None => Ok(Ending::Interrupted),
            Some(_) => Ok(Ending::Complete),
        }
    }

    /// Writes the report from the games in `folder`.
    pub fn report(&self, folder: &Path) -> Result<Document> {
        let names: Vec<String> = self.agents.iter().map(ToString::to_string).collect();
        // One matrix for the games of each seed, which depend on each other.
        let mut clusters: Vec<WinMatrix> = Vec::new();
        let mut games: Vec<GameRow> = Vec::new();
        let mut about = None;
        let mut pair_offset = 0;
        for (a, b) in self.pairings() {
            let run = Run::open(&pairing_folder(folder, a, b))?;
            for pair in run.games.chunk_by(|a, b| a.pair == b.pair) {
                let mut cluster = WinMatrix::new(names.len());
                for game in pair.iter().filter(|game| game.is_finished()) {
                    let place = |agent: &String| names.iter().position(|name| name == agent);
                    let seated: Option<Vec<usize>> = game.agents.iter().map(place).collect();
                    cluster
                        .add_game(&seated.context("the ladder's folder holds other agents")?, &game.payoffs);
                }
                clusters.push(cluster);
            }
            about.get_or_insert_with(|| run.about.clone());
            // Pairings use the same seeds but are compared as separate clusters.
            let last = run.games.last().map_or(0, |game| game.pair + 1);
            games.extend(run.games.into_iter().map(|game| GameRow { pair: game.pair + pair_offset, ..game }));
            pair_offset += last;
        }
        let document = self.document(&names, &clusters, &games, &about.context("a ladder has pairings")?)?;
        document.write(folder)?;
        Ok(document)
    }

    fn document(
        &self,
        names: &[String],
        clusters: &[WinMatrix],
        games: &[GameRow],
        about: &About,
    ) -> Result<Document> {
        let ratings = rate_clusters(names.len(), clusters);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
        let mut document = Document {
            kicker: format!(
                "{} \u{b7} {} \u{b7} {} games",
                about.game,
                about.scenario,
                count(games.len() as u64)
            ),
            title: format!("Ladder of {}", about.game),
            question: "Which agent is the strongest, and how sure is that?".into(),
            answer: self.answer(names, &ratings, &order, games),
            blocks: Vec::new(),
        };
        super::summary::warn_of_unfinished(&mut document, games);
        self.ratings_table(&mut document, names, &ratings, &order, games)?;
        who_beats_whom(&mut document, names, &ratings, &order, games);
        reproduce(&mut document, about, "Each folder under pairings/ is a run of its own.");
        Ok(document)
    }

    fn answer(&self, names: &[String], ratings: &Ratings, order: &[usize], games: &[GameRow]) -> String {
        let (first, second) = (order[0], order[1]);
        let gap = ratings.players[first].elo - ratings.players[second].elo;
        let sure = percent(ratings.superiority(first, second));
        let mut answer = format!(
            "{} is ahead of {} by {gap:.0} Elo; the chance that it is stronger is {sure}.",
            names[first], names[second]
        );
        if let Some(sprt) = &self.sprt {
            let seen = pentanomial(games, &names[0]);
            let (low, high) = sprt.bounds();
            let verdict = match sprt.verdict(&seen) {
                Verdict::Accepted => format!("{} is better by {} Elo or more", names[0], sprt.elo1),
                Verdict::Rejected => format!("{} is not better by more than {} Elo", names[0], sprt.elo0),
                Verdict::Open => "the test is still open".into(),
            };
            answer += &format!(
                " Sequential test: {verdict} (log-likelihood ratio {:.2}, bounds {low:.2} and {high:.2}, {} pairs).",
                sprt.ratio(&seen),
                count(seen.pairs())
            );
        }
        answer
    }

    fn ratings_table(
        &self,
        document: &mut Document,
        names: &[String],
        ratings: &Ratings,
        order: &[usize],
        games: &[GameRow],
    ) -> Result<()> {
        document.heading("Ratings");
        let caption = "Ratings with 95 % intervals (the mean is 0), win rates, and time per decision in a game against itself";
        let mut table = Table::new(
            caption,
            &["rank", "agent", "Elo", "interval", "games", "win rate", "interval", "time per decision"],
        );
        let mut dots = Vec::new();
        for (rank, &i) in order.iter().enumerate() {
            let rating = ratings.players[i];
            let share = Measure::AgentWin(names[i].clone()).estimate(games, 0.95);
            let interval = Interval::new(rating.elo - rating.error, rating.elo + rating.error);
            table.row([
                (rank + 1).to_string(),
                names[i].clone(),
                format!("{:+.0}", rating.elo),
                format!("{:+.0} to {:+.0}", interval.low, interval.high),
                count(share.games as u64),
                percent(share.value),
                percent_range(&share),
                self.time_per_decision(i)?,
            ]);
            let estimate = Estimate { value: rating.elo, interval, games: share.games };
            dots.push(Dot { label: names[i].clone(), series: 0, estimate });
        }
        document.table(table);
        let axis = Axis { reference: Some(0.0), ..Axis::new("Elo", Scale::Signed) };
        document.chart("ratings", "Ratings with their intervals.", plot::dots("Ratings", &dots, &[], &axis));
        Ok(())
    }

    /// Measured on one thread, where both sides are this agent.
    fn time_per_decision(&self, agent: usize) -> Result<String> {
        let rules = Plan::make(&Wish { agents: "random".into(), games: 1, ..self.wish.clone() })?.rules;
        let agents = vec![self.agents[agent].clone(); rules.seats().len()];
        let clock = Instant::now();
        let mut decisions = 0;
        for game in 0..TIMED_GAMES {
            decisions += rules.play(mix(self.wish.seed, game), &agents)?.decisions;
        }
        let micros = clock.elapsed().as_secs_f64() * 1e6 / f64::from(decisions.max(1));
        Ok(if micros < 1000.0 {
            format!("{micros:.1} \u{b5}s")
        } else {
            format!("{:.1} ms", micros / 1000.0)
        })
    }
}

/// Every pairing in words, for terminals, and as two pictures.
fn who_beats_whom(
    document: &mut Document,
    names: &[String],
    ratings: &Ratings,
    order: &[usize],
    games: &[GameRow],
) {
    document.heading("Who beats whom");
    let mut table = Table::new(
        "Score of the first against the second (ties count half), and the chance by all results that it is stronger",
        &["first", "second", "games", "score", "interval", "stronger"],
    );
    for (rank, &first) in order.iter().enumerate() {
        for &second in &order[rank + 1..] {
            let share = score_between(games, &names[first], &names[second]);
            table.row([
                names[first].clone(),
                names[second].clone(),
                count(share.games as u64),
                percent(share.value),
                percent_range(&share),
                percent(ratings.superiority(first, second)),
            ]);
        }
    }
    document.table(table);
    let sorted: Vec<String> = order.iter().map(|&i| names[i].clone()).collect();
    let cells = |share: &dyn Fn(usize, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let row = |&a: &usize| order.iter().map(|&b| if a == b { None } else { share(a, b) }).collect();
        order.iter().map(row).collect()
    };
    let seen = |a: usize, b: usize| {
        let share = score_between(games, &names[a], &names[b]);
        (share.games > 0).then_some(share.value)
    };
    let svg = plot::matrix("Score of the row against the column", &sorted, &cells(&seen));
    document.chart("matrix", "Score of the row against the column; ties count half.", svg);
    let superior = |a: usize, b: usize| Some(ratings.superiority(a, b));
    let svg = plot::matrix("Chance that the row is stronger", &sorted, &cells(&superior));
    let caption = "Likelihood of superiority: the chance that the row is stronger than the column.";
    document.chart("superiority", caption, svg);
}

/// How often `first` finishes above `second` where both play, seat by seat, clustered by seed pair.
fn score_between(games: &[GameRow], first: &str, second: &str) -> Estimate {
    let payoffs = |game: &GameRow, agent: &str| -> Vec<f32> {
        let seats = game.agents.iter().zip(&game.payoffs);
        seats.filter(|(name, _)| *name == agent).map(|(_, &payoff)| payoff).collect()
    };
    let of_game = |game: &GameRow| {
        let (own, others) = (payoffs(game, first), payoffs(game, second));
        let meetings = own.len() * others.len();
        let points = own.iter().flat_map(|mine| others.iter().map(move |theirs| points(*mine, *theirs)));
        (game.is_finished() && meetings > 0).then(|| (game.pair, points.sum::<f64>() / meetings as f64))
    };
    score(&cluster::group(games.iter().filter_map(of_game)), 0.95)
}

fn points(mine: f32, theirs: f32) -> f64 {
    match mine.total_cmp(&theirs) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

fn pairing_folder(folder: &Path, a: usize, b: usize) -> PathBuf {
    folder.join("pairings").join(format!("{:02}-{:02}", a + 1, b + 1))
}

/// Plays rounds until the test is decided or `most` games are played; `None` if it was interrupted. Joins the rounds.
pub fn play_until_decided(
    rounds: &Rounds,
    sprt: &Sprt,
    agent: &str,
    most: u64,
    way: &Way,
    progress: &mut dyn FnMut(&str),
) -> Result<Option<Verdict>> {
    let mut round = 0;
    let verdict = loop {
        round += 1;
        if rounds.play(round, way, &mut |_| {})? == Ending::Interrupted {
            return Ok(None);
        }
        let seen = pentanomial(&rounds.games(round)?, agent);
        let verdict = sprt.verdict(&seen);
        let (low, high) = sprt.bounds();
        progress(&format!("{} pairs, ratio {:.2} of {low:.2} to {high:.2}", seen.pairs(), sprt.ratio(&seen)));
        if verdict != Verdict::Open || round * rounds.wish.games >= most {
            break verdict;
        }
    };
    rounds.join(round)?;
    rounds.remove()?;
    Ok(Some(verdict))
}
