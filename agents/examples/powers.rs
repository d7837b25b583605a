//! Coalitions, one agent among others: its share of wins in each seat.
//! `cargo run --release -p warlab-agents --example powers -- scripted random 50 1805 6`
//! plays 50 games in each seat with the others `random`; scenario and players may be left out.

use std::time::Instant;

use rayon::prelude::*;
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
    let text = |i: usize, default: &'static str| arguments.get(i).map_or(default, String::as_str);
    let (one, others): (Spec, Spec) = (text(0, "scripted").parse()?, text(1, "random").parse()?);
    let number = |i: usize, default: u64| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let wrong = |_| Problem::new("usage: powers AGENT OTHERS [GAMES] [SCENARIO] [PLAYERS]");
    let games = number(2, 50).map_err(wrong)?;
    let mut setup = Setup::scenario(text(3, "1805"));
    if arguments.len() > 4 {
        setup = setup.with_players(number(4, 6).map_err(wrong)? as usize);
    }
    for spec in [&one, &others] {
        make::<Coalitions>(spec)?;
    }
    let game = build::<Coalitions>(&setup)?;
    let started = Instant::now();
    let (mut sum, mut decisions) = (0.0, 0u64);
    for seat in Player::all(game.players()) {
        let play = |number: u64| {
            let agent = |i: usize| make::<Coalitions>(if i == seat.index() { &one } else { &others });
            let mut agents: Vec<_> =
                (0..game.players()).map(|i| agent(i).expect("the spec was read before")).collect();
            let finished = play_game(&*game, &mut agents, mix(11, number));
            (f64::from(finished.payoffs[seat]), u64::from(finished.decisions), !finished.finished)
        };
        let played: Vec<(f64, u64, bool)> = (0..games).into_par_iter().map(play).collect();
        let won: f64 = played.iter().map(|game| game.0).sum::<f64>() / games as f64;
        decisions += played.iter().map(|game| game.1).sum::<u64>();
        let stopped = played.iter().filter(|game| game.2).count();
        sum += won;
        println!("{:>8} {:5.1} % of {games} games, {stopped} stopped", game.seat(seat), 100.0 * won);
    }
    let seconds = started.elapsed().as_secs_f64();
    let total = games * game.players() as u64;
    println!(
        "{one} among {others}: {:.1} % of {total} games, even share {:.1} %; {:.0} decisions a game, {:.0} a second",
        100.0 * sum / game.players() as f64,
        100.0 / game.players() as f64,
        decisions as f64 / total as f64,
        decisions as f64 / seconds
    );
    Ok(())
}
