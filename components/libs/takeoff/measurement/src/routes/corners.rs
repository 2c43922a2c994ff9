//! Repairs dash patterns at symbols, corners, tees and crossing lines.

use std::collections::HashMap;

use plumbline_geometry::{Axis, BoxIndex, Point, PointIndex, Rect, Segment, Vector, VectorExt as _};

use crate::routes::areas::Areas;
use crate::routes::dash_limits::{AHEAD, LETTER, LONGEST_DASH, LONGEST_GAP};
use crate::routes::graph::{Graph, distance, foot};

/// Cosine of the largest bend of a line at a node on it. The node may be a little beside the line.
const THROUGH: f32 = 0.85;

/// Detaches dashes that end on a line by chance. If the next dash continues beyond the line, the end is not a tee.
pub(crate) fn detach_crossing_dashes(graph: &mut Graph) {
    let index = PointIndex::new(graph.ends().into_iter().map(|n| (graph.nodes[n], n)));
    let mut detached: Vec<(usize, usize)> = Vec::new();
    for node in (0..graph.nodes.len()).filter(|n| graph.at[*n].len() == 3) {
        let p = graph.nodes[node];
        let toward = |e: usize| {
            let q = graph.nodes[graph.other(e, node)];
            let l = distance(p, q).max(f32::MIN_POSITIVE);
            (q - p) / l
        };
        let ways = [0, 1, 2].map(|k| [0, 1, 2].map(|i| graph.at[node][(k + i) % 3]));
        let straightest = |w: &&[usize; 3]| toward(w[1]).dot(toward(w[2]));
        let Some(&[dash, one, two]) = ways.iter().min_by(|a, b| straightest(a).total_cmp(&straightest(b))) else {
            continue;
        };
        let d = toward(dash);
        let passes = toward(one).dot(toward(two)) <= -THROUGH || is_beside(graph, node, one, two);
        if !passes || graph.edges[dash].length > LONGEST_DASH {
            continue;
        }
        let goes_on = index.near(p, LONGEST_GAP).any(|(q, b)| {
            let w = distance(p, q);
            let v = (q - p) / w.max(f32::MIN_POSITIVE);
            let faces = graph.outward(b).is_some_and(|o| o.dot(v) <= -AHEAD);
            w > 0.05 && faces && v.dot(d) <= -AHEAD
        });
        if goes_on {
            detached.push((dash, node));
        }
    }
    for (dash, node) in detached {
        graph.detach(dash, node);
        straighten(graph, node);
    }
}

/// Returns whether a node only looks like a bend because one of its edges is short: it is close to the edges' line.
fn is_beside(graph: &Graph, node: usize, one: usize, two: usize) -> bool {
    const ASIDE: f32 = 0.6;
    let (a, b) = (graph.nodes[graph.other(one, node)], graph.nodes[graph.other(two, node)]);
    let (t, off) = foot(&Segment::new(a, b), graph.nodes[node]);
    t > 0.0 && t < 1.0 && off <= ASIDE
}

/// Moves a node that joined a line from a little beside it onto the line. Near the end of a dash, it would turn the
/// dash's direction, so that the next dash would no longer be ahead.
fn straighten(graph: &mut Graph, node: usize) {
    let [one, two] = graph.at[node][..] else { return };
    let (a, b) = (graph.nodes[graph.other(one, node)], graph.nodes[graph.other(two, node)]);
    let line = Segment::new(a, b);
    let (t, _) = foot(&line, graph.nodes[node]);
    let place = a + (b - a) * t;
    graph.nodes[node] = place;
    for e in [one, two] {
        graph.edges[e].length = distance(graph.nodes[graph.edges[e].a], graph.nodes[graph.edges[e].b]);
    }
}

/// Extends strokes to a symbol if the gap of their pattern is right before it.
pub(crate) fn reach_symbols(graph: &mut Graph, reach: f32, symbols: &Areas) {
    if symbols.is_empty() {
        return;
    }
    for end in graph.ends() {
        let Some(d) = graph.outward(end) else { continue };
        let p = graph.nodes[end];
        let around = Rect::between(p, p).grown(reach);
        let hit =
            symbols.touching(around).filter_map(|(_, s)| ray_enters(p, d, s)).filter(|t| (0.3..=reach).contains(t));
        if let Some(t) = hit.reduce(f32::min) {
            let node = graph.node(p + d * t);
            graph.connect(end, node, true);
        }
    }
}

/// Returns the distance along a ray to a box that the ray does not start in.
fn ray_enters(p: Point, d: Vector, area: Rect) -> Option<f32> {
    let (mut near, mut far) = (0.0f32, f32::INFINITY);
    for axis in Axis::BOTH {
        let (low, high) = axis.span(area);
        let (start, step) = (axis.of(p), axis.of(d.to_point()));
        if step.abs() < 1e-6 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        near = near.max(a.min(b));
        far = far.min(a.max(b));
    }
    (near <= far && near > 0.0).then_some(near)
}

/// Extends strokes to the line that they point at if the gap of their pattern is at a corner or a tee.
pub(crate) fn close_corners(graph: &mut Graph, reach: f32) {
    let edges = (0..graph.edges.len()).filter(|e| !graph.edges[*e].gap);
    let index = BoxIndex::new(edges.map(|e| {
        let (p, q) = (graph.nodes[graph.edges[e].a], graph.nodes[graph.edges[e].b]);
        (Rect::between(p, q), e)
    }));
    // The parts of each edge after the splits so far.
    let mut parts: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut first: HashMap<usize, usize> = HashMap::new();
    // A component no longer than a letter or two is lettering beside the line.
    let mut lettering = vec![false; graph.nodes.len()];
    for edges in graph.components() {
        if edges.iter().map(|e| graph.edges[*e].length).sum::<f32>() < 2.0 * LETTER {
            edges.iter().for_each(|e| {
                lettering[graph.edges[*e].a] = true;
                lettering[graph.edges[*e].b] = true;
            });
        }
    }
    for end in graph.ends().into_iter().filter(|n| !lettering[*n]) {
        let Some(d) = graph.outward(end) else { continue };
        let p = graph.nodes[end];
        let own = graph.at[end][0];
        let tip = p + d * reach;
        let mut best: Option<(f32, usize)> = None;
        for hit in index.touching(Rect::between(p, tip)) {
            for edge in parts.get(&hit).map_or(std::slice::from_ref(&hit), Vec::as_slice) {
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
        let place = p + d * t;
        let e = graph.edges[edge];
        let near = [e.a, e.b].into_iter().find(|n| distance(graph.nodes[*n], place) < 0.3);
        let node = near.unwrap_or_else(|| {
            let node = graph.split(edge, place);
            let new = graph.edges.len() - 1;
            let whole = first.get(&edge).copied().unwrap_or(edge);
            first.insert(new, whole);
            parts.entry(whole).or_insert_with(|| vec![whole]).push(new);
            node
        });
        graph.connect(end, node, true);
    }
}

/// Returns the distance along a ray to a segment at an angle to it. Parallel segments do not count.
fn ray_hits(p: Point, d: Vector, q: Point, r: Point) -> Option<f32> {
    let s = r - q;
    let cross = d.cross(s);
    let length = s.hypot();
    if length == 0.0 || cross.abs() < 0.3 * length {
        return None;
    }
    let w = q - p;
    let t = w.cross(s) / cross;
    let u = w.cross(d) / cross;
    let slack = 0.3 / length;
    (t >= 0.0 && u >= -slack && u <= 1.0 + slack).then_some(t)
}
