//! Chapter 4: set-up, pools, minors, enemy nobles, and what the enemy sees.

use warlab_engine::data::Pack;
use warlab_engine::game::Game;
use warlab_engine::games::wars_of_the_roses::WarsOfTheRoses;
use warlab_engine::games::wars_of_the_roses::types::*;
use warlab_engine::player::Player;
use warlab_engine::published::{Published, build};
use warlab_engine::setup::{Chosen, Setup};

use super::table::Table;

/// [WR 4.0] Three campaigns of seven turns; seven cards each.
#[test]
fn wr_4_0_three_campaigns() {
    let table = Table::scenario("campaign_1460");
    let tables = &table.game.tables;
    assert_eq!((tables.campaigns, tables.turns, tables.hand), (3, 7, 7));
    assert_eq!(
        (table.state.campaign, table.game.last_campaign, table.state.king_side),
        (1, 3, Side::Lancaster)
    );
    assert_eq!(table.state.hands.map(Cards::len), [7, 7]);
    let kingmaker = Table::scenario("kingmaker_1470");
    assert_eq!((kingmaker.state.campaign, kingmaker.game.last_campaign), (2, 2));
}

/// [WR 4.1] Everything stands at full strength; the printed set-up is no secret.
#[test]
fn wr_4_1_full_strength() {
    let table = Table::scenario("campaign_1460");
    for block in table.game.tables.all_blocks() {
        assert_eq!(table.state.lost.get(block), 0);
    }
    assert_eq!(table.game.observe(&table.state, Player::FIRST).visible().places(), table.state.places());
}

/// [WR 4.2] A recruit leaves the pool unseen: afterwards the enemy knows neither him nor the rest of the pool.
#[test]
fn wr_4_2_pools_are_hidden() {
    let mut table = Table::scenario("campaign_1460").cards("ap2_1", "ap3_1");
    table.play("recruit:norfolk>east_anglia");
    let mut other = Table::scenario("campaign_1460").cards("ap2_1", "ap3_1");
    other.play("recruit:suffolk>east_anglia");
    assert!(!table.is_known("norfolk") && !table.is_known("suffolk"));
    assert_eq!(
        table.game.observe(&table.state, Player::FIRST),
        other.game.observe(&other.state, Player::FIRST)
    );
    let view = table.game.view_json(&table.game.observe(&table.state, Player::FIRST));
    assert_eq!(view["hidden_enemy_blocks"]["east_anglia"], 1);
    assert!(view["blocks"].get("norfolk").is_none());
}

/// [WR 4.2] A block that leaves a group hides the whole group; a lone block stays known; battle shows it again.
#[test]
fn wr_4_2_knowledge_is_lost_and_won() {
    let mut table = Table::scenario("campaign_1460").cards("ap4_1", "ap2_1");
    table.play("pick:oxford;step:middlesex;stop");
    assert!(table.is_known("oxford"), "he was alone in Essex");
    table.play("pick:devon;step:somerset;stop");
    assert!(!table.is_known("devon") && !table.is_known("exeter_l"), "it could have been either");
    let mut table = Table::empty()
        .put("leicester", &["rivers_l"])
        .put("warwick", &["hastings", "norfolk"])
        .cards("ap2_1", "ap3_1");
    table.play("pick:hastings;step:leicester");
    assert!(!table.is_known("hastings"));
    table.play("done;done");
    assert!(table.is_known("hastings") && !table.is_known("norfolk"));
}

/// [WR 4.2, 5.2] Blocks move once a turn: who has come this turn cannot be the one that goes, and nobody is taken for him.
#[test]
fn wr_4_2_who_has_moved_is_not_mistaken() {
    let mut table = Table::scenario("campaign_1460").cards("ap4_1", "ap2_1");
    table.play("pick:oxford;step:middlesex;stop;pick:henry_vi;step:sussex;stop");
    assert!(table.is_known("oxford") && table.is_known("henry_vi"), "each was alone when he set out");
    table.play("pick:wiltshire;step:somerset;step:cornwall;pick:devon;step:dorset;stop");
    assert!(table.is_known("wiltshire"));
    assert!(!table.is_known("devon") && !table.is_known("exeter_l"));
}

/// [WR 4.2] With open blocks nothing is ever hidden.
#[test]
fn wr_4_2_open_blocks() {
    let mut table =
        Table::with(Setup::scenario("campaign_1460").with("open_blocks", "on")).cards("ap4_1", "ap2_1");
    table.play("pick:devon;step:somerset;stop");
    assert!(table.is_known("devon"));
}

/// [WR 4.3] Lancaster in 1460.
#[test]
fn wr_4_3_lancaster() {
    let table = Table::scenario("campaign_1460");
    for (id, at) in [
        ("henry_vi", "middlesex"),
        ("somerset", "dorset"),
        ("exeter_l", "cornwall"),
        ("devon", "cornwall"),
        ("pembroke", "pembroke"),
        ("wiltshire", "wilts"),
        ("oxford", "essex"),
        ("beaumont", "lincoln"),
        ("clifford", "north_yorks"),
        ("stanley_l", "pool"),
        ("york_church_l", "pool"),
    ] {
        assert_eq!(table.at(id), at);
    }
}

/// The blocks that can be picked and recruited in the first action of a game.
fn first_choices(table: &Table) -> [Vec<String>; 2] {
    ["pick:", "recruit:"].map(|start| {
        let codes = table.legal();
        let ids = codes.iter().filter_map(|code| code.strip_prefix(start));
        let mut ids: Vec<String> = ids.map(|id| id.split('>').next().unwrap_or(id).to_string()).collect();
        ids.sort();
        ids.dedup();
        ids
    })
}

/// [WR 4.3] Lancaster's first turn: exactly these blocks can move, exactly these are recruited.
#[test]
fn wr_4_3_lancaster_in_play() {
    let [moved, recruited] = first_choices(&Table::scenario("campaign_1460").cards("ap4_1", "ap2_1"));
    let on_map = [
        "beaumont",
        "clifford",
        "devon",
        "exeter_l",
        "french_merc",
        "henry_vi",
        "oxford",
        "pembroke",
        "scots_merc",
        "somerset",
        "wiltshire",
    ];
    assert_eq!(moved, on_map);
    let pool = [
        "bombard_l",
        "bristol_levy",
        "buckingham_l",
        "coventry_levy",
        "newcastle_levy",
        "northumberland_l",
        "rivers_l",
        "shrewsbury_l",
        "stanley_l",
        "welsh_merc",
        "westmoreland_l",
        "york_church_l",
        "york_levy",
    ];
    assert_eq!(recruited, pool, "London and Salisbury are friendly cities for a bombard");
}

/// [WR 4.4] York's first turn: all sail from Ireland and Calais, and these are recruited.
#[test]
fn wr_4_4_york_in_play() {
    let [moved, recruited] = first_choices(&Table::scenario("campaign_1460").cards("ap2_1", "ap4_1"));
    let exiles = [
        "burgundian_merc",
        "calais_merc",
        "irish_merc",
        "kent_y",
        "march",
        "rutland",
        "salisbury_y",
        "warwick_y",
        "york",
    ];
    assert_eq!(moved, exiles);
    let pool = [
        "arundel",
        "canterbury_church_y",
        "hastings",
        "herbert",
        "norfolk",
        "norwich_levy",
        "rebel",
        "suffolk",
        "worcester",
    ];
    assert_eq!(recruited, pool, "London, Salisbury and Essex are the enemy's");
}

/// [WR 4.4] York in 1460.
#[test]
fn wr_4_4_york() {
    let table = Table::scenario("campaign_1460");
    for (id, at) in [
        ("york", "ireland"),
        ("rutland", "ireland"),
        ("march", "calais"),
        ("warwick_y", "calais"),
        ("salisbury_y", "calais"),
        ("kent_y", "calais"),
        ("norfolk", "pool"),
        ("rebel", "pool"),
    ] {
        assert_eq!(table.at(id), at);
    }
}

/// [WR 4.5] Each house starts with three heirs; the others are minors.
#[test]
fn wr_4_5_minors() {
    let table = Table::scenario("campaign_1460");
    for id in ["clarence_y", "gloucester", "prince_edward", "richmond"] {
        assert_eq!(table.at(id), "minor");
    }
    assert_eq!(table.game.heirs_in_play, [3, 3]);
}

/// [WR 4.5] Minors neither move nor are recruited; one enters, the senior first, when an heir of his house has died.
#[test]
fn wr_4_5_minors_in_play() {
    let mut table = Table::scenario("campaign_1460").weaken("york", 1).cards("ap2_1", "ap3_1");
    let named = |id: &str| table.legal().iter().any(|code| code.contains(id));
    assert!(named(":march") && !named(":clarence_y") && !named(":gloucester"));
    table.play("done;done");
    assert_eq!(table.state.turn, 2, "nobody died, nobody enters");
    table.place("oxford", "kent");
    table.place("york", "sussex");
    let mut table = table.cards("ap2_1", "ap3_1");
    table.play("pick:york;step:kent;done;done").rolls(&[1, 6, 6]).play("fire:oxford;done");
    assert_eq!(table.legal(), ["enter:clarence_y>calais", "enter:clarence_y>ireland"]);
    table.play("enter:clarence_y>ireland");
    assert_eq!((table.at("gloucester").as_str(), table.state.turn), ("minor", 3));
}

/// [WR 4.6] The enemy's version of a noble is not to be had by recruiting, only by treachery; then his old one lies aside.
#[test]
fn wr_4_6_enemy_nobles_in_play() {
    let table = Table::scenario("campaign_1460").cards("ap2_1", "ap3_1");
    for id in ["rivers_y", "stanley_y", "buckingham_y", "york_church_y"] {
        assert!(!table.legal().iter().any(|code| code.contains(id)), "{id}");
    }
    let mut table =
        Table::empty().put("kent", &["stanley_l", "oxford"]).put("sussex", &["york"]).cards("ap2_1", "ap3_1");
    table.play("pick:york;step:kent;done;done;pass:oxford;pass:stanley_l");
    table.rolls(&[4]).play("treachery:york>stanley_l");
    assert_eq!((table.at("stanley_y").as_str(), table.at("stanley_l").as_str()), ("kent", "aside"));
}

/// [WR 4.6] The enemy's version of a noble waits aside.
#[test]
fn wr_4_6_enemy_nobles() {
    let table = Table::scenario("campaign_1460");
    for id in
        ["canterbury_church_l", "clarence_l", "warwick_l", "salisbury_l", "kent_l", "exeter_y", "rivers_y"]
    {
        assert_eq!(table.at(id), "aside");
    }
}

/// Kingmaker: Henry VI is a prisoner who holds nothing, and is freed when Lancaster alone holds Middlesex; then he is
/// the Pretender. [WR 4.0]
#[test]
fn wr_4_0_kingmaker_prisoner() {
    let mut table = Table::scenario("kingmaker_1470");
    let henry = table.block("henry_vi");
    assert_eq!(
        (table.state.prisoner, table.state.pretender),
        (Some(henry), Some(table.block("prince_edward")))
    );
    table.clear();
    let mut table = table.put("essex", &["oxford"]).put("leicester", &["march"]).cards("ap3_1", "ap2_1");
    table.play("pick:oxford;step:middlesex");
    assert_eq!(
        (table.state.prisoner, table.state.pretender, table.at("henry_vi").as_str()),
        (None, Some(henry), "middlesex")
    );
}

/// A scenario file that is wrong is refused with its line and a remedy.
#[test]
fn wrong_data_is_named() {
    let mut pack = WarsOfTheRoses::pack();
    let text = "[[placement]]\nscenario = \"campaign_1460\"\nblock = \"oxford\"\nat = \"esex\"\n";
    pack.overlay("setup.toml", "mine.toml", text).unwrap();
    let problem = WarsOfTheRoses::build(&chosen(&pack), &pack).unwrap_err().to_string();
    assert!(problem.contains("mine.toml line 4") && problem.contains("\"essex\""), "{problem}");
    assert!(build::<WarsOfTheRoses>(&Setup::scenario("campain_1460")).is_err());
}

/// Two areas have one border: a second one, told from the other end, is refused.
#[test]
fn a_border_told_twice_is_named() {
    let mut pack = WarsOfTheRoses::pack();
    let game = WarsOfTheRoses::build(&chosen(&pack), &pack).unwrap();
    let first = &game.tables.borders[0];
    let [a, b] = first.ends.map(|area| game.tables.area(area).id.clone());
    let text =
        format!("[[border]]\na = \"{b}\"\nb = \"{a}\"\ncolour = \"{}\"\nsource = \"mine\"\n", first.colour);
    pack.overlay("borders.toml", "mine.toml", &text).unwrap();
    let problem = WarsOfTheRoses::build(&chosen(&pack), &pack).unwrap_err().to_string();
    assert!(problem.contains("mine.toml") && problem.contains("have a border already"), "{problem}");
}

fn chosen(pack: &Pack) -> Chosen {
    WarsOfTheRoses::catalogue(pack).unwrap().choose(&Setup::default()).unwrap()
}
