//! Whatever is wrong with a file gets one sentence, and nothing that was written is lost.

use std::fs;

use warlab::lab::study::spec::Spec;

use crate::support::{Bench, tables};

#[test]
fn a_study_file_that_is_wrong_is_refused_with_a_remedy() {
    let bench = Bench::new();
    for (text, words) in [
        ("games = 5", "game is missing"),
        ("game = \"kuhn\"\ngame = 3", "line 2 is not valid TOML"),
        ("game = \"kuhn\"\ngamse = 5", "unknown key \"gamse\""),
        ("game = \"kuhn\"\ngamse = 5", "Did you mean \"games\"?"),
        ("game = \"khun\"", "unknown game \"khun\""),
        ("game = \"kuhn\"\ngames = 0", "games = 0 is too few"),
        ("game = \"kuhn\"\ngames = \"many\"", "not a whole number"),
        ("game = \"kuhn\"\nagents = \"mtcs\"", "unknown agent \"mtcs\""),
        ("game = \"kuhn\"\nagents = [[\"random\", \"random\", \"random\"]]", "3 agents for 2 seats"),
        ("game = \"kuhn\"\nscenario = \"hands\"", "unknown scenario \"hands\""),
        ("game = \"kuhn\"\nplayers = 3", "for 2 players, not 3"),
        ("game = \"kuhn\"\nmetrics = [\"win:deeler\"]", "Did you mean \"dealer\"?"),
        ("game = \"kuhn\"\nmetrics = [\"wins\"]", "unknown metric \"wins\""),
        ("game = \"kuhn\"\nstop_when = \"ci = 0.02\"", "write \"ci < 0.02\""),
        ("game = \"kuhn\"\nconfidence = 95", "not between 0.5 and 1"),
        ("game = \"kuhn\"\n[factors]\nfatigue = [false, true]", "unknown variant \"fatigue\""),
        ("game = \"kuhn\"\n[factors]\nagent.deeler.never = [\"\", \"bet\"]", "no side \"deeler\""),
        ("game = \"kuhn\"\n[factors]\nagent.dealer.newer = [\"bet\"]", "no setting \"newer\""),
        ("game = \"kuhn\"\n[factors]\nagent.dealer = [1]", "write agent.SIDE.SETTING"),
        ("game = \"kuhn\"\n[factors]\ndeck.hand = [1]", "override deck.hand"),
        ("game = \"kuhn\"\n[factors]\nagents = []", "has no levels"),
        ("game = \"kuhn\"\n[factors]\nagents = [\"random\", \"random\"]", "lists \"random\" twice"),
        ("game = \"kuhn\"\n[factors]\nagents = \"random\"", "give its levels as a list"),
        ("game = \"kuhn\"\n[override]\ndeck.hand = 3", "override deck.hand"),
        ("game = \"kuhn\"\n[[cells]]\nagents = \"flat\"\n[[cells]]\nagents = \"flat\"", "listed twice"),
        ("game = \"kuhn\"\ncells = 3", "write each cell as [[cells]]"),
        (
            "game = \"kuhn\"\nagents = [[\"random\", \"flat\"]]\n[factors]\nagent.dealer.never = [\"\", \"bet\"]",
            "needs the same agent on every side",
        ),
    ] {
        bench.file("wrong.toml", text);
        let refused = bench.refused(&["study", "wrong.toml"]);
        assert!(refused.contains(words), "{text}\n{refused}");
        assert!(!bench.path("results").exists(), "nothing is written before the study is checked: {text}");
    }
    assert!(bench.refused(&["study", "none.toml"]).contains("cannot read the study none.toml"));
}

#[test]
fn folders_that_cannot_be_used_are_named() {
    let bench = Bench::new();
    bench.file("study.toml", "game = \"kuhn\"\ngames = 4\n");
    bench.file("in-the-way", "");
    let refused = bench.refused(&["study", "study.toml", "--out", "in-the-way/folder"]);
    assert!(refused.contains("cannot create the folder in-the-way/folder"), "{refused}");
    assert!(bench.refused(&["report", "nowhere"]).contains("no run folder nowhere"));
    fs::create_dir(bench.path("empty")).unwrap();
    assert!(bench.refused(&["report", "empty"]).contains("run.toml is missing"));
    assert!(bench.refused(&["merge", "target", "empty"]).contains("empty"));
}

#[test]
fn damaged_tables_are_named_and_nothing_is_lost() {
    let bench = Bench::new();
    bench.file("study.toml", "game = \"kuhn\"\ngames = 40\nagents = [\"random\", \"flat\"]\n");
    bench.run(&["study", "study.toml", "--out", "whole", "--omit-wall-time"]);
    let before = tables(&bench.path("whole"));
    let table = bench.path("whole/cells/02-flat/games.parquet");
    let bytes = fs::read(&table).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0xFF;
    let no_table = b"this is no table".to_vec();
    for damage in [Vec::new(), no_table, bytes[..bytes.len() / 2].to_vec(), bytes[bytes.len() / 2..].to_vec()]
    {
        fs::write(&table, damage).unwrap();
        let refused = bench.refused(&["report", "whole"]);
        assert!(refused.contains("02-flat/games.parquet is damaged"), "{refused}");
    }
    // A flipped bit may hide in a value; it must not bring the command down.
    fs::write(&table, flipped).unwrap();
    assert!(
        bench.command(&["report", "whole"]).output().unwrap().status.code().is_some_and(|code| code <= 1)
    );
    fs::remove_file(&table).unwrap();
    assert!(bench.refused(&["report", "whole"]).contains("games.parquet is missing"));
    fs::write(&table, bytes).unwrap();
    assert_eq!(before, tables(&bench.path("whole")));
    bench.run(&["report", "whole"]);
}

/// Every study that comes with the lab is well formed.
#[test]
fn shipped_studies_can_be_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("tune-") {
            warlab::lab::tune::spec::Spec::read(&path).unwrap();
        } else {
            let spec = Spec::read(&path).unwrap();
            assert!(!spec.question.is_empty(), "{name} asks nothing");
        }
        count += 1;
    }
    assert!(count >= 12);
}

/// Every shipped study of a game that is on offer fits that game: its scenarios, variants, data and agents.
#[test]
fn shipped_studies_fit_their_games() {
    let bench = Bench::new();
    let listed = bench.run(&["games"]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("tune-") {
            continue;
        }
        let spec = Spec::read(&path).unwrap();
        if listed.contains(&spec.game) {
            bench.run(&["study", path.to_str().unwrap(), "--dry-run"]);
        }
    }
}
