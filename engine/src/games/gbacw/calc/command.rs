//! Command: coordination, orders, loose cannons, fitness to fight, leaders' points.

use crate::games::gbacw::tables::{Coordination, OrdersChange, Tables};
use crate::games::gbacw::types::{Modifiers, OrderKind, Personality, Rank, total};
use crate::games::gbacw::values::banded;

/// The coordination roll: the division leader's rating alone modifies it. [GB 5.34]
pub fn coordinate(tables: &Tables, rating: i8, die: u8) -> Coordination {
    *banded(&tables.coordination.rows, die as i8 + rating)
}

/// An attempt to change a brigade's orders. [GB 6.21, 6.22]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct OrdersInput {
    pub orders_rating: i8,
    pub division_leader_stacked: bool,
    pub corps_or_army_leader_stacked: bool,
}

/// The orders change roll with its modifiers. [GB 6.22, 6.23]
pub fn change_orders(tables: &Tables, input: &OrdersInput, die: u8) -> (OrdersChange, Modifiers) {
    let table = &tables.orders_change;
    let mut list = Modifiers::new();
    let mut add = |name: &'static str, value: i8, applies: bool| {
        if applies && value != 0 {
            list.push((name, value));
        }
    };
    add("orders_rating", input.orders_rating, true);
    add("division_leader", table.division_leader_stacked_drm, input.division_leader_stacked);
    add("corps_or_army_leader", table.corps_or_army_leader_stacked_drm, input.corps_or_army_leader_stacked);
    (*banded(&table.rows, die as i8 + total(&list)), list)
}

/// What a loose cannon does. [GB 6.24]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LooseCannon {
    /// Attack orders and charges if an enemy is in reach, otherwise Advance towards him.
    AttackOrClose,
    Retain,
    /// Each unit but guns falls back a hex, then Advance and no more actions.
    FallBack,
    /// Roll, and see what he turns out to be.
    RollForTemper,
}

/// What a loose cannon of this temper does; under March an aggressive one keeps his orders. [GB 6.24, 6.25]
pub fn loose_cannon(personality: Personality, order: OrderKind) -> LooseCannon {
    match personality {
        Personality::Aggressive if order == OrderKind::March => LooseCannon::Retain,
        Personality::Aggressive => LooseCannon::AttackOrClose,
        Personality::Normal => LooseCannon::Retain,
        Personality::Cautious => LooseCannon::FallBack,
        Personality::Unreliable => LooseCannon::RollForTemper,
    }
}

/// What an unreliable leader turns out to be. [GB 6.24]
pub fn unreliable_temper(tables: &Tables, die: u8) -> Personality {
    *banded(&tables.loose_cannon.unreliable_rows, die as i8)
}

/// How far from a hex next to the enemy a loose cannon still attacks, in movement points. [GB 6.24]
pub fn loose_cannon_reach(tables: &Tables, mounted: bool) -> u8 {
    if mounted { tables.loose_cannon.reach_mp_mounted } else { tables.loose_cannon.reach_mp_foot }
}

/// How many regiments of a brigade are in each state; guns are left out. [GB 13.21, 13.24]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct BrigadeCount {
    /// All regiments but those still to enter.
    pub regiments: u8,
    /// Eliminated, collapsed or routed.
    pub lost: u8,
    /// Disordered only.
    pub disordered: u8,
}

/// Whether a brigade is combat ineffective. [GB 13.21]
pub fn brigade_ineffective(count: &BrigadeCount) -> bool {
    count.regiments > 0
        && (count.lost + count.disordered >= count.regiments || count.lost * 2 > count.regiments)
}

/// Whether a division is: more than half of its brigades are. Battery groups are left out. [GB 13.31]
pub fn division_ineffective(brigades: u8, ineffective: u8) -> bool {
    brigades > 0 && ineffective * 2 > brigades
}

/// Whether a division that was so no longer is: more than half of its brigades can fight. [GB 13.33]
pub fn division_recovers(brigades: u8, ineffective: u8) -> bool {
    ineffective * 2 < brigades
}

/// Movement points of a leader. [GB 4.16, 4.17]
pub fn leader_allowance(tables: &Tables, rank: Rank) -> u8 {
    match rank {
        Rank::Army | Rank::Corps => tables.activation.leader_ma_corps_army,
        Rank::Division | Rank::Brigade | Rank::Artillery => tables.activation.leader_ma_brigade_division,
    }
}
