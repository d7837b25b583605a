//! The war as the mover sees it: colonies, armies, what the enemy can reach, and what an army is worth in a place.

use std::cell::OnceCell;

use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::games::washingtons_war::rules::ch07_movement;
use warlab_engine::games::washingtons_war::state::State;
use warlab_engine::games::washingtons_war::types::*;

use super::Taste;
use crate::odds::washingtons_war::Force;

pub(super) struct Outlook<'a> {
    pub game: &'a WashingtonsWar,
    pub state: &'a State,
    pub side: Side,
    pub taste: &'a Taste,
    /// Own markers over the enemy's, by colony; in Canada only the spaces count that control needs.
    pub margins: [i8; MOST_COLONIES],
    pub occupied: [Spaces; 2],
    pub generals: [Spaces; 2],
    /// The strength with which the enemy can come to a space by his next card; 0 if he cannot.
    pub threat: [f32; MOST_SPACES],
    /// How near winter is: 1 when the last cards are played.
    pub winter: f32,
    /// What each own General's activation gains, worked out when it is first asked for.
    pub plans: OnceCell<[f32; MOST_GENERALS]>,
}

impl<'a> Outlook<'a> {
    pub fn new(game: &'a WashingtonsWar, state: &'a State, side: Side, taste: &'a Taste) -> Self {
        let tables = &game.tables;
        let mut margins = [0; MOST_COLONIES];
        for (i, margin) in margins.iter_mut().enumerate().take(tables.colonies.len()) {
            let colony = Colony(i as u8);
            let canada = tables.canada == Some(colony);
            let spaces = if canada { tables.canada_needs } else { tables.colony_spaces[colony] };
            let count = |side: Side| (spaces & state.markers[side.index()]).len() as i8;
            *margin = count(side) - count(side.enemy());
        }
        Outlook {
            game,
            state,
            side,
            taste,
            margins,
            occupied: Side::BOTH.map(|side| state.occupied(side)),
            generals: Side::BOTH.map(|side| state.generals(side)),
            threat: [0.0; MOST_SPACES],
            winter: 1.0 / (1.0 + 0.5 * state.hands[side.index()].len() as f32),
            plans: OnceCell::new(),
        }
    }

    /// The same with what the enemy threatens, which takes longer.
    pub fn with_threats(mut self) -> Self {
        let enemy = self.side.enemy();
        if self.state.hands[enemy.index()].is_empty() {
            return self;
        }
        let params = &self.game.tables.params;
        for general in self.game.tables.all_generals() {
            let Some(at) = self.state.posts[general].space() else { continue };
            let cu = self.state.cu(enemy, at).min(params.max_cu);
            if self.game.tables.side_of(general) != enemy || cu == 0 {
                continue;
            }
            let strength = Force::new(self.game, self.state, enemy, at, cu, Some(general)).strength();
            let mut reach = self.reach(enemy, at, cu, params.general_spaces);
            if enemy == Side::British {
                let open = ch07_movement::open_ports(self.game, self.state);
                if open.contains(at) {
                    reach |= open;
                }
            }
            for space in reach {
                let threat = &mut self.threat[usize::from(space.0)];
                *threat = threat.max(strength);
            }
        }
        self
    }

    pub fn occupied_by(&self, side: Side) -> Spaces {
        self.occupied[side.index()]
    }

    pub fn cards_left(&self, side: Side) -> f32 {
        self.state.hands[side.index()].len() as f32
    }

    /// What a lead in a colony is worth, in colonies.
    pub fn standing(&self, colony: Colony, margin: i8) -> f32 {
        let taste = self.taste;
        let lead = match margin.abs() {
            0 => 0.0,
            1 if self.game.tables.canada == Some(colony) => 0.5 * taste.lead_one,
            1 => taste.lead_one,
            2 => taste.lead_two,
            more => 1.0 + taste.marker * f32::from(more - 3),
        };
        if margin < 0 { -lead } else { lead }
    }

    /// What a change of the margin in the colony of a space gains: 1 for a marker placed, 2 for one flipped.
    pub fn gain(&self, space: Space, change: i8) -> f32 {
        let tables = &self.game.tables;
        let colony = tables.colony_of[space];
        if tables.canada == Some(colony) && !tables.canada_needs.contains(space) {
            return self.taste.marker * f32::from(change);
        }
        let margin = self.margins[usize::from(colony.0)];
        self.standing(colony, margin + change) - self.standing(colony, margin)
    }

    /// How the margin changes when the mover takes control of a space.
    pub fn change_by_control(&self, space: Space) -> i8 {
        match self.state.control(space) {
            Some(side) if side == self.side => 0,
            Some(_) => 2,
            None => 1,
        }
    }

    /// Spaces that an Army of a side can come to with `left` spaces of movement; enemy CUs end a move. [WW 7.3]
    pub fn reach(&self, side: Side, from: Space, cu: u8, left: u8) -> Spaces {
        let tables = &self.game.tables;
        let enemy = side.enemy();
        let enemy_cu = self.occupied_by(enemy);
        let barred = if cu == 0 { enemy_cu | self.state.markers[enemy.index()] } else { Spaces::EMPTY };
        let left = usize::from(left).min(MOST_STEPS);
        let wilderness = usize::from(tables.params.wilderness_cost);
        let battle_limit = usize::from(tables.params.general_spaces);
        let mut layers = [Spaces::EMPTY; MOST_STEPS + 1];
        layers[0] = Spaces::single(from);
        let mut seen = layers[0];
        for spent in 0..left {
            for space in layers[spent] {
                if spent > 0 && enemy_cu.contains(space) {
                    continue;
                }
                layers[spent + 1] |= tables.roads[space];
                if spent + wilderness <= left {
                    layers[spent + wilderness] |= tables.wilderness[space];
                }
            }
            let mut next = layers[spent + 1] - seen - barred;
            if spent + 1 > battle_limit {
                next -= enemy_cu;
            }
            layers[spent + 1] = next;
            seen |= next;
        }
        seen.without(from)
    }

    /// A General's worth: his battle rating and agility, cheap activation, and Washington above all.
    pub fn quality(&self, general: General) -> f32 {
        let info = self.game.tables.general(general);
        let skill = f32::from(info.battle) * 0.15 + f32::from(info.agility) * 0.1;
        let ready = 0.15 * f32::from(3 - info.strategy.min(3));
        let washington = self.game.tables.washington == Some(general);
        self.taste.general * (skill + ready) + if washington { self.taste.washington } else { 0.0 }
    }

    /// CUs that winter is expected to cost. [WW 11.0]
    pub fn winter_loss(&self, side: Side, space: Space, cu: u8, general: Option<General>) -> f32 {
        let tables = &self.game.tables;
        let sheltered = tables.winter_quarters.contains(space) || tables.south.contains(space);
        let exposed = match side {
            Side::British if sheltered => 0,
            Side::American if sheltered && general.is_some() && general == tables.washington => {
                cu.saturating_sub(tables.params.winter_exempt_cu)
            }
            _ => cu,
        };
        match exposed {
            0 => 0.0,
            1 if general.is_some() => 0.0,
            1 => tables.params.lone_cu_lost_on.len() as f32 / 6.0,
            more => f32::from(more / 2),
        }
    }

    /// What own CUs and a General are worth in a space beyond the mere CUs: control to come, winter, danger, Congress.
    pub fn stand(&self, space: Space, cu: u8, general: Option<General>) -> f32 {
        let taste = self.taste;
        let threat = self.threat[usize::from(space.0)];
        if cu == 0 {
            let alone = general.map_or(0.0, |general| self.quality(general));
            return if threat > 0.0 { -taste.danger * alone } else { 0.0 };
        }
        let mut worth =
            -taste.winter * taste.cu * self.winter * self.winter_loss(self.side, space, cu, general);
        if general.is_some() {
            worth += taste.control * self.gain(space, self.change_by_control(space));
        }
        let own = Force::new(self.game, self.state, self.side, space, cu, general);
        let mut held = 1.0;
        if threat > 0.0 {
            let beaten = chance(threat - own.strength());
            held = 1.0 - beaten;
            let slips = match (self.side, general) {
                (Side::American, Some(general)) => {
                    let info = self.game.tables.general(general);
                    f32::from((info.agility + info.retreat_bonus).min(6)) / 6.0
                }
                _ => 0.0,
            };
            let mut stake = taste.cu * f32::from(cu).min(1.5);
            if self.is_trapped(space) {
                stake = taste.cu * f32::from(cu) + general.map_or(0.0, |general| self.quality(general));
            }
            worth -= taste.danger * beaten * (1.0 - 0.8 * slips) * stake;
        }
        if self.side == Side::American && self.state.congress == Some(space) {
            worth += taste.guard * held;
        }
        worth
    }

    /// Nowhere to go but where an attacker may come from.
    fn is_trapped(&self, space: Space) -> bool {
        let enemy = self.side.enemy();
        let barred = self.occupied_by(enemy) | self.state.markers[enemy.index()];
        let by_sea = self.side == Side::British
            && self.game.tables.ports.contains(space)
            && !self.state.blockaded(&self.game.tables, space);
        !by_sea && (self.game.tables.adjacent[space] - barred).len() < 2
    }

    /// What Congress's flight is worth: no American markers by OPS card for the rest of the year. [WW 7.7]
    pub fn dispersal(&self) -> f32 {
        self.taste.congress * (0.3 + self.cards_left(Side::American) / 7.0)
    }

    /// What moving the alliance marker by one is worth to the Americans. [WW 12.1]
    pub fn alliance_step(&self) -> f32 {
        let trigger = self.game.tables.params.alliance_trigger;
        if self.state.france != France::Neutral || self.state.alliance >= trigger {
            return 0.0;
        }
        self.taste.alliance
    }
}

/// The most spaces a move can have.
const MOST_STEPS: usize = 8;

/// The chance to win a roll of two dice with a lead that need not be whole; ties are even.
pub(crate) fn chance(lead: f32) -> f32 {
    1.0 / (1.0 + (-0.7 * lead).exp())
}
