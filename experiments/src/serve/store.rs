//! Games on disk: one JSON file each, written to a temporary name and renamed, so that a crash never halves one.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::live::Graph;
use super::seal::Seal;
use crate::notation::Notation;

/// A game with the secrets of its seats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub id: String,
    pub seats: Vec<KeptSeat>,
    pub game: Notation,
    /// The win-probability curve of each seat.
    #[serde(default)]
    pub graphs: Vec<Graph>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct KeptSeat {
    /// `person`, or an agent's spec.
    pub who: String,
    pub token: String,
}

#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    pub fn open(folder: PathBuf) -> anyhow::Result<Self> {
        fs::create_dir_all(&folder).with_context(|| {
            format!("cannot keep games in {}; choose another --games folder", folder.display())
        })?;
        Ok(Store { folder })
    }

    /// The folder's key for games that are taken away; made when it is first asked for.
    pub fn seal(&self) -> anyhow::Result<Seal> {
        let path = self.folder.join("seal.key");
        let cannot = || format!("cannot use the key {}; delete it to have a new one made", path.display());
        if path.exists() {
            return Seal::from_text(&fs::read_to_string(&path).with_context(cannot)?).with_context(cannot);
        }
        let seal = Seal::fresh()?;
        write_atomically(&path, seal.text().as_bytes()).with_context(cannot)?;
        Ok(seal)
    }

    /// Every readable game; a damaged file is named and left alone.
    pub fn load_all(&self) -> anyhow::Result<Vec<(PathBuf, Kept)>> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        files.sort();
        let mut games = Vec::new();
        for file in files {
            let read = fs::read_to_string(&file).map_err(anyhow::Error::from);
            match read.and_then(|text| Ok(serde_json::from_str(&text)?)) {
                Ok(kept) => games.push((file, kept)),
                Err(error) => eprintln!("{}: not a saved game, left alone: {error}", file.display()),
            }
        }
        Ok(games)
    }

    pub fn save(&self, kept: &Kept) -> anyhow::Result<()> {
        let path = self.folder.join(format!("{}.json", kept.id));
        write_atomically(&path, serde_json::to_string(kept)?.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Writes a file so that a crash leaves the old one or the new one, never half of one.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut file = fs::File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    Ok(())
}
