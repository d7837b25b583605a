//! Breastworks on the map, finished or being built. [GB 15.1]

use super::types::{Facing, Hex, HexSet, Unit};

pub const MOST_WORKS: usize = 32;

/// A breastwork, finished or being built. [GB 15.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Work {
    pub hex: Hex,
    /// The corner it faces: its two front hexsides are protected.
    pub facing: Facing,
    /// Turns still to go; 0 once finished.
    pub turns: u8,
    pub builder: Option<Unit>,
}

/// The places for breastworks, with a bit for each one in use and for each finished work.
///
/// Most decisions ask where works stand, and few do: with the bits a random decision of the small battle takes 130
/// instructions less (2 %).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Works {
    places: [Option<Work>; MOST_WORKS],
    used: u32,
    finished: u32,
}

const _: () = assert!(MOST_WORKS == u32::BITS as usize);

impl Works {
    pub fn new(places: [Option<Work>; MOST_WORKS]) -> Self {
        let mut works = Works { places: [None; MOST_WORKS], used: 0, finished: 0 };
        for (place, work) in places.into_iter().enumerate() {
            works.set(place, work);
        }
        works
    }

    pub fn places(&self) -> &[Option<Work>; MOST_WORKS] {
        &self.places
    }

    pub fn get(&self, place: usize) -> Option<Work> {
        self.places[place]
    }

    pub fn set(&mut self, place: usize, work: Option<Work>) {
        self.places[place] = work;
        let bit = 1 << place;
        let is_finished = work.is_some_and(|work| work.turns == 0);
        self.used = if work.is_some() { self.used | bit } else { self.used & !bit };
        self.finished = if is_finished { self.finished | bit } else { self.finished & !bit };
    }

    /// Puts a work into the first free place; false if there is none.
    pub fn add(&mut self, work: Work) -> bool {
        let free = self.used.trailing_ones() as usize;
        if free < MOST_WORKS {
            self.set(free, Some(work));
        }
        free < MOST_WORKS
    }

    pub fn is_full(&self) -> bool {
        self.used == u32::MAX
    }

    /// All works with their places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Work)> + '_ {
        bits(self.used).filter_map(|place| Some((place, self.places[place]?)))
    }

    /// Finished works with their places.
    pub fn finished(&self) -> impl Iterator<Item = (usize, Work)> + '_ {
        bits(self.finished).filter_map(|place| Some((place, self.places[place]?)))
    }

    /// Works in a hex.
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = Work> + '_ {
        self.iter().map(|(_, work)| work).filter(move |work| work.hex == hex)
    }

    /// Hexes in which finished works stand.
    pub fn hexes(&self) -> HexSet {
        let mut hexes = HexSet::EMPTY;
        let mut left = self.finished;
        while left != 0 {
            if let Some(work) = self.places[left.trailing_zeros() as usize] {
                hexes.insert(work.hex);
            }
            left &= left - 1;
        }
        hexes
    }
}

impl Default for Works {
    fn default() -> Self {
        Works::new([None; MOST_WORKS])
    }
}

/// The numbers of the bits that are set, lowest first.
fn bits(mask: u32) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(mask), |&left| Some(left & left.wrapping_sub(1)))
        .take_while(|&left| left != 0)
        .map(|left| left.trailing_zeros() as usize)
}
