use tempfile::tempdir;

use crate::{run, stderr, stdout};

fn refusal(words: &str) -> String {
    let output = run(words);
    assert!(!output.status.success(), "{words} is refused");
    stderr(&output)
}

#[test]
fn wrong_words_get_one_sentence_with_the_right_ones() {
    assert_eq!(refusal("run khun").lines().count(), 1);
    assert!(refusal("run khun").contains("Did you mean \"kuhn\"?"));
    assert!(refusal("run kuhn --agents randon").contains("Did you mean \"random\"?"));
    assert!(refusal("run kuhn --agents random:depth=3").contains("no setting \"depth\""));
    assert!(refusal("run kuhn --agents random,random,random").contains("3 agents for 2 seats"));
    assert!(refusal("run kuhn --scenario hnad").contains("Did you mean \"hand\"?"));
    assert!(refusal("run kuhn --variant blind=on").contains("unknown variant \"blind\""));
    assert!(refusal("run kuhn --variant blind").contains("NAME=VALUE"));
    assert!(refusal("run kuhn --players 5").contains("is for 2 players, not 5"));
    assert!(refusal("run kuhn --shard 4/3").contains("not a shard"));
    assert!(refusal("run kuhn --set hand").contains("path=value"));
    assert!(refusal("run kuhn --set deck.hand=3").contains("no records \"deck\""));
    assert!(refusal("run --agents random").contains("--agents needs a game"));
    assert!(refusal("run --resume").contains("--out DIR"));
    assert!(refusal("run kuhn --resume --out no/such/folder").contains("no run to resume"));
    assert!(refusal("replay no/such/file").contains("cannot read no/such/file"));
    assert!(refusal("data check no/such/folder").contains("is not a folder"));
    assert!(refusal("data export khun out").contains("Did you mean \"kuhn\"?"));
    assert!(refusal("replya").contains("replay"));
}

#[test]
fn bad_numbers_are_refused_before_anything_is_played() {
    for words in
        ["--games 0", "--games -1", "--games 1e3", "--games 99999999999999999999", "--seed x", "--threads 0"]
    {
        let output = run(&format!("run kuhn {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(stderr(&output).contains(words.split(' ').next().unwrap()), "{words}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let refused = refusal(&format!("run kuhn --games 5 --out {}/inner", file.display()));
    assert!(refused.contains("cannot create") && refused.contains("another --out"), "{refused}");
}

#[test]
fn files_in_the_way_are_kept() {
    let folder = tempdir().unwrap();
    let precious = folder.path().join("games.parquet");
    std::fs::write(&precious, "mine").unwrap();
    let refused = refusal(&format!("run kuhn --games 5 --out {}", folder.path().display()));
    assert!(refused.contains("is in the way"), "{refused}");
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "mine");
}

#[test]
fn the_example_game_is_not_on_offer_by_itself() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_warlab")).arg("games").output().unwrap();
    assert!(output.status.success() && !stdout(&output).contains("kuhn"));
}

#[test]
fn helps_give_examples() {
    for words in ["--help", "run --help", "replay --help", "engine --help", "data check --help"] {
        let output = run(words);
        assert!(output.status.success() && stdout(&output).contains("Example"), "{words}");
    }
}

#[test]
fn a_study_of_every_game_prints_intervals_and_places() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("study");
    let output = run(&format!("run --games 4 --out {}", out.display()));
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("95 % interval") && text.contains("kuhn") && text.contains("Files: "), "{text}");
    assert!(out.join("kuhn/games.parquet").is_file());
    let again = run(&format!("run --games 4 --resume --out {}", out.display()));
    assert!(again.status.success(), "{}", stderr(&again));
}

#[test]
fn every_game_exports_data_that_passes_its_own_check() {
    for title in warlab::games::with_example() {
        let folder = tempdir().unwrap();
        let (game, out) = (title.name(), folder.path().join("data"));
        let exported = run(&format!("data export {game} {}", out.display()));
        assert!(exported.status.success(), "{}", stderr(&exported));
        if title.pack().files().next().is_none() {
            continue;
        }
        let checked = run(&format!("data check {} --game {game}", out.display()));
        assert!(checked.status.success(), "{}", stderr(&checked));
        let again = refusal(&format!("data export {game} {}", out.display()));
        assert!(again.contains("exists already"), "{again}");
    }
}

#[test]
fn a_data_file_that_no_game_reads_is_refused() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("cadrs.toml"), "").unwrap();
    let refused = refusal(&format!("run kuhn --data {}", folder.path().display()));
    assert!(refused.contains("kuhn has no data file cadrs.toml"), "{refused}");
}

/// A changed record changes the game, and a misspelt word is found with its line.
#[test]
fn data_of_ones_own_is_laid_over_record_by_record() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let played = |name: &str, text: &str| {
        std::fs::write(data.join("blocks.toml"), text).unwrap();
        let out = folder.path().join(name);
        let words =
            format!("run wars-of-the-roses --games 1 --data {} --out {}", data.display(), out.display());
        let output = run(&words);
        let signature = std::fs::read_to_string(out.join("run.toml")).unwrap_or_default();
        let signature = signature.lines().find(|line| line.starts_with("signature")).map(str::to_string);
        (signature, stderr(&output))
    };
    let block = |field: &str| format!("[[block]]\nid = \"henry_vi\"\n{field}\n");
    let (usual, _) = played("same", &block("name = \"Henry VI\""));
    let (changed, _) = played("changed", &block("combat_number = 4"));
    assert!(usual.is_some() && changed.is_some() && usual != changed, "a stronger king plays another game");

    let (_, told) = played("field", &block("combat_nubmer = 4"));
    assert!(
        told.contains("blocks.toml line 3") && told.contains("Did you mean \"combat_number\"?"),
        "{told}"
    );
    let (_, told) = played("kind", "[[blok]]\nid = \"henry_vi\"\n");
    assert!(told.contains("blocks.toml line 1") && told.contains("Did you mean \"block\"?"), "{told}");
    let (_, told) = played("toml", "[[block]\n");
    assert!(told.contains("blocks.toml line 1: not valid TOML"), "{told}");
    let (_, told) = played("value", &block("combat_number = \"four\""));
    assert!(told.contains("blocks.toml line 3"), "{told}");
}
