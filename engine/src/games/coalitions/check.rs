//! Invariants of a state, each with a sentence that names it. Loaded states pass here before they are played.

use crate::game::{Broken, Game};

use super::Coalitions;
use super::state::{BattleStage, MoveStage, State, Way};
use super::types::{
    Ask, Decision, Named, POWERS, Power, Status, TARGETS, TERRITORIES, Territory, TerritorySet,
};

type Check = Result<(), Broken>;

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(Broken(message())) }
}

pub fn check(game: &Coalitions, state: &State) -> Check {
    ensure(state.round >= 1 && (1..=6).contains(&state.turn), || "a round has turns 1 to 6".into())?;
    ensure(state.are_relations_settled(), || "the allies kept are out of date".into())?;
    check_cards(game, state)?;
    let mut garrisoned = TerritorySet::EMPTY;
    for power in Power::all() {
        check_power(game, state, power)?;
        ensure(!garrisoned.intersects(state.garrisons[power.i()]), || {
            "a territory holds at most one garrison".into()
        })?;
        garrisoned |= state.garrisons[power.i()];
    }
    ensure(state.fortresses.is_subset(game.tables.passable), || "fortresses stand on the map".into())?;
    ensure(state.fortresses.len() <= usize::from(game.tables.fortresses), || {
        format!("there are {} fortresses", game.tables.fortresses)
    })?;
    ensure(state.napoleon_deck.is_subset(game.tables.napoleon_deck), || "unknown Napoleon card".into())?;
    ensure(usize::from(state.from_place) <= TERRITORIES && state.buying <= 3, || {
        "from_place is at most 64 and buying at most 3".into()
    })?;
    check_movement(game, state)?;
    check_battle(game, state)?;
    check_update(game, state)?;
    check_automa(game, state)?;
    check_decision(game, state)
}

/// Cards are conserved: deck, discards, hands and stacks make the whole deck.
fn check_cards(game: &Coalitions, state: &State) -> Check {
    let mut counts = [0u32; super::types::CARD_KINDS];
    let piles = [&state.deck, &state.discards, &state.battle.drawn];
    for pile in piles.into_iter().chain(&state.hands) {
        for (sum, &count) in counts.iter_mut().zip(pile) {
            *sum += u32::from(count);
        }
    }
    for fighter in state.battle.fighters() {
        for played in fighter.played() {
            counts[usize::from(played.card.0)] += 1;
        }
    }
    for (i, (&count, &total)) in counts.iter().zip(&game.tables.card_totals).enumerate() {
        ensure(count == u32::from(total), || {
            let id = game.tables.cards.get(i).map_or("?", |card| card.id.as_str());
            format!("there are {total} battle cards of value {id} in all, not {count}")
        })?;
    }
    Ok(())
}

fn check_power(game: &Coalitions, state: &State, power: Power) -> Check {
    let tables = &game.tables;
    let info = &tables.powers[power.i()];
    let (id, generals) = (&info.id, state.generals[power.i()]);
    ensure(generals.is_subset(tables.passable), || format!("{id}: generals stand on passable territory"))?;
    ensure(state.garrisons[power.i()].is_subset(tables.passable), || {
        format!("{id}: garrisons stand on passable territory")
    })?;
    ensure(generals.len() <= usize::from(info.generals), || format!("{id} has {} generals", info.generals))?;
    for at in generals {
        ensure(state.troops_at(power, at) <= tables.limits.troops_per_general, || {
            format!("{id}: a general leads at most {} troops", tables.limits.troops_per_general)
        })?;
    }
    let counters = usize::from(state.count_troops(power)) + state.garrisons[power.i()].len();
    ensure(counters <= usize::from(info.troop_counters), || {
        format!("{id} has {} troop counters, not {counters}", info.troop_counters)
    })?;
    ensure(state.morale[power.i()] <= tables.limits.morale_max, || format!("{id}: morale is at most 15"))?;
    ensure(state.money[power.i()] <= 20_000, || format!("{id}: money is at most 20000"))?;
    let hand: u32 = state.hands[power.i()].iter().map(|&count| u32::from(count)).sum();
    ensure(hand <= 200, || format!("{id}: too many cards in hand"))?;
    match state.named[power.i()] {
        Named::At(at) => {
            ensure(generals.contains(at), || {
                format!("{id}: the named general stands with one of its generals")
            })?;
        }
        Named::OffMap => ensure(state.count_off_map(tables, power) > 0, || {
            format!("{id}: the named general is off the map, but all its generals are on it")
        })?,
        Named::Unnamed => {}
    }
    ensure(state.bids[power.i()].is_none_or(|bid| bid <= state.morale[power.i()]), || {
        format!("{id}: a bid is at most the morale")
    })?;
    ensure(state.choices[power.i()].is_none_or(|choice| Some(choice) != state.expelled[power.i()]), || {
        format!("{id}: an expelled power chooses another status")
    })?;
    check_control(game, state, power)
}

fn check_control(game: &Coalitions, state: &State, power: Power) -> Check {
    let id = &game.tables.powers[power.i()].id;
    let controller = state.controller[power.i()];
    let right = if game.is_automa(power) {
        controller.is_none()
    } else if game.is_major(power) {
        controller == Some(power)
    } else {
        controller.is_none_or(|major| game.is_major(major))
    };
    ensure(right, || format!("{id}: a player's power is its own controller, a minor's is a player's power"))?;
    let status = state.status[power.i()];
    match power {
        Power::Britain => ensure(status == Status::British, || "Britain leads the British Coalition".into())?,
        Power::France => ensure(status == Status::French, || "France leads the French Coalition".into())?,
        _ if game.is_lempereur() => {
            ensure(status == Status::British, || format!("{id} is in the Grand Coalition"))?;
        }
        _ => {}
    }
    // Between the reveal and the end of the dismissals minor powers still have their old status.
    let revealing = state.update != super::state::Update::IDLE && !state.update.active;
    match controller {
        Some(major) if !revealing => ensure(status == state.status[major.i()], || {
            format!("{id}: a controlled minor power has its controller's status")
        }),
        _ => Ok(()),
    }
}

fn on_map(game: &Coalitions, place: Option<Territory>) -> bool {
    place.is_none_or(|at| game.tables.passable.contains(at))
}

fn check_movement(game: &Coalitions, state: &State) -> Check {
    let movement = &state.movement;
    if !movement.active {
        return Ok(());
    }
    let mover = movement.mover;
    let limits = &game.tables.limits;
    ensure((1..=limits.movement_turns_max).contains(&movement.turn), || {
        "movement: the turn is 1 to the last movement turn".into()
    })?;
    ensure(movement.steps <= limits.strategic_move_max, || "movement: too many steps".into())?;
    let places = [movement.at, movement.through, movement.target];
    ensure(places.into_iter().all(|place| on_map(game, place)), || "movement: places on the map".into())?;
    ensure(movement.at.is_none_or(|at| state.has_general(mover, at)), || {
        "movement: the general on the move stands where it says".into()
    })?;
    let stepping = matches!(movement.stage, MoveStage::Consent | MoveStage::Depart);
    ensure(!stepping || (movement.at.is_some() && movement.target.is_some()), || {
        "movement: a step leads from a general's place to another".into()
    })?;
    let last = movement.way != Way::Land || movement.steps + 1 >= limits.strategic_move_max;
    let held = movement.target.is_some_and(|to| state.has_general(mover, to));
    ensure(!stepping || !held || (!last && movement.target != movement.at), || {
        "movement: the target is free of the mover's generals, or is passed through".into()
    })?;
    let passing = stepping || movement.stage == MoveStage::Onward;
    let passes = |at: Territory| passing && movement.at != Some(at) && state.has_general(mover, at);
    ensure(movement.through.is_none_or(passes), || {
        "movement: a general passes through where another of the mover's stands".into()
    })?;
    ensure(movement.stage != MoveStage::Onward || movement.at.is_some(), || {
        "movement: a general is on the move".into()
    })?;
    ensure(!game.is_automa(mover) && state.controller[mover.i()].is_some(), || {
        "movement: the mover is a power that somebody plays".into()
    })
}

fn check_battle(game: &Coalitions, state: &State) -> Check {
    let battle = &state.battle;
    if !battle.active {
        return Ok(());
    }
    ensure(state.movement.active || state.automa.active, || "a battle belongs to a move".into())?;
    ensure(game.tables.passable.contains(battle.at), || "battle: on the map".into())?;
    ensure(battle.next <= battle.count && usize::from(battle.asked_power) <= POWERS, || {
        "battle: next and asked_power are in range".into()
    })?;
    ensure(!battle.defenders.contains(battle.attacker), || "battle: nobody fights himself".into())?;
    ensure(usize::from(battle.asked_place) <= TERRITORIES, || "battle: asked_place is at most 64".into())?;
    for fighter in battle.fighters() {
        let id = &game.tables.powers[fighter.power.i()].id;
        ensure(game.tables.passable.contains(fighter.at), || {
            format!("battle: {id}'s general is on the map")
        })?;
        ensure(fighter.troops <= game.tables.limits.troops_per_general, || {
            format!("battle: troops of {id}")
        })?;
        let most = fighter.troops + POWERS as u8;
        ensure(fighter.allowance <= most.min(super::state::STACK as u8), || {
            format!("battle: allowance of {id}")
        })?;
        ensure(fighter.count <= fighter.allowance, || format!("battle: {id} has played too many cards"))?;
        let over = battle.stage == BattleStage::Garrison || battle.stage == BattleStage::Defeat;
        ensure(over || state.has_general(fighter.power, fighter.at), || {
            format!("battle: {id}'s general stands where he fights from")
        })?;
        ensure(!fighter.direct || fighter.at == battle.at, || {
            format!("battle: {id} fights in the territory")
        })?;
    }
    let early = matches!(battle.stage, BattleStage::Withdrawal | BattleStage::Draw);
    ensure(!early || state.has_general(battle.attacker, battle.at), || "battle: the attacker is there".into())
}

fn check_update(game: &Coalitions, state: &State) -> Check {
    let update = &state.update;
    ensure(on_map(game, update.place), || "update: place on the map".into())?;
    ensure(
        usize::from(update.next_power) <= POWERS && usize::from(update.next_place) <= TERRITORIES,
        || "update: next_power and next_place are in range".into(),
    )?;
    ensure(update.place.is_some() || update.leaving.is_empty(), || {
        "update: who leaves, leaves a place".into()
    })
}

fn check_automa(game: &Coalitions, state: &State) -> Check {
    let automa = &state.automa;
    ensure(!automa.active || game.is_lempereur(), || "an automa plays only in L'Empereur".into())?;
    ensure(usize::from(automa.next) <= TARGETS, || "automa: next is in range".into())?;
    ensure(automa.targets.iter().all(|&target| on_map(game, target)), || {
        "automa: targets on the map".into()
    })?;
    ensure(automa.placed.is_subset(game.tables.passable), || "automa: placed generals on the map".into())
}

/// The question fits the rest of the state, and has an answer.
fn check_decision(game: &Coalitions, state: &State) -> Check {
    let Some(decision) = state.decision else {
        return ensure(state.end.is_some(), || "a game that goes on waits for a decision".into());
    };
    ensure(state.end.is_none(), || "a game that is over waits for no decision".into())?;
    let Decision { ask, power, about, place } = decision;
    let name = serde_json::to_value(ask).map_or(String::new(), |value| value.to_string());
    let fits = |holds: bool, what: &str| ensure(holds, || format!("decision {name}: {what}"));
    fits(on_map(game, place), "the place is on the map")?;
    let here = |power: Power| place.is_some_and(|at| state.has_general(power, at));
    match ask {
        Ask::Expel | Ask::Dismiss | Ask::SubsidyAmount | Ask::Bid => fits(about.is_some(), "about whom?")?,
        Ask::Leave => fits(
            state.update.active && about.is_some_and(|guest| state.update.leaving.contains(guest)),
            "a guest waits for leave",
        )?,
        Ask::Reassign => fits(state.update.active, "a board update is in hand")?,
        Ask::Evacuate => fits(state.update.active && here(power), "a general must leave the place")?,
        Ask::Retreat | Ask::AutomaRetreat | Ask::Defeated => {
            fits(state.battle.active && here(power), "a general of the battle is there")?;
            fits(place == Some(state.battle.at), "the place is the battle's")?;
        }
        Ask::SubsidyAnswer => fits(
            u16::from(state.offer) <= state.money[Power::Britain.i()] && power != Power::Britain,
            "Britain has the money it offers",
        )?,
        Ask::Arbiter | Ask::Disband | Ask::Move | Ask::BattleOrder | Ask::Request => {
            fits(state.movement.active && state.movement.mover == power, "the mover decides")?;
        }
        Ask::Consent => {
            fits(state.movement.active && state.movement.stage == MoveStage::Consent, "a move waits")?
        }
        Ask::LeaveGarrison => fits(
            state.movement.active
                && state.movement.stage == MoveStage::Depart
                && state.movement.reached() == place
                && state.troops_of(power, state.movement.at) > 0,
            "a general with troops leaves the place",
        )?,
        Ask::WinGarrison => {
            fits(state.battle.active && state.troops_of(power, place) > 0, "a winner with troops is there")?;
            fits(place.is_some_and(|at| !state.garrisoned().contains(at)), "no garrison is there")?;
        }
        Ask::Onward => fits(
            state.movement.active
                && state.movement.reached() == place
                && state.movement.stage == MoveStage::Onward,
            "a general is on the move there",
        )?,
        Ask::ArbiterAnswer => fits(
            state.movement.active
                && state.movement.arbiter == Some(power)
                && state.movement.turn < game.tables.limits.movement_turns_max,
            "the arbiter decides on a further turn",
        )?,
        Ask::Withdraw => {
            fits(state.battle.active && power == Power::Russia && here(power), "Kutuzov is attacked")?;
            fits(place == Some(state.battle.at), "the place is the battle's")?;
        }
        Ask::Support => fits(state.battle.active && here(power), "a general may support the battle")?,
        Ask::Cards => {
            let fighter = state.battle.fighters().get(usize::from(state.battle.next));
            let turn = fighter.is_some_and(|one| one.power == power && one.count < one.allowance);
            fits(state.battle.active && turn, "it is a general's turn to play")?;
        }
        Ask::Reveal => fits(
            state.battle.active && (1..=state.battle.count).contains(&state.battle.next),
            "a card was played face up",
        )?,
        Ask::TakeGeneral | Ask::AutomaTroops | Ask::WeakestPower => {
            fits(state.automa.active, "the automa is at work")?;
        }
        _ => {}
    }
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    fits(!legal.is_empty(), "nobody could answer it")
}
