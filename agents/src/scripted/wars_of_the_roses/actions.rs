//! Recruiting, marching and regrouping: an action is worth what the block's best place is worth over its present one.

use warlab_engine::games::wars_of_the_roses::action::Action;
use warlab_engine::games::wars_of_the_roses::phase::Phase;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::outlook::Outlook;

pub(super) fn score(view: &Outlook<'_>, action: Action) -> f32 {
    match action {
        Action::Pick(block) => pick(view, block),
        Action::Step(to) => step(view, to),
        Action::Sail(to, _) => in_hand(view).map_or(0.0, |(block, from)| gain(view, block, from, to)),
        Action::Recruit(block, to) => recruit(view, block, to),
        Action::Regroup(block, to) => {
            area_of(view, block).map_or(0.0, |from| gain(view, block, from, to) - 0.1)
        }
        _ => 0.0,
    }
}

fn area_of(view: &Outlook<'_>, block: Block) -> Option<Area> {
    view.state.place_of(block).and_then(Place::area)
}

fn in_hand(view: &Outlook<'_>) -> Option<(Block, Area)> {
    let block = view.state.phase.block()?;
    Some((block, area_of(view, block)?))
}

/// What a block gains by going from one area to another.
fn gain(view: &Outlook<'_>, block: Block, from: Area, to: Area) -> f32 {
    view.traveller(block, Some(from)).best_gain(std::iter::once(to))
}

/// Areas within two marches, through areas without enemies.
fn reach(view: &Outlook<'_>, from: Area) -> Areas {
    let tables = &view.game.tables;
    let closed = tables.exiles[view.side.other().index()];
    let mut near = Areas::EMPTY;
    let mut through = Areas::EMPTY;
    for &(way, to) in &tables.area(from).ways {
        if !closed.contains(to) {
            near.insert(to);
            if view.enemy_count(to) == 0 && !tables.border(way.border()).must_stop {
                through.insert(to);
            }
        }
    }
    for middle in through {
        for &(_, to) in &tables.area(middle).ways {
            if !closed.contains(to) {
                near.insert(to);
            }
        }
    }
    near.without(from)
}

fn pick(view: &Outlook<'_>, block: Block) -> f32 {
    let Some(from) = area_of(view, block) else { return 0.0 };
    let tables = &view.game.tables;
    let mut goals = reach(view, from);
    if tables.sailors.contains(block) {
        let coasts = tables.across_the_sea[from] - tables.exiles[view.side.other().index()];
        goals |= coasts.into_iter().filter(|&to| view.enemy_count(to) == 0).collect();
    }
    let best = view.traveller(block, Some(from)).best_gain(goals.into_iter());
    let cost = if view.state.opened.contains(from) { 0.0 } else { view.taste.action_cost };
    best - cost
}

/// A step is worth its end, or the best next step if there is one.
fn step(view: &Outlook<'_>, to: Area) -> f32 {
    let Some((block, from)) = in_hand(view) else { return 0.0 };
    let traveller = view.traveller(block, Some(from));
    let here = traveller.best_gain(std::iter::once(to));
    let Phase::March { steps, .. } = view.state.phase else { return here };
    if steps < 2 || view.enemy_count(to) > 0 {
        return here;
    }
    let tables = &view.game.tables;
    let closed = tables.exiles[view.side.other().index()];
    let beyond = tables.area(to).ways.iter().map(|&(_, next)| next);
    let beyond = beyond.filter(|&next| next != from && !closed.contains(next));
    // Borders may be full by then: the second step counts a little less than a sure one.
    here.max(traveller.best_gain(beyond) - 0.05)
}

fn recruit(view: &Outlook<'_>, block: Block, to: Area) -> f32 {
    view.traveller(block, None).worth(to) + view.taste.recruit * view.value(block) - view.taste.action_cost
}
