//! Chapter 9: battles and overruns, from the battle cards to the losses. Retreats: `ch09_retreat.rs`.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::cards::Kind;
use super::super::effect::{Op, Role};
use super::super::phase::{Frame, Phase, Share};
use super::super::state::{Battle, State};
use super::super::types::{Card, Cards, Colony, General, Nation, Side, Space};
use super::{ch06_cards, ch07_movement, ch10_political_control, ch12_french_alliance};
use crate::chance::{Chance, Die};
use crate::event::{BattleRow, Event};

/// Four or five CUs run over a single CU without a General; otherwise a battle begins. [WW 9.7]
pub(crate) fn clash<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let space = state.activation.at;
    let attacker = state.active;
    if overruns(game, state, attacker, state.activation.cu(), space) {
        state.stack.pop();
        overrun(game, state, attacker, space, chance);
    } else {
        state.stack.replace(Phase::BattleStart);
    }
}

pub fn overruns(game: &WashingtonsWar, state: &State, attacker: Side, cu: u8, space: Space) -> bool {
    let params = &game.tables.params;
    params.overrun_attacker_cu.contains(&cu)
        && state.cu(attacker.enemy(), space) == params.overrun_defender_cu
        && state.general_at(&game.tables, attacker.enemy(), space).is_none()
}

/// The CU is removed, the Army may go on; for the alliance it is a battle won. [WW 9.7]
fn overrun<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    attacker: Side,
    space: Space,
    chance: &mut C,
) {
    let lost = state.cu(attacker.enemy(), space);
    for nation in [Nation::British, Nation::American, Nation::French] {
        let owner = if nation == Nation::British { Side::British } else { Side::American };
        if owner != attacker {
            state.remove_cu(nation, space, lost);
        }
    }
    state.activation.overran = true;
    chance.note(|| {
        let text = format!("The {} overrun {}.", attacker.name(), game.tables.space_name(space));
        Event::new("overrun", "9.7", text).with("space", game.tables.space_id(space))
    });
    if attacker == Side::American {
        ch12_french_alliance::move_marker(game, state, game.tables.params.alliance_overrun, chance);
    }
    ch07_movement::take_space(game, state, attacker, space, chance);
}

/// The activated Army attacks, even when it was intercepted. [WW 9.1]
pub(crate) fn start_battle<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let space = state.activation.at;
    let attacker = state.active;
    state.activation.must_stop = true;
    state.battle = Battle {
        space,
        from: state.activation.previous,
        attacker,
        loser: attacker,
        intercepted: state.battle.intercepted,
        ..Battle::NONE
    };
    chance.note(|| {
        let text = format!("The {} attack in {}.", attacker.name(), game.tables.space_name(space));
        Event::new("battle", "9.1", text).with("space", game.tables.space_id(space))
    });
    state.stack.replace(Phase::BattleCard(attacker));
}

/// The attacker first, one card each: a battle card, or any event discarded. [WW 9.45]
#[inline(never)]
pub(crate) fn offer_battle_cards(game: &WashingtonsWar, state: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::NoCard);
    for card in battle_material(game, state, side) {
        if can_play_in_battle(game, state, side, card) {
            out.push(Action::BattleCard(card));
        }
        out.push(Action::BattleDiscard(card));
    }
}

/// Events in a hand, special ones excepted. [WW 6.33]
fn battle_material(game: &WashingtonsWar, state: &State, side: Side) -> Cards {
    state.hands[side.index()] - game.tables.ops_cards - game.tables.special_cards
}

fn can_play_in_battle(game: &WashingtonsWar, state: &State, side: Side, card: Card) -> bool {
    let info = game.tables.card(card);
    let role = if state.battle.attacker == side { Role::Attacker } else { Role::Defender };
    info.kind == Kind::Battle
        && info.playable_by.is_none_or(|owner| owner == side)
        && ch06_cards::meets_conditions(game, state, side, card)
        && info.effect.is_some_and(|start| {
            game.tables.program[usize::from(start)..]
                .iter()
                .take_while(|op| **op != Op::End)
                .all(|op| !matches!(op, Op::BattleDrm { role: r, .. } if *r != Role::Any && *r != role))
        })
}

pub(crate) fn take_battle_card<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    side: Side,
    action: Action,
    chance: &mut C,
) {
    end_battle_card(state, side);
    let (Action::BattleCard(card) | Action::BattleDiscard(card)) = action else { return };
    chance.note(|| {
        let text = format!("{}: {}", side.name(), super::super::action::sentence(&game.tables, action));
        Event::new("battle_card", "9.45", text).with("card", game.tables.card_id(card))
    });
    state.hands[side.index()].remove(card);
    state.open.remove(card);
    if let Action::BattleDiscard(_) = action {
        ch06_cards::discard(game, state, card);
        state.battle.card[side.index()] = game.tables.params.drm.event_discard;
    } else {
        ch06_cards::dispose_event(game, state, card);
        if let Some(program) = game.tables.card(card).effect {
            state.stack.push(Phase::Effect(Frame::new(&game.tables, program, side)));
        }
    }
}

pub(crate) fn end_battle_card(state: &mut State, side: Side) {
    let next =
        if side == state.battle.attacker { Phase::BattleCard(side.enemy()) } else { Phase::BattleRoll };
    state.stack.replace(next);
}

/// The General who leads a side: the activated one for the attacker.
pub fn leader(game: &WashingtonsWar, state: &State, side: Side) -> Option<General> {
    let active = state.activation.general;
    let space = state.battle.space;
    if side == state.battle.attacker && state.posts[active].space() == Some(space) {
        return Some(active);
    }
    state.general_at(&game.tables, side, space)
}

/// A card of the attacker may leave so few defenders that they are overrun at once. [WW 9.2]
///
/// The Army moves on as after any overrun, unless an interception has ended its movement (7.8).
pub(crate) fn overruns_instead<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) -> bool {
    let Battle { space, attacker, intercepted, .. } = state.battle;
    let attackers = state.cu(attacker, space);
    let is_overrun =
        leader(game, state, attacker).is_some() && overruns(game, state, attacker, attackers, space);
    if is_overrun {
        state.activation.must_stop = intercepted;
        state.battle = Battle::NONE;
        state.stack.pop();
        overrun(game, state, attacker, space, chance);
    }
    is_overrun
}

/// Battle ratings, modifiers, the two dice and the losses. [WW 9.2]
pub(crate) fn roll_battle<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let Battle { space, attacker, .. } = state.battle;
    let sides = [attacker, attacker.enemy()];
    for side in sides {
        state.battle.cu[side.index()] = state.cu(side, space);
        state.battle.rating[side.index()] = actual_battle_rating(game, state, side, chance);
    }
    for side in sides {
        let roll = chance.roll(Die::D6);
        state.battle.rolls[side.index()] = roll;
        state.battle.totals[side.index()] = modifiers(game, state, side).total() + i16::from(roll);
    }
    let totals = state.battle.totals;
    let winner = if totals[attacker.index()] >= totals[attacker.enemy().index()] {
        attacker
    } else {
        attacker.enemy()
    };
    let loser = winner.enemy();
    state.battle.loser = loser;
    chance.note(|| {
        let text = format!(
            "The {} win the battle, {} to {}.",
            winner.name(),
            totals[winner.index()],
            totals[loser.index()]
        );
        Event::new("battle_result", "9.2", text)
            .with("winner", winner.id())
            .with("british_total", totals[0])
            .with("american_total", totals[1])
    });
    roll_losses(game, state, loser, chance);
    state.stack.replace(Phase::BattleLosses(loser));
}

/// Full or half the printed rating, never more than the CUs he leads. [WW 9.3]
fn actual_battle_rating<C: Chance>(game: &WashingtonsWar, state: &State, side: Side, chance: &mut C) -> u8 {
    let Some(general) = leader(game, state, side) else { return 0 };
    let info = game.tables.general(general);
    let roll = chance.roll(Die::D6);
    let full = game.tables.params.full_rating_rolls.contains(&roll);
    let rating = if full { info.battle } else { info.battle / 2 };
    rating.min(state.cu(side, state.battle.space))
}

/// The modifiers of one side by kind, in the order printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Modifiers {
    pub cu: i16,
    pub rating: i16,
    pub regulars: i16,
    pub navy: i16,
    pub militia: i16,
    pub winter_offensive: i16,
    pub card: i16,
    pub interception: i16,
}

impl Modifiers {
    pub fn total(self) -> i16 {
        self.cu
            + self.rating
            + self.regulars
            + self.navy
            + self.militia
            + self.winter_offensive
            + self.card
            + self.interception
    }
}

/// The table of combat modifiers. [WW 9.4]
pub(crate) fn modifiers(game: &WashingtonsWar, state: &State, side: Side) -> Modifiers {
    let battle = &state.battle;
    let drm = &game.tables.params.drm;
    let mut modifiers = Modifiers {
        cu: i16::from(battle.cu[side.index()]) * i16::from(drm.per_cu),
        rating: i16::from(battle.rating[side.index()]),
        card: i16::from(battle.card[side.index()]),
        militia: i16::from(militia_support(game, state, side, battle.space)),
        ..Modifiers::default()
    };
    match side {
        Side::British => {
            modifiers.regulars = if state.british_regulars { i16::from(drm.british_regulars) } else { 0 };
            modifiers.navy = i16::from(royal_navy_support(game, state, battle.space));
        }
        Side::American => {
            modifiers.winter_offensive = i16::from(american_winter_offensive(game, state));
            modifiers.interception = interception_bonus(game, state);
        }
    }
    modifiers
}

/// Help from the sea in a port; a fortified one needs a British marker, and a blockade closes it. [WW 9.42]
pub fn royal_navy_support(game: &WashingtonsWar, state: &State, space: Space) -> i8 {
    let tables = &game.tables;
    let closed = state.blockaded(tables, space)
        || (tables.fortified.contains(space) && state.control(space) != Some(Side::British));
    if tables.ports.contains(space) && !closed { tables.params.drm.royal_navy } else { 0 }
}

/// For the side with more markers in the colony; in Canada for the side that controls it. [WW 9.43]
pub fn militia_support(game: &WashingtonsWar, state: &State, side: Side, space: Space) -> i8 {
    let colony: Colony = game.tables.colony_of[space];
    if ch10_political_control::colony_control(game, state, colony) == Some(side) {
        game.tables.params.drm.militia
    } else {
        0
    }
}

/// Washington attacks with the last strategy card of the phase. [WW 9.44]
fn american_winter_offensive(game: &WashingtonsWar, state: &State) -> i8 {
    let washington =
        state.battle.attacker == Side::American && game.tables.washington == Some(state.activation.general);
    if washington && state.last_card { game.tables.params.drm.american_winter_offensive } else { 0 }
}

/// For the Americans when they came by interception. [WW 9.46]
fn interception_bonus(game: &WashingtonsWar, state: &State) -> i16 {
    if state.battle.intercepted { i16::from(game.tables.params.drm.interception) } else { 0 }
}

/// The loser loses 1 to 3 CUs; the winner perhaps one, by the losing General's agility. [WW 9.5]
fn roll_losses<C: Chance>(game: &WashingtonsWar, state: &mut State, loser: Side, chance: &mut C) {
    let params = &game.tables.params;
    let winner = loser.enemy();
    let cu = state.battle.cu;
    let roll = chance.roll(Die::D6);
    let lost = params.loser_by_roll[usize::from(roll - 1)];
    state.battle.losses[loser.index()] = lost.min(cu[loser.index()]);
    let agility = leader(game, state, loser).map_or(0, |general| game.tables.general(general).agility);
    let roll = chance.roll(Die::D6);
    let lost = u8::from(roll <= params.winner_loses_up_to[usize::from(agility)]);
    state.battle.losses[winner.index()] = lost.min(cu[winner.index()]);
}

/// Removes a side's losses; in a mixed stack the Americans choose whose. [WW 9.5]
pub(crate) fn take_losses<C: Chance>(state: &mut State, side: Side, chance: &mut C) {
    let Battle { space, loser, losses, .. } = state.battle;
    let count = losses[side.index()];
    state.stack.replace(if side == loser {
        Phase::BattleLosses(loser.enemy())
    } else {
        Phase::BattleRetreat
    });
    if count == 0 {
        return;
    }
    chance.note(|| Event::new("losses", "9.5", format!("The {} lose {count} CUs.", side.name())));
    if side == Side::British {
        state.remove_cu(Nation::British, space, count);
        return;
    }
    let (low, high) = ch12_french_alliance::share_range(state, space, count);
    if low < high {
        state.stack.push(Phase::FrenchShare { share: Share::BattleLoss, count, space });
    } else {
        state.remove_cu(Nation::American, space, count - low);
        state.remove_cu(Nation::French, space, low);
    }
}

/// After the retreat: Congress, the alliance, the Regulars. [WW 9.2]
pub(crate) fn end_battle<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    let battle = state.battle;
    let params = &game.tables.params;
    report(game, state, chance);
    state.battle = Battle::NONE;
    state.stack.pop();
    if battle.loser == Side::American && state.congress == Some(battle.space) {
        ch07_movement::disperse_congress(state, chance);
    }
    if battle.loser == Side::British {
        ch12_french_alliance::move_marker(game, state, params.alliance_battle, chance);
    }
    if battle.losses[Side::British.index()] + lost_by_surrender(&battle, Side::British)
        >= params.regulars_lost_at
    {
        ch12_french_alliance::lose_regulars(game, state, chance);
    }
}

fn lost_by_surrender(battle: &Battle, side: Side) -> u8 {
    if battle.loser == side { battle.surrendered } else { 0 }
}

pub(crate) const BATTLE_COLUMNS: &[&str] = &[
    "british_cu",
    "american_cu",
    "british_rating",
    "american_rating",
    "british_regulars",
    "royal_navy",
    "british_militia",
    "american_militia",
    "winter_offensive",
    "british_card",
    "american_card",
    "interception",
    "british_roll",
    "american_roll",
    "british_total",
    "american_total",
    "british_losses",
    "american_losses",
    "surrendered",
];

/// Tells of a battle whose dice have fallen, also when it ends the game.
pub(crate) fn report<C: Chance>(game: &WashingtonsWar, state: &State, chance: &mut C) {
    if state.battle.rolls == [0, 0] {
        return;
    }
    chance.battle(|| {
        let battle = &state.battle;
        let british = modifiers(game, state, Side::British);
        let american = modifiers(game, state, Side::American);
        // Markers may have fallen with Washington by now: the militia that fought is what nothing else explains.
        let militia = |side: Side, known: Modifiers| {
            let total = battle.totals[side.index()] - i16::from(battle.rolls[side.index()]);
            i32::from(total - (known.total() - known.militia))
        };
        BattleRow {
            kind: "battle",
            place: game.tables.space_id(battle.space).into(),
            attacker: battle.attacker.player(),
            defender: Some(battle.attacker.enemy().player()),
            winner: Some(battle.loser.enemy().player()),
            values: vec![
                i32::from(british.cu),
                i32::from(american.cu),
                i32::from(british.rating),
                i32::from(american.rating),
                i32::from(british.regulars),
                i32::from(british.navy),
                militia(Side::British, british),
                militia(Side::American, american),
                i32::from(american.winter_offensive),
                i32::from(british.card),
                i32::from(american.card),
                i32::from(american.interception),
                i32::from(battle.rolls[0]),
                i32::from(battle.rolls[1]),
                i32::from(battle.totals[0]),
                i32::from(battle.totals[1]),
                i32::from(battle.losses[0]),
                i32::from(battle.losses[1]),
                i32::from(battle.surrendered),
            ],
        }
    });
}
