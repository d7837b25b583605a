//! What is measured in a game: who won, scores, length. The words are those of study files: `win:york`, `turns`.

use std::fmt;
use std::str::FromStr;

use warlab_engine::data::{Problem, suggestion};

use super::plot::Scale;
use super::read::GameRow;
use super::stats::{Cluster, Estimate, cluster, rate, score};

/// One number per game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// The side's part of the win: 1 alone, a share if shared.
    Win(String),
    /// The part of the win of whoever this agent played.
    AgentWin(String),
    Score(String),
    Turns,
    Decisions,
}

impl Measure {
    /// `None` for games that broke off, and for sides or agents that did not take part.
    pub fn of(&self, game: &GameRow) -> Option<f64> {
        if !game.is_finished() {
            return None;
        }
        match self {
            Measure::Win(side) => game.seat_of(side).map(|seat| f64::from(game.payoffs[seat])),
            Measure::Score(side) => game.seat_of(side).map(|seat| f64::from(game.scores[seat])),
            Measure::AgentWin(agent) => {
                let mut seats = game.agents.iter().zip(&game.payoffs).filter(|(name, _)| *name == agent);
                let first = f64::from(*seats.next()?.1);
                let (sum, count) = seats.fold((first, 1.0), |(s, n), (_, p)| (s + f64::from(*p), n + 1.0));
                Some(sum / count)
            }
            Measure::Turns => Some(game.turns as f64),
            Measure::Decisions => Some(game.decisions as f64),
        }
    }

    /// How far apart two games can be, if that is known beforehand.
    pub fn range(&self) -> Option<f64> {
        self.is_share().then_some(1.0)
    }

    pub fn is_share(&self) -> bool {
        matches!(self, Measure::Win(_) | Measure::AgentWin(_))
    }

    pub fn scale(&self) -> Scale {
        if self.is_share() { Scale::Percent } else { Scale::Number }
    }

    /// How a difference of this measure is written.
    pub fn difference_scale(&self) -> Scale {
        if self.is_share() { Scale::Points } else { Scale::Signed }
    }

    /// The words for a sentence: "the win rate of york".
    pub fn words(&self) -> String {
        match self {
            Measure::Win(name) | Measure::AgentWin(name) => format!("the win rate of {name}"),
            Measure::Score(side) => format!("the score of {side}"),
            Measure::Turns => "the number of turns".into(),
            Measure::Decisions => "the number of decisions".into(),
        }
    }

    /// The mean over games, clustered by seed pair: a rate or an agent's score by Wilson, another mean by Student.
    pub fn estimate(&self, games: &[GameRow], confidence: f64) -> Estimate {
        let clusters = self.clusters(games);
        match self {
            Measure::Win(_) => rate(&clusters, confidence),
            Measure::AgentWin(_) => score(&clusters, confidence),
            _ => cluster::mean(&clusters, confidence),
        }
    }

    pub fn clusters(&self, games: &[GameRow]) -> Vec<Cluster> {
        cluster::group(games.iter().filter_map(|game| Some((game.pair, self.of(game)?))))
    }

    /// The mean of each seed pair, by pair.
    pub fn by_pair(&self, games: &[GameRow]) -> Vec<(u64, f64)> {
        let mut means: Vec<(u64, Cluster)> = Vec::new();
        for game in games {
            let Some(value) = self.of(game) else { continue };
            if means.last().is_none_or(|(pair, _)| *pair != game.pair) {
                means.push((game.pair, Cluster::default()));
            }
            means.last_mut().expect("one was pushed").1.add(value);
        }
        means.into_iter().map(|(pair, cluster)| (pair, cluster.mean())).collect()
    }

    /// All values, for distributions.
    pub fn values(&self, games: &[GameRow]) -> Vec<f64> {
        games.iter().filter_map(|game| self.of(game)).collect()
    }

    /// The measures a word stands for: `win` and `score` alone mean every side.
    pub fn parse(word: &str, sides: &[String]) -> Result<Vec<Measure>, Problem> {
        match word.split_once(':') {
            None if word == "win" => Ok(sides.iter().cloned().map(Measure::Win).collect()),
            None if word == "score" => Ok(sides.iter().cloned().map(Measure::Score).collect()),
            Some(("win" | "score", side)) if !sides.iter().any(|known| known == side) => {
                let hint = suggestion(side, sides.iter().map(String::as_str));
                Err(Problem::new(format!(
                    "metric \"{word}\": no side \"{side}\"; known: {}.{hint}",
                    sides.join(", ")
                )))
            }
            _ => Ok(vec![word.parse()?]),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Win(side) => write!(f, "win:{side}"),
            Measure::AgentWin(agent) => write!(f, "agent:{agent}"),
            Measure::Score(side) => write!(f, "score:{side}"),
            Measure::Turns => f.write_str("turns"),
            Measure::Decisions => f.write_str("decisions"),
        }
    }
}

impl FromStr for Measure {
    type Err = Problem;

    fn from_str(word: &str) -> Result<Self, Problem> {
        match word.split_once(':') {
            Some(("win", side)) => Ok(Measure::Win(side.into())),
            Some(("agent", agent)) => Ok(Measure::AgentWin(agent.into())),
            Some(("score", side)) => Ok(Measure::Score(side.into())),
            None if word == "turns" => Ok(Measure::Turns),
            None if word == "decisions" => Ok(Measure::Decisions),
            _ => {
                let known = ["win", "win:SIDE", "score", "score:SIDE", "agent:SPEC", "turns", "decisions"];
                let hint = suggestion(word, known.into_iter());
                Err(Problem::new(format!("unknown metric \"{word}\"; known: {}.{hint}", known.join(", "))))
            }
        }
    }
}
