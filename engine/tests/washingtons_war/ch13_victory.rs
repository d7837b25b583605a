//! Chapter 13: victory.

use crate::table::Position;

/// [WW 13.1] The British win the instant no American or French CU is left on the map.
#[test]
fn ww_13_1_british_automatic_victory() {
    let mut table = Position::blank("british")
        .american("wyoming_valley", 0)
        .american("camden", 1)
        .hand("british", &[78])
        .hand("american", &[1])
        .load();
    table.play("event:#78; remove_cu:camden");
    assert_eq!((table.actor(), table.reason()), (None, "british_automatic_victory"));
}

/// [WW 13.1] The Americans win when no British CU is left in the thirteen colonies; Canada does not count.
#[test]
fn ww_13_1_american_automatic_victory() {
    let mut table = Position::blank("british")
        .british("st_marys", 0)
        .army("howe", "boston", 2)
        .control("british", "boston quebec")
        .hand("british", &[41])
        .hand("american", &[1])
        .load();
    table.play("activate:#41; general:howe; sail:quebec");
    assert_eq!((table.actor(), table.reason()), (None, "american_automatic_victory"));
}

/// [WW 13.1] A battle that takes the last CUs of both sides has taken them at once: the British win.
#[test]
fn ww_13_1_last_of_both() {
    let mut table = Position::blank("american")
        .american("wyoming_valley", 0)
        .british("st_marys", 0)
        .army("greene", "reading", 1)
        .army("clinton", "carlisle", 1)
        .hand("american", &[41])
        .hand("british", &[1])
        .load()
        .rolls(&[6, 1, 6, 1, 1, 1]);
    table.play("activate:#41; general:greene; step:carlisle; no_card");
    assert_eq!((table.cu("carlisle"), table.reason()), ([0, 0, 0], "british_automatic_victory"));
}

/// [WW 13.2] Six colonies for the British, seven for the Americans; both or neither: the British.
#[test]
fn ww_13_2_count() {
    let capitals = ["exeter", "boston", "newport", "hartford", "albany", "monmouth", "york", "wilmington_de"];
    let south = ["baltimore", "richmond", "salem", "camden", "augusta"];
    let end = |british: &str, american: &str| {
        let mut table = Position::blank("british")
            .set("year", 1783.into())
            .control("british", british)
            .control("american", american)
            .hand("british", &[1])
            .load();
        table.play("queue:#1");
        table.reason()
    };
    let all = [capitals.as_slice(), &south].concat();
    assert_eq!(end("", &all[..7].join(" ")), "american_colonies");
    assert_eq!(end("", &all[..5].join(" ")), "british_colonies", "neither");
    assert_eq!(end(&all[..6].join(" "), &all[6..13].join(" ")), "british_colonies", "both");
    assert_eq!(end(&all[..5].join(" "), &all[5..13].join(" ")), "american_colonies");
    let canada = format!("{} montreal quebec", all[..5].join(" "));
    assert_eq!(end(&canada, &all[5..13].join(" ")), "british_colonies", "Canada is the sixth");
    let half = format!("{} montreal fort_detroit", all[..5].join(" "));
    assert_eq!(end(&half, &all[5..13].join(" ")), "american_colonies", "Canada needs Montreal and Quebec");
}
