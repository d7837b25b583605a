//! Runs that grow: played in rounds until enough is known, then joined into one run. A round is a run of its own, so an
//! interrupted one is resumed and the joined rows are those of a run that had this length from the start.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::read::{GameRow, read_games};
use super::study::merge::join_runs;
use crate::manifest;
use crate::plan::{Plan, Wish};
use crate::record::Kind;
use crate::run::{Ending, Way, carry_out};

/// A run that is played in rounds of `wish.games` games.
#[derive(Clone, Debug)]
pub struct Rounds {
    pub wish: Wish,
    /// Where the joined run will be.
    pub target: PathBuf,
    /// Where the rounds are kept until then.
    pub folder: PathBuf,
}

impl Rounds {
    pub fn is_joined(&self) -> bool {
        self.target.join(manifest::FILE).exists()
    }

    fn round_folder(&self, round: u64) -> PathBuf {
        self.folder.join(format!("{round:04}"))
    }

    /// Round `r`, counted from 1, is the last part of a run of `r` rounds.
    pub fn round(&self, round: u64) -> (Wish, PathBuf) {
        let games = self.wish.games * round;
        let wish = Wish { games, shard: format!("{round}/{round}"), ..self.wish.clone() };
        (wish, self.round_folder(round))
    }

    /// Plays a round, or what is missing of it.
    pub fn play(&self, round: u64, way: &Way, progress: &mut (dyn FnMut(u64) + Send)) -> Result<Ending> {
        let (wish, folder) = self.round(round);
        let resume = folder.join(manifest::FILE).exists();
        carry_out(&Plan::make(&wish)?, &folder, &Way { resume, ..way.clone() }, progress)
    }

    /// The games of the first `rounds` rounds.
    pub fn games(&self, rounds: u64) -> Result<Vec<GameRow>> {
        let mut games = Vec::new();
        for round in 1..=rounds {
            games.extend(read_games(&self.round_folder(round).join(Kind::Games.file_name()))?);
        }
        Ok(games)
    }

    /// Joins the rounds; they are kept until [`Rounds::remove`].
    pub fn join(&self, rounds: u64) -> Result<()> {
        let parts: Vec<PathBuf> = (1..=rounds).map(|round| self.round_folder(round)).collect();
        join_runs(&self.target, &parts, rounds * self.wish.games)
    }

    pub fn remove(&self) -> Result<()> {
        remove(&self.folder)
    }
}

fn remove(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}
