//! The data pack as checked, immutable tables with the masks that rules use: areas, borders, blocks and cards.

use arrayvec::ArrayVec;

use super::action::Action;
use super::cards::{CardInfo, Effect, Powers, RawDeck, read_cards};
use super::records::*;
use super::types::*;
use crate::data::{Pack, Place as Line, Problem, Record};
use crate::set::{Index, Table};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaInfo {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub wales: bool,
    pub city: Option<String>,
    pub city_side: Option<Side>,
    pub cathedral: Option<String>,
    pub crown: bool,
    pub shields: Vec<String>,
    pub major_port: bool,
    pub coasts: ArrayVec<Sea, 4>,
    pub exile_of: Option<Side>,
    /// Blocks fed in the Supply Phase [WR 7.1, 7.2].
    pub supply: u8,
    /// Mercenaries that an exile area feeds besides [WR 7.2].
    pub local_mercenaries: Blocks,
    pub x: i32,
    pub y: i32,
    /// Borders out of this area and where they lead.
    pub ways: ArrayVec<(Way, Area), MOST_NEIGHBOURS>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BorderInfo {
    pub ends: [Area; 2],
    pub colour: String,
    pub limit: u8,
    /// A block that crosses it must stop [WR 5.21].
    pub must_stop: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockInfo {
    pub id: String,
    pub name: String,
    pub title: String,
    /// `None` for the Rebel, who fights for the Pretender [WR 3.26].
    pub side: Option<Side>,
    pub kind: Kind,
    /// 1 is the senior heir [WR 3.21].
    pub heir_rank: u8,
    pub combat: char,
    pub number: u8,
    pub max_strength: u8,
    /// Dice an enemy rolls, 0 if the block never turns [WR 3.13].
    pub loyalty: u8,
    pub loyalty_vs_warwick: Option<u8>,
    /// The small Warwick shield in place of a loyalty [WR 6.91].
    pub warwick_mark: bool,
    /// The version for the other side; one of the two is in play [WR 3.22].
    pub twin: Option<Block>,
    pub neville: bool,
    pub shield: Option<String>,
    pub home: Areas,
    pub sails: bool,
    pub dies_for_good: bool,
}

/// The areas of a position among which a block is recruited [WR 5.4].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Recruited {
    /// Friendly or vacant.
    AtHome,
    /// Friendly.
    AmongFriends,
    /// Vacant.
    InTheWild,
    /// Where minors come in [WR 6.82].
    AsHeir,
}

/// All steps out of an area, written down beforehand: nearly always every one of them is open. A march went from 86 to
/// 77 ns with this and [`Powers`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    pub areas: Areas,
    pub count: usize,
    pub actions: [Action; MOST_NEIGHBOURS],
}

impl Steps {
    const NONE: Steps =
        Steps { areas: Areas::EMPTY, count: 0, actions: [Action::Step(Area(0)); MOST_NEIGHBOURS] };

    fn to(areas: Areas) -> Self {
        let mut steps = Steps { areas, count: areas.len(), ..Steps::NONE };
        for (action, area) in steps.actions.iter_mut().zip(areas) {
            *action = Action::Step(area);
        }
        steps
    }
}

/// Everything that is printed on the map, the blocks and the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub areas: Vec<AreaInfo>,
    pub seas: Vec<(String, String, i32, i32)>,
    pub borders: Vec<BorderInfo>,
    pub blocks: Vec<BlockInfo>,
    pub cards: Vec<CardInfo>,
    pub hand: usize,
    pub mulligan_at_most: u8,
    pub campaigns: u8,
    pub turns: u8,

    /// The blocks of each colour.
    pub of_side: [Blocks; 2],
    pub rebel: Blocks,
    /// Whom each side's blocks are, the Rebel included, by the King's side [WR 3.26].
    pub fights_for: [[Blocks; 2]; 2],
    /// The heirs of each house, senior first.
    pub heirs: [ArrayVec<Block, 8>; 2],
    pub all_heirs: Blocks,
    /// Heirs, nobles and churches: who counts for Usurpation [WR 8.2].
    pub counted: Blocks,
    pub mercenaries: Blocks,
    pub nevilles: Blocks,
    /// Heirs in the enemy's colour: Clarence and Exeter when they have turned [WR 9.1].
    pub turned_heirs: Blocks,
    pub warwick: Blocks,
    pub sailors: Blocks,
    /// Blocks by battle letter A to D: in Round 1 and later [WR 6.2].
    pub letters: [[Blocks; 4]; 2],
    pub land: Areas,
    pub crowns: Areas,
    pub cities: Areas,
    pub exiles: [Areas; 2],
    /// Where each side can be: all but the enemy's exile [WR 2.7].
    pub reach: [Areas; 2],
    /// Areas with the common royal arms of each house [WR 2.2].
    pub royal: [Areas; 2],
    /// Particular royal shields: the area and the heir who bears it [WR 2.2].
    pub particular: Vec<(Area, Block)>,
    /// Coastal areas of each sea [WR 2.81].
    pub coasts: [Areas; 4],
    /// The areas around each, and the borders between.
    pub neighbours: Table<Area, Areas, MOST_AREAS>,
    pub borders_of: Table<Area, Borders, MOST_AREAS>,
    /// Areas with any border, and what adjoins any of four areas, for each choice among the four: [`Tables::beside`] asks
    /// nine of these instead of every area of a set.
    pub bordered: Areas,
    near: [[Areas; 16]; MOST_AREAS.div_ceil(4)],
    /// The way from one area to another, and all ways into one.
    pub way_between: Table<Area, Table<Area, Option<Way>, MOST_AREAS>, MOST_AREAS>,
    pub ways_in: Table<Area, Ways, MOST_AREAS>,
    /// The steps that a block can begin with in each area, and those it can go on with after it came over a way.
    pub first_steps: Table<Area, Steps, MOST_AREAS>,
    pub next_steps: Table<Way, Steps, 128>,
    /// Where each way begins, and its number among the ways out of there.
    pub start_of: Table<Way, Area, 128>,
    pub exit_number: Table<Way, u8, 128>,
    /// The limit of each border, and those that end a march [WR 5.21]: side by side, as [`BorderInfo`] are not.
    pub limit_of: Table<Border, u8, 64>,
    pub red: Borders,
    /// The borders of each limit [WR 5.21].
    pub limits: ArrayVec<(u8, Borders), 8>,
    pub least_limit: u8,
    /// Areas that share a sea with each: the only way to Ireland [WR 2.71] and the Isle of Man [WR 2.82]. [WR 5.3]
    pub across_the_sea: Table<Area, Areas, MOST_AREAS>,
    /// The voyage over the first sea, in the order of the second area, that both lie on; any where
    /// [`Tables::across_the_sea`] has none, and for whatever number a set may name. Looked up, not searched: voyages went
    /// from 64 to 52 instructions a decision.
    pub voyages: Table<Area, Table<Area, Action, 64>, MOST_AREAS>,
    /// Blocks that each area feeds, and who is fed there besides [WR 7.1, 7.2].
    pub supply: Table<Area, u8, MOST_AREAS>,
    pub fed_besides: Table<Area, Blocks, MOST_AREAS>,
    /// Areas that feed fewer than [`Tables::USUAL_SUPPLY`].
    pub poor: Areas,
    /// Areas with a ship symbol [WR 2.83].
    pub ports: Areas,
    /// Areas on two seas, where pirates' sea must be remembered.
    pub double_coasts: ArrayVec<Area, 2>,
    /// London, whose holder counts one more noble [WR 8.2].
    pub london: Option<Area>,
    /// What the points of each card buy.
    pub powers: Table<Card, Powers, 64>,
    /// What each card does, and what is printed on blocks, side by side: the rules ask for them in most decisions, and
    /// [`CardInfo`] and [`BlockInfo`] lie far apart.
    pub effects: Table<Card, Effect, 64>,
    pub max_strength: Table<Block, u8, 64>,
    /// Blocks by full strength, from 1 on.
    pub of_full_strength: [Blocks; MOST_STEPS as usize],
    pub numbers: Table<Block, u8, 64>,
    pub homes: Table<Block, Areas, 64>,
    /// Where blocks may be recruited, and among which areas of a position [WR 5.4]. Side by side, so that listing recruits
    /// does not walk through all of [`BlockInfo`]: from 93 to 81 instructions a decision.
    pub recruit_homes: Table<Block, Areas, 64>,
    pub recruit_among: Table<Block, Recruited, 64>,
}

impl Tables {
    /// Blocks that an area feeds, without a city and out of exile [WR 7.1].
    pub const USUAL_SUPPLY: u8 = 4;

    pub fn read(pack: &Pack) -> Result<Self, Problem> {
        let raw_areas: Vec<Record<RawArea>> = pack.records("areas.toml", "area")?;
        let raw_blocks: Vec<Record<RawBlock>> = pack.records("blocks.toml", "block")?;
        let game: Record<RawGame> = pack.table("setup.toml", "game")?;
        let deck: Record<RawDeck> = pack.table("cards.toml", "deck")?;
        if game.value.turns_per_campaign == 0 || usize::from(game.value.turns_per_campaign) > deck.value.hand
        {
            return Err(
                game.problem("turns_per_campaign", "one card is played each turn: 1 to the hand size")
            );
        }
        let (seas, lands): (Vec<_>, Vec<_>) = raw_areas.iter().partition(|area| area.value.kind == "sea");
        let whole = |file: &str, message: String| Problem::at(&Line { file: file.into(), line: 0 }, message);
        if lands.is_empty() || lands.len() > MOST_AREAS {
            return Err(whole(
                "areas.toml",
                format!("1 to {MOST_AREAS} areas are needed, not {}", lands.len()),
            ));
        }
        if seas.len() > 4 {
            return Err(whole("areas.toml", format!("at most 4 seas are possible, not {}", seas.len())));
        }
        if raw_blocks.is_empty() || raw_blocks.len() > 64 {
            return Err(whole("blocks.toml", format!("1 to 64 blocks are needed, not {}", raw_blocks.len())));
        }
        let area_ids: Vec<&str> = lands.iter().map(|area| area.value.id.as_str()).collect();
        let sea_ids: Vec<&str> = seas.iter().map(|sea| sea.value.id.as_str()).collect();
        let block_ids: Vec<&str> = raw_blocks.iter().map(|block| block.value.id.as_str()).collect();

        let blocks = read_blocks(&raw_blocks, &area_ids, &block_ids)?;
        let mut areas = read_areas(&lands, &sea_ids, &block_ids)?;
        let borders = read_borders(pack, &area_ids)?;
        for (i, border) in borders.iter().enumerate() {
            for direction in 0..2 {
                let way = Way((2 * i + direction) as u8);
                let (from, to) = (border.ends[direction], border.ends[1 - direction]);
                if areas[from.index()].ways.try_push((way, to)).is_err() {
                    let name = &areas[from.index()].id;
                    let message = format!("{name} has more than {MOST_NEIGHBOURS} borders");
                    return Err(whole("borders.toml", message));
                }
            }
        }
        let cards = read_cards(pack)?;
        if cards.len() > 64 || cards.len() < 2 * deck.value.hand {
            return Err(deck.problem("hand", "the deck must hold two hands and at most 64 cards"));
        }
        let mut tables = Tables {
            seas: seas
                .iter()
                .map(|sea| (sea.value.id.clone(), sea.value.name.clone(), sea.value.x, sea.value.y))
                .collect(),
            hand: deck.value.hand,
            mulligan_at_most: deck.value.mulligan_at_most,
            campaigns: game.value.campaigns,
            turns: game.value.turns_per_campaign,
            of_side: [Blocks::EMPTY; 2],
            rebel: Blocks::EMPTY,
            fights_for: [[Blocks::EMPTY; 2]; 2],
            heirs: Default::default(),
            all_heirs: Blocks::EMPTY,
            counted: Blocks::EMPTY,
            mercenaries: Blocks::EMPTY,
            nevilles: Blocks::EMPTY,
            turned_heirs: Blocks::EMPTY,
            warwick: Blocks::EMPTY,
            sailors: Blocks::EMPTY,
            letters: [[Blocks::EMPTY; 4]; 2],
            land: Areas::EMPTY,
            crowns: Areas::EMPTY,
            cities: Areas::EMPTY,
            exiles: [Areas::EMPTY; 2],
            reach: [Areas::EMPTY; 2],
            royal: [Areas::EMPTY; 2],
            particular: Vec::new(),
            coasts: [Areas::EMPTY; 4],
            neighbours: Table::filled(Areas::EMPTY),
            borders_of: Table::filled(Borders::EMPTY),
            bordered: Areas::EMPTY,
            near: [[Areas::EMPTY; 16]; MOST_AREAS.div_ceil(4)],
            way_between: Table::filled(Table::filled(None)),
            ways_in: Table::filled(Ways::EMPTY),
            first_steps: Table::filled(Steps::NONE),
            next_steps: Table::filled(Steps::NONE),
            start_of: Table::filled(Area(0)),
            exit_number: Table::filled(0),
            limit_of: Table::filled(0),
            red: Borders::EMPTY,
            limits: ArrayVec::new(),
            least_limit: 0,
            across_the_sea: Table::filled(Areas::EMPTY),
            voyages: Table::filled(Table::filled(Action::Sail(Area(0), Sea(0)))),
            supply: Table::filled(0),
            fed_besides: Table::filled(Blocks::EMPTY),
            poor: Areas::EMPTY,
            ports: Areas::EMPTY,
            double_coasts: ArrayVec::new(),
            london: None,
            powers: Table::filled(Powers::default()),
            effects: Table::filled(Effect::Plague),
            max_strength: Table::filled(0),
            of_full_strength: [Blocks::EMPTY; MOST_STEPS as usize],
            numbers: Table::filled(0),
            homes: Table::filled(Areas::EMPTY),
            recruit_homes: Table::filled(Areas::EMPTY),
            recruit_among: Table::filled(Recruited::AtHome),
            areas,
            borders,
            blocks,
            cards,
        };
        for (i, card) in tables.cards.iter().enumerate() {
            tables.effects[Card(i as u8)] = card.effect;
            tables.powers[Card(i as u8)] = Powers::of(card.effect);
        }
        tables.derive_area_masks()?;
        tables.derive_block_masks(&raw_blocks)?;
        Ok(tables)
    }

    fn derive_area_masks(&mut self) -> Result<(), Problem> {
        for (i, info) in self.areas.iter().enumerate() {
            let area = Area(i as u8);
            match info.exile_of {
                Some(side) => self.exiles[side.index()].insert(area),
                None => self.land.insert(area),
            }
            self.supply[area] = info.supply;
            self.poor.set(area, info.supply < Tables::USUAL_SUPPLY);
            self.fed_besides[area] = info.local_mercenaries;
            self.crowns.set(area, info.crown);
            self.cities.set(area, info.city.is_some());
            self.ports.set(area, info.major_port);
            for side in Side::BOTH {
                self.royal[side.index()].set(area, info.shields.iter().any(|shield| shield == side.id()));
            }
            for &sea in &info.coasts {
                self.coasts[sea.index()].insert(area);
            }
            if info.coasts.len() > 1 && info.exile_of.is_none() {
                self.double_coasts.try_push(area).map_err(|_| {
                    let place = Line { file: "areas.toml".into(), line: 0 };
                    Problem::at(&place, format!("{}: at most two areas of the map lie on two seas", info.id))
                })?;
            }
            if info.city.as_deref() == Some("London") {
                self.london = Some(area);
            }
        }
        self.reach = self.exiles.map(|exiles| self.land | exiles);
        for (i, info) in self.areas.iter().enumerate() {
            let area = Area(i as u8);
            let shores = info.coasts.iter().fold(Areas::EMPTY, |all, sea| all | self.coasts[sea.index()]);
            self.across_the_sea[area] = shores.without(area);
            for (j, other) in self.areas.iter().enumerate() {
                if let Some(&shared) = other.coasts.iter().find(|sea| info.coasts.contains(sea)) {
                    let to = Area(j as u8);
                    self.voyages[area][to] = Action::Sail(to, shared);
                }
            }
            for &(way, to) in &info.ways {
                self.neighbours[area].insert(to);
                self.borders_of[area].insert(way.border());
                self.way_between[area][to] = Some(way);
                self.ways_in[to].insert(way);
            }
        }
        for (area, &neighbours) in self.neighbours.iter() {
            self.first_steps[area] = Steps::to(neighbours);
            self.bordered.set(area, !neighbours.is_empty());
            for (four, near) in self.near[area.index() / 4].iter_mut().enumerate() {
                *near |= neighbours.when(four >> (area.index() % 4) & 1 == 1);
            }
        }
        for (area, info) in self.areas.iter().enumerate() {
            for &(way, to) in &info.ways {
                self.next_steps[way] = Steps::to(self.neighbours[to].without(Area(area as u8)));
                self.start_of[way] = Area(area as u8);
                let number = info.ways.iter().position(|&(_, end)| end == to);
                self.exit_number[way] = number.unwrap_or(MOST_NEIGHBOURS) as u8;
            }
        }
        for (i, info) in self.borders.iter().enumerate() {
            self.limit_of[Border(i as u8)] = info.limit;
            self.red.set(Border(i as u8), info.must_stop);
        }
        for limit in 0..=MOST_CROSSINGS {
            let alike = |border: &Border| self.borders[border.index()].limit == limit;
            let borders: Borders = Borders::first_n(self.borders.len()).into_iter().filter(alike).collect();
            if !borders.is_empty() {
                self.limits.push((limit, borders));
            }
        }
        self.least_limit = self.limits.first().map_or(0, |&(limit, _)| limit);
        Ok(())
    }

    fn derive_block_masks(&mut self, raw: &[Record<RawBlock>]) -> Result<(), Problem> {
        for (i, record) in raw.iter().enumerate() {
            let block = Block(i as u8);
            let info = &self.blocks[i];
            self.max_strength[block] = info.max_strength;
            self.of_full_strength[usize::from(info.max_strength - 1)].insert(block);
            self.numbers[block] = info.number;
            self.homes[block] = info.home;
            (self.recruit_homes[block], self.recruit_among[block]) = match info.kind {
                Kind::Noble | Kind::Church | Kind::Levy => (info.home, Recruited::AtHome),
                Kind::Mercenary => (info.home & self.land, Recruited::AtHome),
                Kind::Bombard => (self.cities, Recruited::AmongFriends),
                Kind::Rebel => (self.land, Recruited::InTheWild),
                Kind::Heir => (Areas::first_n(MOST_AREAS), Recruited::AsHeir),
            };
            match info.side {
                Some(side) => self.of_side[side.index()].insert(block),
                None => self.rebel.insert(block),
            }
            self.sailors.set(block, info.sails);
            self.nevilles.set(block, info.neville);
            self.warwick.set(block, info.neville && info.shield.as_deref() == Some("warwick"));
            self.counted.set(block, matches!(info.kind, Kind::Heir | Kind::Noble | Kind::Church));
            self.mercenaries.set(block, info.kind == Kind::Mercenary);
            let first = letter(record, "combat_letter", &record.value.combat_letter)?;
            self.letters[0][first].insert(block);
            let later = match &record.value.combat_later {
                Some(word) => letter(record, "combat_later", word)?,
                None => first,
            };
            self.letters[1][later].insert(block);
            if info.kind == Kind::Heir {
                self.all_heirs.insert(block);
                let side = info.side.ok_or_else(|| record.problem("side", "an heir belongs to a house"))?;
                if self.heirs[side.index()].try_push(block).is_err() {
                    return Err(record.problem("type", "a house has at most 8 heirs"));
                }
                if let Some(shield) = info.shield.as_deref().filter(|shield| *shield != side.id()) {
                    let shielded = self
                        .areas
                        .iter()
                        .enumerate()
                        .filter(|(_, area)| area.shields.iter().any(|printed| printed == shield));
                    self.particular.extend(shielded.map(|(area, _)| (Area(area as u8), block)));
                }
            }
        }
        self.fights_for = Side::BOTH
            .map(|king| Side::BOTH.map(|side| self.of_side[side.index()] | self.rebel.when(side != king)));
        self.turned_heirs = self.all_heirs.into_iter().filter_map(|heir| self.block(heir).twin).collect();
        for side in Side::BOTH {
            let blocks = &self.blocks;
            self.heirs[side.index()].sort_by_key(|heir| blocks[heir.index()].heir_rank);
        }
        Ok(())
    }

    /// All areas next to one of a set.
    #[inline]
    pub fn beside(&self, areas: Areas) -> Areas {
        let [word] = areas.words();
        let near = self.near.iter().enumerate();
        near.fold(Areas::EMPTY, |all, (i, near)| all | near[(word >> (4 * i) & 15) as usize])
    }

    /// The steps out of an area that a block came to from `previous`; the same area if it has not marched yet.
    #[inline]
    pub fn steps_on(&self, previous: Area, area: Area) -> &Steps {
        match self.way_between[previous][area] {
            Some(way) => &self.next_steps[way],
            None => &self.first_steps[area],
        }
    }

    pub fn area(&self, area: Area) -> &AreaInfo {
        &self.areas[area.index()]
    }

    pub fn block(&self, block: Block) -> &BlockInfo {
        &self.blocks[block.index()]
    }

    pub fn border(&self, border: Border) -> &BorderInfo {
        &self.borders[border.index()]
    }

    /// The area that a way leads out of.
    #[inline]
    pub fn start(&self, way: Way) -> Area {
        self.start_of[way]
    }

    pub fn card(&self, card: Card) -> &CardInfo {
        &self.cards[card.index()]
    }

    pub fn all_blocks(&self) -> Blocks {
        Blocks::first_n(self.blocks.len())
    }

    pub fn deck(&self) -> Cards {
        Cards::first_n(self.cards.len())
    }

    pub fn find_area(&self, id: &str) -> Option<Area> {
        self.areas.iter().position(|area| area.id == id).map(|i| Area(i as u8))
    }

    pub fn find_block(&self, id: &str) -> Option<Block> {
        self.blocks.iter().position(|block| block.id == id).map(|i| Block(i as u8))
    }

    pub fn find_card(&self, id: &str) -> Option<Card> {
        self.cards.iter().position(|card| card.id == id).map(|i| Card(i as u8))
    }
}
