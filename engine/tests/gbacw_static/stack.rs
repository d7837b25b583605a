//! Strengths.

use warlab_engine::games::gbacw::calc::stack::{
    column_extensions, line_extensions, shock_strength_of_guns, without_horse_holders,
};
use warlab_engine::games::gbacw::types::Arm;

use crate::table::tables;

/// [GB 8.5] The printed examples: infantry 8 and cavalry 5 extend once, 15 and 9 twice. [GB 8.13]
#[test]
fn gb_8_5_examples_columns() {
    let tables = tables();
    let extensions = |arm, mounted, sp| column_extensions(tables, arm, mounted, sp);
    assert_eq!([7, 8, 14, 15].map(|sp| extensions(Arm::Infantry, false, sp)), [0, 1, 1, 2]);
    assert_eq!([4, 5, 8, 9].map(|sp| extensions(Arm::Cavalry, true, sp)), [0, 1, 1, 2]);
    assert_eq!(extensions(Arm::Cavalry, false, 9), 0);
    assert_eq!(extensions(Arm::Artillery, false, 9), 0);
}

/// [GB 8.41, 8.43] Infantry of 8 may extend its line one hex, of 15 two; dismounted cavalry never.
#[test]
fn gb_8_41_lines() {
    let tables = tables();
    assert_eq!([7, 8, 14, 15].map(|sp| line_extensions(tables, Arm::Infantry, sp)), [0, 1, 1, 2]);
    assert_eq!(line_extensions(tables, Arm::Cavalry, 9), 0);
}

/// [GB 14.25] The printed examples: 4 and 7 lose one point to horse holders, 8 loses two.
#[test]
fn gb_14_25_examples_horse_holders() {
    let tables = tables();
    assert_eq!([3, 4, 7, 8].map(|sp| without_horse_holders(tables, sp)), [3, 3, 6, 6]);
}

/// [GB 11.63] Guns count one point in four, rounded down, at least one.
#[test]
fn gb_11_63_guns_in_shock() {
    let tables = tables();
    assert_eq!([0, 1, 4, 7, 8].map(|guns| shock_strength_of_guns(tables, guns)), [0, 1, 1, 1, 2]);
}
