//! Studies on Kuhn's poker, where the size of effects is known.

use std::time::Duration;

use warlab::lab::contrast::{CellGames, Contrast, contrasts};
use warlab::lab::measure::Measure;
use warlab::lab::read::{GameRow, read_games};
use warlab::title::{Of, Title};
use warlab_engine::chance::mix;
use warlab_engine::example::Kuhn;
use warlab_engine::setup::Setup;

use crate::support::{Bench, tables};

const HANDICAP: &str = r#"
game = "kuhn"
question = "What is betting worth to the dealer?"
agents = "random"
games = 2000
metrics = ["win:dealer"]
[factors]
agent.dealer.never = ["", "bet"]
"#;

fn dealer_contrast(before: Vec<GameRow>, after: Vec<GameRow>) -> Contrast {
    let cell = |level: &str, games| CellGames { levels: vec![level.into()], games };
    let levels = [vec!["a".to_string(), "b".to_string()]];
    let cells = [cell("a", before), cell("b", after)];
    contrasts(&cells, &levels, &[Measure::Win("dealer".into())], 0.95).remove(0)
}

/// Random play is worth 1/2 + 1/32 to the dealer and 1/2 - 1/8 if he never bets (each of four or five lines counted by
/// hand): a handicap of exactly 5/32.
#[test]
fn a_handicap_of_known_size_is_found() {
    let bench = Bench::new();
    bench.file("handicap.toml", HANDICAP);
    let printed = bench.run(&["study", "handicap.toml"]);
    assert!(
        printed.contains("agent.dealer.never bet instead of none changes the win rate of dealer"),
        "{printed}"
    );
    let cell = |name: &str| {
        read_games(&bench.path("results/handicap/cells").join(name).join("games.parquet")).unwrap()
    };
    let found = dealer_contrast(cell("01-none"), cell("02-bet"));
    assert!(found.difference.interval.contains(-5.0 / 32.0), "{:?}", found.difference);
    assert!(found.difference.is_shown() && found.p_holm < 1e-6 && found.difference.pairs == 2000);
    assert!(found.before.interval.contains(17.0 / 32.0) && found.after.interval.contains(3.0 / 8.0));
    let page = std::fs::read_to_string(bench.path("results/handicap/report.html")).unwrap();
    assert!(page.contains("What is betting worth to the dealer?") && page.contains("<svg"));
    assert!(!page.contains("NaN") && !page.contains("http://") || page.contains("www.w3.org/2000/svg"));
    assert!(bench.path("results/handicap/plots/changes-win-dealer.svg").exists());
}

fn kuhn_games(seed: u64, count: u64) -> Vec<GameRow> {
    let title: &dyn Title = &Of::<Kuhn>::TITLE;
    let rules = title.set_up(&Setup::default(), &title.pack()).unwrap();
    let agents = vec!["random".parse().unwrap(); 2];
    (0..count)
        .map(|pair| {
            let outcome = rules.play(mix(seed, pair), &agents).unwrap().outcome.unwrap();
            GameRow {
                index: pair,
                pair,
                seats: rules.seats(),
                payoffs: outcome.payoffs.as_slice().to_vec(),
                scores: outcome.scores.as_slice().to_vec(),
                termination: "finished".into(),
                ..GameRow::default()
            }
        })
        .collect()
}

/// Cells that differ in nothing but luck are told apart at about the nominal rate. (On common seeds they would be equal
/// game by game, so the two cells get seeds of their own.)
#[test]
fn identical_cells_show_no_difference() {
    let repeats = 1000;
    let alarms = (0..repeats)
        .filter(|repeat| {
            let found = dealer_contrast(kuhn_games(2 * repeat, 200), kuhn_games(2 * repeat + 1, 200));
            found.p_holm < 0.05
        })
        .count();
    // 50 are expected; 3.3 standard deviations either way.
    assert!((27..=73).contains(&alarms), "{alarms} of {repeats} studies raise a false alarm");
}

#[test]
fn the_same_cell_on_the_same_seeds_never_differs() {
    let games = kuhn_games(3, 300);
    let found = dealer_contrast(games.clone(), games);
    assert_eq!((found.difference.value, found.p_holm), (0.0, 1.0));
    assert!(found.difference.interval.high > 0.0 && found.difference.interval.high < 0.02);
}

const FACTORIAL: &str = r#"
game = "kuhn"
games = 300
agents = ["random", ["mcts:iterations=10", "random"]]
metrics = ["win", "turns", "score:elder"]
[factors]
agent.all.never = ["", "nothing"]
"#;

#[test]
fn shards_join_to_the_unsplit_rows() {
    let bench = Bench::new();
    bench.file("whole.toml", FACTORIAL);
    bench.run(&["study", "whole.toml", "--omit-wall-time", "--out", "whole", "--threads", "1"]);
    for part in ["1/3", "2/3", "3/3"] {
        let out = format!("part-{}", &part[..1]);
        bench.run(&[
            "study",
            "whole.toml",
            "--omit-wall-time",
            "--shard",
            part,
            "--out",
            &out,
            "--threads",
            "2",
        ]);
    }
    let missing = bench.refused(&["merge", "joined", "part-1", "part-3"]);
    assert!(missing.contains("part 2/3 is missing"), "{missing}");
    let twice = bench.refused(&["merge", "joined", "part-1", "part-2", "part-2"]);
    assert!(twice.contains("both part 2/3"), "{twice}");
    bench.run(&["merge", "joined", "part-3", "part-1", "part-2"]);
    assert_eq!(tables(&bench.path("whole")), tables(&bench.path("joined")));
    assert_eq!(tables(&bench.path("joined")).len(), 4 * 3, "three tables for each of four cells");
    bench.run(&["report", "joined"]);
    assert!(bench.path("joined/report.md").exists());

    bench.file("other.toml", &FACTORIAL.replace("games = 300", "games = 300\nseed = 2"));
    bench.run(&["study", "other.toml", "--shard", "2/3", "--out", "other"]);
    let mixed = bench.refused(&["merge", "mixed", "part-1", "other", "part-3"]);
    assert!(mixed.contains("different studies"), "{mixed}");
    assert!(!bench.path("mixed").exists(), "nothing is written before the parts are checked");
}

#[test]
fn killed_and_resumed_equals_uninterrupted() {
    let bench = Bench::new();
    bench.file("long.toml", &FACTORIAL.replace("games = 300", "games = 6000"));
    let words = ["study", "long.toml", "--omit-wall-time", "--out", "killed"];
    for wait in [300, 700, 1100] {
        let mut child = bench.command(&words).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    bench.run(&words);
    bench.run(&["study", "long.toml", "--omit-wall-time", "--out", "calm"]);
    assert_eq!(tables(&bench.path("killed")), tables(&bench.path("calm")));
    bench.file("long.toml", &FACTORIAL.replace("games = 300", "games = 5000"));
    let edited = bench.refused(&words);
    assert!(edited.contains("before it was edited"), "{edited}");
}

#[test]
fn a_study_stops_when_it_knows_enough() {
    let bench = Bench::new();
    let text =
        "game = \"kuhn\"\ngames = 200\nstop_when = \"ci < 0.02\"\nmost_games = 4000\nmetrics = [\"win\"]\n";
    bench.file("enough.toml", text);
    bench.run(&["study", "enough.toml", "--omit-wall-time"]);
    let games = read_games(&bench.path("results/enough/cells/01/games.parquet")).unwrap();
    let width = |games: &[GameRow]| Measure::Win("dealer".into()).estimate(games, 0.95).interval.half_width();
    assert!(
        width(&games) <= 0.02 && games.len().is_multiple_of(200) && games.len() < 4000,
        "{} games",
        games.len()
    );
    assert!(width(&games[..games.len() - 200]) > 0.02, "a round less would not have been enough");
    assert!(!bench.path("results/enough/rounds").exists());
    // The rows are those of a study that had this length from the start.
    bench.run(&[
        "study",
        "enough.toml",
        "--omit-wall-time",
        "--games",
        &games.len().to_string(),
        "--out",
        "fixed",
    ]);
    assert_eq!(tables(&bench.path("results/enough")), tables(&bench.path("fixed")));
    bench.run(&["study", "enough.toml", "--omit-wall-time"]);
    let split = bench.refused(&["study", "enough.toml", "--shard", "1/2", "--out", "split"]);
    assert!(split.contains("stop_when cannot be split"), "{split}");
}

#[test]
fn a_ladder_rates_the_stronger_agent_higher() {
    let bench = Bench::new();
    let words = [
        "ladder",
        "kuhn",
        "--agents",
        "random:never=bet,mcts:iterations=100",
        "--games",
        "400",
        "--out",
        "ladder",
    ];
    let printed = bench.run(&words);
    assert!(printed.contains("mcts:iterations=100 is ahead of random:never=bet"), "{printed}");
    assert!(bench.path("ladder/pairings/01-02/games.parquet").exists());
    let mut lines = printed.lines().skip_while(|line| !line.trim_start().starts_with("first"));
    let pairing = lines.nth(2).unwrap_or_default();
    let words_of_pairing: Vec<&str> =
        pairing.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(words_of_pairing[..3], ["mcts:iterations=100", "random:never=bet", "400"], "{printed}");
    let share = |word: &str| word.trim_end_matches(" %").parse::<f64>().unwrap();
    let (low, high) = words_of_pairing[4].split_once(" to ").unwrap();
    let (low, score, high) = (share(low), share(words_of_pairing[3]), share(high));
    assert!(50.0 < low && low < score && score < high, "{pairing}");
    assert_eq!(
        bench.run(&words).lines().nth(3),
        printed.lines().nth(3),
        "a finished ladder is not played again"
    );
    let decided = bench.run(&[
        "ladder",
        "kuhn",
        "--agents",
        "mcts:iterations=100,random:never=bet",
        "--sprt",
        "elo0=0,elo1=20",
        "--out",
        "test",
    ]);
    assert!(decided.contains("mcts:iterations=100 is better by 20 Elo or more"), "{decided}");
    for (agents, sprt, words) in [
        ("random", "", "at least two agents"),
        ("random,random", "", "named twice"),
        ("random,mtcs", "", "unknown agent \"mtcs\""),
        ("random,flat,mcts", "elo0=0", "two agents, not 3"),
        ("random,flat", "elo2=0", "no \"elo2\""),
        ("random,flat", "elo0=30", "elo0 below elo1"),
    ] {
        let mut line = vec!["ladder", "kuhn", "--agents", agents, "--out", "no"];
        if !sprt.is_empty() {
            line.extend(["--sprt", sprt]);
        }
        let refused = bench.refused(&line);
        assert!(refused.contains(words), "{refused}");
    }
}
