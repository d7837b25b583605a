//! What a run is asked to do, with every question answered: rules, agents and games.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use warlab_engine::setup::Setup;

use crate::games;
use crate::manifest::Manifest;
use crate::overlay::Changes;
use crate::results;
use crate::schedule::{Schedule, fill_seats, parse_agents};
use crate::title::{Ruleset, Title};

/// Random games behind the signature that a run keeps.
pub const SIGNATURE_GAMES: u64 = 20;

/// A run as a person asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wish {
    pub game: String,
    pub setup: Setup,
    pub changes: Changes,
    /// One agent for all seats or one for each, as text.
    pub agents: String,
    pub games: u64,
    pub seed: u64,
    pub swap_seats: bool,
    /// `i/n`; empty for the whole run.
    pub shard: String,
    pub wall_time: bool,
}

/// A run that is ready to be carried out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub title: &'static dyn Title,
    pub rules: Arc<dyn Ruleset>,
    pub schedule: Schedule,
    pub wall_time: bool,
    changes: Changes,
    data_digest: String,
}

impl Plan {
    /// Checks a wish against the game; the first thing that is wrong is named.
    pub fn make(wish: &Wish) -> Result<Plan> {
        let title = games::find(&wish.game)?;
        let data = wish.changes.apply(title)?;
        let rules = title.set_up(&wish.setup, &data)?;
        let agents = parse_agents(&wish.agents)?;
        for agent in &agents {
            title.check_agent(agent)?;
        }
        let schedule = Schedule {
            games: wish.games,
            seed: wish.seed,
            swap_seats: wish.swap_seats,
            agents: fill_seats(agents, &rules.seats())?,
            shard: if wish.shard.is_empty() { Default::default() } else { wish.shard.parse()? },
        };
        Ok(Plan {
            title,
            rules,
            schedule,
            wall_time: wish.wall_time,
            data_digest: wish.changes.digest(title.name())?,
            changes: wish.changes.clone(),
        })
    }

    /// The plan of a run that was begun before.
    pub fn of(manifest: &Manifest) -> Result<Plan> {
        let setup = Setup {
            scenario: Some(manifest.scenario.clone()),
            players: Some(manifest.players),
            variants: manifest.variants.clone(),
        };
        let wish = Wish {
            game: manifest.game.clone(),
            setup,
            changes: Changes { folder: manifest.data.clone(), set: manifest.set.clone() },
            agents: manifest.agents.join(","),
            games: manifest.games,
            seed: manifest.seed,
            swap_seats: manifest.swap_seats,
            shard: manifest.shard.clone(),
            wall_time: manifest.wall_time,
        };
        Plan::make(&wish).context("the run's configuration no longer works")
    }

    /// The first page of the run's folder.
    pub fn manifest(&self, command: &str) -> Manifest {
        let chosen = self.rules.chosen();
        let variants: BTreeMap<String, String> = chosen.variants.clone();
        Manifest {
            command: command.into(),
            game: self.title.name().into(),
            scenario: chosen.scenario.clone(),
            players: chosen.players,
            games: self.schedule.games,
            seed: self.schedule.seed,
            swap_seats: self.schedule.swap_seats,
            shard: self.schedule.shard.to_string(),
            agents: self.schedule.agents.iter().map(ToString::to_string).collect(),
            data: self.changes.folder.as_ref().map(|folder| absolute(folder)),
            set: self.changes.set.clone(),
            data_digest: self.data_digest.clone(),
            wall_time: self.wall_time,
            version: env!("CARGO_PKG_VERSION").into(),
            commit: option_env!("WARLAB_COMMIT").map(str::to_string),
            signature: format!("{:016x}", self.rules.signature(SIGNATURE_GAMES)),
            created: results::timestamp(results::now()),
            status: "running".into(),
            recorded: 0,
            broken_off: 0,
            variants,
        }
    }
}

/// A run may be resumed from another folder.
fn absolute(folder: &std::path::Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
}
