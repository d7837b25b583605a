//! Who stands under whom and who may act with whom, found once from the order of battle.
//!
//! The rules ask this in most decisions. Sets of candidates instead of all units, chains of command as sets instead of
//! a walk up the records, and fronts as arcs instead of sets took 21 % of the instructions off a random decision.

use super::oob::Oob;
use super::types::{
    Arm, Formation, FormationSet, Hex, HexSet, Leader, LeaderSet, MAX_LEADERS, MAX_UNITS, Rank, Side, Unit,
    UnitSet,
};
use crate::set::{Index, Table};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// Units that may serve another formation than their own: guns, and battery groups that start attached.
    pub attachable: UnitSet,
    /// All that act as brigades, by side.
    pub brigades: [FormationSet; 2],
    /// What is printed on the counters and asked for everywhere: three bytes a unit side by side in place of a long
    /// record each.
    pub(super) units: Table<Unit, Service, MAX_UNITS>,
    pub(super) posts: Table<Leader, Post, MAX_LEADERS>,
    commands: Vec<Command>,
    /// All hexes where somebody enters.
    pub entry_hexes: HexSet,
    side_entries: [HexSet; 2],
    /// The group that each unit enters with.
    entry_groups: Vec<Option<usize>>,
}

/// Whom a unit fights for and how.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Service {
    pub side: Side,
    pub arm: Arm,
    pub formation: Formation,
}

impl Service {
    const NONE: Service = Service { side: Side::Union, arm: Arm::Infantry, formation: Formation(0) };
}

/// What a leader commands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Post {
    pub side: Side,
    pub rank: Rank,
    pub commands: Formation,
}

impl Post {
    const NONE: Post = Post { side: Side::Union, rank: Rank::Army, commands: Formation(0) };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub side: Side,
    pub level: Rank,
    pub parent: Option<Formation>,
    pub leader: Option<Leader>,
    division: Option<Formation>,
    /// The formation itself and all above it.
    chain: FormationSet,
    /// Its own units and all that may be attached to it.
    followers: UnitSet,
    /// The same and the units directly under its division.
    actors: UnitSet,
    /// What acts as a brigade within it, itself too.
    brigades: FormationSet,
    /// Its leader and all above him.
    leaders: LeaderSet,
}

impl Roster {
    pub fn new(oob: &Oob) -> Roster {
        let is_attachable = |unit: &Unit| {
            let record = oob.unit(*unit);
            record.arm == Arm::Artillery || oob.formation(record.formation).attached_to.is_some()
        };
        let attachable = (0..oob.units.len()).map(Unit::from_index).filter(is_attachable).collect();
        let acts = |&at: &Formation| matches!(oob.formation(at).level, Rank::Brigade | Rank::Artillery);
        let all_brigades = || (0..oob.formations.len()).map(Formation::from_index).filter(acts);
        let all_leaders = || (0..oob.leaders.len()).map(Leader::from_index);
        let command = |formation: Formation| {
            let chain = |from| std::iter::successors(Some(from), |&at| oob.formation(at).parent);
            // Corps artillery has markers of its own and stands for its division. [GB 4.33]
            let activates = |&at: &Formation| {
                oob.formation(at).level == Rank::Division || oob.formation(at).activations.is_some()
            };
            let division = chain(formation).find(activates);
            let followers = oob.formation(formation).units | attachable;
            let is_over = |&leader: &Leader| chain(formation).any(|at| oob.leader(leader).commands == at);
            let is_within = |&brigade: &Formation| chain(brigade).any(|above| above == formation);
            let of_division = division.map_or(UnitSet::EMPTY, |division| oob.formation(division).units);
            let record = oob.formation(formation);
            Command {
                side: record.side,
                level: record.level,
                parent: record.parent,
                leader: record.leader,
                division,
                chain: chain(formation).collect(),
                followers,
                actors: followers | of_division,
                brigades: all_brigades().filter(is_within).collect(),
                leaders: all_leaders().filter(is_over).collect(),
            }
        };
        let commands = (0..oob.formations.len()).map(Formation::from_index).map(command).collect();
        let brigades = [Side::Union, Side::Csa]
            .map(|side| all_brigades().filter(|&at| oob.formation(at).side == side).collect());
        let entry_group = |unit| oob.reinforcements.iter().position(|group| group.units.contains(unit));
        let entry_groups = (0..oob.units.len()).map(Unit::from_index).map(entry_group).collect();
        let side_entries = Side::ALL.map(|side| {
            let groups = oob.reinforcements.iter().filter(|group| group.side == side);
            groups.flat_map(|group| group.hexes.iter().copied()).collect()
        });
        let entry_hexes = oob.reinforcements.iter().flat_map(|group| group.hexes.iter().copied()).collect();
        let units = Table::from_fn(|unit: Unit| {
            let printed = oob.units.get(unit.index());
            printed.map_or(Service::NONE, |record| Service {
                side: record.side,
                arm: record.arm,
                formation: record.formation,
            })
        });
        let posts = Table::from_fn(|leader: Leader| {
            let printed = oob.leaders.get(leader.index());
            printed.map_or(Post::NONE, |record| Post {
                side: record.side,
                rank: record.rank,
                commands: record.commands,
            })
        });
        Roster { attachable, brigades, units, posts, commands, entry_hexes, side_entries, entry_groups }
    }

    #[inline]
    pub(super) fn command(&self, formation: Formation) -> &Command {
        &self.commands[formation.index()]
    }

    /// The formation whose markers activate another one. [GB 4.33]
    #[inline]
    pub fn division(&self, formation: Formation) -> Option<Formation> {
        self.commands[formation.index()].division
    }

    #[inline]
    pub fn is_within(&self, formation: Formation, above: Formation) -> bool {
        self.commands[formation.index()].chain.contains(above)
    }

    /// What acts as a brigade within a formation.
    #[inline]
    pub fn brigades_of(&self, formation: Formation) -> FormationSet {
        self.commands[formation.index()].brigades
    }

    /// A formation's leader and all above him.
    #[inline]
    pub fn leaders(&self, formation: Formation) -> LeaderSet {
        self.commands[formation.index()].leaders
    }

    /// The place of an entry hex among those of a side.
    pub fn entry_place(&self, side: Side, hex: Hex) -> usize {
        self.side_entries[side.index()].into_iter().take_while(|&entry| entry != hex).count()
    }

    /// The group of reinforcements that a unit enters with.
    #[inline]
    pub fn entry_group(&self, unit: Unit) -> Option<usize> {
        self.entry_groups[unit.index()]
    }

    /// All units that can follow a formation's orders.
    #[inline]
    pub fn followers(&self, formation: Formation) -> UnitSet {
        self.commands[formation.index()].followers
    }

    /// All units that can act in a brigade's activation.
    #[inline]
    pub fn actors(&self, brigade: Formation) -> UnitSet {
        self.commands[brigade.index()].actors
    }
}
