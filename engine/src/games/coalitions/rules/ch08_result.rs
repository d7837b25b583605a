//! Chapter 8.4: the result of a battle: losses, cards, influence, retreats, garrison.

use crate::chance::Chance;
use crate::event::{BattleRow, Event};
use crate::games::coalitions::Coalitions;
use crate::games::coalitions::action::Action;
use crate::games::coalitions::state::{Battle, BattleStage, Fighter, Side, State};
use crate::games::coalitions::types::{Ability, Ask, Power, PowerSet, Status, Territory, TerritorySet};
use crate::set::Index;

use super::ch03_victory::{check_influence, gain_influence};
use super::ch04_concepts::{draw_card, lose_morale, nearest_refuges};
use super::ch07_moves::{can_garrison, place_garrison};
use super::ch08_battle::base_strength;
use super::ch08_cards::card_value;
use super::{ch10_generals, ch12_battle};

/// Strength of a side with everything. [CO 8.4]
pub fn total_strength(game: &Coalitions, state: &State, side: Side) -> u16 {
    base_strength(game, state, side)
        + card_value(game, state, side)
        + ch10_generals::wellington_support(game, state, side)
        + ch12_battle::french_cards(game, state, side)
}

/// All cards are turned up and the strengths compared. [CO 8.4]
pub fn resolve(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (attack, defence) =
        (total_strength(game, state, Side::Attack), total_strength(game, state, Side::Defence));
    let winner = match attack.cmp(&defence) {
        std::cmp::Ordering::Greater => Some(Side::Attack),
        std::cmp::Ordering::Less => Some(Side::Defence),
        std::cmp::Ordering::Equal => None,
    };
    tell_cards(game, state, chance);
    record(game, state, attack, defence, winner, chance);
    pay_for_battle(game, state, winner, chance);
    match winner {
        None => {
            state.battle.stage = BattleStage::Draw;
        }
        Some(side) => {
            if !is_won_by_uncontrolled(game, state, side) {
                let defeated = defeated_generals(state, side.opposite());
                give_influence(game, state, participants(state, side), defeated, chance);
            }
            state.battle.stage = BattleStage::Defeat;
            state.battle.next = 0;
            state.battle.loser = Some(side.opposite());
        }
    }
    check_influence(game, state, chance);
}

/// Powers on a side: fighters, supporters and the owner of a garrison. [CO 8.4]
fn participants(state: &State, side: Side) -> PowerSet {
    let fighters = state.battle.fighters().iter().filter(|fighter| fighter.side == side);
    let mut powers: PowerSet = fighters.map(|fighter| fighter.power).collect();
    if side == Side::Defence {
        state.battle.defenders.iter().for_each(|power| powers.insert(power));
    }
    powers
}

/// Owners of the generals beaten in the territory itself.
fn defeated_generals(state: &State, side: Side) -> PowerSet {
    let beaten = state.battle.fighters().iter().filter(|fighter| fighter.direct && fighter.side == side);
    beaten.map(|fighter| fighter.power).collect()
}

/// Whether an uncontrolled minor power fights in the territory on the winning side: nobody gains influence from its
/// victory, neither its allies beside it nor its supporters. [CO 11.uncontrolled]
///
/// It takes no action, so it never attacks. The automa of L'Empereur has no controller either, but is no minor power.
fn is_won_by_uncontrolled(game: &Coalitions, state: &State, winner: Side) -> bool {
    let uncontrolled = state.battle.defenders & state.controlled_by(None);
    winner == Side::Defence && uncontrolled.iter().any(|power| !game.is_automa(power))
}

/// 1 influence for each enemy general beaten in the territory, to every winning power; 1 more for beating a French
/// general, to fighters of the British Coalition that are not minor powers. [CO 8.4] [CO 6.british]
///
/// A minor power's influence goes to its controller. [CO 11.rules]
fn give_influence(
    game: &Coalitions,
    state: &mut State,
    winners: PowerSet,
    defeated: PowerSet,
    chance: &mut impl Chance,
) {
    let direct = |state: &State, power: Power| {
        let at = state.battle.at;
        state.has_general(power, at) || state.garrisons[power.i()].contains(at)
    };
    for power in winners.iter() {
        let mut points = defeated.len() as u16;
        let british = state.status[power.i()] == Status::British;
        let fought = direct(state, power) && game.is_major(power);
        if british && fought && defeated.contains(Power::France) {
            points += 1;
        }
        let beneficiary = if game.is_automa(power) { Some(power) } else { state.controller[power.i()] };
        let Some(beneficiary) = beneficiary else { continue };
        if points == 0 || (game.is_lempereur() && power != Power::France) {
            continue;
        }
        gain_influence(state, beneficiary, points);
        chance.note(|| {
            let name = game.tables.power_name(beneficiary);
            Event::new("influence", "8.4", format!("{name} gains {points} influence from the battle."))
        });
    }
}

/// In every case each general loses 1 troop, played cards are discarded, each power that played draws one; 5s cost
/// the losers morale. [CO 8.4] [CO 8.cards]
fn pay_for_battle(game: &Coalitions, state: &mut State, winner: Option<Side>, chance: &mut impl Chance) {
    let battle = state.battle;
    let mut played = PowerSet::EMPTY;
    for fighter in battle.fighters() {
        let troops = state.troops_at(fighter.power, fighter.at);
        if troops > 0 {
            state.set_troops(fighter.power, fighter.at, troops - 1);
        }
        for card in fighter.played() {
            state.discards[card.card.index()] += 1;
            played.insert(fighter.power);
            let costly = game.tables.cards[card.card.index()].ability == Ability::CostlyDefeat;
            let lost = winner.is_some_and(|side| side != fighter.side);
            if costly && lost && !game.is_lempereur() {
                lose_morale(state, fighter.power, 1);
            }
        }
    }
    for (discards, drawn) in state.discards.iter_mut().zip(&battle.drawn) {
        *discards += drawn;
    }
    let cards = &mut state.battle;
    cards.drawn = Default::default();
    for fighter in &mut cards.fighters {
        fighter.count = 0;
        fighter.cards = Fighter::NONE.cards;
    }
    for power in played.iter() {
        draw_card(game, state, power, chance);
    }
}

/// Cards that lay face down are turned up: everybody sees what each general has played. [CO 8.4]
fn tell_cards(game: &Coalitions, state: &State, chance: &mut impl Chance) {
    for fighter in state.battle.fighters() {
        if fighter.played().iter().all(|played| played.face_up) {
            continue;
        }
        chance.note(|| {
            let cards =
                fighter.played().iter().map(|played| game.tables.cards[played.card.index()].id.as_str());
            let (name, from) = (game.tables.power_name(fighter.power), game.tables.name(fighter.at));
            let cards = cards.collect::<Vec<_>>().join(", ");
            Event::new("reveal", "8.4", format!("{name}'s general in {from} has played {cards}."))
        });
    }
}

/// One row for the record, and the telling.
fn record(
    game: &Coalitions,
    state: &State,
    attack: u16,
    defence: u16,
    winner: Option<Side>,
    chance: &mut impl Chance,
) {
    let battle = &state.battle;
    chance.note(|| {
        let words = match winner {
            Some(Side::Attack) => "the attacker wins",
            Some(Side::Defence) => "the defender wins",
            None => "a draw",
        };
        let place = game.tables.name(battle.at);
        Event::new("result", "8.4", format!("Battle of {place}: {attack} against {defence}, {words}."))
            .with("attack", attack)
            .with("defence", defence)
    });
    chance.battle(|| battle_row(game, state, attack, defence, winner));
}

/// The values of [`super::super::publish::BATTLE_COLUMNS`], in their order.
fn battle_row(
    game: &Coalitions,
    state: &State,
    attack: u16,
    defence: u16,
    winner: Option<Side>,
) -> BattleRow {
    let battle = &state.battle;
    let on = |side: Side| battle.fighters().iter().filter(move |fighter| fighter.side == side);
    let count = |side: Side, what: &dyn Fn(&Fighter) -> i32| -> i32 { on(side).map(what).sum() };
    let losses = |side: Side| {
        count(side, &|fighter| {
            let all = fighter.direct && winner == Some(side.opposite());
            i32::from(if all { fighter.troops } else { fighter.troops.min(1) })
        })
    };
    let cards = |side: Side| count(side, &|fighter| i32::from(fighter.count));
    let supporters = |side: Side| count(side, &|fighter| i32::from(!fighter.direct));
    let defender = battle.defenders.first();
    let values = vec![
        battle.attacker as i32,
        defender.map_or(-1, |power| power as i32),
        i32::from(base_strength(game, state, Side::Attack)),
        i32::from(base_strength(game, state, Side::Defence)),
        cards(Side::Attack),
        cards(Side::Defence) + battle.drawn.iter().map(|&count| i32::from(count)).sum::<i32>(),
        supporters(Side::Attack),
        supporters(Side::Defence),
        i32::from(attack),
        i32::from(defence),
        losses(Side::Attack),
        losses(Side::Defence),
        winner.map_or(0, |side| defeated_generals(state, side.opposite()).len() as i32),
        match winner {
            Some(Side::Attack) => 1,
            Some(Side::Defence) => -1,
            None => 0,
        },
    ];
    let seat = |power: Power| game.speaker(state, power);
    let attacker = seat(battle.attacker);
    let defender = defender.filter(|&power| !game.is_automa(power)).map(seat);
    let winner = match winner {
        Some(Side::Attack) => Some(attacker),
        Some(Side::Defence) => defender,
        None => None,
    };
    BattleRow { kind: "battle", place: game.tables.id(battle.at).into(), attacker, defender, winner, values }
}

/// Where a beaten general may go: off the map or to his capital, if that is controlled and free. [CO 8.4]
pub fn defeat_places(game: &Coalitions, state: &State, power: Power) -> TerritorySet {
    if game.is_automa(power) {
        return TerritorySet::EMPTY;
    }
    let capital = TerritorySet::single(game.tables.capital(power));
    let open =
        state.controlled(&game.tables, power) - state.generals[power.i()] - state.foreign_generals(power);
    capital & open
}

/// Beaten generals lose their troops and leave; beaten garrisons go. [CO 8.4]
pub fn settle_defeated(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let at = state.battle.at;
    while state.battle.next < state.battle.count {
        let fighter = state.battle.fighters[usize::from(state.battle.next)];
        let lost = fighter.direct && state.battle.loser == Some(fighter.side);
        if lost && state.has_general(fighter.power, at) {
            let stays = ch10_generals::troops_after_defeat(game, state, fighter.power, at, fighter.troops);
            state.set_troops(fighter.power, at, stays);
            if ch10_generals::places_after_defeat(game, state, fighter.power, at).is_empty() {
                leave_after_defeat(game, state, fighter.power, None, chance);
            } else {
                state.ask_at(Ask::Defeated, fighter.power, at);
                return;
            }
        }
        state.battle.next += 1;
    }
    if state.has_general(state.battle.attacker, at) {
        for power in state.battle.defenders.iter() {
            state.garrisons[power.i()].remove(at);
        }
        attacker_garrisons(game, state, chance);
    } else {
        end(state);
    }
}

/// Off the map, to the capital, or where an ability lets him go. [CO 8.4]
pub fn leave_after_defeat(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    to: Option<Territory>,
    chance: &mut impl Chance,
) {
    let at = state.battle.at;
    match to {
        Some(place) => {
            let returns = ch10_generals::troops_on_return(game, state, power, at);
            state.relocate(power, at, place);
            state.set_troops(power, place, returns);
        }
        None => drop(state.remove_general(power, at)),
    }
    chance.note(|| {
        let place = to.map_or("off the map", |place| game.tables.name(place));
        let name = game.tables.power_name(power);
        Event::new("defeat", "8.4", format!("{name}'s beaten general goes {place}."))
    });
}

/// A winning attacker may turn one troop into a garrison. [CO 8.4] [CO 7.6.garrison]
fn attacker_garrisons(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (at, attacker) = (state.battle.at, state.battle.attacker);
    state.battle.stage = BattleStage::Garrison;
    if !can_garrison(game, state, attacker, at) {
        return;
    }
    if game.is_automa(attacker) {
        place_garrison(game, state, attacker, at, chance);
    } else {
        state.ask_at(Ask::WinGarrison, attacker, at);
    }
}

/// On a draw the defender stays and the attacker falls back to the nearest territory he controls. [CO 8.4]
pub fn settle_draw(game: &Coalitions, state: &mut State, chance: &mut impl Chance) {
    let (at, attacker) = (state.battle.at, state.battle.attacker);
    state.battle.stage = BattleStage::Garrison;
    let refuges = nearest_refuges(game, state, attacker, at);
    if refuges.is_empty() {
        fall_back(game, state, attacker, at, None, chance);
    } else if game.is_automa(attacker) && refuges.len() == 1 {
        fall_back(game, state, attacker, at, refuges.first(), chance);
    } else if game.is_automa(attacker) {
        state.ask_at(Ask::AutomaRetreat, attacker, at);
    } else {
        state.ask_at(Ask::Retreat, attacker, at);
    }
}

/// The nearest territories, or off the map. [CO 8.4] [CO 9.1]
pub fn offer_retreats(
    game: &Coalitions,
    state: &State,
    power: Power,
    from: Territory,
    off_map: bool,
    out: &mut Vec<Action>,
) {
    let refuges = nearest_refuges(game, state, power, from);
    out.extend(refuges.into_iter().map(|place| Action::Retreat(Some(place))));
    if off_map || refuges.is_empty() {
        out.push(Action::Retreat(None));
    }
}

/// Off the map his troops are lost. [CO 8.4] [CO 9.1]
pub fn fall_back(
    game: &Coalitions,
    state: &mut State,
    power: Power,
    from: Territory,
    to: Option<Territory>,
    chance: &mut impl Chance,
) {
    match to {
        Some(place) => state.relocate(power, from, place),
        None => drop(state.remove_general(power, from)),
    }
    chance.note(|| {
        let (name, origin) = (game.tables.power_name(power), game.tables.name(from));
        let place = to.map_or("off the map", |place| game.tables.name(place));
        Event::new("retreat", "9.1", format!("{name}'s general leaves {origin} for {place}."))
    });
}

pub fn end(state: &mut State) {
    state.battle = Battle::IDLE;
}
