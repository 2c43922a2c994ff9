//! Matches texts with the wires beside them.

use std::collections::BTreeMap;

use crate::ink::Stroke;
use plumbline_geometry::{BoxIndex, PointIndex, Rect, Segment};

use crate::annotations::wiring::Wire;

/// A text that may name a wire's circuit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextBox {
    /// The box: x-min, y-min, x-max, y-max, in points.
    pub area: Rect,
    /// The font height in points.
    pub size: f32,
}

/// Largest distance from a text to its wire, in font heights.
const ALONG: f32 = 1.0;

/// Distance below which a wire runs through a text, in font heights. The text does not name such a wire.
const THROUGH: f32 = 0.1;

/// Largest distance from a text to the loose end of a home run, in font heights.
const AT_END: f32 = 1.5;

/// Returns the nearest wire of each text and its distance in points, or `None` if no wire is near or two are equally near.
pub fn wires_of_texts(wires: &[Wire], strokes: &[Stroke], texts: &[TextBox]) -> Vec<Option<(usize, f32)>> {
    let all = || wires.iter().enumerate();
    let boxes = all().flat_map(|(n, w)| w.strokes.iter().map(move |&s| (strokes[s as usize].bbox(), (n, s))));
    let pieces = BoxIndex::new(boxes);
    let ends = PointIndex::new(all().flat_map(|(n, w)| w.loose.iter().map(move |&p| (p, n))));
    texts
        .iter()
        .map(|text| {
            let mut far: BTreeMap<usize, f32> = BTreeMap::new();
            let mut least = |wire: usize, by: f32| {
                let known = far.entry(wire).or_insert(by);
                *known = known.min(by);
            };
            for (wire, s) in pieces.touching(text.area.grown(ALONG * text.size)) {
                least(wire, apart(text.area, &strokes[s as usize]));
            }
            far.retain(|_, by| (THROUGH * text.size..=ALONG * text.size).contains(by));
            for (end, wire) in ends.within(text.area.grown(AT_END * text.size)) {
                // The end of a wire is stronger evidence than a wire passing by.
                let by = text.area.distance(end) * ALONG / AT_END;
                far.entry(wire).and_modify(|known| *known = known.min(by)).or_insert(by);
            }
            nearest(&far)
        })
        .collect()
}

/// Largest difference in distance between two wires that are equally near, in points.
const AS_NEAR: f32 = 0.2;

fn nearest(far: &BTreeMap<usize, f32>) -> Option<(usize, f32)> {
    let (wire, best) = far.iter().min_by(|a, b| a.1.total_cmp(b.1))?;
    let alone = far.iter().all(|(other, by)| other == wire || by - best > AS_NEAR);
    alone.then_some((*wire, *best))
}

/// Returns the distance between a box and a stroke in points.
fn apart(area: Rect, s: &Stroke) -> f32 {
    let corners = area.corners();
    let line = Segment::new(s.a, s.b);
    if (0..4).any(|n| line.crosses(Segment::new(corners[n], corners[(n + 1) % 4]))) {
        return 0.0;
    }
    let ends = area.distance(s.a).min(area.distance(s.b));
    corners.iter().map(|&corner| line.distance(corner)).fold(ends, f32::min)
}
