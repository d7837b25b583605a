//! Every decision point: its question and rule, what may be done and what doing it means.

use crate::chance::Chance;

use super::Coalitions;
use super::action::Action;
use super::rules::{
    ch04_concepts, ch05_round, ch06_diplomacy, ch07_leadership, ch07_mobilization, ch07_movement, ch07_moves,
    ch08_battle, ch08_cards, ch08_result, ch09_update, ch10_generals, ch11_minors, ch12_lempereur,
};
use super::state::State;
use super::types::{Ask, Decision, Step};

impl Ask {
    /// The rule that the question comes from.
    pub fn rule(self) -> &'static str {
        match self {
            Ask::NameGeneral => "2.setup",
            Ask::Expel | Ask::Dismiss | Ask::NewStatus => "6.expel",
            Ask::Status => "6.status",
            Ask::Leave | Ask::Reassign | Ask::Evacuate => "9.1",
            Ask::Bid => "11.auction",
            Ask::Drill => "7.1",
            Ask::HandLimit => "4.cards",
            Ask::Leadership | Ask::Subsidy | Ask::SubsidyAmount | Ask::SubsidyAnswer => "7.3",
            Ask::Mobilization => "7.4",
            Ask::Arbiter | Ask::Request | Ask::ArbiterAnswer => "7.6.arbiter",
            Ask::Disband => "7.6.disband",
            Ask::Move => "7.6.march",
            Ask::Consent => "6.allies",
            Ask::LeaveGarrison | Ask::WinGarrison => "7.6.garrison",
            Ask::Onward => "7.6.strategic",
            Ask::BattleOrder => "8.when",
            Ask::Withdraw => "10.kutuzov",
            Ask::Support => "8.2",
            Ask::Cards => "8.3",
            Ask::Reveal => "8.cards",
            Ask::Retreat | Ask::Defeated => "8.4",
            Ask::WeakestPower | Ask::TakeGeneral => "12.cards",
            Ask::AutomaTroops => "12.napoleon",
            Ask::AutomaRetreat => "12.battle",
        }
    }
}

impl Coalitions {
    /// The question as a sentence.
    pub(super) fn decision_question(&self, state: &State, decision: Decision) -> String {
        let name = self.tables.power_name(decision.power);
        let about = decision.about.map_or("", |power| self.tables.power_name(power));
        let place = decision.place.map_or("", |at| self.tables.name(at));
        match decision.ask {
            Ask::NameGeneral => {
                format!("{name}: which general is {}?", self.tables.powers[decision.power.i()].named_general)
            }
            Ask::Expel => format!("{name}: expel {about} before the choice of status?"),
            Ask::Status => format!("{name}: which status, secretly?"),
            Ask::Dismiss => format!("{name}: turn {about} away?"),
            Ask::NewStatus => format!("{name}: which status now?"),
            Ask::Leave => format!("{name}: may {about}'s general stay in {place}?"),
            Ask::Reassign => format!("{name}: which general takes the garrison of {place}?"),
            Ask::Evacuate => format!("{name}: where does the general in {place} go?"),
            Ask::Bid => format!("{name}: how much morale for {about}, secretly?"),
            Ask::Drill => format!("{name}: which card to discard?"),
            Ask::HandLimit => format!("{name}: which card to discard, to keep the hand limit?"),
            Ask::Leadership => format!("{name}: generals on or off the map, a card, or morale?"),
            Ask::Subsidy => format!("{name}: a subsidy for whom?"),
            Ask::SubsidyAmount => format!("{name}: how much money for {about}?"),
            Ask::SubsidyAnswer => format!("{name}: take {} money from Britain?", state.offer),
            Ask::Mobilization => format!("{name}: what to buy?"),
            Ask::Arbiter => format!("{name}: who is the arbiter?"),
            Ask::Disband => format!("{name}: disband a garrison?"),
            Ask::Move => format!("{name}: which general moves where?"),
            Ask::Consent => format!("{name}: may {about}'s general go to {place}?"),
            Ask::LeaveGarrison => format!("{name}: leave a garrison in {place}?"),
            Ask::Onward if state.movement.through.is_some() => {
                format!("{name}: the general passes through {place}; where to?")
            }
            Ask::Onward => format!("{name}: the general is in {place}; what now?"),
            Ask::BattleOrder => format!("{name}: which battle next?"),
            Ask::Request => format!("{name}: ask for another movement turn?"),
            Ask::ArbiterAnswer => format!("{name}: may {about} have another movement turn?"),
            Ask::Withdraw => format!("{name}: does the general withdraw from {place}?"),
            Ask::Support => format!("{name}: does the general in {place} support the battle?"),
            Ask::Cards => format!("{name}: a battle card for the general in {place}?"),
            Ask::Reveal => format!("{name}: which card is turned up?"),
            Ask::Retreat => format!("{name}: where does the attacker fall back from {place}?"),
            Ask::Defeated => format!("{name}: where does the beaten general of {place} go?"),
            Ask::WinGarrison => format!("{name}: garrison {place}?"),
            Ask::WeakestPower => "Which of the weakest powers gains 1 morale?".into(),
            Ask::AutomaTroops => "Which French general gets a troop?".into(),
            Ask::TakeGeneral => format!("From where does the French general for {place} come?"),
            Ask::AutomaRetreat => format!("Where does the French general in {place} fall back to?"),
        }
    }

    pub(super) fn offer(&self, state: &State, decision: Decision, out: &mut Vec<Action>) {
        let Decision { ask, power, .. } = decision;
        let place = decision.place;
        match ask {
            Ask::NameGeneral => ch10_generals::offer_names(self, state, power, out),
            Ask::Expel | Ask::Dismiss => out.extend([Action::Expel, Action::Keep]),
            Ask::Status => ch06_diplomacy::offer_statuses(state, power, out),
            Ask::NewStatus => ch06_diplomacy::offer_new_statuses(self, state, power, out),
            Ask::Leave | Ask::Consent | Ask::SubsidyAnswer | Ask::ArbiterAnswer => {
                out.extend([Action::Accept, Action::Refuse]);
            }
            Ask::Reassign => ch09_update::offer_reassignment(self, state, power, out),
            Ask::Evacuate | Ask::Retreat | Ask::AutomaRetreat => {
                if let Some(from) = place {
                    let off_map = ask != Ask::AutomaRetreat;
                    ch08_result::offer_retreats(self, state, power, from, off_map, out);
                }
            }
            Ask::Bid => ch11_minors::offer_bids(state, power, out),
            Ask::Drill | Ask::HandLimit => ch04_concepts::offer_discards(state, power, out),
            Ask::Leadership => ch07_leadership::offer_leadership(self, state, power, out),
            Ask::Subsidy => ch07_leadership::offer_subsidies(state, out),
            Ask::SubsidyAmount => ch07_leadership::offer_amounts(state, out),
            Ask::Mobilization => ch07_mobilization::offer(self, state, power, out),
            Ask::Arbiter => {
                out.extend(ch07_movement::eligible_arbiters(self, state, power).map(Action::Arbiter));
            }
            Ask::Disband => ch07_movement::offer_disbanding(state, power, out),
            Ask::Move => ch07_moves::offer_moves(self, state, out),
            Ask::LeaveGarrison | Ask::WinGarrison => out.extend([Action::Garrison, Action::NoGarrison]),
            Ask::Onward => {
                if let Some(at) = place {
                    ch07_moves::offer_onward(self, state, at, out);
                }
            }
            Ask::BattleOrder => {
                out.extend(ch07_movement::pending_battles(self, state).into_iter().map(Action::Battle));
            }
            Ask::Request => out.extend([Action::Request, Action::Done]),
            Ask::Withdraw => ch10_generals::offer_withdrawals(self, state, out),
            Ask::Support => out.extend([Action::Support, Action::Decline]),
            Ask::Cards => ch08_cards::offer_cards(self, state, power, out),
            Ask::Reveal => ch08_cards::offer_reveals(state, out),
            Ask::Defeated => {
                if let Some(at) = place {
                    ch10_generals::offer_after_defeat(self, state, power, at, out);
                }
            }
            Ask::WeakestPower => out.extend(ch12_lempereur::weakest(state).iter().map(Action::Weakest)),
            Ask::AutomaTroops => ch12_lempereur::offer_troops(self, state, out),
            Ask::TakeGeneral => {
                if let Some(target) = place {
                    let sources = ch12_lempereur::sources(self, state, target);
                    out.extend(sources.into_iter().map(Action::Take));
                }
            }
        }
    }

    /// Carries out the answer to a question; [`ch05_round::run`] then plays on.
    pub(super) fn take(
        &self,
        state: &mut State,
        decision: Decision,
        action: Action,
        chance: &mut impl Chance,
    ) {
        let Decision { ask, power, about, place } = decision;
        match (ask, action) {
            (Ask::NameGeneral, Action::Name(at)) => ch10_generals::take_name(self, state, power, at, chance),
            (Ask::Expel, _) => {
                if let Some(member) = about {
                    ch06_diplomacy::take_expulsion(self, state, member, action, chance);
                }
            }
            (Ask::Dismiss, _) => {
                if let Some(member) = about {
                    ch06_diplomacy::take_dismissal(self, state, member, action, chance);
                }
            }
            (Ask::Status, Action::Status(status)) => ch06_diplomacy::take_status(state, power, status),
            (Ask::NewStatus, Action::Status(status)) => {
                ch06_diplomacy::take_new_status(self, state, power, status, chance);
            }
            (Ask::Leave, _) => {
                if let Some(guest) = about {
                    ch09_update::take_leave(state, guest, action);
                }
            }
            (Ask::Reassign, Action::Troop(to)) => ch09_update::take_reassignment(state, power, to),
            (Ask::Evacuate | Ask::Retreat | Ask::AutomaRetreat, _) => {
                if let (Some(from), Action::Retreat(to)) = (place, action) {
                    ch08_result::fall_back(self, state, power, from, to, chance);
                }
            }
            (Ask::Bid, Action::Bid(bid)) => state.bids[power.i()] = Some(bid),
            (Ask::Drill, Action::Discard(card)) => {
                ch04_concepts::discard_card(state, power, card);
                ch04_concepts::note_discard(self, power, card, "7.1", chance);
                ch05_round::end_action(state, Step::Taxation);
            }
            (Ask::HandLimit, Action::Discard(card)) => {
                ch04_concepts::discard_card(state, power, card);
                ch04_concepts::note_discard(self, power, card, "4.cards", chance);
            }
            (Ask::Leadership, _) => ch07_leadership::take_leadership(self, state, power, action, chance),
            (Ask::Subsidy, _) => ch07_leadership::take_subsidy(state, action),
            (Ask::SubsidyAmount, Action::Give(money)) => {
                if let Some(to) = about {
                    ch07_leadership::take_amount(self, state, to, money, chance);
                }
            }
            (Ask::SubsidyAnswer, _) => ch07_leadership::take_answer(self, state, power, action, chance),
            (Ask::Mobilization, _) => ch07_mobilization::take(self, state, power, action, chance),
            (Ask::Arbiter, Action::Arbiter(arbiter)) => {
                ch07_movement::take_arbiter(self, state, arbiter, chance);
            }
            (Ask::Disband, _) => ch07_movement::take_disbanding(self, state, power, action, chance),
            (Ask::Move, _) => ch07_movement::take_move(self, state, action),
            (Ask::Consent, _) => ch07_movement::take_consent(self, state, power, action, chance),
            (Ask::LeaveGarrison | Ask::WinGarrison, _) => {
                if let Some(at) = place {
                    ch07_movement::take_leave_garrison(self, state, power, at, action, chance);
                }
            }
            (Ask::Onward, _) => {
                if let Some(at) = place {
                    ch07_movement::take_onward(self, state, power, at, action, chance);
                }
            }
            (Ask::BattleOrder, Action::Battle(at)) => ch08_battle::start(self, state, at, power),
            (Ask::Request, _) => ch07_movement::take_request(self, state, action, chance),
            (Ask::ArbiterAnswer, _) => {
                ch07_movement::take_arbiter_answer(self, state, power, action, chance);
            }
            (Ask::Withdraw, _) => ch10_generals::take_withdrawal(self, state, action, chance),
            (Ask::Support, _) => {
                if let Some(from) = place {
                    ch08_battle::take_support(self, state, power, from, action, chance);
                }
            }
            (Ask::Cards, _) => ch08_cards::take_card(self, state, power, action, chance),
            (Ask::Reveal, _) => ch08_cards::take_reveal(self, state, action, chance),
            (Ask::Defeated, Action::Retreat(to)) => {
                ch08_result::leave_after_defeat(self, state, power, to, chance);
            }
            (Ask::WeakestPower, Action::Weakest(weak)) => {
                ch12_lempereur::take_weakest(self, state, weak, chance);
            }
            (Ask::AutomaTroops, Action::Troop(at)) => ch12_lempereur::add_troop(self, state, at, chance),
            (Ask::TakeGeneral, Action::Take(from)) => {
                ch12_lempereur::take_general(self, state, from, chance);
            }
            _ => debug_assert!(false, "{action:?} does not answer {ask:?}"),
        }
    }
}
