//! How a club player handles Great Battles of the American Civil War: rules of thumb with weights, question by question.
//!
//! [`ground`] is computed once for a scenario, [`outlook`] sums up the battle as the mover sees it; [`command`] gives
//! orders and draws markers, [`acting`] moves, turns and rallies units, [`fire`] and [`shock`] fight, [`leaders`] rides.
//! What a side fights for comes from the scenario's victory conditions alone. Nothing is hidden in this game.

mod acting;
mod command;
mod fire;
pub(crate) mod ground;
mod leaders;
mod outlook;
mod shock;
mod told;

use warlab_engine::Observation;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::rules::ch06_orders::reforming;
use warlab_engine::games::gbacw::rules::ch09_reaction::fire_reactor;
use warlab_engine::games::gbacw::rules::ch11_advance::advancer;
use warlab_engine::games::gbacw::rules::decider;
use warlab_engine::games::gbacw::state::{ShotKind, State};
use warlab_engine::games::gbacw::types::{Refusal, Unit};

use crate::knowledge::{Evaluate, Odds, Policy, Weights};
use crate::mcts::settings::Settings;
use crate::odds::gbacw::fails;
use crate::playable::Playable;
use ground::Ground;
use outlook::Outlook;

crate::weights! {
    /// The rules of thumb. Values are in victory points.
    pub struct Taste {
        /// A goal to be taken and one to be held, for each of its points; an exit late in the battle.
        goal,
        hold,
        exit,
        /// What a strength point that stays on the field is worth early.
        stay,
        /// Movement points over which a goal's pull falls to a third; strength that a goal takes; strength about a
        /// goal below which it counts as safe; the pull on a unit in disorder.
        reach,
        need,
        calm,
        disordered_pull,
        /// Fire that a place brings, by what it may cost and do; how much of it an enemy who looks elsewhere gives.
        danger,
        engage,
        turned,
        shaken,
        /// Enemies on flank or rear; friends beside; a hex shared.
        flank,
        support,
        crowd,
        /// The way that a turn opens, and its price; leaving an enemy's front.
        ahead,
        turn,
        parting,
        /// Guns: their share of a goal's pull, and enemies on foot near them.
        gun_pull,
        gun_close,
        /// Disorder for each strength point; a second disorder; a rout for each point.
        disorder,
        again,
        rout,
        /// Fire given, the answer feared; the ammunition of doubled fire; half of the fire held back.
        fire,
        answer,
        doubled,
        divided,
        /// Shock in all; being thrown back; help of friends beside the target; what closing and an attack must be worth.
        shock,
        repulse,
        helper,
        close,
        declare,
        /// Guns in a hex that is stormed; slipping away; going on, and at which odds; a cavalry charge.
        guns_taken,
        slip,
        pursue,
        pursue_from,
        charge,
        /// Rally for each point; ammunition; falling back; a wing bent; evolutions; mounting and dismounting.
        rally,
        resupply,
        withdraw,
        refuse,
        drill,
        saddle,
        /// Guns or riders caught alone move off; what holds them; taking a hex that fire emptied.
        move_off,
        stand_fast,
        take_hex,
        /// Acting at all; guns first, those near the enemy first, reinforcements.
        act,
        guns_first,
        near_first,
        enter,
        /// Leaders: distance to their men, being alone, rallying, the enemy's nearness, riding, following.
        lead_range,
        lead_alone,
        lead_rally,
        lead_risk,
        ride,
        follow,
        /// Orders: each one's worth; odds for Attack and distance for March; the roll to change them.
        advance_order,
        attack_order,
        attack_from,
        march_order,
        march_from,
        attempt,
        loose,
        /// Markers: those in touch with the enemy, March first, brigades together and confused.
        urgency,
        march_first,
        coordinate,
        confusion,
        transfer,
        withhold,
        attach,
        /// Reserve, fatigue, breastworks; breaking off, and the lead for it.
        reserve,
        tired,
        dig,
        break_off,
        lead_enough,
        /// How sharply scores tell actions apart.
        sharpness,
    }
}

/// The policy.
#[derive(Clone, Debug)]
pub struct Rules {
    taste: Taste,
    ground: Ground,
}

impl Rules {
    pub fn new(game: &Gbacw, taste: &Taste) -> Self {
        Rules { taste: *taste, ground: Ground::new(game, taste.reach) }
    }
}

impl Policy<Gbacw> for Rules {
    fn scores(&self, game: &Gbacw, state: &State, legal: &[Action], out: &mut Vec<f32>) {
        out.clear();
        if legal.len() == 1 {
            out.push(0.0);
            return;
        }
        let view = Outlook::new(game, state, &self.taste, &self.ground, decider(game, state));
        let here = match state.phase() {
            Phase::UnitActs { unit } => place_now(&view, unit),
            _ => 0.0,
        };
        out.extend(legal.iter().map(|&action| self.taste.sharpness * score(&view, here, action)));
    }
}

fn place_now(view: &Outlook<'_>, unit: Unit) -> f32 {
    let piece = view.piece(unit);
    view.stand(unit, piece.hex, piece.facing)
}

/// What an answer is worth; "no" and "no more" count as nothing, or as what stays as it is.
fn score(view: &Outlook<'_>, here: f32, action: Action) -> f32 {
    let (game, state, taste) = (view.game, view.state, view.taste);
    match state.phase() {
        Phase::UnitActs { unit } => acting::score(view, unit, here, action),
        Phase::Brigade => acting::next(view, action),
        Phase::LeaderMoves { leader, .. } => leaders::rides(view, leader, action),
        Phase::CommanderMovement { .. } => match action {
            Action::Leader(leader) => leaders::ride(view, leader),
            _ => 0.0,
        },
        Phase::LeaderGoes { to, .. } => match action {
            Action::Yes => leaders::goes_along(view, to),
            _ => 0.0,
        },
        Phase::Volley { .. } | Phase::PreShockFire { .. } => fire::reaction(view, action),
        Phase::FireAtGuns { .. } => match (action, state.mover) {
            (Action::Fire { target, mode }, Some(unit)) => fire::active(view, unit, target, mode),
            _ => 0.0,
        },
        Phase::DivideFire { unit, .. } => match action {
            Action::Fire { target, mode } => {
                taste.fire * fire::fire_worth(view, unit, target, mode, ShotKind::Active)
            }
            _ => 0.0,
        },
        Phase::ReactionMove { .. } => match action {
            Action::Unit(unit) => acting::moves_off(view, unit),
            _ => 0.0,
        },
        Phase::ReactionFacing { .. } => match action {
            Action::Unit(unit) => react_best(view, unit),
            _ => 0.0,
        },
        Phase::ReactionFacingOf { unit, .. } => react(view, unit, action),
        Phase::FireReaction { unit, target } => {
            fire_reactor(game, state, unit, target).map_or(0.0, |own| react(view, own, action))
        }
        Phase::Reform { formation } => {
            reforming(game, state, formation).map_or(0.0, |unit| turn_to(view, unit, action))
        }
        Phase::AdvanceFacing { unit } | Phase::RallyFacing { unit } => turn_to(view, unit, action),
        Phase::AfterFire { unit, target } => match action {
            Action::Yes => acting::place(view, unit, target) - place_now(view, unit) - taste.take_hex,
            _ => 0.0,
        },
        Phase::Retreat { unit, .. } | Phase::ContinueMove { unit, .. } | Phase::ReturnRouted { unit } => {
            match action {
                Action::Step(to) => acting::place(view, unit, to),
                _ => place_now(view, unit),
            }
        }
        Phase::AdvanceAfterShock { combat } => match (action, advancer(game, state, combat)) {
            (Action::Step(to), Some(unit)) => acting::place(view, unit, to) - place_now(view, unit),
            (Action::Face(_), Some(unit)) => turn_to(view, unit, action) - turn_to(view, unit, Action::Pass),
            _ => 0.0,
        },
        Phase::Declare { .. } => shock::declare(view, action),
        Phase::HoldBack { combat, .. } => match action {
            Action::Unit(unit) => shock::hold(view, combat, unit),
            _ => 0.0,
        },
        Phase::RetreatBeforeShock { level } => match action {
            Action::Unit(unit) => shock::slip(view, unit, level),
            _ => 0.0,
        },
        Phase::Envelop { .. } => match action {
            Action::Yes => taste.refuse,
            _ => 0.0,
        },
        Phase::CounterCharge { next } => match action {
            Action::Yes => shock::countercharge(view, next),
            _ => 0.0,
        },
        Phase::ShockOrder { level } => shock::order(view, level, action == Action::Descending),
        Phase::ContinueShock { combat } => match action {
            Action::Yes => shock::go_on(view, combat),
            _ => 0.0,
        },
        Phase::Replacement { .. } => match action {
            Action::Unit(unit) => replacement(view, unit),
            _ => 0.0,
        },
        _ => command::score(view, action),
    }
}

fn turn_to(view: &Outlook<'_>, unit: Unit, action: Action) -> f32 {
    match action {
        Action::Face(facing) => acting::facing(view, unit, facing),
        _ => acting::facing(view, unit, view.piece(unit).facing),
    }
}

/// A turn or a bent wing in reaction, against the check it costs. [GB 9.62]
fn react(view: &Outlook<'_>, unit: Unit, action: Action) -> f32 {
    let risk = fails(view.game, view.state, unit, 0) as f32 * view.disorder_worth(unit);
    match action {
        Action::Face(facing) => view.stand(unit, view.piece(unit).hex, facing) - place_now(view, unit) - risk,
        Action::Refuse(_) => view.taste.refuse - risk,
        _ => 0.0,
    }
}

fn react_best(view: &Outlook<'_>, unit: Unit) -> f32 {
    if view.piece(unit).is_line() {
        // Lines do not turn, they only bend. [GB 9.61]
        return react(view, unit, Action::Refuse(Refusal::Left)) - 0.01;
    }
    let facing = view.piece(unit).facing;
    let turns = [facing.turned(1), facing.turned(-1)];
    let best = turns.into_iter().map(|facing| react(view, unit, Action::Face(facing)));
    best.fold(f32::NEG_INFINITY, f32::max) - 0.01
}

/// A new leader joins a steady unit out of harm's way.
fn replacement(view: &Outlook<'_>, unit: Unit) -> f32 {
    let piece = view.piece(unit);
    let near = if view.is_near_enemy(piece.hex) { view.taste.lead_risk } else { 0.0 };
    0.02 * f32::from(piece.strength()) - near
}

impl Playable for Gbacw {
    const WEIGHTS: &'static str = include_str!("../../../weights/gbacw.toml");

    fn policy(&self, weights: &Weights) -> Option<Box<dyn Policy<Self>>> {
        Some(Box::new(Rules::new(self, &weights.read("policy"))))
    }

    fn evaluator(&self, weights: &Weights) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(crate::evaluate::gbacw::Judgement::new(self, weights)))
    }

    /// A unit has some ten things it may do, most of them of no use: the likely ones are looked at first. The rules of thumb
    /// are too sure of themselves to lead alone: with flatter priors a search finds more (agents/MEASURED.md).
    fn search(usual: Settings) -> Settings {
        Settings { widening: 1.5, prior_temperature: 3.0, ..usual }
    }

    fn odds(&self, seen: &Observation<State>, action: Action) -> Option<Odds> {
        told::odds(self, seen.visible(), action)
    }
}
