//! Which action to look at next: UCT with availability counts, or PUCT with the policy's priors.

use warlab_engine::Player;

use super::settings::{Selection, Settings};
use super::tree::{EdgeId, NodeId, Tree};

/// How many of a node's actions, best prior first, are looked at: all, or a number that grows with the visits.
fn breadth(settings: &Settings, visits: u32, offered: usize) -> usize {
    if settings.widening <= 0.0 {
        return offered;
    }
    ((settings.widening * (visits as f32 + 1.0).sqrt()).ceil() as usize).clamp(2, offered.max(2))
}

/// The edge to follow among `offered` (those of the actions legal in this world), for `mover`.
///
/// In a tree shared by many worlds an action is compared over the visits at which it was on offer, not over all.
pub(super) fn select<A: Copy + Eq>(
    tree: &mut Tree<A>,
    node: NodeId,
    offered: &[EdgeId],
    mover: Player,
    settings: &Settings,
) -> EdgeId {
    let breadth = breadth(settings, tree.visits(node), offered.len());
    let (mut total, mut visits) = (0.0, 0u32);
    for &edge in offered {
        total += tree.sum(edge, mover);
        visits += tree.edge(edge).visits;
    }
    let unvisited = if visits == 0 { 0.5 } else { total / visits as f32 } - settings.reduction;
    let root_of_visits = (visits as f32 + 1.0).sqrt();
    let mut best = (f32::NEG_INFINITY, offered[0]);
    // Ranks are among all actions ever seen here: a world may offer none of the first ones.
    let narrow =
        breadth < offered.len() && offered.iter().any(|&edge| usize::from(tree.edge(edge).rank) < breadth);
    for &edge in offered {
        let known = *tree.edge(edge);
        if narrow && usize::from(known.rank) >= breadth && known.visits == 0 {
            continue;
        }
        tree.edge_mut(edge).available += 1;
        let n = known.visits as f32;
        let value = if known.visits == 0 { unvisited } else { tree.sum(edge, mover) / n };
        let bonus = match settings.selection {
            Selection::Puct => settings.exploration * known.prior * root_of_visits / (1.0 + n),
            Selection::Uct if known.visits == 0 => 1e6 + known.prior,
            Selection::Uct => settings.exploration * ((known.available as f32 + 1.0).ln() / n).sqrt(),
        };
        if value + bonus > best.0 {
            best = (value + bonus, edge);
        }
    }
    best.1
}
