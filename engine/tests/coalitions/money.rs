//! Where all the money comes from and goes to.

use proptest::prelude::*;
use serde_json::Value;
use warlab_engine::chance::{Chance, Logged};
use warlab_engine::event::Event;
use warlab_engine::games::coalitions::state::State;
use warlab_engine::games::coalitions::types::{Ask, Power, Status};
use warlab_engine::games::coalitions::{Action, Coalitions};
use warlab_engine::play::{seat_seed, table_stream};
use warlab_engine::published::build;
use warlab_engine::{Dice, Game, Turn};

use crate::contract::all_setups;

/// One entry of the book that the events are.
#[derive(Debug)]
struct Entry {
    power: Power,
    change: i64,
    kind: &'static str,
    rule: &'static str,
}

fn entries(game: &Coalitions, events: &[Event]) -> Vec<Entry> {
    let field =
        |event: &Event, name: &str| event.fields.iter().find(|(key, _)| *key == name).map(|(_, v)| v.clone());
    let read = |event: &Event| {
        let change = field(event, "money").as_ref().and_then(Value::as_i64)?;
        let id = field(event, "power")?;
        let power =
            Power::all().find(|power| game.tables.powers[power.i()].id == id.as_str().unwrap_or(""))?;
        Some(Entry { power, change, kind: event.kind, rule: event.rule })
    };
    events.iter().filter_map(read).collect()
}

/// The price of what `action` buys, or nothing if it is no purchase.
fn price(game: &Coalitions, ask: Ask, action: Action) -> Option<i64> {
    let limits = &game.tables.limits;
    let cost = match (ask, action) {
        (Ask::Mobilization, Action::BuyCard) => limits.cost_battle_card,
        (Ask::Mobilization, Action::BuyMorale) => limits.cost_morale,
        (Ask::Mobilization | Ask::AutomaTroops, Action::Troop(_)) => limits.cost_troop,
        (Ask::Mobilization, Action::Fortress(_)) => limits.cost_fortress,
        _ => return None,
    };
    Some(-i64::from(cost))
}

/// What the entries of one step must be, each by the rule that it names.
fn audit(game: &Coalitions, before: &State, action: Action, after: &State, book: &[Entry]) {
    for power in Power::all() {
        let moved: i64 = book.iter().filter(|entry| entry.power == power).map(|entry| entry.change).sum();
        let (was, is) = (i64::from(before.money[power.i()]), i64::from(after.money[power.i()]));
        assert_eq!(was + moved, is, "{power:?}: {book:?}");
    }
    let subsidies = book.iter().filter(|entry| entry.kind == "subsidy");
    assert_eq!(subsidies.map(|entry| entry.change).sum::<i64>(), 0, "subsidies only change hands: {book:?}");
    let asked = before.decision.expect("somebody was asked");
    if let Some(price) = price(game, asked.ask, action) {
        assert_eq!((book[0].power, book[0].change), (asked.power, price), "{book:?}");
    }
    for (i, entry) in book.iter().enumerate() {
        let lempereur = game.is_lempereur();
        match (entry.kind, entry.rule) {
            ("tax", "7.2") => assert!(entry.change >= 0),
            ("buy", "7.4") => assert!(entry.change < 0 && asked.ask == Ask::Mobilization && i == 0),
            ("corruption", "7.4") => {
                assert!(entry.change < 0 && entry.power != Power::Britain, "Britain keeps its money");
                let held = i64::from(before.money[entry.power.i()]);
                assert_eq!(entry.change, -held, "all of it is lost");
                assert_eq!((asked.ask, action), (Ask::Mobilization, Action::Done));
            }
            ("subsidy", "7.3") => {
                let receives = entry.power != Power::Britain;
                assert_eq!(receives, entry.change > 0, "Britain pays: {entry:?}");
                assert_eq!(after.status[entry.power.i()], Status::British, "{entry:?}");
            }
            ("update", "9.1") => assert_eq!(entry.change, 1),
            ("influence", "12.turn") => assert!(lempereur && entry.change >= 0),
            ("buy" | "morale", "12.napoleon") => {
                assert!(lempereur && entry.power == Power::France && entry.change <= 0)
            }
            other => panic!("money by {other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// [CO 7.2] [CO 7.3] [CO 7.4] [CO 9.1] Every treasury is the sum of its entries at every step of a game: taxes, trade and
    /// lifted garrisons bring money in, purchases and corruption take it out, subsidies hand it on, nothing else touches it.
    #[test]
    fn all_money_is_accounted_for(seed: u64, setup in 0..all_setups().len()) {
        let game = build::<Coalitions>(&all_setups()[setup]).expect("our own data is right");
        let mut table = Logged::new(table_stream(seed));
        let mut choices = Dice::seeded(seat_seed(seed, 99));
        let mut state = game.start(&mut table);
        let mut legal = Vec::new();
        for _ in 0..2_000 {
            if game.turn(&state) == Turn::Over {
                break;
            }
            game.legal_actions(&state, &mut legal);
            let action = legal[choices.below(legal.len() as u32) as usize];
            let before = state;
            table.events.clear();
            game.apply(&mut state, action, &mut table);
            audit(&game, &before, action, &state, &entries(&game, &table.events));
        }
    }
}
