//! The map: lines between places, names with pieces counted in their owners' colours, and the places that the choices
//! speak of. Zoomed in, the window follows the marked choice.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;
use ratatui::widgets::canvas::{Canvas, Line as Stroke};
use warlab_engine::Player;
use warlab_engine::board::{Board, Map, Piece, Place};

use super::Screen;
use super::draw::seat_colour;
use crate::terminal::sketch;

/// The part of the map in view, in the map's own units.
struct Window {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Window {
    fn around(map: &Map, zoom: f64, centre: Option<(f64, f64)>) -> Self {
        let margin = f64::from(map.width.max(map.height)) * 0.04;
        let (whole_width, whole_height) =
            (f64::from(map.width) + 2.0 * margin, f64::from(map.height) + 2.0 * margin);
        let (width, height) = (whole_width / zoom, whole_height / zoom);
        let (x, y) = centre.unwrap_or((f64::from(map.width) / 2.0, f64::from(map.height) / 2.0));
        let place = |at: f64, size: f64, whole: f64| (at - size / 2.0).clamp(-margin, whole - margin - size);
        Window { left: place(x, width, whole_width), top: place(y, height, whole_height), width, height }
    }
}

impl Screen<'_> {
    pub(super) fn draw_map(&self, frame: &mut Frame<'_>, area: Rect, board: &Board) {
        let offered: BTreeSet<&str> =
            self.choices.iter().flat_map(|choice| places_of(&choice.code, &self.map)).collect();
        let marked: Vec<&str> =
            self.marked().map(|choice| places_of(&choice.code, &self.map)).unwrap_or_default();
        let at = |id: &str| self.map.places.iter().find(|place| place.id == id);
        let target = marked.last().and_then(|id| at(id));
        let window = Window::around(&self.map, self.zoom, target.map(centre));
        let mut pieces: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
        for piece in &board.pieces {
            pieces.entry(&piece.place).or_default().push(piece);
        }
        let column = window.width / f64::from(area.width.saturating_sub(2).max(1));
        let room = room_for_names(&self.map, column);
        let title = target.map_or_else(|| " Map ".into(), |place| here(place, pieces.get(place.id.as_str())));
        let canvas = Canvas::default()
            .block(Block::bordered().title(title))
            .x_bounds([window.left, window.left + window.width])
            .y_bounds([-window.top - window.height, -window.top])
            .paint(|drawing| {
                for link in &self.map.links {
                    let (Some(a), Some(b)) = (at(&link.a), at(&link.b)) else { continue };
                    let ((x1, y1), (x2, y2)) = (centre(a), centre(b));
                    drawing.draw(&Stroke { x1, y1: -y1, x2, y2: -y2, color: Color::DarkGray });
                }
                drawing.layer();
                // Empty places first, so that nothing is written over a name with pieces.
                let mut places: Vec<&Place> = self.map.places.iter().collect();
                places.sort_by_key(|place| {
                    (pieces.contains_key(place.id.as_str()), offered.contains(place.id.as_str()))
                });
                for place in places {
                    let none = Vec::new();
                    let stack = pieces.get(place.id.as_str()).unwrap_or(&none);
                    let hex = self.map.hex_radius.is_some();
                    let style = name_style(
                        place,
                        offered.contains(place.id.as_str()),
                        marked.contains(&place.id.as_str()),
                    );
                    let counts = counts(stack, self.sitting.table.game());
                    let label = label(place, counts, hex, room, style);
                    let (x, y) = centre(place);
                    drawing.print(x - label.width() as f64 / 2.0 * column, -y, label);
                }
            });
        frame.render_widget(canvas, area);
    }
}

fn centre(place: &Place) -> (f64, f64) {
    (f64::from(place.x), f64::from(place.y))
}

/// The places that an action's code speaks of.
fn places_of<'m>(code: &str, map: &'m Map) -> Vec<&'m str> {
    let words = code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.'));
    words.filter_map(|word| Some(map.places.iter().find(|place| place.id == word)?.id.as_str())).collect()
}

/// How many letters fit between neighbours, as a rule.
fn room_for_names(map: &Map, column: f64) -> usize {
    let nearest = |place: &Place| {
        let far = |other: &Place| {
            let ((x, y), (u, v)) = (centre(place), centre(other));
            (x - u).hypot(y - v)
        };
        let others = map.places.iter().filter(|other| other.id != place.id);
        others.map(far).fold(f64::INFINITY, f64::min)
    };
    let mut distances: Vec<f64> = map.places.iter().map(nearest).collect();
    distances.sort_by(f64::total_cmp);
    let typical = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
    ((typical / column) as usize).clamp(4, 24)
}

fn name_style(place: &Place, offered: bool, marked: bool) -> Style {
    let ground = |word: &str| place.features.iter().any(|feature| feature.contains(word));
    let colour = match () {
        () if marked || offered => Color::LightYellow,
        () if place.kind == "sea" => Color::Cyan,
        () if ground("woods") || ground("orchard") => Color::Green,
        () if ground("building") || ground("town") => Color::Red,
        () => Color::Gray,
    };
    let style = Style::new().fg(colour);
    if marked { style.add_modifier(Modifier::REVERSED) } else { style }
}

/// How many pieces of each owner, and the owner's colour.
fn counts(stack: &[&Piece], game: &str) -> Vec<(usize, Color)> {
    let mut counts: BTreeMap<Option<Player>, usize> = BTreeMap::new();
    for piece in stack {
        *counts.entry(piece.owner).or_default() += 1;
    }
    counts.into_iter().map(|(owner, count)| (count, seat_colour(game, owner))).collect()
}

/// `York 2 1`: the name, and how many pieces of each owner are there. Hexes have no names, only a dot where nobody is.
fn label(place: &Place, counts: Vec<(usize, Color)>, hex: bool, room: usize, style: Style) -> Line<'static> {
    let mut spans = Vec::new();
    if !hex {
        spans.push(Span::styled(place.name.chars().take(room).collect::<String>(), style));
    } else if counts.is_empty() {
        spans.push(Span::styled("·", style));
    }
    for (count, colour) in counts {
        let own = style.fg(colour).add_modifier(Modifier::BOLD);
        spans.push(Span::styled(if hex { count.to_string() } else { format!(" {count}") }, own));
    }
    Line::from(spans)
}

/// The marked place with what stands there, for the frame's title.
fn here(place: &Place, stack: Option<&Vec<&Piece>>) -> String {
    let pieces: Vec<String> = stack.into_iter().flatten().map(|piece| sketch::describe(piece)).collect();
    let pieces = if pieces.is_empty() { "nobody".into() } else { pieces.join(", ") };
    format!(" {}: {pieces} ", place.name)
}
