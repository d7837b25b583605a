//! What never changes in a game, found once and kept close together: who is worth how much, and where marches lead.

use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::tables::BlockInfo;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::{Index, Table};

use super::Taste;
use super::outlook::power_of_step;

/// As many as a set of blocks holds.
const MOST_BLOCKS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Lore {
    men: [Man; MOST_BLOCKS],
    /// Neighbours of an area that a march may go on from.
    pub passable: Table<Area, Areas, MOST_AREAS>,
    /// How many blocks may march from one area to another.
    pub limits: Table<Area, Table<Area, u8, MOST_AREAS>, MOST_AREAS>,
    /// Blocks that an area feeds.
    pub supply: Table<Area, u8, MOST_AREAS>,
    /// Areas that feed nobody.
    pub barren: Areas,
    /// Areas that are neither exile nor London.
    pub ordinary: Areas,
}

/// A block as the rules of thumb see it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Man {
    /// Power of each step.
    pub power: f32,
    /// What the block is worth to whoever has it, in nobles: without steps, and what each step adds.
    pub value: f32,
    pub value_of_step: f32,
    pub home: Areas,
}

impl Lore {
    pub fn new(game: &WarsOfTheRoses, taste: &Taste) -> Self {
        let tables = &game.tables;
        let man = |info: &BlockInfo| {
            let (full, spent) = match info.kind {
                Kind::Heir => (taste.value_heir, taste.value_heir),
                Kind::Noble | Kind::Church => (taste.value_noble, 0.7 * taste.value_noble),
                _ => (taste.value_other, 0.5 * taste.value_other),
            };
            Man {
                power: power_of_step(info.number),
                value: spent,
                value_of_step: (full - spent) / f32::from(info.max_strength),
                home: info.home,
            }
        };
        let mut lore = Lore {
            men: std::array::from_fn(|i| tables.blocks.get(i).map_or(Man::default(), man)),
            passable: Table::filled(Areas::EMPTY),
            limits: Table::filled(Table::filled(0)),
            supply: Table::filled(0),
            barren: Areas::EMPTY,
            ordinary: Areas::first_n(tables.areas.len()) - tables.exiles[0] - tables.exiles[1],
        };
        if let Some(london) = tables.london {
            lore.ordinary.remove(london);
        }
        for (i, info) in tables.areas.iter().enumerate() {
            let area = Area(i as u8);
            lore.supply[area] = info.supply;
            lore.barren.set(area, info.supply == 0);
            for &(way, to) in &info.ways {
                let border = tables.border(way.border());
                lore.passable[area].set(to, !border.must_stop);
                lore.limits[area][to] = border.limit;
            }
        }
        lore
    }

    #[inline]
    pub fn man(&self, block: Block) -> &Man {
        &self.men[block.index() % MOST_BLOCKS]
    }
}
