//! A map in characters: each place at its position, with the pieces there counted by owner.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

const COLUMNS: usize = 100;
const ROWS: usize = 32;

/// Places as short names with counts (`York a2 b1`: two pieces of the first seat, one of the second), then a list of
/// what stands where, for what a sketch cannot show.
pub(super) fn sketch(map: &Value, board: &Value) -> String {
    let mut pieces: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for piece in board["pieces"].as_array().into_iter().flatten() {
        pieces.entry(piece["place"].as_str().unwrap_or_default()).or_default().push(piece);
    }
    let (width, height) = (map["width"].as_f64().unwrap_or(1.0), map["height"].as_f64().unwrap_or(1.0));
    let mut canvas = vec![vec![' '; COLUMNS]; ROWS];
    let mut names = BTreeMap::new();
    for place in map["places"].as_array().into_iter().flatten() {
        let id = place["id"].as_str().unwrap_or_default();
        names.insert(id, place["name"].as_str().unwrap_or(id));
        let here = pieces.get(id).map(|here| counts(here));
        let label = match (map["hex_radius"].is_null(), here) {
            (true, here) => format!("{} {}", names[id], here.unwrap_or_default()),
            (false, Some(here)) => here,
            (false, None) => ".".into(),
        };
        let x = (place["x"].as_f64().unwrap_or(0.0) / width * (COLUMNS as f64 - 14.0))
            .clamp(0.0, COLUMNS as f64 - 1.0);
        let y =
            (place["y"].as_f64().unwrap_or(0.0) / height * (ROWS as f64 - 1.0)).clamp(0.0, ROWS as f64 - 1.0);
        write_label(&mut canvas, x as usize, y as usize, label.trim_end());
    }
    let mut out = String::new();
    for row in canvas {
        let text: String = row.into_iter().collect();
        let _ = writeln!(out, "{}", text.trim_end());
    }
    for (place, here) in &pieces {
        let labels: Vec<String> = here.iter().map(|piece| describe(piece)).collect();
        let _ = writeln!(out, "{}: {}", names.get(place).unwrap_or(place), labels.join(", "));
    }
    for track in board["tracks"].as_array().into_iter().flatten() {
        let _ = writeln!(
            out,
            "{}: {}",
            track[0].as_str().unwrap_or_default(),
            track[1].as_str().unwrap_or_default()
        );
    }
    out
}

fn describe(piece: &Value) -> String {
    if piece["hidden"] == true {
        return "an unknown piece".into();
    }
    let label = piece["label"].as_str().unwrap_or_default();
    match piece["strength"].as_i64() {
        Some(0) | None => label.into(),
        Some(strength) => format!("{label} {strength}"),
    }
}

fn counts(here: &[&Value]) -> String {
    let mut by_owner: BTreeMap<u64, usize> = BTreeMap::new();
    for piece in here {
        *by_owner.entry(piece["owner"].as_u64().unwrap_or(9)).or_default() += 1;
    }
    let letter = |owner: u64| if owner < 6 { (b'a' + owner as u8) as char } else { '*' };
    by_owner
        .into_iter()
        .map(|(owner, count)| format!("{}{count}", letter(owner)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Writes where there is room, on the next free row below otherwise.
fn write_label(canvas: &mut [Vec<char>], x: usize, y: usize, label: &str) {
    let letters: Vec<char> = label.chars().collect();
    let x = x.min(COLUMNS.saturating_sub(letters.len()));
    let free = |row: &Vec<char>| row[x..].iter().take(letters.len() + 1).all(|&letter| letter == ' ');
    let row = (y..canvas.len()).find(|&row| free(&canvas[row])).unwrap_or(y);
    for (i, letter) in letters.into_iter().enumerate().take_while(|(i, _)| x + i < COLUMNS) {
        canvas[row][x + i] = letter;
    }
}
