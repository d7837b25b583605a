//! Chapter 8: when battles happen, who fights, who supports. Cards are in `ch08_cards`, results in `ch08_result`.

use crate::chance::Chance;
use crate::event::Event;
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{Battle, BattleStage, FIGHTERS, Fighter, Side, State};
use crate::games::coalitions::types::{Ask, Named, Power, PowerSet, Territory, TerritorySet};

use crate::set::Index;

use super::{ch08_cards, ch08_result, ch10_generals, ch12_battle};

/// Everybody in a battle territory is engaged for the rest of the movement turn. [CO 8.2]
pub fn engage(state: &mut State, at: Territory) {
    for power in Power::all() {
        if state.has_general(power, at) {
            state.engaged[power.i()].insert(at);
        }
    }
}

/// Begins a battle of the attacker's general against everybody hostile in the territory. [CO 8.when]
pub fn start(game: &Coalitions, state: &mut State, at: Territory, attacker: Power) {
    let defenders = state.enemies_at(&game.tables, attacker, at);
    state.battle = Battle { active: true, at, attacker, defenders, ..Battle::IDLE };
    state.battle.penniless = PowerSet::of(|power| state.morale[power.i()] == 0);
    engage(state, at);
}

/// The next thing in a battle. [CO 8.when]
#[inline(never)]
pub fn advance(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    match state.battle.stage {
        BattleStage::Withdrawal => {
            if !ch10_generals::offers_withdrawal(game, state) {
                join_battle(game, state, chance);
            }
        }
        BattleStage::AttackSupport => ask_support(game, state, Side::Attack),
        BattleStage::DefenceSupport => ask_support(game, state, Side::Defence),
        BattleStage::Cards => ch08_cards::next_card(game, state, chance),
        BattleStage::Reveal => state.battle.stage = BattleStage::Cards,
        BattleStage::Defeat => ch08_result::settle_defeated(game, state, chance),
        BattleStage::Draw => ch08_result::settle_draw(game, state, chance),
        BattleStage::Garrison => ch08_result::end(state),
    }
}

/// Generals in the territory take their places, attacker first; a territory left by all defenders is not fought for.
pub fn join_battle(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (at, attacker) = (state.battle.at, state.battle.attacker);
    add_fighter(state, attacker, at, Side::Attack, true);
    for power in state.battle.defenders.iter() {
        if state.has_general(power, at) {
            add_fighter(state, power, at, Side::Defence, true);
        }
    }
    let (attack, defence) =
        (base_strength(game, state, Side::Attack), base_strength(game, state, Side::Defence));
    chance.note(|| {
        let (name, place) = (game.tables.power_name(attacker), game.tables.name(at));
        Event::new("battle", "8.1", format!("{name} attacks in {place}: {attack} against {defence}."))
            .with("attack", attack)
            .with("defence", defence)
    });
    state.battle.stage = BattleStage::AttackSupport;
    if game.is_lempereur() {
        ch12_battle::french_support(game, state);
    }
}

pub fn add_fighter(state: &mut State, power: Power, at: Territory, side: Side, direct: bool) {
    let troops = state.troops_at(power, at);
    let battle = &mut state.battle;
    if usize::from(battle.count) < FIGHTERS {
        battle.fighters[usize::from(battle.count)] =
            Fighter { power, at, side, direct, troops, allowance: troops, ..Fighter::NONE };
        battle.count += 1;
    }
}

/// A garrison in a territory, with or without a fortress. [CO 8.1]
pub fn garrison_strength(game: &Coalitions, state: &State, at: Territory) -> u8 {
    let limits = &game.tables.limits;
    if state.fortresses.contains(at) {
        limits.strength_garrison_in_fortress
    } else {
        limits.strength_garrison
    }
}

/// Generals and troops in the territory, and the garrison: 4 with a fortress. [CO 8.1]
pub fn base_strength(game: &Coalitions, state: &State, side: Side) -> u16 {
    let limits = &game.tables.limits;
    let mut strength = 0;
    for fighter in state.battle.fighters() {
        if fighter.direct && fighter.side == side {
            strength += u16::from(limits.strength_general);
            strength += u16::from(limits.strength_troop) * u16::from(fighter.troops);
        }
    }
    let at = state.battle.at;
    if side == Side::Defence
        && let Some(owner) = state.garrison_of(at)
        && state.battle.defenders.contains(owner)
    {
        let garrison = garrison_strength(game, state, at);
        strength += u16::from(garrison);
    }
    strength
}

/// Whose generals may support a side: the fighters' own and their allies'. [CO 8.2]
pub fn may_support(state: &State, power: Power, side: Side) -> bool {
    match side {
        Side::Attack => state.allies(power).contains(state.battle.attacker),
        Side::Defence => !(state.allies(power) & state.battle.defenders).is_empty(),
    }
}

/// Generals of a power with troops next to the battle (Britain's also over a direct lane) who are in no battle of
/// this movement turn. [CO 8.2]
pub fn possible_supporters(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    let at = state.battle.at;
    let lanes = if power == Power::Britain { game.tables.lanes[at] } else { TerritorySet::EMPTY };
    let near = (game.tables.adjacent[at] | lanes) & state.generals[power.i()];
    let free = near - state.engaged[power.i()];
    free.into_iter().filter(|&place| state.troops_at(power, place) > 0).collect()
}

/// Whether somebody decides on a power's support: its controller, or for an uncontrolled minor power that is attacked
/// the player who fights its battle. The automa supports without a question. [CO 8.2] [CO 11.uncontrolled]
fn has_voice(game: &Coalitions, state: &State, power: Power) -> bool {
    let attacked = state.battle.defenders.contains(power) && !game.is_automa(power);
    state.controller[power.i()].is_some() || attacked
}

/// Attackers' supporters are asked first, each in the order of power. [CO 8.2]
fn ask_support(game: &Coalitions, state: &mut State, side: Side) {
    while usize::from(state.battle.asked_power) < 6 {
        let power = Power::from_index(usize::from(state.battle.asked_power));
        if may_support(state, power, side) && has_voice(game, state, power) {
            let later = u64::MAX.checked_shl(u32::from(state.battle.asked_place)).unwrap_or(0);
            let left = possible_supporters(game, state, power) & TerritorySet::from_words([later]);
            if let Some(place) = left.first() {
                state.ask_at(Ask::Support, power, place);
                return;
            }
        }
        state.battle.asked_power += 1;
        state.battle.asked_place = 0;
    }
    state.battle.asked_power = 0;
    state.battle.asked_place = 0;
    if side == Side::Attack {
        state.battle.stage = BattleStage::DefenceSupport;
    } else {
        ch10_generals::allied_support_cards(game, state);
        state.battle.stage = BattleStage::Cards;
    }
}

/// Support once given cannot be taken back. [CO 8.2]
pub fn take_support(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    place: Territory,
    action: Action,
    chance: &mut impl Chance,
) {
    state.battle.asked_place = place.0 + 1;
    if action != Action::Support {
        return;
    }
    let side = if state.battle.stage == BattleStage::AttackSupport { Side::Attack } else { Side::Defence };
    add_fighter(state, power, place, side, false);
    state.engaged[power.i()].insert(place);
    chance.note(|| {
        let (name, from) = (game.tables.power_name(power), game.tables.name(place));
        let whom = if side == Side::Attack { "attacker" } else { "defender" };
        Event::new("support", "8.2", format!("{name}'s general in {from} supports the {whom}."))
    });
}

/// Whether a general in a battle is his power's named one, with the optional abilities in play. [CO 10.wellington]
pub fn is_named_fighter(game: &Coalitions, state: &State, power: Power, at: Territory) -> bool {
    game.general_abilities && state.named[power.i()] == Named::At(at)
}
