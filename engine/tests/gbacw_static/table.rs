//! A small scenario on any map, and shorthand for hexes.

use std::sync::LazyLock;

use warlab_engine::data::{Pack, Problem};
use warlab_engine::games::gbacw::scenario::Scenario;
use warlab_engine::games::gbacw::tables::{Tables, embedded};
use warlab_engine::games::gbacw::types::{Hex, HexSet};

pub const FILE: &str = "scenarios/mini.toml";

/// A brigade of one regiment and a battery for each side, all entering on turn 1, on the map given.
pub fn text(grid: &str, elevation: &str, more: &str) -> String {
    let rows: Vec<&str> = grid.split_whitespace().collect();
    let of = |kind: &str| -> String {
        let mut list = String::new();
        for (side, id) in [("union", "us"), ("csa", "cs")] {
            list += &match kind {
                "formation" => format!(
                    r#"  {{ id = "{id}", name = "{id} division", side = "{side}", level = "division", source = "reconstructed" }},
  {{ id = "{id}.1", name = "{id} brigade", side = "{side}", level = "brigade", parent = "{id}", orders = "advance", source = "reconstructed" }},
"#
                ),
                "leader" => format!(
                    r#"  {{ id = "{id}_d", name = "D", side = "{side}", rank = "division", stars = 2, commands = "{id}", range = 6, activation = 0, coordination = 1, source = "reconstructed" }},
  {{ id = "{id}_b", name = "B", side = "{side}", rank = "brigade", stars = 1, commands = "{id}.1", range = 4, personality = "N", orders_rating = 0, source = "reconstructed" }},
"#
                ),
                "unit" => format!(
                    r#"  {{ id = "{id}_inf", name = "Inf", f = "{id}.1", t = "inf", w = "R", sp = 7, coh = [7, 5], ma = [6, 4], source = "reconstructed" }},
  {{ id = "{id}_art", name = "Bty", f = "{id}", t = "art", sp = 4, coh = [7, 5], ma = [8, 8], sections = [{{ w = "N", guns = 4 }}], source = "reconstructed" }},
"#
                ),
                _ => format!(
                    r#"  {{ turn = 1, side = "{side}", hexes = ["0101"], formations = ["{id}", "{id}.1"], orders = "advance", source = "reconstructed" }},
"#
                ),
            };
        }
        list
    };
    format!(
        r#"schema = "gbacw-scenario-1"
id = "mini"
title = "Mini"
source = "reconstructed"
[scale]
hex_yards = 125
turn_minutes = 60
level_feet = 20
men_per_sp = 50
[turns]
first_initiative = "roll"
list = [{{ n = 1, time = "1000", light = "day" }}]
[options]
fatigue = false
ammo_depletion = false
combined_small_arms = false
crest_los = false
artillery_near_enemy = 1
random_events = false
[side.union]
chain_top = "division"
efficiency_level = "division"
em_pool = [2, 3]
label = "Union"
[side.csa]
chain_top = "division"
efficiency_level = "division"
em_pool = [2, 3]
label = "Confederate"
[map]
orientation = "flat_top"
offset = "even_columns_down"
columns = {}
rows = {}
grid = '''
{}
'''
elevation = '''
{}
'''
{more}
[oob]
formation = [
{}]
leader = [
{}]
unit = [
{}]
[entry]
reinforcement = [
{}]
[victory]
sp_loss = 1
gun_loss = 1
leader_loss = {{ brigade = 2, division = 4, corps = 6, army = 8 }}
routed_at_end_factor = 0.5
location = []
levels = [{{ margin_min = 0, margin_max = 999, result = "draw" }}]
"#,
        rows[0].len(),
        rows.len(),
        rows.join("\n"),
        elevation.split_whitespace().collect::<Vec<_>>().join("\n"),
        of("formation"),
        of("leader"),
        of("unit"),
        of("entry"),
    )
}

pub struct Mini {
    pub tables: Tables,
    pub scenario: Scenario,
}

pub fn read(text: &str) -> Result<Mini, Problem> {
    let mut pack: Pack = PACK.clone();
    pack.overlay(FILE, "mini.toml", text)?;
    let scenario = Scenario::read(&pack, tables(), FILE)?;
    Ok(Mini { tables: tables().clone(), scenario })
}

/// The mini scenario on a map; panics with the problem's sentence if the map is broken.
pub fn mini(grid: &str, elevation: &str, more: &str) -> Mini {
    read(&text(grid, elevation, more)).unwrap_or_else(|problem| panic!("{problem}"))
}

impl Mini {
    pub fn hex(&self, name: &str) -> Hex {
        self.scenario.map.grid.parse(name).unwrap_or_else(|| panic!("no hex {name}"))
    }

    pub fn set(&self, names: &[&str]) -> HexSet {
        names.iter().map(|name| self.hex(name)).collect()
    }
}

pub static PACK: LazyLock<Pack> = LazyLock::new(embedded);
static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables::read(&PACK).expect("the embedded tables are sound"));

/// Our tables.
pub fn tables() -> &'static Tables {
    &TABLES
}

/// One of our scenarios.
pub fn ours(id: &str) -> Mini {
    let scenario = Scenario::find(&PACK, tables(), id).expect("a scenario of ours");
    Mini { tables: tables().clone(), scenario }
}
