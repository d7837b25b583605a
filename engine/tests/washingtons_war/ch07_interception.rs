//! Chapters 7.8 and 7.9: interception and retreat before battle.

use crate::table::Position;

/// Howe in Boston goes to Newport; Arnold stands in Hartford.
fn arnold() -> Position {
    Position::blank("british")
        .army("howe", "boston", 3)
        .army("arnold", "hartford", 2)
        .control("american", "newport hartford")
        .hand("british", &[41, 2])
        .hand("american", &[1])
}

/// [WW 7.8] The printed example: Arnold intercepts on 1 or 2; on 3 the British go on, and he may not retreat.
#[test]
fn ww_7_8_example_arnold() {
    let mut table = arnold().load().rolls(&[2]);
    table.play("activate:#41; general:howe; step:newport");
    assert_eq!(table.legal(), ["intercept:arnold", "decline"]);
    table.play("intercept:arnold");
    assert_eq!((table.cu("newport"), table.general("arnold")), ([3, 2, 0], "newport".into()));
    assert_eq!(table.phase(), "battle_card");
    let mut table = arnold().load().rolls(&[3]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold; step:hartford");
    assert_eq!(table.phase(), "battle_card", "no retreat before battle after the attempt");
}

/// [WW 7.8] Not without an American marker, nor where British CUs were, nor a General alone, nor from the sea.
#[test]
fn ww_7_8_where_not() {
    let plain = |position: Position, moves: &str| {
        let mut table = position.load();
        table.play("activate:#41; general:howe");
        table.play(moves);
        table.phase()
    };
    assert_eq!(plain(arnold(), "step:newport"), "intercept");
    assert_eq!(plain(arnold().control("british", "newport"), "step:newport"), "moving");
    assert_eq!(plain(arnold().british("newport", 1), "step:newport"), "moving");
    let by_sea = arnold().control("american", "new_haven").control("british", "newport boston");
    assert_eq!(plain(by_sea, "sail:newport"), "impulse");
}

/// [WW 7.8] No more than five CUs go along; the battle is fought at once.
#[test]
fn ww_7_8_five_cu() {
    let mut table = arnold().american("hartford", 7).load().rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold");
    assert_eq!((table.cu("newport"), table.cu("hartford")), ([3, 5, 0], [0, 2, 0]));
}

/// [WW 7.8] Of two American Generals in the space one leaves before the battle; no retreat before battle follows.
#[test]
fn ww_7_8_into_an_american_space() {
    let mut table = arnold().army("gates", "newport", 1).load().rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold");
    assert_eq!(table.legal(), ["to_box:arnold", "to_box:gates"]);
    table.play("to_box:gates");
    assert_eq!((table.cu("newport"), table.phase()), ([3, 3, 0], "battle_card".into()));
}

/// [WW 7.8] Several Armies may try, each once for a card.
#[test]
fn ww_7_8_several_armies() {
    let mut table = arnold().army("greene", "lexington_and_concord", 2).load().rolls(&[6, 3]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold");
    assert_eq!(table.legal(), ["intercept:greene", "decline"]);
    table.play("intercept:greene");
    assert_eq!(table.general("greene"), "newport");
}

/// [WW 7.8] Interceptors retreat anywhere legal; the beaten British go back where they came from.
#[test]
fn ww_7_8_retreat_after_interception() {
    let mut table = arnold().control("british", "boston").load().rolls(&[1, 6, 6, 6, 1, 1, 6]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold; no_card; no_card");
    assert!(table.can("retreat:hartford") && table.can("retreat:lexington_and_concord"));
}

/// [WW 7.6] The interceptor is there before the British Army, and captures a British General who stood alone.
#[test]
fn ww_7_6_interception_captures_a_general_alone() {
    let mut table = arnold().general("clinton", "newport").load().rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold");
    assert_eq!((table.general("clinton"), table.general("howe")), ("captured".into(), "newport".into()));
    let mut table = arnold().general("clinton", "newport").load().rolls(&[6]);
    table.play("activate:#41; general:howe; step:newport; intercept:arnold; stop");
    assert_eq!(table.legal(), ["to_box:howe", "to_box:clinton"], "nobody came");
}

/// [WW 7.9] Retreat before battle on agility or less; Washington and Greene add 2.
#[test]
fn ww_7_9_rolls() {
    let attempt = |general: &str, roll: u8| {
        let mut table = Position::blank("british")
            .army("howe", "boston", 5)
            .army(general, "newport", 2)
            .hand("british", &[41])
            .hand("american", &[1])
            .load()
            .rolls(&[roll]);
        table.play("activate:#41; general:howe; step:newport; retreat");
        table.phase()
    };
    assert_eq!(attempt("greene", 5), "retreat_before_to");
    assert_eq!(attempt("greene", 6), "battle_card");
    assert_eq!(attempt("lafayette", 3), "retreat_before_to");
    assert_eq!(attempt("lafayette", 4), "battle_card");
    assert_eq!(attempt("gates", 2), "battle_card");
}

/// [WW 7.9] The General takes five CUs, the rest fight or are overrun, and the British stop.
#[test]
fn ww_7_9_five_cu_leave() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 5)
        .army("greene", "newport", 6)
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; retreat");
    assert!(!table.can("retreat:boston"), "the attack came from there");
    table.play("retreat:hartford");
    assert_eq!((table.cu("hartford"), table.cu("newport")), ([0, 5, 0], [5, 0, 0]), "one CU is overrun");
    assert_eq!(table.actor().as_deref(), Some("american"), "the British stop");
}

/// [WW 7.9] Without a legal retreat no attempt is made; a Congress left alone is dispersed.
#[test]
fn ww_7_9_no_way_out_and_congress() {
    let mut table = Position::blank("british")
        .army("howe", "boston", 5)
        .army("greene", "newport", 2)
        .control("british", "hartford lexington_and_concord")
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; step:newport");
    assert_eq!(table.phase(), "battle_card");
    let mut table = Position::blank("british")
        .army("howe", "boston", 5)
        .army("greene", "newport", 2)
        .set("congress", "newport".into())
        .hand("british", &[41])
        .hand("american", &[1])
        .load()
        .rolls(&[1]);
    table.play("activate:#41; general:howe; step:newport; retreat; retreat:hartford");
    assert!(table.json("/congress").is_null());
}
