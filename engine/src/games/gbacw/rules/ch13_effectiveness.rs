//! Chapter 13.2 and 13.3: brigades and divisions that can fight no more.

use super::super::Gbacw;
use super::super::calc::command::{
    BrigadeCount, brigade_ineffective, division_ineffective, division_recovers,
};
use super::super::field::{is_collapsed, own_formation};
use super::super::state::{Place, Standing, State};
use super::super::types::{Formation, Rank};
use super::tell;
use crate::chance::Chance;

/// How the regiments of a brigade stand. [GB 13.21, 13.24]
pub fn count(game: &Gbacw, state: &State, brigade: Formation) -> BrigadeCount {
    let mut count = BrigadeCount::default();
    for unit in game.units() {
        let piece = &state.units[unit];
        if own_formation(game, unit) != brigade || game.is_artillery(unit) || piece.place == Place::Waiting {
            continue;
        }
        count.regiments += 1;
        let is_lost = matches!(piece.place, Place::Gone | Place::Routed)
            || piece.place == Place::Map && is_collapsed(game, state, unit);
        if is_lost {
            count.lost += 1;
        } else if piece.is_disordered() {
            count.disordered += 1;
        }
    }
    count
}

/// Marks and unmarks formations at the end of a turn. [GB 13.22, 13.31, 13.33]
pub fn judge<C: Chance>(game: &Gbacw, state: &mut State, chance: &mut C) {
    for brigade in game.formations().filter(|&formation| game.level_of(formation) == Rank::Brigade) {
        let is_out = brigade_ineffective(&count(game, state, brigade));
        mark(game, state, brigade, is_out, chance);
    }
    for division in game.formations().filter(|&formation| game.level_of(formation) == Rank::Division) {
        let own = || {
            game.formations().filter(|&brigade| {
                game.parent(brigade) == Some(division) && game.level_of(brigade) == Rank::Brigade
            })
        };
        let out = own().filter(|&brigade| state.formations[brigade].has(Standing::INEFFECTIVE)).count() as u8;
        let all = own().count() as u8;
        let was_out = state.formations[division].has(Standing::INEFFECTIVE);
        let is_out = if was_out { !division_recovers(all, out) } else { division_ineffective(all, out) };
        mark(game, state, division, is_out, chance);
    }
}

fn mark<C: Chance>(game: &Gbacw, state: &mut State, formation: Formation, is_out: bool, chance: &mut C) {
    if state.formations[formation].has(Standing::INEFFECTIVE) != is_out {
        state.formations[formation].standing.set(Standing::INEFFECTIVE, is_out);
        tell(chance, "effectiveness", "13.22", || {
            let word = if is_out { "is combat ineffective" } else { "can fight again" };
            format!("{} {word}.", game.formation_name(formation))
        });
    }
}
