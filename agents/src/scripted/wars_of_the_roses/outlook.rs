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
    pub fn new(game: &'a WarsOfTheRoses, state: &'a State, side: Side, taste: &'a Taste) -> Self {
        let mut view = Outlook {
            game,
            state,
            side,
            taste,
            own: [0.0; MOST_AREAS],
            own_count: [0; MOST_AREAS],
            enemy: [0.0; MOST_AREAS],
            enemy_count: [0; MOST_AREAS],
            threat: [0.0; MOST_AREAS],
        };
        let tables = &game.tables;
        let (own, enemy) = (state.of(tables, side), state.of(tables, side.other()));
        for i in 0..tables.areas.len() {
            let blocks = state.at(Area(i as u8));
            for block in blocks & own {
                view.own[i] += view.power(block);
                view.own_count[i] += 1;
            }
            for block in blocks & enemy {
                view.enemy[i] += if state.known.contains(block) { view.power(block) } else { AVERAGE };
                view.enemy_count[i] += 1;
            }
        }
        for (i, area) in tables.areas.iter().enumerate() {
            for &(way, from) in &area.ways {
                let limit = tables.border(way.border()).limit;
                let count = view.enemy_count[from.index()];
                if count > 0 {
                    let share = f32::from(limit.min(count)) / f32::from(count);
                    view.threat[i] += share * view.enemy[from.index()];
                }
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

    /// What it is worth to end the turn with `block`, now in `from`, in `area`.
    pub fn worth(&self, block: Block, from: Option<Area>, area: Area) -> f32 {
        let tables = &self.game.tables;
        let i = area.index();
        let info = tables.block(block);
        let (taste, value, power) = (self.taste, self.value(block), self.power(block));
        let in_exile = tables.exiles[self.side.index()].contains(area);
        let mut worth = 0.0;
        if !in_exile {
            worth += if tables.counted.contains(block) {
                taste.on_map
            } else {
                taste.on_map_other * (1.0 - self.lateness())
            };
        }
        let stays = from == Some(area);
        let own = self.own[i] + if stays { 0.0 } else { power };
        if self.enemy_count[i] > 0 {
            // The rest of the group can follow over the same border.
            let follow = from.filter(|_| !stays).map_or(0.0, |from| 0.6 * (self.own[from.index()] - power).max(0.0));
            let chance = Self::chance(own + follow, self.enemy[i] * DEFENCE);
            worth += taste.attack * (chance - taste.attack_from) * f32::from(self.enemy_count[i].min(3));
            worth -= taste.attack_risk * (1.0 - chance) * value;
        } else if !in_exile {
            let bonus = if info.home.contains(area) { 1.3 } else { 1.0 };
            let lost = Self::chance(self.threat[i], own * DEFENCE * bonus);
            if self.threat[i] > 0.0 {
                worth -= taste.danger * lost * value;
            }
            if tables.london == Some(area) && (self.own_count[i] == 0 || stays && self.own_count[i] == 1) {
                worth += taste.london;
            }
        }
        if info.home.contains(area) {
            worth += taste.home;
        }
        let crowd = self.own_count[i] + u8::from(!stays);
        if crowd > tables.area(area).supply {
            worth -= taste.supply;
        }
        worth
    }
}
