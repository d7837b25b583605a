//! The drawing sheet: elements, axes and the style that all charts share.

use std::fmt::Write as _;

/// The rules that charts need, on a page or by themselves. Colours are defined for light and for dark.
pub const STYLE: &str = "\
:root{--surface:#fbfaf7;--ink:#1d2126;--faint:#5d6671;--grid:#dcd9d1;--heat:#9c2f10;--cold:#0b5c8f;
--s0:#0b66a8;--s1:#c04a00;--s2:#00795a;--s3:#a3487f;--s4:#8a6500;--s5:#5b4fb8}
@media (prefers-color-scheme:dark){:root{--surface:#16191d;--ink:#e8e6e1;--faint:#a4abb4;--grid:#343a42;--heat:#ff9a6b;
--cold:#6fc1f5;--s0:#62b5ee;--s1:#f2935a;--s2:#3cc9a0;--s3:#e39ac6;--s4:#e5b94e;--s5:#aaa2ff}}
.chart{display:block;width:100%;height:auto;font:12px system-ui,sans-serif}
.chart text{fill:var(--ink);font-variant-numeric:tabular-nums}.chart .faint{fill:var(--faint)}
.chart .grid{stroke:var(--grid);stroke-width:1}.chart .axis{stroke:var(--faint);stroke-width:1}
.chart .mark{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:4 3}
.chart .line{stroke:currentColor;stroke-width:2;fill:none}.chart .fill{fill:currentColor}
.chart .band{fill:currentColor;fill-opacity:.18}.chart .edge{stroke:var(--faint);stroke-width:.7}
.s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}.s4{color:var(--s4)}.s5{color:var(--s5)}";

const DASHES: [&str; 6] = ["", "6 3", "2 3", "8 3 2 3", "1 2", "10 4"];

/// Text made safe for markup.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How numbers on an axis are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// 0.5 is `50 %`.
    Percent,
    /// 0.031 is `+3.1`: percentage points of a difference.
    Points,
    Number,
    /// `+12`, `-3`.
    Signed,
}

impl Scale {
    pub fn text(self, value: f64, step: f64) -> String {
        if !value.is_finite() {
            return "unknown".into();
        }
        let shown = match self {
            Scale::Percent | Scale::Points => (value * 100.0, step * 100.0),
            Scale::Number | Scale::Signed => (value, step),
        };
        let decimals = if shown.1 > 0.0 { (-shown.1.log10().floor()).clamp(0.0, 6.0) as usize } else { 0 };
        // Minus zero is zero.
        let value = if shown.0.abs() < 1e-9 { 0.0 } else { shown.0 };
        match self {
            Scale::Percent => format!("{value:.decimals$} %"),
            Scale::Number => format!("{value:.decimals$}"),
            Scale::Points | Scale::Signed if value == 0.0 => "0".into(),
            Scale::Points | Scale::Signed => format!("{value:+.decimals$}").replace('-', "\u{2212}"),
        }
    }
}

/// What an axis shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub label: String,
    pub scale: Scale,
    /// A line to compare with: an even chance, no difference.
    pub reference: Option<f64>,
    /// Ends that must be shown, if any.
    pub limits: Option<(f64, f64)>,
}

impl Axis {
    pub fn new(label: &str, scale: Scale) -> Self {
        Axis { label: label.into(), scale, reference: None, limits: None }
    }
}

/// Round numbers that cover `low..high`, about `count` of them, and the step between them.
pub fn ticks(low: f64, high: f64, count: usize) -> (Vec<f64>, f64) {
    let span = if high > low { high - low } else { low.abs().max(1.0) };
    let raw = span / count.max(1) as f64;
    let magnitude = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * magnitude).find(|&s| s >= raw * 0.999).unwrap_or(raw);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    ((first..=last.min(first + 1000)).map(|i| i as f64 * step).collect(), step)
}

/// Extends a range to whole steps.
pub fn nice_range(low: f64, high: f64) -> (f64, f64) {
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let (_, step) = ticks(low, high, 6);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// A sheet to draw on.
#[derive(Clone, Debug)]
pub struct Sheet {
    width: f64,
    height: f64,
    body: String,
}

impl Sheet {
    pub fn new(width: f64, height: f64) -> Self {
        Sheet { width, height, body: String::new() }
    }

    pub fn raw(&mut self, markup: &str) {
        self.body.push_str(markup);
    }

    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    pub fn rect(&mut self, attributes: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let (width, height) = (width.max(0.0), height.max(0.0));
        let _ = write!(
            self.body,
            "<rect {attributes} x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }

    /// `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
        let _ = write!(
            self.body,
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escape(text)
        );
    }

    /// A line through points in a series' colour and dash.
    pub fn path(&mut self, series: usize, points: &[(f64, f64)]) {
        let dash = DASHES[series % DASHES.len()];
        let _ = write!(
            self.body,
            "<path class=\"line s{}\" stroke-dasharray=\"{dash}\" d=\"{}\"/>",
            series % 6,
            outline(points)
        );
    }

    pub fn area(&mut self, series: usize, points: &[(f64, f64)]) {
        let _ = write!(self.body, "<path class=\"band s{}\" d=\"{}Z\"/>", series % 6, outline(points));
    }

    /// A series' own marker: circle, square, diamond, triangle, downward triangle, bar.
    pub fn marker(&mut self, series: usize, (x, y): (f64, f64), tip: &str) {
        let shape = match series % 6 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\">"),
            1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\">", x - 4.0, y - 4.0),
            2 => polygon(&[(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)]),
            3 => polygon(&[(x, y - 5.0), (x + 5.0, y + 4.0), (x - 5.0, y + 4.0)]),
            4 => polygon(&[(x, y + 5.0), (x + 5.0, y - 4.0), (x - 5.0, y - 4.0)]),
            _ => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"4\" height=\"11\">", x - 2.0, y - 5.5),
        };
        let name = shape[1..].split(' ').next().unwrap_or("g").to_string();
        let _ = write!(
            self.body,
            "<g class=\"s{}\">{}<title>{}</title></{name}></g>",
            series % 6,
            shape.replacen(' ', " class=\"fill\" ", 1),
            escape(tip)
        );
    }

    /// The names of the series in a row, from `at` on.
    pub fn legend(&mut self, (mut x, y): (f64, f64), names: &[String]) {
        for (series, name) in names.iter().enumerate() {
            self.marker(series, (x + 5.0, y - 4.0), name);
            self.text("", "start", (x + 15.0, y), name);
            x += 32.0 + text_width(name);
        }
    }

    /// The finished drawing, with words for those who cannot see it.
    pub fn finish(self, title: &str, description: &str) -> String {
        format!(
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {:.0} {:.0}\" style=\"max-width:{:.0}px\" \
             xmlns=\"http://www.w3.org/2000/svg\" aria-label=\"{}\"><title>{}</title><desc>{}</desc>{}</svg>\n",
            self.width,
            self.height,
            self.width,
            escape(title),
            escape(title),
            escape(description),
            self.body
        )
    }
}

fn polygon(points: &[(f64, f64)]) -> String {
    let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polygon points=\"{}\">", list.join(" "))
}

fn outline(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
    }
    path
}

/// About how wide a text is at the charts' size.
pub fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.6
}
