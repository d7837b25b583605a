//! Chapter 12, Race to Paris: France defends its homes instead of drawing a card.

use crate::games::coalitions::Coalitions;
use crate::games::coalitions::state::State;
use crate::games::coalitions::types::{Power, TARGETS, Territory, TerritorySet};

/// With a coalition general on a French home, France places generals in Paris, on that home and beside it. [CO 12.race]
///
/// Several attacked homes, and several neighbours, are taken in the printed order of priority.
pub fn targets(game: &Coalitions, state: &State) -> Option<[Option<Territory>; TARGETS]> {
    let tables = &game.tables;
    let priority = &tables.lempereur.as_ref()?.race_priority;
    let threatened: TerritorySet = tables.homes[Power::France.i()] & state.foreign_generals(Power::France);
    if threatened.is_empty() {
        return None;
    }
    let attacked = first_of(priority, threatened).or(threatened.first());
    let beside = attacked.and_then(|home| place_beside(game, state, priority, home));
    let mut targets = [None; TARGETS];
    let list = [Some(tables.capital(Power::France)), attacked, beside];
    for (slot, target) in targets.iter_mut().zip(list.into_iter().flatten()) {
        *slot = Some(target);
    }
    Some(targets)
}

fn first_of(priority: &[Territory], among: TerritorySet) -> Option<Territory> {
    priority.iter().copied().find(|&at| among.contains(at))
}

/// A French general who already stands beside the attacked home, in a French home or not, is the one wanted there: only
/// without one is a place chosen for another. Paris has its own general. [CO 12.race]
fn place_beside(
    game: &Coalitions,
    state: &State,
    priority: &[Territory],
    home: Territory,
) -> Option<Territory> {
    let near = game.tables.adjacent[home].without(game.tables.capital(Power::France));
    let standing = near & state.generals[Power::France.i()];
    first_of(priority, standing).or(standing.first()).or_else(|| first_of(priority, near))
}
