//! A map in characters: each place at its position, with the pieces there counted by owner.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use warlab_engine::board::{Board, Hand, Map, Piece};

const COLUMNS: usize = 100;
const ROWS: usize = 32;

/// Places as short names with counts (`York a2 b1`: two pieces of the first seat, one of the second), then a list of
/// what stands where, for what a sketch cannot show.
pub(super) fn sketch(map: &Map, board: &Board, seats: &[String]) -> String {
    let mut pieces: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in &board.pieces {
        pieces.entry(&piece.place).or_default().push(piece);
    }
    let mut canvas = vec![vec![' '; COLUMNS]; ROWS];
    let mut names = BTreeMap::new();
    for place in &map.places {
        names.insert(place.id.as_str(), place.name.as_str());
        let here = pieces.get(place.id.as_str()).map(|here| counts(here));
        let label = match (map.hex_radius, here) {
            (None, here) => format!("{} {}", place.name, here.unwrap_or_default()),
            (Some(_), Some(here)) => here,
            (Some(_), None) => ".".into(),
        };
        let across = |at: f32, length: f32, cells: usize| {
            (at / length.max(1.0) * cells as f32).clamp(0.0, cells as f32) as usize
        };
        let (x, y) = (across(place.x, map.width, COLUMNS - 14), across(place.y, map.height, ROWS - 1));
        write_label(&mut canvas, x, y, label.trim_end());
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
    for line in beside(board, seats) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// What lies beside the map: hands, then tracks.
pub(super) fn beside(board: &Board, seats: &[String]) -> Vec<String> {
    let hand = |hand: &Hand| {
        let owner = hand.owner.map_or("Nobody", |owner| seats[owner.index()].as_str());
        let known: Vec<&str> = hand.cards.iter().map(|card| card.title.as_str()).collect();
        let unknown = hand.count.saturating_sub(known.len());
        match (known.is_empty(), unknown) {
            (true, _) => format!("{owner} holds {} cards", hand.count),
            (false, 0) => format!("{owner} holds {}", known.join(", ")),
            (false, _) => format!("{owner} holds {} and {unknown} more", known.join(", ")),
        }
    };
    let track = |(name, value): &(String, String)| format!("{name}: {value}");
    board.hands.iter().map(hand).chain(board.tracks.iter().map(track)).collect()
}

pub(super) fn describe(piece: &Piece) -> String {
    match (piece.hidden, piece.strength) {
        (true, _) => "an unknown piece".into(),
        (false, 0) => piece.label.clone(),
        (false, strength) => format!("{} {strength}", piece.label),
    }
}

fn counts(here: &[&Piece]) -> String {
    let mut by_owner: BTreeMap<char, usize> = BTreeMap::new();
    for piece in here {
        let letter = piece.owner.map_or('*', |owner| char::from(b'a' + owner.0));
        *by_owner.entry(letter).or_default() += 1;
    }
    by_owner.into_iter().map(|(letter, count)| format!("{letter}{count}")).collect::<Vec<_>>().join(" ")
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
