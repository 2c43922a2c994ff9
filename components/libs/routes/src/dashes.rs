//! Dashed and dash-dot lines that were plotted as separate strokes, put together again; letters in them (`—con—`,
//! `— G —`) taken out.
//!
//! A gap is bridged when the strokes on both sides point at each other and gaps of its length recur among the lines of
//! the class: one gap alone may be where a line passes a symbol, a gap that recurs is a pattern.

use std::collections::HashMap;

use rstar::{AABB, PointDistance, RTree, primitives::GeomWithData, primitives::Rectangle};

use crate::graph::{Graph, distance};
use crate::model::LineType;

/// Longest gap of a dash pattern, in points (7 mm on paper; a gap with letters in it is that long).
const LONGEST_GAP: f32 = 20.0;
/// Longest dash, in points (40 mm on paper).
const LONGEST_DASH: f32 = 115.0;
/// Strokes shorter than this are dots, in points.
const DOT: f32 = 1.0;
/// Letters and small symbols are smaller than this, in points.
const LETTER: f32 = 14.0;
/// How much longer than its chord a dash may be: round a square corner 1.42.
const BENT: f32 = 1.45;
/// Cosine of the greatest angle between a dash and the gap after it: 11°, for dashes along arcs.
const AHEAD: f32 = 0.98;
/// Farthest that the line may shift sideways across a gap, in points.
const SIDEWAYS: f32 = 1.0;
/// How often a gap must recur.
const RECURS: usize = 3;

/// A class with more edges is a hatch, whatever its name; it is not searched for dashes.
const MOST_EDGES: usize = 150_000;

/// A component of the graph as a possible dash.
struct Piece {
    /// Its two ends when it is a plain line.
    ends: Option<[usize; 2]>,
    length: f32,
    size: f32,
}

fn piece(graph: &Graph, edges: &[usize]) -> Piece {
    let mut length = 0.0;
    let mut b = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    let (mut ends, mut forks) = (Vec::new(), false);
    for &e in edges {
        length += graph.edges[e].length;
        for n in [graph.edges[e].a, graph.edges[e].b] {
            let p = graph.nodes[n];
            b = [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])];
            match graph.at[n].len() {
                1 => ends.push(n),
                2 => {}
                _ => forks = true,
            }
        }
    }
    let ends = if forks { None } else { <[usize; 2]>::try_from(ends).ok() };
    Piece { ends, length, size: (b[2] - b[0]).max(b[3] - b[1]) }
}

/// Whether a piece is a letter, a dot or a small symbol rather than a stroke of a line.
fn is_letter(graph: &Graph, piece: &Piece) -> bool {
    match piece.ends {
        Some([a, b]) => {
            let chord = distance(graph.nodes[a], graph.nodes[b]);
            piece.length < DOT || piece.size < LETTER && piece.length > BENT * chord
        }
        None => piece.size < LETTER,
    }
}

/// A gap between two ends.
struct Gap {
    a: usize,
    b: usize,
    width: f32,
    /// The shorter of the two strokes beside it.
    beside: f32,
}

/// The graph with dashes joined, and the line type of what has gaps. `blocked` areas (symbols) interrupt a line for
/// good.
pub(crate) fn bridged(graph: &Graph, blocked: &[[f32; 4]]) -> (Graph, LineType) {
    if graph.edges.len() > MOST_EDGES {
        return (graph.clone(), LineType::Continuous);
    }
    let components = graph.components();
    let mut keep = vec![true; graph.edges.len()];
    let mut pieces: Vec<(Piece, bool)> = Vec::with_capacity(components.len());
    for edges in &components {
        let piece = piece(graph, edges);
        let letter = is_letter(graph, &piece);
        if letter {
            edges.iter().for_each(|e| keep[*e] = false);
        }
        pieces.push((piece, letter));
    }
    let strokes: Vec<&Piece> = pieces.iter().filter(|(_, letter)| !letter).map(|(p, _)| p).collect();
    let mut out = graph.restricted(|e| keep[e]);
    let lengths = stroke_at(&out);
    let gaps = gaps(&out, &lengths, blocked);
    let mut widths: Vec<f32> = gaps.iter().filter(|g| g.beside <= LONGEST_DASH).map(|g| g.width).collect();
    widths.sort_by(f32::total_cmp);
    let recurring = |w: f32| {
        let slack = (0.06 * w).max(0.25);
        let from = widths.partition_point(|x| *x < w - slack);
        let to = widths.partition_point(|x| *x <= w + slack);
        to - from >= RECURS
    };
    let accepted: Vec<&Gap> = gaps.iter().filter(|g| recurring(g.width)).collect();
    if accepted.is_empty() {
        return (out, LineType::Continuous);
    }
    for gap in &accepted {
        out.connect(gap.a, gap.b, true);
    }
    let reach = accepted.iter().map(|g| g.width).fold(0.0, f32::max);
    reach_symbols(&mut out, 1.1 * reach, blocked);
    close_corners(&mut out, 1.1 * reach);
    let dots = pieces.iter().filter(|(p, letter)| *letter && p.length < DOT).count();
    (out, pattern(&strokes, accepted.len(), dots))
}

/// For each node that ends a plain stroke: the stroke's length; infinite for ends of forks.
fn stroke_at(graph: &Graph) -> Vec<f32> {
    let mut out = vec![f32::INFINITY; graph.nodes.len()];
    for edges in graph.components() {
        let piece = piece(graph, &edges);
        for end in piece.ends.into_iter().flatten() {
            out[end] = piece.length;
        }
    }
    out
}

/// Pairs of ends that point at each other across a gap, each end in one pair at most, the closest first.
fn gaps(graph: &Graph, lengths: &[f32], blocked: &[[f32; 4]]) -> Vec<Gap> {
    let ends = graph.ends();
    let tree: RTree<GeomWithData<[f32; 2], usize>> =
        RTree::bulk_load(ends.iter().map(|n| GeomWithData::new(graph.nodes[*n], *n)).collect());
    let mut found: Vec<(f32, Gap)> = Vec::new();
    for &a in &ends {
        let Some(da) = graph.outward(a) else { continue };
        let p = graph.nodes[a];
        let around =
            AABB::from_corners([p[0] - LONGEST_GAP, p[1] - LONGEST_GAP], [p[0] + LONGEST_GAP, p[1] + LONGEST_GAP]);
        for hit in tree.locate_in_envelope(&around) {
            let b = hit.data;
            let width = hit.distance_2(&p).sqrt();
            if b <= a || !(0.05..=LONGEST_GAP).contains(&width) || graph.other(graph.at[a][0], a) == b {
                continue;
            }
            let Some(db) = graph.outward(b) else { continue };
            let q = graph.nodes[b];
            let v = [(q[0] - p[0]) / width, (q[1] - p[1]) / width];
            let (ahead, back) = (v[0] * da[0] + v[1] * da[1], -(v[0] * db[0] + v[1] * db[1]));
            let sideways = width * (1.0 - ahead.min(back).powi(2)).max(0.0).sqrt();
            let middle = [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0];
            let interrupted = blocked.iter().any(|s| plumbline_sheet::geometry::contains(*s, middle));
            if ahead < AHEAD || back < AHEAD || sideways > SIDEWAYS || interrupted {
                continue;
            }
            let gap = Gap { a, b, width, beside: lengths[a].min(lengths[b]) };
            found.push((width + 3.0 * sideways, gap));
        }
    }
    found.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1.a, x.1.b).cmp(&(y.1.a, y.1.b))));
    let mut taken = vec![false; graph.nodes.len()];
    let mut out = Vec::new();
    for (_, gap) in found {
        if !taken[gap.a] && !taken[gap.b] {
            taken[gap.a] = true;
            taken[gap.b] = true;
            out.push(gap);
        }
    }
    out
}

/// Where a pattern's gap falls before a symbol, the stroke's end is carried on to the symbol.
fn reach_symbols(graph: &mut Graph, reach: f32, symbols: &[[f32; 4]]) {
    for end in graph.ends() {
        let Some(d) = graph.outward(end) else { continue };
        let p = graph.nodes[end];
        let hit = symbols.iter().filter_map(|s| ray_enters(p, d, *s)).filter(|t| (0.3..=reach).contains(t));
        if let Some(t) = hit.reduce(f32::min) {
            let node = graph.node([p[0] + t * d[0], p[1] + t * d[1]]);
            graph.connect(end, node, true);
        }
    }
}

/// How far along a ray it enters a box that it does not begin in.
fn ray_enters(p: [f32; 2], d: [f32; 2], area: [f32; 4]) -> Option<f32> {
    let (mut near, mut far) = (0.0f32, f32::INFINITY);
    for axis in 0..2 {
        let (low, high) = (area[axis], area[axis + 2]);
        if d[axis].abs() < 1e-6 {
            if p[axis] < low || p[axis] > high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - p[axis]) / d[axis], (high - p[axis]) / d[axis]);
        near = near.max(a.min(b));
        far = far.min(a.max(b));
    }
    (near <= far && near > 0.0).then_some(near)
}

/// Where a pattern's gap falls on a corner or on a tee, the stroke's end is carried on to the line it points at.
fn close_corners(graph: &mut Graph, reach: f32) {
    let tree: RTree<GeomWithData<Rectangle<[f32; 2]>, usize>> = RTree::bulk_load(
        (0..graph.edges.len())
            .filter(|e| !graph.edges[*e].gap)
            .map(|e| {
                let (p, q) = (graph.nodes[graph.edges[e].a], graph.nodes[graph.edges[e].b]);
                GeomWithData::new(Rectangle::from_corners(p, q), e)
            })
            .collect(),
    );
    // The parts into which an edge has been split so far.
    let mut parts: HashMap<usize, Vec<usize>> = HashMap::new();
    for end in graph.ends() {
        let Some(d) = graph.outward(end) else { continue };
        let p = graph.nodes[end];
        let own = graph.at[end][0];
        let tip = [p[0] + reach * d[0], p[1] + reach * d[1]];
        let mut best: Option<(f32, usize)> = None;
        for hit in tree.locate_in_envelope_intersecting(&AABB::from_corners(p, tip)) {
            for edge in parts.get(&hit.data).map_or(std::slice::from_ref(&hit.data), Vec::as_slice) {
                let e = graph.edges[*edge];
                if *edge != own
                    && let Some(t) = ray_hits(p, d, graph.nodes[e.a], graph.nodes[e.b])
                    && (0.05..=reach).contains(&t)
                    && best.is_none_or(|b| (t, *edge) < b)
                {
                    best = Some((t, *edge));
                }
            }
        }
        let Some((t, edge)) = best else { continue };
        let place = [p[0] + t * d[0], p[1] + t * d[1]];
        let e = graph.edges[edge];
        let near = [e.a, e.b].into_iter().find(|n| distance(graph.nodes[*n], place) < 0.3);
        let node = near.unwrap_or_else(|| {
            let node = graph.split(edge, place);
            let new = graph.edges.len() - 1;
            let known = parts.iter().find(|(_, list)| list.contains(&edge)).map(|(o, _)| *o);
            parts.entry(known.unwrap_or(edge)).or_insert_with(|| vec![edge]).push(new);
            node
        });
        graph.connect(end, node, true);
    }
}

/// How far along a ray it meets a segment at an angle; parallel ones do not count.
fn ray_hits(p: [f32; 2], d: [f32; 2], q: [f32; 2], r: [f32; 2]) -> Option<f32> {
    let s = [r[0] - q[0], r[1] - q[1]];
    let cross = d[0] * s[1] - d[1] * s[0];
    let length = s[0].hypot(s[1]);
    if length == 0.0 || cross.abs() < 0.3 * length {
        return None;
    }
    let w = [q[0] - p[0], q[1] - p[1]];
    let t = (w[0] * s[1] - w[1] * s[0]) / cross;
    let u = (w[0] * d[1] - w[1] * d[0]) / cross;
    let slack = 0.3 / length;
    (t >= 0.0 && u >= -slack && u <= 1.0 + slack).then_some(t)
}

/// The line type that strokes, accepted gaps and dots make.
fn pattern(strokes: &[&Piece], gaps: usize, dots: usize) -> LineType {
    let mut lengths: Vec<f32> = strokes.iter().map(|p| p.length).filter(|l| *l <= LONGEST_DASH).collect();
    lengths.sort_by(f32::total_cmp);
    // The length in the middle by paper covered is that of the long dashes.
    let total: f32 = lengths.iter().sum();
    let mut sum = 0.0;
    let long = lengths.iter().copied().find(|l| {
        sum += l;
        sum * 2.0 >= total
    });
    let Some(long) = long else { return LineType::Dotted };
    let short = lengths.iter().filter(|l| **l * 2.5 < long).count();
    if (short + dots) * 5 >= gaps { LineType::DashDot } else { LineType::Dashed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::graph;

    fn dashes(pattern: &[f32], y: f32, to: f32) -> Vec<[f32; 4]> {
        let (mut x, mut out, mut i) = (0.0, Vec::new(), 0);
        while x < to {
            let dash: f32 = pattern[i % pattern.len()];
            let end = (x + dash.abs()).min(to);
            if dash > 0.0 {
                out.push([x, y, end, y]);
            }
            x = end;
            i += 1;
        }
        out
    }

    #[test]
    fn dash_dot_is_one_line_and_its_gaps_count() {
        let (joined, kind) = bridged(&graph(&dashes(&[22.0, -5.0, 5.0, -5.0], 10.0, 300.0), 0.3), &[]);
        assert_eq!(joined.components().len(), 1);
        assert_eq!(kind, LineType::DashDot);
        let length: f32 = joined.edges.iter().map(|e| e.length).sum();
        assert!((length - 300.0).abs() < 5.1, "{length}");
    }

    #[test]
    fn one_gap_is_an_interruption() {
        let (apart, kind) = bridged(&graph(&[[0.0, 0.0, 50.0, 0.0], [56.0, 0.0, 120.0, 0.0]], 0.3), &[]);
        assert_eq!(apart.components().len(), 2);
        assert_eq!(kind, LineType::Continuous);
    }

    #[test]
    fn a_symbol_interrupts_a_dashed_line() {
        let line = dashes(&[10.0, -4.0], 10.0, 138.0);
        let (apart, _) = bridged(&graph(&line, 0.3), &[[66.0, 5.0, 70.0, 15.0]]);
        assert_eq!(apart.components().len(), 2);
    }
}
