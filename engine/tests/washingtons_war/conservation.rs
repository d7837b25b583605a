//! Nothing is lost: CUs, markers, cards and Generals over random play.

use proptest::prelude::*;
use warlab_engine::chance::{Chance, Dice, Logged};
use warlab_engine::games::washingtons_war::WashingtonsWar;
use warlab_engine::published::build;
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Published, Turn};

fn total(json: &serde_json::Value, nation: &str) -> u64 {
    json["spaces"].as_object().unwrap().values().map(|space| space[nation].as_u64().unwrap()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// [WW 3.0] CUs enter by reinforcement only and leave by a told loss; cards and Generals are always somewhere.
    #[test]
    fn pieces_are_conserved(seed in 0u64..1_000_000) {
        let game = build::<WashingtonsWar>(&Setup::default()).unwrap();
        let mut table = Logged::new(Dice::seeded(seed));
        let mut choices = Dice::seeded(seed ^ 0x55);
        let mut state = game.start(&mut table);
        let mut legal = Vec::new();
        let mut before = game.state_json(&state);
        while game.turn(&state) != Turn::Over {
            game.legal_actions(&state, &mut legal);
            let action = legal[choices.below(legal.len() as u32) as usize];
            table.events.clear();
            game.apply(&mut state, action, &mut table);
            let after = game.state_json(&state);
            prop_assert!(game.check(&state).is_ok());
            let piles = ["deck", "discards", "removed", "set_aside", "reinforcement_cards"];
            let mut cards: usize = piles.iter().map(|pile| after[pile].as_array().unwrap().len()).sum();
            for side in ["british", "american"] {
                cards += after["hands"][side].as_array().unwrap().len();
                cards += after["queues"][side].as_array().unwrap().len();
            }
            cards += usize::from(!after["war_ends"].is_null());
            prop_assert_eq!(cards, 110);
            prop_assert_eq!(after["generals"].as_object().unwrap().len(), 13);
            let told = |kind: &str| table.events.iter().any(|event| event.kind == kind);
            let lost = ["losses", "winter", "surrender", "overrun", "remove_cu"].iter().any(|kind| told(kind));
            for nation in ["british", "american", "french"] {
                let (old, new) = (total(&before, nation), total(&after, nation));
                prop_assert!(new >= old || lost, "{nation} CUs vanish: {old} to {new}");
                prop_assert!(new <= old || told("reinforce") || told("french"), "{nation} CUs appear");
            }
            let markers = |json: &serde_json::Value| {
                json["spaces"].as_object().unwrap().values().filter(|space| !space["control"].is_null()).count()
            };
            prop_assert!(markers(&before) == markers(&after) || told("marker"));
            before = after;
        }
    }
}
