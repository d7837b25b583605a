//! Coalitions, one agent among others: its share of wins in each seat.
//! `cargo run --release -p warlab-agents --example powers -- scripted random 50 1805 6`
//! plays 50 games in each seat with the others `random`; scenario and players may be left out. `seed=3` deals other games,
//! any other `key=value` sets a variant (`lempereur_level=usurpateur`). A seed is played once in each seat, and these
//! blocks are what the interval of 95 % counts.

use std::time::Instant;

use rayon::prelude::*;
use warlab_agents::ladder::Estimate;
use warlab_agents::match_play::play_game;
use warlab_agents::{Spec, make};
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Player, Published};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(problem) = run(&arguments) {
        eprintln!("{problem}");
        std::process::exit(2);
    }
}

fn run(arguments: &[String]) -> Result<(), Problem> {
    let is_setting = |i: usize, text: &str| i > 1 && text.contains('=');
    let (settings, arguments): (Vec<_>, Vec<_>) =
        arguments.iter().cloned().enumerate().partition(|(i, text)| is_setting(*i, text));
    let arguments: Vec<String> = arguments.into_iter().map(|(_, text)| text).collect();
    let text = |i: usize, default: &'static str| arguments.get(i).map_or(default, String::as_str);
    let (one, others): (Spec, Spec) = (text(0, "scripted").parse()?, text(1, "random").parse()?);
    let number = |i: usize, default: u64| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let wrong = |_| Problem::new("usage: powers AGENT OTHERS [GAMES] [SCENARIO] [PLAYERS] [KEY=VALUE ...]");
    let games = number(2, 50).map_err(wrong)?;
    let mut setup = Setup::scenario(text(3, "1805"));
    if arguments.len() > 4 {
        setup = setup.with_players(number(4, 6).map_err(wrong)? as usize);
    }
    let mut seed = 11;
    for (key, value) in settings.iter().filter_map(|(_, text)| text.split_once('=')) {
        match key {
            "seed" => seed = value.parse().map_err(wrong)?,
            _ => setup = setup.with(key, value),
        }
    }
    for spec in [&one, &others] {
        make::<Coalitions>(spec)?;
    }
    let game = build::<Coalitions>(&setup)?;
    let started = Instant::now();
    let mut blocks = vec![0.0; games as usize];
    let mut decisions = 0u64;
    let game_seats = game.players() as f64;
    for seat in Player::all(game.players()) {
        let play = |number: u64| {
            let agent = |i: usize| make::<Coalitions>(if i == seat.index() { &one } else { &others });
            let mut agents: Vec<_> =
                (0..game.players()).map(|i| agent(i).expect("the spec was read before")).collect();
            let finished = play_game(&*game, &mut agents, mix(seed, number));
            (f64::from(finished.payoffs[seat]), u64::from(finished.decisions), !finished.finished)
        };
        let played: Vec<(f64, u64, bool)> = (0..games).into_par_iter().map(play).collect();
        let won: f64 = played.iter().map(|game| game.0).sum::<f64>() / games as f64;
        decisions += played.iter().map(|game| game.1).sum::<u64>();
        let stopped = played.iter().filter(|game| game.2).count();
        for (block, game) in blocks.iter_mut().zip(&played) {
            *block += game.0 / game_seats;
        }
        println!("{:>8} {:5.1} % of {games} games, {stopped} stopped", game.seat(seat), 100.0 * won);
    }
    let seconds = started.elapsed().as_secs_f64();
    let total = games * game.players() as u64;
    let mean = blocks.iter().sum::<f64>() / games.max(1) as f64;
    let squares: f64 = blocks.iter().map(|block| (block - mean).powi(2)).sum();
    let error = (squares / games.saturating_sub(1).max(1) as f64 / games.max(1) as f64).sqrt();
    let share = Estimate::from_score(mean, error, games);
    println!(
        "{one} among {others}: {:.1} % ({:.1} to {:.1}) of {total} games, even share {:.1} %; {:.0} decisions a game, \
         {:.0} a second",
        100.0 * share.score,
        100.0 * share.low,
        100.0 * share.high,
        100.0 / game_seats,
        decisions as f64 / total as f64,
        decisions as f64 / seconds
    );
    Ok(())
}
