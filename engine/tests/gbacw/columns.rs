//! Chapter 8.5: extended columns under each order.

use warlab_engine::games::gbacw::field::{arc_towards, set_extension};
use warlab_engine::games::gbacw::rules::ch10_salvo::fire_strength;
use warlab_engine::games::gbacw::state::{Act, Standing};
use warlab_engine::games::gbacw::types::OrderKind::{self, Advance, Attack, March};
use warlab_engine::games::gbacw::types::{Arc, Direction, Unit};

use super::table::Table;

/// A column along the road, its head in 1205, its markers behind it to the south.
fn column(id: &str, facing: &str, order: OrderKind, markers: [u8; 2]) -> (Table, Unit) {
    let mut table = Table::army();
    let unit = table.put(id, "1205", facing, order);
    set_extension(&table.game, &mut table.state, unit, markers, true);
    (table, unit)
}

/// [GB 8.51] A column winds along its road: 17 points on three hexes, one front, one rear, flanks all along.
#[test]
fn gb_8_51_column_on_the_march() {
    let mut table = Table::army();
    let unit = table.put("us_17", "1008", "eNW", March);
    table.activate("us.2.1.2").play(&["unit:us_17", "step:0908"]);
    assert_eq!(table.parts(unit), ["0908", "1008"], "it stretches as it goes");
    assert!(table.starting("contract:").is_empty() && table.starting("line:").is_empty(), "[6.13]");
    table.play(&["step:0808", "step:0708"]);
    assert_eq!(table.parts(unit), ["0708", "0808", "0908"]);
    let strength = |name: &str| fire_strength(&table.game, &table.state, unit, table.hex(name));
    assert_eq!([strength("0708"), strength("0808"), strength("0908")], [6, 6, 5]);
    let arcs = |name: &str| -> Vec<Arc> {
        let hex = table.hex(name);
        Direction::ALL.map(|side| arc_towards(&table.game, &table.state, unit, hex, side)).to_vec()
    };
    let count = |name: &str, arc: Arc| arcs(name).into_iter().filter(|&own| own == arc).count();
    assert_eq!((count("0708", Arc::Front), count("0708", Arc::Rear)), (1, 0));
    assert_eq!((count("0808", Arc::Front), count("0808", Arc::Rear)), (0, 0));
    assert_eq!((count("0908", Arc::Front), count("0908", Arc::Rear)), (0, 1));
}

/// [GB 8.5] The printed examples: 8 points of foot and 5 of horse trail one marker, 15 and 9 two, fewer none.
#[test]
fn gb_8_5_examples_of_length() {
    let lengths = |id: &str| {
        let mut table = Table::army();
        let unit = table.put(id, "1208", "eN", March);
        let brigade =
            table.game.scenario.oob.formation(table.game.scenario.oob.unit(unit).formation).id.clone();
        table.activate(&brigade).play(&[&format!("unit:{id}"), "step:1207", "step:1206"]);
        table.parts(unit).len()
    };
    assert_eq!(["us_7", "us_8", "us_15"].map(lengths), [1, 2, 3]);
    assert_eq!(["us_c4", "us_c5", "us_c9"].map(lengths), [1, 2, 3]);
}

/// [GB 8.52] Above the March limits a unit under Advance takes to the road in column, at the road's rate.
#[test]
fn gb_8_52_column_for_the_road() {
    let mut table = Table::army();
    let unit = table.put("us_9", "1206", "vW", Advance);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert!(!table.can("step:1205"), "nine points are too many for the road [8.13]");
    table.play(&["column:vW", "step:1205"]);
    assert_eq!(table.parts(unit), ["1205", "1206"]);
    assert!(table.state.units[unit].is_column() && table.state.units[unit].facing.is_vertex());
    table.play(&["step:1204", "step:1203"]);
    assert_eq!((table.parts(unit), table.state.units[unit].spent), (vec!["1203".into(), "1204".into()], 6));
    assert_eq!(table.starting("step:"), ["step:1202"], "along the road only");
    let mut small = Table::army();
    small.put("us_7", "1206", "vW", Advance);
    small.activate("us.2.1.1").play(&["unit:us_7"]);
    assert!(small.starting("column:").is_empty() && small.can("step:1205"));
    let mut idle = Table::army();
    let unit = idle.put("us_9", "1206", "vW", Advance);
    idle.activate("us.2.1.1").play(&["unit:us_9", "column:vW", "pass"]);
    assert!(!idle.state.units[unit].has(warlab_engine::games::gbacw::state::Status::COLUMN));
}

/// [GB 8.52] A column forms line along its road, two corners for a point, or draws together at the ground's price.
#[test]
fn gb_8_52_out_of_column() {
    let (mut table, unit) = column("us_9", "vNW", Advance, [4, 0]);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert_eq!(table.starting("line:"), ["line:vE", "line:vW"]);
    assert_eq!(table.starting("contract:"), ["contract:1205", "contract:1206"]);
    let mut far = Table { game: table.game.clone(), state: table.state, chance: table.chance.clone() };
    table.play(&["line:vW"]);
    assert!(table.state.units[unit].is_line());
    assert_eq!(table.state.units[unit].spent, 0, "one corner");
    far.play(&["line:vE"]);
    assert_eq!((far.state.units[unit].spent, far.parts(unit).len()), (2, 2), "two corners");
    let (mut long, unit) = column("us_15", "vNW", Advance, [4, 4]);
    long.activate("us.2.1.1").play(&["unit:us_15", "contract:1205"]);
    assert_eq!(long.state.units[unit].spent, 4, "the second marker is drawn in after the first");
    let (mut middle, unit) = column("us_15", "vNW", Advance, [4, 4]);
    middle.activate("us.2.1.1").play(&["unit:us_15", "contract:1206"]);
    assert_eq!(middle.state.units[unit].spent, 2, "both at once");
}

/// [GB 7.21, 8.52] Line and column change by a turn, of which there is one in each hex: not to and fro for ever.
#[test]
fn gb_7_21_one_formation_in_each_hex() {
    let (mut table, unit) = column("us_9", "vNW", Advance, [4, 0]);
    table.activate("us.2.1.1").play(&["unit:us_9", "line:vW"]);
    assert!(table.starting("column:").is_empty() && table.state.units[unit].is_line());
    let step = table.starting("step:").first().cloned().expect("it has points left");
    table.play(&[&step]);
    assert!(!table.starting("column:").is_empty(), "in the next hex again");
}

/// [GB 8.44] A line away from the enemy goes into column by turning, its counter to the head.
#[test]
fn gb_8_44_line_into_column() {
    let form = |enemy: Option<&str>| {
        let mut table = Table::army();
        let unit = table.put("us_9", "1205", "vW", Advance);
        set_extension(&table.game, &mut table.state, unit, [4, 0], false);
        if let Some(hex) = enemy {
            table.put("cs_6", hex, "vE", Advance);
        }
        table.activate("us.2.1.1").play(&["unit:us_9"]);
        (table, unit)
    };
    let (mut table, unit) = form(None);
    assert_eq!(table.starting("column:").len(), 4);
    table.play(&["column:vSE"]);
    assert_eq!(table.parts(unit), ["1206", "1205"]);
    assert_eq!(table.state.units[unit].spent, 2, "two corners");
    assert!(form(Some("1107")).0.starting("column:").is_empty(), "beside an enemy");
}

/// [GB 8.52] Only the counter of a column fires; it does not attack; drawn in beside the enemy it turns no more.
#[test]
fn gb_8_52_column_before_the_enemy() {
    let (mut table, unit) = column("us_9", "vNW", Advance, [4, 0]);
    table.put("cs_6", "1204", "vSE", Advance);
    table.activate("us.2.1.1").play(&["pass"]);
    assert!(table.starting("assault:").is_empty());
    let (mut fires, _) = column("us_9", "vNW", Advance, [4, 0]);
    fires.put("cs_6", "1203", "vSE", Advance);
    fires.activate("us.2.1.1").play(&["unit:us_9", "fire:1203"]);
    assert_eq!(fires.state.shots[0].map(|shot| shot.strength), Some(5), "5 of 9 points");
    let (mut drawn, _) = column("us_9", "vNW", Advance, [4, 0]);
    drawn.put("cs_6", "1204", "vSE", Advance);
    drawn.activate("us.2.1.1").play(&["unit:us_9", "contract:1205"]).pass_while(&["10.44"]);
    assert!(drawn.starting("face:").is_empty() && drawn.starting("step:").is_empty());
    assert!(drawn.starting("extend:").is_empty());
    assert_eq!(drawn.at(unit), "1205");
}

/// [GB 8.53] Under Attack a column first draws together or forms line; if half its points do not do, in disorder.
#[test]
fn gb_8_53_column_ordered_to_attack() {
    let (mut table, unit) = column("us_9", "vNW", Attack, [4, 0]);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert_eq!(table.codes(), ["line:vE", "line:vW", "contract:1205", "contract:1206"]);
    table.play(&["line:vW"]);
    assert!(!table.starting("step:").is_empty() && table.state.units[unit].is_line());
    let woods = |to: &str| {
        let mut table = Table::army();
        let unit = table.put("us_15", "1612", "vNW", Attack);
        set_extension(&table.game, &mut table.state, unit, [4, 4], true);
        table.activate("us.2.1.1").play(&["unit:us_15", &format!("contract:{to}")]);
        (table.state.units[unit].is_disordered(), table.state.units[unit].did(Act::DONE))
    };
    assert_eq!(woods("1613"), (false, false), "two of three points");
    assert_eq!(woods("1612"), (true, true), "four of three");
    let (mut beside, unit) = column("us_9", "vNW", Attack, [4, 0]);
    beside.put("cs_6", "1203", "vSE", Advance);
    beside.put("cs_7", "1105", "vE", Advance);
    beside.activate("us.2.1.1").play(&["unit:us_9", "contract:1205"]).pass_while(&["10.44"]);
    assert!(beside.state.units[unit].did(Act::NO_SHOCK) && beside.starting("fire:").is_empty(), "[9.42]");
}

/// [GB 8.53] A brigade that must stand stays in column.
#[test]
fn gb_8_53_standing_in_column() {
    let (mut table, unit) = column("us_9", "vNW", Attack, [4, 0]);
    let brigade = table.formation("us.2.1.1");
    table.state.formations[brigade].standing.set(Standing::STAND, true);
    table.activate("us.2.1.1").play(&["unit:us_9"]);
    assert!(
        table.can("pass") && table.starting("contract:").is_empty() && table.starting("line:").is_empty()
    );
    assert!(table.state.units[unit].is_column());
}
