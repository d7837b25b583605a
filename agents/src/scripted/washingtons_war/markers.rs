//! PC markers: colonies led, lines cut, and the best choice of several spaces that are asked for in ascending order.

use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::rules::ch10_isolation::Support;
use warlab_engine::games::washingtons_war::types::*;

use super::outlook::Outlook;

/// Spaces where the mover's margin can grow by one (a marker placed, an enemy one removed) or by two (one flipped).
#[derive(Copy, Clone, Default)]
pub(super) struct Openings {
    pub by_one: Spaces,
    pub by_two: Spaces,
    pub one_per_colony: bool,
}

impl Openings {
    fn after(self, space: Space) -> Self {
        let passed = spaces_before(space.0 + 1);
        Openings { by_one: self.by_one - passed, by_two: self.by_two - passed, ..self }
    }
}

/// What the best `count` changes gain, chosen one after the other; none is made that gains nothing.
pub(super) fn best(view: &Outlook<'_>, openings: Openings, count: u8, margins: &[i8; MOST_COLONIES]) -> f32 {
    let tables = &view.game.tables;
    let mut margins = *margins;
    let mut room = [[0u8; 2]; MOST_COLONIES];
    for (i, room) in room.iter_mut().enumerate().take(tables.colonies.len()) {
        let colony = Colony(i as u8);
        let canada = tables.canada == Some(colony);
        let spaces = if canada { tables.canada_needs } else { tables.colony_spaces[colony] };
        *room = [(spaces & openings.by_one).len() as u8, (spaces & openings.by_two).len() as u8];
    }
    let mut total = 0.0;
    for _ in 0..count {
        let (mut most, mut choice) = (0.0, None);
        for (i, room) in room.iter().enumerate().take(tables.colonies.len()) {
            if *room == [0; 2] {
                continue;
            }
            let colony = Colony(i as u8);
            let now = view.standing(colony, margins[i]);
            for (step, change) in [1i8, 2].into_iter().enumerate() {
                let gain = view.standing(colony, margins[i] + change) - now;
                if room[step] > 0 && gain > most {
                    (most, choice) = (gain, Some((i, step)));
                }
            }
        }
        let Some((i, step)) = choice else { break };
        total += most;
        margins[i] += step as i8 + 1;
        room[i] = if openings.one_per_colony { [0; 2] } else { room[i] };
        room[i][step] = room[i][step].saturating_sub(1);
    }
    total
}

/// The change of the mover's margin by a marker action, from who owns what: `owner` is whose marker is placed.
fn change(view: &Outlook<'_>, action: Action, owner: Side) -> Option<(Space, i8)> {
    match action {
        Action::Place(space) | Action::LandingParty(space) => {
            let flips = view.state.control(space).is_some_and(|side| side != owner);
            let step = if flips { 2 } else { 1 };
            Some((space, if owner == view.side { step } else { -step }))
        }
        Action::Flip(space) => {
            Some((space, if view.state.control(space) == Some(view.side) { -2 } else { 2 }))
        }
        Action::Remove(space) => {
            Some((space, if view.state.control(space) == Some(view.side) { -1 } else { 1 }))
        }
        _ => None,
    }
}

/// Scores a choice of `left` markers. Where spaces are asked for in ascending order, a choice is worth what it
/// gains and the best that can still follow it.
pub(super) fn scores(
    view: &Outlook<'_>,
    legal: &[Action],
    left: u8,
    owner: Side,
    one_per_colony: bool,
    out: &mut Vec<f32>,
) {
    let mut openings = Openings { one_per_colony, ..Openings::default() };
    for &action in legal {
        match change(view, action, owner) {
            Some((space, 1)) => openings.by_one.insert(space),
            Some((space, 2)) => openings.by_two.insert(space),
            _ => {}
        }
    }
    let lines = Lines::new(view);
    out.extend(legal.iter().map(|&action| {
        let Some((space, step)) = change(view, action, owner) else { return 0.0 };
        let own = view.gain(space, step) + detail(view, &lines, action, space, step);
        if left < 2 || step < 0 {
            return own;
        }
        let mut margins = view.margins;
        margins[usize::from(view.game.tables.colony_of[space].0)] += step;
        own + best(view, openings.after(space), left - 1, &margins)
    }));
}

/// The lines of support of both sides, the mover's first, and the markers that are cut off as it is.
struct Lines {
    support: [Support; 2],
    cut: [Spaces; 2],
}

impl Lines {
    fn new(view: &Outlook<'_>) -> Self {
        let support = [view.side, view.side.enemy()].map(|side| Support::new(view.game, view.state, side));
        Lines { support, cut: support.map(|support| support.isolated(view.game, &view.state.markers)) }
    }

    /// What is cut off once a space is marked for a side, or for none.
    fn after(&self, view: &Outlook<'_>, space: Space, owner: Option<Side>) -> [Spaces; 2] {
        let mut markers = view.state.markers;
        markers.iter_mut().for_each(|markers| markers.remove(space));
        if let Some(owner) = owner {
            markers[owner.index()].insert(space);
        }
        self.support.map(|support| support.isolated(view.game, &markers))
    }
}

/// What one marker does beyond its colony: lines cut and kept, room to grow, ways barred.
fn detail(view: &Outlook<'_>, lines: &Lines, action: Action, space: Space, step: i8) -> f32 {
    let (state, side, taste) = (view.state, view.side, view.taste);
    let tables = &view.game.tables;
    let near = tables.adjacent[space];
    let enemy = side.enemy();
    let empty = (near - state.marked()).len() as f32;
    let hostile = (near & state.markers[enemy.index()]).len() as f32;
    let mut worth = taste.marker * f32::from(step.signum());
    if step > 0 {
        // The British grow from their markers, so the Americans stand in their way, and each keeps room.
        worth += taste.block * hostile + taste.room * if side == Side::British { empty } else { 0.0 };
        if side == Side::British && tables.ports.contains(space) {
            worth += taste.port;
        }
    }
    let owner = match action {
        Action::Place(_) | Action::Flip(_) => Some(if step > 0 { side } else { enemy }),
        _ => None,
    };
    let [own_before, enemy_before] = lines.cut;
    let [own_after, enemy_after] = lines.after(view, space, owner);
    let sum =
        |spaces: Spaces, change: i8| spaces.into_iter().map(|space| view.gain(space, change)).sum::<f32>();
    // Isolated markers fall at the end of the year, unless somebody helps them before. [WW 10.3]
    let cut = sum(enemy_after - enemy_before, 1) - sum(enemy_before - enemy_after, 1).min(1.0);
    let saved = sum(own_before - own_after, 1) - sum((own_after - own_before).without(space), 1);
    worth += taste.isolation * (cut + saved);
    if own_after.contains(space) {
        worth -= taste.isolated_place * view.gain(space, step);
    }
    worth
}
