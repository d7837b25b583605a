//! The map as one side sees it: forces and threats area by area, and what a block is worth in a place.

use warlab_engine::Index;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::state::State;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::Taste;

/// Power of a block that the mover has not seen: a noble of three steps and combat 2.
const AVERAGE: f32 = 1.0;

/// Defenders shoot first and choose their ground.
const DEFENCE: f32 = 1.15;

pub(super) struct Outlook<'a> {
    pub game: &'a WarsOfTheRoses,
    pub state: &'a State,
    pub side: Side,
    pub taste: &'a Taste,
    own: [f32; MOST_AREAS],
    own_count: [u8; MOST_AREAS],
    enemy: [f32; MOST_AREAS],
    enemy_count: [u8; MOST_AREAS],
    /// Enemy power that can march in next turn.
    threat: [f32; MOST_AREAS],
}

impl<'a> Outlook<'a> {
    /// Without a look at the map: enough to say what blocks are worth.
    pub fn bare(game: &'a WarsOfTheRoses, state: &'a State, side: Side, taste: &'a Taste) -> Self {
        Outlook {
            game,
            state,
            side,
            taste,
            own: [0.0; MOST_AREAS],
            own_count: [0; MOST_AREAS],
            enemy: [0.0; MOST_AREAS],
            enemy_count: [0; MOST_AREAS],
            threat: [0.0; MOST_AREAS],
        }
    }

    pub fn new(game: &'a WarsOfTheRoses, state: &'a State, side: Side, taste: &'a Taste) -> Self {
        let mut view = Self::bare(game, state, side, taste);
        let tables = &game.tables;
        let (own, enemy) = (state.of(tables, side), state.of(tables, side.other()));
        for (i, &blocks) in state.places().values()[..tables.areas.len()].iter().enumerate() {
            for block in blocks & own {
                view.own[i] += view.power(block);
                view.own_count[i] += 1;
            }
            for block in blocks & enemy {
                view.enemy[i] += if state.known.contains(block) { view.power(block) } else { AVERAGE };
                view.enemy_count[i] += 1;
            }
        }
        // From the few areas with enemies outwards, not from every area inwards: a third of the work.
        for (from, area) in tables.areas.iter().enumerate().filter(|&(i, _)| view.enemy_count[i] > 0) {
            let count = view.enemy_count[from];
            for &(way, to) in &area.ways {
                let limit = tables.border(way.border()).limit;
                view.threat[to.index()] += f32::from(limit.min(count)) / f32::from(count) * view.enemy[from];
            }
        }
        view
    }

    /// Steps by combat number: three steps of combat 2 are one.
    pub fn power(&self, block: Block) -> f32 {
        let info = self.game.tables.block(block);
        f32::from(self.state.strength(&self.game.tables, block)) * (f32::from(info.number) + 1.0) / 9.0
    }

    /// What a block is worth to whoever has it, in nobles.
    pub fn value(&self, block: Block) -> f32 {
        let info = self.game.tables.block(block);
        let leads = self.state.king == Some(block) || self.state.pretender == Some(block);
        let steps = f32::from(self.state.strength(&self.game.tables, block)) / f32::from(info.max_strength);
        match info.kind {
            _ if leads => self.taste.value_leader,
            Kind::Heir => self.taste.value_heir,
            Kind::Noble | Kind::Church => self.taste.value_noble * (0.7 + 0.3 * steps),
            _ => self.taste.value_other * (0.5 + 0.5 * steps),
        }
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
            home: self.game.tables.block(block).home,
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
        if crowd > tables.area(area).supply {
            worth -= taste.supply;
        }
        worth
    }

    /// What the best of some areas is worth over where the block is now; nothing is worse than any place.
    pub fn best_gain(&self, areas: impl Iterator<Item = Area>) -> f32 {
        let here = self.from.map_or(0.0, |from| self.worth(from));
        areas.map(|area| self.worth(area)).fold(f32::NEG_INFINITY, f32::max) - here
    }
}
