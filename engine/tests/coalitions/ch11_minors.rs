//! Chapter 11: minor powers.

use warlab_engine::games::coalitions::types::{Power, Status, Step};
use warlab_engine::setup::Setup;
use warlab_engine::{Game, Player, Published};

use crate::table::{AUSTRIA, BRITAIN, FRANCE, OTTOMAN, PRUSSIA, RUSSIA, Table};

fn minors(setup: &Setup) -> Vec<Power> {
    let table = Table::setup(setup);
    Power::all().filter(|&power| !table.game.is_major(power)).collect()
}

/// [CO 11.setup] Which powers are minor by number of players; they start without money, influence and controller.
#[test]
fn co_11_setup() {
    let players = |count| Setup::scenario("1806").with_players(count);
    assert_eq!(minors(&players(6)), []);
    assert_eq!(minors(&players(5)), [OTTOMAN]);
    assert_eq!(minors(&players(4)), [PRUSSIA, OTTOMAN]);
    assert_eq!(minors(&players(3)), [PRUSSIA, RUSSIA, OTTOMAN]);
    assert_eq!(minors(&players(3).with("three_player_minors", "austria")), [AUSTRIA, PRUSSIA, OTTOMAN]);
    let table = Table::setup(&players(4));
    assert_eq!(table.state.money[PRUSSIA.i()], 0);
    assert_eq!((table.state.influence[PRUSSIA.i()], table.state.influence[RUSSIA.i()]), (0, 6));
    assert_eq!(table.state.controller[PRUSSIA.i()], None);
}

fn ottoman_auction() -> Table {
    let setup = Setup::scenario("1805").with_players(5);
    let mut table = Table::empty_with(&setup)
        .status(BRITAIN, Status::British)
        .status(AUSTRIA, Status::Neutral)
        .status(PRUSSIA, Status::Neutral)
        .status(RUSSIA, Status::British)
        .general(RUSSIA, "wallachia", 1)
        .general(RUSSIA, "bessarabia", 1)
        .garrison(RUSSIA, "podolia")
        .general(OTTOMAN, "bessarabia", 2)
        .garrison(OTTOMAN, "bessarabia")
        .hand(OTTOMAN, &[4, 5]);
    table.state.controller[OTTOMAN.i()] = Some(RUSSIA);
    table.state.status[OTTOMAN.i()] = Status::British;
    table.begin(6, Step::Auction)
}

/// [CO 11.auction] [CO 11.control] [CO 9.2] [CO 9.3] The printed example: Austria outbids Russia by the order of power, pays 3, the
/// Ottomans turn neutral, and Russian generals leave Wallachia for Podolia and Bessarabia for Crimea.
#[test]
fn co_11_example_ottoman_auction() {
    let mut table = ottoman_auction();
    table.play("bid:2 bid:0 bid:3 bid:0 bid:3");
    assert_eq!(table.state.controller[OTTOMAN.i()], Some(AUSTRIA));
    assert_eq!(table.state.morale, [5, 5, 2, 5, 5, 5], "only the winner pays");
    assert_eq!(table.state.status[OTTOMAN.i()], Status::Neutral);
    assert_eq!(table.legal(), ["retreat:crimea", "retreat:podolia", "retreat:offmap"]);
    table.play("retreat:podolia");
    assert_eq!(table.legal(), ["retreat:crimea", "retreat:offmap"], "2 against 4, and Podolia is taken");
    table.play("retreat:crimea");
    assert_eq!((table.troops(RUSSIA, "podolia"), table.troops(RUSSIA, "crimea")), (1, 1));
    assert!(table.has_garrison(OTTOMAN, "bessarabia"));
    assert_eq!((table.asked(), table.state.step), (OTTOMAN, Step::Drill));
    assert_eq!(
        table.game.turn(&table.state),
        warlab_engine::Turn::Player(Player(2)),
        "Austria's player drills"
    );
    assert_eq!(table.state.hand_size(OTTOMAN), 3, "the hand has passed to him");
}

/// [CO 11.auction] Bids are hidden until all are made, and go up to the bidder's morale.
#[test]
fn co_11_auction_is_secret() {
    let (mut low, mut high) = (ottoman_auction(), ottoman_auction());
    assert_eq!(low.legal().len(), 6, "0 to 5 morale");
    low.play("bid:0");
    high.play("bid:5");
    for viewer in 1..5 {
        let views = [&low, &high]
            .map(|table| table.game.view_json(&table.game.observe(&table.state, Player(viewer))));
        assert_eq!(views[0], views[1]);
    }
    low.play("bid:0 bid:0 bid:0 bid:0");
    assert_eq!(low.state.controller[OTTOMAN.i()], Some(BRITAIN), "all zeros: the order of power");
}

/// [CO 11.auction] Without its capital a minor power falls to the holder; a minor holder passes it to its controller.
#[test]
fn co_11_auction_exception() {
    let setup = Setup::scenario("1805").with_players(4);
    let table = Table::empty_with(&setup).garrison(RUSSIA, "berlin").begin(4, Step::Auction);
    assert_eq!(table.state.controller[PRUSSIA.i()], Some(RUSSIA));
    let mut table = Table::empty_with(&setup).garrison(PRUSSIA, "istanbul");
    table.state.controller[PRUSSIA.i()] = Some(AUSTRIA);
    table.state.status[PRUSSIA.i()] = table.state.status[AUSTRIA.i()];
    let table = table.begin(6, Step::Auction);
    assert_eq!(table.state.controller[OTTOMAN.i()], Some(AUSTRIA));
}

/// [CO 11.control] [CO 9.1] The printed example of Silesia: the Austrian garrison joins its general, who stays.
#[test]
fn co_11_example_silesia() {
    let setup = Setup::scenario("1805").with_players(4);
    let mut table = Table::empty_with(&setup)
        .status(AUSTRIA, Status::British)
        .status(PRUSSIA, Status::French)
        .general(AUSTRIA, "silesia", 1)
        .garrison(AUSTRIA, "silesia")
        .begin(4, Step::Auction);
    table.play("bid:0 bid:0 bid:2 bid:1");
    assert_eq!(table.state.controller[PRUSSIA.i()], Some(AUSTRIA));
    assert_eq!(table.troops(AUSTRIA, "silesia"), 2);
    assert!(!table.has_garrison(AUSTRIA, "silesia"));
    assert_eq!(table.asked(), PRUSSIA, "no question about staying: it is the same player");
}

/// [CO 11.control] A minor power follows its controller, allied with it even when it is neutral or expansionist.
#[test]
fn co_11_control_allied_with_its_controller() {
    let setup = Setup::scenario("1805").with_players(4);
    let mut table = Table::empty_with(&setup).status(AUSTRIA, Status::Expansionist);
    for minor in [PRUSSIA, OTTOMAN] {
        table.state.controller[minor.i()] = Some(AUSTRIA);
        table.state.status[minor.i()] = Status::Expansionist;
    }
    assert!(table.state.allied(AUSTRIA, PRUSSIA) && table.state.allied(PRUSSIA, OTTOMAN));
    assert!(table.state.at_war(PRUSSIA, BRITAIN));
    let mut table = table.begin(1, Step::Choice);
    table.play("status:french status:british keep keep");
    assert_eq!(table.state.status[PRUSSIA.i()], Status::French, "it goes over with its controller");
}

/// [CO 11.rules] A minor power takes no influence action; its battle influence goes to its controller, without the extra
/// point for a French general.
#[test]
fn co_11_rules() {
    let setup = Setup::scenario("1805").with_players(4);
    let minor = |table: &mut Table| {
        table.state.controller[PRUSSIA.i()] = Some(BRITAIN);
        table.state.status[PRUSSIA.i()] = Status::British;
    };
    let mut table = Table::empty_with(&setup).garrison(PRUSSIA, "saxonia").garrison(PRUSSIA, "tyrol");
    minor(&mut table);
    let table = table.begin(2, Step::Influence);
    assert_eq!(table.state.influence, [0; 6]);
    let mut table = Table::empty_with(&setup)
        .general(PRUSSIA, "holland", 2)
        .general(BRITAIN, "holland", 0)
        .general(FRANCE, "picardie", 0);
    minor(&mut table);
    let mut table = table.begin(1, Step::Movement);
    table.play("arbiter:russia move:picardie>holland done");
    assert_eq!(table.state.influence[BRITAIN.i()], 2 + 1, "Britain 1 and 1 more, Prussia 1");
    assert_eq!(table.state.influence[PRUSSIA.i()], 0);
}

/// [CO 11.uncontrolled] Before its first drill it does nothing and is no arbiter.
#[test]
fn co_11_uncontrolled_is_idle() {
    let setup = Setup::scenario("1805").with_players(5);
    let table = Table::empty_with(&setup).begin(1, Step::Taxation);
    assert_eq!(table.state.money[OTTOMAN.i()], 0, "the Ottomans are on Taxation in turn 1");
    let table = Table::empty_with(&setup).general(FRANCE, "paris", 0).begin(1, Step::Movement);
    assert!(!table.offers("arbiter:ottoman"));
}

/// [CO 11.uncontrolled] Britain plays its cards, France against the British Coalition; its victory gives nobody influence.
#[test]
fn co_11_uncontrolled_defence() {
    let setup = Setup::scenario("1805").with_players(5);
    let base = || Table::empty_with(&setup).general(OTTOMAN, "dalmatia", 2).hand(OTTOMAN, &[5]);
    let mut table = base().general(FRANCE, "venezia", 0).begin(1, Step::Movement);
    table.play("arbiter:britain move:venezia>dalmatia done");
    assert_eq!(table.asked(), OTTOMAN);
    assert_eq!(table.game.turn(&table.state), warlab_engine::Turn::Player(Player(0)), "Britain's player");
    table.play("play:5");
    assert_eq!(table.state.influence, [0; 6]);
    let mut table = base().general(AUSTRIA, "venezia", 0).begin(2, Step::Movement);
    table.play("arbiter:france move:venezia>dalmatia done");
    assert_eq!(table.game.turn(&table.state), warlab_engine::Turn::Player(Player(1)), "France's player");
}

/// [CO 11.uncontrolled] [CO 8.4] Its victory gives nobody influence: neither who supports it nor who defends beside it. Its defeat
/// is paid as usual.
#[test]
fn co_11_uncontrolled_victory_pays_nobody() {
    let setup = Setup::scenario("1805").with_players(5);
    let base = || {
        Table::empty_with(&setup)
            .status(AUSTRIA, Status::British)
            .status(OTTOMAN, Status::British)
            .general(OTTOMAN, "dalmatia", 2)
    };
    let attack = "arbiter:britain move:venezia>dalmatia done";
    let mut table = base().general(AUSTRIA, "wien", 1).general(FRANCE, "venezia", 0).begin(1, Step::Movement);
    table.play(attack).play("support retreat:offmap");
    assert!(!table.has_general(FRANCE, "dalmatia"));
    assert_eq!(table.state.influence, [0; 6], "Austria has supported");
    let mut table =
        base().general(AUSTRIA, "dalmatia", 1).general(FRANCE, "venezia", 0).begin(1, Step::Movement);
    table.play(attack).play("retreat:offmap");
    assert!(!table.has_general(FRANCE, "dalmatia"));
    assert_eq!(table.state.influence, [0; 6], "Austria has defended beside it");
    let mut table = base().general(AUSTRIA, "wien", 1).general(FRANCE, "venezia", 3).begin(1, Step::Movement);
    table.play("arbiter:britain move:venezia>dalmatia no-garrison done decline");
    assert_eq!(table.state.influence[FRANCE.i()], 1, "a general was beaten");
}

/// [CO 11.uncontrolled] [CO 8.2] Whoever fights its battle decides whether its own generals nearby support; one that is not
/// attacked does nothing.
#[test]
fn co_11_uncontrolled_supports_itself() {
    let setup = Setup::scenario("1805").with_players(4);
    let base = || {
        Table::empty_with(&setup)
            .status(PRUSSIA, Status::British)
            .status(OTTOMAN, Status::British)
            .general(OTTOMAN, "dalmatia", 1)
            .general(OTTOMAN, "serbia", 1)
            .general(PRUSSIA, "hungari", 1)
            .hand(OTTOMAN, &[4, 5])
    };
    let mut table = base().general(FRANCE, "venezia", 3).begin(1, Step::Movement);
    table.play("arbiter:britain move:venezia>dalmatia no-garrison done");
    assert_eq!((table.asked(), table.rule()), (OTTOMAN, "8.2"), "Prussia is uncontrolled and not attacked");
    assert_eq!(table.game.turn(&table.state), warlab_engine::Turn::Player(Player(0)), "Britain's player");
    table.play("support play:4 play:5 retreat:offmap");
    assert!(!table.has_general(FRANCE, "dalmatia"), "11 against 4");
    assert_eq!(table.troops(OTTOMAN, "serbia"), 0, "supporters lose a troop");
    let mut table = base().status(AUSTRIA, Status::British).general(AUSTRIA, "venezia", 3);
    for ally in [PRUSSIA, OTTOMAN] {
        table = table.status(ally, Status::Expansionist);
    }
    let mut table = table.begin(2, Step::Movement);
    table.play("arbiter:france move:venezia>dalmatia no-garrison done");
    assert_eq!((table.asked(), table.rule()), (OTTOMAN, "8.2"));
    assert_eq!(table.game.turn(&table.state), warlab_engine::Turn::Player(Player(1)), "France's player");
}
