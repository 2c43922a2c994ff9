//! Which devices are wired together: lines of one pen from device to device, straight or in arcs, dashed or broken by
//! letters, at whatever scale and also on a sheet that has none.
//!
//! Nothing is measured here; `plumbline-routes` does that, for what it knows to be a run. A wire is known by where it ends.
//!
//! - `chains`: strokes that were drawn in one go; `devices`: the devices by place;
//! - `joints`: chains that are one line: end to end, over the gaps of dashes and letters, at tees;
//! - `judge`: which of these lines are wires; `beside`: the texts along them.

mod beside;
mod chains;
mod devices;
mod joints;
mod judge;

use plumbline_symbols::ink::Stroke;

pub use beside::{Written, beside};

use crate::chains::chains;
use crate::devices::Devices;

/// A line of one pen that ends at devices.
#[derive(Debug, Clone, PartialEq)]
pub struct Wire {
    /// The devices at it, ascending, as indexes of those asked for.
    pub devices: Vec<usize>,
    /// Ends at no device: of home runs, and of wires to what is not counted.
    pub loose: Vec<[f32; 2]>,
    /// Its strokes, ascending, as indexes of those given.
    pub strokes: Vec<u32>,
}

/// Lines of one colour on one layer: a draughtsman draws wires with a pen of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Pen {
    /// 0xRRGGBB.
    color: u32,
    layer: u32,
}

/// The wires between devices, by their first strokes.
///
/// `layers` has the layer of each path, `named` says whether a layer's name is that of wiring, and `devices` are boxes:
/// x-min, y-min, x-max, y-max in points.
pub fn wires(strokes: &[Stroke], layers: &[u32], devices: &[[f32; 4]], named: impl Fn(u32) -> bool) -> Vec<Wire> {
    let devices = Devices::of(devices);
    let chains = chains(strokes, layers, &devices);
    let lines = joints::lines(&chains, strokes, &devices);
    judge::wires(&chains, &lines, |pen| named(pen.layer))
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// How far a point is from a stroke, in points.
fn from_stroke(p: [f32; 2], s: &Stroke) -> f32 {
    let d = [s.b[0] - s.a[0], s.b[1] - s.a[1]];
    let square = (d[0] * d[0] + d[1] * d[1]).max(1e-9);
    let t = (((p[0] - s.a[0]) * d[0] + (p[1] - s.a[1]) * d[1]) / square).clamp(0.0, 1.0);
    distance(p, [s.a[0] + t * d[0], s.a[1] + t * d[1]])
}
