//! The map as one side sees it: forces and threats area by area, and what a block is worth in a place.

use warlab_engine::Index;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::lore::{Lore, MOST_BLOCKS};
use super::{Rules, Taste};

/// Power of a block that the mover has not seen: a noble of three steps and combat 2.
const AVERAGE: f32 = 1.0;

/// Defenders shoot first and choose their ground.
const DEFENCE: f32 = 1.15;

/// Where a block is that is on no area.
const NOWHERE: u8 = u8::MAX;

pub(super) struct Outlook<'a> {
    pub game: &'a WarsOfTheRoses,
    pub state: &'a State,
    pub side: Side,
    pub taste: &'a Taste,
    pub lore: &'a Lore,
    /// The areas of the mover's own blocks.
    at: [u8; MOST_BLOCKS],
    own: [f32; MOST_AREAS],
    own_count: [u8; MOST_AREAS],
    enemy: [f32; MOST_AREAS],
    enemy_count: [u8; MOST_AREAS],
    /// Areas with enemies in them.
    pub hostile: Areas,
    /// Enemy power that can march in next turn.
    threat: [f32; MOST_AREAS],
    /// Areas without anything that must be weighed: no enemies in them or near, neither exile nor London.
    plain: Areas,
    /// Areas that feed no further block of the mover's.
    crowded: Areas,
}

impl<'a> Outlook<'a> {
    /// Without a look at the map: enough to say what blocks are worth.
    pub fn bare(game: &'a WarsOfTheRoses, state: &'a State, side: Side, rules: &'a Rules) -> Self {
        Outlook {
            game,
            state,
            side,
            taste: &rules.taste,
            lore: &rules.lore,
            at: [NOWHERE; MOST_BLOCKS],
            own: [0.0; MOST_AREAS],
            own_count: [0; MOST_AREAS],
            enemy: [0.0; MOST_AREAS],
            enemy_count: [0; MOST_AREAS],
            hostile: Areas::EMPTY,
            threat: [0.0; MOST_AREAS],
            plain: Areas::EMPTY,
            crowded: rules.lore.barren,
        }
    }

    /// Looks at who stands where.
    pub fn look_at_forces(&mut self) {
        let (state, tables) = (self.state, &self.game.tables);
        let (own, enemy) = (state.of(tables, self.side), state.of(tables, self.side.other()));
        for area in state.occupied(self.side) {
            let (i, blocks) = (area.index(), state.at(area) & own);
            self.own_count[i] = blocks.len() as u8;
            self.crowded.set(area, self.own_count[i] >= self.lore.supply[area]);
            for block in blocks {
                self.at[block.index()] = i as u8;
                self.own[i] += self.power(block);
            }
        }
        self.hostile = state.occupied(self.side.other());
        self.plain = self.lore.ordinary - self.hostile;
        // From the few areas with enemies outwards, not from every area inwards: a third of the work.
        for from in self.hostile {
            let (i, blocks) = (from.index(), state.at(from) & enemy);
            let count = blocks.len() as u8;
            for block in blocks {
                self.enemy[i] += if state.known.contains(block) { self.power(block) } else { AVERAGE };
            }
            self.enemy_count[i] = count;
            let each = self.enemy[i] / f32::from(count);
            for &(to, limit) in &self.lore.marches[i] {
                self.threat[to.index()] += f32::from(limit.min(count)) * each;
            }
            self.plain -= tables.neighbours[from];
        }
    }

    /// Steps by combat number: three steps of combat 2 are one.
    pub fn power(&self, block: Block) -> f32 {
        f32::from(self.state.strength(&self.game.tables, block)) * self.lore.man(block).power
    }

    /// What a block is worth to whoever has it, in nobles.
    pub fn value(&self, block: Block) -> f32 {
        if self.state.king == Some(block) || self.state.pretender == Some(block) {
            return self.taste.value_leader;
        }
        let man = self.lore.man(block);
        man.value + man.value_of_step * f32::from(self.state.strength(&self.game.tables, block))
    }

    /// Where an own block is.
    pub fn area_of(&self, block: Block) -> Option<Area> {
        let at = self.at[block.index()];
        (at != NOWHERE).then_some(Area(at))
    }

    pub fn enemy_count(&self, area: Area) -> u8 {
        self.enemy_count[area.index()]
    }

    pub fn enemy_power(&self, area: Area) -> f32 {
        self.enemy[area.index()]
    }

    pub fn own_power(&self, area: Area) -> f32 {
        self.own[area.index()]
    }

    /// 0 at the start of a campaign to 1 at its last turn.
    pub fn lateness(&self) -> f32 {
        f32::from(self.state.turn.saturating_sub(1)) / f32::from(self.game.tables.turns.max(2) - 1)
    }

    /// The chance to win a battle, by the square law.
    pub fn chance(own: f32, enemy: f32) -> f32 {
        let (own, enemy) = (own * own, enemy * enemy);
        if own + enemy <= 0.0 { 0.5 } else { own / (own + enemy) }
    }

    /// A block that is now in `from`, to be judged in many places.
    pub fn traveller(&self, block: Block, from: Option<Area>) -> Traveller<'_> {
        let power = self.power(block);
        let on_map = if self.game.tables.counted.contains(block) {
            self.taste.on_map
        } else {
            self.taste.on_map_other * (1.0 - self.lateness())
        };
        Traveller {
            view: self,
            home: self.lore.man(block).home,
            from,
            value: self.value(block),
            power,
            on_map,
            follow: from.map_or(0.0, |from| 0.6 * (self.own[from.index()] - power).max(0.0)),
        }
    }
}

/// What does not change from place to place is found once: it halves the cost of a decision.
pub(super) struct Traveller<'a> {
    view: &'a Outlook<'a>,
    home: Areas,
    from: Option<Area>,
    value: f32,
    power: f32,
    /// What it is worth to stand on the map at all.
    on_map: f32,
    /// The rest of the group, which can follow over the same border.
    follow: f32,
}

impl Traveller<'_> {
    /// What it is worth to end the turn in `area`.
    pub fn worth(&self, area: Area) -> f32 {
        let view = self.view;
        let (tables, taste) = (&view.game.tables, view.taste);
        let i = area.index();
        let in_exile = tables.exiles[view.side.index()].contains(area);
        let at_home = self.home.contains(area);
        let mut worth = if in_exile { 0.0 } else { self.on_map };
        let stays = self.from == Some(area);
        let own = view.own[i] + if stays { 0.0 } else { self.power };
        if view.enemy_count[i] > 0 {
            let follow = if stays { 0.0 } else { self.follow };
            let chance = Outlook::chance(own + follow, view.enemy[i] * DEFENCE);
            worth += taste.attack * (chance - taste.attack_from) * f32::from(view.enemy_count[i].min(3));
            worth -= taste.attack_risk * (1.0 - chance) * self.value;
        } else if !in_exile {
            if view.threat[i] > 0.0 {
                let bonus = if at_home { 1.3 } else { 1.0 };
                let lost = Outlook::chance(view.threat[i], own * DEFENCE * bonus);
                worth -= taste.danger * lost * self.value;
            }
            if tables.london == Some(area) && (view.own_count[i] == 0 || stays && view.own_count[i] == 1) {
                worth += taste.london;
            }
        }
        if at_home {
            worth += taste.home;
        }
        let crowd = view.own_count[i] + u8::from(!stays);
        if crowd > view.lore.supply[area] {
            worth -= taste.supply;
        }
        worth
    }

    /// What it is worth to be where the block is now.
    pub fn worth_here(&self) -> f32 {
        self.from.map_or(0.0, |from| self.worth(from))
    }

    /// What the best of some areas is worth; no area is worse than any.
    ///
    /// Most areas are plain, and a plain one is worth only what being at home and being fed make of it: those are asked
    /// as sets, the others one by one. It halves the instructions of a search.
    pub fn best_worth(&self, areas: Areas) -> f32 {
        let view = self.view;
        let mut plain = areas & view.plain;
        if let Some(from) = self.from {
            plain.remove(from);
        }
        let one_by_one = (areas - plain).into_iter().map(|area| self.worth(area));
        let mut best = one_by_one.fold(f32::NEG_INFINITY, f32::max);
        for (areas, home) in [(plain & self.home, view.taste.home), (plain - self.home, 0.0)] {
            if areas.is_empty() {
                continue;
            }
            let worth = self.on_map + home;
            if areas.intersects(view.crowded) {
                best = best.max(worth - view.taste.supply);
            }
            if !areas.is_subset(view.crowded) {
                best = best.max(worth);
            }
        }
        best
    }
}
