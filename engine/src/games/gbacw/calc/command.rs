//! Command: initiative, efficiency, activations, transfer, coordination, orders, loose cannons, fitness to fight.
//!
//! API: [`InitiativeInput`], [`initiative`], [`initiative_winner`], [`corps_efficiency`], [`DivisionInput`],
//! [`division_activations`], [`may_transfer`], [`coordinate`], [`change_orders`], [`loose_cannon`],
//! [`brigade_ineffective`], [`division_ineffective`], [`march_equivalents`], [`leader_allowance`].

use crate::games::gbacw::tables::{Coordination, OrdersChange, Tables};
use crate::games::gbacw::types::{Modifiers, OrderKind, Personality, Rank, Side, total};
use crate::games::gbacw::values::banded;

/// One side's roll for the initiative. [GB 5.11]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct InitiativeInput {
    pub held_it_before: bool,
    /// Rating of the army leader in play, if any.
    pub army_leader: Option<i8>,
    /// Points he spent in the last commander movement phase.
    pub army_leader_spent: u8,
    pub corps_leader_in_range: bool,
}

/// The modifiers of the initiative roll. [GB 5.11, 9.32]
pub fn initiative(tables: &Tables, input: &InitiativeInput) -> Modifiers {
    let table = &tables.initiative;
    let mut list = Modifiers::new();
    if input.held_it_before && table.previous_holder_drm != 0 {
        list.push(("previous_holder", table.previous_holder_drm));
    }
    let still = input.army_leader_spent <= table.army_leader_rating_if_moved_at_most_mp;
    let in_touch = input.corps_leader_in_range || !table.army_leader_needs_one_corps_leader_in_range;
    match input.army_leader {
        Some(rating) if still && in_touch && rating != 0 => list.push(("army_leader", rating)),
        _ => {}
    }
    list
}

/// Who takes the initiative: the higher total, nobody on a tie. [GB 5.12]
pub fn initiative_winner(union: i8, csa: i8) -> Option<Side> {
    match union.cmp(&csa) {
        std::cmp::Ordering::Greater => Some(Side::Union),
        std::cmp::Ordering::Less => Some(Side::Csa),
        std::cmp::Ordering::Equal => None,
    }
}

/// Efficiency of a corps: its marker, raised by the army leader if he chooses it. [GB 5.21, 5.22]
pub fn corps_efficiency(tables: &Tables, marker: u8, raised: bool) -> i8 {
    let table = &tables.activation;
    (marker as i8 + i8::from(raised)).clamp(table.corps_efficiency_min, table.corps_efficiency_max)
}

/// What makes a division's number of activation markers. [GB 5.23]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DivisionInput {
    /// Of the corps, or the division's own marker where divisions draw.
    pub efficiency: i8,
    /// No corps above in this battle: corps steps are skipped.
    pub tops_chain: bool,
    pub in_corps_range: bool,
    /// What the corps leader gives this division: 0 to 2, or -1 to all in range.
    pub corps_share: i8,
    /// Rating of the division leader, none if he is not on the map.
    pub activation: Option<i8>,
    pub combat_ineffective: bool,
}

/// Activation markers of a division with the steps that lead to them. [GB 5.23, 5.24, 5.25, 13.32]
pub fn division_activations(tables: &Tables, input: &DivisionInput) -> (u8, Modifiers) {
    let table = &tables.activation;
    let mut list = Modifiers::new();
    let mut add = |name: &'static str, value: i8| {
        if value != 0 {
            list.push((name, value));
        }
    };
    add("efficiency", input.efficiency);
    let out_of_range = !input.tops_chain && !input.in_corps_range;
    if out_of_range {
        add("out_of_corps_range", table.division_out_of_corps_range_drm);
    } else if !input.tops_chain {
        add("corps_leader", input.corps_share);
    }
    add("division_leader", input.activation.unwrap_or(0));
    let mut most = table.division_am_max;
    if out_of_range {
        most = most.min(table.division_out_of_corps_range_cap);
    }
    if input.combat_ineffective {
        most = most.min(table.combat_ineffective_cap);
    }
    let markers = total(&list).clamp(table.division_am_min.min(most), most);
    (markers.max(0) as u8, list)
}

/// How a corps leader's rating may be shared out: points and how many divisions at most. [GB 5.23 1a, 1b, 1c]
pub fn corps_shares(efficiency_rating: i8) -> (u8, bool) {
    // Positive ratings are handed out point by point, a negative one hits every division in range.
    (efficiency_rating.max(0) as u8, efficiency_rating < 0)
}

/// Whether activations may be handed from one or two divisions to a third. [GB 5.43]
///
/// `given` are what the givers give up and what they have; the receiver gains one for every two.
pub fn may_transfer(tables: &Tables, given: &[(u8, u8)], receiver_has: u8, gained: u8) -> bool {
    let table = &tables.activation;
    let [out, back] = table.transfer_ratio;
    let sum: u32 = given.iter().map(|&(gives, _)| u32::from(gives)).sum();
    let keeps =
        given.iter().all(|&(gives, has)| gives <= has && (has - gives) as i8 >= table.division_am_min.max(1));
    (1..=2).contains(&given.len())
        && gained > 0
        && sum * u32::from(back) == u32::from(gained) * u32::from(out)
        && keeps
        && receiver_has.saturating_add(gained) as i8 <= table.division_am_max
}

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

/// How many activations a brigade may use of its division's. [GB 5.26, 5.27, 13.23]
pub fn brigade_activations(tables: &Tables, division: u8, in_division_range: bool, ineffective: bool) -> u8 {
    let table = &tables.activation;
    let skipped = if in_division_range { 0 } else { table.brigade_out_of_division_range_skips };
    let cap = if ineffective { table.combat_ineffective_cap.max(0) as u8 } else { u8::MAX };
    division.saturating_sub(skipped).max(1).min(cap.max(1)).min(division.max(1))
}

/// How many activations a March marker is worth: four, or the division's on the turn orders changed. [GB 5.28, 5.35, 9.74]
pub fn march_equivalents(tables: &Tables, division: u8, just_ordered: bool, fixed: Option<u8>) -> u8 {
    let most = tables.activation.march_equivalents_max;
    match fixed {
        Some(fixed) => fixed.min(most),
        None if just_ordered => division.clamp(1, most),
        None => most,
    }
}

/// Movement points of a leader. [GB 4.16, 4.17]
pub fn leader_allowance(tables: &Tables, rank: Rank) -> u8 {
    match rank {
        Rank::Army | Rank::Corps => tables.activation.leader_ma_corps_army,
        Rank::Division | Rank::Brigade | Rank::Artillery => tables.activation.leader_ma_brigade_division,
    }
}

/// Command range of a commander next turn: none if he rode too far. [GB 9.32]
pub fn commander_range(tables: &Tables, rank: Rank, range: u8, spent: u8) -> u8 {
    if rank == Rank::Corps && spent > tables.activation.commander_free_mp { 0 } else { range }
}
