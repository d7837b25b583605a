//! `warlab data check` and `warlab data export`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use warlab_agents::Spec;
use warlab_engine::setup::Setup;

use crate::cli::{CheckArgs, ExportArgs};
use crate::games;
use crate::overlay::{Changes, files};
use crate::recorder::cannot;
use crate::runner::Termination;
use crate::title::Title;

/// Random games that show whether a scenario can be played.
const TRIAL_GAMES: u64 = 5;

pub fn check(args: &CheckArgs) -> Result<ExitCode> {
    let titles = match &args.game {
        Some(name) => vec![games::find(name)?],
        None => owners(&args.folder)?,
    };
    let changes = Changes { folder: Some(args.folder.clone()), set: Vec::new() };
    for title in titles {
        let data = changes.apply(title)?;
        let catalogue = title.catalogue(&data)?;
        for scenario in &catalogue.scenarios {
            for players in scenario.players.clone() {
                let setup = Setup::scenario(&scenario.id).with_players(players);
                let at = || format!("{} scenario {} for {players} players", title.name(), scenario.id);
                let rules = title.set_up(&setup, &data).with_context(at)?;
                let random: Spec = "random".parse()?;
                for seed in 0..TRIAL_GAMES {
                    let played = rules.play(seed, std::slice::from_ref(&random)).with_context(at)?;
                    if played.termination != Termination::Finished {
                        let why = played.detail.unwrap_or_default();
                        bail!("{}: a random game (seed {seed}) broke off: {why}", at());
                    }
                }
                println!("{}: fine", at());
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The games that a folder holds data for: by sub-folders or its own name, else by the names of its files.
fn owners(folder: &Path) -> Result<Vec<&'static dyn Title>> {
    if !folder.is_dir() {
        bail!("{} is not a folder; give a folder of .toml files", folder.display());
    }
    let all = games::all();
    let named: Vec<_> = all.iter().copied().filter(|title| folder.join(title.name()).is_dir()).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    if let Some(title) = all.iter().find(|title| folder.file_name().is_some_and(|name| name == title.name()))
    {
        return Ok(vec![*title]);
    }
    let found = files(folder)?;
    let knows_all = |title: &&dyn Title| {
        let pack = title.pack();
        !found.is_empty() && found.iter().all(|(name, _)| pack.has_file(name))
    };
    let fitting: Vec<_> = all.iter().copied().filter(knows_all).collect();
    match fitting.as_slice() {
        [one] => Ok(vec![*one]),
        _ => {
            let names: Vec<&str> = all.iter().map(|title| title.name()).collect();
            bail!("which game is {} for? Add --game with one of {}", folder.display(), names.join(", "))
        }
    }
}

pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    let pack = games::find(&args.game)?.pack();
    let targets: Vec<_> = pack.files().map(|(name, text)| (args.folder.join(name), text)).collect();
    if let Some((path, _)) = targets.iter().find(|(path, _)| path.exists()) {
        bail!("{} exists already; export to another folder or move it away", path.display());
    }
    for (path, text) in &targets {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| cannot("create", folder))?;
        }
        fs::write(path, text).with_context(|| cannot("write", path))?;
    }
    println!("{} files are in {}. Edit them, then:", targets.len(), args.folder.display());
    println!("  warlab data check {} --game {}", args.folder.display(), args.game);
    println!("  warlab run {} --data {}", args.game, args.folder.display());
    Ok(ExitCode::SUCCESS)
}
