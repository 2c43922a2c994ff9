//! Finds which devices are wired together. Wires are lines of one pen from device to device, straight or curved, solid,
//! dashed or broken by letters. No scale is needed.
//!
//! Nothing is measured here. `plumbline-measurement` measures the lines that are runs.
//!
//! - `chains`: consecutive strokes of one path; `devices`: a spatial index of device boxes;
//! - `joints`: joins chains into lines, end to end, across gaps and at tees;
//! - `classify`: decides which lines are wires; `texts`: matches texts with the wires beside them; `wire`: wires, their
//!   pens, and distances from their strokes.
//!
//! ```
//! use plumbline_geometry::{point, rect};
//! use plumbline_symbols::ink::Stroke;
//! use plumbline_symbols::annotations::wiring::wires;
//!
//! let (a, b) = (point(105.0, 100.0), point(195.0, 100.0));
//! let line = Stroke { a, b, color: 0, curved: false, filled: false, path: 0 };
//! let devices = [rect(95.0, 95.0, 105.0, 105.0), rect(195.0, 95.0, 205.0, 105.0)];
//! // The line is on layer 0, which is named for wiring.
//! let found = wires(&[line], &[0], &devices, |layer| layer == 0);
//! assert_eq!(found[0].devices, [0, 1]);
//! ```

mod chains;
mod classify;
mod devices;
mod joints;
mod texts;
mod wire;

use crate::ink::Stroke;
use plumbline_geometry::Rect;

pub use texts::{TextBox, wires_of_texts};
pub use wire::{Wire, distance_to_stroke};

use crate::annotations::wiring::chains::chains;
use crate::annotations::wiring::devices::Devices;

/// Returns the wires between devices, ordered by their first strokes.
///
/// `layers` has the layer of each path. `is_wiring_layer` returns whether a layer is named for wiring. `devices` are
/// boxes (x-min, y-min, x-max, y-max) in points.
pub fn wires(strokes: &[Stroke], layers: &[u32], devices: &[Rect], is_wiring_layer: impl Fn(u32) -> bool) -> Vec<Wire> {
    let devices = Devices::of(devices);
    let chains = chains(strokes, layers, &devices);
    let lines = joints::lines(&chains, strokes, &devices);
    classify::wires(&chains, &lines, |pen| is_wiring_layer(pen.layer))
}
