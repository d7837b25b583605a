//! What places are worth to the mover: taking them, and being on the way to them.

use warlab_engine::Index;
use warlab_engine::games::coalitions::rules::ch07_moves::{enterable, may_sail};
use warlab_engine::games::coalitions::types::*;

use super::outlook::Outlook;
use crate::evaluate::coalitions::at_round_end;

/// Steps that a place's worth is felt.
const FAR: usize = 5;

/// Troops that a general is thought to bring to a place far away.
pub(super) const USUAL_TROOPS: u8 = 2;

/// What taking each place is worth to a general with the usual troops, whichever he is.
pub(super) struct Spoils {
    open: TerritorySet,
    worth: [f32; TERRITORIES],
}

impl Spoils {
    pub fn new(view: &Outlook<'_>) -> Self {
        let open = enterable(view.game, view.state, view.power);
        let mut worth = [0.0f32; TERRITORIES];
        for at in open {
            worth[at.index()] = capture(view, None, USUAL_TROOPS, at).max(0.0);
        }
        Spoils { open, worth }
    }
}

/// The worth of every place for one general, and of being near it.
pub(super) struct Field {
    open: TerritorySet,
    pull: [f32; TERRITORIES],
}

impl Field {
    /// For the general at `from`; without one, for a general who could be anywhere.
    pub fn new(view: &Outlook<'_>, from: Option<Territory>) -> Self {
        Field::of(view, &Spoils::new(view), from)
    }

    /// The same for one of several generals of a power, who all see the same spoils.
    pub fn of(view: &Outlook<'_>, spoils: &Spoils, from: Option<Territory>) -> Self {
        let (state, tables, taste) = (view.state, &view.game.tables, view.taste);
        let own = state.generals[view.power.i()];
        let mut covered = TerritorySet::EMPTY;
        for place in own {
            if Some(place) != from && state.troops_at(view.power, place) > 0 {
                covered |= tables.adjacent[place].with(place);
            }
        }
        let near = from.map_or(TerritorySet::EMPTY, |from| tables.adjacent[from]);
        let mut worth = spoils.worth;
        for shared in spoils.open & (covered - near) {
            worth[shared.index()] *= taste.crowd;
        }
        let friendly = state.friendly_territory(tables, view.power);
        let sails = may_sail(state, view.power);
        let ways = spoils.open | own;
        let mut pull = [0.0f32; TERRITORIES];
        let mut felt = [0.0f32; TERRITORIES];
        for _ in 0..FAR {
            for to in ways {
                let step = if friendly.contains(to) { taste.pull_friendly } else { taste.pull_march };
                felt[to.index()] = step * worth[to.index()].max(pull[to.index()]);
            }
            for at in ways {
                let mut next = tables.adjacent[at];
                if sails {
                    next |= tables.sea_reach[at];
                }
                let known = pull[at.index()];
                pull[at.index()] =
                    (next & ways).into_iter().fold(known, |most, to| felt[to.index()].max(most));
            }
        }
        Field { open: spoils.open, pull }
    }

    /// What it is worth to have a general with `troops` in a place.
    pub fn worth(&self, view: &Outlook<'_>, at: Territory, troops: u8) -> f32 {
        let ready = if troops == 0 { view.taste.idle } else { 1.0 };
        view.taste.pull * ready * self.pull[at.index()] + hold(view, at, troops)
    }

    /// What it is worth that the general leaves `from` for `to`.
    pub fn step(&self, view: &Outlook<'_>, from: Territory, to: Territory) -> f32 {
        let troops = view.state.troops_at(view.power, from);
        let taken = capture(view, Some(from), troops, to);
        let left =
            if view.foes(to).is_some() || takeable(view, to) { troops.saturating_sub(1) } else { troops };
        taken + self.worth(view, to, left) - self.worth(view, from, troops)
    }

    /// The same for a step that may lead to an own general: then the best place next to him counts.
    pub fn move_to(&self, view: &Outlook<'_>, from: Territory, to: Territory) -> f32 {
        if !view.state.has_general(view.power, to) {
            return self.step(view, from, to);
        }
        let friendly = view.state.friendly_territory(&view.game.tables, view.power);
        let beyond = view.game.tables.adjacent[to] & friendly & self.open;
        beyond.into_iter().map(|end| self.step(view, from, end)).reduce(f32::max).unwrap_or(0.0)
    }

    /// The best step of the general at `from`, 0 if he had better stay.
    pub fn best_step(&self, view: &Outlook<'_>, from: Territory) -> f32 {
        let steps = view.game.tables.adjacent[from] & self.open;
        steps.into_iter().map(|to| self.step(view, from, to)).fold(0.0, f32::max)
    }
}

/// Whether a garrison of the mover's would change who controls a place.
fn takeable(view: &Outlook<'_>, at: Territory) -> bool {
    match view.state.controller_of(&view.game.tables, at) {
        Some(holder) => !view.state.allied(view.power, holder),
        None => true,
    }
}

/// What control of a place brings: influence, taxes, the rival's loss.
pub(super) fn land(view: &Outlook<'_>, at: Territory) -> f32 {
    if takeable(view, at) { gain(view, at) + denial(view, at) } else { 0.0 }
}

/// What a garrison in a place brings its owner.
fn gain(view: &Outlook<'_>, at: Territory) -> f32 {
    let (tables, taste) = (&view.game.tables, view.taste);
    let value = f32::from(tables.value[at]);
    let capital = if at == tables.capital(view.power) { taste.capital } else { 0.0 };
    let worth = if tables.homes[view.power.i()].contains(at) {
        taste.home
    } else if view.game.is_lempereur() {
        taste.tax
    } else if tables.scoring(view.power).contains(at) {
        if view.game.is_major(view.power) { taste.influence } else { 0.0 }
    } else {
        taste.tax
    };
    capital + worth * value
}

/// What it is worth that the present holder loses a place: a garrison beaten is enough, but on his own home.
fn denial(view: &Outlook<'_>, at: Territory) -> f32 {
    let (tables, taste) = (&view.game.tables, view.taste);
    let Some(holder) = view.state.controller_of(tables, at) else { return 0.0 };
    let value = f32::from(tables.value[at]);
    if view.game.is_lempereur() {
        let claimed = tables.contested.contains(at) && tables.claims[Power::France.i()].contains(at);
        return if holder == Power::France && claimed { taste.influence * value } else { 0.0 };
    }
    let (harm, alarm) = (view.weight[holder.i()], view.alarm[holder.i()]);
    let scores = tables.scoring(holder).contains(at);
    taste.deny * value * if scores { harm } else { 0.5 * (harm - alarm) }
}

/// What a general in Paris at the end of the round means: victory for him or for another.
fn paris(view: &Outlook<'_>) -> f32 {
    let (state, taste) = (view.state, view.taste);
    if view.power == Power::France || !state.at_war(view.power, Power::France) {
        return 0.0;
    }
    if view.game.is_lempereur() {
        return taste.paris;
    }
    let limits = &view.game.tables.limits;
    let british = state.status[view.me.i()] == Status::British;
    let bonus = if british { limits.paris_bonus_british_coalition } else { limits.paris_bonus };
    let own = at_round_end(view.game, state, view.me) + u16::from(bonus);
    let others = view.game.majors().filter(|&other| other != view.me);
    let best = others.map(|other| at_round_end(view.game, state, other)).max().unwrap_or(0);
    let late = f32::from(state.turn) / 6.0;
    if own > best { taste.paris * late } else { -taste.paris_gift * late }
}

/// What a general means in a place beyond its land: Paris; in L'Empereur any French home, since Napoleon draws no card
/// while he has to defend one. [CO 12.race]
pub(super) fn prize(view: &Outlook<'_>, at: Territory) -> f32 {
    let tables = &view.game.tables;
    if at == tables.capital(Power::France) {
        return paris(view);
    }
    let invades = view.game.is_lempereur() && tables.homes[Power::France.i()].contains(at);
    if invades { view.taste.foothold } else { 0.0 }
}

/// What it is worth to send a general with `troops` into a place: land, battle, Paris.
pub(super) fn capture(view: &Outlook<'_>, from: Option<Territory>, troops: u8, at: Territory) -> f32 {
    let taste = view.taste;
    let prize = prize(view, at);
    let Some(foes) = view.foes(at) else {
        return prize + if troops > 0 { land(view, at) } else { 0.0 };
    };
    let wins = view.beats(from, troops, at, &foes);
    // The battle costs a troop before the victor can leave a garrison; a garrison beaten is lost to its owner anyhow.
    let beaten = view.game.tables.home_of[at] != view.state.controller_of(&view.game.tables, at);
    let taken = match troops {
        _ if !takeable(view, at) => 0.0,
        0 | 1 if beaten => denial(view, at),
        0 | 1 => 0.0,
        _ => land(view, at),
    };
    let loss = taste.loss_general + taste.loss_troop * f32::from(troops);
    wins * (prize + taken + view.trophies(&foes))
        - (1.0 - wins) * loss
        - taste.loss_troop * f32::from(troops.min(1))
}

/// What it is worth to stand in a place: guarding it, being safe there.
fn hold(view: &Outlook<'_>, at: Territory, troops: u8) -> f32 {
    let (state, tables, taste) = (view.state, &view.game.tables, view.taste);
    if view.foes(at).is_some() {
        return 0.0;
    }
    let danger = view.danger(at, troops);
    let mut worth = -taste.danger * danger * (taste.loss_general + taste.loss_troop * f32::from(troops));
    let open = state.controlled(tables, view.power).contains(at) && state.garrison_of(at).is_none();
    let threatened = tables.adjacent[at].intersects(state.foreign_generals(view.power));
    if open && threatened {
        let capital = if at == tables.capital(view.power) { taste.capital } else { 0.0 };
        worth += taste.guard * (1.0 - danger) * (f32::from(tables.value[at]) + capital);
    }
    worth + prize(view, at)
}
