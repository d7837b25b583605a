//! The state of a game: where the blocks are, how strong, what the enemy knows of them, and the phase of play.
//!
//! Only what changes is here. Every block is in one [`Place`], is the prisoner, or lies aside because its twin is in
//! play. Two things are kept that could be found again: the areas that each side [`State::held`], and the place of each
//! block.

use std::num::NonZeroU16;

use super::phase::Phase;
use super::tables::Tables;
use super::types::*;
use crate::game::Broken;
use crate::set::{Index, Table};

/// Small counters for up to 64 keys, one bit plane per binary digit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally([u64; 3]);

impl Tally {
    pub fn get(&self, key: usize) -> u8 {
        self.0.iter().enumerate().map(|(digit, plane)| ((plane >> key & 1) as u8) << digit).sum()
    }

    pub fn set(&mut self, key: usize, count: u8) {
        for (digit, plane) in self.0.iter_mut().enumerate() {
            *plane = *plane & !(1 << key) | u64::from(count >> digit & 1) << key;
        }
    }

    /// The keys that were counted at least this often: all 64 compared at once, digit by digit.
    #[inline]
    pub fn at_least(&self, count: u8) -> u64 {
        let (mut more, mut same) = (0, if count < 8 { !0 } else { 0 });
        for (digit, plane) in self.0.iter().enumerate().rev() {
            if count >> digit & 1 == 1 {
                same &= plane;
            } else {
                more |= same & plane;
                same &= !plane;
            }
        }
        more | same
    }

    /// Counts once more: the one is carried from digit to digit.
    #[inline]
    pub fn add(&mut self, key: usize) {
        let mut carry = 1 << key;
        for plane in &mut self.0 {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
}

/// Steps lost by each block, 0 to 3, one bit plane per binary digit [WR 3.11].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Losses([u64; 2]);

impl Losses {
    #[inline]
    pub fn get(&self, block: Block) -> u8 {
        let i = block.index();
        (self.0[0] >> i & 1) as u8 | ((self.0[1] >> i & 1) as u8) << 1
    }

    #[inline]
    pub fn set(&mut self, block: Block, steps: u8) {
        let i = block.index();
        for (digit, plane) in self.0.iter_mut().enumerate() {
            *plane = *plane & !(1 << i) | u64::from(steps >> digit & 1) << i;
        }
    }

    /// The blocks that lost this many steps, and whatever else is counted as such.
    #[inline]
    pub fn exactly(&self, steps: u8) -> Blocks {
        let [ones, twos] = self.0;
        let ones = if steps & 1 == 1 { ones } else { !ones };
        let twos = if steps & 2 == 2 { twos } else { !twos };
        Blocks::from_words([ones & twos])
    }

    /// Takes over what `other` has for these blocks.
    #[inline]
    pub fn replace(&mut self, blocks: Blocks, other: &Losses) {
        let [blocks] = blocks.words();
        for (plane, other) in self.0.iter_mut().zip(other.0) {
            *plane = *plane & !blocks | other & blocks;
        }
    }
}

/// Yes-or-no facts of a turn or a campaign.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// The Treason card's roll is still to be made [WR 5.1].
    pub const TREASON: u8 = 1;
    /// Each side's demand for new cards this campaign [WR 5.1]: shifted by the side.
    pub const REDEALT: u8 = 2;
    /// Treachery tried in this battle [WR 6.9]: by each side's King or Pretender (shifted), and by Warwick.
    pub const TRIED: u8 = 8;
    pub const WARWICK_TRIED: u8 = 32;
    /// Pirates came over the second sea of a two-sea area [WR 5.1 Piracy]: shifted by its place in the table.
    pub const SECOND_SEA: u8 = 64;

    pub fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u8, on: bool) {
        if on { self.0 |= flag } else { self.0 &= !flag }
    }
}

/// The battle being fought [WR 6.0].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub area: Area,
    pub round: u8,
    pub attacker: Side,
    /// Attacker and defender have changed places in Round 1 [WR 6.3].
    pub changed: bool,
    /// For the record: blocks and strength of each side at the start.
    pub blocks: [u8; 2],
    pub strength: [u8; 2],
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The blocks in each place.
    pub(super) places: Table<Place, Blocks, PLACES>,
    /// The place of each block; always what [`State::places`] says. Sixty-four bytes that save a search over the map for
    /// each block that sets out, goes home or dies: going home went from 150 to 85 ns.
    pub(super) place_of: Table<Block, Place, 64>,
    /// Areas with blocks of each side, contested ones included [WR 2.1]; always what [`State::places`] says. Sixteen
    /// bytes that save a walk over the map in most decisions.
    pub(super) held: [Areas; 2],
    /// Steps lost, and steps lost as the enemy last saw them.
    pub lost: Losses,
    pub seen_lost: Losses,
    /// Blocks whose place the enemy knows.
    pub known: Blocks,

    pub hands: [Cards; 2],
    /// Cards played in earlier turns of this campaign.
    pub played: Cards,

    /// Ways over which each side came into the battles of this turn [WR 6.6].
    pub entered: [Ways; 2],
    /// Main attacks of the side that moves now [WR 6.3].
    pub main_attack: Ways,
    /// Blocks that came to battle by sea [WR 5.1 Piracy].
    pub pirates: Blocks,
    /// Blocks in reserve [WR 6.3].
    pub reserve: Blocks,
    /// Blocks that have moved, had their battle turn, regrouped or starved in the step at hand.
    pub done: Blocks,
    /// Blocks that turned in the battle at hand [WR 6.9].
    pub turned: Blocks,
    /// Areas opened for land movement [WR 5.2].
    pub opened: Areas,
    /// Crossings: by border while a player moves, by side and exit in a battle [WR 5.21].
    pub crossings: Tally,

    pub phase: Phase,
    /// The card chosen or shown for this turn.
    pub card: [Option<Card>; 2],
    /// Port pairs with a free place for a second block [WR 5.31].
    pub pairs: [Option<Voyage>; MOST_AP],
    pub battle: Option<Battle>,
    pub king_side: Side,
    pub king: Option<Block>,
    pub pretender: Option<Block>,
    pub prisoner: Option<Block>,
    pub campaign: u8,
    pub turn: u8,
    /// Player 1 of this turn [WR 1.1].
    pub first: Side,
    pub ap: u8,
    pub flags: Flags,
}

/// A port-to-port trip with room for one more [WR 5.31], in two bytes even as an `Option`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Voyage(NonZeroU16);

impl Voyage {
    pub fn new(from: Area, to: Area) -> Voyage {
        Voyage(NonZeroU16::MIN.saturating_add(u16::from(from.0) << 8 | u16::from(to.0)))
    }

    pub fn from(self) -> Area {
        Area(((self.0.get() - 1) >> 8) as u8)
    }

    pub fn to(self) -> Area {
        Area((self.0.get() - 1) as u8)
    }
}

const _: () = assert!(size_of::<State>() <= 592);

impl State {
    #[inline]
    pub fn at(&self, place: impl Into<Place>) -> Blocks {
        self.places[place.into()]
    }

    /// Where a block is; `None` for a prisoner and for a block whose twin is in play.
    #[inline]
    pub fn place_of(&self, block: Block) -> Option<Place> {
        let place = self.place_of[block];
        (place != Place::ASIDE).then_some(place)
    }

    /// The area where a block is.
    #[inline]
    pub fn area_of(&self, block: Block) -> Option<Area> {
        self.place_of[block].area()
    }

    pub fn places(&self) -> &Table<Place, Blocks, PLACES> {
        &self.places
    }

    /// Lays all blocks out anew.
    pub fn set_places(&mut self, tables: &Tables, places: Table<Place, Blocks, PLACES>) {
        self.places = places;
        self.place_of = self.find_places();
        self.held = self.count_held(tables);
    }

    #[inline]
    pub fn move_block(
        &mut self,
        tables: &Tables,
        block: Block,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) {
        let (from, to) = (from.into(), to.into());
        let side = self.side_of(tables, block);
        self.places[from].remove(block);
        self.places[to].insert(block);
        self.place_of[block] = to;
        if let Some(area) = from.area() {
            let left = self.at(area).intersects(self.of(tables, side));
            self.held[side.index()].set(area, left);
        }
        if let Some(area) = to.area() {
            self.held[side.index()].insert(area);
        }
    }

    #[inline]
    pub fn put(&mut self, tables: &Tables, block: Block, to: impl Into<Place>) {
        let to = to.into();
        self.places[to].insert(block);
        self.place_of[block] = to;
        if let Some(area) = to.area() {
            self.held[self.side_of(tables, block).index()].insert(area);
        }
    }

    #[inline]
    pub fn take_off(&mut self, tables: &Tables, block: Block, from: impl Into<Place>) {
        let from = from.into();
        self.places[from].remove(block);
        self.place_of[block] = Place::ASIDE;
        if let Some(area) = from.area() {
            let side = self.side_of(tables, block);
            let left = self.at(area).intersects(self.of(tables, side));
            self.held[side.index()].set(area, left);
        }
    }

    /// Another house has the throne, and the Rebel another side [WR 3.26].
    pub fn set_king_side(&mut self, tables: &Tables, side: Side) {
        self.king_side = side;
        self.held = self.count_held(tables);
    }

    /// The side's blocks; the Rebel is the Pretender's [WR 3.26].
    #[inline]
    pub fn of(&self, tables: &Tables, side: Side) -> Blocks {
        tables.fights_for[self.king_side.index()][side.index()]
    }

    #[inline]
    pub fn side_of(&self, tables: &Tables, block: Block) -> Side {
        if self.of(tables, Side::Lancaster).contains(block) { Side::Lancaster } else { Side::York }
    }

    pub fn pretender_side(&self) -> Side {
        self.king_side.other()
    }

    /// King or Pretender of a side, if he lives.
    pub fn leader(&self, side: Side) -> Option<Block> {
        if side == self.king_side { self.king } else { self.pretender }
    }

    /// Areas with blocks of the side, contested ones included [WR 2.1].
    #[inline]
    pub fn occupied(&self, side: Side) -> Areas {
        self.held[side.index()]
    }

    /// Areas with blocks of both sides [WR 2.1].
    pub fn contested(&self) -> Areas {
        self.held[0] & self.held[1]
    }

    fn find_places(&self) -> Table<Block, Place, 64> {
        let mut found = Table::filled(Place::ASIDE);
        for (place, &blocks) in self.places.iter() {
            for block in blocks {
                found[block] = place;
            }
        }
        found
    }

    fn count_held(&self, tables: &Tables) -> [Areas; 2] {
        Side::BOTH.map(|side| {
            let own = self.of(tables, side);
            let areas = (0..MOST_AREAS).map(|i| Area(i as u8));
            areas.filter(|&area| self.at(area).intersects(own)).collect()
        })
    }

    #[inline]
    pub fn strength(&self, tables: &Tables, block: Block) -> u8 {
        tables.max_strength[block] - self.lost.get(block)
    }

    /// All blocks with this many steps left.
    #[inline]
    pub fn of_strength(&self, tables: &Tables, strength: u8) -> Blocks {
        (strength..=MOST_STEPS).fold(Blocks::EMPTY, |all, full| {
            all | tables.of_full_strength[usize::from(full - 1)] & self.lost.exactly(full - strength)
        })
    }

    #[inline]
    pub fn set_lost(&mut self, block: Block, steps: u8) {
        self.lost.set(block, steps);
        if self.known.contains(block) {
            self.seen_lost.set(block, steps);
        }
    }

    /// Shows blocks to the enemy: their places and strengths.
    pub fn reveal(&mut self, blocks: Blocks) {
        for block in blocks - self.known {
            self.seen_lost.set(block, self.lost.get(block));
        }
        self.known |= blocks;
    }

    /// All blocks in areas.
    pub fn on_map(&self) -> Blocks {
        self.contents(self.held[0] | self.held[1])
    }

    /// All blocks in some areas.
    #[inline]
    pub fn contents(&self, areas: Areas) -> Blocks {
        areas.into_iter().fold(Blocks::EMPTY, |all, area| all | self.at(area))
    }

    /// Active blocks of a side in the battle at hand: those not in reserve [WR 6.3].
    #[inline]
    pub fn fighting(&self, tables: &Tables, battle: &Battle, side: Side) -> Blocks {
        (self.at(battle.area) & self.of(tables, side)) - self.reserve
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// Whether the house's heir is alive and its own: neither dead nor turned [WR 9.1].
    pub fn is_living_heir(&self, tables: &Tables, heir: Block) -> bool {
        if self.prisoner == Some(heir) {
            return true;
        }
        match tables.block(heir).twin {
            None => !self.at(Place::DEAD).contains(heir),
            Some(_) => self.place_of(heir).is_some_and(|place| place != Place::DEAD),
        }
    }

    pub fn living_heirs(&self, tables: &Tables, side: Side) -> usize {
        let heirs = &tables.heirs[side.index()];
        heirs.iter().filter(|&&heir| self.is_living_heir(tables, heir)).count()
    }

    /// Sound or not, and what is wrong.
    pub fn check(&self, tables: &Tables) -> Result<(), Broken> {
        let fail = |message: String| Err(Broken(message));
        let name = |block: Block| tables.block(block).id.clone();
        let mut seen = Blocks::EMPTY;
        for (place, &blocks) in self.places.iter() {
            if let Some(twice) = (blocks & seen).first() {
                return fail(format!("{} is in two places", name(twice)));
            }
            if !blocks.is_subset(tables.all_blocks()) {
                return fail("a place holds a block that does not exist".into());
            }
            if !blocks.is_empty() && place.area().is_some_and(|area| area.index() >= tables.areas.len()) {
                return fail("a block is in an area that does not exist".into());
            }
            seen |= blocks;
        }
        if let Some(prisoner) = self.prisoner {
            if seen.contains(prisoner) {
                return fail(format!("{} is a prisoner and somewhere else", name(prisoner)));
            }
            seen.insert(prisoner);
        }
        for block in tables.all_blocks() {
            match tables.block(block).twin {
                None if !seen.contains(block) => return fail(format!("{} is nowhere", name(block))),
                Some(twin) if block < twin => {
                    let dead = self.at(Place::DEAD);
                    match (seen.contains(block), seen.contains(twin)) {
                        (true, true) if !(dead.contains(block) && dead.contains(twin)) => {
                            return fail(format!("{} and {} are both in play", name(block), name(twin)));
                        }
                        (false, false) => {
                            return fail(format!("{} is in play for neither side", name(block)));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
            if self.lost.get(block) >= tables.max_strength[block] {
                return fail(format!("{} has no strength left", name(block)));
            }
            if self.lost.get(block) < self.seen_lost.get(block) {
                return fail(format!("{} was seen weaker than it is", name(block)));
            }
            if self.known.contains(block) && self.lost.get(block) != self.seen_lost.get(block) {
                return fail(format!("{} is known, but not its strength", name(block)));
            }
        }
        if self.place_of != self.find_places() {
            return fail("the places of blocks are not those with them".into());
        }
        if self.held != self.count_held(tables) {
            return fail("the areas held are not those with blocks".into());
        }
        for side in Side::BOTH {
            for area in tables.exiles[side.other().index()] {
                if self.at(area).intersects(self.of(tables, side)) {
                    let place = &tables.area(area).name;
                    return fail(format!("{} has blocks in {place}, the enemy's exile", side.name()));
                }
            }
        }
        self.check_cards(tables)?;
        self.check_flow(tables)
    }

    fn check_cards(&self, tables: &Tables) -> Result<(), Broken> {
        let fail = |message: &str| Err(Broken(message.into()));
        let [one, two] = self.hands;
        let mut used = one | two;
        if one.intersects(two) || used.intersects(self.played) {
            return fail("a card is in two places");
        }
        used |= self.played;
        for card in self.card.into_iter().flatten() {
            if used.contains(card) {
                return fail("a chosen card is also in a hand or played");
            }
            used.insert(card);
        }
        if !used.is_subset(tables.deck()) {
            return fail("a card does not exist");
        }
        let size = |side: usize| self.hands[side].len() + usize::from(self.card[side].is_some());
        if size(0) != size(1) && !self.is_over() {
            return fail("the hands differ in size");
        }
        Ok(())
    }

    fn check_flow(&self, tables: &Tables) -> Result<(), Broken> {
        let fail = |message: &str| Err(Broken(message.into()));
        if self.turn == 0 || self.turn > tables.turns || self.campaign == 0 {
            return fail("the turn is not one of the campaign's");
        }
        if self.is_over() {
            return Ok(());
        }
        let map = self.on_map();
        for (what, blocks) in [("reserve", self.reserve), ("pirates", self.pirates)] {
            if !blocks.is_subset(map) {
                return fail(&format!("{what}: a block there is not on the map"));
            }
        }
        for (leader, side, what) in
            [(self.king, self.king_side, "king"), (self.pretender, self.pretender_side(), "pretender")]
        {
            if let Some(leader) = leader
                && (!tables.heirs[side.index()].contains(&leader) || !self.is_living_heir(tables, leader))
            {
                return fail(&format!("{what}: not a living heir of {}", side.name()));
            }
        }
        for side in Side::BOTH {
            if self.living_heirs(tables, side) == 0 {
                return fail(&format!("{} has no heir left, so the game is over", side.name()));
            }
        }
        self.phase.check(self, tables)
    }
}
