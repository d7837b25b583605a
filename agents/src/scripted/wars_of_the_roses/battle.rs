//! Fighting: fire, charge, tempt or go; who takes the hits.

use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::action::Action;
use warlab_engine::games::wars_of_the_roses::rules::ch02_map;
use warlab_engine::games::wars_of_the_roses::state::{Battle, State};
use warlab_engine::games::wars_of_the_roses::types::*;

use super::outlook::{Outlook, chance_to_win};
use crate::odds::wars_of_the_roses::treachery;

/// The number that a block hits with now.
pub(super) fn combat_number(game: &WarsOfTheRoses, state: &State, battle: &Battle, block: Block) -> u8 {
    game.tables.block(block).number + ch02_map::defence_bonus(&game.tables, state, battle, block)
}

/// Dice that a treachery roll on `target` takes.
pub(super) fn loyalty(game: &WarsOfTheRoses, by: Option<Block>, target: Block) -> u8 {
    let info = game.tables.block(target);
    let by_warwick = by.is_some_and(|block| game.tables.warwick.contains(block));
    match info.loyalty_vs_warwick {
        Some(loyalty) if by_warwick => loyalty,
        _ if info.warwick_mark => 2,
        _ => info.loyalty,
    }
}

pub(super) fn scores(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let Some(battle) = view.state.battle else {
        out.resize(legal.len(), 0.0);
        return;
    };
    let area = battle.area;
    let own = view.own_power(area);
    let enemy = view.enemy_power(area);
    let chance = if battle.attacker == view.side {
        chance_to_win(own, enemy * 1.1)
    } else {
        chance_to_win(own * 1.1, enemy)
    };
    out.extend(legal.iter().map(|&action| score(view, &battle, chance, action)));
}

fn score(view: &Outlook<'_>, battle: &Battle, chance: f32, action: Action) -> f32 {
    let taste = view.taste;
    let expected = |block: Block| {
        let number = combat_number(view.game, view.state, battle, block).min(6);
        f32::from(view.state.strength(&view.game.tables, block)) * f32::from(number) / 6.0
    };
    match action {
        Action::Fire(block) => taste.fire + taste.fire_hits * expected(block),
        Action::Pass(_) => 0.0,
        Action::Charge(block, target) => {
            let steps = f32::from(view.state.strength(&view.game.tables, target));
            let kill = chance_to_win(expected(block), steps * 0.8);
            let struck = taste.charge_risk * (1.0 - kill) * view.value(block) * 0.3;
            taste.charge * kill * view.value(target) - struck
        }
        Action::Treachery(block, target) => {
            let odd = treachery(loyalty(view.game, Some(block), target)) as f32;
            taste.treachery * odd * (view.value(target) + view.power(target))
        }
        Action::Treason(target) => {
            let odd = treachery(loyalty(view.game, None, target)) as f32;
            taste.treachery * odd * (view.value(target) + view.power(target))
        }
        Action::Retreat(block, to) => {
            let losing = (0.5 - chance).max(-0.3);
            let safety = view.traveller(block, Some(battle.area)).worth(to);
            taste.retreat * losing * view.value(block) + 0.3 * safety
        }
        Action::Hit(block) => -view.value(block),
        _ => 0.0,
    }
}
