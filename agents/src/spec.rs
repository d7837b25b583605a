//! Agents as text: a name and settings, `mcts:iterations=2000,rollout=scripted`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use warlab_engine::data::{Problem, suggestion};

/// A name and its settings; the text form is stable, so that files and reports can quote it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spec {
    pub name: String,
    pub settings: BTreeMap<String, String>,
}

impl FromStr for Spec {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if name.is_empty() {
            return Err(Problem::new("an agent needs a name, for example random or mcts:iterations=2000"));
        }
        let mut settings = BTreeMap::new();
        for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                Problem::new(format!("agent {name}: \"{part}\" is not a setting; write it as key=value"))
            })?;
            let (key, value) = (key.trim().to_string(), value.trim().to_string());
            if settings.insert(key.clone(), value).is_some() {
                return Err(Problem::new(format!("agent {name}: {key} is set twice; remove one")));
            }
        }
        Ok(Spec { name: name.into(), settings })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl Spec {
    /// Reads settings one by one and refuses what is left over, so that a misspelt setting is never ignored.
    pub fn reader(&self) -> Reader<'_> {
        Reader { spec: self, asked: Vec::new() }
    }
}

/// See [`Spec::reader`].
#[derive(Debug)]
pub struct Reader<'a> {
    spec: &'a Spec,
    asked: Vec<&'static str>,
}

impl Reader<'_> {
    /// The setting read as `T`, or `default` if it is not given.
    pub fn get<T: FromStr>(&mut self, key: &'static str, default: T) -> Result<T, Problem> {
        self.asked.push(key);
        match self.spec.settings.get(key) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| {
                let kind = match std::any::type_name::<T>() {
                    "f32" | "f64" => "number",
                    "bool" => "switch; write true or false",
                    _ => "whole number",
                };
                Problem::new(format!("agent {}: {key}=\"{text}\" is not a {kind}", self.spec.name))
            }),
        }
    }

    /// The setting as a number that is not below `least` (nor without end).
    pub fn at_least<T: FromStr + PartialOrd + fmt::Display>(
        &mut self,
        key: &'static str,
        least: T,
        default: T,
    ) -> Result<T, Problem> {
        let value = self.get(key, default)?;
        if value >= least {
            return Ok(value);
        }
        Err(Problem::new(format!("agent {}: {key}={value} is too small; at least {least}", self.spec.name)))
    }

    /// The setting as one of a few words.
    pub fn choice(
        &mut self,
        key: &'static str,
        known: &[&'static str],
        default: &str,
    ) -> Result<String, Problem> {
        let word: String = self.get(key, default.to_string())?;
        if known.contains(&word.as_str()) {
            return Ok(word);
        }
        let hint = suggestion(&word, known.iter().copied());
        let known = known.join(", ");
        Err(Problem::new(format!("agent {}: no {key} \"{word}\"; known: {known}.{hint}", self.spec.name)))
    }

    /// A problem with the settings together.
    pub fn problem(&self, message: &str) -> Problem {
        Problem::new(format!("agent {}: {message}", self.spec.name))
    }

    /// Refuses settings that nobody asked for.
    pub fn finish(self) -> Result<(), Problem> {
        for key in self.spec.settings.keys() {
            if !self.asked.contains(&key.as_str()) {
                let hint = suggestion(key, self.asked.iter().copied());
                let known = if self.asked.is_empty() { "none".into() } else { self.asked.join(", ") };
                let name = &self.spec.name;
                return Err(Problem::new(format!(
                    "agent {name} has no setting \"{key}\"; known: {known}.{hint}"
                )));
            }
        }
        Ok(())
    }
}
