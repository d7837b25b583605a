//! Where pieces arrive and go: reinforcements, the French, Congress, CUs that an event takes.

use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::phase::Phase;
use warlab_engine::games::washingtons_war::types::*;

use super::outlook::Outlook;

pub(super) fn score(view: &Outlook<'_>, action: Action) -> f32 {
    let (state, taste) = (view.state, view.taste);
    match action {
        Action::ReinforceAt(space) => {
            let arriving = match state.stack.top() {
                Phase::ReinforceSpace { value } if view.side == Side::American => value,
                _ => state.british_box,
            };
            land(view, space, arriving, None)
        }
        Action::FrenchAt(port) => {
            let general = view.game.tables.french_general;
            taste.french + land(view, port, state.french_box, general)
        }
        Action::Count(count) => taste.recruit * f32::from(count),
        Action::Bring(general) => {
            let host = match state.stack.top() {
                Phase::ReinforceGeneral { space } => state.general_at(&view.game.tables, view.side, space),
                _ => None,
            };
            view.quality(general) - host.map_or(0.0, |host| view.quality(host) + taste.crowd)
        }
        Action::Navy(zone) => navy(view, zone),
        Action::Congress(space) => congress(view, space),
        Action::RemoveCu(nation, space) => remove(view, nation, space),
        _ => 0.0,
    }
}

/// New CUs in a space: what the place gains, and a General of the box who may come along.
fn land(view: &Outlook<'_>, space: Space, arriving: u8, newcomer: Option<General>) -> f32 {
    let here = view.state.cu(view.side, space);
    let host = view.state.general_at(&view.game.tables, view.side, space);
    let leads = host.or(newcomer).or_else(|| best_waiting(view));
    let mut worth = view.stand(space, here + arriving, leads) - view.stand(space, here, host);
    if here > 0 {
        // A General moves five CUs: a bigger heap waits for another one.
        let most = view.game.tables.params.max_cu;
        let useful = most.saturating_sub(here).min(arriving);
        worth += view.taste.gather * f32::from(useful);
    }
    if host.is_some() {
        worth += view.taste.led;
    }
    worth
}

fn best_waiting(view: &Outlook<'_>) -> Option<General> {
    let tables = &view.game.tables;
    tables.all_generals().find(|&general| {
        view.state.posts[general] == Post::REINFORCEMENTS
            && tables.side_of(general) == view.side
            && tables.french_general != Some(general)
    })
}

/// The zone where a blockade takes most from the British: CUs cut off, ports that they hold. [WW 12.3]
fn navy(view: &Outlook<'_>, zone: Zone) -> f32 {
    let ports = view.game.tables.zone_ports[usize::from(zone.0)];
    let cu: f32 = ports.into_iter().map(|port| f32::from(view.state.british[port])).sum();
    let held = (ports & view.state.markers[Side::British.index()]).len() as f32;
    view.taste.navy * (0.3 * cu + 0.2 * held)
}

/// Congress meets where the British cannot come, best behind an own Army.
fn congress(view: &Outlook<'_>, space: Space) -> f32 {
    let threat = view.threat[usize::from(space.0)];
    let guards = f32::from(view.state.cu(Side::American, space));
    let port = view.game.tables.ports.contains(space);
    let near = (view.game.tables.adjacent[space] & view.occupied_by(Side::British)).len() as f32;
    let risk = if threat > 0.0 { 1.0 } else { 0.0 } + 0.5 * near + if port { 0.6 } else { 0.0 };
    view.taste.congress * (0.2 * guards - risk)
}

/// The CU whose loss hurts its owner most, or least if it is the mover's own.
fn remove(view: &Outlook<'_>, nation: Nation, space: Space) -> f32 {
    let owner = if nation == Nation::British { Side::British } else { Side::American };
    let cu = view.state.cu(owner, space);
    let general = view.state.general_at(&view.game.tables, owner, space);
    let mut worth =
        view.taste.cu * (1.0 - 0.3 * view.winter_loss(owner, space, cu, general) / f32::from(cu.max(1)));
    if let Some(general) = general {
        // The last CU of an Army is what makes it one.
        worth += if cu == 1 { view.quality(general) } else { 0.1 };
    }
    if nation == Nation::French {
        worth += 0.1;
    }
    if owner == Side::British && view.game.tables.thirteen.contains(space) {
        worth += 0.1;
    }
    if owner == view.side { -worth } else { worth }
}
