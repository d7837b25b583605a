//! Which scenario, with how many players and which rule variants: asked for by people, checked in one place.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::data::{Problem, suggestion};

/// What a user asked for; everything left out takes its default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    pub scenario: Option<String>,
    pub players: Option<usize>,
    /// Variant name -> value as written: `on`, `off`, a choice, a number.
    pub variants: BTreeMap<String, String>,
}

impl Setup {
    pub fn scenario(id: &str) -> Self {
        Setup { scenario: Some(id.into()), ..Setup::default() }
    }

    #[must_use]
    pub fn with(mut self, variant: &str, value: &str) -> Self {
        self.variants.insert(variant.into(), value.into());
        self
    }

    #[must_use]
    pub fn with_players(mut self, players: usize) -> Self {
        self.players = Some(players);
        self
    }
}

/// The values a variant takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantKind {
    /// `on` or `off` (`true`, `false`, `yes`, `no`, `1`, `0` are understood too).
    Switch,
    Choice(Vec<String>),
    Number(RangeInclusive<i32>),
}

/// One switchable rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    pub name: &'static str,
    pub kind: VariantKind,
    pub default: String,
    /// The rule it changes, as printed.
    pub rule: &'static str,
    pub text: &'static str,
}

impl Variant {
    pub fn switch(name: &'static str, default: bool, rule: &'static str, text: &'static str) -> Self {
        let default = if default { "on" } else { "off" };
        Variant { name, kind: VariantKind::Switch, default: default.into(), rule, text }
    }

    pub fn choice(
        name: &'static str,
        of: &[&str],
        default: &str,
        rule: &'static str,
        text: &'static str,
    ) -> Self {
        let of = of.iter().map(ToString::to_string).collect();
        Variant { name, kind: VariantKind::Choice(of), default: default.into(), rule, text }
    }

    pub fn number(
        name: &'static str,
        of: RangeInclusive<i32>,
        default: i32,
        rule: &'static str,
        text: &'static str,
    ) -> Self {
        Variant { name, kind: VariantKind::Number(of), default: default.to_string(), rule, text }
    }

    /// The kind in a word, as the protocol prints it.
    pub fn kind_name(&self) -> String {
        match &self.kind {
            VariantKind::Switch => "switch".into(),
            VariantKind::Choice(of) => of.join("|"),
            VariantKind::Number(of) => format!("{}..{}", of.start(), of.end()),
        }
    }

    /// `value` in its one spelling, or a sentence on what would be right.
    pub fn normalise(&self, value: &str) -> Result<String, Problem> {
        let value = value.trim();
        match &self.kind {
            VariantKind::Switch => match value.to_ascii_lowercase().as_str() {
                "on" | "true" | "yes" | "1" => Ok("on".into()),
                "off" | "false" | "no" | "0" => Ok("off".into()),
                _ => Err(Problem::new(format!("variant {} is on or off, not \"{value}\"", self.name))),
            },
            VariantKind::Choice(of) if of.iter().any(|choice| choice == value) => Ok(value.into()),
            VariantKind::Choice(of) => Err(Problem::new(format!(
                "variant {} has no value \"{value}\"; known: {}.{}",
                self.name,
                of.join(", "),
                suggestion(value, of.iter().map(String::as_str))
            ))),
            VariantKind::Number(of) => match value.parse::<i32>() {
                Ok(number) if of.contains(&number) => Ok(number.to_string()),
                _ => Err(Problem::new(format!(
                    "variant {} is a number from {} to {}, not \"{value}\"",
                    self.name,
                    of.start(),
                    of.end()
                ))),
            },
        }
    }
}

/// A scenario on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub id: String,
    pub name: String,
    pub players: RangeInclusive<usize>,
    /// How many play if nobody says.
    pub default_players: usize,
    /// Variants whose default differs in this scenario.
    pub defaults: BTreeMap<String, String>,
}

impl Scenario {
    pub fn for_two(id: &str, name: &str) -> Self {
        Scenario {
            id: id.into(),
            name: name.into(),
            players: 2..=2,
            default_players: 2,
            defaults: BTreeMap::new(),
        }
    }
}

/// Everything on offer in a game with a given data pack. The first scenario is the default one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    pub scenarios: Vec<Scenario>,
    pub variants: Vec<Variant>,
}

/// A setup with every question answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chosen {
    pub scenario: String,
    pub players: usize,
    pub variants: BTreeMap<String, String>,
}

impl Catalogue {
    /// Checks what was asked for and fills in the defaults.
    pub fn choose(&self, setup: &Setup) -> Result<Chosen, Problem> {
        let ids = || self.scenarios.iter().map(|scenario| scenario.id.as_str());
        let scenario = match &setup.scenario {
            None => self.scenarios.first().ok_or_else(|| Problem::new("the data pack holds no scenario"))?,
            Some(id) => self.scenarios.iter().find(|scenario| scenario.id == *id).ok_or_else(|| {
                Problem::new(format!(
                    "unknown scenario \"{id}\"; known: {}.{}",
                    ids().collect::<Vec<_>>().join(", "),
                    suggestion(id, ids())
                ))
            })?,
        };
        let players = setup.players.unwrap_or(scenario.default_players);
        if !scenario.players.contains(&players) {
            let mut range = scenario.players.start().to_string();
            if scenario.players.start() != scenario.players.end() {
                let _ = write!(range, " to {}", scenario.players.end());
            }
            return Err(Problem::new(format!(
                "scenario {} is for {range} players, not {players}",
                scenario.id
            )));
        }
        let mut variants = BTreeMap::new();
        for variant in &self.variants {
            let default = scenario.defaults.get(variant.name).unwrap_or(&variant.default);
            variants.insert(variant.name.to_string(), default.clone());
        }
        for (name, value) in &setup.variants {
            let variant = self.variants.iter().find(|variant| variant.name == name).ok_or_else(|| {
                let names = || self.variants.iter().map(|variant| variant.name);
                let known = names().collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "none".into() } else { known };
                Problem::new(format!(
                    "unknown variant \"{name}\"; known: {known}.{}",
                    suggestion(name, names())
                ))
            })?;
            variants.insert(name.clone(), variant.normalise(value)?);
        }
        Ok(Chosen { scenario: scenario.id.clone(), players, variants })
    }
}

impl Chosen {
    /// Whether a switch is on. An unknown name is a mistake in the game's own code.
    pub fn is_on(&self, variant: &str) -> bool {
        self.value(variant) == "on"
    }

    pub fn number(&self, variant: &str) -> i32 {
        self.value(variant).parse().expect("the catalogue checks numbers")
    }

    pub fn value(&self, variant: &str) -> &str {
        self.variants
            .get(variant)
            .map(String::as_str)
            .expect("the catalogue knows every variant the rules ask for")
    }

    /// The same choice as a request.
    pub fn to_setup(&self) -> Setup {
        Setup {
            scenario: Some(self.scenario.clone()),
            players: Some(self.players),
            variants: self.variants.clone(),
        }
    }
}
