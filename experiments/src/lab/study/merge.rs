//! Joins the parts of a run or a study that was split by `--shard`. Parts of different runs are refused.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{CELLS, STUDY_FILE};
use crate::lab::document::put;
use crate::manifest::Manifest;
use crate::record::Kind;
use crate::recorder::join_tables;
use crate::schedule::Shard;

/// Joins the folders of all parts into `target`, which must not hold anything yet.
pub fn merge(target: &Path, parts: &[PathBuf]) -> Result<()> {
    let Some(first) = parts.first() else { bail!("name the folders of the parts to join") };
    if target.join(STUDY_FILE).exists() || target.join("run.toml").exists() {
        bail!("{} already holds results; name a new folder", target.display());
    }
    if !first.join(STUDY_FILE).exists() {
        return merge_runs(target, parts);
    }
    let text = fs::read_to_string(first.join(STUDY_FILE))
        .with_context(|| format!("cannot read {}", first.join(STUDY_FILE).display()))?;
    for part in parts {
        let other = fs::read_to_string(part.join(STUDY_FILE))
            .with_context(|| format!("{} is not the folder of a study", part.display()))?;
        if other != text {
            bail!(
                "{} and {} hold different studies; join parts of one study",
                first.display(),
                part.display()
            );
        }
    }
    let cells = cell_names(first)?;
    for part in parts {
        let theirs = cell_names(part)?;
        if theirs != cells {
            bail!(
                "{} has {} cells and {} has {}; a part is unfinished, run it again to complete it",
                first.display(),
                cells.len(),
                part.display(),
                theirs.len()
            );
        }
    }
    // Nothing is written before every cell has passed.
    for cell in &cells {
        ordered(&within(parts, cell))?;
    }
    for cell in &cells {
        merge_runs(&target.join(CELLS).join(cell), &within(parts, cell))?;
    }
    Ok(put(&target.join(STUDY_FILE), &text)?)
}

fn within(parts: &[PathBuf], cell: &str) -> Vec<PathBuf> {
    parts.iter().map(|part| part.join(CELLS).join(cell)).collect()
}

fn cell_names(study: &Path) -> Result<Vec<String>> {
    let folder = study.join(CELLS);
    let context = || format!("cannot read the folder {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(context)? {
        names.push(entry.with_context(context)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// The parts in order, after checking that they are all the parts of one run.
fn ordered(parts: &[PathBuf]) -> Result<(Manifest, Vec<PathBuf>)> {
    let mut by_number: BTreeMap<u64, &PathBuf> = BTreeMap::new();
    let mut whole: Option<(Manifest, u64)> = None;
    for part in parts {
        let manifest = Manifest::read(part)?;
        let shard: Shard = manifest.shard.parse()?;
        if manifest.status != "complete" {
            bail!("{} is not complete ({}); finish it before joining", part.display(), manifest.status);
        }
        if let Some(before) = by_number.insert(shard.number, part) {
            bail!("{} and {} are both part {shard}; leave one out", before.display(), part.display());
        }
        match &mut whole {
            None => whole = Some((manifest, shard.of)),
            Some((first, of)) => {
                if *of != shard.of {
                    bail!("{} is one of {} parts, the others are of {of}", part.display(), shard.of);
                }
                let alike = Manifest { shard: first.shard.clone(), ..manifest.clone() };
                first.check_same(&alike, &parts[0])?;
                first.recorded += manifest.recorded;
                first.broken_off += manifest.broken_off;
            }
        }
    }
    let Some((mut manifest, of)) = whole else { bail!("name the folders of the parts to join") };
    if let Some(missing) = (1..=of).find(|number| !by_number.contains_key(number)) {
        bail!("part {missing}/{of} is missing; play it with --shard {missing}/{of}");
    }
    manifest.shard = Shard::default().to_string();
    Ok((manifest, by_number.into_values().cloned().collect()))
}

fn merge_runs(target: &Path, parts: &[PathBuf]) -> Result<()> {
    let (manifest, parts) = ordered(parts)?;
    join(target, &parts, &manifest)
}

/// Joins runs that follow one another into one of `games` games. They were made by the same study, one after the other.
pub fn join_runs(target: &Path, parts: &[PathBuf], games: u64) -> Result<()> {
    let Some((last, before)) = parts.split_last() else { bail!("there are no games to join") };
    let mut manifest = Manifest::read(last)?;
    for part in before {
        let earlier = Manifest::read(part)?;
        manifest.recorded += earlier.recorded;
        manifest.broken_off += earlier.broken_off;
    }
    join(target, parts, &Manifest { games, shard: Shard::default().to_string(), ..manifest })
}

fn join(target: &Path, parts: &[PathBuf], manifest: &Manifest) -> Result<()> {
    fs::create_dir_all(target).with_context(|| format!("cannot create the folder {}", target.display()))?;
    let folders: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    for kind in Kind::ALL {
        let path = parts[0].join(kind.file_name());
        let damaged = || format!("{} is missing or damaged; play this part again", path.display());
        let file = File::open(&path).with_context(damaged)?;
        let schema = ParquetRecordBatchReaderBuilder::try_new(file).with_context(damaged)?.schema().clone();
        join_tables(&folders, target, kind, schema)?;
    }
    // The manifest comes last: a folder with one is whole.
    manifest.write(target)
}
