//! Sections 6.1 to 6.3: the sequence of battles, rounds and battle turns, reserves, and the change of control.

use super::{ch02_map, ch05_moves, ch06_hits, ch06_retreat, ch06_treachery, ch07_supply, ch09_victory};
use crate::chance::Chance;
use crate::draft::Sheet;
use crate::event::{BattleRow, Event};
use crate::games::wars_of_the_roses::WarsOfTheRoses;
use crate::games::wars_of_the_roses::action::Action;
use crate::games::wars_of_the_roses::phase::Phase;
use crate::games::wars_of_the_roses::state::{Battle, Flags, State, Tally};
use crate::games::wars_of_the_roses::tables::Tables;
use crate::games::wars_of_the_roses::types::*;

/// A battle lasts at most four rounds. [WR 6.2]
pub const ROUNDS: u8 = 4;

/// Battles are fought one at a time, in the order that Player 1 chooses. [WR 1.3, 6.1]
pub fn start_battles<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let contested = state.contested();
    match contested.first() {
        None => ch07_supply::start_supply(game, state, chance),
        Some(only) if contested.len() == 1 => begin_battle(game, state, only, chance),
        Some(_) => state.phase = Phase::ChooseBattle,
    }
}

#[inline(never)]
pub fn offer_battles(state: &State, out: &mut Vec<Action>) {
    out.extend(state.contested().into_iter().map(Action::Fight));
}

/// The blocks that are not in reserve are shown. [WR 6.1]
#[inline(never)]
pub fn begin_battle<C: Chance>(game: &WarsOfTheRoses, state: &mut State, area: Area, chance: &mut C) {
    let tables = &game.tables;
    let first = state.first;
    let attacker = if ch05_moves::came_to_battle(game, state, first, area) { first } else { first.other() };
    let here = |side: Side| state.at(area) & state.of(tables, side);
    let total = |side: Side| here(side).into_iter().map(|block| state.strength(tables, block)).sum();
    let battle = Battle {
        area,
        round: 1,
        attacker,
        changed: false,
        blocks: Side::BOTH.map(|side| here(side).len() as u8),
        strength: Side::BOTH.map(total),
    };
    state.battle = Some(battle);
    state.turned = Blocks::EMPTY;
    let tried = Flags::TRIED | Flags::TRIED << 1 | Flags::WARWICK_TRIED;
    state.flags.set(tried, false);
    state.reveal(state.at(area) - state.reserve);
    chance.note(|| {
        let text = format!("Battle in {}: {} attacks.", tables.area(area).name, attacker.name());
        Event::new("battle", "6.1", text).with("area", tables.area(area).id.as_str())
    });
    if !ch06_treachery::ask_treason_card(game, state, &battle) {
        begin_round(game, state, 1, chance);
    }
}

/// A new round: reserves join from Round 2 on, border limits count afresh. [WR 6.2, 6.3]
#[inline(never)]
pub fn begin_round<C: Chance>(game: &WarsOfTheRoses, state: &mut State, round: u8, chance: &mut C) {
    let Some(battle) = &mut state.battle else { return };
    battle.round = round;
    let area = battle.area;
    state.crossings = Tally::default();
    state.done = Blocks::EMPTY;
    if round > 1 {
        let arriving = state.at(area) & state.reserve;
        state.reserve -= arriving;
        state.reveal(arriving);
    }
    chance.note(|| Event::new("round", "6.2", format!("Round {round}.")));
    continue_round(game, state, chance);
}

/// The side's blocks of one letter that are still to act. [WR 3.12, 6.2]
///
/// A bombard is an A in Round 1 and a D later; from reserve it never acts before Round 2.
pub fn ready(tables: &Tables, state: &State, battle: &Battle, side: Side, letter: u8) -> Blocks {
    let letters = &tables.letters[usize::from(battle.round > 1)];
    (state.fighting(tables, battle, side) & letters[usize::from(letter)]) - state.done
}

/// On to the next battle turn: A before B before C before D, the defender first within a letter. [WR 6.2]
pub fn continue_round<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let tables = &game.tables;
    while !state.is_over() {
        call_up_reserves(game, state, chance);
        let Some(battle) = state.battle else { return };
        let here = state.at(battle.area);
        for side in Side::BOTH {
            if !here.intersects(state.of(tables, side)) {
                return end_battle(game, state, side.other(), chance);
            }
        }
        let Some((letter, ready)) = next_letter(tables, &battle, here - state.reserve - state.done) else {
            return begin_round(game, state, battle.round + 1, chance);
        };
        let defends = ready.intersects(state.of(tables, battle.attacker.other()));
        let side = if defends { battle.attacker.other() } else { battle.attacker };
        let must_go = battle.round == ROUNDS && !defends;
        if !(must_go && ch06_retreat::lose_the_trapped(game, state, &battle, ready, chance)) {
            state.phase = Phase::BattleTurn { side, letter };
            return;
        }
    }
}

/// The first letter with blocks that are still to act, and those blocks of both sides. [WR 6.2]
///
/// All four letters are looked at: which is the first cannot be guessed, and a wrong guess costs more.
#[inline]
fn next_letter(tables: &Tables, battle: &Battle, to_act: Blocks) -> Option<(u8, Blocks)> {
    let letters = &tables.letters[usize::from(battle.round > 1)];
    let mut present = 0;
    for (letter, blocks) in letters.iter().enumerate() {
        present |= u32::from(to_act.intersects(*blocks)) << letter;
    }
    let letter = present.trailing_zeros();
    letters.get(letter as usize).map(|blocks| (letter as u8, to_act & *blocks))
}

/// A side left with reserves alone brings them up at once: they can be hit, and act from the next round. In Round 1
/// the defender who must do so becomes the attacker. [WR 6.3]
#[inline]
fn call_up_reserves<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    let Some(battle) = state.battle else { return };
    if state.reserve.intersects(state.at(battle.area)) {
        call_up_reserves_in(game, state, battle, chance);
    }
}

fn call_up_reserves_in<C: Chance>(game: &WarsOfTheRoses, state: &mut State, battle: Battle, chance: &mut C) {
    let tables = &game.tables;
    for side in Side::BOTH {
        let here = state.at(battle.area) & state.of(tables, side);
        if here.is_empty() || !here.is_subset(state.reserve) {
            continue;
        }
        state.reserve -= here;
        state.reveal(here);
        state.done |= here;
        chance.note(|| Event::new("reserve", "6.3", format!("{} brings up the reserve.", side.name())));
        if battle.round == 1 && side != battle.attacker {
            chance.note(|| {
                Event::new("control", "6.3", format!("{} is now the defender.", battle.attacker.name()))
            });
            if let Some(battle) = &mut state.battle {
                battle.attacker = side;
                battle.changed = !battle.changed;
            }
        }
    }
}

/// In its turn a block fights, passes or, after Round 1, retreats; the owner orders blocks of one letter. [WR 6.2]
///
/// The attacker's blocks can only retreat in Round 4.
pub fn offer_battle_turn(
    game: &WarsOfTheRoses,
    state: &State,
    side: Side,
    letter: u8,
    out: &mut Vec<Action>,
) {
    let tables = &game.tables;
    let Some(battle) = state.battle else { return };
    let ready = ready(tables, state, &battle, side, letter);
    let must_go = battle.round == ROUNDS && side == battle.attacker;
    let heir_is_ready = ready.intersects(tables.all_heirs);
    let senior = heir_is_ready.then(|| ch02_map::senior_heir(tables, state, &battle, side)).flatten();
    let conspirators = ch06_treachery::conspirators(tables, state, side);
    // All blocks of a side have the same ways out but for pirates.
    let exits = (battle.round > 1).then(|| ch06_retreat::ways_out(tables, state, &battle, side));
    Sheet::write(out, Action::BLANKS, |actions| {
        for block in ready {
            if !must_go {
                actions.put_all(&[Action::Fire(block), Action::Pass(block)], 2);
                if senior == Some(block) {
                    let enemies = state.fighting(tables, &battle, side.other());
                    actions.list::<4, _>(enemies, |target| Action::Charge(block, target));
                }
                if conspirators.contains(block) {
                    actions.aside(|out| ch06_treachery::offer_treachery(game, state, &battle, block, out));
                }
            }
            if let Some(exits) = &exits {
                actions.list::<4, _>(exits.of_block(block), |to| Action::Retreat(block, to));
            }
        }
    });
}

#[inline(never)]
pub fn take_battle_turn<C: Chance>(
    game: &WarsOfTheRoses,
    state: &mut State,
    side: Side,
    action: Action,
    chance: &mut C,
) {
    let Some(battle) = state.battle else { return };
    match action {
        Action::Fire(block) => {
            state.done.insert(block);
            let hits = ch06_hits::roll_hits(game, state, &battle, block, chance);
            ch06_hits::suffer(game, state, side.other(), hits, chance);
        }
        Action::Pass(block) => {
            state.done.insert(block);
            chance.note(|| Event::new("pass", "6.2", format!("{} passes.", game.tables.block(block).name)));
            continue_round(game, state, chance);
        }
        Action::Charge(block, target) => {
            state.done.insert(block);
            ch06_hits::charge(game, state, &battle, block, target, chance);
            continue_round(game, state, chance);
        }
        Action::Treachery(block, target) => {
            state.done.insert(block);
            ch06_treachery::take_treachery(game, state, &battle, block, target, chance);
            continue_round(game, state, chance);
        }
        Action::Retreat(block, to) => {
            ch06_retreat::retreat(game, state, &battle, block, to, chance);
            continue_round(game, state, chance);
        }
        _ => {}
    }
}

/// One side is left in the area and may regroup. [WR 6.7]
fn end_battle<C: Chance>(game: &WarsOfTheRoses, state: &mut State, winner: Side, chance: &mut C) {
    let tables = &game.tables;
    let Some(battle) = state.battle else { return };
    chance.note(|| {
        let text = format!("{} holds {}.", winner.name(), tables.area(battle.area).name);
        Event::new("battle_won", "6.7", text).with("winner", winner.id())
    });
    chance.battle(|| battle_row(game, state, &battle, Some(winner)));
    state.reserve -= state.at(battle.area);
    ch09_victory::free_prisoner(game, state, chance);
    state.crossings = Tally::default();
    state.done = Blocks::EMPTY;
    state.phase = Phase::Regroup { side: winner };
    if !ch06_retreat::can_regroup(game, state, winner) {
        finish_battle(game, state, chance);
    }
}

/// A battle as the record keeps it; `winner` is `None` when the last heir of a house fell in it.
pub fn battle_row(game: &WarsOfTheRoses, state: &State, battle: &Battle, winner: Option<Side>) -> BattleRow {
    let tables = &game.tables;
    let began = if battle.changed { battle.attacker.other() } else { battle.attacker };
    let left = |side: Side| -> i32 {
        let here = state.at(battle.area) & state.of(tables, side);
        here.into_iter().map(|block| i32::from(state.strength(tables, block))).sum()
    };
    let (a, d) = (began, began.other());
    BattleRow {
        kind: "battle",
        place: tables.area(battle.area).id.clone(),
        attacker: a.player(),
        defender: Some(d.player()),
        winner: winner.map(Side::player),
        values: vec![
            i32::from(state.campaign),
            i32::from(state.turn),
            i32::from(battle.round),
            i32::from(battle.blocks[a.index()]),
            i32::from(battle.strength[a.index()]),
            i32::from(battle.blocks[d.index()]),
            i32::from(battle.strength[d.index()]),
            left(a),
            left(d),
            state.turned.len() as i32,
            i32::from(battle.changed),
        ],
    }
}

/// The blocks stand up again; next battle. [WR 6.1]
pub fn finish_battle<C: Chance>(game: &WarsOfTheRoses, state: &mut State, chance: &mut C) {
    if let Some(battle) = state.battle.take() {
        state.pirates -= state.at(battle.area);
    }
    state.turned = Blocks::EMPTY;
    state.done = Blocks::EMPTY;
    state.crossings = Tally::default();
    let tried = Flags::TRIED | Flags::TRIED << 1 | Flags::WARWICK_TRIED;
    state.flags.set(tried, false);
    ch09_victory::free_prisoner(game, state, chance);
    start_battles(game, state, chance);
}
