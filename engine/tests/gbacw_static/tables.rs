//! The data pack as read: our tables and scenarios, a user's own, and what is said of broken ones.

use warlab_engine::games::gbacw::grid::arc;
use warlab_engine::games::gbacw::scenario::{Scenario, scenario_files};
use warlab_engine::games::gbacw::tables::{Tables, UNITS_FILE};
use warlab_engine::games::gbacw::types::{Arc, Direction, Facing, Light, OrderKind, Refusal, Side, Unit};
use warlab_engine::set::Index;

use crate::table::{FILE, PACK, ours, read, tables, text};

/// Our three scenarios are found by id and read.
#[test]
fn the_embedded_scenarios_read() {
    let files = scenario_files(&PACK).expect("scenario files");
    assert_eq!(
        files.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(),
        ["crossroads", "foxs_gap", "trevilian"]
    );
    for (_, id) in &files {
        assert_eq!(ours(id).scenario.id, *id);
    }
    let problem = Scenario::find(&PACK, tables(), "fox_gap").expect_err("no such id");
    assert!(problem.to_string().contains("Did you mean \"foxs_gap\"?"), "{problem}");
}

/// [GB 2.21, 2.22] What the files hold arrives: units, leaders, sections, reinforcements, turns, works.
#[test]
fn gb_2_21_scenarios_hold_what_the_files_say() {
    let fox = ours("foxs_gap").scenario;
    assert_eq!((fox.oob.units.len(), fox.oob.leaders.len(), fox.turns.len()), (71, 24, 11));
    assert_eq!((fox.map.grid.columns(), fox.map.grid.rows()), (30, 25));
    assert_eq!((fox.turns[9].light, fox.turns[10].light), (Light::Dusk, Light::Night));
    assert_eq!(fox.first_initiative, Some(Side::Union));
    let simmonds = fox.oob.units.iter().find(|unit| unit.id == "us_simmonds").expect("a battery");
    assert_eq!(simmonds.sections.iter().map(|section| section.guns).collect::<Vec<_>>(), [2, 3, 1]);
    let reno = fox.oob.leaders.iter().find(|leader| leader.id == "us_reno").expect("a leader");
    assert_eq!((reno.front.efficiency, reno.replacement.as_ref().map(|back| back.range)), (1, Some(8)));
    let kanawha = fox.oob.formations.iter().find(|formation| formation.id == "us.9.k").expect("a division");
    assert_eq!((kanawha.children.len(), kanawha.units.len(), kanawha.all_units.len()), (2, 2, 8));
    assert_eq!(fox.special_rule("cox_caution").and_then(|rule| rule.max_activations), Some(2));
    assert!(fox.victory.locations.iter().all(|value| value.holder == Some(Side::Csa)));
    let trevilian = ours("trevilian").scenario;
    assert_eq!(trevilian.map.works.len(), 6);
    assert_eq!(ours("crossroads").scenario.first_initiative, None);
}

/// [GB 9.71] Formations that enter bring their units and leader; everybody is set up or enters once.
#[test]
fn gb_9_71_everybody_arrives_once() {
    for id in ["crossroads", "foxs_gap", "trevilian"] {
        let scenario = ours(id).scenario;
        for i in 0..scenario.oob.units.len() {
            let unit = Unit::from_index(i);
            let entries =
                scenario.oob.reinforcements.iter().filter(|group| group.units.contains(unit)).count();
            assert_eq!(entries, usize::from(scenario.oob.unit(unit).hex.is_none()), "{id} {i}");
        }
    }
}

/// [GB 6.18] Guns never start with Attack; unbrigaded batteries start with Advance.
#[test]
fn gb_6_18_guns_never_attack() {
    let scenario = ours("trevilian").scenario;
    for i in 0..scenario.oob.units.len() {
        let unit = Unit::from_index(i);
        if scenario.oob.unit(unit).arm == warlab_engine::games::gbacw::types::Arm::Artillery {
            assert_ne!(scenario.starting_order(unit), OrderKind::Attack);
        }
    }
}

/// [GB 7.12] The arcs written in the data are the arcs of the geometry.
#[test]
fn gb_7_12_data_and_geometry_agree() {
    let facing: toml::Table = PACK.table(UNITS_FILE, "facing").expect("the facing table").value;
    for (table, wanted) in
        [("vertex_front", Arc::Front), ("vertex_flank", Arc::Flank), ("vertex_rear", Arc::Rear)]
    {
        for (vertex, sides) in facing[table].as_table().expect("a table") {
            let vertex = Facing::from_id(vertex).expect("a vertex");
            let sides: Vec<&str> =
                sides.as_array().expect("a list").iter().filter_map(|side| side.as_str()).collect();
            for side in Direction::ALL {
                assert_eq!(arc(vertex, Refusal::None, side) == wanted, sides.contains(&side.id()));
            }
        }
    }
}

fn good() -> String {
    text("... .w. ...", "111 111 111", "")
}

/// A user's own file is one more scenario.
#[test]
fn a_users_scenario_is_found() {
    let mut pack = PACK.clone();
    pack.overlay(FILE, "mine.toml", &good()).expect("TOML");
    let scenario = Scenario::find(&pack, tables(), "mini").expect("it reads");
    assert_eq!(scenario.oob.units.len(), 4);
    // The same id twice is refused.
    pack.overlay("scenarios/other.toml", "other.toml", &good()).expect("TOML");
    let problem = Scenario::find(&pack, tables(), "mini").expect_err("twice");
    assert!(problem.to_string().contains("rename one"), "{problem}");
}

/// Every kind of mistake gets a sentence that names the file and says what is wrong.
#[test]
fn broken_scenarios_are_explained() {
    let cases: &[(&str, &str, &str)] = &[
        ("schema = \"gbacw-scenario-1\"", "schema = \"x\"", "gbacw-scenario-1"),
        ("title = \"Mini\"", "", "missing field `title`"),
        ("[turns]", "[turnz]", "[turns] is missing"),
        ("first_initiative = \"roll\"", "first_initiative = \"me\"", "union, csa or roll"),
        ("n = 1, time", "n = 2, time", "turn 1 is due"),
        ("light = \"day\"", "light = \"noon\"", "unknown variant `noon`"),
        ("artillery_near_enemy = 1", "artillery_near_enemy = 3", "must be 1 to 2, not 3"),
        ("fatigue = false", "fatigue = 1", "[options]"),
        ("chain_top = \"division\"", "chain_top = \"brigade\"", "army, corps or division"),
        ("em_pool = [2, 3]", "em_pool = []", "1 to 16 markers"),
        ("em_pool = [2, 3]", "em_pool = [9]", "must be 1 to 4, not 9"),
        ("orientation = \"flat_top\"", "orientation = \"pointy\"", "flat_top"),
        ("offset = \"even_columns_down\"", "offset = \"odd\"", "even_columns_down"),
        ("columns = 3", "columns = 4", "row 1 has 3 characters for 4 columns"),
        ("columns = 3", "columns = 0", "1 to 99"),
        ("rows = 3", "rows = 2", "3 lines for 2 rows"),
        ("rows = 3", "rows = 300", "[map]"),
        (".w.", ".?.", "'?' has no meaning"),
        ("111\n111\n111", "111\n141\n111", "levels apart without a slope"),
        ("111\n111\n111", "111\n1!1\n111", "'!' has no meaning"),
        (
            "level = \"division\", source",
            "level = \"corps\", source",
            "the chain of command ends at a division",
        ),
        ("parent = \"us\"", "parent = \"uss\"", "Did you mean \"us\"?"),
        ("parent = \"us\"", "parent = \"cs\"", "belongs to the enemy"),
        ("parent = \"us\"", "parent = \"us.1\"", "cannot stand under a brigade"),
        (
            "orders = \"advance\", source = \"reconstructed\" },\n  { id = \"cs\"",
            "source = \"reconstructed\" },\n  { id = \"cs\"",
            "march, advance, attack or choice",
        ),
        ("id = \"cs.1\"", "id = \"us.1\"", "a second formation"),
        ("side = \"union\", level", "side = \"usa\", level", "unknown variant `usa`"),
        ("commands = \"us.1\"", "commands = \"us\"", "cannot command it"),
        ("commands = \"us.1\"", "commands = \"us.7\"", "no formation \"us.7\""),
        ("stars = 2", "stars = 9", "must be 1 to 4"),
        ("activation = 0,", "", "a division leader needs it"),
        ("coordination = 1", "coordination = 7", "must be 0 to 3"),
        ("personality = \"N\"", "personality = \"Z\"", "unknown variant `Z`"),
        ("personality = \"N\", ", "", "needs A, N, C or U"),
        ("f = \"us.1\"", "f = \"us\"", "belong to a brigade"),
        ("t = \"inf\"", "t = \"tank\"", "unknown variant `tank`"),
        ("w = \"R\"", "w = \"RR\"", "no weapon \"RR\""),
        ("w = \"R\"", "w = \"N\"", "not a weapon of this arm"),
        ("w = \"R\", ", "", "need a weapon"),
        ("sp = 7", "sp = 0", "must be 1 to 40"),
        ("sp = 7", "spp = 7", "unknown field `spp`"),
        ("sp = 7", "sp = -1", "[unit us_inf]"),
        ("coh = [7, 5], ma = [6, 4]", "coh = [5, 7], ma = [6, 4]", "falling"),
        ("coh = [7, 5], ma = [6, 4]", "coh = [7], ma = [6, 4]", "[unit us_inf]"),
        ("ma = [6, 4]", "ma = [4, 6]", "not rising"),
        ("guns = 4", "guns = 3", "guns add up to sp (4)"),
        ("w = \"N\", guns", "w = \"R\", guns", "not a weapon of this arm"),
        ("t = \"inf\"", "t = \"cav\"", "mounted side"),
        ("id = \"cs_inf\"", "id = \"us_inf\"", "a second unit"),
        ("id = \"us_inf\"", "id = \"us_b\"", "a second unit or leader"),
        ("id = \"us_inf\"", "id = \"\"", "needs an id"),
        ("ma = [6, 4],", "ma = [6, 4], hex = \"0909\",", "no hex \"0909\""),
        ("ma = [6, 4],", "ma = [6, 4], hex = \"0202\",", "needs a facing"),
        ("ma = [6, 4],", "ma = [6, 4], hex = \"0202\", facing = \"vX\",", "no facing \"vX\""),
        ("ma = [6, 4],", "ma = [6, 4], hex = \"0202\", facing = \"eN\",", "faces a corner"),
        ("ma = [6, 4],", "ma = [6, 4], state = \"sad\",", "good or disordered"),
        ("turn = 1", "turn = 2", "must be 1 to 1, not 2"),
        ("hexes = [\"0101\"]", "hexes = [\"0202\"]", "not on the map edge"),
        ("hexes = [\"0101\"]", "hexes = []", "at least one entry hex"),
        ("formations = [\"us\", \"us.1\"]", "formations = [\"us\"]", "never enters"),
        ("formations = [\"us\", \"us.1\"]", "formations = [\"cs\"]", "fights for the other side"),
        ("formations = [\"us\", \"us.1\"]", "formations = []", "nobody enters"),
        ("sp_loss = 1", "sp_loss = 0.3", "whole number or end in .5"),
        ("location = []", "location = [{ id = \"x\", vp = 3 }]", "no location \"x\""),
        ("margin_min = 0", "margin_min = 3", "expected 0"),
        ("leader_loss = {", "leader_loss = { king = 1,", "unknown field `king`"),
        ("levels = [{", "level = [{", "at least one band"),
    ];
    for (from, to, wanted) in cases {
        let broken = good();
        assert!(broken.contains(from), "the mini scenario has no {from}");
        let broken = broken.replacen(from, to, 1);
        let problem = match read(&broken) {
            Err(problem) => problem.to_string(),
            Ok(_) => panic!("{from} -> {to}: accepted"),
        };
        assert!(problem.contains(wanted), "{from} -> {to}: {problem}");
        assert!(
            problem.split(": ").next().is_some_and(|place| place.contains("mini.toml")),
            "{from} -> {to} names no file: {problem}"
        );
    }
}

/// Map records too are checked one by one.
#[test]
fn broken_maps_are_explained() {
    let side = |kind: &str, edge: &str| {
        format!("[[map.hexside]]\ntype = \"{kind}\"\nedges = [\"{edge}\"]\nsource = \"reconstructed\"\n")
    };
    let road = |path: &str| {
        format!("[[map.road]]\ntype = \"road\"\nname = \"r\"\npath = [{path}]\nsource = \"reconstructed\"\n")
    };
    let crossing = "[[map.crossing]]\ntype = \"bridge\"\nedge = \"0101-0102\"\nsource = \"reconstructed\"\n";
    let work = |hex: &str, facing: &str| {
        format!("[map.breastworks]\nlist = [{{ hex = \"{hex}\", facing = \"{facing}\", side = \"csa\" }}]\n")
    };
    let place =
        "[[map.location]]\nid = \"a\"\nname = \"A\"\nhexes = [\"0101\"]\nsource = \"reconstructed\"\n";
    let cases: Vec<(String, &str)> = vec![
        (side("strem", "0101-0102"), "Did you mean \"stream\"?"),
        (side("stream", "0101-0103"), "not adjacent"),
        (side("stream", "01010102"), "write it as 0101-0102"),
        (side("stream", "0101-0199"), "no hex \"0199\""),
        (side("minor_slope", "0101-0102"), "levels apart, these are 0"),
        (side("breastwork", "0101-0102"), "[map.breastworks]"),
        (road("\"0101\", \"0103\""), "are not adjacent"),
        (crossing.to_string(), "no water to cross"),
        (side("stream", "0101-0102") + crossing, "no road leads over it"),
        (side("stream", "0101-0102") + &road("\"0101\", \"0102\""), "without a bridge or ford"),
        (work("0101", "eN"), "faces a corner"),
        (work("0101", "east"), "no facing"),
        (place.to_string() + place, "a second location"),
        (place.replace("[\"0101\"]", "[]"), "at least one hex"),
        ("road = 3\n".to_string(), "must be a list"),
        ("legend = { \".\" = \"grass\" }\n".to_string(), "no terrain \"grass\""),
    ];
    for (more, wanted) in cases {
        let problem = match read(&text("... ... ...", "111 111 111", &more)) {
            Err(problem) => problem.to_string(),
            Ok(_) => panic!("{more}: accepted"),
        };
        assert!(problem.contains(wanted), "{more}: {problem}");
    }
}

/// Errors in a unit name its own line.
#[test]
fn problems_name_the_line() {
    let broken = good().replacen("w = \"R\"", "w = \"RR\"", 1);
    let line = broken.lines().position(|line| line.contains("\"RR\"")).expect("the line") + 1;
    let problem = read(&broken).err().expect("refused").to_string();
    assert!(problem.starts_with(&format!("mini.toml line {line}: ")), "{problem}");
}

/// Cutting or garbling our files anywhere gives a sentence or a sound scenario, never a panic.
#[test]
fn mutated_files_never_panic() {
    let original = good();
    let mut state: u64 = 7;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let words =
        ["0", "-1", "999", "\"\"", "[]", "{}", "true", "0.25", "\"0101\"", "vE", "=", "\n", "'''", "é"];
    for _ in 0..300 {
        let mut bytes = original.clone();
        let at = next(bytes.len());
        let end = (at + next(12)).min(bytes.len());
        if bytes.is_char_boundary(at) && bytes.is_char_boundary(end) {
            bytes.replace_range(at..end, words[next(words.len())]);
        }
        if let Err(problem) = read(&bytes) {
            assert!(!problem.message.is_empty());
        }
    }
}

/// Tables are checked as well: every number may change, no table may break.
#[test]
fn broken_tables_are_explained() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "tables.toml",
            "[orders_change]\nrows = [{ min = 0, max = 3, result = \"retain\" }, { min = 5, max = 9, result = \"change\" }]",
            "must begin at 4",
        ),
        ("tables.toml", "[orders_change]\nrows = []", "no rows"),
        ("tables.toml", "[fatigue]\nnumeric = [0]", "same length"),
        ("tables.toml", "[activation]\ntransfer_ratio = [0, 1]", "1 or more"),
        ("tables.toml", "[activation]\ndivision_am_min = 9", "not above division_am_max"),
        ("tables.toml", "[breastworks]\nmaterial_terrain = [\"forest\"]", "no terrain \"forest\""),
        ("tables.toml", "[fire_small_arms]\nrow_max = 20", "must hold 22 rows"),
        ("tables.toml", "[fire_small_arms]\ncolumn_min = [2]", "each column must begin"),
        ("tables.toml", "[[weapon]]\nid = \"R\"\nmax_range = 9", "max_range is 9"),
        ("tables.toml", "[[weapon]]\nid = \"R\"\nrange_drm = [[1, 1, 0], [3, 5, 0]]", "expected one from 2"),
        ("tables.toml", "[[order]]\nid = \"attack\"\nma_factor = 0.3", "end in .5"),
        ("tables.toml", "[shock_ratio]\nsteps = []", "0.5 or more"),
        (
            "tables.toml",
            "[[second_disorder]]\ncause = \"fire\"\nunit = \"artillery\"\nretreat = [2, 1]",
            "least, most",
        ),
        ("terrain.toml", "[[terrain]]\nid = \"woods\"\nchar = \".\"", "already stands for"),
        (
            "terrain.toml",
            "[[terrain]]\nid = \"woods\"\nmove = { infantry = \"X\" }",
            "a movement cost is 0 to 40",
        ),
        ("terrain.toml", "[[hexside]]\nid = \"steep_slope\"\nlevels = [3, 1]", "levels = [least, most]"),
        ("terrain.toml", "[[road]]\nid = \"pike\"\nmarch = \"fast\"", "a road costs"),
        ("units.toml", "[stacking]\nmarch = 3", "[stacking]"),
    ];
    for (file, overlay, wanted) in cases {
        let mut pack = PACK.clone();
        pack.overlay(file, "mine.toml", overlay).expect("TOML");
        let problem = match Tables::read(&pack) {
            Err(problem) => problem.to_string(),
            Ok(_) => panic!("{overlay}: accepted"),
        };
        assert!(problem.contains(wanted), "{overlay}: {problem}");
    }
}

/// A designer's overlay or override changes any number without code.
#[test]
fn overlays_change_numbers() {
    let mut pack = PACK.clone();
    let overlay = "[[weapon]]\nid = \"M\"\nmax_range = 3\nrange_drm = [[1, 1, 0], [2, 3, -2]]\n[fire_caps]\ninfantry_or_dismounted_sp = 9\n";
    pack.overlay("tables.toml", "mine.toml", overlay).expect("TOML");
    let tables = Tables::read(&pack).expect("sound");
    let musket = tables.combat.find_weapon("M").expect("a musket");
    assert_eq!(tables.combat.weapon(musket).at_range(3), Some(-2));
    assert_eq!(tables.combat.caps.infantry_or_dismounted_sp, 9);
}

/// Units and leaders of a scenario are overridden by id, and laid over record by record.
#[test]
fn overlays_change_units() {
    let mut pack = PACK.clone();
    pack.set("unit.us_23oh.sp", toml::Value::Integer(9)).expect("a unit");
    pack.set("leaders.us_reno.range", toml::Value::Integer(3)).expect("a leader");
    let overlay = "[oob]\nunit = [{ id = \"us_12oh\", sp = 4 }]\n";
    pack.overlay("scenarios/foxs_gap.toml", "mine.toml", overlay).expect("TOML");
    let scenario = Scenario::find(&pack, tables(), "foxs_gap").expect("sound");
    let sp = |id: &str| scenario.oob.units.iter().find(|unit| unit.id == id).map(|unit| unit.sp);
    assert_eq!((sp("us_23oh"), sp("us_12oh"), sp("us_30oh")), (Some(9), Some(4), Some(9)));
    assert_eq!(scenario.oob.units.len(), 71);
    let reno = scenario.oob.leaders.iter().find(|leader| leader.id == "us_reno").expect("a leader");
    assert_eq!(reno.front.range, 3);
    let problem = pack.set("unit.us_23ohio.sp", toml::Value::Integer(9)).expect_err("no such unit");
    assert!(problem.to_string().contains("Did you mean \"us_23oh\"?"), "{problem}");
    let problem = pack.set("unit.us_23oh.strength", toml::Value::Integer(9)).expect_err("no such field");
    assert!(problem.to_string().contains("no field \"strength\""), "{problem}");
}
