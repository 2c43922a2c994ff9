//! Finds how sections of duct meet: straight on, at elbows, at reducers and at tees.

use plumbline_geometry::{Point, PointIndex, Rect, Vector, first_of_each, vector};

use crate::routes::duct::sections::Section;
use crate::routes::graph::distance;

/// Cosine of the largest turn between sections that continue straight on: 8°.
const STRAIGHT: f32 = 0.99;
/// Cosine of the largest turn of an elbow: 135°.
const TURN: f32 = -0.71;
/// Largest relative difference between equal widths.
const SAME: f32 = 0.06;
/// Longest gap between sections that continue straight on, in widths: reducers, dampers, a duct that crosses above.
const GAP: f32 = 3.0;
/// Longest leg of an elbow, in widths.
const LEG: f32 = 2.6;
/// Longest tap from a branch's end to the edge of its main, in widths of the branch.
const TAP: f32 = 2.0;

/// An end of a section: twice the section's index, plus 1 for the end of the axis.
pub(crate) type End = usize;

/// The connection of two ends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Joint {
    pub(crate) ends: [End; 2],
    /// The points between the two ends along the middle, in the order of `ends`.
    pub(crate) by: Vec<Point>,
    /// Whether the width changes.
    pub(crate) reduces: bool,
    /// Whether the duct turns.
    pub(crate) elbow: bool,
}

/// A branch that ends at the side of a section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tap {
    pub(crate) end: End,
    /// The index of the section that it leaves.
    pub(crate) main: usize,
    /// The point where it meets the main's edge.
    pub(crate) at: Point,
}

/// Returns the position of an end and its outward direction.
pub(crate) fn end(sections: &[Section], end: End) -> (Point, Vector) {
    let axis = &sections[end / 2].axis;
    if end.is_multiple_of(2) { (axis.a, -axis.along) } else { (axis.b, axis.along) }
}

pub(crate) fn same_width(a: f32, b: f32) -> bool {
    (a - b).abs() <= SAME * a.max(b) + 0.3
}

/// Returns the joint of two ends and its cost, or `None` if they do not meet.
fn joint(sections: &[Section], e: End, f: End) -> Option<(f32, Joint)> {
    let ((p, u), (q, v)) = (end(sections, e), end(sections, f));
    let (w, x) = (sections[e / 2].width, sections[f / 2].width);
    let (wide, narrow) = (w.max(x), w.min(x));
    let d = q - p;
    let turn = -u.dot(v);
    let ahead = d.dot(u);
    let reduces = !same_width(w, x);
    if turn >= STRAIGHT {
        let side = d.cross(u).abs();
        // A flat side keeps one edge aligned.
        let flush = (wide - narrow) / 2.0 + 0.12 * narrow + 0.5;
        let fits = side <= flush && (-0.5..=GAP * wide).contains(&ahead) && wide <= 4.0 * narrow;
        return fits.then(|| (ahead + 2.0 * side, Joint { ends: [e, f], by: Vec::new(), reduces, elbow: false }));
    }
    let cross = u.cross(v);
    if turn < TURN || cross.abs() < 0.1 || wide > 2.5 * narrow {
        return None;
    }
    // The axes meet s ahead of one end and t ahead of the other.
    let s = d.cross(v) / cross;
    let t = d.cross(u) / cross;
    let leg = -0.6 * wide..=LEG * wide;
    if !leg.contains(&s) || !leg.contains(&t) {
        return None;
    }
    let corner = p + u * s;
    let equal = (s - t).abs() <= 0.3 * wide && s.min(t) > 0.6 * wide;
    let by = if equal { arc(p, u, q, corner, turn) } else { vec![corner] };
    Some((s.abs() + t.abs() + wide, Joint { ends: [e, f], by, reduces, elbow: true }))
}

/// Returns points on the arc around a corner from one end to another.
fn arc(p: Point, u: Vector, q: Point, corner: Point, turn: f32) -> Vec<Point> {
    const STEPS: usize = 6;
    let angle = turn.clamp(-1.0, 1.0).acos();
    let leg = (distance(p, corner) + distance(q, corner)) / 2.0;
    let radius = leg / (angle / 2.0).tan();
    // The side of the turn.
    let side = if u.cross(q - p) > 0.0 { 1.0 } else { -1.0 };
    let normal = vector(-side * u.y, side * u.x);
    (1..STEPS)
        .map(|i| {
            let a = angle * i as f32 / STEPS as f32;
            p + u * (radius * a.sin()) + normal * (radius * (1.0 - a.cos()))
        })
        .collect()
}

/// Returns the joints of sections, with each end in at most one, and the taps of the remaining ends.
pub(crate) fn joints(sections: &[Section]) -> (Vec<Joint>, Vec<Tap>) {
    let ends: Vec<(Point, Vector)> = (0..2 * sections.len()).map(|e| end(sections, e)).collect();
    let index = PointIndex::new(ends.iter().enumerate().map(|(e, (p, _))| (*p, e)));
    let mut all: Vec<(f32, Joint)> = Vec::new();
    for e in 0..ends.len() {
        let (p, reach) = (ends[e].0, LEG * 1.5 * sections[e / 2].width + 2.0);
        for (_, f) in index.within(Rect::new(p, p).grown(reach)) {
            // The end of the wider section has the longer reach. For equal widths, check each pair once.
            let (w, x) = (sections[e / 2].width, sections[f / 2].width);
            if f / 2 == e / 2 || (x, f) > (w, e) {
                continue;
            }
            all.extend(joint(sections, e, f));
        }
    }
    // Joints without a change of width come first, then the nearest.
    all.sort_by(|a, b| {
        let reduced = |j: &Joint| j.reduces;
        reduced(&a.1).cmp(&reduced(&b.1)).then(a.0.total_cmp(&b.0)).then(a.1.ends.cmp(&b.1.ends))
    });
    let (chosen, taken) = first_of_each(ends.len(), all.into_iter().map(|(_, joint)| joint), |joint| joint.ends);
    let taps = taps(sections, &chosen, &taken);
    (chosen, taps)
}

/// Returns the taps: unjoined ends at the side of a section, or of the gap between two sections in line.
fn taps(sections: &[Section], joints: &[Joint], taken: &[bool]) -> Vec<Tap> {
    use crate::routes::areas::Areas;
    use crate::routes::duct::pieces::Piece;
    let mut sides: Vec<(usize, Section)> = sections.iter().copied().enumerate().collect();
    for joint in joints.iter().filter(|j| !j.elbow) {
        let [e, f] = joint.ends;
        let (p, q) = (end(sections, e).0, end(sections, f).0);
        let wide = if sections[e / 2].width >= sections[f / 2].width { e / 2 } else { f / 2 };
        if let Some(axis) = Piece::new(p, q) {
            sides.push((wide, Section { axis, width: sections[wide].width, joints: 0 }));
        }
    }
    let boxes = Areas::new(sides.iter().map(|(_, s)| Rect::between(s.axis.a, s.axis.b).grown(s.width / 2.0)).collect());
    let mut out = Vec::new();
    for e in (0..taken.len()).filter(|e| !taken[*e]) {
        let (p, u) = end(sections, e);
        let width = sections[e / 2].width;
        let reach = TAP * width;
        let tip = p + u * reach;
        let area = Rect::between(p, tip).grown(1.0);
        let mut best: Option<(f32, Tap)> = None;
        for (i, _) in boxes.touching(area) {
            let (main, side) = &sides[i];
            let Point { x: along, y: off, .. } = side.axis.place(p);
            // The end must point toward the main's middle, at an angle of 30° or more.
            let toward = u.cross(side.axis.along) * off;
            if *main == e / 2 || toward.abs() < 0.5 * off.abs() || side.width < 0.6 * width {
                continue;
            }
            let into = side.axis.along.cross(u);
            let gap = (off.abs() - side.width / 2.0).max(0.0) / into.abs();
            let ahead = off * into < 0.0;
            let foot = along + gap * u.dot(side.axis.along);
            let beside = (-0.6 * width..=side.axis.length + 0.6 * width).contains(&foot);
            if ahead && beside && gap <= reach && best.is_none_or(|b| gap < b.0) {
                let at = p + u * gap;
                best = Some((gap, Tap { end: e, main: *main, at }));
            }
        }
        out.extend(best.map(|b| b.1));
    }
    out
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;
    use crate::routes::duct::pieces::Piece;

    fn section(a: [f32; 2], b: [f32; 2], width: f32) -> Section {
        Section { axis: Piece::new(a.into(), b.into()).unwrap(), width, joints: 0 }
    }

    #[test]
    fn elbows_and_reducers_join_ends() {
        let round = [section([0.0, 0.0], [100.0, 0.0], 20.0), section([130.0, 30.0], [130.0, 120.0], 20.0)];
        let (found, _) = joints(&round);
        assert_eq!((found.len(), found[0].elbow, found[0].by.len()), (1, true, 5));
        let reduced = [section([0.0, 0.0], [100.0, 0.0], 20.0), section([120.0, 0.0], [200.0, 0.0], 12.0)];
        let (found, _) = joints(&reduced);
        assert_eq!((found.len(), found[0].reduces, found[0].elbow), (1, true, false));
        let apart = [section([0.0, 0.0], [100.0, 0.0], 20.0), section([100.0, 40.0], [200.0, 40.0], 20.0)];
        assert!(joints(&apart).0.is_empty());
    }

    #[test]
    fn a_branch_taps_the_side_of_its_main() {
        let tee = [section([0.0, 0.0], [100.0, 0.0], 20.0), section([50.0, 14.0], [50.0, 90.0], 10.0)];
        let (joined, taps) = joints(&tee);
        assert!(joined.is_empty());
        assert_eq!(taps.iter().map(|t| (t.main, t.at)).collect::<Vec<_>>(), [(0, point(50.0, 10.0))]);
    }
}
