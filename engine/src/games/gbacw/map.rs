//! The map of a scenario: terrain, levels, hexsides, roads, crossings, locations, works at the start.
//!
//! API: [`Map`] (`terrain(hex)`, `level(hex)`, `side(hex, direction)`, `slope`, `road`, `is_woods`), [`Hexside`],
//! [`LocationRecord`], [`Work`], [`RoadLine`].

use std::collections::BTreeMap;

use serde::Deserialize;

use super::chart::{Chart, HexsideClass, HexsideRecord, TerrainRecord};
use super::grid::Grid;
use super::source::{Source, hex, unique};
use super::types::{Direction, Facing, Hex, HexSet, HexsideKind, MAX_HEXES, MAX_LOCATIONS, Side, Terrain};
use crate::data::{Problem, Record};
use crate::set::Index;

/// What lies on one hexside, seen from either hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Hexside {
    /// The slope symbol, or the implied gradual slope; none on level ground.
    pub slope: Option<HexsideKind>,
    pub water: Option<HexsideKind>,
    pub barrier: Option<HexsideKind>,
    /// The road that crosses here, an index of [`Chart::roads`].
    pub road: Option<u8>,
    /// The bridge or ford, an index of [`Chart::crossings`].
    pub crossing: Option<u8>,
}

/// A finished breastwork at the start; its corner's two hexsides are protected. [GB 15.21]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Work {
    pub hex: Hex,
    pub facing: Facing,
    pub side: Side,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationRecord {
    pub id: String,
    pub name: String,
    pub hexes: HexSet,
}

/// A road as printed, for drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadLine {
    pub kind: u8,
    pub name: String,
    pub path: Vec<Hex>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub grid: Grid,
    terrain: Vec<Terrain>,
    level: Vec<u8>,
    sides: Vec<[Hexside; 6]>,
    pub roads: Vec<RoadLine>,
    /// Hexes that some road passes.
    pub road_hexes: HexSet,
    pub woods: HexSet,
    pub works: Vec<Work>,
    pub locations: Vec<LocationRecord>,
}

#[derive(Deserialize)]
struct Head {
    orientation: String,
    offset: String,
    columns: u8,
    rows: u8,
    grid: String,
    elevation: String,
    /// Characters of the grid, where they differ from those of the terrain chart.
    #[serde(default)]
    legend: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadItem {
    #[serde(rename = "type")]
    kind: String,
    name: String,
    path: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexsideItem {
    #[serde(rename = "type")]
    kind: String,
    edges: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossingItem {
    #[serde(rename = "type")]
    kind: String,
    edge: String,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationItem {
    id: String,
    name: String,
    hexes: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkItem {
    hex: String,
    facing: String,
    side: Side,
}

impl Map {
    pub(super) fn read(source: &Source<'_>, chart: &Chart) -> Result<Map, Problem> {
        let head: Record<Head> = source.table("map")?;
        if head.value.orientation != "flat_top" {
            return Err(head.problem("orientation", "only flat_top maps are known; write \"flat_top\""));
        }
        if head.value.offset != "even_columns_down" {
            return Err(
                head.problem("offset", "only even_columns_down is known; write \"even_columns_down\"")
            );
        }
        let (columns, rows) = (head.value.columns, head.value.rows);
        let grid = Grid::new(columns, rows).ok_or_else(|| {
            let message =
                format!("{columns} by {rows} hexes: use 1 to 99 each and at most {MAX_HEXES} in all");
            head.problem("columns", message)
        })?;
        let ids: Vec<&str> = chart.terrain.iter().map(|record| record.id.as_str()).collect();
        for id in head.value.legend.values() {
            head.lookup("legend", id, "terrain", &ids)?;
        }
        let terrain = read_cells(&head, "grid", &head.value.grid, &grid, |symbol| {
            let meaning = head.value.legend.get(symbol.to_string().as_str());
            let found = |record: &TerrainRecord| match meaning {
                Some(id) => record.id == *id,
                None => record.char == symbol,
            };
            chart.terrain.iter().position(found).map(Terrain::from_index)
        })?;
        let level = read_cells(&head, "elevation", &head.value.elevation, &grid, |symbol| {
            symbol.to_digit(36).map(|digit| digit as u8)
        })?;
        let count = grid.count_hexes();
        let mut map = Map {
            grid,
            terrain,
            level,
            sides: vec![[Hexside::default(); 6]; count],
            roads: Vec::new(),
            road_hexes: HexSet::EMPTY,
            woods: HexSet::EMPTY,
            works: Vec::new(),
            locations: Vec::new(),
        };
        map.woods = map.grid.hexes().filter(|&hex| chart.terrain(map.terrain(hex)).is_woods()).collect();
        map.read_hexsides(source, chart)?;
        map.imply_slopes(&head, chart)?;
        map.read_roads(source, chart)?;
        map.read_crossings(source, chart)?;
        map.read_works(source, chart)?;
        map.read_locations(source)?;
        Ok(map)
    }

    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The base level of a hex. [GB 2.7 base level]
    #[inline]
    pub fn level(&self, hex: Hex) -> u8 {
        self.level[hex.index()]
    }

    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> Hexside {
        self.sides[hex.index()][direction.index()]
    }

    /// The hexside between two adjacent hexes.
    pub fn between(&self, a: Hex, b: Hex) -> Option<Hexside> {
        self.grid.direction(a, b).map(|direction| self.side(a, direction))
    }

    pub fn terrain_record<'a>(&self, chart: &'a Chart, hex: Hex) -> &'a TerrainRecord {
        chart.terrain(self.terrain(hex))
    }

    /// Changes one hexside, seen from both hexes.
    fn set_side(&mut self, a: Hex, b: Hex, change: impl Fn(&mut Hexside)) {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(direction) = self.grid.direction(from, to) {
                change(&mut self.sides[from.index()][direction.index()]);
            }
        }
    }

    fn read_edge<T>(&self, record: &Record<T>, field: &str, edge: &str) -> Result<(Hex, Hex), Problem> {
        let (a, b) = edge.split_once('-').ok_or_else(|| {
            record.problem(field, format!("\"{edge}\" is no hexside; write it as 0101-0102"))
        })?;
        let (a, b) = (hex(&self.grid, record, field, a)?, hex(&self.grid, record, field, b)?);
        if self.grid.distance(a, b) != 1 {
            return Err(
                record.problem(field, format!("{edge}: the hexes are not adjacent; name two neighbours"))
            );
        }
        Ok((a, b))
    }

    fn read_hexsides(&mut self, source: &Source<'_>, chart: &Chart) -> Result<(), Problem> {
        let known: Vec<&str> = chart.hexsides.iter().map(|hexside| hexside.id.as_str()).collect();
        for record in source.items::<HexsideItem>("map", "hexside")? {
            let kind = record.lookup("type", &record.value.kind, "hexside", &known)?;
            let hexside = &chart.hexsides[kind];
            let kind = HexsideKind::from_index(kind);
            if hexside.kind == HexsideClass::Work {
                return Err(record.problem("type", "breastworks stand in [map.breastworks], with a facing"));
            }
            for edge in &record.value.edges {
                let (a, b) = self.read_edge(&record, "edges", edge)?;
                if hexside.kind == HexsideClass::Slope {
                    self.check_slope(&record, edge, hexside, a, b)?;
                }
                self.set_side(a, b, |side| match hexside.kind {
                    HexsideClass::Slope => side.slope = Some(kind),
                    HexsideClass::Water => side.water = Some(kind),
                    HexsideClass::Barrier | HexsideClass::Work => side.barrier = Some(kind),
                });
            }
        }
        Ok(())
    }

    fn check_slope<T>(
        &self,
        record: &Record<T>,
        edge: &str,
        hexside: &HexsideRecord,
        a: Hex,
        b: Hex,
    ) -> Result<(), Problem> {
        let rise = self.level(a).abs_diff(self.level(b));
        let [least, most] = hexside.levels.unwrap_or([0, 0]);
        if (least..=most).contains(&rise) {
            return Ok(());
        }
        Err(record.problem(
            "edges",
            format!("{edge}: a {} joins hexes {least} to {most} levels apart, these are {rise}", hexside.id),
        ))
    }

    /// A one-level change without a symbol is gradual; two levels need a symbol. [GB 10.23]
    fn imply_slopes(&mut self, head: &Record<Head>, chart: &Chart) -> Result<(), Problem> {
        for a in self.grid.hexes() {
            for direction in Direction::ALL {
                let Some(b) = self.grid.neighbour(a, direction) else { continue };
                let rise = self.level(a).abs_diff(self.level(b));
                let side = &mut self.sides[a.index()][direction.index()];
                if side.slope.is_some() || rise == 0 {
                    continue;
                }
                if rise > 1 {
                    let (a, b) = (self.grid.name(a), self.grid.name(b));
                    return Err(head.problem(
                        "elevation",
                        format!("{a}-{b}: {rise} levels apart without a slope; list the edge under a slope hexside"),
                    ));
                }
                side.slope = Some(chart.gradual);
            }
        }
        Ok(())
    }

    fn read_roads(&mut self, source: &Source<'_>, chart: &Chart) -> Result<(), Problem> {
        let known: Vec<&str> = chart.roads.iter().map(|road| road.id.as_str()).collect();
        for record in source.items::<RoadItem>("map", "road")? {
            let kind = record.lookup("type", &record.value.kind, "road", &known)? as u8;
            let path: Result<Vec<Hex>, Problem> =
                record.value.path.iter().map(|name| hex(&self.grid, &record, "path", name)).collect();
            let path = path?;
            for pair in path.windows(2) {
                if self.grid.distance(pair[0], pair[1]) != 1 {
                    let (a, b) = (self.grid.name(pair[0]), self.grid.name(pair[1]));
                    return Err(record
                        .problem("path", format!("{a} and {b} are not adjacent; add the hexes between")));
                }
                // Where two roads share a hexside the better one, listed first in the chart, counts.
                self.set_side(pair[0], pair[1], |side| {
                    side.road = Some(side.road.map_or(kind, |other| other.min(kind)));
                });
            }
            for &hex in &path {
                self.road_hexes.insert(hex);
            }
            self.roads.push(RoadLine { kind, name: record.value.name, path });
        }
        Ok(())
    }

    fn read_crossings(&mut self, source: &Source<'_>, chart: &Chart) -> Result<(), Problem> {
        let known: Vec<&str> = chart.crossings.iter().map(|crossing| crossing.id.as_str()).collect();
        for record in source.items::<CrossingItem>("map", "crossing")? {
            let kind = record.lookup("type", &record.value.kind, "crossing", &known)? as u8;
            let edge = &record.value.edge;
            let (a, b) = self.read_edge(&record, "edge", edge)?;
            let side = self.between(a, b).unwrap_or_default();
            if side.water.is_none() {
                return Err(
                    record.problem("edge", format!("{edge}: no water to cross; move it to a water hexside"))
                );
            }
            if side.road.is_none() {
                return Err(
                    record.problem("edge", format!("{edge}: no road leads over it; add it to a road's path"))
                );
            }
            self.set_side(a, b, |side| side.crossing = Some(kind));
        }
        for a in self.grid.hexes() {
            for direction in Direction::ALL {
                let side = self.side(a, direction);
                if side.road.is_some() && side.water.is_some() && side.crossing.is_none() {
                    let b = self.grid.neighbour(a, direction).unwrap_or(a);
                    let (a, b) = (self.grid.name(a), self.grid.name(b));
                    let head: Record<toml::Table> = source.table("map")?;
                    return Err(head.problem(
                        "crossing",
                        format!(
                            "a road crosses water at {a}-{b} without a bridge or ford; add a [[map.crossing]]"
                        ),
                    ));
                }
            }
        }
        Ok(())
    }

    fn read_works(&mut self, source: &Source<'_>, chart: &Chart) -> Result<(), Problem> {
        if !source.pack.has_table(source.file, "map.breastworks") {
            return Ok(());
        }
        for record in source.items::<WorkItem>("map.breastworks", "list")? {
            let at = hex(&self.grid, &record, "hex", &record.value.hex)?;
            let facing = record.lookup("facing", &record.value.facing, "facing", Facing::ids())?;
            let facing = Facing::from_index(facing);
            if !facing.is_vertex() {
                return Err(record.problem("facing", "a breastwork faces a corner; write one such as vE"));
            }
            let terrain = self.terrain_record(chart, at);
            if terrain.breastworks_forbidden {
                return Err(record.problem("hex", format!("no breastworks in {}; move it", terrain.id)));
            }
            self.works.push(Work { hex: at, facing, side: record.value.side });
        }
        Ok(())
    }

    fn read_locations(&mut self, source: &Source<'_>) -> Result<(), Problem> {
        let mut ids: Vec<String> = Vec::new();
        for record in source.items::<LocationItem>("map", "location")? {
            unique(&record, "location", &record.value.id, &ids)?;
            let hexes: Result<HexSet, Problem> =
                record.value.hexes.iter().map(|name| hex(&self.grid, &record, "hexes", name)).collect();
            let hexes = hexes?;
            if hexes.is_empty() {
                return Err(record.problem("hexes", "a location needs at least one hex"));
            }
            ids.push(record.value.id.clone());
            self.locations.push(LocationRecord { id: record.value.id, name: record.value.name, hexes });
            if self.locations.len() > MAX_LOCATIONS {
                return Err(Problem::at(
                    &record.place,
                    format!("more than {MAX_LOCATIONS} locations; remove some"),
                ));
            }
        }
        Ok(())
    }
}

/// The cells of a map drawn in characters, a line for each row.
fn read_cells<T>(
    head: &Record<Head>,
    field: &str,
    drawing: &str,
    grid: &Grid,
    meaning: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    let lines: Vec<&str> = drawing.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() != usize::from(grid.rows()) {
        return Err(head
            .problem(field, format!("{} lines for {} rows; draw one line a row", lines.len(), grid.rows())));
    }
    let mut cells = Vec::with_capacity(grid.count_hexes());
    for (row, line) in lines.iter().enumerate() {
        let width = line.chars().count();
        if width != usize::from(grid.columns()) {
            let message = format!("row {} has {width} characters for {} columns", row + 1, grid.columns());
            return Err(head.problem(field, message));
        }
        for (column, symbol) in line.chars().enumerate() {
            let cell = meaning(symbol).ok_or_else(|| {
                head.problem(
                    field,
                    format!("row {} column {}: '{symbol}' has no meaning here", row + 1, column + 1),
                )
            })?;
            cells.push(cell);
        }
    }
    Ok(cells)
}
