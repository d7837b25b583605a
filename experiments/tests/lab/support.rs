//! Drives the command in a scratch folder, with the example game switched on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Bench { folder: tempfile::tempdir().expect("a scratch folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its name, which is valid in the scratch folder.
    pub fn file<'a>(&self, name: &'a str, text: &str) -> &'a str {
        fs::write(self.path(name), text).expect("the scratch folder takes files");
        name
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warlab"));
        command.args(words).current_dir(self.folder.path()).env("WARLAB_EXAMPLE_GAME", "1");
        command
    }

    /// Runs a command that must succeed and returns what it printed.
    pub fn run(&self, words: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.command(words).output().expect("warlab starts");
        let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert!(status.success(), "{words:?}: {out}{err}");
        out.into_owned()
    }

    /// Runs a command that must fail, and returns its one sentence.
    pub fn refused(&self, words: &[&str]) -> String {
        let Output { status, stderr, .. } = self.command(words).output().expect("warlab starts");
        let sentence = String::from_utf8_lossy(&stderr).trim().to_string();
        assert_eq!(status.code(), Some(1), "{words:?}: {sentence}");
        assert!(!sentence.contains("panicked") && sentence.lines().count() == 1, "{words:?}: {sentence}");
        sentence
    }
}

/// The bytes of every table below a folder, by name.
pub fn tables(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "parquet") {
                let name = path.strip_prefix(folder).expect("below the folder").display().to_string();
                found.push((name, fs::read(&path).expect("a table")));
            }
        }
    }
    found.sort();
    found
}
