//! `warlab signature`: one line per game and scenario.

use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use warlab_engine::setup::Setup;

use crate::cli::SignatureArgs;
use crate::games;
use crate::plan::SIGNATURE_GAMES;
use crate::recorder::cannot;

pub fn carry_out(args: &SignatureArgs) -> Result<ExitCode> {
    let titles = match &args.game {
        Some(name) => vec![games::find(name)?],
        None => games::all(),
    };
    let mut now = String::new();
    for title in titles {
        let data = title.pack();
        for scenario in title.catalogue(&data)?.scenarios {
            let rules = title.set_up(&Setup::scenario(&scenario.id), &data)?;
            let signature = rules.signature(SIGNATURE_GAMES);
            writeln!(now, "{} {} {signature:016x}", title.name(), scenario.id)?;
        }
    }
    let Some(path) = &args.check else {
        print!("{now}");
        return Ok(ExitCode::SUCCESS);
    };
    let stored = fs::read_to_string(path).with_context(|| cannot("read", path))?;
    let changed = differences(&stored, &now);
    if changed.is_empty() {
        println!("{} signatures are as in {}", now.lines().count(), path.display());
        return Ok(ExitCode::SUCCESS);
    }
    for line in changed {
        println!("{line}");
    }
    println!(
        "The rules play differently. If that is meant, run `warlab signature > {}`, quote the new lines in the commit \
         and say under Rules in CHANGELOG.md what changed.",
        path.display()
    );
    Ok(ExitCode::FAILURE)
}

fn differences(stored: &str, now: &str) -> Vec<String> {
    let gone = stored.lines().filter(|line| !now.lines().any(|other| other == *line));
    let new = now.lines().filter(|line| !stored.lines().any(|other| other == *line));
    gone.map(|line| format!("- {line}")).chain(new.map(|line| format!("+ {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_both_sides() {
        assert!(differences("a x 1\nb y 2\n", "a x 1\nb y 2\n").is_empty());
        assert_eq!(differences("a x 1\n", "a x 2\nb y 2\n"), ["- a x 1", "+ a x 2", "+ b y 2"]);
    }
}
