//! Support and battle cards: what the battle is worth, how it stands, and what a card would change.

use warlab_engine::Index;
use warlab_engine::games::coalitions::Action;
use warlab_engine::games::coalitions::context::{BattleStage, Fighter, Side};
use warlab_engine::games::coalitions::rules::ch08_battle::base_strength;
use warlab_engine::games::coalitions::rules::ch10_generals::wellington_support;
use warlab_engine::games::coalitions::rules::ch12_battle::french_cards;
use warlab_engine::games::coalitions::types::*;

use super::field::{land, prize};
use super::outlook::{Foes, Outlook, chance, spread};

pub(super) fn scores(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    match view.decision.ask {
        Ask::Support => support(view, legal, out),
        Ask::Cards => cards(view, legal, out),
        _ => reveal(view, legal, out),
    }
}

/// How a side stands, as far as the mover knows.
#[derive(Copy, Clone, Debug)]
struct Standing {
    strength: f32,
    /// Cards lying face down, and cards that can still come from the mover's power and from others.
    hidden: f32,
    own: f32,
    others: f32,
}

impl Standing {
    fn new(view: &Outlook<'_>, side: Side) -> Self {
        let (game, state) = (view.game, view.state);
        let mut standing = Standing {
            strength: f32::from(
                base_strength(game, state, side)
                    + wellington_support(game, state, side)
                    + french_cards(game, state, side),
            ),
            hidden: 0.0,
            own: 0.0,
            others: 0.0,
        };
        for fighter in state.battle.fighters().iter().filter(|fighter| fighter.side == side) {
            let (value, hidden) = stack(view, fighter);
            standing.strength += value;
            standing.hidden += hidden;
        }
        for power in Power::all() {
            let cards = to_come(view, power, side);
            if power == view.power {
                standing.own += cards;
            } else {
                standing.others += cards;
            }
        }
        standing
    }
}

/// What a general's cards count, the unseen ones as average, and how many are unseen. [CO 8.cards]
fn stack(view: &Outlook<'_>, fighter: &Fighter) -> (f32, f32) {
    let (mut value, mut hidden, mut pairs) = (0.0, 0.0, 0u8);
    let seen = view.sees(fighter.power);
    for played in fighter.played() {
        if seen || played.face_up {
            value += counts(view, fighter.power, played.card);
            pairs += u8::from(is_pair(view, played.card));
        } else {
            value += view.unseen;
            hidden += 1.0;
        }
    }
    (value + f32::from(pairs / 2), hidden)
}

fn is_pair(view: &Outlook<'_>, card: Card) -> bool {
    view.game.tables.cards[card.index()].ability == Ability::Pair && !view.game.is_lempereur()
}

/// A single card: a 2 counts more on own ground. [CO 8.cards]
fn counts(view: &Outlook<'_>, power: Power, card: Card) -> f32 {
    let info = &view.game.tables.cards[card.index()];
    let holds = view.state.controller_of(&view.game.tables, view.state.battle.at) == Some(power);
    let ground = info.ability == Ability::HomeGround && holds && !view.game.is_lempereur();
    f32::from(info.value) + if ground { 1.0 } else { 0.0 }
}

/// Cards a power can still play for a side: by troops, hand and morale.
fn to_come(view: &Outlook<'_>, power: Power, side: Side) -> f32 {
    let (state, battle) = (view.state, &view.state.battle);
    let fighters = battle.fighters().iter().filter(|fighter| fighter.power == power && fighter.side == side);
    let room: u8 = fighters.map(|fighter| fighter.allowance.saturating_sub(fighter.count)).sum();
    let morale = state.morale[power.i()];
    if view.game.is_automa(power) {
        return f32::from(room.min(morale));
    }
    if battle.passed.contains(power) {
        return 0.0;
    }
    let free = battle.penniless.contains(power) && !battle.free_used.contains(power);
    f32::from(room.min(state.hand_size(power)).min(morale.max(u8::from(free))))
}

/// What winning is worth over losing, for the mover's power on a side.
fn stake(view: &Outlook<'_>, side: Side, joined: bool) -> f32 {
    let (state, taste, battle) = (view.state, view.taste, &view.state.battle);
    let mut foes = Foes { strength: 0.0, cards: 0.0, generals: 0.0, weight: 0.0, french: false };
    let mut friends = 0.0f32;
    for fighter in battle.fighters().iter().filter(|fighter| fighter.direct) {
        if fighter.side != side {
            foes.generals += 1.0;
            foes.weight = foes.weight.max(view.weight[fighter.power.i()]);
            foes.french |= fighter.power == Power::France;
        } else {
            friends += 1.0;
        }
    }
    let fought = battle.attacker == view.power && side == Side::Attack
        || side == Side::Defence && battle.defenders.contains(view.power);
    // In L'Empereur all win or lose together, so an ally's battle is the mover's own.
    if !fought && !view.game.is_lempereur() {
        foes.french = false;
        // An ally's battle: its trophies are shared, the rest is the ally's.
        let goodwill = 0.1 * friends;
        return if joined { view.trophies(&foes) + goodwill } else { goodwill };
    }
    let troops = state.troops_at(view.power, battle.at);
    let general = if state.has_general(view.power, battle.at) { taste.loss_general } else { 0.0 };
    let mut stake = view.trophies(&foes) + general + taste.loss_troop * f32::from(troops);
    stake += prize(view, battle.at).max(0.0);
    stake += if side == Side::Attack { land(view, battle.at) } else { kept(view, battle.at) };
    // The enemy's trophies.
    stake + 0.3 * friends
}

/// What the defender's land is worth to him.
fn kept(view: &Outlook<'_>, at: Territory) -> f32 {
    let (tables, taste) = (&view.game.tables, view.taste);
    if view.state.controller_of(tables, at) != Some(view.power) {
        return 0.0;
    }
    let value = f32::from(tables.value[at]);
    let capital = if at == tables.capital(view.power) { taste.capital } else { 0.0 };
    let scores = tables.scoring(view.power).contains(at) && view.game.is_major(view.power);
    capital + value * if scores { taste.influence } else { taste.home }
}

/// The chance of a side when `more` strength is added to it.
fn wins(view: &Outlook<'_>, side: Side, own: &Standing, theirs: &Standing, more: f32) -> f32 {
    let taste = view.taste;
    let margin = own.strength - theirs.strength
        + (taste.own_cards * own.others - taste.enemy_cards * theirs.others) * view.unseen
        + more;
    let draw = if side == Side::Attack { -0.5 } else { 0.3 };
    chance(margin + draw, spread(own.hidden + theirs.hidden + own.others + theirs.others))
}

fn support(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let battle = &view.state.battle;
    let side = if battle.stage == BattleStage::AttackSupport { Side::Attack } else { Side::Defence };
    let (own, theirs) = (Standing::new(view, side), Standing::new(view, side.opposite()));
    let usual = view.taste.own_cards * view.card_of(view.power);
    let troops = f32::from(view.state.troops_of(view.power, view.decision.place));
    let room = f32::from(view.payable(view.power));
    let with = wins(view, side, &own, &theirs, usual * (own.own + troops).min(room));
    let without = wins(view, side, &own, &theirs, usual * own.own.min(room));
    // A supporter loses a troop like everybody else, so the question is whether he is needed or paid.
    let joins = with * stake(view, side, true) - view.taste.loss_troop;
    let stays = without * stake(view, side, false);
    out.extend(legal.iter().map(|&action| if action == Action::Support { joins } else { stays }));
}

fn cards(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let (taste, battle) = (view.taste, &view.state.battle);
    let fighter = &battle.fighters[usize::from(battle.next).min(battle.fighters.len() - 1)];
    let side = fighter.side;
    let (own, theirs) = (Standing::new(view, side), Standing::new(view, side.opposite()));
    let stake = stake(view, side, true);
    let lone_pair = fighter.played().iter().filter(|played| is_pair(view, played.card)).count() % 2 == 1;
    let later = 0.5 * (own.own - 1.0).max(0.0) * view.card_of(view.power);
    let behind = own.strength < theirs.strength + taste.enemy_cards * theirs.others * view.unseen;
    out.extend(legal.iter().map(|&action| {
        let (card, face_up) = match action {
            Action::Play(card) => (card, false),
            Action::PlayFaceUp(card) => (card, true),
            _ => return stake * wins(view, side, &own, &theirs, 0.0),
        };
        let paired = if lone_pair && is_pair(view, card) { 1.0 } else { 0.0 };
        let adds = counts(view, view.power, card) + paired;
        let then = if behind { later } else { 0.0 };
        let won = wins(view, side, &own, &theirs, adds + then);
        let info = &view.game.tables.cards[card.index()];
        let costly = info.ability == Ability::CostlyDefeat && !view.game.is_lempereur();
        let penalty = if costly { (1.0 - won) * taste.morale } else { 0.0 };
        let spent = 0.1 * taste.card * f32::from(info.value) + 0.3 * taste.morale;
        // Turning up an enemy's card tells something; with none to turn up it only shows the own.
        let shown = if !face_up {
            0.0
        } else if theirs.hidden > 0.0 {
            0.02
        } else {
            -0.02
        };
        stake * won - penalty - spent + shown
    }));
}

/// A card of the general with the most cards face down tells the most.
fn reveal(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let fighters = view.state.battle.fighters();
    out.extend(legal.iter().map(|&action| match action {
        Action::Reveal { power, at, .. } => {
            let stack = fighters.iter().find(|fighter| fighter.power == power && fighter.at == at);
            0.1 * stack.map_or(0.0, |fighter| f32::from(fighter.count))
        }
        _ => 0.0,
    }));
}
