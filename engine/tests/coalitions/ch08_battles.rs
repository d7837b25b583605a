//! Chapter 8: battles.

use warlab_engine::games::coalitions::types::{Status, Step};
use warlab_engine::{Game, Player, Published};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 8.1] [CO 8.2] [CO 8.3] [CO 8.4] [CO 8.cards] The printed battle of Holland: Napoleon, supported from Picardie, has 24
/// against the 26 of Wellington and Blücher, supported from London; he loses and goes to Paris.
#[test]
fn co_8_example_holland() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::British)
        .general(FRANCE, "picardie", 3)
        .named(FRANCE, "picardie")
        .general(FRANCE, "paris", 3)
        .general(BRITAIN, "holland", 2)
        .general(PRUSSIA, "holland", 2)
        .general(BRITAIN, "london", 1)
        .morale(FRANCE, 6)
        .hand(FRANCE, &[4, 4, 3, 3, 3, 2])
        .hand(BRITAIN, &[5, 4, 4])
        .hand(PRUSSIA, &[4, 3])
        .draws(&["1", "1", "1"])
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:picardie>holland no-garrison move:paris>picardie no-garrison stop done");
    assert_eq!(table.asked(), FRANCE, "the attacker's support is asked first");
    table.play("support");
    assert_eq!(table.asked(), BRITAIN);
    table.play("support");
    let mut order = Vec::new();
    for card in ["4", "5", "4", "3", "4", "4", "4", "3", "3", "3", "2"] {
        order.push(table.asked());
        table.play(&format!("play:{card}"));
    }
    let expected =
        [FRANCE, BRITAIN, PRUSSIA, FRANCE, BRITAIN, FRANCE, BRITAIN, PRUSSIA, FRANCE, FRANCE, FRANCE];
    assert_eq!(order, expected, "London's general has one troop, the others two, the French three");
    let result = table.chance.then.events.iter().find(|event| event.kind == "result").expect("a result");
    assert!(result.text.contains("24 against 26"), "{}", result.text);
    assert_eq!(table.state.morale[FRANCE.i()], 0);
    assert_eq!(table.state.morale[BRITAIN.i()], 2);
    table.play("retreat:paris");
    assert!(table.has_general(FRANCE, "paris") && table.troops(FRANCE, "paris") == 0);
    assert_eq!(table.troops(FRANCE, "picardie"), 2, "the supporter loses one");
    assert_eq!((table.troops(BRITAIN, "holland"), table.troops(PRUSSIA, "holland")), (1, 1));
    assert_eq!(table.troops(BRITAIN, "london"), 0);
    assert_eq!((table.state.influence[BRITAIN.i()], table.state.influence[PRUSSIA.i()]), (2, 2));
    assert_eq!(
        table.state.hand_size(FRANCE) + table.state.hand_size(BRITAIN) + table.state.hand_size(PRUSSIA),
        3
    );
    assert!(table.state.is_named(FRANCE, table.at("paris")));
}

/// [CO 8.when] Several battles of a turn are fought in the mover's order.
#[test]
fn co_8_when_the_mover_orders_battles() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 3)
        .general(FRANCE, "lombardia", 3)
        .garrison(AUSTRIA, "tyrol")
        .garrison(AUSTRIA, "venezia")
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison move:lombardia>venezia no-garrison done");
    assert_eq!(
        (table.rule(), table.legal()),
        ("8.when", vec!["battle:tyrol".to_string(), "battle:venezia".into()])
    );
    table.play("battle:venezia garrison garrison");
    assert!(table.has_garrison(FRANCE, "venezia") && table.has_garrison(FRANCE, "tyrol"));
}

/// [CO 8.1] A garrison counts 1, in a fortress 4: one general with 2 troops is beaten by the fortress.
#[test]
fn co_8_1_fortress_counts_four() {
    let base = || Table::empty().general(FRANCE, "bavaria", 2).garrison(AUSTRIA, "tyrol");
    let attack = "arbiter:britain move:bavaria>tyrol no-garrison done";
    let mut table = base().begin(1, Step::Movement);
    table.play(attack);
    assert!(table.has_general(FRANCE, "tyrol"), "3 against 1");
    let mut table = base().fortress("tyrol").begin(1, Step::Movement);
    table.play(attack);
    assert!(table.has_garrison(AUSTRIA, "tyrol"));
    assert_eq!(table.legal(), ["retreat:paris", "retreat:offmap"], "3 against 4");
}

/// [CO 8.2] A supporter needs a troop, is adjacent, and is in no other battle; Britain supports over a direct lane.
#[test]
fn co_8_2_support() {
    let mut table = Table::empty()
        .general(FRANCE, "leon", 1)
        .general(FRANCE, "lisboa", 0)
        .garrison(BRITAIN, "oporto")
        .general(BRITAIN, "cornwall", 1)
        .general(BRITAIN, "london", 1)
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:leon>oporto no-garrison done");
    assert_eq!(
        (table.asked(), table.rule()),
        (BRITAIN, "8.2"),
        "the general in Lisboa has no troop to support with"
    );
    assert_eq!(table.state.decision.and_then(|decision| decision.place), Some(table.at("cornwall")));
    table.play("decline");
    assert_ne!(table.rule(), "8.2", "London has no direct lane to Oporto");
    let mut table = Table::empty()
        .general(FRANCE, "madrid", 2)
        .garrison(BRITAIN, "lisboa")
        .general(BRITAIN, "cornwall", 1)
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:madrid>lisboa no-garrison done");
    assert_ne!(table.rule(), "8.2", "Cornwall supports Oporto, not Lisboa");
}

/// [CO 8.2] One battle a movement turn: a general who has supported is not asked again.
#[test]
fn co_8_2_one_battle_a_turn() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 3)
        .general(FRANCE, "lombardia", 3)
        .general(AUSTRIA, "wien", 2)
        .garrison(AUSTRIA, "tyrol")
        .garrison(AUSTRIA, "venezia")
        .begin(1, Step::Movement);
    table.play(
        "arbiter:britain move:bavaria>tyrol no-garrison move:lombardia>venezia no-garrison done battle:tyrol",
    );
    assert_eq!(table.asked(), AUSTRIA);
    table.play("support no-garrison");
    assert!(!table.has_garrison(AUSTRIA, "venezia"), "no question for Venezia: it fell to 4 against 1");
    assert_eq!(table.troops(AUSTRIA, "wien"), 1, "one troop lost, once");
}

/// [CO 8.2] Allies of the attacker support him too, of their own will.
#[test]
fn co_8_2_allied_support() {
    let mut table = Table::empty()
        .status(PRUSSIA, Status::French)
        .general(FRANCE, "hesse", 1)
        .general(PRUSSIA, "silesia", 1)
        .garrison(AUSTRIA, "saxonia")
        .hand(PRUSSIA, &[5])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:hesse>saxonia no-garrison done support play:5");
    assert!(table.has_general(FRANCE, "saxonia"));
}

/// [CO 8.3] A card for each troop; a pass binds the whole power; each card costs 1 morale.
#[test]
fn co_8_3_limits_and_passing() {
    let base = || {
        Table::empty()
            .general(FRANCE, "bavaria", 2)
            .general(FRANCE, "lombardia", 2)
            .general(AUSTRIA, "tyrol", 1)
            .hand(FRANCE, &[1, 1, 1, 1, 1])
            .hand(AUSTRIA, &[1, 1])
            .begin(1, Step::Movement)
    };
    let mut table = base();
    table.play("arbiter:britain move:bavaria>tyrol no-garrison done support");
    table.play("play:1 play:1 play:1");
    assert_eq!(table.asked(), FRANCE, "Austria's one troop has its card");
    table.play("pass");
    assert_ne!(table.rule(), "8.3", "the supporter may not play either");
    assert_eq!(table.state.morale[FRANCE.i()], 5 - 2);
    assert_eq!(table.state.morale[AUSTRIA.i()], 5 - 1);
}

/// [CO 8.3] With no morale at the start of the battle one card may still be played.
#[test]
fn co_8_3_the_free_card() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 3)
        .general(AUSTRIA, "tyrol", 2)
        .morale(FRANCE, 0)
        .morale(AUSTRIA, 1)
        .hand(FRANCE, &[1, 1, 1])
        .hand(AUSTRIA, &[1, 1])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison done play:1");
    assert_eq!(table.asked(), AUSTRIA);
    table.play("play:1");
    assert_ne!(
        table.rule(),
        "8.3",
        "France had its free card, Austria began with 1 morale and has none left"
    );
}

/// [CO 8.3] Cards lie face down: the other side cannot tell them.
#[test]
fn co_8_3_cards_are_face_down() {
    let base = || {
        let mut table = Table::empty()
            .general(FRANCE, "bavaria", 1)
            .general(AUSTRIA, "tyrol", 1)
            .hand(FRANCE, &[1, 5])
            .hand(AUSTRIA, &[3])
            .begin(1, Step::Movement);
        table.play("arbiter:britain move:bavaria>tyrol no-garrison done");
        table
    };
    let (mut low, mut high) = (base(), base());
    low.play("play:1");
    high.play("play:5");
    for viewer in [0, 2, 3] {
        let views = [&low, &high]
            .map(|table| table.game.view_json(&table.game.observe(&table.state, Player(viewer))));
        assert_eq!(views[0], views[1]);
    }
    assert_ne!(low.game.observe(&low.state, Player(1)), high.game.observe(&high.state, Player(1)));
}

/// [CO 8.cards] A 2 counts 3 on territory that the player's own power controls.
#[test]
fn co_8_cards_two_on_own_ground() {
    let base = |garrison: bool| {
        let mut table =
            Table::empty().general(FRANCE, "hesse", 3).general(AUSTRIA, "saxonia", 1).hand(AUSTRIA, &[2]);
        if garrison {
            table = table.garrison(AUSTRIA, "saxonia");
        }
        let mut table = table.begin(1, Step::Movement);
        table.play("arbiter:britain move:hesse>saxonia no-garrison done play:2");
        table
    };
    let drawn = base(false);
    assert_eq!(drawn.rule(), "8.4", "4 against 2 + 2: a draw");
    assert!(drawn.has_general(AUSTRIA, "saxonia"));
    let text = |table: &Table| {
        let events = &table.chance.then.events;
        events.iter().find(|event| event.kind == "result").map(|event| event.text.clone()).unwrap_or_default()
    };
    assert!(text(&drawn).contains("4 against 4"));
    assert!(text(&base(true)).contains("4 against 6"), "garrison 1, general 1, troop 1, the 2 counts 3");
}

/// [CO 8.cards] A 3 face up turns one card of the other side face up for all; face down it is just a 3.
#[test]
fn co_8_cards_three_reveals() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 2)
        .general(AUSTRIA, "tyrol", 2)
        .hand(FRANCE, &[5, 4])
        .hand(AUSTRIA, &[3, 3])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison done play:5");
    assert_eq!(table.legal(), ["play:3", "play-face-up:3", "pass"]);
    table.play("play-face-up:3");
    assert_eq!((table.asked(), table.legal()), (AUSTRIA, vec!["reveal:france@tyrol#1".to_string()]));
    table.play("reveal:france@tyrol#1");
    assert!(table.state.battle.fighters()[0].cards[0].face_up);
    let view = table.game.view_json(&table.game.observe(&table.state, Player(5)));
    assert_eq!(view["battle"]["fighters"][0]["cards"][0]["card"], "5");
}

/// [CO 8.cards] Pairs of 4 count in one general's stack, not across stacks.
#[test]
fn co_8_cards_pairs_of_four() {
    let result = |table: &Table| {
        let events = &table.chance.then.events;
        events.iter().find(|event| event.kind == "result").map(|event| event.text.clone()).unwrap_or_default()
    };
    let base = || {
        Table::empty()
            .general(FRANCE, "bavaria", 2)
            .general(FRANCE, "lombardia", 1)
            .garrison(AUSTRIA, "tyrol")
            .hand(FRANCE, &[4, 4])
            .begin(1, Step::Movement)
    };
    let mut one = base();
    one.play("arbiter:britain move:bavaria>tyrol no-garrison done decline play:4 play:4");
    assert!(result(&one).contains("12 against 1"));
    let mut two = base();
    two.play("arbiter:britain move:bavaria>tyrol no-garrison done support play:4 play:4");
    assert!(result(&two).contains("11 against 1"));
}

/// [CO 8.cards] 5s cost the loser 1 morale each, beyond the price of playing them.
#[test]
fn co_8_cards_five_is_costly_in_defeat() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 1)
        .general(AUSTRIA, "tyrol", 3)
        .hand(FRANCE, &[5])
        .hand(AUSTRIA, &[5, 5])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison done play:5 play:5 play:5");
    assert_eq!(table.state.morale[FRANCE.i()], 5 - 1 - 1);
    assert_eq!(table.state.morale[AUSTRIA.i()], 5 - 2, "the winner pays only for playing");
}

/// [CO 8.4] When all have played, the cards are turned up: everybody is told who played what, also the winner's.
#[test]
fn co_8_4_cards_are_turned_up() {
    let mut table = Table::empty()
        .general(FRANCE, "bavaria", 2)
        .general(AUSTRIA, "tyrol", 1)
        .hand(FRANCE, &[4, 5])
        .hand(AUSTRIA, &[3])
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:bavaria>tyrol no-garrison done play:4 play-face-up:3");
    table.play("reveal:france@tyrol#1 play:5");
    let told: Vec<String> = table
        .chance
        .then
        .events
        .iter()
        .filter(|event| event.rule == "8.4" && event.kind == "reveal")
        .filter_map(|event| event.for_viewer(Player(5)))
        .map(|event| event["text"].as_str().unwrap_or_default().to_string())
        .collect();
    assert_eq!(told, ["France's general in Tyrol has played 4, 5."], "Austria's only card lay open");
}

/// [CO 8.4] On a draw the attacker falls back to the nearest territory he controls, or off the map without his troops.
#[test]
fn co_8_4_draw() {
    let base = || {
        let mut table = Table::empty()
            .general(FRANCE, "hesse", 1)
            .general(AUSTRIA, "saxonia", 1)
            .garrison(FRANCE, "hesse")
            .begin(1, Step::Movement);
        table.play("arbiter:britain done move:hesse>saxonia done");
        table
    };
    let mut table = base();
    assert_eq!(table.legal(), ["retreat:hesse", "retreat:offmap"]);
    assert_eq!(
        (table.troops(FRANCE, "saxonia"), table.troops(AUSTRIA, "saxonia")),
        (0, 0),
        "each loses a troop"
    );
    table.play("retreat:hesse");
    assert!(table.has_general(FRANCE, "hesse") && table.has_general(AUSTRIA, "saxonia"));
    let mut table = base();
    table.play("retreat:offmap");
    assert_eq!(table.state.count_off_map(&table.game.tables, FRANCE), 7);
}

/// [CO 8.4] The beaten lose all troops and go to the capital, if it is free, or off the map; garrisons go; the winner may
/// garrison and holds a captured fortress.
#[test]
fn co_8_4_defeat_and_captured_fortress() {
    let base = || {
        Table::empty()
            .general(FRANCE, "bavaria", 3)
            .general(AUSTRIA, "tyrol", 1)
            .garrison(AUSTRIA, "tyrol")
            .fortress("tyrol")
            .hand(FRANCE, &[5, 5, 4])
    };
    let attack = "arbiter:britain move:bavaria>tyrol no-garrison done play:5 play:5 play:4";
    let mut table = base().begin(1, Step::Movement);
    table.play(attack);
    assert_eq!(table.legal(), ["retreat:wien", "retreat:offmap"]);
    table.play("retreat:wien garrison");
    assert_eq!(table.troops(AUSTRIA, "wien"), 0);
    assert!(table.has_garrison(FRANCE, "tyrol") && !table.has_garrison(AUSTRIA, "tyrol"));
    assert!(table.state.fortresses.contains(table.at("tyrol")));
    assert_eq!(table.troops(FRANCE, "tyrol"), 1, "3, less one lost, less the garrison");
    assert_eq!(table.state.influence[FRANCE.i()], 1);
    let mut table = base().general(AUSTRIA, "wien", 0).begin(1, Step::Movement);
    table.play(attack);
    assert_eq!(table.asked(), FRANCE, "the capital is taken: off the map without a question");
    assert_eq!(table.state.generals[AUSTRIA.i()].len(), 1);
}

/// [CO 8.4] 1 influence for each defeated general; a lone garrison gives none even with support.
#[test]
fn co_8_4_influence() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(RUSSIA, Status::British)
        .general(FRANCE, "hesse", 3)
        .general(AUSTRIA, "saxonia", 0)
        .general(RUSSIA, "saxonia", 0)
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:hesse>saxonia no-garrison done");
    assert_eq!(table.state.influence[FRANCE.i()], 2);
    let mut table = Table::empty()
        .general(FRANCE, "hesse", 3)
        .garrison(AUSTRIA, "saxonia")
        .general(AUSTRIA, "bohemia", 1)
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:hesse>saxonia no-garrison done support");
    assert_eq!(table.state.influence[FRANCE.i()], 0);
    assert_eq!(table.troops(AUSTRIA, "bohemia"), 0);
}

/// [CO 6.british] [CO 8.4] The extra point for a French general goes to fighters of the British Coalition, not to supporters.
#[test]
fn co_8_4_extra_point_for_fighters() {
    let mut table = Table::empty()
        .status(AUSTRIA, Status::British)
        .status(RUSSIA, Status::British)
        .status(OTTOMAN, Status::Expansionist)
        .general(FRANCE, "hesse", 0)
        .general(AUSTRIA, "saxonia", 2)
        .general(RUSSIA, "bohemia", 1)
        .begin(1, Step::Movement);
    table.play("arbiter:ottoman move:hesse>saxonia done support");
    assert_eq!((table.state.influence[AUSTRIA.i()], table.state.influence[RUSSIA.i()]), (2, 1));
}
