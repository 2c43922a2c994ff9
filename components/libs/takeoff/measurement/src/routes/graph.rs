//! Segments as a graph. Ends that meet are one node. An end on the middle of another segment is a fork. Lines that only
//! cross are not connected.

pub(crate) use plumbline_geometry::distance;
use plumbline_geometry::{BoxIndex, Buckets, Point, Rect, Segment, Vector, VectorExt as _, reached, total_order};

/// A straight edge between two nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// Length in points.
    pub(crate) length: f32,
    /// Whether the edge is a gap of a dashed line.
    pub(crate) gap: bool,
}

/// A graph of nodes and edges.
#[derive(Debug, Default, Clone)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Point>,
    pub(crate) edges: Vec<Edge>,
    /// The indices of the edges at each node.
    pub(crate) at: Vec<Vec<usize>>,
}

/// Finds the node at a position, or creates one.
struct Nodes {
    tolerance: f32,
    places: Vec<Point>,
    grid: Buckets<usize>,
}

impl Nodes {
    fn new(tolerance: f32) -> Self {
        Self { tolerance, places: Vec::new(), grid: Buckets::new(tolerance) }
    }

    fn find(&mut self, p: Point) -> usize {
        let all = self.grid.around(p).map(|node| (distance(self.places[node], p), node));
        let near = all.filter(|(d, _)| *d <= self.tolerance);
        if let Some((_, node)) = near.reduce(|best, one| if one.0 < best.0 { one } else { best }) {
            return node;
        }
        self.places.push(p);
        self.grid.insert(p, self.places.len() - 1);
        self.places.len() - 1
    }
}

/// Returns the position of a point's foot along a segment (0..1), and the distance to it.
pub(crate) fn foot(s: &Segment, p: Point) -> (f32, f32) {
    let step = s.vector();
    let square = step.square_length();
    let t = if square > 0.0 { (p - s.from).dot(step) / square } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    (t, distance(s.from + step * t, p))
}

/// Creates the graph of some segments. Ends within `tolerance` points meet. A piece drawn twice counts once.
pub(crate) fn graph(segments: &[Segment], tolerance: f32) -> Graph {
    let mut nodes = Nodes::new(tolerance);
    // Sort the segments, so that the drawing order does not matter.
    let mut sorted: Vec<Segment> = segments
        .iter()
        .map(|s| if (s.from.x, s.from.y) <= (s.to.x, s.to.y) { *s } else { Segment::new(s.to, s.from) })
        .collect();
    sorted.sort_by(|a, b| total_order(a.to_array(), b.to_array()));
    let ends: Vec<(usize, usize)> = sorted.iter().map(|s| (nodes.find(s.from), nodes.find(s.to))).collect();
    let splits = splits(&sorted, &ends, &nodes.places, tolerance);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for ((a, b), mut inner) in ends.into_iter().zip(splits) {
        inner.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mut last = a;
        for node in inner.into_iter().map(|(_, n)| n).chain(std::iter::once(b)) {
            if node != last {
                pairs.push((last.min(node), last.max(node)));
            }
            last = node;
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut graph = Graph { at: vec![Vec::new(); nodes.places.len()], nodes: nodes.places, edges: Vec::new() };
    for (a, b) in pairs {
        graph.connect(a, b, false);
    }
    graph
}

/// Returns the nodes on the middle of each segment, with their positions along it.
fn splits(segments: &[Segment], ends: &[(usize, usize)], nodes: &[Point], tolerance: f32) -> Vec<Vec<(f32, usize)>> {
    let index = BoxIndex::new(segments.iter().enumerate().map(|(i, s)| (s.bbox().grown(tolerance), i)));
    let mut out = vec![Vec::new(); segments.len()];
    let through = through(ends, nodes);
    for (node, place) in nodes.iter().enumerate() {
        for i in index.at(*place) {
            if ends[i].0 == node || ends[i].1 == node {
                continue;
            }
            let (t, off) = foot(&segments[i], *place);
            let passes = through[node].is_some_and(|far| {
                let [u, v] = far.map(|n| aside_beyond(&segments[i], tolerance, [node, n], nodes, &through));
                u * v < 0.0 && u.abs() > tolerance && v.abs() > tolerance
            });
            if off <= tolerance && t > 0.0 && t < 1.0 && !passes {
                out[i].push((t, node));
            }
        }
    }
    out
}

/// Returns the signed distance of a point from a segment's line.
fn aside(s: &Segment, p: Point) -> f32 {
    let step = s.vector();
    (p - s.from).cross(step) / step.hypot().max(f32::MIN_POSITIVE)
}

/// Returns the signed distance from a segment of a line that continues from one node through the next, at the first node
/// that is farther than `tolerance`. A curve may have several nodes that are closer.
fn aside_beyond(
    s: &Segment,
    tolerance: f32,
    [mut from, mut at]: [usize; 2],
    nodes: &[Point],
    through: &[Option<[usize; 2]>],
) -> f32 {
    /// Most pieces in which a curve leaves the line that it crosses.
    const MOST: usize = 8;
    for _ in 0..MOST {
        let by = aside(s, nodes[at]);
        match through[at] {
            Some([one, other]) if by.abs() <= tolerance => {
                (from, at) = (at, if one == from { other } else { one });
            }
            _ => return by,
        }
    }
    0.0
}

/// Returns the two adjacent nodes of each node where a line only continues, in two pieces or as a curve.
fn through(ends: &[(usize, usize)], nodes: &[Point]) -> Vec<Option<[usize; 2]>> {
    // Cosine of the smallest angle between the two pieces, 120°. A small jump has few pieces, because nearby points have
    // become one node.
    const ON: f32 = -0.5;
    const NOBODY: u32 = u32::MAX;
    let mut far = vec![[NOBODY; 2]; nodes.len()];
    let mut count = vec![0u8; nodes.len()];
    for &(a, b) in ends.iter().filter(|(a, b)| a != b) {
        for (n, other) in [(a, b), (b, a)] {
            if far[n][0] != other as u32 && far[n][1] != other as u32 {
                if let Some(slot) = far[n].get_mut(usize::from(count[n])) {
                    *slot = other as u32;
                }
                count[n] = count[n].saturating_add(1);
            }
        }
    }
    let goes_on = |n: usize| {
        let (p, [q, r]) = (nodes[n], far[n].map(|f| nodes[f as usize]));
        let (u, v) = (q - p, r - p);
        u.dot(v) <= ON * u.hypot() * v.hypot()
    };
    (0..nodes.len()).map(|n| (count[n] == 2 && goes_on(n)).then(|| far[n].map(|f| f as usize))).collect()
}

impl Graph {
    /// Adds a node.
    pub(crate) fn node(&mut self, place: Point) -> usize {
        self.nodes.push(place);
        self.at.push(Vec::new());
        self.nodes.len() - 1
    }

    /// Adds an edge.
    pub(crate) fn connect(&mut self, a: usize, b: usize, gap: bool) {
        let edge = Edge { a, b, length: distance(self.nodes[a], self.nodes[b]), gap };
        self.at[a].push(self.edges.len());
        self.at[b].push(self.edges.len());
        self.edges.push(edge);
    }

    /// Splits an edge at a point and returns the new node.
    pub(crate) fn split(&mut self, edge: usize, place: Point) -> usize {
        let Edge { a, b, gap, .. } = self.edges[edge];
        let node = self.nodes.len();
        self.nodes.push(place);
        self.at.push(vec![edge]);
        self.edges[edge] = Edge { a, b: node, length: distance(self.nodes[a], place), gap };
        self.at[b].retain(|e| *e != edge);
        self.connect(node, b, gap);
        node
    }

    /// Detaches an edge from a node. The edge then ends at a new node at the same position.
    pub(crate) fn detach(&mut self, edge: usize, node: usize) {
        let own = self.node(self.nodes[node]);
        self.at[node].retain(|e| *e != edge);
        self.at[own].push(edge);
        let e = &mut self.edges[edge];
        if e.a == node { e.a = own } else { e.b = own }
    }

    /// Returns the other end of an edge.
    pub(crate) fn other(&self, edge: usize, node: usize) -> usize {
        let e = &self.edges[edge];
        if e.a == node { e.b } else { e.a }
    }

    /// Returns the sets of connected edges.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.edges.len()];
        let mut out = Vec::new();
        for start in 0..self.edges.len() {
            if seen[start] {
                continue;
            }
            out.push(reached(start, &mut seen, |e| {
                self.ends_of(e).into_iter().flat_map(move |n| self.at[n].iter().copied())
            }));
        }
        out
    }

    /// Returns the nodes at the ends of an edge.
    pub(crate) fn ends_of(&self, edge: usize) -> [usize; 2] {
        [self.edges[edge].a, self.edges[edge].b]
    }

    /// Returns the box around some edges.
    pub(crate) fn extent(&self, edges: &[usize]) -> Rect {
        let nodes = edges.iter().flat_map(|e| self.ends_of(*e));
        Rect::around(nodes.map(|n| self.nodes[n])).unwrap_or_default()
    }

    /// Returns the number of loops in a set of connected edges.
    pub(crate) fn loops(&self, edges: &[usize]) -> usize {
        let mut touched: Vec<usize> = edges.iter().flat_map(|e| [self.edges[*e].a, self.edges[*e].b]).collect();
        touched.sort_unstable();
        touched.dedup();
        (edges.len() + 1).saturating_sub(touched.len())
    }

    /// Returns the graph with only some of the edges.
    pub(crate) fn restricted(&self, keep: impl Fn(usize) -> bool) -> Graph {
        let mut out = Graph { nodes: self.nodes.clone(), edges: Vec::new(), at: vec![Vec::new(); self.nodes.len()] };
        for (i, e) in self.edges.iter().enumerate() {
            if keep(i) {
                out.connect(e.a, e.b, e.gap);
            }
        }
        out
    }

    /// Returns the nodes with only one edge.
    pub(crate) fn ends(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|n| self.at[*n].len() == 1).collect()
    }

    /// Returns the direction in which the line leaves an end, as a unit vector. It is measured over the last points of a
    /// curve, not over its last tiny piece.
    pub(crate) fn outward(&self, end: usize) -> Option<Vector> {
        const OVER: f32 = 1.5;
        let p = self.nodes[end];
        let mut edge = *self.at[end].first()?;
        let mut node = self.other(edge, end);
        while distance(p, self.nodes[node]) < OVER && self.at[node].len() == 2 {
            edge = if self.at[node][0] == edge { self.at[node][1] } else { self.at[node][0] };
            let next = self.other(edge, node);
            if next == end {
                break;
            }
            node = next;
        }
        let q = self.nodes[node];
        let length = distance(p, q);
        (length > 0.0).then(|| (p - q) / length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(lines: &[[f32; 4]], tolerance: f32) -> Graph {
        super::graph(&lines.iter().map(|line| Segment::from(*line)).collect::<Vec<_>>(), tolerance)
    }

    #[test]
    fn crossings_stay_apart_and_tees_join() {
        let cross = graph(&[[0.0, 5.0, 10.0, 5.0], [5.0, 0.0, 5.0, 10.0]], 0.3);
        assert_eq!(cross.components().len(), 2);
        let tee = graph(&[[0.0, 5.0, 10.0, 5.0], [5.0, 5.1, 5.0, 10.0]], 0.3);
        assert_eq!(tee.components().len(), 1);
        assert_eq!(tee.edges.len(), 3);
    }

    #[test]
    fn a_line_in_two_pieces_that_crosses_another_stays_apart() {
        let cross = graph(&[[0.0, 5.0, 10.0, 5.0], [5.0, 0.0, 5.0, 5.1], [5.0, 5.1, 5.0, 10.0]], 0.3);
        assert_eq!(cross.components().len(), 2);
    }

    #[test]
    fn a_jump_in_small_pieces_stays_apart_from_the_line_below_it() {
        let at = |n: i32| {
            let angle = f32::from(i16::try_from(n).unwrap_or_default()) / 40.0 * std::f32::consts::PI;
            [50.0 + 5.0 * angle.sin(), 30.1 - 5.0 * angle.cos()]
        };
        let mut lines: Vec<[f32; 4]> =
            vec![[50.0, 0.0, 50.0, 25.1], [50.0, 35.1, 50.0, 60.0], [20.0, 30.0, 80.0, 30.0]];
        lines.extend((0..40).map(|n| {
            let ([x, y], [u, v]) = (at(n), at(n + 1));
            [x, y, u, v]
        }));
        assert_eq!(graph(&lines, 0.5).components().len(), 2);
    }

    #[test]
    fn a_small_jump_in_small_pieces_stays_apart_from_the_line_below_it() {
        // Plotted on a grid of 0.12 points. The jump is 2.5 points wide.
        let jump = [
            [69.76, 58.68],
            [69.76, 58.44],
            [69.76, 58.2],
            [69.64, 58.08],
            [69.52, 57.84],
            [69.28, 57.72],
            [69.16, 57.6],
            [68.92, 57.48],
            [68.68, 57.48],
            [68.44, 57.48],
            [68.2, 57.48],
            [67.96, 57.6],
            [67.72, 57.72],
            [67.6, 57.84],
            [67.48, 58.08],
            [67.36, 58.2],
            [67.24, 58.44],
            [67.24, 58.68],
        ];
        let mut lines: Vec<[f32; 4]> =
            vec![[56.8, 58.68, 67.24, 58.68], [69.76, 58.68, 89.92, 58.68], [68.56, 53.16, 68.56, 65.64]];
        lines.extend(jump.windows(2).map(|p| [p[0][0], p[0][1], p[1][0], p[1][1]]));
        for tolerance in [0.1, 0.2, 0.3, 0.5, 0.7] {
            assert_eq!(graph(&lines, tolerance).components().len(), 2, "{tolerance}");
        }
    }

    #[test]
    fn what_is_drawn_twice_counts_once() {
        let twice = graph(&[[0.0, 0.0, 10.0, 0.0], [10.0, 0.0, 0.0, 0.0], [2.0, 0.0, 6.0, 0.0]], 0.3);
        let length: f32 = twice.edges.iter().map(|e| e.length).sum();
        assert!((length - 10.0).abs() < 1e-4, "{length}");
    }
}
