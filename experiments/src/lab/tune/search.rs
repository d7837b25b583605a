//! The optimiser at work: candidates of a step all play the same fresh seeds, and every step is kept in a checkpoint.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use warlab_agents::tune::{SepCma, Spsa};
use warlab_agents::{Spec as AgentSpec, Weights};
use warlab_engine::chance::mix;
use warlab_engine::setup::Setup;

use super::TUNE_FILE;
use super::spec::{Dial, Optimiser, Spec};
use crate::games;
use crate::interrupt::Stop;
use crate::lab::document::put;
use crate::title::{Ruleset, Title};

const CHECKPOINT: &str = "checkpoint.json";
/// Keeps the seeds of the search apart from those of the confirmation.
const SEARCH_SEEDS: u64 = 0x7E57_0001;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    SepCma(SepCma),
    Spsa(Spsa),
}

/// What a tuning has done so far; enough to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Checkpoint {
    state: State,
    /// Mean score of the candidates of each step.
    scores: Vec<f64>,
    games: u64,
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Search {
    pub spec: Spec,
    pub title: &'static dyn Title,
    pub rules: Arc<dyn Ruleset>,
    /// The weights it starts from.
    pub start: Weights,
    pub dials: Vec<Dial>,
    pub folder: PathBuf,
    checkpoint: Checkpoint,
}

impl Search {
    /// Begins a tuning in `folder`, or goes on with the one that is there.
    pub fn open(spec: Spec, folder: &Path) -> Result<Search> {
        let title = games::find(&spec.game)?;
        let setup =
            Setup { scenario: spec.scenario.clone(), players: spec.players, variants: spec.variants.clone() };
        let rules = title.set_up(&setup, &title.pack())?;
        let shipped = title.weights();
        let start = match &spec.start {
            None => shipped,
            Some(path) => {
                let text = fs::read_to_string(path)
                    .with_context(|| format!("cannot read the weights file {path}"))?;
                shipped.replaced_by(path, &text)?
            }
        };
        let dials = spec.dials(&start)?;
        title.check_agent(&spec.opponent)?;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}; give another --out", folder.display()))?;
        let file = folder.join(TUNE_FILE);
        match fs::read_to_string(&file) {
            Ok(text) if text != spec.text => bail!(
                "{} holds another tuning, or this one before it was edited; give another --out",
                folder.display()
            ),
            Ok(_) => {}
            Err(_) => put(&file, &spec.text)?,
        }
        let checkpoint = match fs::read_to_string(folder.join(CHECKPOINT)) {
            Ok(text) => serde_json::from_str(&text).with_context(|| {
                format!("{} is damaged; remove it to begin anew", folder.join(CHECKPOINT).display())
            })?,
            Err(_) => Checkpoint { state: first_state(&spec, dials.len()), scores: Vec::new(), games: 0 },
        };
        let search = Search { spec, title, rules, start, dials, folder: folder.into(), checkpoint };
        title
            .check_agent(&search.agent(&search.write_candidate("start", &vec![0.0; search.dials.len()])?))?;
        Ok(search)
    }

    pub fn steps_done(&self) -> u64 {
        self.checkpoint.scores.len() as u64
    }

    pub fn games_played(&self) -> u64 {
        self.checkpoint.games
    }

    pub fn scores(&self) -> &[f64] {
        &self.checkpoint.scores
    }

    /// The best place found: the mean of the optimiser's distribution.
    pub fn answer(&self) -> Vec<f64> {
        match &self.checkpoint.state {
            State::SepCma(state) => state.values().to_vec(),
            State::Spsa(state) => state.values().to_vec(),
        }
    }

    /// One step, kept in the checkpoint before it returns. False if it was interrupted.
    pub fn step(&mut self, stop: &Stop) -> Result<bool> {
        let candidates = match &self.checkpoint.state {
            State::SepCma(state) => state.ask(),
            State::Spsa(state) => state.ask().to_vec(),
        };
        let mut agents = Vec::new();
        for (number, candidate) in candidates.iter().enumerate() {
            agents.push(self.agent(&self.write_candidate(&format!("candidate-{number:02}"), candidate)?));
        }
        let Some(scores) = self.measure(&agents, stop)? else { return Ok(false) };
        match &mut self.checkpoint.state {
            State::SepCma(state) => state.tell(&scores),
            State::Spsa(state) => state.tell([scores[0], scores[1]]),
        }
        self.checkpoint.scores.push(scores.iter().sum::<f64>() / scores.len() as f64);
        self.checkpoint.games += self.blocks() * self.seats() * agents.len() as u64;
        let text = serde_json::to_string(&self.checkpoint).context("the checkpoint cannot be written")?;
        put(&self.folder.join(CHECKPOINT), &text)?;
        Ok(true)
    }

    fn seats(&self) -> u64 {
        self.rules.seats().len() as u64
    }

    fn blocks(&self) -> u64 {
        self.spec.games.div_ceil(self.seats())
    }

    /// The mean payoff of each agent against the opponent: the same seeds for all, once in every seat.
    fn measure(&self, agents: &[AgentSpec], stop: &Stop) -> Result<Option<Vec<f64>>> {
        let (seats, blocks) = (self.seats(), self.blocks());
        let seed = mix(mix(self.spec.seed, SEARCH_SEEDS), self.steps_done());
        let play = |number: u64| -> Result<f64> {
            if stop.is_asked() {
                return Ok(0.0);
            }
            let (agent, game) = (number / (blocks * seats), number % (blocks * seats));
            let (block, seat) = (game / seats, (game % seats) as usize);
            let mut seated = vec![self.spec.opponent.clone(); seats as usize];
            seated[seat] = agents[agent as usize].clone();
            let played = self.rules.play(mix(seed, block), &seated)?;
            let even = 1.0 / seats as f64;
            Ok(played.outcome.map_or(even, |outcome| f64::from(outcome.payoffs.as_slice()[seat])))
        };
        let results: Vec<Result<f64>> =
            (0..agents.len() as u64 * blocks * seats).into_par_iter().map(play).collect();
        let results = results.into_iter().collect::<Result<Vec<f64>>>()?;
        if stop.is_asked() {
            return Ok(None);
        }
        let mean = |games: &[f64]| games.iter().sum::<f64>() / games.len() as f64;
        Ok(Some(results.chunks((blocks * seats) as usize).map(mean).collect()))
    }

    /// The weights at a place.
    pub fn weights(&self, place: &[f64]) -> Weights {
        let mut weights = self.start.clone();
        for table in &self.spec.tables {
            let chosen = self.dials.iter().zip(place).filter(|(dial, _)| dial.table.as_ref() == Some(table));
            let (names, values): (Vec<&str>, Vec<f32>) =
                chosen.map(|(dial, place)| (dial.key(), dial.value(*place) as f32)).unzip();
            weights.set_table(table, &names, &values);
        }
        weights
    }

    /// Settings at a place, as the agent's spec takes them.
    pub fn settings(&self, place: &[f64]) -> Vec<(String, String)> {
        let settings = self.dials.iter().zip(place).filter(|(dial, _)| dial.table.is_none());
        settings.map(|(dial, place)| (dial.name.clone(), format!("{}", dial.value(*place) as f32))).collect()
    }

    /// Writes the weights of a place where agents can read them; the place is returned with its file.
    pub fn write_candidate(&self, name: &str, place: &[f64]) -> Result<Candidate> {
        let file = if self.spec.tables.is_empty() && self.spec.start.is_none() {
            None
        } else {
            let path = self.folder.join(format!("{name}.toml"));
            put(&path, &self.weights(place).to_toml())?;
            Some(path)
        };
        Ok(Candidate { file, settings: self.settings(place) })
    }

    /// The tuned agent with the numbers of a candidate.
    pub fn agent(&self, candidate: &Candidate) -> AgentSpec {
        let mut agent = self.spec.agent.clone();
        if let Some(path) = &candidate.file {
            agent.settings.insert("weights".into(), path.display().to_string());
        }
        agent.settings.extend(candidate.settings.iter().cloned());
        agent
    }

    /// Removes the files of candidates, once the search is over.
    pub fn clean(&self) -> Result<()> {
        for entry in
            fs::read_dir(&self.folder).with_context(|| format!("cannot read {}", self.folder.display()))?
        {
            let path = entry?.path();
            if path
                .file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with("candidate-"))
            {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Numbers to play with: a weights file, settings, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub file: Option<PathBuf>,
    pub settings: Vec<(String, String)>,
}

fn first_state(spec: &Spec, dials: usize) -> State {
    let start = vec![0.0; dials];
    match spec.optimiser {
        Optimiser::SepCma => State::SepCma(SepCma::new(start, &vec![1.0; dials], spec.population, spec.seed)),
        Optimiser::Spsa => State::Spsa(Spsa::new(start, vec![1.0; dials], spec.rate, spec.steps, spec.seed)),
    }
}
