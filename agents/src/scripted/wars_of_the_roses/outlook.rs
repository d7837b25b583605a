//! The map as one side sees it: forces and threats area by area, and what a block is worth in a place.

use std::cell::{Cell, OnceCell};

use warlab_engine::Index;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::lore::Lore;
use super::{Rules, Taste};

/// Power of a block that the mover has not seen: a noble of three steps and combat 2.
const AVERAGE: f32 = 1.0;

/// Defenders shoot first and choose their ground.
pub(crate) const DEFENCE: f32 = 1.15;

/// The power of each step of a block: three steps of combat 2 are one.
pub(crate) fn power_of_step(combat: u8) -> f32 {
    (f32::from(combat) + 1.0) / 9.0
}

/// The chance to win a battle, by the square law.
pub(crate) fn chance_to_win(own: f32, enemy: f32) -> f32 {
    let (own, enemy) = (own * own, enemy * enemy);
    if own + enemy <= 0.0 { 0.5 } else { own / (own + enemy) }
}

/// Who stands in an area.
#[derive(Copy, Clone, Debug, Default)]
struct Force {
    own: f32,
    enemy: f32,
    own_count: u8,
    enemy_count: u8,
}

/// A decision asks for a few areas or for most of them, so each is counted when it is first asked for: with the sets of
/// [`Traveller::best_worth`] a search takes some 8 % fewer instructions than when the whole map was counted every time.
pub(super) struct Outlook<'a> {
    pub game: &'a WarsOfTheRoses,
    pub state: &'a State,
    pub side: Side,
    pub taste: &'a Taste,
    pub lore: &'a Lore,
    /// Areas with enemies in them.
    pub hostile: Areas,
    forces: [Cell<Force>; MOST_AREAS],
    counted: Cell<Areas>,
    threats: [Cell<f32>; MOST_AREAS],
    feared: Cell<Areas>,
    ease: OnceCell<Ease>,
}

/// Where there is little to weigh.
#[derive(Copy, Clone, Debug)]
struct Ease {
    /// Areas without enemies in them or near, neither exile nor London.
    plain: Areas,
    /// Areas that feed no further block of the mover's.
    crowded: Areas,
}

impl<'a> Outlook<'a> {
    pub fn new(game: &'a WarsOfTheRoses, state: &'a State, side: Side, rules: &'a Rules) -> Self {
        Outlook {
            game,
            state,
            side,
            taste: &rules.taste,
            lore: &rules.lore,
            hostile: state.occupied(side.other()),
            forces: [const { Cell::new(Force { own: 0.0, enemy: 0.0, own_count: 0, enemy_count: 0 }) };
                MOST_AREAS],
            counted: Cell::new(Areas::EMPTY),
            threats: [const { Cell::new(0.0) }; MOST_AREAS],
            feared: Cell::new(Areas::EMPTY),
            ease: OnceCell::new(),
        }
    }

    #[inline]
    fn force(&self, area: Area) -> Force {
        if self.counted.get().contains(area) { self.forces[area.index()].get() } else { self.count(area) }
    }

    #[inline(never)]
    fn count(&self, area: Area) -> Force {
        let (state, tables) = (self.state, &self.game.tables);
        let here = state.at(area);
        let own = here & state.of(tables, self.side);
        let enemy = here - own;
        let seen = |block| if state.known.contains(block) { self.power(block) } else { AVERAGE };
        let force = Force {
            own: own.into_iter().fold(0.0, |all, block| all + self.power(block)),
            enemy: enemy.into_iter().fold(0.0, |all, block| all + seen(block)),
            own_count: own.len() as u8,
            enemy_count: enemy.len() as u8,
        };
        self.counted.set(self.counted.get().with(area));
        self.forces[area.index()].set(force);
        force
    }

    /// Enemy power that can march in next turn.
    #[inline]
    fn threat(&self, area: Area) -> f32 {
        if self.feared.get().contains(area) { self.threats[area.index()].get() } else { self.fear(area) }
    }

    #[inline(never)]
    fn fear(&self, area: Area) -> f32 {
        let near = self.game.tables.neighbours[area] & self.hostile;
        let threat = near.into_iter().fold(0.0, |all, from| {
            let there = self.force(from);
            let each = there.enemy / f32::from(there.enemy_count);
            all + f32::from(self.lore.limits[from][area].min(there.enemy_count)) * each
        });
        self.feared.set(self.feared.get().with(area));
        self.threats[area.index()].set(threat);
        threat
    }

    fn ease(&self) -> Ease {
        *self.ease.get_or_init(|| {
            let (state, lore) = (self.state, self.lore);
            let neighbours = &self.game.tables.neighbours;
            let near = self.hostile.into_iter().fold(self.hostile, |near, from| near | neighbours[from]);
            let full = |&area: &Area| self.force(area).own_count >= lore.supply[area];
            let full: Areas = state.occupied(self.side).into_iter().filter(full).collect();
            Ease { plain: lore.ordinary - near, crowded: lore.barren | full }
        })
    }

    /// Steps by combat number.
    #[inline]
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
    #[inline]
    pub fn area_of(&self, block: Block) -> Option<Area> {
        self.state.area_of(block)
    }

    pub fn enemy_count(&self, area: Area) -> u8 {
        self.force(area).enemy_count
    }

    pub fn enemy_power(&self, area: Area) -> f32 {
        self.force(area).enemy
    }

    pub fn own_power(&self, area: Area) -> f32 {
        self.force(area).own
    }

    /// 0 at the start of a campaign to 1 at its last turn.
    pub fn lateness(&self) -> f32 {
        f32::from(self.state.turn.saturating_sub(1)) / f32::from(self.game.tables.turns.max(2) - 1)
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
            follow: from.map_or(0.0, |from| 0.6 * (self.own_power(from) - power).max(0.0)),
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
        let there = view.force(area);
        let in_exile = tables.exiles[view.side.index()].contains(area);
        let at_home = self.home.contains(area);
        let mut worth = if in_exile { 0.0 } else { self.on_map };
        let stays = self.from == Some(area);
        let own = there.own + if stays { 0.0 } else { self.power };
        if there.enemy_count > 0 {
            let follow = if stays { 0.0 } else { self.follow };
            let chance = chance_to_win(own + follow, there.enemy * DEFENCE);
            worth += taste.attack * (chance - taste.attack_from) * f32::from(there.enemy_count.min(3));
            worth -= taste.attack_risk * (1.0 - chance) * self.value;
        } else if !in_exile {
            let threat = view.threat(area);
            if threat > 0.0 {
                let bonus = if at_home { 1.3 } else { 1.0 };
                let lost = chance_to_win(threat, own * DEFENCE * bonus);
                worth -= taste.danger * lost * self.value;
            }
            if tables.london == Some(area) && (there.own_count == 0 || stays && there.own_count == 1) {
                worth += taste.london;
            }
        }
        if at_home {
            worth += taste.home;
        }
        let crowd = there.own_count + u8::from(!stays);
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
    /// A plain area is worth only what being at home and being fed make of it, so plain ones are asked as sets. One that
    /// is in danger is worth no more than if it were not, so it is looked at only if that could be the best.
    pub fn best_worth(&self, areas: Areas) -> f32 {
        let (view, taste) = (self.view, self.view.taste);
        let Ease { plain, crowded } = view.ease();
        let mut others = areas;
        if let Some(from) = self.from {
            others.remove(from);
        }
        let ordinary = others & (view.lore.ordinary - view.hostile);
        let mut best = f32::NEG_INFINITY;
        for (areas, home) in [(ordinary & self.home, taste.home), (ordinary - self.home, 0.0)] {
            let (safe, worth) = (areas & plain, self.on_map + home);
            if safe.intersects(crowded) {
                best = best.max(worth - taste.supply);
            }
            if !safe.is_subset(crowded) {
                best = best.max(worth);
            }
        }
        // Weights of one's own may be of any sign.
        let most = self.on_map + (-taste.danger * self.value).max(0.0) + (-taste.supply).max(0.0);
        for area in areas - (ordinary & plain) {
            let bonus = if self.home.contains(area) { taste.home } else { 0.0 };
            if !ordinary.contains(area) || most + bonus > best {
                best = best.max(self.worth(area));
            }
        }
        best
    }
}
