//! The same rows whatever happens: threads, shards, a killed process, a polite interruption.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use arrow::array::RecordBatch;
use arrow::compute::concat_batches;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tempfile::tempdir;

use crate::{run, stderr, stdout, tables, warlab};

const MANY: &str = "run kuhn --games 400000 --seed 5 --swap-seats --omit-wall-time";

fn play(options: &str, out: &Path) {
    let output = run(&format!("{options} --out {}", out.display()));
    assert!(output.status.success(), "{}", stderr(&output));
}

fn rows(path: &Path) -> RecordBatch {
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(path).unwrap()).unwrap();
    let schema = reader.schema().clone();
    let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    concat_batches(&schema, &batches).unwrap()
}

fn finished_parts(out: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(out.join("parts")) else { return Vec::new() };
    let mut parts: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    parts.retain(|part| part.extension().is_none());
    parts.sort();
    parts
}

/// Starts the long run and waits until some of it is on the disk.
fn begin(out: &Path) -> std::process::Child {
    let mut command = warlab();
    command.args(MANY.split(' ')).arg("--out").arg(out).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let clock = Instant::now();
    while finished_parts(out).len() < 2 {
        assert!(clock.elapsed() < Duration::from_secs(60), "no part appears");
        sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn every_game_gives_the_same_bytes_on_one_and_two_threads() {
    let folder = tempdir().unwrap();
    for title in warlab::games::with_example() {
        let options = format!("run {} --games 12 --seed 9 --swap-seats --omit-wall-time", title.name());
        let [one, two] = [1, 2].map(|threads| {
            let out = folder.path().join(format!("{}-{threads}", title.name()));
            play(&format!("{options} --threads {threads}"), &out);
            tables(&out)
        });
        assert!(one == two, "{}: other tables on two threads", title.name());
    }
}

#[test]
fn wall_times_are_the_only_difference() {
    let folder = tempdir().unwrap();
    let columns = ["with", "without"].map(|name| {
        let out = folder.path().join(name);
        let omit = if name == "without" { "--omit-wall-time" } else { "" };
        play(&format!("run kuhn --games 3000 {omit}"), &out);
        let mut rows = rows(&out.join("games.parquet"));
        assert_eq!(rows.remove_column(rows.schema().index_of("wall_us").unwrap()).len(), 3000);
        rows
    });
    assert_eq!(columns[0], columns[1]);
}

#[test]
fn a_killed_run_keeps_its_parts_and_resumes_to_the_same_bytes() {
    let folder = tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    play(MANY, &whole);
    let mut child = begin(&killed);
    child.kill().unwrap();
    child.wait().unwrap();

    let parts = finished_parts(&killed);
    assert!(parts.len() >= 2);
    let mut recorded = 0;
    for part in &parts {
        for name in ["games", "timeline", "battles"] {
            rows(&part.join(format!("{name}.parquet")));
        }
        recorded += rows(&part.join("games.parquet")).num_rows();
    }
    assert!((1..400_000).contains(&recorded), "the kill came in the middle: {recorded}");
    assert!(!killed.join("games.parquet").exists());

    let other =
        run(&format!("{MANY} --threads 1 --resume --out {}", killed.display()).replace("seed 5", "seed 6"));
    assert!(stderr(&other).contains("was begun with seed = 5, not 6"), "{}", stderr(&other));
    let again = run(&format!("{MANY} --out {}", killed.display()));
    assert!(stderr(&again).contains("already holds a run"), "{}", stderr(&again));

    play(&format!("{MANY} --resume"), &killed);
    assert!(tables(&whole) == tables(&killed), "other tables after kill and resumption");
    assert!(finished_parts(&killed).is_empty());
    play(&format!("{MANY} --resume"), &killed);
    assert!(tables(&whole) == tables(&killed), "resuming a complete run changes nothing");
}

#[test]
fn an_interrupted_run_prints_the_command_that_resumes_it() {
    let folder = tempdir().unwrap();
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    play(MANY, &whole);
    let child = begin(&stopped);
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = stdout(&output);
    let command = told.lines().last().unwrap().trim();
    assert!(command.contains("run --resume --out"), "{told}");
    let so_far = rows(&stopped.join("games.parquet")).num_rows();
    assert!((1..400_000).contains(&so_far), "what was played is there to be read: {so_far}");
    assert!(fs::read_to_string(stopped.join("run.toml")).unwrap().contains("status = \"interrupted\""));

    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env(warlab::games::EXAMPLE_VARIABLE, "1");
    assert!(shell.output().unwrap().status.success());
    assert!(tables(&whole) == tables(&stopped), "other tables after an interruption");
}

#[test]
fn shards_hold_the_rows_of_the_whole() {
    let folder = tempdir().unwrap();
    let options = "run kuhn --games 101 --swap-seats --omit-wall-time";
    play(options, &folder.path().join("whole"));
    let shards: Vec<RecordBatch> = (1..=3)
        .map(|i| {
            let out = folder.path().join(i.to_string());
            play(&format!("{options} --shard {i}/3"), &out);
            rows(&out.join("games.parquet"))
        })
        .collect();
    let whole = rows(&folder.path().join("whole/games.parquet"));
    assert_eq!(concat_batches(&whole.schema(), &shards).unwrap(), whole);
}

#[test]
fn every_game_replays_from_its_record() {
    let folder = tempdir().unwrap();
    for title in warlab::games::with_example() {
        let out = folder.path().join(title.name());
        play(&format!("run {} --games 2", title.name()), &out);
        let told = run(&format!("replay {} 1", out.display()));
        assert!(told.status.success(), "{}", stderr(&told));
        let record = folder.path().join("game.json");
        fs::write(&record, run(&format!("replay {} 1 --json", out.display())).stdout).unwrap();
        let again = run(&format!("replay {}", record.display()));
        assert!(again.status.success(), "{}", stderr(&again));
        let without_agents: Vec<String> = stdout(&told)
            .lines()
            .filter(|line| !line.starts_with("    Agents: "))
            .map(str::to_string)
            .collect();
        assert_eq!(stdout(&again).lines().collect::<Vec<_>>(), without_agents, "{}", title.name());
    }
    let missing = run(&format!("replay {} 2", folder.path().join("kuhn").display()));
    assert!(stderr(&missing).contains("has no game 2; it holds 2 games"), "{}", stderr(&missing));
}

#[test]
fn a_replay_goes_step_by_step() {
    use std::io::Write;
    let folder = tempdir().unwrap();
    let out = folder.path().join("run");
    play("run kuhn --games 1", &out);
    let mut child = warlab()
        .args(["replay", &out.display().to_string(), "--step"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\nb\n1\n99\nwhat\nq\n").unwrap();
    let text = stdout(&child.wait_with_output().unwrap());
    assert!(text.contains("[0/") && text.matches("[1/").count() == 2, "{text}");
}
