//! Finds straight sections of duct: two parallel lines with nothing between them.

use plumbline_geometry::{BoxIndex, Point, Rect};

use crate::routes::duct::pieces::Piece;

/// Narrowest duct on paper, in points.
const NARROWEST: f32 = 2.5;
/// Sine of the largest angle between the two edges: 1°.
const PARALLEL: f32 = 0.0175;
/// Smallest ratio of a section's length to its width. Shorter sections are fittings.
const LONG: f32 = 1.1;
/// Most parallels around an edge. A line with more is part of a hatch.
const MOST_NEIGHBORS: usize = 300;
/// Most lines around an edge, in any direction. A line with more is part of a texture.
const MOST_AROUND: usize = 2000;
/// Largest distance from the line of a joint to each edge, in points.
const REACHES: f32 = 1.2;
/// Longest part of an edge that two sections may share, in points.
const SHARED: f32 = 2.0;

/// A straight section of duct.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Section {
    pub(crate) axis: Piece,
    /// The distance between its edges, in points.
    pub(crate) width: f32,
    /// The number of lines across it from edge to edge: joints and ends.
    pub(crate) joints: usize,
}

impl Section {
    /// Returns whether a point is inside the section, or at most `slack` points outside.
    pub(crate) fn holds(&self, p: Point, slack: f32) -> bool {
        let Point { x: along, y: side, .. } = self.axis.place(p);
        along >= -slack && along <= self.axis.length + slack && side.abs() <= self.width / 2.0 + slack
    }
}

fn around(p: &Piece, reach: f32) -> Rect {
    Rect::between(p.a, p.b).grown(reach)
}

/// A possible section, its edges and its score.
struct Candidate {
    edges: [usize; 2],
    section: Section,
    score: f32,
}

/// Returns the sections among the lines of a class that are at most `widest` points wide. `sized` returns whether a
/// label states the width of a section.
pub(crate) fn sections(pieces: &[Piece], widest: f32, sized: impl Fn(&Section) -> bool) -> Vec<Section> {
    let index = BoxIndex::new(pieces.iter().enumerate().map(|(i, p)| (Rect::between(p.a, p.b), i)));
    let mut candidates: Vec<Candidate> = Vec::new();
    for (i, p) in pieces.iter().enumerate() {
        for (j, from, to, side) in parallels(pieces, &index, i, widest) {
            let Some(axis) = Piece::new(p.at(from, side / 2.0), p.at(to, side / 2.0)) else { continue };
            let width = side.abs();
            // The section is found from both edges but counts once.
            if j < i || axis.length < LONG * width {
                continue;
            }
            let mut section = Section { axis, width, joints: 0 };
            section.joints = joints(pieces, &index, &section);
            // A label is the strongest evidence, then lines across, then a long and slender shape.
            let score = if sized(&section) { 1000.0 } else { 0.0 }
                + 100.0 * section.joints.min(3) as f32
                + (axis.length / width).min(50.0);
            candidates.push(Candidate { edges: [i, j], section, score });
        }
    }
    candidates.sort_by(|x, y| {
        let (a, b) = (&x.section, &y.section);
        y.score
            .total_cmp(&x.score)
            .then(a.width.total_cmp(&b.width))
            .then(a.axis.a.y.total_cmp(&b.axis.a.y))
            .then(a.axis.a.x.total_cmp(&b.axis.a.x))
            .then(x.edges.cmp(&y.edges))
    });
    choose(pieces, candidates)
}

/// Returns the sections that share no edge and are not inside one another.
fn choose(pieces: &[Piece], candidates: Vec<Candidate>) -> Vec<Section> {
    // The intervals of each piece that are already edges.
    let mut taken: Vec<Vec<(f32, f32)>> = vec![Vec::new(); pieces.len()];
    let mut out: Vec<Section> = Vec::new();
    let mut boxes: BoxIndex<usize> = BoxIndex::new([]);
    for Candidate { edges: [i, j], section, .. } in candidates {
        let spans = [i, j].map(|edge| {
            let (u, v) = (pieces[edge].place(section.axis.a).x, pieces[edge].place(section.axis.b).x);
            (u.min(v), u.max(v))
        });
        let shared = |edge: usize, s: (f32, f32)| taken[edge].iter().any(|t| t.0.max(s.0) + SHARED < t.1.min(s.1));
        let middle = section.axis.at(section.axis.length / 2.0, 0.0);
        let inside = boxes.at(middle).any(|hit| out[hit].holds(middle, 0.0));
        if inside || shared(i, spans[0]) || shared(j, spans[1]) {
            continue;
        }
        taken[i].push(spans[0]);
        taken[j].push(spans[1]);
        boxes.insert(around(&section.axis, section.width / 2.0), out.len());
        out.push(section);
    }
    out
}

/// Returns the nearest parallels on both sides of a piece: index, start and end along it, and distance to the side.
fn parallels(pieces: &[Piece], index: &BoxIndex<usize>, i: usize, widest: f32) -> Vec<(usize, f32, f32, f32)> {
    let p = &pieces[i];
    let mut beside: Vec<(f32, f32, f32, usize)> = Vec::new();
    for (seen, j) in index.touching(around(p, widest)).enumerate() {
        if seen > MOST_AROUND {
            return Vec::new();
        }
        let q = &pieces[j];
        let cross = p.along.x * q.along.y - p.along.y * q.along.x;
        if j == i || cross.abs() > PARALLEL {
            continue;
        }
        let (u, v) = (p.place(q.a), p.place(q.b));
        let (from, to) = (u.x.min(v.x).max(0.0), u.x.max(v.x).min(p.length));
        let side = (u.y + v.y) / 2.0;
        if to - from > SHARED && (NARROWEST..=widest).contains(&side.abs()) {
            beside.push((side, from, to, j));
        }
    }
    if beside.len() > MOST_NEIGHBORS {
        return Vec::new();
    }
    beside.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()).then(a.1.total_cmp(&b.1)).then(a.3.cmp(&b.3)));
    // Keep only the parts that no nearer parallel hides.
    let mut open: [Vec<(f32, f32)>; 2] = [vec![(0.0, p.length)], vec![(0.0, p.length)]];
    let mut out = Vec::new();
    for (side, from, to, j) in beside {
        let mut left = Vec::new();
        let open = &mut open[usize::from(side > 0.0)];
        for (a, b) in open.drain(..) {
            let (low, high) = (a.max(from), b.min(to));
            if high - low <= SHARED {
                left.push((a, b));
                continue;
            }
            out.push((j, low, high, side));
            left.extend([(a, low), (high, b)].into_iter().filter(|r| r.1 - r.0 > SHARED));
        }
        *open = left;
    }
    out
}

/// Returns how many lines cross a section from edge to edge.
fn joints(pieces: &[Piece], index: &BoxIndex<usize>, section: &Section) -> usize {
    let (axis, half) = (&section.axis, section.width / 2.0);
    let across = |p: &Piece| {
        let (u, v) = (axis.place(p.a), axis.place(p.b));
        let within = |x: f32| x >= -REACHES && x <= axis.length + REACHES;
        let edge = |y: f32| (y.abs() - half).abs() <= REACHES;
        within(u.x) && within(v.x) && (u.x - v.x).abs() <= 0.2 * half && edge(u.y) && edge(v.y) && u.y * v.y < 0.0
    };
    let area = around(axis, half + REACHES);
    index.touching(area).map(|hit| &pieces[hit]).filter(|p| area.contains(p.a) && across(p)).take(8).count()
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::Segment;

    use super::*;
    use crate::routes::duct::pieces::pieces;

    fn found(lines: &[[f32; 4]]) -> Vec<Section> {
        let lines: Vec<Segment> = lines.iter().map(|line| Segment::from(*line)).collect();
        sections(&pieces(&lines), 60.0, |_| false)
    }

    #[test]
    fn two_parallel_lines_are_a_section() {
        let all = found(&[[0.0, 0.0, 100.0, 0.0], [100.0, 20.0, 0.0, 20.0]]);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].width, all[0].axis.length), (20.0, 100.0));
        assert!(found(&[[0.0, 0.0, 100.0, 0.0], [0.0, 70.0, 100.0, 70.0]]).is_empty());
    }

    #[test]
    fn the_space_between_two_ducts_is_none() {
        let lines = [
            [0.0, 0.0, 100.0, 0.0],
            [0.0, 20.0, 100.0, 20.0],
            [0.0, 30.0, 100.0, 30.0],
            [0.0, 50.0, 100.0, 50.0],
            [40.0, 0.0, 40.0, 20.0],
            [60.0, 30.0, 60.0, 50.0],
        ];
        let mut widths: Vec<f32> = found(&lines).iter().map(|s| s.width).collect();
        widths.sort_by(f32::total_cmp);
        assert_eq!(widths, [20.0, 20.0]);
    }
}
