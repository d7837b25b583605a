//! Chapter 10.3: isolated PC markers.

use super::super::WashingtonsWar;
use super::super::state::State;
use super::super::types::{Side, Spaces};

/// Where a side's markers find support whoever places markers next: everything but the markers themselves. [WW 10.3]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Support {
    side: Side,
    /// Own markers here need no path.
    own: Spaces,
    /// A path may lead to these spaces while no marker lies there.
    open: Spaces,
    /// A path may lead here in any case.
    refuge: Spaces,
}

impl Support {
    pub fn new(game: &WashingtonsWar, state: &State, side: Side) -> Self {
        match side {
            Side::American => Self::american(game, state),
            Side::British => Self::british(game, state),
        }
    }

    /// Own spaces with CU, General or Congress; outside, open spaces without British CU, and Congress. [WW 10.31]
    fn american(game: &WashingtonsWar, state: &State) -> Self {
        Support {
            side: Side::American,
            own: state.american_units(),
            open: game.tables.all_spaces - state.occupied(Side::British),
            refuge: state.seat_of_congress(),
        }
    }

    /// Own ports and own spaces with a CU; outside, open spaces without American CU or General. [WW 10.32]
    fn british(game: &WashingtonsWar, state: &State) -> Self {
        let american = state.occupied(Side::American) | state.generals(Side::American);
        Support {
            side: Side::British,
            own: game.tables.ports | state.occupied(Side::British),
            open: game.tables.all_spaces - american,
            refuge: Spaces::EMPTY,
        }
    }

    /// The side's markers, among those of both sides, that trace no path through their own kind to support. [WW 10.3]
    pub fn isolated(&self, game: &WashingtonsWar, markers: &[Spaces; 2]) -> Spaces {
        let own = markers[self.side.index()];
        let outside = (self.open - (markers[0] | markers[1])) | self.refuge;
        let mut cut = own - self.own;
        // Nearly every marker is next to support: what is left after the first round is a handful.
        loop {
            let support = outside | (own - cut);
            let lost: Spaces =
                cut.into_iter().filter(|&space| !game.tables.adjacent[space].intersects(support)).collect();
            if lost == cut {
                return cut;
            }
            cut = lost;
        }
    }
}

/// Markers of a side that trace no path through their own kind to support. [WW 10.3]
pub fn isolated(game: &WashingtonsWar, state: &State, side: Side) -> Spaces {
    Support::new(game, state, side).isolated(game, &state.markers)
}
