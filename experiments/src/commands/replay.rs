//! `warlab replay`: a recorded game, told whole or step by step.

use std::fs;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use warlab_engine::{Dice, Event};

use crate::cli::ReplayArgs;
use crate::games;
use crate::manifest::Manifest;
use crate::notation::Notation;
use crate::overlay::Changes;
use crate::plan::Plan;
use crate::recorder::cannot;
use crate::results::recorded_game;
use crate::session::{Opening, Session};

pub fn carry_out(args: &ReplayArgs) -> Result<ExitCode> {
    let replay = if args.from.is_dir() {
        if args.data.is_some() || !args.set.is_empty() {
            bail!("a run knows its own data; --data and --set are for records in a file");
        }
        from_run(&args.from, args.index)?
    } else {
        let changes = Changes { folder: args.data.clone(), set: args.set.clone() };
        from_record(&args.from, &changes)?
    };
    let mut out = stdout().lock();
    let told = if args.json {
        let record = serde_json::to_string_pretty(&replay.session.notation())?;
        writeln!(out, "{record}")
    } else if args.step {
        step(&replay, &mut stdin().lock(), &mut out)
    } else {
        replay.pages.iter().try_for_each(|page| out.write_all(page.as_bytes()))
    };
    match told {
        // Whoever pipes into `head` has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => result.map(|()| ExitCode::SUCCESS).context("the game cannot be printed"),
    }
}

/// A game that was played again, told page by page: the set-up, each action, the outcome.
struct Replay {
    session: Box<dyn Session>,
    pages: Vec<String>,
}

impl Replay {
    fn begin(session: Box<dyn Session>) -> Self {
        let chosen = session.chosen();
        let mut page = format!("{}, scenario {}", session.name(), chosen.scenario);
        for (name, value) in &chosen.variants {
            page.push_str(&format!(", {name}={value}"));
        }
        page.push('\n');
        page.push_str(&happened(session.opening_events()));
        page.push_str(&turn_heading(&*session));
        Replay { session, pages: vec![page] }
    }

    fn play(&mut self, code: &str) -> Result<()> {
        let number = self.session.count_played();
        let seats = self.session.seats();
        let actor = self.session.actor().map_or("nobody", |player| seats[player.index()].as_str());
        let offers = self.session.legal();
        let text = offers.iter().find(|offer| offer.code == code).map_or("", |offer| offer.text.as_str());
        let mut page = format!("{number} {actor} ({} choices) {code}\n    {text}\n", offers.len());
        let turn = self.session.turn_number();
        let events = self.session.play(code).with_context(|| format!("at action {number}"))?;
        page.push_str(&happened(&events));
        if self.session.turn_number() != turn {
            page.push_str(&turn_heading(&*self.session));
        }
        self.pages.push(page);
        Ok(())
    }

    fn end(&mut self, otherwise: &str) {
        let page = match self.session.outcome() {
            Some(outcome) => {
                let scores = self.session.seats().into_iter().zip(outcome.scores.as_slice().iter());
                let scores: Vec<String> = scores.map(|(seat, score)| format!("{seat} {score}")).collect();
                format!("== {} [{}] Scores: {}\n", outcome.text, outcome.rule, scores.join(", "))
            }
            None => format!("== {otherwise}\n"),
        };
        self.pages.push(page);
    }
}

fn happened(events: &[Event]) -> String {
    let line = |event: &Event| {
        let rule = if event.rule.is_empty() { String::new() } else { format!(" [{}]", event.rule) };
        format!("    {}{rule}\n", event.text)
    };
    events.iter().map(line).collect()
}

fn turn_heading(session: &dyn Session) -> String {
    let metrics: Vec<String> =
        session.metrics().iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("== {} == {}\n", session.turn_name(), metrics.join(" "))
}

fn from_run(folder: &Path, index: u64) -> Result<Replay> {
    let manifest = Manifest::read(folder)?;
    let plan = Plan::of(&manifest)?;
    let recorded = recorded_game(folder, index)?;
    let opening = Opening::New { seed: recorded.seed, forced: Default::default() };
    let mut replay = Replay::begin(plan.rules.open(opening)?);
    replay.pages[0].push_str(&format!("    Agents: {}\n", recorded.agents.join(", ")));
    for (number, position) in recorded.actions.iter().enumerate() {
        let offers = replay.session.legal();
        let offer = usize::try_from(*position).ok().and_then(|position| offers.get(position));
        let code = offer.map(|offer| offer.code.clone()).ok_or_else(|| {
            anyhow!("action {number} is not on offer; the rules changed since game {index} was recorded")
        })?;
        let played = replay.play(&code);
        if let (Err(error), true) = (&played, number + 1 == recorded.actions.len()) {
            // The action that broke the game off breaks it off again.
            replay.pages.push(format!("{number} {code}\n    {error:#}\n"));
            break;
        }
        played?;
    }
    let detail = recorded.detail.unwrap_or_default();
    replay.end(&format!("The game broke off ({}): {detail}", recorded.termination));
    Ok(replay)
}

fn from_record(path: &Path, changes: &Changes) -> Result<Replay> {
    let text = fs::read_to_string(path).with_context(|| cannot("read", path))?;
    let not_a_record = || format!("{} is not a record as `record` prints it", path.display());
    let mut value: Value = serde_json::from_str(&text).with_context(not_a_record)?;
    // The engine's whole answer is as good as the record in it.
    if let Some(inner) = value.get_mut("record") {
        value = inner.take();
    }
    let sheet: Notation = serde_json::from_value(value).with_context(not_a_record)?;
    let title = games::find(&sheet.game)?;
    let rules = title.set_up(&sheet.setup(), &changes.apply(title)?)?;
    let opening = match &sheet.start {
        None => Opening::New { seed: sheet.seed, forced: sheet.forced_before(None).unwrap_or_default() },
        Some(start) => Opening::Load {
            position: start["position"].clone(),
            dice: start["random"].as_str().and_then(Dice::at),
            forced: Default::default(),
        },
    };
    let mut replay = Replay::begin(rules.open(opening)?);
    for (number, code) in sheet.actions.iter().enumerate() {
        if let Some(forced) = sheet.forced_before(Some(number)) {
            replay.session.force_rolls(forced.rolls);
            replay.session.force_draws(forced.draws);
        }
        replay.play(code)?;
    }
    replay.end("The record ends here.");
    Ok(replay)
}

/// Shows page after page as the reader asks for them.
fn step(replay: &Replay, input: &mut impl BufRead, out: &mut impl Write) -> std::io::Result<()> {
    let last = replay.pages.len() - 1;
    let mut at = 0;
    loop {
        write!(out, "{}[{at}/{last}] Enter: on, b: back, NUMBER: go there, q: quit > ", replay.pages[at])?;
        out.flush()?;
        let mut answer = String::new();
        if input.read_line(&mut answer)? == 0 {
            return writeln!(out);
        }
        at = match answer.trim() {
            "q" => return Ok(()),
            "b" => at.saturating_sub(1),
            "" if at == last => return Ok(()),
            "" => at + 1,
            number => match number.parse::<usize>() {
                Ok(number) => number.min(last),
                Err(_) => at,
            },
        };
    }
}
