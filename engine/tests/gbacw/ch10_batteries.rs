//! Chapters 10.63, 10.65 and 10.66: batteries that divide their fire, and batteries that fire together.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::state::Status;
use warlab_engine::games::gbacw::types::OrderKind::Advance;

use super::table::Table;

/// A battery four hexes and more from three regiments that it sees.
fn facing_three(battery: &str) -> Table {
    let mut table = Table::army();
    table.put(battery, "1010", "vW", Advance);
    for (id, hex) in [("cs_6", "0608"), ("cs_7", "0511"), ("cs_9", "0512")] {
        table.put(id, hex, "vE", Advance);
    }
    table.activate("us.2.1.1").play(&[&format!("unit:{battery}")]);
    table
}

/// [GB 10.65] A battery divides its fire as evenly as can be between hexes at any range, the first named getting the odd
/// guns; all is declared, and may be answered, before anything is rolled.
#[test]
fn gb_10_65_even_shares() {
    for (lost, others, shares) in [
        (0, vec!["0511"], vec![3, 3]),
        (1, vec!["0511"], vec![3, 2]),
        (1, vec!["0511", "0512"], vec![2, 2, 1]),
    ] {
        let mut table = facing_three("us_ga");
        let guns = table.unit("us_ga");
        table.weaken(guns, lost);
        table.play(&["fire:0608/more"]);
        assert_eq!((table.asks(), table.can("pass")), ("10.65", false), "a second hex is due");
        assert!(!table.can("fire:0608/more"), "not the same hex again");
        for other in &others {
            table.play(&[&format!("fire:{other}/more")]);
        }
        if others.len() == 1 {
            table.play(&["pass"]);
        }
        assert_eq!((table.asks(), table.shots(), table.told("fire_result")), ("10.42", shares.clone(), 0));
        assert!(table.can("shoot:cs_6>1010") && table.can("shoot:cs_7>1010"), "{:?}", table.codes());
        table.rolls(&vec![0; shares.len()]).pass_while(&["10.42"]);
        assert_eq!(table.told("fire_result"), shares.len());
        assert!(table.some("fire:").is_empty(), "{:?}", table.codes());
    }
}

/// [GB 10.65] Sections of different guns fire where each is told to; those not named do not fire later.
#[test]
fn gb_10_65_sections_are_declared_together() {
    let mut table = facing_three("us_gb");
    table.play(&["fire:0608/section1"]);
    assert_eq!((table.asks(), table.told("fire_result")), ("10.65", 0));
    assert!(
        table.can("fire:0608") && table.can("fire:0511") && !table.can("fire:0511/more"),
        "{:?}",
        table.codes()
    );
    table.play(&["fire:0511"]);
    assert_eq!((table.asks(), table.shots()), ("10.42", vec![4, 2]));

    let mut one = facing_three("us_gb");
    one.play(&["fire:0608/section1", "pass"]);
    assert_eq!(one.shots(), [4]);
    one.rolls(&[0]).pass_while(&["10.42"]);
    assert!(one.some("fire:").is_empty(), "one fire an activation: {:?}", one.codes());
}

/// [GB 10.65] Sections that fire at the same hex pay together for a natural 5, others each for its own.
#[test]
fn gb_10_65_ammunition_of_sections() {
    for (second, ammo) in [("0608", [Ammo::Low, Ammo::Low]), ("0511", [Ammo::Low, Ammo::Full])] {
        let mut table = facing_three("us_gb");
        let guns = table.unit("us_gb");
        table.play(&["fire:0608/section1", &format!("fire:{second}")]);
        // A check for each result that asks for one.
        table.rolls(&[5, 0, 0, 0]).pass_while(&["10.42", "12.44"]);
        assert_eq!([0, 1].map(|section| table.state.units[guns].ammo(section)), ammo, "{second}");
        assert!(!table.all("fire_result")[1].contains("low_ammo"), "{:?}", table.all("fire_result"));
    }
}

/// [GB 10.66] A battery alone in an enemy's front divides its fire between him and the enemy in its other frontal hex.
#[test]
fn gb_10_66_division_between_the_frontal_hexes() {
    let mut table = Table::crossroads();
    table.put("us_bty_a", "0914", "vW", Advance);
    table.put("cs_81va", "0814", "vE", Advance);
    table.put("cs_82va", "0813", "vW", Advance);
    table.put("cs_83va", "0414", "vE", Advance);
    table.activate("us.art").play(&["unit:us_bty_a"]);
    assert!(
        table.can("fire:0814/more") && !table.can("fire:0813") && !table.can("fire:0414"),
        "{:?}",
        table.codes()
    );
    table.play(&["fire:0814/more"]);
    assert_eq!(table.codes(), ["fire:0813/more"]);
    table.play(&["fire:0813/more"]);
    assert_eq!(table.shots(), [3, 3]);
}

/// [GB 10.65] Batteries that fire together do not divide that fire.
#[test]
fn gb_10_65_combined_fire_is_not_divided() {
    let mut table = Table::army();
    for id in ["us_ga", "us_gb"] {
        table.put(id, "1010", "vW", Advance);
    }
    table.put("cs_6", "0608", "vE", Advance);
    table.put("cs_7", "0511", "vE", Advance);
    table.activate("us.2.1.1").play(&["unit:us_ga", "fire:0608/combined"]);
    assert_eq!((table.asks(), table.shots()), ("10.42", vec![12]));
}

/// A battery of two sections, five hexes from regiments in two hexes that fire at it one after the other.
fn fired_at() -> Table {
    let mut table = Table::crossroads();
    let top = table.put("us_302pa", "1214", "vW", Advance);
    table.weaken(top, 3);
    table.put("us_301pa", "1214", "vW", Advance);
    table.put("us_303ny", "1213", "vW", Advance);
    table.put("cs_bty_c", "0714", "vE", Advance);
    table.activate("us.1").play(&["unit:us_302pa", "fire:0714"]);
    table
}

/// [GB 10.65] In reaction too a battery keeps back half of its guns, or sections, which may fire at the same hex again.
#[test]
fn gb_10_65_batteries_keep_fire_back() {
    for (mode, first, second, again) in [("/more", 2, 2, false), ("/section2", 2, 2, true), ("", 4, 0, false)]
    {
        let mut table = fired_at();
        assert!(table.can("shoot:cs_bty_c>1214/section1"), "{:?}", table.codes());
        table.rolls(&[0, 0]).play(&[&format!("shoot:cs_bty_c>1214{mode}")]).pass_while(&["10.42"]);
        let told = table.last("reaction_fire");
        assert!(told.contains(&format!("with {first} ")), "{told}");
        table.pass_while(&["9.13"]);
        let before = table.state;
        table.play(&["unit:us_301pa", "fire:0714"]);
        assert_eq!(table.can("shoot:cs_bty_c>1214"), again, "{mode}: {:?}", table.codes());
        table.state = before;
        table.play(&["unit:us_303ny", "fire:0714"]);
        assert_eq!(table.can("shoot:cs_bty_c>1213"), second > 0, "{mode}: {:?}", table.codes());
        if second > 0 {
            assert!(!table.can("shoot:cs_bty_c>1213/more"), "{:?}", table.codes());
            table.rolls(&[0, 0]).play(&["shoot:cs_bty_c>1213"]).pass_while(&["10.42"]);
            let told = table.last("reaction_fire");
            assert!(told.contains(&format!("with {second} ")), "{told}");
        }
    }
}

/// [GB 10.63] Batteries of a hex answer together at four hexes and more; one that is silenced first leaves it to the other.
#[test]
fn gb_10_63_batteries_answer_together() {
    for silenced in [false, true] {
        let mut table = fired_at();
        table.put("cs_bty_d", "0714", "vE", Advance);
        table.put("cs_82va", "0713", "vE", Advance);
        table.play(&["shoot:cs_bty_c>1214/combined"]);
        assert_eq!(table.shots(), [4, 8]);
        assert!(table.some("shoot:cs_bty").is_empty(), "both have answered: {:?}", table.codes());
        let first = table.unit("cs_bty_c");
        table.set(first, Status::DISORDERED, silenced);
        table.rolls(&[0, 5, 0]).play(&["pass"]);
        let told = table.last("fire_result");
        assert!(told.starts_with(if silenced { "Battery D at 1214" } else { "Battery C at 1214" }), "{told}");
        let second = table.unit("cs_bty_d");
        let low = [first, second].map(|unit| table.ammo(unit) == Ammo::Low);
        assert_eq!(low, [!silenced, true], "ammunition of those who fired");
    }
    let mut near = Table::crossroads();
    near.put("us_302pa", "1014", "vW", Advance);
    near.put("cs_bty_c", "0714", "vE", Advance);
    near.put("cs_bty_d", "0714", "vE", Advance);
    near.activate("us.1").play(&["unit:us_302pa", "fire:0714"]);
    assert!(
        near.can("shoot:cs_bty_c>1014") && !near.can("shoot:cs_bty_c>1014/combined"),
        "{:?}",
        near.codes()
    );
}

/// [GB 7.34] A battery with a bent wing fires half to each side, in either order.
#[test]
fn gb_7_34_a_bent_battery_fires_to_both_sides() {
    for (first, second) in [("0916", "0714"), ("0714", "0916")] {
        let mut table = Table::crossroads();
        let guns = table.put("us_bty_a", "0914", "vW", Advance);
        table.set(guns, Status::REFUSED_LEFT, true);
        table.put("cs_81va", "0714", "vW", Advance);
        table.put("cs_82va", "0916", "vSW", Advance);
        table.activate("us.art").rolls(&[0]).play(&["unit:us_bty_a", &format!("fire:{first}")]);
        assert!(table.last("fire").contains("with 3."), "half of the guns: {}", table.last("fire"));
        table.pass_while(&["10.42", "9.62"]);
        assert!(
            table.can(&format!("fire:{second}")) && !table.can(&format!("fire:{first}")),
            "{:?}",
            table.codes()
        );
    }
}
