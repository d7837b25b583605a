//! Values as shades: on the game's map, and in a table of pairs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use warlab_engine::board::{Map, Place};

use super::svg::{Scale, Sheet, escape, text_width};

/// What is known of one place.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    /// Decides the size of the mark.
    pub count: u64,
    /// 0 to 1: decides the shade, from cold to hot, 0.5 in between.
    pub share: f64,
    pub tip: String,
}

const WIDTH: f64 = 760.0;

/// A shade between cold (0), the page's own surface (0.5) and hot (1).
fn shade(share: f64) -> String {
    let (colour, strength) = if share >= 0.5 { ("heat", share - 0.5) } else { ("cold", 0.5 - share) };
    format!(
        "fill:color-mix(in oklab,var(--{colour}) {:.0}%,var(--surface))",
        (20.0 + strength * 160.0).min(100.0)
    )
}

/// Marks on the game's map: area by count, shade by share. `cold` and `hot` name the ends of the shades.
pub fn heat_map(title: &str, map: &Map, heat: &BTreeMap<String, Heat>, cold: &str, hot: &str) -> String {
    let scale = WIDTH / f64::from(map.width.max(1.0));
    let height = f64::from(map.height.max(1.0)) * scale;
    let mut sheet = Sheet::new(WIDTH, height + 40.0);
    let at = |place: &Place| (f64::from(place.x) * scale, f64::from(place.y) * scale);
    let places: BTreeMap<&str, &Place> = map.places.iter().map(|place| (place.id.as_str(), place)).collect();
    for link in &map.links {
        if let (Some(a), Some(b)) = (places.get(link.a.as_str()), places.get(link.b.as_str())) {
            sheet.line("grid", at(a), at(b));
        }
    }
    let most = heat.values().map(|heat| heat.count).max().unwrap_or(1).max(1) as f64;
    for place in &map.places {
        let (x, y) = at(place);
        let found = heat.get(&place.id);
        match map.hex_radius {
            Some(radius) => {
                let style = found.map_or("fill:none".to_string(), |heat| {
                    format!(
                        "{};fill-opacity:{:.2}",
                        shade(heat.share),
                        0.25 + 0.75 * heat.count as f64 / most
                    )
                });
                let points: Vec<String> = (0..6)
                    .map(|corner| {
                        let angle = std::f64::consts::PI / 180.0 * hex_angle(map, corner);
                        let radius = f64::from(radius) * scale;
                        format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin())
                    })
                    .collect();
                let title =
                    found.map_or(String::new(), |heat| format!("<title>{}</title>", escape(&heat.tip)));
                let points = points.join(" ");
                sheet.raw(&format!(
                    "<polygon class=\"edge\" style=\"{style};stroke-opacity:.35\" points=\"{points}\">{title}</polygon>"
                ));
            }
            None => {
                let Some(heat) = found else {
                    sheet.raw(&format!(
                        "<circle class=\"edge\" style=\"fill:var(--surface)\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\">\
                         <title>{}: none</title></circle>",
                        escape(&place.name)
                    ));
                    continue;
                };
                let radius = 4.0 + 14.0 * (heat.count as f64 / most).sqrt();
                sheet.raw(&format!(
                    "<circle class=\"edge\" style=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\">\
                     <title>{}</title></circle>",
                    shade(heat.share),
                    escape(&heat.tip)
                ));
            }
        }
    }
    name_busiest(&mut sheet, map, heat, at);
    for (i, share) in [0.0, 0.25, 0.5, 0.75, 1.0].iter().enumerate() {
        let style = format!("class=\"edge\" style=\"{}\"", shade(*share));
        sheet.rect(&style, (16.0 + text_width(cold) + i as f64 * 22.0, height + 14.0), (20.0, 12.0));
    }
    sheet.text("faint", "start", (8.0, height + 25.0), cold);
    sheet.text("faint", "start", (24.0 + text_width(cold) + 110.0, height + 25.0), hot);
    let mut busiest: Vec<&Heat> = heat.values().collect();
    busiest.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tip.cmp(&b.tip)));
    let words: Vec<&str> = busiest.iter().take(8).map(|heat| heat.tip.as_str()).collect();
    sheet.finish(title, &words.join("; "))
}

/// The ten places with the most marks get their names, unless a name would cover another.
fn name_busiest(
    sheet: &mut Sheet,
    map: &Map,
    heat: &BTreeMap<String, Heat>,
    at: impl Fn(&Place) -> (f64, f64),
) {
    let mut busiest: Vec<&Place> = map.places.iter().filter(|place| heat.contains_key(&place.id)).collect();
    busiest.sort_by(|a, b| heat[&b.id].count.cmp(&heat[&a.id].count).then_with(|| a.id.cmp(&b.id)));
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    for place in busiest.into_iter().take(10) {
        let (x, y) = at(place);
        let half = text_width(&place.name) / 2.0;
        let x = x.clamp(half, (WIDTH - half).max(half));
        let clear =
            |&(ox, oy, other): &(f64, f64, f64)| (ox - x).abs() > half + other || (oy - y).abs() > 14.0;
        if taken.iter().all(clear) {
            sheet.text("", "middle", (x, (y - 8.0).max(12.0)), &place.name);
            taken.push((x, y, half));
        }
    }
}

/// Corners start at a point if rows of hexes are offset sideways, and at a flat side if columns are offset.
fn hex_angle(map: &Map, corner: usize) -> f64 {
    let first = map.places.first();
    // Flat-topped hexes have neighbours straight above: the same x, a hex height away.
    let flat = first.is_some_and(|first| {
        let reach = map.hex_radius.unwrap_or(1.0) * 1.85;
        map.places
            .iter()
            .any(|p| p.id != first.id && (p.x - first.x).abs() < 0.01 && (p.y - first.y).abs() < reach)
    });
    60.0 * corner as f64 + if flat { 0.0 } else { 30.0 }
}

/// A table of shares, row against column.
pub fn matrix(title: &str, labels: &[String], cells: &[Vec<Option<f64>>]) -> String {
    let widest = labels.iter().map(|label| text_width(label)).fold(40.0, f64::max).min(320.0);
    let (left, cell) = (widest + 24.0, 64.0);
    let n = labels.len() as f64;
    let mut sheet = Sheet::new(left + cell * n + 16.0, 40.0 + 34.0 * n);
    let mut description = String::new();
    for (i, label) in labels.iter().enumerate() {
        let number = format!("{}", i + 1);
        sheet.text("faint", "middle", (left + cell * (i as f64 + 0.5), 22.0), &number);
        sheet.text("", "end", (left - 12.0, 54.0 + 34.0 * i as f64), &format!("{number}. {label}"));
        for (j, share) in cells[i].iter().enumerate() {
            let corner = (left + cell * j as f64 + 1.0, 33.0 + 34.0 * i as f64);
            match share {
                Some(share) => {
                    let text = Scale::Percent.text(*share, 0.01);
                    let style = format!("class=\"edge\" style=\"{};fill-opacity:.7\"", shade(*share));
                    sheet.rect(&style, corner, (cell - 2.0, 32.0));
                    sheet.text("", "middle", (corner.0 + cell / 2.0 - 1.0, corner.1 + 20.0), &text);
                    let _ = write!(description, "{label} against {}: {text}; ", labels[j]);
                }
                None => sheet.rect("class=\"edge\" style=\"fill:none\"", corner, (cell - 2.0, 32.0)),
            }
        }
    }
    sheet.finish(title, description.trim_end_matches("; "))
}
