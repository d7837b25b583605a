//! What a deserializer complains of, in the words of someone who writes a data file: the field, the number's range, the word
//! that was probably meant.

use crate::data::suggestion;

/// Names of Rust's numbers and what may be written for them.
const NUMBERS: [(&str, &str); 9] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 up"),
    ("u64", "a whole number from 0 up"),
    ("usize", "a whole number from 0 up"),
    ("i8", "a whole number from -128 to 127"),
    ("i16", "a whole number from -32768 to 32767"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
];

/// The complaint in one sentence, with the field it is about where the deserializer knows it.
pub fn plain_words(error: &toml::de::Error) -> String {
    let message = error.message().trim().replace('\n', " ");
    let shown = error.to_string();
    let field = between(&shown, "in `", "`").filter(|field| !message.contains(&format!("`{field}`")));
    let prefix = field.map_or(String::new(), |field| format!("{field}: "));
    format!("{prefix}{}{}", with_ranges(&message), meant(&message))
}

fn with_ranges(message: &str) -> String {
    for (number, words) in NUMBERS {
        if let Some(start) = message.strip_suffix(&format!("expected {number}")) {
            return format!("{start}expected {words}");
        }
    }
    message.into()
}

/// For a word that is not among the expected ones.
fn meant(message: &str) -> String {
    let Some((wrong, known)) = message.split_once(", expected ") else { return String::new() };
    let unknown = wrong.starts_with("unknown ");
    match between(wrong, "`", "`").filter(|_| unknown) {
        Some(word) => suggestion(word, known.split('`').skip(1).step_by(2)),
        None => String::new(),
    }
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(open)?;
    rest.split_once(close).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Rank {
        Corps,
        Division,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Leader {
        rank: Rank,
        stars: u8,
    }

    fn complaint(text: &str) -> String {
        let table: toml::Table = text.parse().expect("TOML");
        plain_words(&toml::Value::Table(table).try_into::<Leader>().expect_err("wrong"))
    }

    #[test]
    fn names_field_range_and_the_word_that_was_meant() {
        let stars = complaint("rank = \"corps\"\nstars = 400");
        assert_eq!(stars, "stars: invalid value: integer `400`, expected a whole number from 0 to 255");
        let rank = complaint("rank = \"divison\"\nstars = 1");
        assert!(rank.starts_with("rank: ") && rank.ends_with("Did you mean \"division\"?"), "{rank}");
        let field = complaint("rank = \"corps\"\nstarz = 1");
        assert!(field.ends_with("Did you mean \"stars\"?"), "{field}");
        assert_eq!(complaint("rank = \"corps\""), "missing field `stars`");
    }
}
