//! Cards, events, supply, succession and going home.

use warlab_engine::games::wars_of_the_roses::action::Action;
use warlab_engine::games::wars_of_the_roses::cards::Effect;
use warlab_engine::games::wars_of_the_roses::types::*;

use super::outlook::{Outlook, chance_to_win};

/// Points a hand has on average, card by card.
const USUAL_POINTS: f32 = 2.6;

pub(super) fn score(view: &Outlook<'_>, action: Action) -> f32 {
    let taste = view.taste;
    match action {
        Action::Redeal => {
            let hand = view.state.hands[view.side.index()];
            let points: f32 = hand.into_iter().map(|card| card_points(view, card)).sum();
            USUAL_POINTS * hand.len() as f32 - points
        }
        Action::Play(card) => play(view, card),
        Action::Muster(area) => view.own_power(area),
        Action::Plague(area) => f32::from(view.enemy_count(area)),
        Action::Fight(area) => chance_to_win(view.own_power(area), view.enemy_power(area)),
        Action::Execute(_) => taste.execute,
        Action::Enter(block, to) => view.traveller(block, None).worth(to),
        Action::Starve(block) => {
            let last = view.state.strength(&view.game.tables, block) == 1;
            -view.value(block) * if last { 2.0 } else { 1.0 }
        }
        Action::Home(block, to) => view.traveller(block, None).worth(to),
        Action::HomePool(_) => -0.5,
        Action::Disband(block) => -view.value(block),
        _ => 0.0,
    }
}

/// What a card is worth in action points.
fn card_points(view: &Outlook<'_>, card: Card) -> f32 {
    let info = view.game.tables.card(card);
    if info.event { 2.0 } else { f32::from(info.ap) }
}

fn play(view: &Outlook<'_>, card: Card) -> f32 {
    let tables = &view.game.tables;
    let info = tables.card(card);
    let taste = view.taste;
    if !info.event {
        // Much to do early on: many points first. Late points only move what is there.
        return taste.card_points * f32::from(info.ap) * (1.2 - view.lateness());
    }
    match info.effect {
        Effect::Moves { treason: true, .. } => taste.card_treason,
        Effect::Moves { border_bonus, .. } if border_bonus > 0 => taste.card_surprise,
        Effect::Moves { .. } => taste.card_force_march,
        Effect::Piracy { .. } => taste.card_piracy,
        Effect::Muster { .. } => taste.card_muster,
        Effect::Plague => {
            let cities = tables.cities.into_iter().map(|area| view.enemy_count(area));
            taste.card_plague * (f32::from(cities.max().unwrap_or(0)) - 1.5)
        }
    }
}
