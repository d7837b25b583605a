//! A game that is taken away while it goes on. Its file would tell the seed and every secret choice, so the server
//! closes it with a key of its own: whoever holds the file can bring it back to this server, and read nothing in it.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use warlab_engine::data::Problem;

use crate::notation::Notation;

const KEY: usize = 32;
const NONCE: usize = 24;

/// What lies under a seal: the game, and who sat where.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct SavedGame {
    pub seats: Vec<String>,
    pub game: Notation,
}

/// The key of one server.
pub(super) struct Seal([u8; KEY]);

impl Seal {
    pub fn fresh() -> Result<Self, Problem> {
        Ok(Seal(random()?))
    }

    pub fn from_text(text: &str) -> Result<Self, Problem> {
        let bytes = from_hex(text.trim()).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Seal).ok_or_else(|| Problem::new("a key is 64 hexadecimal digits"))
    }

    pub fn text(&self) -> String {
        to_hex(&self.0)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&self.0).into())
    }

    pub fn close(&self, saved: &SavedGame) -> Result<String, Problem> {
        let failed =
            |error: &dyn std::fmt::Display| Problem::new(format!("the game cannot be sealed: {error}"));
        let plain = serde_json::to_vec(saved).map_err(|error| failed(&error))?;
        let nonce: [u8; NONCE] = random()?;
        let closed = self.cipher().encrypt(XNonce::from_slice(&nonce), plain.as_slice());
        Ok(to_hex(&nonce) + &to_hex(&closed.map_err(|error| failed(&error))?))
    }

    pub fn open(&self, text: &str) -> Result<SavedGame, Problem> {
        let foreign = || {
            Problem::new(
                "this file was sealed by another server, or changed since; a game on the way opens only where it was saved",
            )
        };
        let bytes = from_hex(text).filter(|bytes| bytes.len() > NONCE).ok_or_else(foreign)?;
        let (nonce, closed) = bytes.split_at(NONCE);
        let plain = self.cipher().decrypt(XNonce::from_slice(nonce), closed).map_err(|_| foreign())?;
        serde_json::from_slice(&plain).map_err(|_| foreign())
    }
}

fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Problem::new(format!("the system gives no randomness for secrets: {error}")))?;
    Ok(bytes)
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let byte = |pair: &[u8]| {
        let digit = |letter: u8| char::from(letter).to_digit(16);
        Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)
    };
    if digits.len() % 2 == 1 {
        return None;
    }
    digits.chunks_exact(2).map(byte).collect()
}

/// A secret of 128 bits that no one can guess.
pub(super) fn secret() -> Result<String, Problem> {
    Ok(to_hex(&random::<16>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> SavedGame {
        let text = r#"{"game":"g","scenario":"s","players":2,"seed":987654321,"actions":["secret_move"]}"#;
        SavedGame { seats: vec!["person".into(), "easy".into()], game: serde_json::from_str(text).unwrap() }
    }

    #[test]
    fn a_sealed_game_opens_where_it_was_closed_and_nowhere_else() {
        let seal = Seal::from_text(&Seal::fresh().unwrap().text()).unwrap();
        let closed = seal.close(&saved()).unwrap();
        assert_eq!(seal.open(&closed).unwrap(), saved());
        assert!(Seal::fresh().unwrap().open(&closed).is_err());
        let mut changed = closed.clone();
        let last = changed.pop().unwrap();
        changed.push(if last == '0' { '1' } else { '0' });
        for wrong in [changed.as_str(), "", "ä", "abc", &closed[..40], "zz"] {
            assert!(seal.open(wrong).is_err(), "{wrong}");
        }
        assert_ne!(
            closed,
            seal.close(&saved()).unwrap(),
            "two files of one game do not give each other away"
        );
    }
}
