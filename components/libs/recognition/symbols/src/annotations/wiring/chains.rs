//! Joins consecutive strokes of one path to chains.

use std::ops::Range;

use crate::ink::Stroke;
use plumbline_geometry::{Point, Vector, distance};

use crate::annotations::wiring::devices::{Devices, REACH};
use crate::annotations::wiring::wire::Pen;

/// Largest gap between consecutive strokes of a chain, in points.
const NEXT: f32 = 0.06;

/// Shortest chain in points. Shorter ones are dots of hatches and parts of letters.
const SHORTEST: f32 = 1.0;

/// Length in points of the piece that gives an end its direction.
const LAST: f32 = 3.0;

/// One end of a chain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct End {
    pub(crate) at: Point,
    /// Unit vector in which the line would continue.
    pub(crate) onward: Vector,
    /// The index of the device at which it ends.
    pub(crate) device: Option<usize>,
    /// Whether it ends on the edge of the device's box.
    pub(crate) at_edge: bool,
}

/// Consecutive strokes of one path.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chain {
    pub(crate) pen: Pen,
    pub(crate) strokes: Range<u32>,
    pub(crate) ends: [End; 2],
    /// The length in points.
    pub(crate) length: f32,
    pub(crate) curved: bool,
    /// The indices of the devices whose boxes contain one of its corners.
    pub(crate) passes: Vec<usize>,
    /// Whether it is entirely inside a device's box: part of the symbol, or a dash of a line that passes below it.
    pub(crate) is_inside_device: bool,
}

/// Returns the open chains of a sheet, without those that can only be part of a device's symbol.
pub(crate) fn chains(strokes: &[Stroke], layers: &[u32], devices: &Devices<'_>) -> Vec<Chain> {
    let mut out = Vec::new();
    let mut from = 0;
    for to in 1..=strokes.len() {
        let goes_on = strokes.get(to).is_some_and(|next| follows(&strokes[to - 1], next));
        if !goes_on {
            let layer = |path: u32| layers.get(path as usize).copied().unwrap_or(u32::MAX);
            out.extend(chain(strokes, from..to, layer, devices));
            from = to;
        }
    }
    out
}

fn follows(a: &Stroke, b: &Stroke) -> bool {
    a.path == b.path && a.color == b.color && a.filled == b.filled && distance(a.b, b.a) <= NEXT
}

fn chain(strokes: &[Stroke], range: Range<usize>, layer: impl Fn(u32) -> u32, devices: &Devices<'_>) -> Option<Chain> {
    let own = &strokes[range.clone()];
    let (first, last) = (own.first()?, own.last()?);
    if first.filled || own.len() > 2 && distance(first.a, last.b) <= NEXT {
        return None;
    }
    let length: f32 = own.iter().map(Stroke::length).sum();
    let is_inside_device = devices.contain(own.iter().flat_map(|s| [s.a, s.b]));
    if length < SHORTEST || is_inside_device && own.len() > 1 {
        return None;
    }
    let back = direction(own.iter().map(|s| (s.b, s.a)));
    let on = direction(own.iter().rev().map(|s| (s.a, s.b)));
    let end = |at: Point, onward: Vector| {
        let device = devices.at(at, REACH);
        End { at, onward, device, at_edge: device.is_some_and(|n| !is_inside_device && devices.is_at_edge(n, at)) }
    };
    let ends = [end(first.a, back), end(last.b, on)];
    // Chords of a curve meet at arbitrary places, so only corners count.
    let corners = own.windows(2).filter(|pair| !pair[0].curved && !pair[1].curved);
    let mut passes: Vec<usize> = corners.filter_map(|pair| devices.at(pair[1].a, 0.0)).collect();
    passes.dedup();
    Some(Chain {
        pen: Pen { color: first.color, layer: layer(first.path) },
        strokes: range.start as u32..range.end as u32,
        ends,
        length,
        curved: own.iter().any(|s| s.curved),
        passes,
        is_inside_device,
    })
}

/// Returns the direction of an end. `pieces` are pairs of points that lead to it, the last piece first.
fn direction(pieces: impl Iterator<Item = (Point, Point)>) -> Vector {
    let mut end = None;
    let mut from = Point::zero();
    for (a, b) in pieces {
        let end = *end.get_or_insert(b);
        from = a;
        if distance(from, end) >= LAST {
            break;
        }
    }
    let end = end.unwrap_or_default();
    let by = distance(from, end).max(1e-6);
    (end - from) / by
}
