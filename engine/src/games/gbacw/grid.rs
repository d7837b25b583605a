//! Hex geometry: flat-top hexes, even columns half a hex lower. [GB 2.1, 7.1]
//!
//! API: [`Grid`]: `hex(column, row)`, `parse("1212")`, `name(hex)`, `neighbour(hex, direction)`, `neighbours(hex)`,
//! `direction(from, to)`, `distance(a, b)`, `within(hex, radius)`, `line(a, b)`; [`arc`], [`direction_in_arc`],
//! `Grid::front(hex, facing, refusal)` and its kin as sets; [`Line`] of [`Step`]s with exact integer geometry.

use arrayvec::ArrayVec;

use super::types::{Arc, Direction, Facing, Hex, HexSet, MAX_HEXES, Refusal};
use crate::set::Index;

/// What the hexside in `direction` is to a unit facing `facing`. [GB 7.12, 7.34]
///
/// A refused wing turns its flank hexside into a third front and the next hexside into the flank.
#[inline]
pub fn arc(facing: Facing, refusal: Refusal, direction: Direction) -> Arc {
    ARCS[facing.index()][refusal as usize][direction.index()]
}

/// [`arc`] for every facing, wing and hexside: it is asked for several times in most decisions.
const ARCS: [[[Arc; 6]; 3]; 12] = {
    let mut arcs = [[[Arc::Rear; 6]; 3]; 12];
    let mut i = 0;
    while i < 12 * 3 * 6 {
        let (facing, refusal, direction) = (i / 18, i / 6 % 3, i % 6);
        arcs[facing][refusal][direction] = find_arc(facing, refusal, direction);
        i += 1;
    }
    arcs
};

const fn find_arc(facing: usize, refusal: usize, direction: usize) -> Arc {
    const LEFT: usize = Refusal::Left as usize;
    const RIGHT: usize = Refusal::Right as usize;
    // Hexsides clockwise from the left front side (vertex facings) or the front side (edge facings).
    let around = (direction + 6 - facing / 2) % 6;
    let is_vertex = facing % 2 == 1;
    match (around, refusal) {
        (0, _) => Arc::Front,
        (3, _) if !is_vertex => Arc::Rear,
        _ if !is_vertex => Arc::Flank,
        (1, _) => Arc::Front,
        (2, RIGHT) | (5, LEFT) => Arc::RefusedFront,
        (3, RIGHT) | (4, LEFT) | (2 | 5, _) => Arc::Flank,
        _ => Arc::Rear,
    }
}

/// The first two hexsides of the flanks, clockwise from the facing: those of the right and of the left one.
#[inline]
pub fn flanks(facing: Facing) -> [Direction; 2] {
    FLANKS[facing.index()]
}

/// [`flanks`] for every facing: whoever may bend a wing or extend asks for them.
const FLANKS: [[Direction; 2]; 12] = {
    let mut flanks = [[Direction::N; 2]; 12];
    let mut facing = 0;
    while facing < 12 {
        let (mut found, mut turn) = (0, 0);
        while found < 2 {
            let direction = (facing / 2 + turn) % 6;
            if matches!(ARCS[facing][Refusal::None as usize][direction], Arc::Flank) {
                flanks[facing][found] = Direction::ALL[direction];
                found += 1;
            }
            turn += 1;
        }
        facing += 1;
    }
    flanks
};

/// The hexsides of one arc, clockwise from the facing.
pub fn direction_in_arc(facing: Facing, refusal: Refusal, wanted: Arc) -> impl Iterator<Item = Direction> {
    let first = Direction::from_index(facing.index() / 2);
    (0..6)
        .map(move |turn| first.turned(turn))
        .filter(move |&direction| arc(facing, refusal, direction) == wanted)
}

/// Part of a line between two hex centres.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The line passes through the inside of this hex.
    Through(Hex),
    /// The line runs along the hexside between these two; the second is missing at the map edge.
    Along(Hex, Option<Hex>),
}

/// A straight line from centre to centre, first and last hex included.
pub type Line = ArrayVec<Step, 160>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    neighbours: Vec<[Option<Hex>; 6]>,
    /// Centre and axial coordinates of each hex.
    places: Vec<[(i32, i32); 2]>,
    around: Vec<HexSet>,
    /// Sets of hexes within 1 to [`Grid::RINGS`] hexes, [`Grid::RINGS`] for each hex.
    within: Vec<HexSet>,
}

impl Grid {
    /// Distances kept as ready sets: the longest the rules ask for often (reserve, 6.31).
    pub const RINGS: u32 = 10;

    /// A map of `columns` by `rows`; at most [`MAX_HEXES`] hexes, 99 columns and 99 rows, at least one of each.
    pub fn new(columns: u8, rows: u8) -> Option<Grid> {
        let fits = (1..=99).contains(&columns) && (1..=99).contains(&rows);
        if !fits || usize::from(columns) * usize::from(rows) > MAX_HEXES {
            return None;
        }
        let mut grid = Grid {
            columns,
            rows,
            neighbours: Vec::new(),
            places: Vec::new(),
            around: Vec::new(),
            within: Vec::new(),
        };
        grid.neighbours =
            grid.hexes().map(|hex| Direction::ALL.map(|direction| grid.beside(hex, direction))).collect();
        grid.around = grid.neighbours.iter().map(|sides| sides.iter().flatten().copied().collect()).collect();
        grid.places = grid.hexes().map(|hex| [grid.find_centre(hex), grid.find_axial(hex)]).collect();
        for centre in grid.hexes() {
            let mut sets = [HexSet::EMPTY; Grid::RINGS as usize];
            for hex in grid.hexes() {
                let distance = grid.distance(centre, hex).max(1);
                for set in sets.iter_mut().skip(distance as usize - 1) {
                    set.insert(hex);
                }
            }
            grid.within.extend(sets);
        }
        Some(grid)
    }

    pub fn columns(&self) -> u8 {
        self.columns
    }

    pub fn rows(&self) -> u8 {
        self.rows
    }

    pub fn count_hexes(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.count_hexes()).map(Hex::from_index)
    }

    /// The hex in a column and row, both counted from 1.
    pub fn hex(&self, column: i32, row: i32) -> Option<Hex> {
        let inside =
            (1..=i32::from(self.columns)).contains(&column) && (1..=i32::from(self.rows)).contains(&row);
        inside.then(|| Hex(((row - 1) * i32::from(self.columns) + column - 1) as u16))
    }

    pub fn column(&self, hex: Hex) -> i32 {
        i32::from(hex.0) % i32::from(self.columns) + 1
    }

    pub fn row(&self, hex: Hex) -> i32 {
        i32::from(hex.0) / i32::from(self.columns) + 1
    }

    /// The printed number, column then row: `1212`.
    pub fn name(&self, hex: Hex) -> HexName {
        HexName { column: self.column(hex) as u8, row: self.row(hex) as u8 }
    }

    /// The hex with this printed number.
    pub fn parse(&self, name: &str) -> Option<Hex> {
        if name.len() != 4 || !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.hex(name[..2].parse().ok()?, name[2..].parse().ok()?)
    }

    fn beside(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (column, row) = (self.column(hex), self.row(hex));
        // Even columns sit half a hex lower, so their upper side neighbours share the row number.
        let lower = i32::from(column % 2 == 0);
        let (to_column, to_row) = match direction.index() {
            0 => (column, row - 1),
            1 => (column + 1, row - 1 + lower),
            2 => (column + 1, row + lower),
            3 => (column, row + 1),
            4 => (column - 1, row + lower),
            _ => (column - 1, row - 1 + lower),
        };
        self.hex(to_column, to_row)
    }

    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The hexes around this one that are on the map.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> HexSet {
        self.around[hex.index()]
    }

    /// The direction of an adjacent hex.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// The distance in hexes.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u32 {
        let ((q1, r1), (q2, r2)) = (self.axial(a), self.axial(b));
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u32
    }

    #[inline]
    fn axial(&self, hex: Hex) -> (i32, i32) {
        self.places[hex.index()][1]
    }

    #[inline]
    fn centre(&self, hex: Hex) -> (i32, i32) {
        self.places[hex.index()][0]
    }

    fn find_axial(&self, hex: Hex) -> (i32, i32) {
        let q = self.column(hex) - 1;
        (q, self.row(hex) - 1 - q.div_euclid(2))
    }

    /// All hexes at most `radius` away, the hex itself included.
    #[inline]
    pub fn within(&self, hex: Hex, radius: u32) -> HexSet {
        match radius {
            0 => HexSet::single(hex),
            1..=Grid::RINGS => self.within[hex.index() * Grid::RINGS as usize + radius as usize - 1],
            _ => self.hexes().filter(|&other| self.distance(hex, other) <= radius).collect(),
        }
    }

    /// Whether any hex of a set is at most `radius` away. The sets are compared where they lie, without a copy.
    #[inline]
    pub fn is_any_within(&self, hex: Hex, radius: u32, of: &HexSet) -> bool {
        match radius {
            0 => of.contains(hex),
            1..=Grid::RINGS => {
                self.within[hex.index() * Grid::RINGS as usize + radius as usize - 1].intersects(*of)
            }
            _ => self.within(hex, radius).intersects(*of),
        }
    }

    /// Whether any hex of a set is adjacent.
    #[inline]
    pub fn is_any_beside(&self, hex: Hex, of: &HexSet) -> bool {
        self.around[hex.index()].intersects(*of)
    }

    /// The adjacent hexes in an arc of a unit.
    pub fn in_arc(&self, hex: Hex, facing: Facing, refusal: Refusal, wanted: Arc) -> HexSet {
        self.sides_where(hex, |side| arc(facing, refusal, side) == wanted)
    }

    fn sides_where(&self, hex: Hex, is_wanted: impl Fn(Direction) -> bool) -> HexSet {
        let mut set = HexSet::EMPTY;
        for direction in Direction::ALL {
            if let Some(next) = self.neighbour(hex, direction).filter(|_| is_wanted(direction)) {
                set.insert(next);
            }
        }
        set
    }

    /// The ordinary frontal hexes, without the refused one. [GB 7.12]
    pub fn front(&self, hex: Hex, facing: Facing) -> HexSet {
        self.in_arc(hex, facing, Refusal::None, Arc::Front)
    }

    /// Whether an adjacent hex is one of the ordinary frontal hexes. [GB 7.12]
    pub fn is_in_front(&self, hex: Hex, facing: Facing, other: Hex) -> bool {
        self.direction(hex, other).is_some_and(|side| arc(facing, Refusal::None, side) == Arc::Front)
    }

    /// All frontal hexes, with the third one of a refused wing. [GB 7.34]
    pub fn all_front(&self, hex: Hex, facing: Facing, refusal: Refusal) -> HexSet {
        self.sides_where(hex, |side| arc(facing, refusal, side).is_front())
    }

    pub fn is_on_edge(&self, hex: Hex) -> bool {
        Direction::ALL.iter().any(|&direction| self.neighbour(hex, direction).is_none())
    }

    /// Centre in coordinates where all corners are whole numbers: corners at (2, 0), (1, 1) and so on.
    fn find_centre(&self, hex: Hex) -> (i32, i32) {
        let column = self.column(hex);
        (3 * column, 2 * self.row(hex) + i32::from(column % 2 == 0))
    }

    /// Corner clockwise of the hexside in `direction`, relative to the centre (y grows southward).
    const CORNERS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

    /// The straight line between two centres, from `a` to `b`. [GB 10.21]
    pub fn line(&self, a: Hex, b: Hex) -> Line {
        let mut line = Line::new();
        line.push(Step::Through(a));
        self.walk(a, self.vector(a, b), Some(b), &mut line);
        line
    }

    /// The line of fire from `from` through `through`, beyond it to the map edge. [GB 10.21]
    pub fn beyond_line(&self, from: Hex, through: Hex) -> Line {
        let mut line = Line::new();
        if from != through {
            self.walk(through, self.vector(from, through), None, &mut line);
        }
        line
    }

    fn vector(&self, from: Hex, to: Hex) -> (i32, i32) {
        let (start, end) = (self.centre(from), self.centre(to));
        (end.0 - start.0, end.1 - start.1)
    }

    /// Adds what a ray from the centre of `start` passes, until `last` or the map edge.
    fn walk(&self, start: Hex, along: (i32, i32), last: Option<Hex>, line: &mut Line) {
        let origin = self.centre(start);
        // Left of the ray is negative, right is positive, on it zero.
        let off = |point: (i32, i32)| along.0 * (point.1 - origin.1) - along.1 * (point.0 - origin.0);
        let mut here = start;
        while Some(here) != last && line.len() + 2 < line.capacity() {
            let centre = self.centre(here);
            let corner = |index: usize| {
                let (x, y) = Self::CORNERS[index % 6];
                (centre.0 + x, centre.1 + y)
            };
            match self.leave(here, corner, off) {
                None => return,
                Some(Leaving::Into(hex)) => here = hex,
                Some(Leaving::Along { first, second, beyond }) => {
                    match (first, second) {
                        (Some(hex), other) | (other, Some(hex)) => line.push(Step::Along(hex, other)),
                        (None, None) => {}
                    }
                    let Some(beyond) = beyond else { return };
                    here = beyond;
                }
            }
            line.push(Step::Through(here));
        }
    }

    /// The hexsides by which the line from one hex to another leaves the first: one, or two at a corner.
    pub fn leaving_sides(&self, from: Hex, to: Hex) -> ArrayVec<Direction, 2> {
        let along = self.vector(from, to);
        let off = |(x, y): (i32, i32)| along.0 * y - along.1 * x;
        let mut sides = ArrayVec::new();
        for direction in Direction::ALL {
            let (before, after) =
                (Self::CORNERS[(direction.index() + 5) % 6], Self::CORNERS[direction.index()]);
            if off(before) <= 0 && off(after) >= 0 && from != to && !sides.is_full() {
                sides.push(direction);
            }
        }
        sides
    }

    /// How a line leaves a hex that it passes through: by a hexside, or by a corner.
    fn leave(
        &self,
        here: Hex,
        corner: impl Fn(usize) -> (i32, i32),
        off: impl Fn((i32, i32)) -> i32,
    ) -> Option<Leaving> {
        for direction in Direction::ALL {
            let (before, after) = (corner(direction.index() + 5), corner(direction.index()));
            // Going clockwise, the line leaves where the outline passes from its left to its right.
            if off(before) < 0 && off(after) > 0 {
                return self.neighbour(here, direction).map(Leaving::Into);
            }
            if off(after) != 0 {
                continue;
            }
            let (left, right) = (off(before), off(corner(direction.index() + 1)));
            if !(left < 0 && right > 0) {
                continue;
            }
            let next_side = direction.turned(1);
            let far = self.far_corner(corner(direction.index()), direction);
            return match off(far).signum() {
                // The shared hexside of the two hexes beyond lies on the line.
                0 => Some(Leaving::Along {
                    first: self.neighbour(here, direction),
                    second: self.neighbour(here, next_side),
                    beyond: self.beyond(here, direction),
                }),
                // The hexside between them lies left of the line: the line enters the right hand one.
                -1 => self.neighbour(here, next_side).map(Leaving::Into),
                _ => self.neighbour(here, direction).map(Leaving::Into),
            };
        }
        None
    }

    /// The far end of the hexside that leaves a hex at the corner clockwise of `direction`.
    fn far_corner(&self, corner: (i32, i32), direction: Direction) -> (i32, i32) {
        let (x, y) = Self::CORNERS[direction.index()];
        (corner.0 + x, corner.1 + y)
    }

    /// The hex straight beyond the corner clockwise of `direction`: two hexes away across a hexside's end.
    fn beyond(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (x, y) = Self::CORNERS[direction.index()];
        // Three corner vectors lead from centre to centre across the hexside in between.
        let centre = self.centre(hex);
        let (x, y) = (centre.0 + 3 * x, centre.1 + 3 * y);
        let column = x / 3;
        self.hex(column, (y - i32::from(column % 2 == 0)) / 2)
    }
}

enum Leaving {
    Into(Hex),
    Along { first: Option<Hex>, second: Option<Hex>, beyond: Option<Hex> },
}

/// A printed hex number, for display.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexName {
    column: u8,
    row: u8,
}

impl std::fmt::Display for HexName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}
