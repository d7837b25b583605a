//! Chapter 12: the French Alliance, the French forces and the French Navy.

use super::super::WashingtonsWar;
use super::super::action::Action;
use super::super::phase::{Phase, Share};
use super::super::state::State;
use super::super::types::{France, Nation, Post, Side, Space, Spaces, Zone};
use super::{ch07_interception, ch07_movement};
use crate::chance::Chance;
use crate::event::Event;

/// Moves the alliance marker, never below its start, until it reaches the last space. [WW 12.1]
pub(crate) fn move_marker<C: Chance>(game: &WashingtonsWar, state: &mut State, by: i8, chance: &mut C) {
    let trigger = game.tables.params.alliance_trigger;
    if state.france != France::Neutral || state.alliance >= trigger {
        return;
    }
    state.alliance = state.alliance.saturating_add_signed(by).min(trigger);
    chance.note(|| {
        Event::new("alliance", "12.1", format!("The French Alliance marker stands at {}.", state.alliance))
            .with("alliance", state.alliance)
    });
}

/// The British Regulars' advantage ends for good. [WW 9.41]
pub(crate) fn lose_regulars<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) {
    if state.british_regulars {
        state.british_regulars = false;
        chance.note(|| Event::new("regulars", "9.41", "The British Regulars' advantage is lost."));
        move_marker(game, state, game.tables.params.alliance_regulars, chance);
    }
}

/// Once a card is resolved, France enters if the marker stands on the last space. [WW 12.2]
pub(crate) fn sign_alliance<C: Chance>(game: &WashingtonsWar, state: &mut State, chance: &mut C) -> bool {
    if state.france != France::Neutral || state.alliance < game.tables.params.alliance_trigger {
        return false;
    }
    state.france = France::Allied;
    state.reshuffle_due = true;
    chance.note(|| Event::new("alliance", "12.2", "France enters the war."));
    if state.french_box > 0 && !french_ports(game, state).is_empty() {
        state.stack.push(Phase::FrenchArrival);
    }
    if !game.tables.zones.is_empty() {
        state.stack.push(Phase::NavyZone);
    }
    true
}

/// Ports without British CU or marker. [WW 12.2]
pub(crate) fn french_ports(game: &WashingtonsWar, state: &State) -> Spaces {
    game.tables.ports - state.markers[Side::British.index()] - state.occupied(Side::British)
}

#[inline(never)]
pub(crate) fn offer_arrival(game: &WashingtonsWar, state: &State, out: &mut Vec<Action>) {
    out.extend(french_ports(game, state).into_iter().map(Action::FrenchAt));
}

pub(crate) fn take_arrival<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    action: Action,
    chance: &mut C,
) {
    if let Action::FrenchAt(port) = action {
        state.stack.pop();
        land_french(game, state, port, chance);
    }
}

/// All French forces land together; of two Generals one goes to the box. [WW 12.2]
pub(crate) fn land_french<C: Chance>(game: &WashingtonsWar, state: &mut State, port: Space, chance: &mut C) {
    state.add_cu(Nation::French, port, state.french_box);
    state.french_box = 0;
    chance.note(|| {
        let text = format!("The French land in {}.", game.tables.space_name(port));
        Event::new("french", "12.2", text).with("space", game.tables.space_id(port))
    });
    if let Some(general) = game.tables.french_general
        && state.posts[general] == Post::REINFORCEMENTS
    {
        state.posts.set(&game.tables, general, Post::at(port));
        ch07_movement::settle_generals(game, state, Side::American, port, chance);
    }
    ch07_movement::take_space(game, state, Side::American, port, chance);
}

/// The French Navy sails once France is in the war. [WW 5.5]
pub(crate) fn start_naval_phase(state: &mut State) {
    state.stack.replace(Phase::Congress);
    if state.france != France::Neutral {
        state.stack.push(Phase::NavyZone);
    }
}

/// Any Blockade Zone, the present one included. [WW 12.3]
#[inline(never)]
pub(crate) fn offer_zones(game: &WashingtonsWar, out: &mut Vec<Action>) {
    out.extend((0..game.tables.zones.len() as u8).map(|zone| Action::Navy(Zone(zone))));
}

pub(crate) fn take_zone<C: Chance>(game: &WashingtonsWar, state: &mut State, action: Action, chance: &mut C) {
    if let Action::Navy(zone) = action {
        state.stack.pop();
        state.navy = Some(zone);
        chance.note(|| {
            let info = &game.tables.zones[usize::from(zone.0)];
            Event::new("navy", "12.3", format!("The French Navy blockades {}.", info.name))
                .with("zone", info.id.as_str())
        });
    }
}

/// The fewest and the most French among `count` CUs of a space. [WW 11.3]
pub(crate) fn share_range(state: &State, space: Space, count: u8) -> (u8, u8) {
    let (american, french) = (state.american[space], state.french.at(space));
    (count.saturating_sub(american).min(french), french.min(count))
}

#[inline(never)]
pub(crate) fn offer_share(state: &State, space: Space, count: u8, out: &mut Vec<Action>) {
    let (low, high) = share_range(state, space, count);
    out.extend((low..=high).map(Action::French));
}

/// The American player chooses which CUs of a mixed stack are meant. [WW 11.3]
pub(crate) fn take_share<C: Chance>(
    game: &WashingtonsWar,
    state: &mut State,
    share: Share,
    count: u8,
    space: Space,
    action: Action,
    chance: &mut C,
) {
    let Action::French(french) = action else { return };
    state.stack.pop();
    match share {
        Share::Interception(general) => {
            ch07_interception::intercept(game, state, general, count - french, french, chance);
        }
        Share::RetreatBeforeBattle => state.battle.share = french,
        Share::BattleLoss | Share::WinterLoss => {
            state.remove_cu(Nation::American, space, count - french);
            state.remove_cu(Nation::French, space, french);
        }
    }
}
