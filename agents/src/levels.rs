//! Levels of skill by name (`easy` to `expert`): specs per game in `levels.toml`, overridable.
//!
//! `hard` is the game's own level; `hard:iterations=500` changes a setting of it; `hard:levels=mine.toml` takes the
//! levels from a file of the same shape, laid over the embedded one.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;
use warlab_engine::data::Problem;

use crate::playable::AgentInfo;
use crate::spec::Spec;

const EMBEDDED: &str = include_str!("../levels.toml");

/// The names, weakest first.
pub const NAMES: [&str; 4] = ["easy", "normal", "hard", "expert"];

pub(crate) const INFOS: [AgentInfo; 4] = [
    AgentInfo { name: "easy", text: "a beginner", example: "easy" },
    AgentInfo { name: "normal", text: "a casual player", example: "normal" },
    AgentInfo { name: "hard", text: "a club player", example: "hard" },
    AgentInfo { name: "expert", text: "as strong as we can within seconds", example: "expert:time=5" },
];

/// Specs by game (or `default`) and level.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub struct Levels {
    games: BTreeMap<String, BTreeMap<String, String>>,
}

impl Levels {
    /// # Panics
    /// If the embedded file is wrong: a mistake in this crate, found by its first test.
    pub fn embedded() -> Self {
        toml::from_str(EMBEDDED).unwrap_or_else(|error| panic!("embedded levels: {error}"))
    }

    /// Lays a user's file over these levels.
    pub fn overlay(&mut self, shown: &str, text: &str) -> Result<(), Problem> {
        let own: Levels = toml::from_str(text)
            .map_err(|error| Problem::new(format!("{shown}: {}", error.message().replace('\n', " "))))?;
        for (game, levels) in own.games {
            for (level, spec) in levels {
                if !NAMES.contains(&level.as_str()) {
                    let known = NAMES.join(", ");
                    return Err(Problem::new(format!(
                        "{shown}: [{game}] has no level \"{level}\"; known: {known}"
                    )));
                }
                let parsed = Spec::from_str(&spec)
                    .map_err(|problem| Problem::new(format!("{shown}: [{game}] {level}: {problem}")))?;
                if NAMES.contains(&parsed.name.as_str()) {
                    return Err(Problem::new(format!(
                        "{shown}: [{game}] {level} names the level {}; name an agent",
                        parsed.name
                    )));
                }
                self.games.entry(game.clone()).or_default().insert(level, spec);
            }
        }
        Ok(())
    }

    /// The spec of a level for a game; the table `default` serves games that have none of their own.
    pub fn spec(&self, game: &str, level: &str) -> Option<Spec> {
        let text = [game, "default"].iter().find_map(|game| self.games.get(*game)?.get(level))?;
        text.parse().ok()
    }

    /// The agent behind a level, with the settings of `spec` laid over it; `None` if `spec` names no level.
    pub fn resolve(spec: &Spec, game: &str) -> Result<Option<Spec>, Problem> {
        if !NAMES.contains(&spec.name.as_str()) {
            return Ok(None);
        }
        let mut levels = Levels::embedded();
        if let Some(path) = spec.settings.get("levels") {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Problem::new(format!("cannot read the levels file {path}: {error}")))?;
            levels.overlay(path, &text)?;
        }
        let mut resolved = levels
            .spec(game, &spec.name)
            .ok_or_else(|| Problem::new(format!("no level {} for {game}", spec.name)))?;
        let own = spec.settings.iter().filter(|(key, _)| *key != "levels");
        resolved.settings.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        Ok(Some(resolved))
    }
}
