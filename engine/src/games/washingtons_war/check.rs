//! The invariants of a state: used on loaded states, and after every action in tests.

use super::WashingtonsWar;
use super::effect::Op;
use super::phase::{self, DEPTH, Phase, Share};
use super::state::{Activation, Battle, State};
use super::types::{Cards, France, General, Post, Side, Space, Spaces, Station};
use crate::game::Broken;
use crate::set::Index;

pub fn check(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    check_map(game, state)?;
    check_generals(game, state)?;
    check_cards(game, state)?;
    check_tracks(game, state)?;
    check_phases(game, state)?;
    let mut legal = Vec::new();
    super::rules::offer(game, state, &mut legal);
    ensure(state.is_over() == legal.is_empty(), || "the player to decide has something to choose from".into())
}

fn ensure(holds: bool, invariant: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(invariant())) }
}

/// Spaces in which both sides may have pieces for a moment: that of a move; anywhere once the game has ended amid one.
fn contested(game: &WashingtonsWar, state: &State) -> Spaces {
    if state.is_over() {
        game.tables.all_spaces
    } else if state.activation != Activation::NONE {
        Spaces::single(state.activation.at)
    } else {
        Spaces::EMPTY
    }
}

fn check_map(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let tables = &game.tables;
    let name = |space: Space| tables.space_id(space).to_string();
    ensure(state.marked().is_subset(tables.all_spaces), || "markers lie in spaces of the map".into())?;
    if let Some(space) = (state.markers[0] & state.markers[1]).first() {
        return Err(Broken(format!("{} has a marker of both sides; one at most", name(space))));
    }
    let (british, american) = (state.occupied(Side::British), state.occupied(Side::American));
    ensure((british | american).is_subset(tables.all_spaces), || "CUs are in spaces of the map".into())?;
    let shared = (british & american) - contested(game, state);
    if let Some(space) = shared.first() {
        return Err(Broken(format!("{} holds CUs of both sides outside a battle", name(space))));
    }
    for (what, counts) in [("British", state.british), ("American", state.american)] {
        let total: u32 = counts.values().iter().map(|&count| u32::from(count)).sum();
        ensure(total <= 120, || format!("at most 120 {what} CUs are in play, not {total}"))?;
    }
    let french = state.french.as_slice().len() + usize::from(state.french_box);
    ensure(french <= usize::from(tables.params.french_cu), || {
        format!("there are {} French CUs, not {french}", tables.params.french_cu)
    })?;
    let landed = !state.french.as_slice().is_empty();
    ensure(!landed || state.france != France::Neutral, || "the French come with the alliance".into())?;
    ensure(state.fresh.is_subset(tables.all_spaces), || "fresh markers lie on the map".into())
}

fn check_generals(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let tables = &game.tables;
    let mut seen = [Spaces::EMPTY; 2];
    let excess = state.stack.as_slice().iter().find_map(|phase| match phase {
        Phase::ExcessGeneral { space, .. } => Some(*space),
        _ => None,
    });
    for general in tables.all_generals() {
        let info = tables.general(general);
        if tables.washington == Some(general) {
            let stays = matches!(state.posts[general].station(), Station::Map(_) | Station::Removed);
            ensure(stays, || "Washington is on the map or out of the game".into())?;
        }
        let Some(space) = state.posts[general].space() else { continue };
        ensure(tables.all_spaces.contains(space), || format!("{} is on the map", info.id))?;
        let side = tables.side_of(general);
        let here = &mut seen[side.index()];
        let passing = contested(game, state).contains(space) || excess == Some(space);
        ensure(!here.contains(space) || passing, || {
            format!("{} has two Generals of one side", tables.space_id(space))
        })?;
        here.insert(space);
        ensure(state.cu(side.enemy(), space) == 0 || contested(game, state).contains(space), || {
            format!("{} is in a space with enemy CUs outside a battle", info.id)
        })?;
        if tables.french_general == Some(general) {
            let there = state.france != France::Neutral;
            ensure(there, || format!("{} comes with the alliance", info.id))?;
        }
    }
    ensure(state.posts.agree(tables), || "the sets of Generals say where the Generals are".into())?;
    for slot in (tables.generals.len()..super::types::MOST_GENERALS).map(General::from_index) {
        ensure(state.posts[slot] == Post::REMOVED, || "unused places for Generals are empty".into())?;
    }
    let both = (seen[0] & seen[1]) - contested(game, state);
    ensure(both.is_empty(), || "Generals of both sides do not share a space".into())
}

fn check_cards(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let tables = &game.tables;
    let piles = [
        state.hands[0],
        state.hands[1],
        state.deck,
        state.discards,
        state.out,
        state.boxed,
        state.queues[0],
        state.queues[1],
        state.war_ends.map_or(Cards::EMPTY, Cards::single),
    ];
    let mut all = Cards::EMPTY;
    for pile in piles {
        if let Some(card) = (all & pile).first() {
            let id = if tables.all_cards.contains(card) { tables.card_id(card) } else { "a card" };
            return Err(Broken(format!("{id} is in two places; a card is in one")));
        }
        all |= pile;
    }
    if let Some(card) = (tables.all_cards - all).first() {
        return Err(Broken(format!(
            "{} is nowhere; put it in a pile, such as removed",
            tables.card_id(card)
        )));
    }
    ensure(all == tables.all_cards, || "only cards of the deck are in play".into())?;
    for card in state.out {
        let info = tables.card(card);
        let later = info.set_aside_until.is_some_and(|year| year > state.year);
        ensure(later || info.remove_after_event, || format!("{} is never removed from the game", info.id))?;
    }
    let ops = state.boxed | state.queues[0] | state.queues[1];
    ensure(ops.is_subset(tables.ops_cards), || "boxes and queues hold OPS cards only".into())?;
    let queued = state.queues.iter().all(|queue| queue.len() <= 40);
    ensure(queued, || "a queue holds at most 40 cards".into())?;
    ensure(state.open.is_subset(state.hands[0] | state.hands[1]), || "known cards are in a hand".into())?;
    ensure(state.war_ends.is_none_or(|card| tables.card(card).war_ends.is_some()), || {
        "the War Ends box holds a War Ends card".into()
    })
}

fn check_tracks(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let tables = &game.tables;
    let params = &tables.params;
    ensure((params.first_year..=params.last_year).contains(&state.year), || {
        format!("the year is between {} and {}", params.first_year, params.last_year)
    })?;
    ensure(state.alliance <= params.alliance_trigger, || {
        format!("the alliance marker stands at {} or less", params.alliance_trigger)
    })?;
    ensure(state.navy.is_none() || state.france != France::Neutral, || {
        "the French Navy comes with the alliance".into()
    })?;
    ensure(state.navy.is_none_or(|zone| usize::from(zone.0) < tables.zones.len()), || {
        "the French Navy is in a Blockade Zone".into()
    })?;
    ensure(state.congress.is_none_or(|space| tables.thirteen.contains(space)), || {
        "Congress meets in the thirteen colonies".into()
    })?;
    let alone = state
        .congress
        .is_none_or(|space| state.british[space] == 0 || contested(game, state).contains(space));
    ensure(alone, || "Congress and British CUs do not share a space outside a battle".into())?;
    ensure(state.british_box <= 120, || "at most 120 British CUs wait in their box".into())?;
    ensure(state.owed.iter().all(|&owed| owed <= 20), || "at most 20 replacement cards are owed".into())?;
    ensure(!state.cu_changed, || "automatic victory has been looked for".into())?;
    let over = state.stack.base() == Phase::Over;
    ensure(over == state.is_over(), || "a finished game has an ending".into())
}

/// The order in which phases can lie upon each other.
fn rank(phase: Phase) -> u8 {
    match phase {
        phase if phase.is_base() => 0,
        Phase::Effect(_)
        | Phase::PcActions { .. }
        | Phase::DiscardAction
        | Phase::ReinforceSpace { .. }
        | Phase::ReinforceCount { .. }
        | Phase::ReinforceGeneral { .. }
        | Phase::ChooseGeneral { .. } => 1,
        Phase::Moving => 2,
        Phase::NavyZone | Phase::FrenchArrival | Phase::ExcessGeneral { .. } | Phase::FrenchShare { .. } => 4,
        _ => 3,
    }
}

fn check_phases(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let phases = state.stack.as_slice();
    ensure(phases.len() < DEPTH, || format!("fewer than {DEPTH} phases lie upon each other"))?;
    ensure(rank(phases[0]) == 0, || "the lowest phase is a step of the turn".into())?;
    let mut moving = false;
    for pair in phases.windows(2) {
        let (below, above) = (rank(pair[0]), rank(pair[1]));
        // An effect interrupts anything: Washington's capture, a battle card.
        let effect = matches!(pair[1], Phase::Effect(_));
        ensure(above > 0 && (above >= below || effect), || "phases lie in the order of play".into())?;
        ensure(above != 2 || (!moving && below <= 1), || "one General moves at a time".into())?;
        ensure(above != 3 || below == 2, || "a battle belongs to a movement".into())?;
        moving |= above == 2;
    }
    for &phase in phases {
        check_phase(game, state, phase, moving)?;
    }
    let top = state.stack.top();
    let asks = phase::decider(&game.tables, state).is_some();
    ensure(asks || top == Phase::Over, || "the uppermost phase asks a question".into())?;
    if moving { check_activation(game, state) } else { check_idle(state, top) }
}

fn check_idle(state: &State, top: Phase) -> Result<(), Broken> {
    ensure(state.activation == Activation::NONE, || "nobody is activated outside a movement".into())?;
    ensure(state.battle == Battle::NONE, || "no battle is fought outside a movement".into())?;
    if let Phase::FrenchShare { share, .. } = top {
        ensure(share == Share::WinterLoss, || "French CUs are chosen in battle or winter".into())?;
    }
    Ok(())
}

fn check_phase(game: &WashingtonsWar, state: &State, phase: Phase, moving: bool) -> Result<(), Broken> {
    let tables = &game.tables;
    let on_map =
        |space: Space| ensure(tables.all_spaces.contains(space), || "phases name spaces of the map".into());
    match phase {
        Phase::Effect(frame) => {
            let op = tables.program.get(usize::from(frame.at));
            ensure(op.is_some(), || "an effect is at a step of its program".into())?;
            ensure(usize::from(frame.from) <= tables.spaces.len(), || {
                "an effect goes through the map".into()
            })?;
            let top = state.stack.top() == phase;
            let counted = matches!(
                op,
                Some(
                    Op::PlacePc(_)
                        | Op::RemovePc(_)
                        | Op::FlipPc(_)
                        | Op::RemoveCu(_)
                        | Op::PlacePcEachColony(_)
                        | Op::Activate { .. }
                )
            );
            ensure(!top || !counted || frame.left > 0, || "an effect that asks has something left".into())?;
            ensure(!top || counted || matches!(op, Some(Op::Choose(_))), || {
                "an effect that waits asks".into()
            })?;
            let activates = matches!(op, Some(Op::Activate { .. }));
            ensure(!activates || (frame.left <= 3 && frame.side == state.active), || {
                "a campaign activates up to three Generals of the active player".into()
            })?;
            let inside = state.stack.as_slice()[1..].first() == Some(&phase);
            ensure(!activates || inside, || "a campaign is not an interruption".into())
        }
        Phase::Exchange(card) => {
            ensure(
                state.discards.contains(card) || state.hands.iter().any(|hand| hand.contains(card)),
                || "the event to exchange lies in the discard pile".into(),
            )?;
            ensure(state.discards.contains(card), || "the event to exchange was discarded".into())
        }
        Phase::PcActions { left, .. } => {
            ensure((1..=3).contains(&left), || "an OPS card is worth 1 to 3".into())
        }
        Phase::ReinforceSpace { value } | Phase::ChooseGeneral { value } => {
            ensure(value >= 1, || "an OPS card is worth something".into())
        }
        Phase::ReinforceCount { port: space } | Phase::ReinforceGeneral { space } => on_map(space),
        Phase::ExcessGeneral { space, .. } => on_map(space),
        Phase::FrenchShare { share, count, space } => {
            on_map(space)?;
            ensure(count <= state.cu(Side::American, space), || {
                "French CUs are chosen among those present".into()
            })?;
            let in_battle = share != Share::WinterLoss;
            ensure(in_battle == moving, || "French CUs are chosen in battle or winter".into())?;
            if let Share::Interception(general) = share {
                ensure(usize::from(general.0) < tables.generals.len(), || "a General intercepts".into())?;
                ensure(state.posts[general] == Post::at(space), || "the interceptor is with his CUs".into())?;
            }
            Ok(())
        }
        Phase::Winter { from, .. } => {
            ensure(usize::from(from) <= tables.spaces.len(), || "winter goes through the map".into())
        }
        _ => Ok(()),
    }
}

fn check_activation(game: &WashingtonsWar, state: &State) -> Result<(), Broken> {
    let activation = &state.activation;
    let tables = &game.tables;
    ensure(usize::from(activation.general.0) < tables.generals.len(), || "a General is activated".into())?;
    ensure(tables.side_of(activation.general) == state.active, || {
        "the active player's General moves".into()
    })?;
    for space in [activation.at, activation.previous, state.battle.space, state.battle.from] {
        ensure(tables.all_spaces.contains(space), || "the Army moves on the map".into())?;
    }
    ensure(activation.cu() <= tables.params.max_cu, || {
        format!("a General takes at most {} CUs", tables.params.max_cu)
    })?;
    ensure(activation.spent <= 16 && activation.limit <= 8 && activation.battle_limit <= 8, || {
        "a move has at most 8 spaces".into()
    })?;
    let fights = state.stack.as_slice().iter().any(|phase| rank(*phase) == 3);
    if state.stack.top() == Phase::Moving {
        let here = state.posts[activation.general] == Post::at(activation.at);
        ensure(here, || "the activated General is with his Army".into())?;
        let own = match state.active {
            Side::British => state.british[activation.at],
            Side::American => state.american[activation.at],
        };
        let french = if state.active == Side::American { state.french.at(activation.at) } else { 0 };
        ensure(activation.carried <= own && activation.carried_french <= french, || {
            "a General carries CUs that are with him".into()
        })?;
        ensure(state.cu(state.active.enemy(), activation.at) == 0, || {
            "movement ends where enemy CUs are".into()
        })?;
        ensure(!activation.must_stop, || "an Army that must stop does not move on".into())?;
    }
    let battle = &state.battle;
    if fights && *battle != Battle::NONE && battle.cu != [0, 0] {
        ensure(battle.cu.iter().all(|&cu| cu <= 120), || "armies have at most 120 CUs".into())?;
        let faces = battle.rolls.iter().all(|&roll| (1..=6).contains(&roll));
        ensure(faces, || "battle dice show 1 to 6".into())?;
    }
    Ok(())
}
