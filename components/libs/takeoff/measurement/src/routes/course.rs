//! The course of a run: its longest way, its branches, and its ends without arrowheads. Ticks and letters are pruned
//! along the longest way. `tees` splits the rest at its forks.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use plumbline_geometry::{Point, Segment, Vector};

use crate::routes::graph::{Graph, distance};
use crate::routes::tees::{self, Split};

/// Longest barb of an arrowhead, in points.
const BARB: f32 = 12.0;
/// Cosine of the largest angle between a barb and the shaft: 60°.
const BARB_ANGLE: f32 = 0.5;
/// Cosine of the smallest bend that is a corner: 15°. Gentler bends are part of a curve.
const CORNER: f32 = 0.966;
/// Largest distance of a removed point from the line between its neighbors, in points.
const STRAIGHT: f32 = 0.05;

/// Most loops of a normal run. A run with more is a mesh, whose longest way means nothing and is slow to find.
const MANY_LOOPS: usize = 60;

/// One way through a run, from end to end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Way {
    pub(crate) points: Vec<Point>,
    /// The length of its edges in points.
    pub(crate) length: f32,
    /// The indices of its edges in the graph.
    pub(crate) edges: Vec<usize>,
}

impl Way {
    /// Creates the way over some nodes and edges, without the points inside straight lines.
    pub(crate) fn new(graph: &Graph, nodes: &[usize], edges: Vec<usize>) -> Self {
        let points: Vec<Point> = nodes.iter().map(|n| graph.nodes[*n]).collect();
        let length = edges.iter().map(|e| graph.edges[*e].length).sum();
        Self { points: simplified(&points), length, edges }
    }
}

/// A run of connected lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Course {
    /// The longest way. After [`Course::split_at_tees`], the longest trunk.
    pub(crate) points: Vec<Point>,
    /// The other ways.
    pub(crate) branches: Vec<Way>,
    /// The indices of the edges of `points` in the graph.
    pub(crate) edges: Vec<usize>,
    /// The points where branches meet the trunk or each other.
    pub(crate) forks: Vec<Point>,
    /// The total length in points.
    pub(crate) length: f32,
    /// Whether a gap of dashes was bridged.
    pub(crate) dashed: bool,
    /// The length of all bridged gaps in points.
    pub(crate) gaps: f32,
    /// The loose ends.
    pub(crate) ends: Vec<Point>,
    /// The number of loops.
    pub(crate) loops: usize,
    /// The number of straight pieces and curves between corners.
    pub(crate) segments: u32,
}

impl Course {
    /// Removes the branches shorter than `shortest` points: ticks, valves and letters that touch the line.
    pub(crate) fn prune(&mut self, shortest: f32) {
        self.drop_branches(|branch| branch.length < shortest);
    }

    /// Removes the branches for which `is_dropped` returns true. Their loose ends stay in `ends`.
    pub(crate) fn drop_branches(&mut self, is_dropped: impl Fn(&Way) -> bool) {
        let (dropped, kept): (Vec<Way>, Vec<Way>) =
            std::mem::take(&mut self.branches).into_iter().partition(|branch| is_dropped(branch));
        self.branches = kept;
        for branch in &dropped {
            self.length -= branch.length;
            self.segments -= pieces(&branch.points);
        }
    }

    /// Splits the run into trunks and branches, each from end to end.
    pub(crate) fn split_at_tees(&mut self, graph: &Graph) {
        if self.branches.is_empty() {
            return;
        }
        let all: Vec<usize> = self.branches.iter().flat_map(|b| &b.edges).chain(&self.edges).copied().collect();
        let Split { trunk, branches, forks } = tees::split(graph, &all);
        self.segments = pieces(&trunk.points) + branches.iter().map(|b| pieces(&b.points)).sum::<u32>();
        (self.points, self.edges, self.branches, self.forks) = (trunk.points, trunk.edges, branches, forks);
    }

    /// Removes the loose branches shorter than `shortest` points: ticks and barbs drawn as one line across the run.
    pub(crate) fn prune_loose(&mut self, shortest: f32) {
        let loose: Vec<Point> = self.ends.clone();
        let is_loose = |p: &Point| loose.iter().any(|end| distance(*end, *p) < STRAIGHT);
        self.drop_branches(|branch| branch.length < shortest && branch.points.last().is_some_and(is_loose));
    }

    /// Returns the points of the trunk and of each branch.
    pub(crate) fn ways(&self) -> impl Iterator<Item = &[Point]> {
        std::iter::once(self.points.as_slice()).chain(self.branches.iter().map(|b| b.points.as_slice()))
    }

    /// Removes some ways. The longest of the others becomes the trunk. Returns whether any is left.
    pub(crate) fn drop_ways(&mut self, drop: &[bool]) -> bool {
        let length = self.trunk_length();
        let trunk = Way { points: std::mem::take(&mut self.points), length, edges: std::mem::take(&mut self.edges) };
        let all = std::iter::once(trunk).chain(std::mem::take(&mut self.branches));
        let mut kept = all.zip(drop).filter(|(_, drop)| !**drop).map(|(way, _)| way);
        let Some(trunk) = kept.next() else { return false };
        self.branches = kept.collect();
        self.length = trunk.length + self.branches.iter().map(|b| b.length).sum::<f32>();
        self.segments = pieces(&trunk.points) + self.branches.iter().map(|b| pieces(&b.points)).sum::<u32>();
        (self.points, self.edges) = (trunk.points, trunk.edges);
        true
    }

    /// Returns the length of the trunk without its branches, in points.
    pub(crate) fn trunk_length(&self) -> f32 {
        self.length - self.branches.iter().map(|b| b.length).sum::<f32>()
    }
}

/// Removes open arrowheads (two short barbs at a tip) from the lines, and returns their tips.
pub(crate) fn strip_arrowheads(graph: &Graph) -> (Graph, Vec<Point>) {
    let mut drop = vec![false; graph.edges.len()];
    let mut tips = Vec::new();
    for tip in 0..graph.nodes.len() {
        if graph.at[tip].len() != 3 {
            continue;
        }
        let is_barb = |e: &&usize| graph.edges[**e].length <= BARB && graph.at[graph.other(**e, tip)].len() == 1;
        let mut barbs: Vec<usize> = graph.at[tip].iter().filter(is_barb).copied().collect();
        if barbs.len() == 3 {
            // The longest of the three is the shaft, even if it is short.
            barbs.sort_by(|a, b| graph.edges[*a].length.total_cmp(&graph.edges[*b].length));
            barbs.pop();
        }
        let [a, b] = barbs[..] else { continue };
        let Some(shaft) = graph.at[tip].iter().copied().find(|e| *e != a && *e != b) else { continue };
        let direction = |e: usize| {
            let (p, q) = (graph.nodes[tip], graph.nodes[graph.other(e, tip)]);
            let l = distance(p, q).max(f32::MIN_POSITIVE);
            (q - p) / l
        };
        let (u, v, s) = (direction(a), direction(b), direction(shaft));
        let along = |x: Vector| x.dot(s);
        let across = |x: Vector| x.cross(s);
        let alike = (graph.edges[a].length - graph.edges[b].length).abs() <= 0.25 * graph.edges[a].length.max(1.0);
        let longest = graph.edges[a].length.max(graph.edges[b].length);
        if alike
            && along(u) > BARB_ANGLE
            && along(v) > BARB_ANGLE
            && across(u) * across(v) < 0.0
            && graph.edges[shaft].length >= longest
        {
            drop[a] = true;
            drop[b] = true;
            tips.push(graph.nodes[tip]);
        }
    }
    if tips.is_empty() {
        return (graph.clone(), tips);
    }
    (graph.restricted(|e| !drop[e]), tips)
}

/// Returns the course of one component.
pub(crate) fn course(graph: &Graph, edges: &[usize]) -> Option<Course> {
    let length = edges.iter().map(|e| graph.edges[*e].length).sum();
    let dashed = edges.iter().any(|e| graph.edges[*e].gap);
    let gaps = edges.iter().map(|e| &graph.edges[*e]).filter(|e| e.gap).map(|e| e.length).sum();
    let mut ends: Vec<usize> = edges.iter().flat_map(|e| [graph.edges[*e].a, graph.edges[*e].b]).collect();
    ends.retain(|n| graph.at[*n].len() == 1);
    let loops = graph.loops(edges);
    let ways = if loops > MANY_LOOPS { walks(graph, edges) } else { ways(graph, edges) };
    let segments = ways.iter().map(|w| pieces(&w.points)).sum();
    let mut ways = ways.into_iter();
    let Way { points, edges, .. } = ways.next()?;
    let ends = ends.into_iter().map(|n| graph.nodes[n]).collect();
    Some(Course {
        points,
        branches: ways.collect(),
        edges,
        forks: Vec::new(),
        length,
        dashed,
        gaps,
        ends,
        loops,
        segments,
    })
}

/// Returns the longest way through some edges, then the longest ways through the remaining ones.
fn ways(graph: &Graph, edges: &[usize]) -> Vec<Way> {
    // The set is as large as the component, not the graph: a sheet has many thousand components.
    let mut left: HashSet<usize> = edges.iter().copied().collect();
    let mut out = Vec::new();
    let mut starts: Vec<usize> = edges.to_vec();
    while let Some(edge) = starts.pop() {
        if !left.contains(&edge) {
            continue;
        }
        let (far, _) = farthest(graph, &left, graph.edges[edge].a);
        let (end, came) = farthest(graph, &left, far);
        let (mut way, mut over) = (vec![end], Vec::new());
        let mut at = end;
        while let Some((edge, before)) = came.get(&at).copied() {
            left.remove(&edge);
            over.push(edge);
            way.push(before);
            at = before;
        }
        if way.len() < 2 {
            // A loop back to the same node: its edge is a way by itself.
            left.remove(&edge);
            (way, over) = (vec![graph.edges[edge].a, graph.edges[edge].b], vec![edge]);
        }
        out.push(Way::new(graph, &way, over));
        if left.contains(&edge) {
            starts.push(edge);
        }
    }
    // The first way runs through all edges. The remaining components follow, the longest first.
    out.sort_by(|a, b| b.length.total_cmp(&a.length));
    out
}

/// Returns the edges of a mesh as ways. Each way goes straight on as far as possible.
fn walks(graph: &Graph, edges: &[usize]) -> Vec<Way> {
    let mut left: HashSet<usize> = edges.iter().copied().collect();
    let mut out = Vec::new();
    for &start in edges {
        if !left.remove(&start) {
            continue;
        }
        let (mut way, mut over) = (vec![graph.edges[start].a, graph.edges[start].b], vec![start]);
        for _ in 0..2 {
            while let [.., before, at] = way[..] {
                let (p, q) = (graph.nodes[before], graph.nodes[at]);
                let ahead = |e: usize| {
                    let r = graph.nodes[graph.other(e, at)];
                    (q - p).dot(r - q) / (distance(p, q) * distance(q, r)).max(f32::MIN_POSITIVE)
                };
                let next = graph.at[at].iter().copied().filter(|e| left.contains(e));
                let Some(next) = next.max_by(|a, b| ahead(*a).total_cmp(&ahead(*b)).then(b.cmp(a))) else { break };
                left.remove(&next);
                over.push(next);
                way.push(graph.other(next, at));
            }
            way.reverse();
        }
        out.push(Way::new(graph, &way, over));
    }
    out.sort_by(|a: &Way, b| b.length.total_cmp(&a.length));
    out
}

/// A node to visit, ordered nearest first.
#[derive(PartialEq)]
struct Visit(f32, usize);
impl Eq for Visit {}
impl Ord for Visit {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}
impl PartialOrd for Visit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The edge and the node from which each node is reached.
type Came = HashMap<usize, (usize, usize)>;

/// Returns the node farthest from a start over the allowed edges, and the way to every node.
fn farthest(graph: &Graph, allowed: &HashSet<usize>, start: usize) -> (usize, Came) {
    let mut best: HashMap<usize, f32> = HashMap::from([(start, 0.0)]);
    let mut came = Came::new();
    let mut heap = BinaryHeap::from([Visit(0.0, start)]);
    let mut far = (0.0, start);
    while let Some(Visit(d, node)) = heap.pop() {
        if best.get(&node).is_some_and(|b| d > *b) {
            continue;
        }
        if d > far.0 {
            far = (d, node);
        }
        for &edge in graph.at[node].iter().filter(|e| allowed.contains(*e)) {
            let next = graph.other(edge, node);
            let total = d + graph.edges[edge].length;
            if best.get(&next).is_none_or(|b| total < *b) {
                best.insert(next, total);
                came.insert(next, (edge, node));
                heap.push(Visit(total, next));
            }
        }
    }
    (far.1, came)
}

/// Returns a way without the points on the line between their neighbors.
fn simplified(way: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(way.len());
    for (i, p) in way.iter().enumerate() {
        if let (Some(last), Some(next)) = (out.last(), way.get(i + 1)) {
            let (_, off) = crate::routes::graph::foot(&Segment::new(*last, *next), *p);
            if off <= STRAIGHT {
                continue;
            }
        }
        out.push(*p);
    }
    out
}

/// Returns the number of straight pieces and curves of a way, one more than its corners.
pub(crate) fn pieces(way: &[Point]) -> u32 {
    let corners = way.windows(3).filter(|w| {
        let (u, v) = (w[1] - w[0], w[2] - w[1]);
        let product = distance(w[0], w[1]) * distance(w[1], w[2]);
        u.dot(v) < CORNER * product
    });
    corners.count() as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_geometry::point;

    fn graph(lines: &[[f32; 4]], tolerance: f32) -> Graph {
        crate::routes::graph::graph(&lines.iter().map(|line| Segment::from(*line)).collect::<Vec<_>>(), tolerance)
    }

    #[test]
    fn a_fork_has_a_main_way_and_a_branch() {
        let g = graph(&[[0.0, 0.0, 100.0, 0.0], [40.0, 0.0, 40.0, 30.0]], 0.3);
        let c = course(&g, &g.components()[0]).unwrap();
        assert_eq!((c.length, c.ends.len(), c.branches.len()), (130.0, 3, 1));
        assert_eq!(c.points.len(), 2);
    }

    #[test]
    fn barbs_are_not_length() {
        let g = graph(&[[0.0, 0.0, 100.0, 0.0], [100.0, 0.0, 94.0, 3.0], [100.0, 0.0, 94.0, -3.0]], 0.3);
        let (bare, tips) = strip_arrowheads(&g);
        assert_eq!(tips, [point(100.0, 0.0)]);
        assert_eq!(bare.edges.len(), 1);
        let tee = graph(&[[0.0, 0.0, 100.0, 0.0], [100.0, 0.0, 100.0, 8.0], [100.0, 0.0, 100.0, -8.0]], 0.3);
        assert!(strip_arrowheads(&tee).1.is_empty());
    }
}
