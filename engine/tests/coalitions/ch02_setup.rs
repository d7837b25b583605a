//! Chapters 2, 5 and 13: set-ups, and the course of a round.

use warlab_engine::Published;
use warlab_engine::games::coalitions::types::{Named, Power, Status, Step, WheelAction};
use warlab_engine::set::Index;
use warlab_engine::setup::Setup;

use crate::contract::SCENARIOS;
use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

/// [CO 2.setup] [CO 13.1805] Status, morale, influence, pieces, cards and money of 1805.
#[test]
fn co_2_setup_1805() {
    let table = Table::scenario("1805", 6);
    let state = &table.state;
    assert_eq!(state.status[2..], [Status::British, Status::Neutral, Status::British, Status::Expansionist]);
    assert_eq!(state.morale, [5, 11, 9, 4, 3, 2]);
    assert_eq!(state.influence, [0; 6]);
    assert_eq!(state.money, [0, 0, 0, 6, 7, 0]);
    assert_eq!(Power::all().map(|power| state.hand_size(power)).collect::<Vec<_>>(), [3, 5, 3, 3, 3, 2]);
    for (power, at, troops) in
        [(BRITAIN, "london", 1), (FRANCE, "lorraine", 3), (AUSTRIA, "venezia", 3), (OTTOMAN, "anatolia", 2)]
    {
        assert!(table.has_general(power, at), "{at}");
        assert_eq!(table.troops(power, at), troops, "{at}");
    }
    assert!(table.has_garrison(OTTOMAN, "istanbul") && state.fortresses.contains(table.at("istanbul")));
    assert_eq!(state.count_off_map(&table.game.tables, FRANCE), 2);
    assert_eq!(state.deck.iter().sum::<u8>(), 40 - 19);
}

/// [CO 2.setup] France names one of its generals, on the map or off it, as Napoleon.
#[test]
fn co_2_setup_france_names_napoleon() {
    let mut table = Table::scenario("1805", 6);
    assert_eq!((table.asked(), table.rule()), (FRANCE, "2.setup"));
    assert_eq!(table.legal().len(), 6, "five on the map, and off it");
    table.play("name:offmap");
    assert_eq!(table.state.named[FRANCE.i()], Named::OffMap);
    assert_eq!(table.state.step, Step::Drill);
}

/// [CO 13.1792] [CO 13.1798] [CO 13.1806] [CO 13.1809] [CO 13.1812] [CO 13.1813] Influence, morale and the dealt cards of
/// every scenario.
#[test]
fn co_13_figures_of_the_scenarios() {
    let expected: [(&str, u8, [u8; 6], [u8; 6]); 7] = [
        ("1792", 0, [8, 10, 6, 5, 2, 3], [3, 6, 4, 3, 3, 2]),
        ("1798", 5, [6, 8, 5, 3, 7, 4], [2, 7, 4, 3, 3, 2]),
        ("1805", 0, [5, 11, 9, 4, 3, 2], [3, 5, 3, 3, 3, 2]),
        ("1806", 6, [6, 12, 5, 10, 4, 3], [2, 7, 1, 3, 3, 2]),
        ("1809", 9, [5, 12, 9, 4, 3, 3], [2, 7, 4, 1, 2, 1]),
        ("1812", 12, [8, 12, 4, 3, 9, 2], [2, 10, 1, 1, 4, 2]),
        ("1813", 13, [8, 8, 4, 5, 7, 3], [2, 10, 2, 1, 3, 2]),
    ];
    for (id, influence, morale, hands) in expected {
        let table = Table::scenario(id, 6);
        assert_eq!(table.state.influence, [influence; 6], "{id}");
        assert_eq!(table.state.morale, morale, "{id}");
        let mut dealt: [u8; 6] = std::array::from_fn(|i| table.state.hand_size(Power::from_index(i)));
        if table.state.step == Step::Drill {
            dealt[0] -= 1; // Britain has already drawn for its first drill.
        }
        assert_eq!(dealt, hands, "{id}");
    }
}

/// [CO 13.1792] [CO 13.1798] Napoleon is off the map in 1792 and in Egypt in 1798; these two use the revolution side.
#[test]
fn co_13_sides_and_napoleon() {
    for id in SCENARIOS {
        let table = Table::scenario(id, 6);
        let revolution = id == "1792" || id == "1798";
        let brabant = table.at("brabant");
        assert_eq!(table.game.tables.passable.contains(brabant), revolution, "{id}");
        assert_eq!(table.game.tables.homes[BRITAIN.i()].contains(table.at("hannover")), revolution, "{id}");
    }
    assert_eq!(Table::scenario("1792", 6).state.named[FRANCE.i()], Named::OffMap);
    let table = Table::scenario("1798", 6);
    assert_eq!(table.state.named[FRANCE.i()], Named::At(table.at("egypt")));
}

/// [CO 13.1806] [CO 13.1809] [CO 13.1812] [CO 13.1813] Pieces that tell the later scenarios apart.
#[test]
fn co_13_pieces() {
    let table = Table::scenario("1806", 6);
    assert_eq!(table.troops(PRUSSIA, "mecklenburg"), 2);
    let table = Table::scenario("1809", 6);
    assert!(table.has_garrison(FRANCE, "warszawa"));
    assert_eq!(table.troops(OTTOMAN, "bessarabia"), 3);
    let table = Table::scenario("1812", 6);
    assert_eq!(table.state.garrisons[FRANCE.i()].len(), 11);
    assert_eq!(table.troops(RUSSIA, "moskva"), 3);
    let table = Table::scenario("1813", 6);
    assert!(table.has_general(RUSSIA, "borussia") && table.has_general(PRUSSIA, "borussia"));
}

/// [CO 13.1792] Only France enters Spain until a French general comes by Navarra or Catalonia.
#[test]
fn co_13_1792_spain_opens_to_a_french_entry() {
    let setup = Setup::scenario("1792").with_players(6);
    let closed = Table::empty_with(&setup).general(BRITAIN, "oporto", 1).begin(6, Step::Movement);
    let mut table = closed;
    table.play("arbiter:france");
    assert!(table.offers("move:oporto>lisboa") && !table.offers("move:oporto>leon"));
    let mut table = Table::empty_with(&setup)
        .general(FRANCE, "languedoc", 1)
        .general(BRITAIN, "oporto", 1)
        .begin(1, Step::Movement);
    table.play("arbiter:britain move:languedoc>catalonia no-garrison");
    assert!(table.state.spain_open);
}

/// [CO 13.1792] 11 influence of any power open Spain too.
#[test]
fn co_13_1792_spain_opens_at_11_influence() {
    let setup = Setup::scenario("1792").with_players(6);
    let mut table = Table::empty_with(&setup)
        .influence(AUSTRIA, 10)
        .garrison(AUSTRIA, "saxonia")
        .general(BRITAIN, "oporto", 1);
    table.state.turn = 1;
    let table = table.begin(1, Step::Influence);
    assert_eq!(table.state.influence[AUSTRIA.i()], 11);
    assert!(table.state.spain_open);
}

/// [CO 13.1792] Armée d'Orient: once, from Provence to Egypt, with no British general in the two Italian territories.
#[test]
fn co_13_1792_armee_d_orient() {
    let setup = Setup::scenario("1792").with_players(6);
    let base = || Table::empty_with(&setup).general(FRANCE, "provence", 2).general(OTTOMAN, "istanbul", 0);
    let mut table = base().general(BRITAIN, "napoli", 0).begin(1, Step::Movement);
    table.play("arbiter:britain");
    assert!(!table.offers("orient:provence>egypt"));
    let mut table = base().garrison(OTTOMAN, "egypt").begin(1, Step::Movement);
    table.play("arbiter:britain orient:provence>egypt no-garrison done");
    assert!(table.state.orient_used);
    assert!(table.event_rules().contains(&"13.1792") && table.event_rules().contains(&"8.4"));
    assert!(table.has_general(FRANCE, "egypt"), "3 against a garrison's 1");
    let table = Table::scenario("1805", 6);
    assert!(table.state.orient_used, "other scenarios do not have the card");
}

/// [CO 4.wheel] [CO 5.round] Who does what in each turn; a round has six turns and begins with diplomacy but the first.
#[test]
fn co_5_round_and_wheel() {
    let table = Table::scenario("1805", 6);
    let movers: Vec<Power> = (1..=6).map(|turn| table.game.power_on(turn, WheelAction::Movement)).collect();
    assert_eq!(movers, [FRANCE, AUSTRIA, PRUSSIA, RUSSIA, OTTOMAN, BRITAIN]);
    let drills: Vec<Power> = (1..=6).map(|turn| table.game.power_on(turn, WheelAction::Drill)).collect();
    assert_eq!(drills, [BRITAIN, FRANCE, AUSTRIA, PRUSSIA, RUSSIA, OTTOMAN]);
    assert_eq!(table.game.power_on(1, WheelAction::Leadership), RUSSIA);
    let mut table = Table::empty().begin(6, Step::Movement);
    assert_eq!(table.state.round, 1);
    table.play("arbiter:prussia");
    assert_eq!((table.state.round, table.state.turn, table.state.step), (2, 1, Step::Expulsion));
    assert_eq!(table.rule(), "6.expel");
}

/// [CO 4.order] Seats follow the order of power.
#[test]
fn co_4_order_of_powers() {
    let table = Table::scenario("1805", 6);
    let seats: Vec<&str> = warlab_engine::Player::all(6).map(|player| table.game.seat(player)).collect();
    assert_eq!(seats, ["britain", "france", "austria", "prussia", "russia", "ottoman"]);
}
