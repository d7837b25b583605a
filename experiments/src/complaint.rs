//! How an error is told: one sentence from its chain of causes, with the remedy that a full disk has.

use std::io::ErrorKind;

/// The chain of causes without repetitions: libraries like to quote their cause and then give it again.
pub fn sentence(error: &anyhow::Error) -> String {
    let mut told = String::new();
    for cause in error.chain() {
        let words = cause.to_string();
        if told.contains(&words) {
            continue;
        }
        if !told.is_empty() {
            told += ": ";
        }
        told += &words;
    }
    if is_disk_full(error) && !told.contains("free some space") {
        told += "; free some space and go on (a run with --resume), what was written is kept";
    }
    told
}

fn is_disk_full(error: &anyhow::Error) -> bool {
    let kinds =
        error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>()).map(std::io::Error::kind);
    kinds.into_iter().any(|kind| matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    fn full() -> anyhow::Error {
        let cause = std::io::Error::from(ErrorKind::StorageFull);
        Err::<(), _>(cause).context("cannot write games.parquet").expect_err("an error")
    }

    #[test]
    fn a_full_disk_has_a_remedy() {
        let told = sentence(&full());
        assert!(told.starts_with("cannot write games.parquet: ") && told.contains("--resume"), "{told}");
    }

    #[test]
    fn causes_are_not_repeated() {
        let quoted = full().context("writing: cannot write games.parquet");
        assert_eq!(sentence(&quoted).matches("games.parquet").count(), 1);
        assert_eq!(sentence(&anyhow::anyhow!("no such game")), "no such game");
    }
}
