//! Odds for people: battles, interceptions and retreats before battle, in words.

use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::effect::Op;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::rules::ch09_battle::leader;
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::*;

use crate::knowledge::Odds;
use crate::odds::washingtons_war::{BattleOdds, Force, battle};

pub(super) fn odds(game: &WashingtonsWar, state: &State, action: Action) -> Option<Odds> {
    let tables = &game.tables;
    match action {
        Action::NoCard | Action::BattleDiscard(_) | Action::BattleCard(_) => in_battle(game, state, action),
        Action::Intercept(general) => {
            let agility = tables.general(general).agility;
            Some(by_die(agility, "he intercepts", "he comes too late"))
        }
        Action::TryRetreat => {
            let general = state.general_at(tables, Side::American, state.activation.at)?;
            let info = tables.general(general);
            Some(by_die(info.agility + info.retreat_bonus, "the Army slips away", "the Army must fight"))
        }
        Action::Step(to) | Action::Sail(to) => on_arrival(game, state, to),
        _ => None,
    }
}

/// A die up to a number succeeds.
fn by_die(number: u8, success: &str, failure: &str) -> Odds {
    let chance = f64::from(number.min(6)) / 6.0;
    Odds { outcomes: vec![(success.into(), chance), (failure.into(), 1.0 - chance)], exact: true }
}

fn in_words(attacker: Side, odds: &BattleOdds, exact: bool) -> Odds {
    let outcomes = odds.outcomes().into_iter().map(|(wins, lost, chance)| {
        let winner = if wins { attacker } else { attacker.enemy() };
        let (own, other) = if wins { (lost[0], lost[1]) } else { (lost[1], lost[0]) };
        let text =
            format!("the {} win, losing {own} CU; the {} lose {other}", winner.name(), winner.enemy().name());
        (text, chance)
    });
    Odds { outcomes: outcomes.collect(), exact }
}

/// The battle in progress with the mover's card; exact once the other side cannot answer. [WW 9.2]
fn in_battle(game: &WashingtonsWar, state: &State, action: Action) -> Option<Odds> {
    let Phase::BattleCard(mover) = state.stack.top() else { return None };
    let tables = &game.tables;
    let record = &state.battle;
    let mut drm = 0;
    let mut gone = None;
    match action {
        Action::BattleDiscard(_) => drm = tables.params.drm.event_discard,
        Action::BattleCard(card) => {
            let start = usize::from(tables.card(card).effect?);
            for op in tables.program[start..].iter().take_while(|op| **op != Op::End) {
                match op {
                    Op::BattleDrm { drm: more, .. } => drm = *more,
                    Op::RemoveGeneral(general) => gone = Some(*general),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    let force = |side: Side| {
        let general = leader(game, state, side).filter(|&general| Some(general) != gone);
        let cu = state.cu(side, record.space);
        let mut extra = if side == mover { drm } else { record.card[side.index()] };
        if side == Side::American && record.intercepted {
            extra += tables.params.drm.interception;
        }
        let offensive = side == Side::American && record.attacker == side && state.last_card;
        if offensive && general.is_some() && general == tables.washington {
            extra += tables.params.drm.american_winter_offensive;
        }
        Force::new(game, state, side, record.space, cu, general).with(extra)
    };
    let (attack, defence) = (force(record.attacker), force(record.attacker.enemy()));
    if gone.is_some() && tables.params.overrun_attacker_cu.contains(&attack.cu) && defence.rating == 0 {
        // Without its General a single CU is overrun instead. [WW 9.7]
        return None;
    }
    let answered = mover != record.attacker || state.hands[mover.enemy().index()].is_empty();
    Some(in_words(record.attacker, &battle(&tables.params, attack, defence), answered))
}

/// A move against enemy CUs, before anybody slips away, intercepts or plays a card.
fn on_arrival(game: &WashingtonsWar, state: &State, to: Space) -> Option<Odds> {
    let activation = &state.activation;
    let tables = &game.tables;
    let attacker = state.active;
    let defenders = state.cu(attacker.enemy(), to);
    if activation.cu() == 0 || defenders == 0 {
        return None;
    }
    let general = state.general_at(tables, attacker.enemy(), to);
    if general.is_none()
        && defenders == tables.params.overrun_defender_cu
        && tables.params.overrun_attacker_cu.contains(&activation.cu())
    {
        return Some(Odds { outcomes: vec![("the CU is overrun".into(), 1.0)], exact: true });
    }
    let mut attack = Force::new(game, state, attacker, to, activation.cu(), Some(activation.general));
    if state.last_card && tables.washington == Some(activation.general) {
        attack = attack.with(tables.params.drm.american_winter_offensive);
    }
    let defence = Force::new(game, state, attacker.enemy(), to, defenders, general);
    Some(in_words(attacker, &battle(&tables.params, attack, defence), false))
}
