//! Chapter 5: cards, land and sea moves, recruiting, events.

use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::setup::Setup;

use super::table::Table;

/// [WR 5.1] 25 cards: six 2 AP, seven 3 AP, six 4 AP and six events.
#[test]
fn wr_5_1_deck() {
    let table = Table::empty();
    let count = |ap: u8| table.game.tables.cards.iter().filter(|card| !card.event && card.ap == ap).count();
    assert_eq!((count(2), count(3), count(4)), (6, 7, 6));
    assert_eq!(table.game.tables.cards.iter().filter(|card| card.event).count(), 6);
}

fn poor_hand() -> Table {
    let mut table = Table::scenario("campaign_1460");
    let hand = ["ap2_1", "ap2_2", "ap2_3", "ap2_4", "ap2_5", "ap3_1", "plague"];
    table.state.hands[1] = hand.iter().map(|id| table.card(id)).collect();
    let rich = ["ap4_1", "ap4_2", "ap4_3", "ap3_2", "ap3_3", "ap3_4", "ap3_5"];
    table.state.hands[0] = rich.iter().map(|id| table.card(id)).collect();
    table
}

/// [WR 5.1] A hand of 13 AP or less may be shown and exchanged, once; the opponent keeps or exchanges his.
#[test]
fn wr_5_1_redeal() {
    let mut table = poor_hand();
    let (old, kept) = (table.state.hands[1], table.state.hands[0]);
    table.play("redeal");
    assert_eq!(table.actor(), "lancaster");
    table.play("keep");
    assert!(table.state.hands[0] == kept && table.state.hands[1] != old);
    assert_eq!(table.actor(), "lancaster", "York has had his demand; now Lancaster may ask");
    assert_eq!(table.legal(), ["keep"], "23 AP are no poor hand");
    table.play("keep");
    assert_eq!(table.actor(), "york");
    let mut table = poor_hand();
    table.play("redeal;redeal");
    assert!(!table.state.hands[0].intersects(table.state.hands[1]) && table.state.hands[0] != kept);
    let mut rich = poor_hand();
    let (worse, better) = (rich.card("plague"), rich.card("ap2_6"));
    rich.state.hands[1] = rich.state.hands[1].without(worse).with(better);
    assert_eq!(rich.legal(), ["keep"], "14 AP are too many: 15 here");
    rich.state.hands[1] = rich.state.hands[1].without(better).with(rich.card("surprise"));
    assert_eq!(rich.legal(), ["keep"], "exactly 14");
    let off = Table::with(Setup::scenario("campaign_1460").with("mulligan", "off"));
    assert!(off.legal().iter().all(|code| code.starts_with("play:")));
}

/// [WR 5.2] The printed example: for 1 AP, blocks of East Anglia go to Essex, Rutland, Middlesex, Leicester, Lincoln.
/// The river lets three into Rutland directly, more by way of Essex.
#[test]
fn wr_5_2_example_east_anglia() {
    let blocks = ["norfolk", "suffolk", "arundel", "essex", "worcester", "hastings"];
    let mut table = Table::empty().put("east_anglia", &blocks).cards("ap2_1", "ap3_1");
    for id in &blocks[..3] {
        table.play(&format!("pick:{id};step:rutland;stop"));
    }
    assert_eq!(table.state.ap, 2, "one area, one AP");
    table.play("pick:essex");
    assert!(!table.can("step:rutland"), "blue border: three blocks");
    table.play("step:essex");
    for to in ["step:rutland", "step:leicester", "step:middlesex"] {
        assert!(table.can(to), "{to}");
    }
    assert!(!table.can("step:east_anglia"), "not straight back");
    table.play("step:rutland;pick:worcester;step:essex;step:rutland;pick:hastings;step:essex;step:rutland");
    assert_eq!(table.at("hastings"), "rutland");
    assert_eq!(table.state.ap, 2);
}

/// [WR 5.2] A block stops in an enemy area and moves once a turn.
#[test]
fn wr_5_2_stops_at_the_enemy() {
    let mut table =
        Table::empty().put("leicester", &["rivers_l"]).put("warwick", &["hastings"]).cards("ap2_1", "ap4_1");
    table.play("pick:hastings;step:leicester");
    assert!(!table.can("stop") && !table.can("pick:hastings"));
}

/// [WR 5.21] The printed example: of five blocks from Middlesex four go straight to Oxford, one by Leicester or Sussex.
#[test]
fn wr_5_21_example_oxford() {
    let blocks = ["oxford", "beaumont", "clifford", "devon", "wiltshire"];
    let mut table = Table::empty().put("middlesex", &blocks).cards("ap3_1", "ap2_1");
    for id in &blocks[..4] {
        table.play(&format!("pick:{id};step:oxford;stop"));
    }
    table.play("pick:wiltshire");
    assert!(!table.can("step:oxford") && table.can("step:leicester") && table.can("step:sussex"));
    table.play("step:sussex;step:oxford");
    assert_eq!(table.at("wiltshire"), "oxford");
}

/// [WR 5.21] Red: two blocks of each player, and they must stop.
#[test]
fn wr_5_21_red_borders() {
    let mut table = Table::empty().put("cumbria", &["clifford", "oxford", "devon"]).cards("ap3_1", "ap2_1");
    table.play("pick:clifford;step:lancaster;pick:oxford;step:lancaster;pick:devon");
    assert!(!table.can("step:lancaster"));
    assert_eq!(table.at("clifford"), "lancaster");
}

/// [WR 5.22] The printed example: five blocks in Chester, three attackers from Derby (the main attack) and one from
/// Warwick. Three are pinned, two may leave, but not by Derby or Warwick.
#[test]
fn wr_5_22_example_chester() {
    let mut table = Table::empty()
        .put("chester", &["stanley_l", "rivers_l", "clifford", "devon", "beaumont"])
        .put("derby", &["hastings", "norfolk", "suffolk"])
        .put("warwick", &["arundel"])
        .cards("ap3_1", "ap4_1");
    for id in ["hastings", "norfolk", "suffolk", "arundel"] {
        table.play(&format!("pick:{id};step:chester"));
    }
    assert_eq!(table.state.reserve, Blocks::single(table.block("arundel")));
    table.play("done;pick:clifford");
    assert!(!table.can("step:derby") && !table.can("step:warwick") && table.can("step:hereford"));
    table.play("step:hereford;stop;pick:devon;step:powys;stop");
    assert!(
        table.legal().iter().all(|code| !code.starts_with("pick:")),
        "three are pinned: {:?}",
        table.legal()
    );
}

/// The way from Glamorgan to Somerset is three areas long; there is no border between Glamorgan and Somerset, East
/// Yorks and Lincoln, Kent and Essex. [WR 5.2]
#[test]
fn wr_5_2_example_no_borders() {
    let mut table = Table::empty().put("glamorgan", &["herbert"]).cards("ap2_1", "force_march");
    table.play("pick:herbert;step:hereford;step:gloucester;step:somerset");
    assert_eq!(table.at("herbert"), "somerset");
    for (from, to) in [("glamorgan", "somerset"), ("east_yorks", "lincoln"), ("kent", "essex")] {
        let ways = &table.game.tables.area(table.area(from)).ways;
        assert!(!ways.iter().any(|(_, end)| *end == table.area(to)), "{from} {to}");
    }
}

/// [WR 5.3] One block for an AP, inside one sea, to friendly or vacant coasts; no land move besides; Scots, Welsh,
/// Rebel, levies and bombards never sail.
#[test]
fn wr_5_3_sea_moves() {
    let mut table = Table::empty()
        .put("essex", &["oxford", "york_levy"])
        .put("lincoln", &["norfolk"])
        .cards("ap3_1", "ap2_1");
    table.play("pick:york_levy");
    assert!(table.legal().iter().all(|code| code.starts_with("step:")));
    table.play("step:middlesex;stop;pick:oxford");
    assert!(!table.can("sail:north_sea>lincoln"), "the enemy is there");
    assert!(!table.legal().iter().any(|code| code.contains("dorset") || code.contains("hereford")));
    table.play("sail:north_sea>rutland");
    assert_eq!((table.state.ap, table.can("pick:oxford")), (1, false));
    let tables = &table.game.tables;
    for id in ["scots_merc", "welsh_merc", "rebel", "london_levy", "bombard_l"] {
        assert!(!tables.sailors.contains(table.block(id)), "{id}");
    }
}

/// [WR 5.31] The printed example: for 2 AP four blocks sail from Calais, two to one port and two to another, or two to a
/// port and one to an area without.
#[test]
fn wr_5_31_example_calais() {
    let blocks = ["march", "warwick_y", "salisbury_y", "kent_y"];
    let fresh = || Table::empty().put("calais", &blocks).cards("ap3_1", "ap2_1").put("calais", &[]);
    let mut table = fresh();
    table.play("done;pick:march;sail:north_sea>kent;pick:warwick_y;sail:north_sea>kent");
    assert_eq!(table.state.ap, 1);
    table.play("pick:salisbury_y;sail:english_channel>sussex;pick:kent_y;sail:english_channel>sussex");
    assert_eq!((table.at("kent_y").as_str(), table.state.turn), ("sussex", 2));
    let mut table = fresh();
    table.play("done;pick:march;sail:english_channel>dorset");
    assert_eq!(table.state.ap, 1);
    table.play("pick:warwick_y;sail:north_sea>kent;pick:salisbury_y;sail:north_sea>kent");
    assert_eq!(table.state.turn, 2, "nothing is left to do");
}

/// [WR 5.31] While a block stands in port that might follow, its owner says when he is done: the end of the phase would tell
/// that nobody there can sail.
#[test]
fn wr_5_31_who_cannot_follow_is_not_told() {
    let mut table = Table::empty().put("middlesex", &["norfolk", "london_levy"]).cards("ap2_1", "ap4_1");
    for _ in 0..3 {
        let recruit = table.legal().into_iter().find(|code| code.starts_with("recruit:")).unwrap();
        table.play(&recruit);
    }
    table.play("pick:norfolk;sail:north_sea>east_anglia");
    assert_eq!((table.actor(), table.legal()), ("york", vec!["done".to_string()]));
}

/// [WR 5.4] The printed examples: Northumberland and the Newcastle levy in Northumbria; Norfolk, Suffolk and the Norwich
/// levy in East Anglia.
#[test]
fn wr_5_4_example_recruits() {
    let mut table = Table::empty().cards("ap2_1", "ap3_1");
    table.play("recruit:norfolk>east_anglia;recruit:suffolk>east_anglia;recruit:norwich_levy>east_anglia");
    table.play("recruit:northumberland_l>northumbria;recruit:newcastle_levy>northumbria");
    assert_eq!(
        (table.at("norwich_levy").as_str(), table.at("newcastle_levy").as_str()),
        ("east_anglia", "northumbria")
    );
}

/// [WR 5.4] Nobles on shields, churches in cathedrals, the bombard in a friendly city, the Rebel in a vacant area, the
/// Welsh in Wales; nothing beside the enemy; full strength.
#[test]
fn wr_5_4_where() {
    let table =
        Table::empty().put("warwick", &["oxford"]).put("leicester", &["rivers_l"]).cards("ap2_1", "ap3_1");
    assert!(!table.can("recruit:hastings>leicester"), "the enemy holds the shield");
    assert!(
        table.can("recruit:canterbury_church_y>kent")
            && !table.can("recruit:canterbury_church_y>south_yorks")
    );
    assert!(!table.legal().iter().any(|code| code.starts_with("recruit:bombard_y")), "no friendly city");
    assert!(table.can("recruit:rebel>derby") && table.can("recruit:rebel>isle_of_man"));
    assert!(!table.can("recruit:rebel>warwick") && !table.can("recruit:rebel>calais"));
    let mut table = table;
    table.play("done");
    assert!(table.can("recruit:bombard_l>warwick") && !table.can("recruit:bombard_l>middlesex"));
    for area in ["pembroke", "caernarvon", "powys", "glamorgan"] {
        assert!(table.can(&format!("recruit:welsh_merc>{area}")));
    }
    assert!(!table.legal().iter().any(|code| code.starts_with("recruit:french_merc")));
}

/// [WR 5.1] Surprise: one group, and every border takes one block more.
#[test]
fn wr_5_1_surprise() {
    let mut table = Table::empty()
        .put("cumbria", &["clifford", "oxford", "devon", "beaumont"])
        .put("wilts", &["wiltshire"])
        .cards("surprise", "ap2_1");
    assert!(!table.legal().iter().any(|code| code.starts_with("recruit:")));
    for id in ["clifford", "oxford", "devon"] {
        table.play(&format!("pick:{id};step:lancaster"));
    }
    assert!(!table.can("pick:wiltshire"), "one group only");
    table.play("pick:beaumont");
    assert!(!table.can("step:lancaster"));
}

/// [WR 5.1] Force March: three areas and an attack, no sea.
#[test]
fn wr_5_1_force_march() {
    let mut table = Table::empty()
        .put("kent", &["buckingham_l"])
        .put("leicester", &["hastings"])
        .cards("force_march", "ap2_1");
    table.play("pick:buckingham_l");
    assert!(table.legal().iter().all(|code| code.starts_with("step:")));
    table.play("step:middlesex;step:oxford;step:leicester");
    assert_eq!(table.state.contested().len(), 1);
}

/// [WR 5.1] Muster: any blocks that reach one friendly or vacant area by ordinary moves.
#[test]
fn wr_5_1_muster() {
    let mut table = Table::empty()
        .put("kent", &["buckingham_l"])
        .put("oxford", &["oxford"])
        .put("cornwall", &["devon"])
        .put("wilts", &["hastings"])
        .cards("muster", "ap2_1");
    assert!(!table.can("muster:wilts") && !table.can("muster:calais"));
    table.play("muster:middlesex");
    assert!(!table.can("pick:devon"), "too far");
    table.play("pick:buckingham_l");
    assert!(
        table.can("step:middlesex")
            && table.can("step:sussex")
            && table.legal().iter().all(|code| !code.starts_with("sail:"))
    );
    table.play("step:sussex;step:middlesex;pick:oxford;step:middlesex;done");
    assert_eq!((table.at("buckingham_l").as_str(), table.at("oxford").as_str()), ("middlesex", "middlesex"));
}

/// [WR 5.1] Piracy: sea moves that may attack; the pirates are the main attack and retreat only by their sea.
#[test]
fn wr_5_1_piracy() {
    let mut table = Table::empty()
        .put("calais", &["march", "warwick_y"])
        .put("kent", &["buckingham_l", "oxford"])
        .cards("ap2_1", "piracy");
    assert!(!table.legal().iter().any(|code| code.starts_with("recruit:")));
    table.play("pick:march");
    assert!(table.can("sail:north_sea>kent") && table.can("sail:english_channel>kent"));
    table.play("sail:english_channel>kent;pick:warwick_y");
    assert!(!table.can("sail:north_sea>kent"), "one landing, one sea");
    table.play("sail:english_channel>kent");
    assert_eq!(table.actor(), "lancaster", "no pair for attackers: both points are spent");
    table.play("done");
    table.play("pass:oxford;pass:march;pass:buckingham_l;pass:warwick_y;pass:oxford");
    assert!(table.can("retreat:march>calais") && table.can("retreat:march>dorset"));
    assert!(!table.can("retreat:march>middlesex") && !table.can("retreat:march>essex"));
}

/// [WR 5.1] Port pairs under Piracy only when not attacking, and not at all with the variant.
#[test]
fn wr_5_1_piracy_port_pairs() {
    for (value, left) in [("on", 1), ("off", 0)] {
        let setup = Setup::scenario("campaign_1460").with("piracy_port_pairs", value);
        let mut table = Table::with(setup);
        table.clear();
        let mut table = table.put("calais", &["march", "warwick_y"]).cards("ap2_1", "piracy");
        table.play("pick:march;sail:north_sea>kent;pick:warwick_y;sail:north_sea>kent");
        assert_eq!((table.actor() == "york", table.state.ap), (left == 1, if left == 1 { 1 } else { 2 }));
    }
}

/// [WR 5.1] Plague: every block in one enemy-held city area loses a step, even its last.
#[test]
fn wr_5_1_plague() {
    let mut table = Table::empty()
        .put("middlesex", &["hastings", "essex"])
        .put("leicester", &["worcester"])
        .put("warwick", &["arundel", "oxford"])
        .weaken("essex", 1)
        .cards("plague", "ap2_1");
    assert_eq!(table.legal(), ["done", "plague:middlesex"]);
    table.play("plague:middlesex");
    assert_eq!((table.strength("hastings"), table.at("essex").as_str()), (2, "dead"));
    let setup = Setup::scenario("campaign_1460").with("plague_city_colour", "on");
    let mut table = Table::with(setup);
    table.clear();
    let table = table.put("warwick", &["hastings"]).cards("plague", "ap2_1");
    assert_eq!(table.legal(), ["done"], "Coventry is Lancaster's own colour");
}

/// [WR 5.1] Treason: one group moves, and before one battle a roll is made without King, Pretender or Warwick.
#[test]
fn wr_5_1_treason() {
    let mut table = Table::empty()
        .put("leicester", &["rivers_l", "oxford"])
        .put("warwick", &["hastings"])
        .cards("ap2_1", "treason");
    table.play("pick:hastings;step:leicester;done");
    assert_eq!(table.legal(), ["done", "treason:rivers_l"]);
    table.rolls(&[4]).play("treason:rivers_l");
    assert_eq!((table.at("rivers_y").as_str(), table.at("rivers_l").as_str()), ("leicester", "aside"));
    assert!(table.state.reserve.contains(table.block("rivers_y")));
}
