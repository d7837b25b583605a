//! A user's own data: a folder laid over the embedded pack, and single fields set on the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use toml::Value;
use warlab_engine::data::{Pack, suggestion};
use warlab_engine::signature::Fnv;

use crate::title::Title;

/// The data changes of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// A folder of TOML files, or one that holds such a folder named like the game.
    pub folder: Option<PathBuf>,
    /// `path=value`, as given.
    pub set: Vec<String>,
}

impl Changes {
    /// The embedded pack of a game with the changes laid over it.
    pub fn apply(&self, title: &dyn Title) -> Result<Pack> {
        let mut pack = title.pack();
        if let Some(folder) = &self.folder {
            lay_folder(&mut pack, folder)?;
        }
        for text in &self.set {
            let (path, value) = split_setting(text)?;
            pack.set(path, value)?;
        }
        Ok(pack)
    }

    /// A hash of what the changes say, so that a resumed run can tell whether a file was edited since.
    pub fn digest(&self, game: &str) -> Result<String> {
        let mut hash = Fnv::default();
        if let Some(folder) = &self.folder {
            for (name, path) in files(&game_folder(folder, game)?)? {
                hash.write(name.as_bytes());
                hash.write(&fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?);
            }
        }
        self.set.iter().for_each(|text| hash.write(text.as_bytes()));
        Ok(format!("{:016x}", hash.0))
    }
}

/// Lays every TOML file of a folder over the pack's file of the same name.
fn lay_folder(pack: &mut Pack, folder: &Path) -> Result<()> {
    let folder = game_folder(folder, pack.game())?;
    let found = files(&folder)?;
    if found.is_empty() {
        bail!("{} holds no .toml file; `warlab data export` writes a pack to start from", folder.display());
    }
    for (name, path) in found {
        check_name(pack, &name, &path)?;
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        check_words(pack, &name, &path, &text)?;
        pack.overlay(&name, &path.display().to_string(), &text)?;
    }
    Ok(())
}

/// A file that the game does not read would change nothing: refuse it. New files may stand beside others of their
/// kind in a sub-folder, such as `scenarios/`.
fn check_name(pack: &Pack, name: &str, path: &Path) -> Result<()> {
    let beside = name.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
    let known: Vec<&str> = pack.files().map(|(known, _)| known).collect();
    let fits =
        |known: &&str| *known == name || beside.as_ref().is_some_and(|folder| known.starts_with(folder));
    if known.iter().any(fits) {
        return Ok(());
    }
    let hint = suggestion(name, known.iter().copied());
    bail!("{}: {} has no data file {name}; known: {}.{hint}", path.display(), pack.game(), known.join(", "))
}

/// A table, a kind of record or a record's field that the game's own files never use would be read by nobody.
fn check_words(pack: &Pack, name: &str, path: &Path, text: &str) -> Result<()> {
    // A text that is not TOML is reported, with its line, when it is laid over.
    let Ok(given) = text.parse::<toml::Table>() else { return Ok(()) };
    let known = known_words(pack, name);
    let refuse = |word: &str, what: &str, known: Vec<&str>| {
        let line = text.lines().position(|line| line.trim_start_matches(['[', ' ']).starts_with(word));
        let hint = suggestion(word, known.iter().copied());
        let (path, line, known) = (path.display(), line.map_or(1, |line| line + 1), known.join(", "));
        anyhow!("{path} line {line}: no {what} \"{word}\"; known: {known}.{hint}")
    };
    for (kind, value) in &given {
        let Some(fields) = known.get(kind) else {
            return Err(refuse(kind, "table or record", known.keys().map(String::as_str).collect()));
        };
        for field in record_fields(value) {
            if !fields.contains(field) {
                return Err(refuse(
                    field,
                    &format!("{kind} field"),
                    fields.iter().map(String::as_str).collect(),
                ));
            }
        }
    }
    Ok(())
}

/// The tables and records of the pack's files of that name, or of those in the same sub-folder, and the records' fields.
fn known_words(pack: &Pack, name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let beside = name.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in pack.files() {
        if file == name || beside.as_ref().is_some_and(|folder| file.starts_with(folder)) {
            for (kind, value) in text.parse::<toml::Table>().unwrap_or_default() {
                known.entry(kind).or_default().extend(record_fields(&value).map(String::clone));
            }
        }
    }
    known
}

/// The fields of a list of records; nothing for a plain table, whose keys may be ids.
fn record_fields(value: &Value) -> impl Iterator<Item = &String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_table).flat_map(|record| record.keys())
}

/// `folder/<game>` if there is one, else `folder` itself.
fn game_folder(folder: &Path, game: &str) -> Result<PathBuf> {
    if !folder.is_dir() {
        bail!("{} is not a folder; --data names a folder of .toml files", folder.display());
    }
    let inner = folder.join(game);
    Ok(if inner.is_dir() { inner } else { folder.to_path_buf() })
}

/// All TOML files below a folder, by name relative to it, in order.
pub fn files(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) -> Result<()> {
    let context = || format!("cannot read the folder {}", folder.display());
    for entry in fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            bail!("{}: the file name is not UTF-8; rename it", path.display());
        };
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), found)?;
        } else if name.ends_with(".toml") {
            found.push((format!("{prefix}{name}"), path));
        }
    }
    Ok(())
}

/// `block.henry_vi.strength=3`: the value is read as TOML, or taken as text.
fn split_setting(text: &str) -> Result<(&str, Value)> {
    let Some((path, value)) = text.split_once('=') else {
        bail!("--set \"{text}\" is not a setting; write it as path=value, for example deck.hand=6");
    };
    let parsed = format!("value = {value}").parse::<toml::Table>().ok();
    let parsed = parsed.and_then(|mut table| if table.len() == 1 { table.remove("value") } else { None });
    Ok((path.trim(), parsed.unwrap_or_else(|| Value::String(value.trim().to_string()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_toml_or_text() {
        assert_eq!(split_setting("a.b=3").unwrap(), ("a.b", Value::Integer(3)));
        assert_eq!(split_setting("a.b=[1, 2]").unwrap().1.to_string(), "[1, 2]");
        assert_eq!(split_setting("a.b = true").unwrap(), ("a.b", Value::Boolean(true)));
        assert_eq!(split_setting("a=x=y").unwrap().1, Value::String("x=y".into()));
        assert_eq!(split_setting("a=1\nb=2").unwrap().1, Value::String("1\nb=2".into()));
        assert!(split_setting("a").unwrap_err().to_string().contains("path=value"));
    }
}
