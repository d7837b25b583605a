//! Battles: what is at stake, whether to intercept, slip away or stand, which card to throw in, where to retreat.

use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::effect::Op;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::rules::ch09_battle::leader;
use warlab_engine::games::washingtons_war::rules::ch09_retreat::land_retreats;
use warlab_engine::games::washingtons_war::types::*;

use super::cards;
use super::outlook::Outlook;
use crate::odds::washingtons_war::{Force, battle};

/// What an attack in a space can win beyond the table of losses.
pub(super) struct Stakes {
    /// The defender's force.
    pub defence: Force,
    /// What the attacker gains if the defender cannot retreat.
    surrender: f32,
    /// What a victory is worth to the attacker, and a defeat to the defender, on the alliance track.
    alliance: [f32; 2],
}

impl Stakes {
    /// The mover attacks a space, coming from another.
    pub fn new(view: &Outlook<'_>, space: Space, from: Space) -> Self {
        Self::between(view, view.side, space, from)
    }

    pub fn between(view: &Outlook<'_>, attacker: Side, space: Space, from: Space) -> Self {
        let (state, taste) = (view.state, view.taste);
        let defender = attacker.enemy();
        let cu = state.cu(defender, space);
        let general = state.general_at(&view.game.tables, defender, space);
        let defence = Force::new(view.game, state, defender, space, cu, general);
        let by_sea = defender == Side::British
            && view.game.tables.ports.contains(space)
            && !state.blockaded(&view.game.tables, space);
        let trapped = !by_sea && land_retreats(view.game, state, defender, space, from).is_empty();
        let prey = general.map_or(0.0, |general| view.quality(general));
        let surrender = if trapped { taste.cu * f32::from(cu.saturating_sub(1)) + prey } else { 0.0 };
        let step = view.alliance_step();
        let alliance = match attacker {
            Side::American => [step, 0.0],
            Side::British => [0.0, step],
        };
        Stakes { defence, surrender, alliance }
    }
}

/// What an attack is worth to the attacker, and the chance that he wins it.
pub(super) fn attack_worth(view: &Outlook<'_>, attack: Force, stakes: &Stakes) -> (f32, f32) {
    let taste = view.taste;
    let odds = battle(&view.game.tables.params, attack, stakes.defence);
    let wins = odds.attacker_wins as f32;
    let gain = taste.cu * (odds.mean_beaten(1) - odds.winner_loses[0]) as f32 + stakes.surrender;
    let loss = taste.cu * (odds.mean_beaten(0) - odds.winner_loses[1]) as f32;
    let worth = wins * (gain + stakes.alliance[0]) - (1.0 - wins) * (loss + stakes.alliance[1]);
    (worth, wins)
}

/// What the battle in progress is worth to the mover with a card of `drm`, the opponent playing none.
fn battle_worth(view: &Outlook<'_>, drm: i8) -> f32 {
    let state = view.state;
    let record = &state.battle;
    let params = &view.game.tables.params;
    let attacker = record.attacker;
    let force = |side: Side| {
        let cu = state.cu(side, record.space);
        let force = Force::new(view.game, state, side, record.space, cu, leader(view.game, state, side));
        let met = side == Side::American && record.intercepted;
        let extra = if met { params.drm.interception } else { 0 };
        let card = if side == view.side { drm } else { record.card[side.index()] };
        force.with(extra).with(card)
    };
    let mut stakes = Stakes::between(view, attacker, record.space, record.from);
    stakes.defence = force(attacker.enemy());
    let mut attack = force(attacker);
    let washington = view.game.tables.washington;
    if attacker == Side::American && state.last_card && leader(view.game, state, attacker) == washington {
        attack = attack.with(params.drm.american_winter_offensive);
    }
    let (worth, wins) = attack_worth(view, attack, &stakes);
    let place = view.gain(record.space, 1).abs() + congress_stake(view, record.space);
    let worth = worth + wins * place;
    if attacker == view.side { worth } else { -worth }
}

fn congress_stake(view: &Outlook<'_>, space: Space) -> f32 {
    if view.state.congress == Some(space) { view.dispersal() } else { 0.0 }
}

/// What standing against the British Army on the move is worth to the Americans.
fn defence_worth(view: &Outlook<'_>, space: Space, cu: u8, general: Option<General>, drm: i8) -> f32 {
    let activation = &view.state.activation;
    let attack =
        Force::new(view.game, view.state, Side::British, space, activation.cu(), Some(activation.general));
    let mut stakes = Stakes::between(view, Side::British, space, activation.previous);
    stakes.defence = Force::new(view.game, view.state, Side::American, space, cu, general).with(drm);
    let (worth, wins) = attack_worth(view, attack, &stakes);
    -worth - wins * congress_stake(view, space)
}

pub(super) fn score(view: &Outlook<'_>, action: Action) -> f32 {
    let (state, taste) = (view.state, view.taste);
    let tables = &view.game.tables;
    let space = state.activation.at;
    match action {
        Action::NoCard => battle_worth(view, 0),
        Action::BattleCard(card) => {
            let mut drm = 0;
            if let Some(start) = tables.card(card).effect {
                let ops = tables.program[usize::from(start)..].iter().take_while(|op| **op != Op::End);
                for op in ops {
                    if let Op::BattleDrm { drm: more, .. } = op {
                        drm += more;
                    }
                }
            }
            battle_worth(view, drm) - taste.battle_card
        }
        Action::BattleDiscard(card) => {
            battle_worth(view, tables.params.drm.event_discard)
                - taste.battle_discard
                - 0.5 * cards::event(view, card)
        }
        Action::Intercept(general) => {
            let Some(from) = state.posts[general].space() else { return 0.0 };
            let info = tables.general(general);
            let cu = state.cu(Side::American, from).min(tables.params.interception_max_cu);
            let success = f32::from(info.agility.min(6)) / 6.0;
            let worth = defence_worth(view, space, cu, Some(general), tables.params.drm.interception);
            // Congress in the space is lost unless somebody comes.
            let saved = congress_stake(view, space);
            let exposed = view.stand(from, state.cu(Side::American, from) - cu, None)
                - view.stand(from, state.cu(Side::American, from), Some(general));
            success * (worth + saved + 0.5 * exposed.min(0.0)) - taste.intercept_from
        }
        Action::Stand => {
            let general = state.general_at(tables, Side::American, space);
            defence_worth(view, space, state.cu(Side::American, space), general, 0)
        }
        Action::TryRetreat => {
            let general = state.general_at(tables, Side::American, space);
            let stand = defence_worth(view, space, state.cu(Side::American, space), general, 0);
            let success = general.map_or(0.0, |general| {
                let info = tables.general(general);
                f32::from((info.agility + info.retreat_bonus).min(6)) / 6.0
            });
            let away = -taste.retreat_cost - congress_stake(view, space);
            success * away + (1.0 - success) * stand
        }
        Action::Retreat(to) => {
            let from = if matches!(state.stack.top(), Phase::Retreat) { state.battle.space } else { space };
            let cu = state.cu(view.side, from) + state.cu(view.side, to);
            let general = state.general_at(tables, view.side, from);
            view.stand(to, cu, general.or(state.general_at(tables, view.side, to)))
        }
        Action::Dismiss(general) => -view.quality(general),
        // The French cannot be replaced, the Continentals can.
        Action::French(count) => -0.1 * f32::from(count),
        _ => 0.0,
    }
}
