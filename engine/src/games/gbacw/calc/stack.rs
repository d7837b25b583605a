//! Strengths: extended units, horse holders, guns in shock.

use crate::games::gbacw::tables::Tables;
use crate::games::gbacw::types::Arm;

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
