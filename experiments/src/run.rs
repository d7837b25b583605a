//! Carries out a plan in a folder: begins or resumes it, writes parts as games finish, joins them at the end.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::interrupt::Stop;
use crate::manifest::{self, Manifest};
use crate::plan::Plan;
use crate::record::{Columns, Kind, Row};
use crate::recorder::{Recorder, cannot};
use crate::runner::Termination;
use crate::workers::{Receiver, play_all};

/// A part is written when it has this many games ...
const PART_GAMES: usize = 16_384;
/// ... or when this much time has passed: often enough to lose little, seldom enough for long runs.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How to carry a plan out; none of it changes the rows.
#[derive(Clone, Debug)]
pub struct Way {
    pub threads: usize,
    pub resume: bool,
    pub stop: Stop,
    /// The command line, for the run's file.
    pub command: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Complete,
    /// Some games are yet to be played; `--resume` plays them.
    Interrupted,
}

/// Plays the games of a plan that are not yet recorded in `folder`. `progress` is told how many are, first and often.
pub fn carry_out(
    plan: &Plan,
    folder: &Path,
    way: &Way,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Ending> {
    let mut about = plan.manifest(&way.command);
    let known = folder.join(manifest::FILE).exists().then(|| Manifest::read(folder)).transpose()?;
    match &known {
        Some(known) if way.resume => known.check_same(&about, folder)?,
        None if way.resume => bail!("{} holds no run to resume; leave --resume out", folder.display()),
        Some(_) => {
            let folder = folder.display();
            bail!("{folder} already holds a run; finish it with --resume or give another --out");
        }
        None => refuse_foreign(folder)?,
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("{}; give another --out", cannot("create", folder)))?;
    let _lock = lock(folder)?;
    let recorder = Recorder::new(folder, Columns::of(&*plan.rules, plan.wall_time));
    let range = plan.schedule.range();
    if let Some(known) = known {
        if known.status == "complete" {
            recorder.remove_parts()?;
            progress(known.recorded);
            return Ok(Ending::Complete);
        }
        (about.created, about.broken_off) = (known.created, known.broken_off);
    }
    about.write(folder)?;
    let first = recorder.recover(range.start)?.min(range.end);
    let mut tally = Tally::new(first - range.start, about.broken_off, progress);
    let write = |rows: &[Row]| recorder.write_part(rows);
    play_all(&*plan.rules, &plan.schedule, first..range.end, way.threads, &way.stop, &mut tally, &write)?;
    recorder.write_part(&tally.waiting)?;
    (about.recorded, about.broken_off) = (tally.played, tally.broken_off);
    // The tail of the run has as many threads as its games.
    rayon::ThreadPoolBuilder::new().num_threads(way.threads).build()?.install(|| recorder.join())?;
    let complete = about.recorded == range.end - range.start;
    about.status = if complete { "complete" } else { "interrupted" }.into();
    about.write(folder)?;
    if complete {
        recorder.remove_parts()?;
        return Ok(Ending::Complete);
    }
    Ok(Ending::Interrupted)
}

/// Files of the same names that no run wrote must not be replaced.
fn refuse_foreign(folder: &Path) -> Result<()> {
    let names = Kind::ALL.map(Kind::file_name).into_iter().chain(["parts"]);
    for path in names.map(|name| folder.join(name)) {
        if path.exists() {
            bail!("{} is in the way; give another --out or move it", path.display());
        }
    }
    Ok(())
}

/// Two processes must not write one run.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(".lock");
    let file =
        File::create(&path).with_context(|| format!("{}; give another --out", cannot("create", &path)))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another process is writing {}", folder.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| cannot("lock", &path)),
    }
}

/// The games so far, and those that are not written yet.
struct Tally<'a> {
    waiting: Vec<Row>,
    played: u64,
    broken_off: u64,
    begun: Instant,
    written: Instant,
    progress: &'a mut (dyn FnMut(u64) + Send),
}

impl<'a> Tally<'a> {
    fn new(played: u64, broken_off: u64, progress: &'a mut (dyn FnMut(u64) + Send)) -> Self {
        progress(played);
        let now = Instant::now();
        Tally { waiting: Vec::new(), played, broken_off, begun: now, written: now, progress }
    }
}

impl Receiver for Tally<'_> {
    fn receive(&mut self, games: Vec<Row>) -> Option<Vec<Row>> {
        let broken_off = games.iter().filter(|row| row.played.termination != Termination::Finished);
        self.broken_off += broken_off.count() as u64;
        self.played += games.len() as u64;
        (self.progress)(self.played);
        self.waiting.extend(games);
        let wait = (self.begun.elapsed() / 50).clamp(SHORTEST_WAIT, LONGEST_WAIT);
        if self.waiting.len() < PART_GAMES && self.written.elapsed() < wait {
            return None;
        }
        self.written = Instant::now();
        Some(std::mem::take(&mut self.waiting))
    }
}
