//! Charts as SVG text. Written by hand rather than with a plotting crate: a chart here is a few dozen marks, and only
//! plain SVG lets one file follow the reader's light or dark theme (CSS variables), be read aloud and stay small.
//!
//! Series differ by colour (safe for colour-blind readers), marker shape and dash, so that none relies on colour alone.

mod bands;
mod dots;
mod heat;
mod histogram;
mod svg;

pub use bands::{Band, Point, bands};
pub use dots::{Dot, dots};
pub use heat::{Heat, heat_map, matrix};
pub use histogram::histogram;
pub use svg::{Axis, STYLE, Scale, escape, ticks};
