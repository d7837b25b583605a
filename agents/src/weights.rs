//! Named weights in TOML: an embedded default, replaced by a user's file that must name the same weights.
//!
//! A file has one table per use, `[policy]` and `[evaluation]`, and may carry a `[quality]` table of numbers that say
//! how well the weights were fitted; those are kept but never used in play.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::de::{DeTable, DeValue};
use warlab_engine::data::{Place, Problem, suggestion};

/// A struct of `f32` weights, one field per name; declared with [`crate::weights!`].
pub trait Named: Sized {
    const NAMES: &'static [&'static str];

    /// From as many values as there are names.
    fn from_values(values: &[f32]) -> Self;
    fn values(&self) -> Vec<f32>;
}

/// Declares a struct of weights: `weights! { /// Taste. pub struct Taste { /// Keep the king safe. king_safety, } }`
#[macro_export]
macro_rules! weights {
    ($(#[$doc:meta])* $vis:vis struct $name:ident { $($(#[$field_doc:meta])* $field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Debug)]
        $vis struct $name { $($(#[$field_doc])* pub $field: f32),+ }

        impl $crate::weights::Named for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            fn from_values(values: &[f32]) -> Self {
                let mut next = values.iter().copied();
                $name { $($field: next.next().expect("one value for each name")),+ }
            }

            fn values(&self) -> Vec<f32> {
                vec![$(self.$field),+]
            }
        }
    };
}

/// Table for the numbers that describe a fit.
pub const QUALITY: &str = "quality";

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights {
    /// Table, then name and value in file order.
    tables: BTreeMap<String, Vec<(String, f32)>>,
}

impl Weights {
    /// Reads a file; `shown` is how errors call it.
    pub fn parse(shown: &str, text: &str) -> Result<Self, Problem> {
        read(shown, text).map(|file| Weights { tables: file.tables })
    }

    /// Reads a file that replaces `self` (the embedded weights): the same tables with the same names, none more and none less.
    pub fn replaced_by(&self, shown: &str, text: &str) -> Result<Self, Problem> {
        let file = read(shown, text)?;
        let place = |line| Place { file: shown.to_string(), line };
        for (table, entries) in &file.tables {
            if table == QUALITY {
                continue;
            }
            let line = file.lines.get(&(table.clone(), String::new())).copied().unwrap_or(0);
            let Some(known) = self.tables.get(table) else {
                let tables = || self.tables.keys().map(String::as_str).filter(|&name| name != QUALITY);
                let list = tables().collect::<Vec<_>>().join(", ");
                let message =
                    format!("no table [{table}] is known; known: {list}.{}", suggestion(table, tables()));
                return Err(Problem::at(&place(line), message));
            };
            for (name, _) in entries {
                if !known.iter().any(|(known, _)| known == name) {
                    let line = file.lines[&(table.clone(), name.clone())];
                    let hint = suggestion(name, known.iter().map(|(name, _)| name.as_str()));
                    let message = format!("[{table}] has no weight \"{name}\"; remove it.{hint}");
                    return Err(Problem::at(&place(line), message));
                }
            }
        }
        for (table, known) in self.tables.iter().filter(|(table, _)| *table != QUALITY) {
            let line = file.lines.get(&(table.clone(), String::new())).copied().unwrap_or(0);
            let given = file.tables.get(table).map(Vec::as_slice).unwrap_or_default();
            for (name, value) in known {
                if !given.iter().any(|(given, _)| given == name) {
                    let message =
                        format!("[{table}] lacks the weight \"{name}\"; add it (the default is {value})");
                    return Err(Problem::at(&place(line), message));
                }
            }
        }
        Ok(Weights { tables: file.tables })
    }

    pub fn has_table(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    pub fn table(&self, table: &str) -> &[(String, f32)] {
        self.tables.get(table).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn value(&self, table: &str, name: &str) -> Option<f32> {
        self.table(table).iter().find(|(known, _)| known == name).map(|&(_, value)| value)
    }

    /// A table as a struct of weights.
    ///
    /// # Panics
    /// If a name of `T` is missing: files are checked against the embedded weights when they are read, so this is a
    /// mistake in the embedded file, found by its first test.
    pub fn read<T: Named>(&self, table: &str) -> T {
        T::from_values(&self.ordered(table, T::NAMES))
    }

    /// The values of `names`, in that order. Panics like [`Weights::read`].
    pub fn ordered(&self, table: &str, names: &[&str]) -> Vec<f32> {
        let value = |name: &&str| {
            self.value(table, name).unwrap_or_else(|| panic!("the embedded weights lack [{table}] {name}"))
        };
        names.iter().map(value).collect()
    }

    /// Replaces or adds a table.
    pub fn set_table(&mut self, table: &str, names: &[&str], values: &[f32]) {
        let entries = names.iter().map(ToString::to_string).zip(values.iter().copied()).collect();
        self.tables.insert(table.into(), entries);
    }

    /// The file's text: tables in alphabetical order, names in their own.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (table, entries) in &self.tables {
            let _ = writeln!(text, "{}[{table}]", if text.is_empty() { "" } else { "\n" });
            for (name, value) in entries {
                let _ = writeln!(text, "{name} = {value:?}");
            }
        }
        text
    }
}

struct File {
    tables: BTreeMap<String, Vec<(String, f32)>>,
    /// Line of each weight; of a table itself under the empty name.
    lines: BTreeMap<(String, String), usize>,
}

fn read(shown: &str, text: &str) -> Result<File, Problem> {
    let line_at = |offset: usize| text[..offset.min(text.len())].matches('\n').count() + 1;
    let problem =
        |line: usize, message: String| Problem::at(&Place { file: shown.to_string(), line }, message);
    let document = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(0, |span| line_at(span.start));
        problem(line, format!("not valid TOML: {}", error.message().lines().next().unwrap_or_default()))
    })?;
    let mut file = File { tables: BTreeMap::new(), lines: BTreeMap::new() };
    for (table, content) in document.get_ref() {
        let line = line_at(table.span().start);
        let table = table.get_ref().to_string();
        let DeValue::Table(content) = content.get_ref() else {
            return Err(problem(
                line,
                format!("{table} stands outside a table; put it below [policy] or [evaluation]"),
            ));
        };
        let mut entries = Vec::new();
        for (name, value) in content {
            let line = line_at(name.span().start);
            let digits = match value.get_ref() {
                DeValue::Integer(digits) => digits.as_str(),
                DeValue::Float(digits) => digits.as_str(),
                _ => "",
            };
            let value = digits.parse::<f32>().ok().filter(|value| value.is_finite());
            let value = value
                .ok_or_else(|| problem(line, format!("[{table}] {} is not a number", name.get_ref())))?;
            file.lines.insert((table.clone(), name.get_ref().to_string()), line);
            entries.push((name.get_ref().to_string(), value, name.span().start));
        }
        entries.sort_by_key(|&(_, _, start)| start);
        file.lines.insert((table.clone(), String::new()), line);
        file.tables.insert(table, entries.into_iter().map(|(name, value, _)| (name, value)).collect());
    }
    Ok(file)
}
