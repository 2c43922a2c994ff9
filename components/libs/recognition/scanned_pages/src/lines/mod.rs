//! Traces the linework of a scanned page as paths along the middle of its lines.
//!
//! - `thin`: ink thinned to one pixel, with its width; `skeleton`: the thinned ink as chains between ends and
//!   junctions;
//! - `traced`: a traced line; `piece`: chains as straight lines and arcs; `join`, `rings`: joins lines and arcs that a junction interrupts.
//!
//! Coordinates are pixels, with the origin at the top left and y down.
//!
//! ```
//! use plumbline_scanned_pages::image::{Gray, Ink};
//! use plumbline_scanned_pages::lines::{Shape, trace};
//!
//! let mut picture = Gray::blank(400, 200);
//! for y in 99..102 {
//!     picture.row_mut(y)[50..350].fill(20);
//! }
//! let lines = trace(Ink::of(&picture, 10), &[]);
//! assert_eq!(lines.len(), 1);
//! assert!(matches!(lines[0].shape, Shape::Line(..)));
//! assert!((lines[0].length() - 300.0).abs() < 6.0);
//! ```

mod join;
mod piece;
mod rings;
mod skeleton;
mod thin;
mod traced;

pub use traced::{Shape, Traced};

use crate::image::Ink;
use plumbline_geometry::{Pixel, Rect};

/// Length in pixels below which lines are specks of the scan.
const SPECK: f64 = 4.0;

/// Traces the lines of a page. Ink within the boxes of `text` is lettering and left out.
pub fn trace(mut ink: Ink, text: &[Rect<Pixel>]) -> Vec<Traced> {
    mask(&mut ink, text);
    let thinned = thin::thin(&ink);
    drop(ink);
    let chains = skeleton::chains(thinned);
    let mut pieces = Vec::new();
    for chain in &chains {
        piece::fit(chain, &mut pieces);
    }
    drop(chains);
    let mut lines = rings::join(join::join(pieces));
    lines.retain(|line| line.length() >= SPECK);
    lines
}

/// Removes the ink of lettering, and with it parts of lines that pass through. Joining bridges short gaps.
fn mask(ink: &mut Ink, text: &[Rect<Pixel>]) {
    for &Rect { min, max } in text {
        let low = |at: f32| at.floor().max(0.0) as usize;
        for y in low(min.y)..(max.y.ceil().max(0.0) as usize).min(ink.height()) {
            for x in low(min.x)..(max.x.ceil().max(0.0) as usize).min(ink.width()) {
                ink.set(x, y, false);
            }
        }
    }
}
