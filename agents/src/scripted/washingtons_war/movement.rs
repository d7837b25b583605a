//! Where an Army goes: every place it can reach is weighed against the place it leaves.

use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::rules::ch07_movement;
use warlab_engine::games::washingtons_war::types::*;

use super::battle;
use super::outlook::Outlook;
use crate::odds::washingtons_war::Force;

/// The Army of a General: where it is, what it has with it, what is left behind when it goes.
#[derive(Copy, Clone)]
pub(super) struct Army {
    pub general: General,
    pub at: Space,
    pub cu: u8,
    pub stays: u8,
}

impl Army {
    fn of(view: &Outlook<'_>, general: General) -> Option<Self> {
        let at = view.state.posts[general].space()?;
        let here = view.state.cu(view.side, at);
        let cu = here.min(view.game.tables.params.max_cu);
        Some(Army { general, at, cu, stays: here - cu })
    }

    /// What it is worth to be where it is.
    fn here(&self, view: &Outlook<'_>) -> f32 {
        view.stand(self.at, self.cu + self.stays, Some(self.general))
    }
}

/// What an Army's arrival in a space is worth, with what it leaves behind.
pub(super) fn arrive(view: &Outlook<'_>, army: Army, to: Space) -> f32 {
    let (state, taste, side) = (view.state, view.taste, view.side);
    let enemy = side.enemy();
    let tables = &view.game.tables;
    let left_behind = if army.stays > 0 { view.stand(army.at, army.stays, None) } else { 0.0 };
    let congress = if side == Side::British && state.congress == Some(to) { view.dispersal() } else { 0.0 };
    let defenders = state.cu(enemy, to);
    if army.cu > 0 && defenders > 0 {
        let mut attack = Force::new(view.game, state, side, to, army.cu, Some(army.general));
        if state.last_card && tables.washington == Some(army.general) {
            attack = attack.with(tables.params.drm.american_winter_offensive);
        }
        let stakes = battle::Stakes::new(view, to, army.at);
        let outcome = battle::attack_worth(view, attack, &stakes);
        let after = view.stand(to, army.cu, Some(army.general));
        return left_behind + outcome.0 + outcome.1 * (after + congress) - taste.attack_cost;
    }
    let friends = state.cu(side, to);
    let host = state.general_at(tables, side, to).filter(|&host| host != army.general);
    let mut worth = left_behind + congress;
    worth += view.stand(to, army.cu + friends, Some(army.general));
    if friends > 0 || host.is_some() {
        worth -= view.stand(to, friends, host);
    }
    if let Some(host) = host {
        // One of the two goes to the box and comes back with a card at best.
        worth -= taste.crowd + 0.5 * view.quality(host).min(view.quality(army.general));
    }
    if army.cu > 0
        && let Some(prey) = state.general_at(tables, enemy, to)
    {
        worth += view.quality(prey);
    }
    worth - interception_risk(view, army, to)
}

/// A British Army that ends among American Armies may be met on the way. [WW 7.8]
fn interception_risk(view: &Outlook<'_>, army: Army, to: Space) -> f32 {
    if view.side == Side::American || !view.state.markers[Side::American.index()].contains(to) {
        return 0.0;
    }
    let near = view.game.tables.adjacent[to] & view.generals[Side::American.index()];
    let near = near & view.occupied_by(Side::American);
    let mut risk = 0.0f32;
    for space in near {
        let Some(general) = view.state.general_at(&view.game.tables, Side::American, space) else { continue };
        let cu = view.state.cu(Side::American, space).min(view.game.tables.params.interception_max_cu);
        let force = Force::new(view.game, view.state, Side::American, to, cu, Some(general));
        let own = Force::new(view.game, view.state, Side::British, to, army.cu, Some(army.general));
        let lead = force.strength() + 1.0 - own.strength();
        let success = f32::from(view.game.tables.general(general).agility.min(6)) / 6.0;
        risk = risk.max(success * super::outlook::chance(lead));
    }
    view.taste.interception * risk
}

/// The best end of a move with `left` spaces to go from `from`; `None` if there is none.
fn best_end(view: &Outlook<'_>, army: Army, from: Space, left: u8) -> Option<f32> {
    let ends = view.reach(view.side, from, army.cu, left).without(army.at);
    let worth = ends.into_iter().map(|to| arrive(view, army, to));
    worth.fold(None, |best: Option<f32>, worth| Some(best.map_or(worth, |best| best.max(worth))))
}

/// What activating a General gains: his best move over staying where he is.
pub(super) fn activation(view: &Outlook<'_>, general: General) -> f32 {
    let tables = &view.game.tables;
    let plans = view.plans.get_or_init(|| {
        let mut plans = [0.0; MOST_GENERALS];
        for general in tables.all_generals().filter(|&general| tables.side_of(general) == view.side) {
            plans[usize::from(general.0)] = plan(view, general);
        }
        plans
    });
    plans[usize::from(general.0)]
}

fn plan(view: &Outlook<'_>, general: General) -> f32 {
    let Some(army) = Army::of(view, general) else { return 0.0 };
    let params = &view.game.tables.params;
    let left = if view.side == Side::British { params.general_spaces } else { params.american_spaces };
    let mut best = best_end(view, army, army.at, left).unwrap_or(f32::NEG_INFINITY);
    if view.side == Side::British {
        let open = ch07_movement::open_ports(view.game, view.state);
        if open.contains(army.at) {
            for port in open.without(army.at) {
                best = best.max(arrive(view, army, port));
            }
        }
    }
    (best - army.here(view) - view.taste.move_cost).max(0.0)
}

/// The best activation among Generals with a strategy rating up to `value`.
pub(super) fn best_activation(view: &Outlook<'_>, value: u8) -> f32 {
    let tables = &view.game.tables;
    let able = tables.all_generals().filter(|&general| tables.general(general).strategy <= value);
    able.map(|general| activation(view, general)).fold(0.0, f32::max)
}

/// The best activations of a campaign, one after the other. [WW 7.2]
pub(super) fn campaign(view: &Outlook<'_>, generals: u8) -> f32 {
    let mut best = [0.0f32; 3];
    for general in view.game.tables.all_generals() {
        let mut worth = activation(view, general);
        for place in &mut best {
            if worth > *place {
                std::mem::swap(place, &mut worth);
            }
        }
    }
    best.iter().take(usize::from(generals)).sum()
}

/// Steps, voyages and loads of the General on the move, against stopping here.
pub(super) fn score(view: &Outlook<'_>, action: Action) -> f32 {
    let activation = &view.state.activation;
    if !matches!(view.state.stack.top(), Phase::Moving) {
        return 0.0;
    }
    let here = view.state.cu(view.side, activation.at);
    let army =
        |cu: u8| Army { general: activation.general, at: activation.at, cu, stays: here.saturating_sub(cu) };
    let carried = activation.cu();
    let left = activation.limit.saturating_sub(activation.spent);
    let now = army(carried);
    let stop = now.here(view);
    match action {
        Action::Step(to) => {
            let by_road = view.game.tables.roads[activation.at].contains(to);
            let cost = if by_road { 1 } else { view.game.tables.params.wilderness_cost };
            let end = arrive(view, now, to);
            let fight = carried > 0 && view.state.cu(view.side.enemy(), to) > 0;
            let on = if fight { None } else { best_end(view, now, to, left.saturating_sub(cost)) };
            // What lies further on may be barred by then: it counts a little less.
            on.map_or(end, |on| end.max(on - 0.02)) - stop
        }
        Action::Sail(to) => arrive(view, now, to) - stop,
        Action::PickUp(_, n) => load(view, army(carried + n), left) - stop,
        Action::Drop(_, n) => load(view, army(carried.saturating_sub(n)), left) - stop - 0.05,
        _ => 0.0,
    }
}

/// The best that an Army can do once it has taken up or put down CUs; a change for its own sake gains nothing.
fn load(view: &Outlook<'_>, army: Army, left: u8) -> f32 {
    best_end(view, army, army.at, left).unwrap_or(f32::NEG_INFINITY).max(army.here(view) - 0.1)
}
