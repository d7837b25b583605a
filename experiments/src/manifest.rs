//! `run.toml`: what a run was asked to do, and how far it came. It is all that `--resume` needs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::recorder::cannot;

pub const FILE: &str = "run.toml";

/// The file: one table, so that a person can add others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Document {
    run: Manifest,
}

/// Everything that decides the rows of a run comes first; the rest tells about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub command: String,
    pub game: String,
    pub scenario: String,
    pub players: usize,
    pub games: u64,
    #[serde(with = "wide")]
    pub seed: u64,
    pub swap_seats: bool,
    /// `2/4` if this is the second of four parts of a run.
    pub shard: String,
    /// One per seat, as the first game seats them.
    pub agents: Vec<String>,
    /// The folder of the user's own data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,
    /// Single fields of the data that were changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// A hash of the changes to the data.
    pub data_digest: String,
    pub wall_time: bool,
    pub version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// How the rules played when the run began.
    pub signature: String,
    pub created: String,
    /// `running`, `interrupted` or `complete`.
    pub status: String,
    /// How many games are recorded; counted when the run stops.
    pub recorded: u64,
    /// How many of them broke off.
    pub broken_off: u64,
    pub variants: BTreeMap<String, String>,
}

impl Manifest {
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{} holds no run that could be resumed or read", folder.display()))?;
        let document: Document =
            toml::from_str(&text).with_context(|| format!("{} is not a run's file", path.display()))?;
        Ok(document.run)
    }

    /// Replaces the file as a whole.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(FILE);
        let temporary = folder.join("run.toml.tmp");
        let text = toml::to_string(&Document { run: self.clone() }).context("run.toml cannot be written")?;
        let mut file = fs::File::create(&temporary).with_context(|| cannot("create", &temporary))?;
        file.write_all(text.as_bytes()).with_context(|| cannot("write", &temporary))?;
        file.sync_all().with_context(|| cannot("write", &temporary))?;
        fs::rename(&temporary, &path).with_context(|| cannot("rename", &temporary))
    }

    /// Refuses to go on with a run under another configuration, naming the first difference.
    pub fn check_same(&self, now: &Manifest, folder: &Path) -> Result<()> {
        let before = self.deciding();
        for ((name, old), (_, new)) in before.iter().zip(now.deciding()) {
            if *old != new {
                let folder = folder.display();
                bail!(
                    "{folder} was begun with {name} = {old}, not {new}; \
                     resume it with the same configuration or give another --out"
                );
            }
        }
        Ok(())
    }

    fn deciding(&self) -> [(&'static str, String); 15] {
        [
            ("game", self.game.clone()),
            ("scenario", self.scenario.clone()),
            ("players", self.players.to_string()),
            ("games", self.games.to_string()),
            ("seed", self.seed.to_string()),
            ("swap_seats", self.swap_seats.to_string()),
            ("shard", self.shard.clone()),
            ("agents", self.agents.join(",")),
            ("variants", format!("{:?}", self.variants)),
            ("data", format!("{:?}", self.data)),
            ("set", format!("{:?}", self.set)),
            ("data digest", self.data_digest.clone()),
            ("wall times", self.wall_time.to_string()),
            ("version", self.version.clone()),
            ("signature", self.signature.clone()),
        ]
    }
}

/// TOML's integers have 63 bits; larger seeds are written as text.
mod wide {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(*number) {
            Ok(small) => serializer.serialize_i64(small),
            Err(_) => serializer.serialize_str(&number.to_string()),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(number),
            Written::Text(text) => text.parse().map_err(|_| D::Error::custom("not a number")),
        }
    }
}
