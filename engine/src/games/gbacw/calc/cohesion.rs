//! Cohesion: checks, losses, collapse, second disorder, leader loss, rally, stragglers. [GB 2.6, 12, 13.4, 13.5, 16.2]

use crate::games::gbacw::tables::Tables;
use crate::games::gbacw::types::{Modifiers, total};

/// A cohesion check. [GB 2.6]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckInput {
    /// Of the side of the counter that is up.
    pub cohesion: u8,
    /// What the occasion adds: `d+2`, terrain, distance.
    pub occasion: i8,
    /// Stars of all own-chain leaders stacked with the unit. [GB 11.73]
    pub leader_stars: u8,
    /// Modifier of the brigade's fatigue, none for guns. [GB 17.31]
    pub fatigue: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    pub modifiers: Modifiers,
    pub modified: i8,
    pub passed: bool,
}

/// A check with its die: passed at or below the cohesion; no natural success or failure. [GB 2.6, 11.73]
pub fn check(input: &CheckInput, die: u8) -> Check {
    let mut modifiers = Modifiers::new();
    for (name, value) in [
        ("occasion", input.occasion),
        ("leader_stars", -(input.leader_stars as i8)),
        ("fatigue", input.fatigue as i8),
    ] {
        if value != 0 {
            modifiers.push((name, value));
        }
    }
    let modified = die as i8 + total(&modifiers);
    Check { modified, passed: modified <= input.cohesion as i8, modifiers }
}

/// A rally attempt. [GB 13.42]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RallyInput {
    pub disordered_cohesion: u8,
    pub adjacent_enemy: bool,
    pub mounted: bool,
    pub leader_stars: u8,
    pub fatigue: u8,
    /// What the weather adds.
    pub weather: i8,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RallyOutcome {
    Rallied,
    Stays,
    StaysAndLosesOne,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rally {
    pub modifiers: Modifiers,
    pub modified: i8,
    pub outcome: RallyOutcome,
}

/// A rally with its die; thresholds look at the modified roll. [GB 13.41, 13.42]
pub fn rally(tables: &Tables, input: &RallyInput, die: u8) -> Rally {
    let table = &tables.rally;
    let mut modifiers = Modifiers::new();
    let mut add = |name: &'static str, value: i8, applies: bool| {
        if applies && value != 0 {
            modifiers.push((name, value));
        }
    };
    add("adjacent_enemy", table.drm_adjacent_enemy, input.adjacent_enemy);
    add("mounted_cavalry", table.drm_mounted_cavalry, input.mounted);
    add("leader_stars", table.drm_per_leader_star.saturating_mul(input.leader_stars as i8), true);
    add("fatigue", input.fatigue as i8, true);
    add("weather", input.weather, true);
    let modified = die as i8 + total(&modifiers);
    let cohesion = i16::from(input.disordered_cohesion);
    let twice = cohesion * i16::from(table.lose_sp_if_at_least_times_cohesion);
    // A 9 fails and costs a point even a unit of that cohesion.
    let outcome = if modified >= table.lose_sp_if_roll_at_least {
        RallyOutcome::StaysAndLosesOne
    } else if i16::from(modified) <= cohesion {
        RallyOutcome::Rallied
    } else if i16::from(modified) >= twice {
        RallyOutcome::StaysAndLosesOne
    } else {
        RallyOutcome::Stays
    };
    Rally { modifiers, modified, outcome }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RoutedRally {
    /// Back on the map, disordered, one point weaker.
    Returns,
    /// One point weaker, still routed.
    StaysRouted,
    Eliminated,
}

/// Gathering a routed unit: its disordered cohesion, the mounted side for cavalry. [GB 13.52]
pub fn rally_routed(tables: &Tables, disordered_cohesion: u8, fatigue: u8, die: u8) -> RoutedRally {
    if die == tables.rally_routed.eliminated_on_unmodified {
        RoutedRally::Eliminated
    } else if check(&CheckInput { cohesion: disordered_cohesion, fatigue, ..CheckInput::default() }, die)
        .passed
    {
        RoutedRally::Returns
    } else {
        RoutedRally::StaysRouted
    }
}

/// The strength after gathering stragglers: a passed check wins points, never the last one. [GB 16.22, 16.23]
pub fn gather_stragglers(tables: &Tables, original: u8, current: u8, passed: bool) -> u8 {
    let most = original.saturating_sub(tables.stragglers.cap_below_original);
    if passed && current < most { (current + tables.stragglers.gain_sp).min(most) } else { current }
}
