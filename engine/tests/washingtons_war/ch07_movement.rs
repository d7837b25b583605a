//! Chapter 7: activation and movement.

use crate::table::Position;
use serde_json::json;
use warlab_engine::games::washingtons_war::state::LeftBehind;
use warlab_engine::games::washingtons_war::types::Space;

/// [WW 7.1] A General is activated by a value of at least his strategy rating.
#[test]
fn ww_7_1_strategy_ratings() {
    let table = |number: u16| {
        let mut table = Position::blank("british")
            .army("carleton", "quebec", 2)
            .army("clinton", "new_york", 2)
            .hand("british", &[number])
            .load();
        table.play(&format!("activate:#{number}"));
        table.legal()
    };
    assert_eq!(table(21), ["general:clinton"]);
    assert_eq!(table(41), ["general:carleton", "general:clinton"]);
    let mut greene = Position::blank("american").army("greene", "newport", 2).hand("american", &[1]).load();
    greene.play("activate:#1; general:greene");
    assert_eq!(greene.phase(), "moving");
}

/// [WW 7.1] The first printed example: two 1 OPS cards in a queue activate Burgoyne.
#[test]
fn ww_7_1_example_queue_of_two() {
    let mut table = Position::blank("british")
        .army("burgoyne", "montreal", 2)
        .hand("british", &[1, 2, 3, 41, 95, 98, 101])
        .hand("american", &[4, 5])
        .load();
    assert!(!table.can("activate:#1"));
    table.play("queue:#1; queue:#4; activate:#2; general:burgoyne; step:ticonderoga; stop");
    assert_eq!(table.pile("/discards"), [1, 2]);
    assert!(table.pile("/queues/british").is_empty());
}

/// [WW 7.1] The second example: an event abandons the queue; a new one may begin.
#[test]
fn ww_7_1_example_queue_abandoned() {
    let mut table = Position::blank("british")
        .army("burgoyne", "montreal", 2)
        .hand("british", &[1, 2, 3, 98])
        .hand("american", &[4, 5, 6])
        .load();
    table.play("queue:#1; queue:#4; event:#98");
    assert_eq!(table.pile("/discards"), [1, 98]);
    table.play("queue:#5; queue:#2");
    assert_eq!(table.pile("/queues/british"), [2]);
    assert_eq!(table.pile("/queues/american"), [4, 5]);
}

/// [WW 7.1] The third example: a queue of two cards needs a third to activate; then any General may go.
#[test]
fn ww_7_1_example_queue_of_three() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .army("cornwallis", "norfolk", 2)
        .move_cards(&[1, 2], "/queues/british")
        .hand("british", &[3, 98])
        .hand("american", &[5])
        .load();
    table.play("activate:#3");
    assert_eq!(table.legal(), ["general:howe", "general:cornwallis"]);
}

/// [WW 7.2] Landing party: an American marker in an open, ordinary port without American Unit; once a card.
#[test]
fn ww_7_2_landing_party() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .control("british", "boston")
        .control("american", "newport savannah charleston new_york baltimore")
        .general("greene", "newport")
        .american("savannah", 1)
        .set("france", json!("european_war"))
        .set("navy", json!("chesapeake"))
        .hand("british", &[65])
        .hand("american", &[1])
        .load();
    table.play("event:#65");
    assert!(table.can("landing_party:new_york") && table.can("landing_party:wilmington_de"));
    for port in ["newport", "savannah", "charleston", "baltimore", "boston", "philadelphia"] {
        assert!(!table.can(&format!("landing_party:{port}")), "{port}");
    }
    table.play("landing_party:new_york");
    assert_eq!(table.control("new_york"), "british");
    assert!(!table.can("landing_party:wilmington_de"), "one for each card");
    table.play("general:howe; sail:new_york");
    assert_eq!(table.general("howe"), "new_york", "to the port just taken");
}

/// [WW 7.2] A CU moves with one General only during a campaign.
#[test]
fn ww_7_2_a_cu_moves_with_one_general() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 3)
        .army("clinton", "new_haven", 0)
        .british("hartford", 1)
        .hand("british", &[61])
        .hand("american", &[1])
        .load();
    table.play("event:#61; general:howe; step:newport; step:hartford; drop:2; step:springfield; stop");
    table.play("general:clinton; step:hartford");
    assert_eq!(table.json("/card/activation/carried"), 0);
    assert!(table.can("pick_up:1"), "the CU that was there");
    assert!(!table.can("pick_up:2"), "Howe has moved the others");
    table.play("pick_up:1; stop");
}

/// [WW 7.2] After a lost attack the CUs that stayed behind may still go with another General, the survivors not.
#[test]
fn ww_7_2_cu_that_stayed_behind() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 8)
        .general("clinton", "newport")
        .army("greene", "lexington_and_concord", 5)
        .hand("british", &[61])
        .hand("american", &[1])
        .load()
        .rolls(&[1, 6, 1, 6, 6, 6]);
    table.play("event:#61; general:howe; step:lexington_and_concord; stand; no_card");
    assert_eq!((table.general("howe"), table.cu("boston")), ("boston".into(), [5, 0, 0]), "three are lost");
    table.play("general:clinton; step:boston");
    assert!(table.can("pick_up:3") && !table.can("pick_up:4"), "{:?}", table.legal());
}

/// [WW 7.4] All CUs that two Generals drop along the way are kept account of, whatever their nation.
#[test]
fn ww_7_4_cu_of_both_nations_left_behind() {
    let mut left = LeftBehind::NONE;
    for space in (0..12).map(Space) {
        assert!(left.add(space, 1, 0) && left.add(space, 0, 1), "there is room for all of them");
        if space == Space(5) {
            left.settle();
        }
    }
    left.settle();
    assert!((0..12).all(|space| left.locked(Space(space)) == (1, 1)));
}

/// [WW 7.3] The printed example: Gates drops two CUs, picks up three, and may go a fifth space.
#[test]
fn ww_7_3_example_gates() {
    let mut table = Position::blank("american")
        .army("gates", "ninety_six", 4)
        .american("charleston", 3)
        .hand("american", &[21])
        .hand("british", &[1])
        .load();
    table.play("activate:#21; general:gates; step:camden; step:eutaw_springs; drop:2; step:charleston");
    assert!(!table.can("pick_up:4"), "five at most");
    table.play("pick_up:3; step:savannah");
    assert!(table.can("step:augusta"), "a fifth space");
    assert!(!table.can("step:st_marys"), "a British CU is there");
    table.play("step:augusta");
    assert_eq!(table.cu("augusta"), [0, 5, 0]);
    assert_eq!((table.cu("eutaw_springs"), table.cu("charleston")), ([0, 2, 0], [0, 0, 0]));
    assert_eq!(table.actor().as_deref(), Some("british"), "the move is over");
}

/// [WW 7.3] The British move four spaces, without a fifth.
#[test]
fn ww_7_3_british_move_four() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 3)
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:newport; step:hartford; step:new_haven; step:new_york");
    assert_eq!(table.actor().as_deref(), Some("american"));
}

/// [WW 7.3] The printed example: Detroit to Basset Town counts 3, so Point Pleasant is out of reach.
#[test]
fn ww_7_3_example_wilderness() {
    let mut table =
        Position::blank("british").army("clinton", "fort_detroit", 2).hand("british", &[41]).load();
    table.play("activate:#41; general:clinton; step:basset_town");
    assert_eq!(table.json("/card/activation/spent"), 3);
    assert!(!table.can("step:point_pleasant") && table.can("step:pittsburgh"));
}

/// [WW 7.4] A General alone enters no space with an enemy CU or marker, and passes a lone enemy General only.
#[test]
fn ww_7_4_general_alone() {
    let mut table = Position::blank("british")
        .general("howe", "hartford")
        .control("american", "new_haven")
        .american("newport", 1)
        .general("gates", "springfield")
        .hand("british", &[41])
        .load();
    table.play("activate:#41; general:howe");
    assert!(!table.can("step:new_haven") && !table.can("step:newport") && table.can("step:west_point"));
    table.play("step:springfield");
    assert!(!table.can("stop"), "Gates is there");
    table.play("step:norwich; stop");
    assert_eq!((table.general("gates"), table.general("howe")), ("springfield".into(), "norwich".into()));
}

/// [WW 7.4] Of two Generals in a space the owner sends one to the box; never Washington.
#[test]
fn ww_7_4_two_generals() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .army("clinton", "newport", 2)
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:newport; stop");
    assert_eq!(table.legal(), ["to_box:howe", "to_box:clinton"]);
    table.play("to_box:howe");
    assert_eq!((table.general("howe"), table.cu("newport")), ("reinforcements".into(), [4, 0, 0]));
    let mut table = Position::blank("american")
        .army("greene", "reading", 2)
        .hand("american", &[1])
        .hand("british", &[2])
        .load();
    table.play("activate:#1; general:greene; step:wyoming_valley; stop");
    assert_eq!(table.general("greene"), "reinforcements", "Washington stays");
}

/// [WW 7.4] Only Arnold goes between Falmouth and Quebec, for three spaces.
#[test]
fn ww_7_4_arnolds_trail() {
    let can = |general: &str| {
        let mut table =
            Position::blank("american").army(general, "falmouth", 2).hand("american", &[41]).load();
        table.play(&format!("activate:#41; general:{general}"));
        table.can("step:quebec")
    };
    assert!(can("arnold") && !can("greene"));
}

/// [WW 7.4] Arnold alone passes a lone enemy General also where only his own trail leads on.
#[test]
fn ww_7_4_arnold_alone_leaves_by_his_trail() {
    let enters = |exeter: &str| {
        let mut table = Position::blank("american")
            .general("arnold", "exeter")
            .general("clinton", "falmouth")
            .control(exeter, "exeter")
            .hand("american", &[1])
            .hand("british", &[2])
            .load();
        table.play("activate:#1; general:arnold");
        table.can("step:falmouth")
    };
    assert!(enters("american"), "he can go back");
    assert!(enters("british"), "he can go on to Quebec");
}

/// [WW 7.5] Naval movement: from open port to open port, as the whole move.
#[test]
fn ww_7_5_naval_movement() {
    let position = || {
        Position::blank("british")
            .army("howe", "boston", 6)
            .control("british", "boston")
            .control("american", "baltimore")
            .american("charleston", 1)
            .hand("british", &[41])
            .hand("american", &[1])
    };
    let mut table = position().load();
    table.play("activate:#41; general:howe");
    assert!(table.can("sail:new_york") && table.can("sail:quebec"));
    assert!(!table.can("sail:baltimore") && !table.can("sail:charleston") && !table.can("sail:albany"));
    table.play("sail:new_york");
    assert_eq!((table.cu("new_york"), table.cu("boston")), ([5, 0, 0], [1, 0, 0]));
    assert_eq!(table.actor().as_deref(), Some("american"));
    let mut table = position().load();
    table.play("activate:#41; general:howe; step:newport");
    assert!(!table.can("sail:new_york"), "only with the whole move");
    let mut table = position().set("france", json!("allied")).set("navy", json!("new_england")).load();
    table.play("activate:#41; general:howe");
    assert!(!table.can("sail:new_york"), "Boston is blockaded");
    let mut table = position().control("american", "boston").load();
    table.play("activate:#41; general:howe");
    assert!(!table.can("sail:new_york"), "an American marker in the port of departure");
}

/// [WW 7.6] An Army captures a General without CUs and goes on.
#[test]
fn ww_7_6_capture() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .general("gates", "newport")
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:newport");
    assert_eq!(table.general("gates"), "captured");
    table.play("step:hartford; stop");
}

/// [WW 7.6] Washington's capture: out of the game, five markers in five colonies, three steps back.
#[test]
fn ww_7_6_washington() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 2)
        .general("washington", "newport")
        .american("camden", 1)
        .control(
            "american",
            "camden exeter norwich springfield hartford albany monmouth quebec york baltimore",
        )
        .set("alliance", 5.into())
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:newport");
    assert_eq!((table.general("washington"), table.alliance()), ("removed".into(), 2));
    assert_eq!(table.actor().as_deref(), Some("british"));
    assert!(!table.can("done") && !table.can("remove:camden"), "a CU protects Camden");
    assert!(table.can("remove:quebec"), "Canada counts as a colony here");
    table.play("remove:exeter");
    assert!(!table.can("remove:norwich"), "one in each colony");
    table.play("remove:springfield; remove:hartford; remove:albany; remove:monmouth");
    assert_eq!(table.phase(), "moving");
    assert_eq!((table.control("exeter"), table.control("york")), ("none".into(), "american".into()));
}

/// [WW 7.7] A British Army disperses a Congress without American CUs; a General alone does not.
#[test]
fn ww_7_7_dispersing_congress() {
    let mut table = Position::blank("british")
        .army("howe", "new_brunswick", 2)
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:philadelphia");
    assert_eq!((table.json("/congress"), table.json("/turn/congress_dispersed")), (json!(null), json!(true)));
    table.play("step:york; stop");
    let mut table = Position::blank("british")
        .general("howe", "new_brunswick")
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:philadelphia; stop");
    assert_eq!(table.json("/congress"), "philadelphia");
}

/// [WW 7.7] The turn after, the British decide who begins.
#[test]
fn ww_7_7_british_choose_next_turn() {
    let mut table = Position::blank("british")
        .army("howe", "new_brunswick", 2)
        .control("american", "york")
        .hand("british", &[41])
        .load();
    table.play("activate:#41; general:howe; step:philadelphia; stop; congress:york; decline");
    assert_eq!((table.phase(), table.actor().as_deref()), ("choose_first".into(), Some("british")));
}
