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
            view.area_of(block).map_or(0.0, |from| gain(view, block, from, to) - 0.1)
        }
        _ => 0.0,
    }
}

fn in_hand(view: &Outlook<'_>) -> Option<(Block, Area)> {
    let block = view.state.phase.block()?;
    Some((block, view.area_of(block)?))
}

/// What a block gains by going from one area to another.
fn gain(view: &Outlook<'_>, block: Block, from: Area, to: Area) -> f32 {
    let traveller = view.traveller(block, Some(from));
    traveller.worth(to) - traveller.worth_here()
}

/// Areas within two marches, through areas without enemies.
fn reach(view: &Outlook<'_>, from: Area) -> Areas {
    let tables = &view.game.tables;
    let closed = tables.exiles[view.side.other().index()];
    let through = view.lore.passable[from] - view.hostile - closed;
    let near = tables.neighbours[from];
    let far = through.into_iter().fold(near, |far, middle| far | tables.neighbours[middle]);
    (far - closed).without(from)
}

fn pick(view: &Outlook<'_>, block: Block) -> f32 {
    let Some(from) = view.area_of(block) else { return 0.0 };
    let tables = &view.game.tables;
    let mut goals = reach(view, from);
    if tables.sailors.contains(block) {
        goals |= tables.across_the_sea[from] - tables.exiles[view.side.other().index()] - view.hostile;
    }
    let traveller = view.traveller(block, Some(from));
    let cost = if view.state.opened.contains(from) { 0.0 } else { view.taste.action_cost };
    traveller.best_worth(goals) - traveller.worth_here() - cost
}

/// A step is worth its end, or the best next step if there is one.
fn step(view: &Outlook<'_>, to: Area) -> f32 {
    let Some((block, from)) = in_hand(view) else { return 0.0 };
    let traveller = view.traveller(block, Some(from));
    let here = traveller.worth_here();
    let there = traveller.worth(to) - here;
    let Phase::March { steps, .. } = view.state.phase else { return there };
    if steps < 2 || view.enemy_count(to) > 0 {
        return there;
    }
    let tables = &view.game.tables;
    let closed = tables.exiles[view.side.other().index()];
    let beyond = (tables.neighbours[to] - closed).without(from);
    // Borders may be full by then: the second step counts a little less than a sure one.
    there.max(traveller.best_worth(beyond) - here - 0.05)
}

fn recruit(view: &Outlook<'_>, block: Block, to: Area) -> f32 {
    view.traveller(block, None).worth(to) + view.taste.recruit * view.value(block) - view.taste.action_cost
}
