//! How the data files write numbers: halves, prohibited costs, bands of a die roll, codes of disorder.
//!
//! API: [`Half`], [`Cost`], [`ByClass`], [`DisorderCode`], [`Band`] and [`banded`].

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::types::{Disorder, MoveClass};

/// A number counted in halves, written `0.5` or `2` in the files.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Half(pub i16);

impl Half {
    /// `number` times this, rounded up. [GB 9.24, 16.12]
    pub fn of_rounded_up(self, number: u8) -> u8 {
        u8::try_from((i16::from(number) * self.0 + 1) / 2).unwrap_or(0)
    }
}

impl<'de> Deserialize<'de> for Half {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let halves = number * 2.0;
        if halves.fract() != 0.0 || halves.abs() > 2000.0 {
            return Err(D::Error::custom(format!("{number} must be a whole number or end in .5")));
        }
        Ok(Half(halves as i16))
    }
}

/// A cost in movement points; `"P"` is prohibited. [GB 9.41]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cost(pub Option<u8>);

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(i64),
            Word(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number @ 0..=40) => Ok(Cost(Some(number as u8))),
            Written::Number(number) => {
                Err(D::Error::custom(format!("a movement cost is 0 to 40 or \"P\", not {number}")))
            }
            Written::Word(word) if word == "P" => Ok(Cost(None)),
            Written::Word(word) => {
                Err(D::Error::custom(format!("a movement cost is 0 to 40 or \"P\", not \"{word}\"")))
            }
        }
    }
}

/// One value for each column of the terrain chart; leaders are never disordered, so theirs may be missing.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByClass<T> {
    pub infantry: T,
    pub cavalry: T,
    pub artillery: T,
    pub leader: Option<T>,
}

impl<T: Copy> ByClass<T> {
    pub fn get(&self, class: MoveClass, without: T) -> T {
        match class {
            MoveClass::Infantry => self.infantry,
            MoveClass::Cavalry => self.cavalry,
            MoveClass::Artillery => self.artillery,
            MoveClass::Leader => self.leader.unwrap_or(without),
        }
    }
}

/// `""`, `"d"` or `"D"` of the terrain chart. [GB 9.47]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DisorderCode(pub Disorder);

impl<'de> Deserialize<'de> for DisorderCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        match code.as_str() {
            "" | "none" => Ok(DisorderCode(Disorder::None)),
            "d" | "dr" | "upz" => Ok(DisorderCode(Disorder::Check)),
            "D" | "auto" => Ok(DisorderCode(Disorder::Automatic)),
            _ => Err(D::Error::custom(format!(
                "\"{code}\" is no disorder code; write \"\", \"d\" or \"D\" (terrain), none, upz or auto (results)"
            ))),
        }
    }
}

/// A row of a table read by the modified roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Band<T> {
    pub min: i8,
    pub max: i8,
    #[serde(alias = "drm", alias = "id")]
    pub result: T,
}

/// The row for a roll; beyond the rows the end row counts.
pub fn banded<T>(rows: &[Band<T>], roll: i8) -> &T {
    let row = rows.iter().find(|row| roll <= row.max).or(rows.last());
    &row.expect("tables are checked to have rows").result
}

/// What is wrong with the rows of a table, if anything: they must ascend without gap or overlap.
pub fn broken_bands<T>(rows: &[Band<T>]) -> Option<String> {
    if rows.is_empty() {
        return Some("the table has no rows; add one".into());
    }
    let backwards = rows.iter().find(|row| row.min > row.max);
    if let Some(row) = backwards {
        return Some(format!("the row {} to {} ends before it begins; swap min and max", row.min, row.max));
    }
    rows.windows(2).find(|pair| i16::from(pair[0].max) + 1 != i16::from(pair[1].min)).map(|pair| {
        format!(
            "the row from {} must begin at {}, one above the row before it",
            pair[1].min,
            i16::from(pair[0].max) + 1
        )
    })
}
