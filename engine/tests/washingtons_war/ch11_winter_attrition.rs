//! Chapter 11: winter attrition.

use crate::table::{Position, Table};
use serde_json::json;

fn winter(position: Position, rolls: &[u8]) -> Table {
    let mut table = position.hand("british", &[1]).load().rolls(rolls);
    table.play("queue:#1");
    table
}

/// [WW 11.1] Half is lost north of the line outside winter quarters; 5 in Reading become 3, and 3 become 2.
#[test]
fn ww_11_1_british() {
    let table = winter(
        Position::blank("british")
            .british("reading", 5)
            .british("hartford", 3)
            .british("boston", 5)
            .british("salem", 4)
            .army("howe", "saratoga", 1)
            .british("york", 1)
            .british("bedford", 1),
        &[4, 3],
    );
    assert_eq!((table.cu("reading")[0], table.cu("hartford")[0]), (3, 2));
    assert_eq!((table.cu("boston")[0], table.cu("salem")[0]), (5, 4), "quarters and the south");
    assert_eq!(table.cu("saratoga")[0], 1, "a CU with its General");
    assert_eq!((table.cu("york")[0], table.cu("bedford")[0]), (1, 0), "4 sticks, 3 flees");
}

/// [WW 11.2] Americans lose half anywhere; up to five CUs with Washington in quarters or the south are safe.
#[test]
fn ww_11_2_american() {
    let table = winter(
        Position::blank("british").american("boston", 5).american("salem", 4).army("greene", "york", 1),
        &[],
    );
    assert_eq!((table.cu("boston")[1], table.cu("salem")[1], table.cu("york")[1]), (3, 2, 1));
}

/// [WW 11.2] The printed example: Washington with six CUs in Philadelphia; the sixth rolls.
#[test]
fn ww_11_2_example_washington() {
    let position =
        || Position::blank("british").american("wyoming_valley", 0).army("washington", "philadelphia", 6);
    assert_eq!(winter(position(), &[3]).cu("philadelphia")[1], 5);
    assert_eq!(winter(position(), &[4]).cu("philadelphia")[1], 6);
    assert_eq!(winter(position().american("philadelphia", 9), &[]).cu("philadelphia")[1], 7, "half of four");
    let outside = Position::blank("british").american("wyoming_valley", 5);
    assert_eq!(winter(outside, &[]).cu("wyoming_valley")[1], 3, "no quarters there");
}

/// [WW 11.3] The French suffer like the British alone, like Americans with them; the owner chooses whose CUs.
#[test]
fn ww_11_3_french() {
    let position = || Position::blank("british").set("france", json!("european_war"));
    let table = winter(position().french("newport", 4), &[]);
    assert_eq!(table.cu("newport"), [0, 0, 4], "winter quarters");
    let table = winter(position().french("hartford", 4), &[]);
    assert_eq!(table.cu("hartford"), [0, 0, 2]);
    let mut table = winter(position().french("newport", 3).american("newport", 2), &[]);
    assert_eq!(table.legal(), ["french:0", "french:1", "french:2"]);
    table.play("french:1");
    assert_eq!(table.cu("newport"), [0, 1, 2]);
}
