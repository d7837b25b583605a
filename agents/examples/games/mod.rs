//! The games that the examples know: the first argument may name one, otherwise it is the Wars of the Roses.

/// Calls a function `run::<Game>(&[String]) -> Result<(), Problem>` with the arguments after the game's name.
macro_rules! run_for_game {
    ($run:ident) => {{
        use warlab_engine::Published;
        use warlab_engine::games::coalitions::Coalitions;
        use warlab_engine::games::gbacw::Gbacw;
        use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
        use warlab_engine::games::washingtons_war::WashingtonsWar;

        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let result = match arguments.split_first() {
            Some((name, rest)) if name == Coalitions::NAME => $run::<Coalitions>(rest),
            Some((name, rest)) if name == Gbacw::NAME => $run::<Gbacw>(rest),
            Some((name, rest)) if name == WashingtonsWar::NAME => $run::<WashingtonsWar>(rest),
            Some((name, rest)) if name == WarsOfTheRoses::NAME => $run::<WarsOfTheRoses>(rest),
            _ => $run::<WarsOfTheRoses>(&arguments),
        };
        if let Err(problem) = result {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    }};
}
pub(crate) use run_for_game;
