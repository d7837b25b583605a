//! Status and coalitions, arbiters, leave to pass, subsidies, bids for minor powers.

use warlab_engine::games::coalitions::rules::ch07_actions::tax;
use warlab_engine::games::coalitions::types::*;
use warlab_engine::games::coalitions::{Action, State};

use super::economy::want_morale;
use super::field::{Field, land};
use super::outlook::Outlook;

pub(super) fn scores(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let about = view.decision.about;
    out.extend(legal.iter().map(|&action| match action {
        Action::Status(status) => prospects(view, status),
        Action::Expel => about.map_or(0.0, |member| {
            let (own, theirs) = (view.state.influence[view.me.i()], view.state.influence[member.i()]);
            let leads = theirs >= own && f32::from(theirs) >= view.taste.expel_from;
            if leads { 1.0 } else { -1.0 }
        }),
        Action::Arbiter(power) => arbiter(view, power),
        Action::Accept => accept(view),
        Action::Subsidy(to) => subsidy(view, to),
        Action::Give(money) => {
            let pays = view.game.tables.limits.subsidy_money_per_influence;
            -0.3 * (f32::from(money) - f32::from(pays)).abs()
        }
        Action::Bid(morale) => bid(view, morale),
        _ => 0.0,
    }));
}

/// The state with the status that the mover would choose now, if his next Movement comes after diplomacy.
pub(super) fn foreseen(view: &Outlook<'_>) -> State {
    let mut then = *view.state;
    if view.moves_after_diplomacy() {
        let rated = Status::ALL.map(|status| (status, prospects(view, status)));
        let best = rated.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        then.status[view.power.i()] = best.map_or(then.status[view.power.i()], |(status, _)| status);
        then.settle_relations();
    }
    then
}

/// What a status promises, if the others stay what they are.
fn prospects(view: &Outlook<'_>, status: Status) -> f32 {
    let (taste, tables, power) = (view.taste, &view.game.tables, view.power);
    let mut then = *view.state;
    then.status[power.i()] = status;
    then.settle_relations();
    let next = Outlook::new(view.game, &then, view.decision, taste);
    let field = Field::new(&next, None);
    let mut reach = 0.0;
    let mut ousted = 0.0;
    for at in then.generals[power.i()] {
        let troops = then.troops_at(power, at);
        reach += field.worth(&next, at, troops.max(1));
        // Of new enemies in one place the weaker leave. [CO 9.2]
        if let Some(foes) = next.foes(at) {
            let stays = 1.0 + f32::from(troops) > foes.strength;
            ousted += if stays { land(&next, at) } else { -taste.loss_troop };
        }
    }
    let own = then.controlled(tables, power);
    let mut threat = 0.0;
    for at in own {
        let exposed = Power::all().any(|other| {
            then.hostile(tables, other, power, at)
                && !then.is_neutral(other)
                && tables.adjacent[at].intersects(then.generals[other.i()])
        });
        if exposed {
            threat += f32::from(tables.value[at]);
        }
    }
    // Garrisons on homes of allies, and of anybody for a neutral, have to be lifted. [CO 9.1]
    let mut lifted = 0.0;
    for at in then.garrisons[power.i()] & (tables.all_homes - tables.homes[power.i()]) {
        let peace = tables.home_of[at].is_some_and(|home| !then.at_war(power, home));
        lifted += if peace { taste.influence * f32::from(tables.value[at]) } else { 0.0 };
    }
    let allies = Power::all().filter(|&other| other != power && then.allied(power, other));
    let friends: usize = allies.map(|ally| then.generals[ally.i()].len()).sum();
    let neutral = status == Status::Neutral;
    let taxes = f32::from(tax(view.game, view.state, power));
    let base = if view.state.is_neutral(power) { 0.5 * taxes } else { taxes };
    let same = status == view.state.status[power.i()];
    taste.status_reach * reach + ousted - taste.status_threat * threat - lifted
        + taste.status_allies * friends as f32
        + if same { taste.status_same } else { 0.0 }
        + if neutral { taste.neutral_tax * base + taste.neutral_safety } else { 0.0 }
}

/// Whether a power's generals stand beside the mover's land as enemies.
fn threatens(view: &Outlook<'_>, other: Power) -> bool {
    let (state, tables) = (view.state, &view.game.tables);
    let land = state.controlled(tables, view.power) | state.generals[view.power.i()];
    state.at_war(view.power, other)
        && state.generals[other.i()].into_iter().any(|at| tables.adjacent[at].intersects(land))
}

/// Pay goes where it does least harm, to somebody who has room for it and no reason to refuse.
fn arbiter(view: &Outlook<'_>, power: Power) -> f32 {
    let limits = &view.game.tables.limits;
    let all: u8 = limits.arbiter_morale.iter().sum();
    let full = view.state.morale[power.i()] + all > limits.morale_max;
    let foe = if threatens(view, power) { 0.5 } else { 0.0 };
    -view.taste.arbiter_fee * f32::from(all) * view.weight[power.i()] - foe - if full { 0.4 } else { 0.0 }
}

/// Leave, consent, an arbiter's answer, a subsidy: taken unless it helps the wrong power.
fn accept(view: &Outlook<'_>) -> f32 {
    let (state, taste) = (view.state, view.taste);
    match view.decision.ask {
        Ask::SubsidyAnswer => {
            let britain = view.weight[Power::Britain.i()];
            0.15 * f32::from(state.offer) - taste.refuse * (britain - 0.6).max(0.0)
        }
        Ask::ArbiterAnswer => {
            let Some(mover) = view.decision.about else { return 0.0 };
            let pay = view.game.tables.limits.arbiter_morale.get(usize::from(state.movement.turn));
            let gained = f32::from(pay.copied().unwrap_or(0)) * want_morale(view, view.power).max(0.15);
            let harm = if threatens(view, mover) { 0.5 * taste.refuse } else { 0.0 };
            gained - harm - taste.refuse * (view.weight[mover.i()] - 0.6).max(0.0)
        }
        _ => {
            let guest = view.decision.about.map_or(0.0, |guest| view.weight[guest.i()]);
            0.3 - taste.refuse * (guest - 0.6).max(0.0)
        }
    }
}

fn subsidy(view: &Outlook<'_>, to: Power) -> f32 {
    let pays = view.game.tables.limits.subsidy_money_per_influence;
    let money = view.state.money[Power::Britain.i()];
    if view.game.is_lempereur() {
        // The coalition's money goes to whoever has room for troops.
        let room = 3 * view.state.generals[to.i()].len() as i32 - i32::from(view.state.count_troops(to));
        return 0.1 * (room - i32::from(view.state.money[to.i()])) as f32 - 0.2;
    }
    if money < pays || !view.game.is_major(to) {
        return -0.5;
    }
    view.taste.subsidy - 0.3 * view.weight[to.i()]
}

/// Worth of a minor power against the morale paid for it, by the chance that the bid wins.
fn bid(view: &Outlook<'_>, morale: u8) -> f32 {
    let (state, taste) = (view.state, view.taste);
    let Some(minor) = view.decision.about else { return 0.0 };
    let troops = f32::from(state.count_troops(minor));
    let worth = taste.minor + 0.2 * troops + 0.2 * state.generals[minor.i()].len() as f32;
    let paid = f32::from(morale);
    // Ties go by the order of power.
    let edge = if view.me == Power::Britain { 0.5 } else { 0.0 };
    let wins = 1.0 - (-(paid + edge) / taste.minor_contest).exp();
    taste.morale * wins * (worth - paid)
}
