//! The one list of the games. A new game is one line here and one in `agents/src/playable.rs`.

use warlab_engine::data::{Problem, suggestion};
use warlab_engine::example::Kuhn;
use warlab_engine::games::coalitions::Coalitions;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::washingtons_war::WashingtonsWar;

use crate::title::{Of, Title};

static GAMES: &[&dyn Title] = &[
    &Of::<WarsOfTheRoses>::TITLE,
    &Of::<WashingtonsWar>::TITLE,
    &Of::<Coalitions>::TITLE,
    &Of::<Gbacw>::TITLE,
];

/// The example game of the engine's documentation, for tests: its games take microseconds and its value is known.
static EXAMPLE: &dyn Title = &Of::<Kuhn>::TITLE;

/// Set to play the example game too.
pub const EXAMPLE_VARIABLE: &str = "WARLAB_EXAMPLE_GAME";

/// The games on offer.
pub fn all() -> Vec<&'static dyn Title> {
    let example = std::env::var_os(EXAMPLE_VARIABLE).map(|_| EXAMPLE);
    GAMES.iter().copied().chain(example).collect()
}

/// All of them and the example: what generic tests go through.
pub fn with_example() -> Vec<&'static dyn Title> {
    GAMES.iter().copied().chain([EXAMPLE]).collect()
}

/// The game of that name, or a sentence that says which there are.
pub fn find(name: &str) -> Result<&'static dyn Title, Problem> {
    let known = all();
    if let Some(title) = known.iter().find(|title| title.name() == name) {
        return Ok(*title);
    }
    let names: Vec<&str> = known.iter().map(|title| title.name()).collect();
    // An abbreviation is no spelling mistake, but what it means is plain if it fits one game only.
    let shortened: Vec<&str> =
        names.iter().copied().filter(|known| !name.is_empty() && known.contains(name)).collect();
    let hint = match shortened.as_slice() {
        [one] => format!(" Did you mean \"{one}\"?"),
        _ => suggestion(name, names.iter().copied()),
    };
    Err(Problem::new(format!("unknown game \"{name}\"; known: {}.{hint}", names.join(", "))))
}
