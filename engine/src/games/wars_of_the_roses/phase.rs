//! Every decision point: who decides, what he is asked, by which rule, and where its two functions are.

use super::WarsOfTheRoses;
use super::action::Action;
use super::rules::*;
use super::state::State;
use super::tables::Tables;
use super::types::*;
use crate::chance::Chance;
use crate::game::Broken;

/// Its number lies in a byte of its own, so that to branch on it is one look into a table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    AskRedeal {
        side: Side,
    },
    AnswerRedeal {
        side: Side,
    },
    ChooseCard {
        side: Side,
    },
    Act {
        side: Side,
    },
    /// The block in hand is `at` an area; `previous` is where it stood before its last step; before the first, where it
    /// stands.
    March {
        side: Side,
        block: Block,
        at: Area,
        previous: Area,
        steps: u8,
        muster: Option<Area>,
    },
    ChooseMuster {
        side: Side,
    },
    Muster {
        side: Side,
        area: Area,
    },
    Plague {
        side: Side,
    },
    ChooseBattle,
    TreasonCard {
        side: Side,
    },
    BattleTurn {
        side: Side,
        letter: u8,
    },
    TakeHits {
        side: Side,
        hits: u8,
    },
    Regroup {
        side: Side,
    },
    Execute {
        side: Side,
        block: Block,
    },
    EnterMinor {
        side: Side,
        block: Block,
    },
    Starve {
        side: Side,
        area: Area,
        left: u8,
    },
    GoHome {
        side: Side,
        block: Block,
    },
    Disband {
        side: Side,
        area: Area,
    },
    Over {
        winner: Side,
        reason: Reason,
    },
}

impl Phase {
    /// Who decides; `None` when the game is over.
    #[inline]
    pub fn side(self, state: &State) -> Option<Side> {
        Some(match self {
            Phase::AskRedeal { side }
            | Phase::AnswerRedeal { side }
            | Phase::ChooseCard { side }
            | Phase::Act { side }
            | Phase::March { side, .. }
            | Phase::ChooseMuster { side }
            | Phase::Muster { side, .. }
            | Phase::Plague { side }
            | Phase::TreasonCard { side }
            | Phase::BattleTurn { side, .. }
            | Phase::TakeHits { side, .. }
            | Phase::Regroup { side }
            | Phase::Execute { side, .. }
            | Phase::EnterMinor { side, .. }
            | Phase::Starve { side, .. }
            | Phase::GoHome { side, .. }
            | Phase::Disband { side, .. } => side,
            Phase::ChooseBattle => state.first,
            Phase::Over { .. } => return None,
        })
    }

    /// The rule a question comes from, and the question.
    pub fn question(self) -> (&'static str, &'static str) {
        match self {
            Phase::AskRedeal { .. } => ("5.1", "Keep these cards, or show a poor hand and demand new ones?"),
            Phase::AnswerRedeal { .. } => {
                ("5.1", "The other player demands new cards: keep yours or exchange?")
            }
            Phase::ChooseCard { .. } => ("1.1", "Which card do you play?"),
            Phase::Act { .. } => ("1.2", "Which block do you move or recruit?"),
            Phase::March { .. } => ("5.2", "Where does this block go?"),
            Phase::ChooseMuster { .. } => ("5.1", "Where do you muster?"),
            Phase::Muster { .. } => ("5.1", "Which block goes to the muster?"),
            Phase::Plague { .. } => ("5.1", "Which city does the plague strike?"),
            Phase::ChooseBattle => ("6.1", "Which battle is fought next?"),
            Phase::TreasonCard { .. } => ("5.1", "Do you use the Treason card on a block in this battle?"),
            Phase::BattleTurn { .. } => ("6.2", "Which block takes its battle turn, and what does it do?"),
            Phase::TakeHits { .. } => ("6.4", "Which of your strongest blocks takes the hits?"),
            Phase::Regroup { .. } => ("6.7", "Which block regroups, and where?"),
            Phase::Execute { .. } => ("9.1", "Do you execute the turncoat heir?"),
            Phase::EnterMinor { .. } => ("6.82", "Where does the heir come into play?"),
            Phase::Starve { .. } => ("7.1", "Which block goes without supply?"),
            Phase::GoHome { side: _, .. } => ("8.3", "Where does this block go home?"),
            Phase::Disband { .. } => ("7.2", "Which exile goes to the pool?"),
            Phase::Over { .. } => ("9.0", "The game is over."),
        }
    }

    /// The block that a phase is about.
    pub fn block(self) -> Option<Block> {
        match self {
            Phase::March { block, .. }
            | Phase::Execute { block, .. }
            | Phase::EnterMinor { block, .. }
            | Phase::GoHome { block, .. } => Some(block),
            _ => None,
        }
    }

    /// The same phase with another block in hand.
    pub fn with_block_in_hand(mut self, other: Block) -> Self {
        if let Phase::March { block, .. } = &mut self {
            *block = other;
        }
        self
    }

    pub fn area(self) -> Option<Area> {
        match self {
            Phase::Muster { area, .. } | Phase::Starve { area, .. } | Phase::Disband { area, .. } => {
                Some(area)
            }
            Phase::March { muster, .. } => muster,
            _ => None,
        }
    }

    /// What the other fields of a state must hold for this phase.
    pub fn check(self, state: &State, tables: &Tables) -> Result<(), Broken> {
        let fail = |message: &str| Err(Broken(format!("phase: {message}")));
        if let Some(block) = self.block()
            && (block.0 as usize) >= tables.blocks.len()
        {
            return fail("no such block");
        }
        if self.area().is_some_and(|area| usize::from(area.0) >= tables.areas.len()) {
            return fail("no such area");
        }
        let in_battle = matches!(
            self,
            Phase::TreasonCard { .. }
                | Phase::BattleTurn { .. }
                | Phase::TakeHits { .. }
                | Phase::Regroup { .. }
        );
        if in_battle != state.battle.is_some() {
            return fail("a battle is fought in the battle phases and in no other");
        }
        let choosing = matches!(
            self,
            Phase::AskRedeal { .. }
                | Phase::AnswerRedeal { .. }
                | Phase::ChooseCard { .. }
                | Phase::GoHome { .. }
                | Phase::Disband { .. }
        );
        if !choosing && state.card.iter().any(Option::is_none) {
            return fail("both cards of the turn must be on the table");
        }
        match self {
            Phase::AskRedeal { .. } | Phase::AnswerRedeal { .. } if state.card != [None; 2] => {
                fail("no card is played before the hands are settled")
            }
            Phase::ChooseCard { side } => {
                let second = side == state.king_side;
                if state.card[side.index()].is_some() || state.card[side.other().index()].is_some() != second
                {
                    return fail("the Pretender chooses his card first, then the King");
                }
                if state.hands[side.index()].is_empty() {
                    return fail("no card is left to play");
                }
                Ok(())
            }
            Phase::March { side, block, at, .. } => {
                if !state.at(at).contains(block) || !state.of(tables, side).contains(block) {
                    return fail("the block in hand is not on the map or not the player's");
                }
                Ok(())
            }
            Phase::ChooseBattle if state.contested().is_empty() => fail("there is no battle to choose"),
            Phase::TreasonCard { .. } | Phase::BattleTurn { .. } | Phase::TakeHits { .. } => {
                let Some(battle) = state.battle else { return Ok(()) };
                if Side::BOTH.iter().any(|&side| state.fighting(tables, &battle, side).is_empty()) {
                    return fail("a battle needs blocks of both sides that are not in reserve");
                }
                self.check_battle_turn(state, tables)
            }
            Phase::Regroup { side } => match state.battle {
                Some(battle) if state.at(battle.area).intersects(state.of(tables, side.other())) => {
                    fail("only the winner of a battle regroups")
                }
                _ => Ok(()),
            },
            Phase::EnterMinor { side, block } => {
                if !state.at(Place::MINOR).contains(block) || !tables.heirs[side.index()].contains(&block) {
                    return fail("the heir who enters must be a minor of that side");
                }
                if ch06_deaths::entry_areas(tables, state, side).is_empty() {
                    return fail("there is no area for the heir to enter");
                }
                Ok(())
            }
            Phase::Execute { side, block } => {
                let turncoat = ch09_victory::turncoats(tables, state, side).contains(block);
                if turncoat { Ok(()) } else { fail("only a turncoat heir can be executed") }
            }
            Phase::Starve { side, area, left } => {
                let here = (state.at(area) & state.of(tables, side)) - state.done;
                if left == 0 || here.len() < usize::from(left) {
                    return fail("there are not enough blocks to starve");
                }
                Ok(())
            }
            Phase::GoHome { side, block } => {
                let here = state.area_of(block);
                let own = state.of(tables, side).contains(block);
                if !own || here.is_none_or(|area| !tables.land.contains(area)) {
                    return fail("only the player's blocks on the map go home");
                }
                if !tables.counted.contains(block) {
                    return fail("only heirs, nobles and churches go home");
                }
                Ok(())
            }
            Phase::Disband { side, area } => {
                let here = state.at(area) & state.of(tables, side);
                if here.len() <= usize::from(tables.area(area).supply) {
                    return fail("there is no surplus in exile");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_battle_turn(self, state: &State, tables: &Tables) -> Result<(), Broken> {
        let fail = |message: &str| Err(Broken(format!("phase: {message}")));
        let Some(battle) = state.battle else { return Ok(()) };
        if !(1..=ch06_battle::ROUNDS).contains(&battle.round) {
            return fail("a battle has rounds 1 to 4");
        }
        let attackers = state.at(battle.area) & state.of(tables, battle.attacker);
        if battle.round == ch06_battle::ROUNDS && attackers.intersects(state.done | state.reserve) {
            return fail("in Round 4 attackers are neither in reserve nor done: they have left");
        }
        match self {
            Phase::BattleTurn { side, letter } => {
                if letter > 3 {
                    return fail("battle letters are A to D");
                }
                let ready = ch06_battle::ready(tables, state, &battle, side, letter);
                if ready.is_empty() {
                    return fail("no block is ready to act at this letter");
                }
                let forced = battle.round == ch06_battle::ROUNDS && side == battle.attacker;
                let exits = ch06_retreat::ways_out(tables, state, &battle, side);
                if forced && ready.into_iter().all(|block| exits.of_block(block).is_empty()) {
                    return fail("no attacker can retreat in the last round");
                }
                Ok(())
            }
            Phase::TakeHits { hits: 0, .. } => fail("there is no hit to take"),
            Phase::TreasonCard { side } => {
                if ch06_treachery::targets(tables, state, &battle, side).is_empty() {
                    return fail("the Treason card has no target here");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Lists what can be done in the phase at hand.
///
/// Here and in [`take`] nothing is done but to go on elsewhere, so that no register need be saved on the way: none of
/// the functions is laid out in this one, and none has more arguments than fit into registers.
pub fn offer(game: &WarsOfTheRoses, state: &State, out: &mut Vec<Action>) {
    match state.phase {
        Phase::AskRedeal { side } => ch05_cards::offer_redeal(game, state, side, out),
        Phase::AnswerRedeal { .. } => ch05_cards::offer_answer(out),
        Phase::ChooseCard { side } => ch01_turn::offer_cards(game, state, side, out),
        Phase::Act { side } => ch05_actions::offer_actions(game, state, side, out),
        Phase::March { .. } => ch05_moves::offer_steps(game, state, out),
        Phase::ChooseMuster { side } => ch05_events::offer_muster_areas(game, state, side, out),
        Phase::Muster { side, area } => ch05_events::offer_muster(game, state, side, area, out),
        Phase::Plague { side } => ch05_events::offer_plague(game, state, side, out),
        Phase::ChooseBattle => ch06_battle::offer_battles(state, out),
        Phase::TreasonCard { side } => ch06_treachery::offer_treason_card(game, state, side, out),
        Phase::BattleTurn { side, letter } => ch06_battle::offer_battle_turn(game, state, side, letter, out),
        Phase::TakeHits { side, .. } => ch06_hits::offer_hits(game, state, side, out),
        Phase::Regroup { side } => ch06_retreat::offer_regroup(game, state, side, out),
        Phase::Execute { block, .. } => ch09_victory::offer_execution(block, out),
        Phase::EnterMinor { side, block } => ch06_deaths::offer_entry(game, state, side, block, out),
        Phase::Starve { side, area, left } => ch07_supply::offer_starve(game, state, side, area, left, out),
        Phase::GoHome { side, block } => ch08_political::offer_home(game, state, side, block, out),
        Phase::Disband { side, area } => ch08_political::offer_disband(game, state, side, area, out),
        Phase::Over { .. } => {}
    }
}

/// Carries out an action in the phase at hand.
pub fn take<C: Chance>(game: &WarsOfTheRoses, state: &mut State, action: Action, chance: &mut C) {
    match (state.phase, action) {
        (Phase::AskRedeal { side }, action) => {
            ch05_cards::take_redeal(game, state, side, action == Action::Redeal, chance);
        }
        (Phase::AnswerRedeal { side }, action) => {
            ch05_cards::take_answer(game, state, side, action == Action::Redeal, chance);
        }
        (Phase::ChooseCard { side }, Action::Play(card)) => {
            ch01_turn::take_card(game, state, side, card, chance)
        }
        (Phase::Act { side }, Action::Pick(block)) => {
            ch05_actions::take_pick(game, state, side, block, chance)
        }
        (Phase::Act { side }, Action::Recruit(block, to)) => {
            ch05_recruit::take_recruit(game, state, side, block, to, chance);
        }
        (Phase::Muster { side, area }, Action::Pick(block)) => {
            ch05_events::take_muster_pick(game, state, side, area, block);
        }
        (Phase::Act { side } | Phase::Muster { side, .. }, _) => {
            ch05_actions::end_actions(game, state, side, chance)
        }
        (Phase::March { side, .. }, Action::Step(to)) => ch05_moves::take_step(game, state, side, to, chance),
        (Phase::March { side, .. }, Action::Sail(to, sea)) => {
            ch05_sea::take_sail(game, state, side, to, sea, chance);
        }
        (Phase::March { side, .. }, _) => ch05_moves::end_march(game, state, side, chance),
        (Phase::ChooseMuster { side }, Action::Muster(area)) => {
            ch05_events::take_muster_area(game, state, side, area, chance);
        }
        (Phase::Plague { side }, Action::Plague(area)) => {
            ch05_events::take_plague(game, state, side, area, chance)
        }
        (Phase::ChooseMuster { side } | Phase::Plague { side }, _) => {
            ch05_actions::end_actions(game, state, side, chance);
        }
        (Phase::ChooseBattle, Action::Fight(area)) => ch06_battle::begin_battle(game, state, area, chance),
        (Phase::TreasonCard { side }, Action::Treason(block)) => {
            ch06_treachery::take_treason_card(game, state, side, block, chance);
        }
        (Phase::TreasonCard { .. }, _) => ch06_battle::begin_round(game, state, 1, chance),
        (Phase::BattleTurn { side, .. }, action) => {
            ch06_battle::take_battle_turn(game, state, side, action, chance)
        }
        (Phase::TakeHits { side, hits }, Action::Hit(block)) => {
            ch06_hits::take_hits(game, state, side, block, hits, chance);
        }
        (Phase::Regroup { side }, action) => ch06_retreat::take_regroup(game, state, side, action, chance),
        (Phase::Execute { side, block }, action) => {
            ch09_victory::take_execution(
                game,
                state,
                side,
                block,
                matches!(action, Action::Execute(_)),
                chance,
            );
        }
        (Phase::EnterMinor { side, .. }, Action::Enter(block, to)) => {
            ch06_deaths::take_entry(game, state, side, block, to, chance);
        }
        (Phase::Starve { .. }, Action::Starve(block)) => {
            ch07_supply::take_starve(game, state, block, chance);
        }
        (Phase::GoHome { side, .. }, action) => ch08_political::take_home(game, state, side, action, chance),
        (Phase::Disband { side, area }, Action::Disband(block)) => {
            ch08_political::take_disband(game, state, side, area, block, chance);
        }
        _ => unreachable!("only legal actions are applied"),
    }
}
