//! Drill, Leadership, Mobilization, and the small choices of troops and cards around them.

use warlab_engine::Index;
use warlab_engine::games::coalitions::Action;
use warlab_engine::games::coalitions::types::*;

use super::diplomacy::foreseen;
use super::field::{Field, USUAL_TROOPS};
use super::outlook::Outlook;

pub(super) fn scores(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    match view.decision.ask {
        Ask::Drill | Ask::HandLimit => out.extend(legal.iter().map(|&action| match action {
            Action::Discard(card) => -keep(view, card),
            _ => 0.0,
        })),
        Ask::Leadership | Ask::Mobilization => {
            // Generals and troops are raised for the next Movement, whatever one is by then.
            let then = foreseen(view);
            let view = &Outlook::new(view.game, &then, view.decision, view.taste);
            match view.decision.ask {
                Ask::Leadership => leadership(view, legal, out),
                _ => mobilization(view, legal, out),
            }
        }
        Ask::WeakestPower => out.extend(legal.iter().map(|&action| match action {
            // Morale is for those who have cards to pay for.
            Action::Weakest(power) => f32::from(view.state.hand_size(power)),
            _ => 0.0,
        })),
        Ask::AutomaTroops => {
            let tables = &view.game.tables;
            let paris = tables.capital(Power::France);
            out.extend(legal.iter().map(|&action| match action {
                Action::Troop(at) => f32::from(tables.land_distance[at.index()][paris.index()].min(9)),
                _ => 0.0,
            }));
        }
        _ => {
            let field = Field::new(view, None);
            out.extend(legal.iter().map(|&action| match action {
                Action::Name(Some(at)) => {
                    let troops = view.state.troops_at(view.power, at);
                    0.3 * f32::from(troops) + field.worth(view, at, troops)
                }
                Action::Troop(at) => one_more(view, &field, at),
                _ => -1.0,
            }));
        }
    }
}

/// What a card in hand is worth: its value, and what its ability adds.
fn keep(view: &Outlook<'_>, card: Card) -> f32 {
    let info = &view.game.tables.cards[card.index()];
    let many = view.state.hands[view.power.i()][card.index()] > 1;
    let ability = match info.ability {
        _ if view.game.is_lempereur() => 0.0,
        Ability::HomeGround => 0.3,
        Ability::Reveal => 0.1,
        Ability::Pair if many => 0.5,
        Ability::Pair => 0.1,
        Ability::CostlyDefeat => -0.4,
        Ability::None => 0.0,
    };
    f32::from(info.value) + ability
}

/// How short a power is of something, from about 0 to 1.
fn want(have: u8, wanted: f32) -> f32 {
    ((wanted - f32::from(have)) / wanted).max(0.0) + 0.1
}

/// Morale pays for cards, so it is wanted where there are cards.
pub(super) fn want_morale(view: &Outlook<'_>, power: Power) -> f32 {
    if view.state.morale[power.i()] >= view.game.tables.limits.morale_max {
        return 0.0;
    }
    view.taste.morale * want(view.state.morale[power.i()], view.taste.morale_wanted)
}

fn want_card(view: &Outlook<'_>) -> f32 {
    let size = view.state.hand_size(view.power);
    if size >= view.game.tables.powers[view.power.i()].hand_limit {
        return -0.1;
    }
    view.taste.card * want(size, view.taste.hand_wanted)
}

/// Troops that generals on the map can still take on.
fn room(view: &Outlook<'_>) -> f32 {
    let (state, tables) = (view.state, &view.game.tables);
    let generals = state.generals[view.power.i()].len() as u8;
    let under_command = generals * tables.limits.troops_per_general - state.count_troops(view.power);
    let used = state.count_troops(view.power) + state.garrisons[view.power.i()].len() as u8;
    let counters = tables.powers[view.power.i()].troop_counters.saturating_sub(used);
    f32::from(under_command.min(counters))
}

/// A troop more for the general in a place.
fn one_more(view: &Outlook<'_>, field: &Field, at: Territory) -> f32 {
    let troops = view.state.troops_at(view.power, at);
    field.worth(view, at, troops + 1) - field.worth(view, at, troops) + 0.1 * f32::from(3 - troops.min(3))
}

/// What the best `count` of some offers bring together.
fn best_of(count: usize, offers: impl Iterator<Item = f32>) -> f32 {
    let mut best = [0.0f32; TERRITORIES];
    let mut found = 0;
    for (slot, offer) in best.iter_mut().zip(offers.filter(|&offer| offer > 0.0)) {
        *slot = offer;
        found += 1;
    }
    best[..found].sort_unstable_by(|a, b| b.total_cmp(a));
    best[..found].iter().take(count).sum()
}

/// Places are served in ascending order, so a general brought on is judged with the best places left after his.
fn leadership(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let (state, taste) = (view.state, view.taste);
    let field = Field::new(view, None);
    let idle_money = f32::from(state.money[view.power.i()]) - room(view);
    let few = state.generals[view.power.i()].len() < 2;
    let needed = 0.3 * idle_money.clamp(0.0, 3.0) + if few { 0.5 } else { 0.0 };
    let mut brought = [0.0f32; TERRITORIES];
    for &action in legal {
        if let Action::Place(at) | Action::PlaceNamed(at) = action {
            let there = taste.muster * field.worth(view, at, USUAL_TROOPS);
            brought[at.index()] = taste.general - taste.general_cost + needed + there;
        }
    }
    let others = usize::from(state.count_off_map(&view.game.tables, view.power)).saturating_sub(1);
    let after = |at: Territory| best_of(others, brought[at.index() + 1..].iter().copied());
    out.extend(legal.iter().map(|&action| match action {
        Action::Place(at) => brought[at.index()] + after(at),
        Action::PlaceNamed(at) => brought[at.index()] + after(at) + 0.2,
        Action::Remove(at) => {
            let troops = state.troops_at(view.power, at);
            let risk = taste.danger * view.danger(at, troops) * taste.loss_general;
            taste.general_cost + risk - taste.general - taste.troop * f32::from(troops) - 0.2
        }
        Action::DrawCard => want_card(view),
        Action::Morale => want_morale(view, view.power),
        _ => 0.0,
    }));
}

/// Unspent money is lost and places are served in ascending order: a purchase is judged with the best that the rest of
/// the money still buys after it.
fn mobilization(view: &Outlook<'_>, legal: &[Action], out: &mut Vec<f32>) {
    let (state, taste, tables) = (view.state, view.taste, &view.game.tables);
    let field = Field::new(view, None);
    let mut troop = [0.0f32; TERRITORIES];
    for &action in legal {
        if let Action::Troop(at) = action {
            troop[at.index()] = taste.troop + 0.1 * one_more(view, &field, at);
        }
    }
    let money = usize::from(state.money[view.power.i()]);
    let troops = |from: usize, money: usize| {
        let places = (from..TERRITORIES).filter(|&at| troop[at] > 0.0);
        let wanted = places.flat_map(|at| {
            let have = state.troops_at(view.power, Territory(at as u8));
            let short = tables.limits.troops_per_general.saturating_sub(have);
            // The third troop of a general adds less than the first.
            (0..short).map(move |more| (at, 0.05 * f32::from(more)))
        });
        best_of(money, wanted.map(|(at, less)| troop[at] - less))
    };
    let then = troops(0, money.saturating_sub(1));
    out.extend(legal.iter().map(|&action| match action {
        Action::BuyCard => want_card(view) + then,
        Action::BuyMorale => want_morale(view, view.power) + then,
        Action::Troop(at) => troops(at.index(), money),
        Action::Fortress(at) => taste.fortress * f32::from(tables.value[at]),
        _ => 0.0,
    }));
}
