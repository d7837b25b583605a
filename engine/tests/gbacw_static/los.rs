//! Line of sight and fire over terrain and units.

use warlab_engine::games::gbacw::los::{
    InTheWay, Sight, endangered_by_fire, fire_blocked, in_field_of_fire, is_flank_fire, shell_blocked,
    too_steep_for_guns,
};
use warlab_engine::games::gbacw::types::{Facing, HexSet, Refusal};

use crate::table::{Mini, mini, ours};

fn sight(table: &Mini, crest: bool) -> Sight {
    Sight::new(&table.scenario.map, &table.tables.chart, crest)
}

fn sees(table: &Mini, crest: bool, a: &str, b: &str) -> bool {
    sight(table, crest).can_see(table.hex(a), table.hex(b))
}

/// One column of hexes, so that all lines run straight through them.
fn column(terrain: &str, levels: &str, more: &str) -> Mini {
    let down = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    mini(&down(terrain), &down(levels), more)
}

/// [GB 10.24] The printed example of slopes: D to A on the hill (6, 6, 6, 5), W to Z below (3, 2, 1, 1).
#[test]
fn gb_10_24_example_slopes() {
    let steep = &slope("steep_slope", "0104-0105");
    let table = column("........", "66653211", steep);
    let sight = sight(&table, false);
    let seen = |a: &str, b: &str| sight.can_see(table.hex(a), table.hex(b));
    let (d, c, b, a) = ("0101", "0102", "0103", "0104");
    let (w, x, y, z) = ("0105", "0106", "0107", "0108");
    assert!(seen(a, w) && seen(a, x) && seen(a, y) && seen(a, z));
    assert!(!seen(b, w) && seen(b, x) && seen(b, y) && seen(b, z));
    assert!(!seen(c, w) && !seen(c, x) && !seen(c, y) && seen(c, z));
    assert!(!seen(d, w) && !seen(d, x) && !seen(d, y) && !seen(d, z));
}

/// [GB 10.24] Halfway ground blocks only if its lower side is not gradual.
#[test]
fn gb_10_24_halfway_needs_an_abrupt_side() {
    let gradual = column("...", "321", "");
    assert!(sees(&gradual, false, "0101", "0103"));
    // 4, 3, 1: the middle is above the average of 2.5 and falls off two levels.
    let steep = &slope("steep_slope", "0102-0103");
    assert!(!sees(&column("...", "431", steep), false, "0101", "0103"));
    // 3, 3, 2 with a minor slope: the upper hex is one level above the lower unit, so the side counts as gradual.
    let minor = &slope("minor_slope", "0102-0103");
    assert!(sees(&column("...", "332", minor), false, "0101", "0103"));
}

/// [GB 10.23, 10.22] Woods and towns stand one level high, orchards and buildings block nothing; one sees into woods.
#[test]
fn gb_10_23_woods_towns_orchards() {
    assert!(!sees(&column(".w.", "111", ""), false, "0101", "0103"));
    assert!(!sees(&column(".t.", "111", ""), false, "0101", "0103"));
    assert!(!sees(&column(".W.", "111", ""), false, "0101", "0103"));
    assert!(sees(&column(".o.", "111", ""), false, "0101", "0103"));
    assert!(sees(&column(".b.", "111", ""), false, "0101", "0103"));
    assert!(sees(&column("..w", "111", ""), false, "0101", "0103"));
    assert!(!sees(&column("..w.", "1111", ""), false, "0101", "0104"));
    // Neighbours always see each other.
    assert!(sees(&column("ww", "11", ""), false, "0101", "0102"));
}

/// [GB 10.24] Ground higher than both ends blocks.
#[test]
fn gb_10_24_higher_ground_between() {
    assert!(!sees(&column("...", "121", ""), false, "0101", "0103"));
    assert!(sees(&column("...", "212", ""), false, "0101", "0103"));
}

/// [GB 10.24 canopy] Lower woods beside a wooded end hide it unless they lie below both ends and fall off abruptly.
#[test]
fn gb_10_24_canopy() {
    let bare = column("w.w", "212", "");
    assert!(sees(&bare, false, "0101", "0103"));
    let canopy = column("www", "212", "");
    assert!(!sees(&canopy, false, "0101", "0103"));
    let slopes = &slope("minor_slope", "0101-0102\", \"0102-0103");
    let cliff = column("www", "212", slopes);
    assert!(sees(&cliff, false, "0101", "0103"));
}

/// [GB 10.24 exception 1] A hill as high as the higher unit blocks beyond a dip.
#[test]
fn gb_10_24_hill_beyond_a_dip() {
    // The hill in the middle is far from the lower end, so only the dip behind it makes it block.
    assert!(!sees(&column("........", "32321111", ""), false, "0101", "0108"));
    assert!(sees(&column("........", "33321111", ""), false, "0101", "0108"));
}

/// [GB 10.24 exception 2] Woods above a neighbouring end and steep slopes above the lower end cast a shadow.
#[test]
fn gb_10_24_shadow() {
    // Woods by the lower end are no higher than the average level; they block all the same.
    assert!(!sees(&column("......w.", "33211111", ""), false, "0101", "0108"));
    assert!(sees(&column(".....w..", "33211111", ""), false, "0101", "0108"));
    // A steep slope right above the lower unit blocks unless the ground rises as steeply all the way.
    let foot = &slope("steep_slope", "0107-0108");
    assert!(!sees(&column("........", "98765431", foot), false, "0101", "0108"));
    assert!(sees(&column("........", "98765432", ""), false, "0101", "0108"));
    let all = slope("sheer_slope", "0101-0102\", \"0102-0103");
    assert!(sees(&column("...", "951", &all), false, "0101", "0103"));
}

fn slope(kind: &str, edges: &str) -> String {
    format!("[[map.hexside]]\ntype = \"{kind}\"\nedges = [\"{edges}\"]\nsource = \"reconstructed\"\n")
}

/// [GB 10.24 exception 3] With the crest rule a unit back from the crest does not see down the slope.
#[test]
fn gb_10_24_crest_is_optional() {
    // Behind the unit in 0102 the ground falls at once, before it runs level for a hex.
    let back = column("......", "122111", "");
    assert!(sees(&back, false, "0102", "0106"));
    assert!(!sees(&back, true, "0102", "0106"));
    // Level ground as long behind as before: no crest.
    let level = column(".......", "1222111", "");
    assert!(sees(&level, true, "0103", "0107"));
    // Higher ground behind before the drop: no crest.
    let above = column("......", "322111", "");
    assert!(sees(&above, true, "0102", "0106"));
}

/// [GB 10.25] Sight is mutual everywhere on our maps.
#[test]
fn gb_10_25_reciprocal_on_our_maps() {
    let table = ours("crossroads");
    for crest in [false, true] {
        let sight = sight(&table, crest);
        for a in table.scenario.map.grid.hexes() {
            for b in table.scenario.map.grid.hexes() {
                assert_eq!(sight.can_see(a, b), sight.can_see(b, a));
            }
        }
    }
}

/// [GB 10.27] A line along a hexside is blocked by a blocking hex on either side.
#[test]
fn gb_10_27_along_a_blocking_side() {
    let open = mini("... ... ...", "111 111 111", "");
    assert!(sees(&open, false, "0102", "0302"));
    let woods = mini("... .w. ...", "111 111 111", "");
    assert!(!sees(&woods, false, "0102", "0302"));
    let other = mini(".w. ... ...", "111 111 111", "");
    assert!(!sees(&other, false, "0102", "0302"));
}

/// [GB 10.26] Units between stop small arms and canister, with the printed exceptions.
#[test]
fn gb_10_26_units_in_the_way() {
    let flat = column("......", "111111", "");
    let blocked = |table: &Mini, from: &str, to: &str, own: &[&str], enemy: &[&str], guns: bool| {
        let sight = sight(table, false);
        let map = &table.scenario.map;
        let (from, to) = (table.hex(from), table.hex(to));
        {
            let units = InTheWay { own: table.set(own), enemy: table.set(enemy), by_artillery: guns };
            fire_blocked(map, &table.tables.chart, &sight, from, to, &units)
        }
    };
    assert!(blocked(&flat, "0101", "0103", &["0102"], &[], false));
    assert!(blocked(&flat, "0101", "0103", &[], &["0102"], false));
    assert!(!blocked(&flat, "0101", "0103", &["0104"], &["0103"], false));
    assert!(!blocked(&flat, "0101", "0102", &["0101"], &["0102"], false));
    // Lower than both.
    assert!(!blocked(&column("...", "212", ""), "0101", "0103", &["0102"], &[], false));
    // Enemies hidden by terrain do not draw the fire, own units there do: C and Z of the printed slope, W between.
    let example = column("........", "66653211", &slope("steep_slope", "0104-0105"));
    assert!(!blocked(&example, "0102", "0108", &[], &["0105"], false));
    assert!(blocked(&example, "0102", "0108", &["0105"], &[], false));
    assert!(blocked(&example, "0104", "0108", &[], &["0105"], false));
    // Ends two levels apart: a unit at the foot, not nearer the lower end.
    let hill = column("......", "321111", "");
    assert!(!blocked(&hill, "0101", "0106", &["0103"], &[], false));
    assert!(blocked(&hill, "0101", "0106", &["0105"], &[], false));
    // Guns two levels above a neighbour fire over it, small arms do not.
    let cliff = column("....", "4211", &slope("steep_slope", "0101-0102"));
    assert!(!blocked(&cliff, "0101", "0103", &["0102"], &[], true));
    assert!(blocked(&cliff, "0101", "0103", &["0102"], &[], false));
}

/// [GB 10.26] Own units next to the target may be hit by fire over their heads.
#[test]
fn gb_10_26_units_endangered() {
    let hill = column("......", "321111", "");
    let at = |names: &[&str]| hill.set(names);
    let map = &hill.scenario.map;
    assert_eq!(
        endangered_by_fire(map, hill.hex("0101"), hill.hex("0104"), at(&["0103", "0102"])),
        at(&["0103"])
    );
    assert_eq!(endangered_by_fire(map, hill.hex("0101"), hill.hex("0102"), at(&["0101"])), HexSet::EMPTY);
}

/// [GB 10.26] Own units within two hexes of the target on the line stop shells, also behind it.
#[test]
fn gb_10_26_own_units_stop_shells() {
    let flat = column("..........", "1111111111", "");
    let stopped = |own: &[&str]| {
        shell_blocked(
            &flat.scenario.map.grid,
            &flat.tables.chart,
            flat.hex("0101"),
            flat.hex("0106"),
            flat.set(own),
        )
    };
    assert!(stopped(&["0104"]) && stopped(&["0105"]) && stopped(&["0107"]) && stopped(&["0108"]));
    assert!(!stopped(&["0103"]) && !stopped(&["0109"]) && !stopped(&["0101"]));
}

/// [GB 10.67] Guns do not fire at a neighbour two levels above or below.
#[test]
fn gb_10_67_guns_and_cliffs() {
    let slope = &slope("steep_slope", "0101-0102");
    let table = column("...", "311", slope);
    let (map, chart) = (&table.scenario.map, &table.tables.chart);
    assert!(too_steep_for_guns(map, chart, table.hex("0101"), table.hex("0102")));
    assert!(too_steep_for_guns(map, chart, table.hex("0102"), table.hex("0101")));
    assert!(!too_steep_for_guns(map, chart, table.hex("0101"), table.hex("0103")));
}

/// [GB 10.16] Fire passes the frontal hexsides; a refused side widens the field. [GB 7.34]
#[test]
fn gb_10_16_field_of_fire() {
    let table = mini(&"......... ".repeat(9), &"111111111 ".repeat(9), "");
    let sight = sight(&table, false);
    let east = Facing::from_id("vE").expect("a facing");
    let fires = |refusal: Refusal, to: &str| {
        in_field_of_fire(&sight, table.hex("0505"), east, refusal, table.hex(to))
    };
    assert!(fires(Refusal::None, "0705") && fires(Refusal::None, "0604") && fires(Refusal::None, "0605"));
    assert!(!fires(Refusal::None, "0508") && !fires(Refusal::None, "0305") && !fires(Refusal::None, "0502"));
    assert!(fires(Refusal::Right, "0508") && !fires(Refusal::Right, "0502"));
    assert!(fires(Refusal::Left, "0502"));
}

/// [GB 10.81] Fire over a flank hexside is flank fire; through the corner with the front it is not.
#[test]
fn gb_10_81_flank_fire_geometry() {
    let table = mini(&"......... ".repeat(9), &"111111111 ".repeat(9), "");
    let sight = sight(&table, false);
    let east = Facing::from_id("vE").expect("a facing");
    let flank = |refusal: Refusal, from: &str| {
        is_flank_fire(&sight, table.hex(from), table.hex("0505"), east, refusal)
    };
    assert!(flank(Refusal::None, "0502") && flank(Refusal::None, "0508"));
    assert!(!flank(Refusal::None, "0705") && !flank(Refusal::None, "0305"));
    // Due along the corner between front and flank.
    assert!(!flank(Refusal::None, "0603"));
    assert!(!flank(Refusal::Right, "0508"));
    assert!(flank(Refusal::Right, "0405") && !flank(Refusal::None, "0405"));
}

/// How long sight over our largest map takes; run with `--ignored --nocapture` to see it.
#[test]
#[ignore = "prints a timing"]
fn sight_timing() {
    let table = ours("foxs_gap");
    let start = std::time::Instant::now();
    let sight = sight(&table, true);
    let seen: usize = table.scenario.map.grid.hexes().map(|hex| sight.seen_from(hex).len()).sum();
    println!("{seen} pairs in sight, {:?}", start.elapsed());
}
