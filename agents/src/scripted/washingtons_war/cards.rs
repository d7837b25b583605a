//! Which card to play and for what: OPS, events, discards, the queue; and who begins.

use warlab_engine::games::washingtons_war::action::Action;
use warlab_engine::games::washingtons_war::cards::Kind;
use warlab_engine::games::washingtons_war::effect::Op;
use warlab_engine::games::washingtons_war::phase::Frame;
use warlab_engine::games::washingtons_war::rules::ch06_cards::{can_play_event, queue_value};
use warlab_engine::games::washingtons_war::rules::ch06_events::targets;
use warlab_engine::games::washingtons_war::rules::ch10_political_control::{adjacent_to_markers, pc_actions};
use warlab_engine::games::washingtons_war::types::*;

use super::markers::{self, Openings};
use super::movement;
use super::outlook::Outlook;

/// What the uses of the hand have in common, worked out once.
pub(super) struct Uses {
    queue: u8,
    /// The best that can be done by activating with a total value of 1, 2 or 3.
    activation: [f32; 3],
    /// What one, two or three PC actions gain.
    control: [f32; 3],
    discard: f32,
    reinforcement: f32,
}

impl Uses {
    pub fn new(view: &Outlook<'_>) -> Self {
        let choice = pc_actions(view.game, view.state, view.side, false);
        let openings = Openings { by_one: choice.place, by_two: choice.flip, one_per_colony: false };
        let control = [1, 2, 3].map(|count| markers::best(view, openings, count, &view.margins));
        let choice = pc_actions(view.game, view.state, view.side, true);
        let near = adjacent_to_markers(view.game, view.state, view.side, Spaces::EMPTY);
        let enemy = view.side.enemy();
        let lone = view.state.markers[enemy.index()] - view.occupied_by(enemy) - view.generals[1];
        let openings = Openings {
            by_one: (choice.place | lone) & near,
            by_two: choice.flip & near,
            one_per_colony: false,
        };
        let activation = [1, 2, 3].map(|value| movement::best_activation(view, value));
        Uses {
            queue: queue_value(view.game, view.state, view.side),
            activation,
            control,
            discard: markers::best(view, openings, 1, &view.margins),
            reinforcement: reinforcement(view),
        }
    }

    fn activated(&self, value: u8) -> f32 {
        self.activation[usize::from(value.clamp(1, 3)) - 1]
    }

    pub fn score(&self, view: &Outlook<'_>, action: Action) -> f32 {
        let taste = view.taste;
        let tables = &view.game.tables;
        let ops = |card: Card| f32::from(tables.ops_value(card));
        // A queue given up is lost.
        let waste = taste.ops * f32::from(self.queue);
        match action {
            Action::Activate(card) => {
                let value = self.queue + tables.ops_value(card);
                self.activated(value) - taste.ops * ops(card)
            }
            Action::Control(card) => {
                self.control[usize::from(tables.ops_value(card).clamp(1, 3)) - 1]
                    - taste.ops * ops(card)
                    - waste
            }
            Action::Reinforce(card) => {
                let fresh = if view.side == Side::American {
                    ops(card) * taste.recruit * shortage(view)
                } else {
                    0.0
                };
                self.reinforcement + fresh - taste.ops * ops(card) - waste
            }
            Action::Queue(card) => {
                let value = self.queue + tables.ops_value(card);
                let later = self.activated(value + 1) - self.activated(value);
                taste.queue * later.max(0.0) - taste.ops * ops(card) - taste.queue_cost
            }
            Action::Event(card) => event(view, card) - waste,
            Action::Discard(card) => {
                let given = if owner_is(view, card, view.side.enemy()) { taste.give_away } else { 0.0 };
                let kept =
                    if view.game.tables.card(card).kind == Kind::Battle && owner_is(view, card, view.side) {
                        taste.battle_card_kept
                    } else {
                        0.0
                    };
                self.discard - given - kept - waste
            }
            _ => 0.0,
        }
    }
}

fn owner_is(view: &Outlook<'_>, card: Card, side: Side) -> bool {
    view.game.tables.card(card).playable_by.is_none_or(|owner| owner == side)
}

/// The Americans recruit eagerly while they have few CUs: without any they have lost. [WW 13.1]
fn shortage(view: &Outlook<'_>) -> f32 {
    let cu: u8 = view.state.american.values().iter().sum();
    (1.6 - 0.1 * f32::from(cu)).clamp(0.2, 1.5)
}

/// What reinforcements bring besides the Americans' CUs, which depend on the card.
fn reinforcement(view: &Outlook<'_>) -> f32 {
    let tables = &view.game.tables;
    let waiting = |general: &General| {
        view.state.posts[*general] == Post::REINFORCEMENTS
            && tables.side_of(*general) == view.side
            && tables.french_general != Some(*general)
    };
    let best = tables.all_generals().filter(waiting).map(|general| view.quality(general)).fold(0.0, f32::max);
    let landing =
        if view.side == Side::British { view.taste.recruit * f32::from(view.state.british_box) } else { 0.0 };
    let french = if view.side == Side::American && view.state.france != France::Neutral {
        view.taste.recruit * f32::from(view.state.french_box)
    } else {
        0.0
    };
    landing + french + view.taste.bring * best
}

/// What an event is worth to the mover who plays it. 0 if he cannot.
pub(super) fn event(view: &Outlook<'_>, card: Card) -> f32 {
    let info = view.game.tables.card(card);
    if info.kind != Kind::Special && !can_play_event(view.game, view.state, view.side, card) {
        return 0.0;
    }
    info.strategy_effect.map_or(0.0, |start| effect(view, start))
}

/// The worth of a program from an address on; a choice is worth its best branch.
fn effect(view: &Outlook<'_>, start: u16) -> f32 {
    let taste = view.taste;
    let side = view.side;
    let sign = |victim: Side| if victim == side { -1.0 } else { 1.0 };
    let mut worth = 0.0;
    let program = &view.game.tables.program;
    let mut at = start;
    while let Some(op) = program.get(usize::from(at)) {
        let frame = Frame::new(&view.game.tables, at, side);
        worth += match op {
            Op::End => break,
            Op::Jump(to) => {
                if *to <= at {
                    break;
                }
                at = *to;
                continue;
            }
            Op::Choose(options) => {
                let best =
                    options.iter().map(|&option| effect(view, option)).fold(f32::NEG_INFINITY, f32::max);
                return worth + best.max(0.0);
            }
            Op::Activate { generals, .. } => movement::campaign(view, *generals),
            Op::PlacePc(pick) if pick.side == side => {
                let spaces = targets(view.game, view.state, frame, pick);
                let openings =
                    Openings { by_one: spaces, by_two: Spaces::EMPTY, one_per_colony: pick.one_per_colony };
                markers::best(view, openings, pick.count, &view.margins)
            }
            Op::RemovePc(pick) if pick.side != side => {
                let spaces = targets(view.game, view.state, frame, pick);
                let openings =
                    Openings { by_one: spaces, by_two: Spaces::EMPTY, one_per_colony: pick.one_per_colony };
                markers::best(view, openings, pick.count, &view.margins)
            }
            Op::FlipPc(pick) if pick.side != side => {
                let spaces = targets(view.game, view.state, frame, pick);
                let openings =
                    Openings { by_one: Spaces::EMPTY, by_two: spaces, one_per_colony: pick.one_per_colony };
                markers::best(view, openings, pick.count, &view.margins)
            }
            Op::PlacePc(pick) | Op::RemovePc(pick) | Op::FlipPc(pick) => {
                -taste.marker * f32::from(pick.count)
            }
            Op::PlacePcEachColony(pick) => -sign(pick.side) * taste.declaration,
            Op::RemoveCu(pick) => {
                let any = !targets(view.game, view.state, frame, pick).is_empty();
                if any { sign(pick.side) * taste.cu * f32::from(pick.count) } else { 0.0 }
            }
            Op::DiscardRandom(victim) => {
                if view.cards_left(*victim) > 0.0 {
                    sign(*victim) * taste.card
                } else {
                    0.0
                }
            }
            Op::AdvanceAlliance(by) => {
                let step = view.alliance_step() * f32::from(*by);
                if side == Side::American { step } else { -step }
            }
            Op::LoseRegulars => {
                let worth = if view.state.british_regulars { taste.regulars } else { 0.0 };
                if side == Side::American { worth } else { -worth }
            }
            Op::RemoveNavy => taste.navy,
            Op::ForbidPcPlacement { side: victim, .. } => {
                sign(*victim) * taste.forbid * view.cards_left(*victim) / 7.0
            }
            // It must be played once: better late, when nothing else presses.
            Op::WarEnds(_) => -taste.war_ends,
            Op::BattleDrm { .. } | Op::RemoveGeneral(_) => 0.0,
        };
        at += 1;
    }
    worth
}

/// Questions about cards outside the play of one: who begins, exchanges, replacements, branches of a card.
pub(super) fn other(
    view: &Outlook<'_>,
    action: Action,
    options: Option<&[u16]>,
    offered: Option<Card>,
) -> f32 {
    let taste = view.taste;
    match action {
        Action::Claim(card) => event(view, card) - taste.claim_from,
        Action::First(side) if side == view.side => taste.first,
        Action::Exchange(card) => {
            let ops = f32::from(view.game.tables.ops_value(card));
            let gained = offered.map_or(0.0, |event_card| event(view, event_card));
            gained - taste.exchange_from - taste.exchange_ops * ops
        }
        Action::Redraw => taste.card,
        Action::Choose(n) => options
            .and_then(|options| options.get(usize::from(n)))
            .map_or(0.0, |&option| effect(view, option)),
        _ => 0.0,
    }
}
