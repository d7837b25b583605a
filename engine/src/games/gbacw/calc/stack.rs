//! Strengths: stacking limits, who may fire from a stack, split fire, extended units, horse holders.
//!
//! API: [`StackCount`], [`fits_march`], [`fits_line`], [`fire_shares`], [`refused_limits`], [`refused_shares`],
//! [`split_fire`], [`spread`], [`column_extensions`], [`line_extensions`], [`without_horse_holders`],
//! [`shock_strength_of_guns`].

use arrayvec::ArrayVec;

use crate::games::gbacw::tables::Tables;
use crate::games::gbacw::types::{Arm, MoveClass};

/// The most units that are asked about in one hex.
pub const MAX_STACK: usize = 16;

/// What stands in a hex. Dismounted cavalry counts as foot. [GB 14.23]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct StackCount {
    pub foot_units: u8,
    pub foot_sp: u8,
    pub mounted_units: u8,
    pub mounted_sp: u8,
    pub batteries: u8,
    pub guns: u8,
    /// How many brigades the foot and mounted units belong to.
    pub brigades: u8,
}

/// Whether a stack keeps the March limits. [GB 8.12 March, 8.13]
pub fn fits_march(tables: &Tables, stack: &StackCount) -> bool {
    let limits = &tables.stacking.march;
    let kinds = [stack.foot_units, stack.mounted_units, stack.batteries];
    let guns = stack.batteries <= limits.artillery_batteries || stack.guns <= limits.artillery_guns;
    kinds.iter().filter(|&&units| units > 0).count() <= 1
        && stack.brigades <= 1
        && stack.foot_sp <= limits.infantry_sp
        && stack.mounted_sp <= limits.cavalry_sp
        && guns
}

/// Whether a stack keeps the Advance and Attack limits. [GB 8.12 Advance or Attack]
pub fn fits_line(tables: &Tables, stack: &StackCount) -> bool {
    let limits = &tables.stacking.advance_attack;
    let foot = stack.foot_units <= 1 || stack.foot_sp <= limits.infantry_sp;
    let mounted = stack.mounted_units <= 1 || stack.mounted_sp <= limits.cavalry_sp;
    let mixed = stack.foot_units > 0 && stack.mounted_units > 0;
    let (batteries, guns) = if stack.foot_units + stack.mounted_units > 0 {
        (limits.artillery_with_foot_batteries, limits.artillery_with_foot_guns)
    } else {
        (limits.artillery_alone_batteries, limits.artillery_alone_guns)
    };
    let artillery = stack.batteries <= batteries || stack.guns <= guns;
    foot && mounted && !mixed && stack.brigades <= 1 && artillery
}

/// A unit of a stack as it counts for fire, top first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StackUnit {
    /// Infantry for dismounted cavalry.
    pub class: MoveClass,
    /// Strength that could fire: without horse holders, guns of a battery.
    pub strength: u8,
}

/// How much of each unit may fire from a hex, top first. [GB 8.31, 8.33, 10.14]
///
/// A unit that cannot or will not fire still uses up its share, so the shares depend on the stack alone.
/// Guns stacked with others fire only from the top, and one whole battery may exceed the limit.
pub fn fire_shares(tables: &Tables, stack: &[StackUnit]) -> ArrayVec<u8, MAX_STACK> {
    let caps = &tables.combat.caps;
    let is_gun = |unit: &StackUnit| unit.class == MoveClass::Artillery;
    let mixed = stack.iter().any(is_gun) && !stack.iter().all(is_gun);
    let mut left = match stack.first().map(|unit| unit.class) {
        _ if mixed => caps.mixed_total_sp,
        Some(MoveClass::Artillery) => caps.artillery_alone_guns,
        Some(MoveClass::Cavalry) => caps.mounted_cavalry_sp,
        _ => caps.infantry_or_dismounted_sp,
    };
    let mut mounted_left = if mixed { caps.mixed_mounted_sp } else { caps.mounted_cavalry_sp };
    let mut shares = ArrayVec::new();
    for (i, unit) in stack.iter().enumerate().take(MAX_STACK) {
        let share = match unit.class {
            MoveClass::Artillery if mixed && i > 0 => 0,
            MoveClass::Artillery if mixed => unit.strength,
            MoveClass::Cavalry => unit.strength.min(left).min(mounted_left),
            _ => unit.strength.min(left),
        };
        left = left.saturating_sub(share);
        if unit.class == MoveClass::Cavalry {
            mounted_left -= share;
        }
        shares.push(share);
    }
    shares
}

/// How much may fire through the ordinary front and through the refused side. [GB 7.34]
pub fn refused_limits(total: u8) -> (u8, u8) {
    (total.div_ceil(2), total / 2)
}

/// Each unit's or section's fire through the front and through the refused side, top first. [GB 7.34]
///
/// The top ones fill the front, then the refused side.
pub fn refused_shares(shares: &[u8]) -> ArrayVec<(u8, u8), MAX_STACK> {
    let (mut front, mut refused) = refused_limits(shares.iter().sum());
    let mut split = ArrayVec::new();
    for &share in shares.iter().take(MAX_STACK) {
        let ahead = share.min(front);
        front -= ahead;
        let aside = (share - ahead).min(refused);
        refused -= aside;
        split.push((ahead, aside));
    }
    split
}

/// Strength for each of two targets, as even as can be; the first takes the odd point. [GB 10.15]
pub fn split_fire(strength: u8) -> (u8, u8) {
    (strength.div_ceil(2), strength / 2)
}

/// Strength in each hex of an extended unit, its counter first; odd points go to the first ones. [GB 8.44, 8.5]
pub fn spread(strength: u8, extensions: u8) -> ArrayVec<u8, 3> {
    let parts = extensions.min(2) + 1;
    (0..parts).map(|part| strength / parts + u8::from(part < strength % parts)).collect()
}

/// How many hexes a marching column must extend. [GB 8.5]
pub fn column_extensions(tables: &Tables, arm: Arm, mounted: bool, strength: u8) -> u8 {
    let limits = &tables.stacking.extension;
    let (one, two) = match arm {
        Arm::Infantry => (limits.column_infantry_one_min_sp, limits.column_infantry_two_min_sp),
        Arm::Cavalry if mounted => (limits.column_cavalry_one_min_sp, limits.column_cavalry_two_min_sp),
        Arm::Cavalry | Arm::Artillery => return 0,
    };
    u8::from(strength >= one) + u8::from(strength >= two)
}

/// How many hexes a line may extend: infantry only. [GB 8.41, 8.43]
pub fn line_extensions(tables: &Tables, arm: Arm, strength: u8) -> u8 {
    let limits = &tables.stacking.extension;
    match arm {
        Arm::Infantry => {
            u8::from(strength >= limits.line_one_min_sp) + u8::from(strength >= limits.line_two_min_sp)
        }
        Arm::Cavalry | Arm::Artillery => 0,
    }
}

/// Dismounted cavalry for fire and shock: one point in four holds the horses. [GB 14.25]
pub fn without_horse_holders(tables: &Tables, strength: u8) -> u8 {
    strength - strength / tables.combat.ratio.horse_holders_per_sp
}

/// What guns on top or alone add to the defence in shock. [GB 11.63]
pub fn shock_strength_of_guns(tables: &Tables, guns: u8) -> u8 {
    if guns == 0 { 0 } else { (guns / tables.combat.ratio.artillery_sp_per_guns).max(1) }
}
