//! `warlab play` and `warlab serve` with the real binary: whole games typed through a pipe, and wrong starts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use warlab_engine::{Chance, Dice};

use crate::{stderr, stdout, warlab};

/// Somebody who types numbers and reads what comes.
struct Typist {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    said: String,
}

impl Typist {
    fn sit_down(words: &str) -> Self {
        let mut command = warlab();
        command.arg("play").args(words.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Typist { child, input, output, said: String::new() }
    }

    /// Reads up to the prompt; `None` once the game has ended. The answer is what was said since the last prompt.
    fn listen(&mut self) -> Option<&str> {
        self.said.clear();
        let mut bytes = Vec::new();
        loop {
            if self.output.read_until(b'>', &mut bytes).unwrap() == 0 {
                self.said = String::from_utf8(bytes).unwrap();
                return None;
            }
            // A prompt is a word, `>` and a space at the head of a line.
            let line = bytes.rsplit(|&byte| byte == b'\n').next().unwrap();
            if line.len() > 1 && line[..line.len() - 1].iter().all(|byte| byte.is_ascii_lowercase()) {
                let mut space = [0];
                self.output.read_exact(&mut space).unwrap();
                self.said = String::from_utf8(bytes).unwrap();
                return Some(&self.said);
            }
        }
    }

    fn say(&mut self, typed: &str) {
        writeln!(self.input, "{typed}").unwrap();
    }

    /// Says something that takes no choice, and hears the answer.
    fn ask(&mut self, typed: &str) -> String {
        self.say(typed);
        self.listen().unwrap_or_else(|| panic!("{typed} ended the game")).to_string()
    }
}

/// The numbers that were offered last.
fn offered(said: &str) -> usize {
    let number = |line: &str| line.get(..4)?.trim().parse::<usize>().ok();
    said.lines().rev().find_map(number).unwrap_or_else(|| panic!("no choices in {said}"))
}

/// Types through a game to its end, with a question to the table now and then; returns the ending.
fn play_to_the_end(game: &str, against: &str) -> String {
    let mut typist = Typist::sit_down(&format!("{game} --seed 3 --against {against}"));
    let mut dice = Dice::seeded(9);
    for decision in 0..20_000 {
        let Some(said) = typist.listen().map(str::to_string) else {
            assert!(typist.child.wait().unwrap().success());
            assert!(decision > 10, "{game} ended at once");
            return typist.said.lines().last().unwrap_or_default().to_string();
        };
        let count = offered(&said);
        if decision % 97 == 5 {
            for (typed, wanted) in
                [("rules", "rule"), ("log 3", "["), ("odds 1", ""), ("map", ": "), ("nonsense", "neither")]
            {
                let answer = typist.ask(typed);
                assert!(answer.contains(wanted), "{game}: {typed} -> {answer}");
            }
        }
        if decision % 211 == 20 {
            let before = said.lines().rfind(|line| line.starts_with("   ")).map(str::to_string);
            typist.say("1");
            // The answer may be the end; then there is nothing to take back.
            if typist.listen().is_some() {
                let again = typist.ask("undo");
                assert!(again.contains("Taken back."), "{game}: {again}");
                assert_eq!(offered(&again), count, "{game}: {again}");
                assert!(before.is_none_or(|line| again.contains(&line)), "{game}: {again}");
            } else {
                continue;
            }
        }
        typist.say(&(dice.below(count as u32) + 1).to_string());
    }
    panic!("{game} does not come to an end");
}

#[test]
fn a_campaign_of_the_roses_is_typed_through_against_normal() {
    let ending = play_to_the_end("wars-of-the-roses", "normal");
    assert!(ending.contains("wins"), "{ending}");
}

#[test]
fn washingtons_war_is_typed_through_against_normal() {
    let ending = play_to_the_end("washingtons-war", "normal");
    assert!(ending.ends_with(']'), "{ending}");
}

#[test]
fn coalitions_is_typed_through() {
    let ending = play_to_the_end("coalitions", "easy");
    assert!(ending.ends_with(']'), "{ending}");
}

#[test]
fn a_battle_of_the_civil_war_is_typed_through() {
    let ending = play_to_the_end("gbacw", "random");
    assert!(ending.ends_with(']'), "{ending}");
}

#[test]
fn a_game_saved_at_the_keyboard_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let mut typist = Typist::sit_down("wars-of-the-roses --seed 5 --against easy");
    typist.listen().unwrap();
    for _ in 0..12 {
        typist.ask("1");
    }
    let list = typist.ask("list");
    let saved = typist.ask(&format!("save {}", file.display()));
    assert!(saved.contains("--load"), "{saved}");
    typist.say("quit");
    assert!(typist.listen().is_none() && typist.said.contains("left"), "{}", typist.said);
    let mut again = Typist::sit_down(&format!("--load {} --against easy", file.display()));
    let first = again.listen().unwrap().to_string();
    let choices = |text: &str| offered(text);
    assert_eq!(choices(&first), choices(&list));
    again.say("save /nowhere/at/all.json");
    assert!(again.listen().unwrap().contains("cannot write"));
    drop(again.input);
    assert!(again.child.wait().unwrap().success(), "the end of the input leaves the game");
}

#[test]
fn a_file_that_is_no_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (text, wanted) in
        [("{", "not a saved game"), ("{\"sealed\":\"00\"}", "sealed"), ("{\"game\":{}}", "not a saved game")]
    {
        let file = folder.path().join("game.json");
        std::fs::write(&file, text).unwrap();
        let output = warlab().arg("play").arg("--load").arg(&file).output().unwrap();
        assert!(!output.status.success());
        assert!(stderr(&output).contains(wanted), "{}", stderr(&output));
    }
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let start = |flags: &[&str]| {
        let output = warlab().arg("serve").arg("--games").arg(&games).args(flags).output().unwrap();
        assert!(!output.status.success() && stdout(&output).is_empty(), "{flags:?}");
        stderr(&output)
    };
    let message = start(&["--port", &port]);
    assert!(message.contains("--port") && message.contains(&port), "{message}");
    assert!(start(&["--host", "somewhere"]).contains("--host"));
    assert!(start(&["--port", "70000"]).contains("--port"));
    std::fs::write(folder.path().join("file"), "").unwrap();
    let file = folder.path().join("file");
    let output = warlab().args(["serve", "--port", "0", "--games"]).arg(&file).output().unwrap();
    assert!(stderr(&output).contains("--games"), "{}", stderr(&output));
}
