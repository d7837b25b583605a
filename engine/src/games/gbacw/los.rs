//! Line of sight and line of fire. [GB 10.2]
//!
//! API: [`Sight::new`] computes once who sees whom over terrain (`can_see`, `seen_from`, `sides`); units in the
//! way are dynamic: [`fire_blocked`] and [`shell_blocked`] take sets of occupied hexes. [`is_flank_fire`] and
//! [`in_field_of_fire`] judge arcs at any range.

use super::chart::Chart;
use super::grid::{Grid, Line, Step, arc};
use super::map::Map;
use super::types::{Arc, Direction, Facing, Hex, HexSet, Refusal};
use crate::set::Index;

/// Who sees whom over terrain alone; reciprocal. [GB 10.25]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    seen: Vec<HexSet>,
    /// For each pair, the hexsides by which the line leaves the first hex, as bits by direction.
    sides: Vec<u8>,
    count: usize,
}

impl Sight {
    /// `crest` switches the optional crest rule. [GB 10.24 exception 3]
    pub fn new(map: &Map, chart: &Chart, crest: bool) -> Sight {
        let count = map.grid.count_hexes();
        let mut sight = Sight { seen: vec![HexSet::EMPTY; count], sides: vec![0; count * count], count };
        for a in map.grid.hexes() {
            sight.seen[a.index()].insert(a);
            for b in map.grid.hexes() {
                let leaving = map.grid.leaving_sides(a, b);
                sight.sides[a.index() * count + b.index()] =
                    leaving.iter().fold(0, |mask, side| mask | 1 << side.index());
                if b > a && is_clear(map, chart, crest, a, b) {
                    sight.seen[a.index()].insert(b);
                    sight.seen[b.index()].insert(a);
                }
            }
        }
        sight
    }

    #[inline]
    pub fn can_see(&self, a: Hex, b: Hex) -> bool {
        self.seen[a.index()].contains(b)
    }

    /// All hexes in sight, the hex itself included.
    #[inline]
    pub fn seen_from(&self, hex: Hex) -> HexSet {
        self.seen[hex.index()]
    }

    /// The hexsides by which the line to `to` leaves `from`: one, or two at a corner.
    pub fn sides(&self, from: Hex, to: Hex) -> impl Iterator<Item = Direction> + use<> {
        let mask = self.sides[from.index() * self.count + to.index()];
        Direction::ALL.into_iter().filter(move |side| mask >> side.index() & 1 == 1)
    }
}

/// Whether fire from a hex at another passes the firer's front, the refused side included. [GB 10.16, 7.34]
///
/// A line through the corner between front and flank counts as front.
pub fn in_field_of_fire(sight: &Sight, from: Hex, facing: Facing, refusal: Refusal, to: Hex) -> bool {
    sight.sides(from, to).any(|side| arc(facing, refusal, side).is_front())
}

/// Whether fire reaches the target through a flank hexside only. [GB 10.81 flank fire]
///
/// Through a corner shared with another arc the target chooses that one.
pub fn is_flank_fire(sight: &Sight, from: Hex, target: Hex, facing: Facing, refusal: Refusal) -> bool {
    from != target && sight.sides(target, from).all(|side| arc(facing, refusal, side) == Arc::Flank)
}

/// Height of a hex with what grows or stands on it. [GB 10.23]
fn height(map: &Map, chart: &Chart, hex: Hex) -> i32 {
    let terrain = map.terrain_record(chart, hex);
    i32::from(map.level(hex)) + if terrain.los_blocks { i32::from(terrain.los_height) } else { 0 }
}

fn base(map: &Map, hex: Hex) -> i32 {
    i32::from(map.level(hex))
}

fn rises(map: &Map, chart: &Chart, hex: Hex) -> bool {
    map.terrain_record(chart, hex).los_blocks
}

/// The hexes of a step: both beside a hexside that the line follows, for it is blocked by either. [GB 10.27]
fn hexes(step: Step) -> impl Iterator<Item = Hex> {
    let (one, two) = match step {
        Step::Through(hex) => (hex, None),
        Step::Along(one, two) => (one, two),
    };
    std::iter::once(one).chain(two)
}

/// Steepness of the hexside between neighbours: 0 level, then the slopes in the order of the chart. [GB 9.46, 10.23]
fn steepness(map: &Map, chart: &Chart, a: Hex, b: Hex) -> usize {
    let slope = map.between(a, b).and_then(|side| side.slope).map_or(0, |kind| kind.index() + 1);
    // Sides of woods and towns count as steep slopes.
    if rises(map, chart, a) != rises(map, chart, b) { slope.max(chart.steep.index() + 1) } else { slope }
}

/// Whether the change of height between neighbours is not gradual. [GB 10.23]
///
/// A symbol whose upper hex stands only one level above the lower unit counts as gradual, except at woods and towns.
fn is_abrupt(map: &Map, chart: &Chart, a: Hex, b: Hex, low: i32) -> bool {
    if rises(map, chart, a) || rises(map, chart, b) {
        return true;
    }
    let slope = map.between(a, b).and_then(|side| side.slope);
    let symbol = slope.is_some_and(|kind| !chart.hexside(kind).los_gradual);
    symbol && base(map, a).max(base(map, b)) != low + 1
}

/// Whether terrain leaves the line between two hexes clear. [GB 10.22, 10.24]
fn is_clear(map: &Map, chart: &Chart, crest: bool, a: Hex, b: Hex) -> bool {
    if map.grid.distance(a, b) <= 1 {
        return true;
    }
    let (low, high) = if base(map, a) <= base(map, b) { (a, b) } else { (b, a) };
    // From the lower hex to the higher.
    let line = map.grid.line(low, high);
    if blocked_by_height(map, chart, &line, high) || blocked_by_canopy(map, chart, &line, low, high) {
        return false;
    }
    if base(map, low) == base(map, high) {
        return true;
    }
    !(blocked_by_slope(map, chart, &line, low, high)
        || blocked_by_hill(map, &line, high)
        || blocked_by_shadow(map, chart, &line, low, high)
        || crest && blocked_by_crest(map, &line, low, high))
}

fn between(line: &Line) -> &[Step] {
    &line[1..line.len() - 1]
}

/// Anything higher than both ends blocks. [GB 10.24 higher levels]
fn blocked_by_height(map: &Map, chart: &Chart, line: &Line, high: Hex) -> bool {
    between(line).iter().any(|&step| hexes(step).any(|hex| height(map, chart, hex) > base(map, high)))
}

/// Lower woods beside a wooded end hide it behind their crowns. [GB 10.24 canopy]
fn blocked_by_canopy(map: &Map, chart: &Chart, line: &Line, low: Hex, high: Hex) -> bool {
    let ends = [(low, between(line).first()), (high, between(line).last())];
    ends.into_iter().any(|(end, step)| {
        map.woods.contains(end)
            && step.is_some_and(|&step| {
                hexes(step).any(|hex| {
                    let lower = map.woods.contains(hex) && base(map, hex) < base(map, end);
                    let symbol = map
                        .between(hex, end)
                        .and_then(|side| side.slope)
                        .is_some_and(|kind| !chart.hexside(kind).los_gradual);
                    let below_both = base(map, hex) < base(map, low);
                    lower && !(below_both && symbol)
                })
            })
    })
}

/// Hexes and hexsides above the average level that lie nearer the lower end. [GB 10.24 slopes]
fn blocked_by_slope(map: &Map, chart: &Chart, line: &Line, low: Hex, high: Hex) -> bool {
    let twice_average = base(map, low) + base(map, high);
    let grid = &map.grid;
    for (i, &step) in line.iter().enumerate().take(line.len() - 1).skip(1) {
        for hex in hexes(step) {
            if 2 * height(map, chart, hex) <= twice_average {
                continue;
            }
            let (to_low, to_high) = (grid.distance(hex, low), grid.distance(hex, high));
            let nearer = to_low < to_high
                || to_low == to_high
                    && hexes(line[i - 1]).any(|next| is_abrupt(map, chart, hex, next, base(map, low)));
            if nearer {
                return true;
            }
        }
    }
    line.windows(2).any(|pair| {
        let [Step::Through(near), Step::Through(far)] = *pair else { return false };
        let halfway = grid.distance(near, low) == grid.distance(far, high)
            && grid.distance(far, low) == grid.distance(near, high);
        let (one, two) = (height(map, chart, near), height(map, chart, far));
        let inside = near != low && far != high;
        halfway
            && inside
            && one != two
            && one + two > twice_average
            && is_abrupt(map, chart, near, far, base(map, low))
    })
}

/// A hill as high as the higher end, with a dip between them. [GB 10.24 exception 1]
fn blocked_by_hill(map: &Map, line: &Line, high: Hex) -> bool {
    let mut dip = false;
    for &step in between(line).iter().rev() {
        if dip && hexes(step).any(|hex| base(map, hex) == base(map, high)) {
            return true;
        }
        dip |= hexes(step).all(|hex| base(map, hex) < base(map, high));
    }
    false
}

/// Woods and towns above a neighbouring end, and steep slopes above the lower end. [GB 10.24 exception 2]
fn blocked_by_shadow(map: &Map, chart: &Chart, line: &Line, low: Hex, high: Hex) -> bool {
    let (Some(&first), Some(&last)) = (between(line).first(), between(line).last()) else { return false };
    let shades = |step: Step, end: Hex| {
        hexes(step).any(|hex| rises(map, chart, hex) && height(map, chart, hex) > base(map, end))
    };
    if shades(first, low) || shades(last, high) {
        return true;
    }
    // The slope above the lower end casts a shadow unless the ground rises as steeply all the way up.
    let steep = chart.steep.index() + 1;
    hexes(first).any(|hex| {
        let slope = steepness(map, chart, hex, low);
        let climbs = base(map, hex) > base(map, low) && slope >= steep;
        climbs && !line[1..].windows(2).all(|pair| rises_as_steeply(map, chart, pair[0], pair[1], slope))
    })
}

fn rises_as_steeply(map: &Map, chart: &Chart, near: Step, far: Step, slope: usize) -> bool {
    hexes(near).all(|a| {
        let mut beside = hexes(far).filter(|&b| map.grid.distance(a, b) == 1);
        beside.all(|b| steepness(map, chart, a, b) >= slope)
    })
}

/// The ground falls away sooner behind the higher end than in front of it. [GB 10.24 exception 3]
fn blocked_by_crest(map: &Map, line: &Line, low: Hex, high: Hex) -> bool {
    let top = base(map, high);
    let level = |step: &Step| hexes(*step).map(|hex| base(map, hex)).max().unwrap_or(top);
    let behind = map.grid.beyond_line(low, high);
    let flat_behind = behind.iter().take_while(|step| level(step) == top).count();
    // Higher ground behind, or the map edge before the drop: no crest.
    if behind.get(flat_behind).is_none_or(|step| level(step) > top) {
        return false;
    }
    let flat_before = between(line).iter().rev().take_while(|step| level(step) == top).count();
    flat_behind < flat_before
}

/// What may stand in the way of direct fire: hexes with combat units of the firer's and of the other side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct InTheWay {
    pub own: HexSet,
    pub enemy: HexSet,
    /// Canister of guns rather than small arms.
    pub by_artillery: bool,
}

/// Whether units in the way stop small arms and canister. [GB 10.26]
pub fn fire_blocked(
    map: &Map,
    chart: &Chart,
    sight: &Sight,
    firer: Hex,
    target: Hex,
    units: &InTheWay,
) -> bool {
    let &InTheWay { own, enemy, by_artillery } = units;
    // Mostly nobody stands between the two: then the line, the dearest part, need not be drawn (4 % of random play).
    let range = map.grid.distance(firer, target);
    let between_them = map.grid.within(firer, range) & map.grid.within(target, range);
    if !between_them.without(firer).without(target).intersects(own | enemy) {
        return false;
    }
    let line = map.grid.line(firer, target);
    if line.len() < 3 {
        return false;
    }
    let inside: HexSet = between(&line).iter().flat_map(|&step| hexes(step)).collect();
    let in_way = inside & (own | enemy);
    // Enemies hidden by terrain do not draw the fire.
    if !in_way.intersects(own) && in_way.into_iter().all(|hex| !sight.can_see(firer, hex)) {
        return false;
    }
    in_way.into_iter().any(|hex| unit_blocks(map, chart, firer, target, hex, by_artillery))
}

fn unit_blocks(map: &Map, chart: &Chart, firer: Hex, target: Hex, hex: Hex, by_artillery: bool) -> bool {
    let (here, from, to) = (base(map, hex), base(map, firer), base(map, target));
    let (grid, levels) = (&map.grid, i32::from(chart.sight.unit_below_levels));
    let below_both = here < from && here < to;
    let under_guns = by_artillery && grid.distance(firer, hex) == 1 && from >= here + levels;
    let (low, high) = if from < to { (firer, target) } else { (target, firer) };
    let at_foot = (from - to).abs() >= levels
        && here == from.min(to)
        && grid.distance(hex, low) >= grid.distance(hex, high);
    !(below_both || under_guns || at_foot)
}

/// Own units on the line next to the target over whose heads direct fire passes: they may be hit. [GB 10.26]
pub fn endangered_by_fire(map: &Map, firer: Hex, target: Hex, own: HexSet) -> HexSet {
    let line = map.grid.line(firer, target);
    if line.len() < 3 {
        return HexSet::EMPTY;
    }
    let inside: HexSet = between(&line).iter().flat_map(|&step| hexes(step)).collect();
    inside & own & map.grid.neighbours(target)
}

/// Whether own units near the target stop shells, before it or behind it on the line of fire. [GB 10.26]
pub fn shell_blocked(grid: &Grid, chart: &Chart, firer: Hex, target: Hex, own: HexSet) -> bool {
    let near = grid.within(target, u32::from(chart.sight.own_units_block_shell_within_of_target));
    if !near.without(firer).intersects(own) {
        return false;
    }
    let (before, behind) = (grid.line(firer, target), grid.beyond_line(firer, target));
    let mut on_line: HexSet = before.iter().chain(&behind).flat_map(|&step| hexes(step)).collect();
    on_line.remove(firer);
    (on_line & near).intersects(own)
}

/// Whether guns may not fire at a neighbour for the difference of level. [GB 10.67]
pub fn too_steep_for_guns(map: &Map, chart: &Chart, firer: Hex, target: Hex) -> bool {
    let levels = map.level(firer).abs_diff(map.level(target));
    map.grid.distance(firer, target) == 1 && levels >= chart.sight.guns_adjacent_levels
}
