//! Strengths and stacks.

use warlab_engine::games::gbacw::calc::stack::{
    StackCount, StackUnit, column_extensions, fire_shares, fits_line, fits_march, line_extensions,
    refused_limits, refused_shares, shock_strength_of_guns, split_fire, spread, without_horse_holders,
};
use warlab_engine::games::gbacw::types::{Arm, MoveClass};

use crate::table::tables;

fn unit(class: MoveClass, strength: u8) -> StackUnit {
    StackUnit { class, strength }
}
fn foot(strength: u8) -> StackUnit {
    unit(MoveClass::Infantry, strength)
}
fn horse(strength: u8) -> StackUnit {
    unit(MoveClass::Cavalry, strength)
}
fn guns(strength: u8) -> StackUnit {
    unit(MoveClass::Artillery, strength)
}

/// [GB 8.12] March: 7 foot, 4 mounted, two batteries or 12 guns, nothing mixed.
#[test]
fn gb_8_12_march_limits() {
    let tables = tables();
    let fits = |change: &dyn Fn(&mut StackCount)| {
        let mut stack = StackCount::default();
        change(&mut stack);
        fits_march(tables, &stack)
    };
    assert!(fits(&|s| (s.foot_units, s.foot_sp, s.brigades) = (2, 7, 1)));
    assert!(!fits(&|s| (s.foot_units, s.foot_sp, s.brigades) = (2, 8, 1)));
    assert!(!fits(&|s| (s.foot_units, s.foot_sp, s.brigades) = (2, 5, 2)));
    assert!(
        fits(&|s| (s.mounted_units, s.mounted_sp) = (1, 4))
            && !fits(&|s| (s.mounted_units, s.mounted_sp) = (1, 5))
    );
    assert!(fits(&|s| (s.batteries, s.guns) = (2, 14)) && fits(&|s| (s.batteries, s.guns) = (3, 12)));
    assert!(!fits(&|s| (s.batteries, s.guns) = (3, 13)));
    assert!(!fits(&|s| (s.batteries, s.guns, s.foot_units, s.foot_sp) = (1, 4, 1, 2)));
}

/// [GB 8.12] Advance and Attack: 15 foot or one unit of any size, 7 mounted, one battery or 6 guns with them.
#[test]
fn gb_8_12_line_limits() {
    let tables = tables();
    let fits = |change: &dyn Fn(&mut StackCount)| {
        let mut stack = StackCount::default();
        change(&mut stack);
        fits_line(tables, &stack)
    };
    assert!(
        fits(&|s| (s.foot_units, s.foot_sp) = (2, 15)) && !fits(&|s| (s.foot_units, s.foot_sp) = (2, 16))
    );
    assert!(fits(&|s| (s.foot_units, s.foot_sp) = (1, 20)));
    assert!(
        fits(&|s| (s.mounted_units, s.mounted_sp) = (2, 7))
            && !fits(&|s| (s.mounted_units, s.mounted_sp) = (2, 8))
    );
    assert!(fits(&|s| (s.foot_units, s.foot_sp, s.batteries, s.guns) = (1, 7, 1, 8)));
    assert!(fits(&|s| (s.foot_units, s.foot_sp, s.batteries, s.guns) = (1, 7, 2, 6)));
    assert!(!fits(&|s| (s.foot_units, s.foot_sp, s.batteries, s.guns) = (1, 7, 2, 7)));
    assert!(fits(&|s| (s.batteries, s.guns) = (2, 13)) && !fits(&|s| (s.batteries, s.guns) = (3, 13)));
    assert!(!fits(&|s| (s.foot_units, s.mounted_units) = (1, 1)));
}

/// [GB 8.33] The printed examples: 5 over 9 fire 5 and 2; a battery of 6 over 7 fires whole with 1 of the infantry.
#[test]
fn gb_8_33_examples_who_fires_from_a_stack() {
    let tables = tables();
    let shares = |stack: &[StackUnit]| fire_shares(tables, stack).to_vec();
    assert_eq!(shares(&[foot(5), foot(9)]), [5, 2]);
    assert_eq!(shares(&[guns(6), foot(7)]), [6, 1]);
}

/// [GB 8.31] 7 foot, 4 mounted, 12 guns; with guns 7 in all or one battery, of which at most 4 mounted.
#[test]
fn gb_8_31_caps() {
    let tables = tables();
    let shares = |stack: &[StackUnit]| fire_shares(tables, stack).to_vec();
    assert_eq!(shares(&[foot(10)]), [7]);
    assert_eq!(shares(&[horse(3), horse(4)]), [3, 1]);
    assert_eq!(shares(&[guns(6), guns(8)]), [6, 6]);
    assert_eq!(shares(&[guns(8), foot(7)]), [8, 0]);
    assert_eq!(shares(&[guns(2), horse(6)]), [2, 4]);
    assert_eq!(shares(&[guns(1), horse(3), horse(3)]), [1, 3, 1]);
    // Guns below others stay silent.
    assert_eq!(shares(&[foot(3), guns(6)]), [3, 0]);
}

/// [GB 10.42] The printed example #2: two units of 3 over 5 and 4 fire 3, 3, 1 and nothing.
#[test]
fn gb_10_42_example_stack_of_four() {
    assert_eq!(fire_shares(tables(), &[foot(3), foot(3), foot(5), foot(4)]).to_vec(), [3, 3, 1, 0]);
}

/// [GB 7.34] All printed examples of fire with a refused wing.
#[test]
fn gb_7_34_examples_refused_fire() {
    let tables = tables();
    let split = |stack: &[StackUnit]| refused_shares(&fire_shares(tables, stack)).to_vec();
    assert_eq!(refused_limits(7), (4, 3));
    assert_eq!(split(&[foot(7), foot(4)]), [(4, 3), (0, 0)]);
    assert_eq!(split(&[foot(5), foot(3)]), [(4, 1), (0, 2)]);
    assert_eq!(split(&[foot(3), foot(2), foot(8)]), [(3, 0), (1, 1), (0, 2)]);
    // Four TB over two H12 over infantry, then the sections the other way round.
    assert_eq!(refused_shares(&[4, 2, 1]).to_vec(), [(4, 0), (0, 2), (0, 1)]);
    assert_eq!(refused_shares(&[2, 4, 1]).to_vec(), [(2, 0), (2, 2), (0, 1)]);
    assert_eq!(split(&[guns(6), guns(6)]), [(6, 0), (0, 6)]);
}

/// [GB 10.15] The printed examples: 5 points fire 3 and 2; 3 points 2 and 1.
#[test]
fn gb_10_15_examples_split_fire() {
    assert_eq!(split_fire(5), (3, 2));
    assert_eq!(split_fire(3), (2, 1));
}

/// [GB 8.44] The printed examples: 9 lies 5 and 4; 17 lies 6, 6, 5. [GB 8.45] 10 lies 5 and 5, 18 six in each.
#[test]
fn gb_8_44_examples_extended_strength() {
    assert_eq!(spread(9, 1).to_vec(), [5, 4]);
    assert_eq!(spread(17, 2).to_vec(), [6, 6, 5]);
    assert_eq!(spread(10, 1).to_vec(), [5, 5]);
    assert_eq!(spread(18, 2).to_vec(), [6, 6, 6]);
}

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
