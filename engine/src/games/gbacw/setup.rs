//! Setting a scenario up, and the variants on offer.

use super::Gbacw;
use super::field::refresh;
use super::phase::{Phase, Segment};
use super::scenario::Options;
use super::state::{AttachedTo, Place, Standing, State, Status, Work};
use super::types::{AssignedOrder, Direction, MAX_HEXES, OrderKind};
use crate::set::Index;
use crate::setup::{Chosen, Variant};

/// The switchable rules; a scenario's own defaults override these.
pub fn variants() -> Vec<Variant> {
    vec![
        Variant::switch("fatigue", false, "17.0", "Brigades tire of acting and of shock."),
        Variant::switch("ammo_depletion", false, "10.9", "Small arms run low on ammunition."),
        Variant::switch(
            "combined_small_arms",
            false,
            "10.82",
            "Active units of one hex fire as one at one target.",
        ),
        Variant::switch("crest_los", false, "10.24", "Crests hide what lies close below them."),
        Variant::choice(
            "artillery_near_enemy",
            &["1", "2"],
            "1",
            "9.55",
            "Guns keep their distance (1) or take risks (2).",
        ),
        Variant::switch("mixed_facing_in_hex", false, "7.11", "Units of one hex may face different ways."),
        Variant::switch("random_events", false, "5.31", "A random event marker lies in the pool."),
    ]
}

pub fn options(chosen: &Chosen) -> Options {
    Options {
        fatigue: chosen.is_on("fatigue"),
        ammo_depletion: chosen.is_on("ammo_depletion"),
        combined_small_arms: chosen.is_on("combined_small_arms"),
        crest_los: chosen.is_on("crest_los"),
        artillery_near_enemy: if chosen.value("artillery_near_enemy") == "2" { 2 } else { 1 },
        random_events: chosen.is_on("random_events"),
        mixed_facing_in_hex: chosen.is_on("mixed_facing_in_hex"),
    }
}

/// The position before the first turn. [GB 6.17, 17.21]
pub fn initial(game: &Gbacw) -> State {
    let mut state = State::new();
    let oob = &game.scenario.oob;
    for formation in game.formations() {
        let record = oob.formation(formation);
        let own = &mut state.formations[formation];
        own.order = record.orders.and_then(AssignedOrder::fixed).unwrap_or(OrderKind::Advance);
        own.fatigue = record.fatigue;
        own.standing.set(Standing::RESERVE, record.reserve);
    }
    for leader in game.leaders() {
        let record = oob.leader(leader);
        let counter = &mut state.leaders[leader];
        counter.place = if record.hex.is_some() { Place::Map } else { Place::Waiting };
        counter.hex = record.hex.unwrap_or(super::types::Hex(0));
    }
    let mut levels = [0u8; MAX_HEXES];
    for unit in game.units() {
        let record = oob.unit(unit);
        let piece = &mut state.units[unit];
        piece.place = if record.hex.is_some() { Place::Map } else { Place::Waiting };
        piece.order = game.scenario.starting_order(unit);
        let kind = super::rules::ch07_facing::facings(piece.order);
        piece.facing = record.facing.unwrap_or(kind[0]);
        if record.sections.is_empty() {
            piece.sp[0] = record.sp;
        }
        for (guns, section) in piece.sp.iter_mut().zip(&record.sections) {
            *guns = section.guns;
        }
        piece.status.set(Status::MOUNTED, record.mounted);
        piece.status.set(Status::DISORDERED, record.disordered);
        piece.attached = oob.formation(record.formation).attached_to.map(AttachedTo::new);
        if let Some(hex) = record.hex {
            piece.hex = hex;
            piece.level = levels[hex.index()];
            levels[hex.index()] += 1;
            set_markers(game, &mut state, unit);
        }
    }
    for hex in game.scenario.map.grid.hexes() {
        refresh(game, &mut state, hex);
    }
    for work in &game.scenario.map.works {
        state.works.add(Work { hex: work.hex, facing: work.facing, turns: 0, builder: None });
    }
    for value in &game.scenario.victory.locations {
        state.control[value.location.index()] = value.holder;
    }
    state.push(Phase::Sequence(Segment::Initiative));
    state
}

/// Extension markers as the scenario lists them. [GB 8.41, 8.5]
fn set_markers(game: &Gbacw, state: &mut State, unit: super::types::Unit) {
    let record = game.scenario.oob.unit(unit);
    let grid = &game.scenario.map.grid;
    let piece = &mut state.units[unit];
    let code = |direction: Direction| direction.index() as u8 + 1;
    let is_column = piece.order == OrderKind::March;
    let mut before = piece.hex;
    for (place, &hex) in record.extended.iter().enumerate() {
        let from = if is_column { before } else { piece.hex };
        let Some(direction) = grid.direction(from, hex) else { continue };
        if is_column {
            piece.extension[place] = code(direction);
        } else {
            let left = super::grid::direction_in_arc(
                piece.facing,
                super::types::Refusal::None,
                super::types::Arc::Flank,
            )
            .nth(1);
            piece.extension[usize::from(left != Some(direction))] = code(direction);
        }
        before = hex;
    }
    piece.status.set(Status::COLUMN, is_column && piece.extension != [0, 0]);
}
