use serde::Deserialize;
use warlab_engine::data::Pack;

#[derive(Deserialize, Debug, PartialEq)]
struct Town {
    id: String,
    size: u8,
    near: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct Deck {
    hand: u8,
}

const TOWNS: &str = "\
[deck]
hand = 7

[[town]]
id = \"york\"
size = 3
near = [\"leeds\"]

[[town]]
id = \"leeds\"
size = 1
near = []
";

const KEYS: &[(&str, &[&str])] = &[];

fn pack() -> Pack {
    Pack::embedded("test", KEYS, &[("towns.toml", TOWNS)])
}

fn sizes(pack: &Pack) -> Vec<(String, u8)> {
    let towns = pack.records::<Town>("towns.toml", "town").unwrap();
    towns.into_iter().map(|town| (town.value.id, town.value.size)).collect()
}

#[test]
fn an_overlay_changes_fields_and_adds_records() {
    let mut pack = pack();
    let mine = "[[town]]\nid = \"leeds\"\nsize = 2\n\n[[town]]\nid = \"hull\"\nsize = 4\nnear = []\n";
    pack.overlay("towns.toml", "mine/towns.toml", mine).unwrap();
    assert_eq!(sizes(&pack), [("york".into(), 3), ("leeds".into(), 2), ("hull".into(), 4)]);
    assert_eq!(pack.table::<Deck>("towns.toml", "deck").unwrap().value.hand, 7);
}

#[test]
fn errors_name_file_line_and_remedy() {
    let mut pack = pack();
    let error = pack.overlay("towns.toml", "mine.toml", "[[town]]\nid = \"york\n").unwrap_err();
    assert!(error.to_string().starts_with("mine.toml line 2: not valid TOML"), "{error}");
    pack.overlay("towns.toml", "mine.toml", "\n[[town]]\nid = \"york\"\nsize = \"big\"\n").unwrap();
    let error = pack.records::<Town>("towns.toml", "town").unwrap_err().to_string();
    assert!(error.starts_with("mine.toml line 4: [town] size: "), "{error}");
    assert!(error.contains("from 0 to 255"), "{error}");
    let twice = "[[town]]\nid = \"goole\"\n[[town]]\nid = \"goole\"\n";
    let error = self::pack().overlay("towns.toml", "mine.toml", twice).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mine.toml line 4: a second town with the same id; remove one (the first is in line 2)"
    );
}

#[test]
fn lookups_suggest_the_right_word() {
    let pack = pack();
    let towns = pack.records::<Town>("towns.toml", "town").unwrap();
    let ids: Vec<&str> = towns.iter().map(|town| town.value.id.as_str()).collect();
    assert_eq!(towns[0].lookup("near", "leeds", "town", &ids), Ok(1));
    let error = towns[0].lookup("near", "leads", "town", &ids).unwrap_err();
    assert_eq!(error.to_string(), "towns.toml line 7: near: no town \"leads\". Did you mean \"leeds\"?");
}

#[test]
fn overrides_set_one_field_and_refuse_unknown_ones() {
    let mut pack = pack();
    pack.set("towns.leeds.size", 9.into()).unwrap();
    pack.set("deck.hand", 6.into()).unwrap();
    assert_eq!(sizes(&pack)[1], ("leeds".into(), 9));
    assert_eq!(pack.table::<Deck>("towns.toml", "deck").unwrap().value.hand, 6);
    let error = pack.set("town.leeds.sise", 9.into()).unwrap_err();
    assert!(error.to_string().contains("Did you mean \"size\"?"), "{error}");
    let error = pack.set("town.leads.size", 9.into()).unwrap_err();
    assert_eq!(error.to_string(), "override town.leads.size: no town \"leads\". Did you mean \"leeds\"?");
    let error = pack.set("twon.leeds.size", 9.into()).unwrap_err();
    assert!(error.to_string().contains("no records \"twon\"; known: town."), "{error}");
}
