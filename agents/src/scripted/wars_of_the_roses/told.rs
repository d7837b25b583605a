//! Odds for people: whole battles, volleys, treachery, in words.

use warlab_engine::chance::mix;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::action::Action;
use warlab_engine::games::wars_of_the_roses::rules::ch02_map::defence_bonus;
use warlab_engine::games::wars_of_the_roses::rules::ch05_moves::came_to_battle;
use warlab_engine::games::wars_of_the_roses::state::{Battle, State};
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::{Dice, Game, Observation};

use super::battle::{combat_number, loyalty};
use crate::knowledge::Odds;
use crate::odds::binomial;
use crate::odds::wars_of_the_roses::{Fighter, battle, treachery};

/// Worlds dealt for a battle against blocks that the mover has not seen.
const WORLDS: u64 = 12;

pub(super) fn odds(game: &WarsOfTheRoses, seen: &Observation<State>, action: Action) -> Option<Odds> {
    let state = seen.visible();
    match action {
        Action::Fight(area) => whole_battle(game, seen, area),
        Action::Fire(block) => {
            let number = combat_number(game, state, &state.battle?, block);
            let dice = usize::from(state.strength(&game.tables, block));
            let hits = binomial(dice, f64::from(number.min(6)) / 6.0);
            let outcomes = hits.into_iter().enumerate().map(|(hits, odd)| (format!("{hits} hits"), odd));
            Some(Odds { outcomes: outcomes.collect(), exact: true })
        }
        Action::Treachery(block, target) => Some(changes_sides(loyalty(game, Some(block), target))),
        Action::Treason(target) => Some(changes_sides(loyalty(game, None, target))),
        _ => None,
    }
}

fn changes_sides(loyalty: u8) -> Odds {
    let odd = treachery(loyalty);
    Odds { outcomes: vec![("changes sides".into(), odd), ("stays loyal".into(), 1.0 - odd)], exact: true }
}

/// Who holds the area if everybody fires and nobody leaves before he must: an estimate, since blocks may retreat and
/// nobles may be tempted. Blocks that the mover has not seen are dealt anew a few times.
fn whole_battle(game: &WarsOfTheRoses, seen: &Observation<State>, area: Area) -> Option<Odds> {
    let tables = &game.tables;
    let state = seen.visible();
    let attacker =
        if came_to_battle(game, state, state.first, area) { state.first } else { state.first.other() };
    let enemies = state.at(area) & state.of(tables, Side::of(seen.viewer()).other());
    let worlds = if enemies.is_subset(state.known) { 1 } else { WORLDS };
    let mut holds = 0.0;
    for number in 0..worlds {
        let world = game.determinize(seen, &mut Dice::seeded(mix(0xF167, number)));
        let attackers = fighters(game, &world, area, attacker);
        let defenders = fighters(game, &world, area, attacker.other());
        holds += battle(&attackers, &defenders)?.attacker_wins / worlds as f64;
    }
    let place = &tables.area(area).name;
    let outcomes = vec![
        (format!("{} takes {place}", attacker.name()), holds),
        (format!("{} keeps {place}", attacker.other().name()), 1.0 - holds),
    ];
    Some(Odds { outcomes, exact: false })
}

/// A side's blocks as they would fight in an area.
fn fighters(game: &WarsOfTheRoses, state: &State, area: Area, side: Side) -> Vec<Fighter> {
    let tables = &game.tables;
    let in_defence =
        Battle { area, round: 1, attacker: side.other(), changed: false, blocks: [0; 2], strength: [0; 2] };
    let fighter = |block: Block| Fighter {
        letters: tables.letters.map(|letters| {
            letters.iter().position(|blocks| blocks.contains(block)).unwrap_or_default() as u8
        }),
        number: tables.block(block).number,
        bonus: defence_bonus(tables, state, &in_defence, block),
        strength: state.strength(tables, block),
        reserve: state.reserve.contains(block),
    };
    (state.at(area) & state.of(tables, side)).into_iter().map(fighter).collect()
}
