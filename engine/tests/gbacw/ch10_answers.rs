//! Chapter 10.4: fire of the inactive side, what it keeps back and what it gives after a turn.

use warlab_engine::games::gbacw::state::{Act, Status};
use warlab_engine::games::gbacw::types::OrderKind::{Advance, Attack, March};
use warlab_engine::games::gbacw::types::Unit;

use super::table::Table;

/// A regiment of five that answered one of two enemies with three points and kept two.
fn split() -> Table {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("us_303ny", "0915", "vW", Advance);
    table.put("cs_83va", "0814", "vE", Attack);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0814"]);
    table.rolls(&[0, 0]).play(&["shoot:cs_83va>0914/more"]).pass_while(&["9.13"]);
    assert!(table.last("reaction_fire").contains("with 3 "), "{}", table.last("reaction_fire"));
    table
}

/// [GB 10.41] Half of the return fire kept back leaves the fire before shock whole, and open at the hex fired at.
#[test]
fn gb_10_41_fire_before_shock_after_a_split() {
    let mut table = split();
    let unit = table.unit("cs_83va");
    table.rolls(&[0]).play(&["pass", "assault:0914>0814", "hold:0915"]).pass_while(&["11.33"]);
    assert_eq!(table.asks(), "11.38");
    assert!(table.can("shoot:cs_83va>0914"), "{:?}", table.codes());
    table.rolls(&[0]).play(&["shoot:cs_83va>0914"]);
    assert!(table.last("reaction_fire").contains("with 5 "), "{}", table.last("reaction_fire"));
    assert!(table.did(unit, Act::PRE_SHOCK_FIRED));
}

/// [GB 10.41] Nor does it limit parting fire.
#[test]
fn gb_10_41_parting_fire_after_a_split() {
    let mut table = split();
    table.play(&["unit:us_303ny", "withdraw"]);
    let step = table.some("step:")[0].clone();
    table.play(&[&step]);
    assert_eq!(table.asks(), "10.44");
    table.rolls(&[0]).play(&["shoot:cs_83va>0915"]);
    assert!(table.last("reaction_fire").contains("with 5 "), "{}", table.last("reaction_fire"));
}

/// [GB 10.15] What was kept back serves any later reaction, at another hex, once.
#[test]
fn gb_10_15_what_was_kept_back_serves_any_reaction() {
    let mut table = split();
    table.play(&["unit:us_303ny", "fire:0814"]);
    assert!(table.can("shoot:cs_83va>0915") && !table.can("shoot:cs_83va>0915/more"), "{:?}", table.codes());
    table.rolls(&[0, 0]).play(&["shoot:cs_83va>0915"]);
    assert!(table.last("reaction_fire").contains("with 2 "), "{}", table.last("reaction_fire"));
    assert!(table.state.fire_notes.iter().all(Option::is_none));

    // Fire before shock is spent on one hex; what return fire left goes to the other.
    let mut both = split();
    both.pass_while(&["9.13"]).rolls(&[0]).play(&["pass", "assault:0914>0814", "assault:0915>0814"]);
    both.pass_while(&["11.33"]).rolls(&[0]).play(&["shoot:cs_83va>0915"]);
    assert!(both.last("reaction_fire").contains("with 5 "), "{}", both.last("reaction_fire"));
    assert!(!both.can("shoot:cs_83va>0914"), "the hex that got the other half: {:?}", both.codes());
    assert!(both.can("shoot:cs_83va>0915"), "{:?}", both.codes());
    both.rolls(&[0]).play(&["shoot:cs_83va>0915"]);
    assert!(both.last("reaction_fire").contains("with 2 "), "{}", both.last("reaction_fire"));
}

/// [GB 10.43] Fire before shock is given once, whatever an advance has noted about the unit. [GB 11.46]
#[test]
fn gb_10_43_an_advance_brings_no_second_fire() {
    let mut table = Table::crossroads();
    table.put("us_302pa", "0914", "vW", Advance);
    table.put("us_303ny", "0915", "vW", Advance);
    let unit = table.put("cs_83va", "0814", "vE", Attack);
    table.put("cs_81va", "0815", "vE", Attack);
    table.activate("us.1").rolls(&[0, 0]).play(&["pass", "assault:0914>0814", "assault:0915>0815"]);
    table.pass_while(&["11.33"]).rolls(&[0]).play(&["shoot:cs_83va>0914"]);
    table.state.units[unit].held = 1;
    assert_eq!(table.asks(), "11.38");
    assert!(table.some("shoot:cs_83va").is_empty(), "{:?}", table.codes());
}

/// [GB 10.45] Guns that turn to an enemy next to them fire at him afterwards, at -2 and not twice. [GB 9.62]
#[test]
fn gb_10_45_entry_fire_after_a_turn() {
    for turns in [false, true] {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        table.put("cs_g", "0910", "vSE", Advance);
        // These look at the newcomer too, and were asked before.
        table.put("cs_6", "0810", "vE", Advance);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:1009"]).pass_until("9.61");
        assert_eq!(table.told("reaction_fire"), 0);
        table.play(&["unit:cs_g", if turns { "face:vE" } else { "pass" }]);
        assert_eq!(table.asks() == "10.45", turns, "{:?}", table.codes());
        if turns {
            assert_eq!(table.some("shoot:"), ["shoot:cs_g>1009", "shoot:cs_g>1009/more"]);
            table.rolls(&[0]).play(&["shoot:cs_g>1009"]);
            assert!(
                table.last("fire_result").contains("artillery_turned -2"),
                "{}",
                table.last("fire_result")
            );
        }
        assert!(table.pass_while(&["9.61"]).can("pass"));
    }
}

/// [GB 9.62] Nobody turns in reaction who is stacked with units that may not, such as those on the march.
#[test]
fn gb_9_62_a_marching_stack_does_not_turn() {
    for marches in [false, true] {
        let mut table = Table::army();
        table.put("us_7", "1110", "vW", Attack);
        table.put("cs_g", "0910", "vSE", Advance);
        let (facing, order) = if marches { ("eSE", March) } else { ("vSE", Advance) };
        table.put("cs_m8", "0910", facing, order);
        table.activate("us.2.1.1").play(&["unit:us_7", "step:1009"]).pass_while(&["9.63", "10.45"]);
        if table.can("unit:cs_g") {
            table.play(&["unit:cs_g"]);
        }
        assert_eq!(table.can("face:vE"), !marches, "{:?}", table.codes());
    }
}

/// [GB 10.15] Split fire is fire at both hexes: those in the second turn to it as well.
#[test]
fn gb_10_15_both_targets_react() {
    for (hex, other) in [("0814", "0813"), ("0813", "0814")] {
        let mut table = Table::crossroads();
        table.put("us_302pa", "0914", "vW", Advance);
        table.put("cs_82va", "0814", "vE", Advance);
        let turned = table.put("cs_81va", "0813", "vW", Advance);
        table.activate("us.1").rolls(&[0, 0]).play(&["unit:us_302pa", &format!("fire:{hex}/more")]);
        table.pass_while(&["10.42"]);
        assert_eq!(table.asks(), "9.62", "{hex}, then {other}: {:?}", table.codes());
        table.rolls(&[0]).play(&["face:vNW"]);
        assert_eq!(table.facing(turned), "vNW");
    }
}

/// A regiment of seven, its left bent back or not, with an enemy before its front and one beside that wing.
fn beset(is_bent: bool) -> (Table, Unit) {
    let mut table = Table::army();
    let unit = table.put("cs_7", "1010", "vE", Advance);
    table.set(unit, Status::REFUSED_LEFT, is_bent);
    table.put("us_7", "1110", "vW", Advance);
    table.put("us_4", "1009", "vSE", Advance);
    table.put("us_3", "1111", "vW", Advance);
    table.activate("us.2.1.1");
    (table, unit)
}

/// [GB 10.15] The hex before a bent wing counts for itself: it is answered whatever the front has fired. [GB 7.34]
#[test]
fn gb_10_15_a_bent_wing_answers_for_itself() {
    let (mut table, _) = beset(true);
    table.play(&["unit:us_7", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1110/more"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 2 "), "half of four: {}", table.last("reaction_fire"));
    table.play(&["unit:us_4", "fire:1010"]);
    assert_eq!(table.some("shoot:cs_7"), ["shoot:cs_7>1009"], "what goes to that side is not divided");
    table.rolls(&[0, 0]).play(&["shoot:cs_7>1009"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 3 "), "{}", table.last("reaction_fire"));
    table.play(&["unit:us_3", "fire:1010"]);
    assert_eq!(table.some("shoot:cs_7"), ["shoot:cs_7>1111"], "the rest of the front");
    table.rolls(&[0, 0]).play(&["shoot:cs_7>1111"]);
    assert!(table.last("reaction_fire").contains("with 2 "), "{}", table.last("reaction_fire"));

    // In the other order the front still has its own.
    let (mut table, _) = beset(true);
    table.play(&["unit:us_4", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1009"]).pass_until("5.33");
    table.play(&["unit:us_7", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1110"]);
    assert!(table.last("reaction_fire").contains("with 4 "), "{}", table.last("reaction_fire"));
}

/// [GB 10.41] Who fired all he has and bends a wing afterwards has nothing left for it.
#[test]
fn gb_10_41_a_wing_bent_after_the_fire() {
    let (mut table, unit) = beset(false);
    table.play(&["unit:us_7", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1110"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 7 "), "{}", table.last("reaction_fire"));
    table.set(unit, Status::REFUSED_LEFT, true);
    table.play(&["unit:us_4"]).rolls(&[0]).play(&["fire:1010"]);
    assert!(table.some("shoot:").is_empty(), "{:?}", table.codes());
}

/// [GB 10.15] A wing that fired and is straightened leaves its front the other half, in one fire or two. [GB 7.34]
#[test]
fn gb_10_15_a_wing_straightened_after_its_fire() {
    let (mut table, unit) = beset(true);
    table.play(&["unit:us_4", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1009"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 3 "), "{}", table.last("reaction_fire"));
    table.set(unit, Status::REFUSED_LEFT, false);
    table.play(&["unit:us_7", "fire:1010"]);
    let mut divides = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.rolls(&[0, 0]).play(&["shoot:cs_7>1110"]).pass_until("5.33");
    assert!(table.last("reaction_fire").contains("with 4 "), "{}", table.last("reaction_fire"));
    table.play(&["unit:us_3"]).rolls(&[0]).play(&["fire:1010"]);
    assert!(table.some("shoot:").is_empty(), "{:?}", table.codes());
    divides.rolls(&[0, 0]).play(&["shoot:cs_7>1110/more"]).pass_until("5.33");
    divides.play(&["unit:us_3", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1111"]);
    assert!(divides.last("reaction_fire").contains("with 2 "), "{}", divides.last("reaction_fire"));

    // Fire before shock is another kind: the straight front has all of it.
    let (mut shock, unit) = beset(true);
    shock.play(&["unit:us_4", "fire:1010"]).rolls(&[0, 0]).play(&["shoot:cs_7>1009"]).pass_until("5.33");
    shock.set(unit, Status::REFUSED_LEFT, false);
    shock.rolls(&[0]).play(&["pass", "hold:1009", "assault:1110>1010", "hold:1111"]).pass_until("11.38");
    shock.rolls(&[0]).play(&["shoot:cs_7>1110"]);
    assert!(shock.last("reaction_fire").contains("with 7 "), "{}", shock.last("reaction_fire"));
}

/// [GB 10.15] Nor does a straightened wing give an active unit all its fire again. [GB 7.34]
#[test]
fn gb_10_15_an_active_wing_straightened_after_its_fire() {
    for (aside, strength) in [(false, 7), (true, 4)] {
        let mut table = Table::army();
        let unit = table.put("us_7", "1010", "vW", Attack);
        table.set(unit, Status::REFUSED_LEFT, aside);
        table.put("cs_6", "1011", "vE", Attack);
        table.put("cs_7", "0810", "vE", Attack);
        table.activate("us.2.1.1").play(&["unit:us_7"]);
        if aside {
            table.rolls(&[0]).play(&["fire:1011"]).pass_until("9.13");
            table.set(unit, Status::REFUSED_LEFT, false);
        }
        table.play(&["fire:0810"]);
        assert!(table.last("fire").ends_with(&format!("with {strength}.")), "{}", table.last("fire"));
    }
}

/// [GB 10.43] Before shock a bent wing fires for itself too.
#[test]
fn gb_10_43_a_bent_wing_before_shock() {
    let (mut table, _) = beset(true);
    table.rolls(&[0]).play(&["pass"]);
    table.play(&["assault:1009>1010", "assault:1110>1010", "hold:1111"]).pass_until("11.38");
    table.rolls(&[0]).play(&["shoot:cs_7>1110"]);
    assert!(table.last("reaction_fire").contains("with 4 "), "{}", table.last("reaction_fire"));
    table.rolls(&[0]).play(&["shoot:cs_7>1009"]);
    assert!(table.last("reaction_fire").contains("with 3 "), "{}", table.last("reaction_fire"));
    assert!(table.some("shoot:cs_7").is_empty(), "{:?}", table.codes());
}
