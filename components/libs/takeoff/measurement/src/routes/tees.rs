//! Splits a run with forks into trunks and branches. At each fork, the two straightest lines are one pipe or conduit,
//! and the others start there: the "strokes" of Thomson and Richardson, "The 'good continuation' principle of
//! perceptual organization applied to the generalization of road networks", 1999. Every edge is in exactly one of them.

use std::collections::{HashMap, HashSet};

use plumbline_geometry::{Point, Vector, vector};

use crate::routes::course::Way;
use crate::routes::graph::{Graph, distance};

/// Length over which a line's direction at a fork is measured, in points, so that a plotter's grid does not affect it.
const OVER: f32 = 3.0;
/// Largest difference between equal angles at a fork, in radians (5°). Of equal angles, the longer lines win.
const EQUAL: f32 = 0.09;
/// Largest angle at which two lines beside the straightest pair also continue into each other, in radians (45°).
const STRAIGHT: f32 = 0.8;
/// Smallest bend that is a corner, in radians (15°).
const CORNER: f32 = 0.26;

/// A run as trunks and branches.
#[derive(Debug)]
pub(crate) struct Split {
    /// The longest line.
    pub(crate) trunk: Way,
    /// The others, the longest first. Each starts at a fork.
    pub(crate) branches: Vec<Way>,
    /// The points where at least three lines meet.
    pub(crate) forks: Vec<Point>,
}

/// The edges of one run and their continuations.
struct Run<'a> {
    graph: &'a Graph,
    edges: HashSet<usize>,
    /// The edge that an edge continues into, by node and edge.
    next: HashMap<(usize, usize), usize>,
}

/// Splits a set of connected edges.
pub(crate) fn split(graph: &Graph, edges: &[usize]) -> Split {
    let mut run = Run { graph, edges: edges.iter().copied().collect(), next: HashMap::new() };
    let mut nodes: Vec<usize> = edges.iter().flat_map(|e| [graph.edges[*e].a, graph.edges[*e].b]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let forks: Vec<usize> = nodes.iter().copied().filter(|n| run.at(*n).len() > 2).collect();
    for &node in &nodes {
        run.pair(node);
    }
    let mut left = run.edges.clone();
    let mut ways: Vec<Vec<usize>> = Vec::new();
    let mut sorted = edges.to_vec();
    sorted.sort_unstable();
    for start in sorted {
        if left.contains(&start) {
            let way = run.way(start);
            way.iter().for_each(|e| {
                left.remove(e);
            });
            ways.push(way);
        }
    }
    let is_fork: HashSet<usize> = forks.iter().copied().collect();
    let mut ways: Vec<Way> = ways.into_iter().map(|way| run.directed(way, &is_fork)).collect();
    ways.sort_by(|a, b| b.length.total_cmp(&a.length).then_with(|| first(a).total_cmp(&first(b))));
    let forks = forks.into_iter().map(|n| graph.nodes[n]).collect();
    let trunk = if ways.is_empty() { Way::new(graph, &[], Vec::new()) } else { ways.remove(0) };
    Split { trunk, branches: ways, forks }
}

/// Returns a sort key for ways of equal length, from the position of their start.
fn first(way: &Way) -> f32 {
    way.points.first().map_or(0.0, |p| p.x + p.y)
}

impl Run<'_> {
    /// Returns the run's edges at a node.
    fn at(&self, node: usize) -> Vec<usize> {
        self.graph.at[node].iter().copied().filter(|e| self.edges.contains(e)).collect()
    }

    /// Pairs the edges at a node.
    fn pair(&mut self, node: usize) {
        let at = self.at(node);
        if let [a, b] = at[..] {
            self.next.insert((node, a), b);
            self.next.insert((node, b), a);
            return;
        }
        let legs: Vec<(usize, Vector, f32)> = at
            .iter()
            .map(|e| {
                let (direction, length) = self.leg(node, *e);
                (*e, direction, length)
            })
            .collect();
        let mut pairs: Vec<(f32, f32, usize, usize)> = Vec::new();
        for (i, (a, u, long)) in legs.iter().enumerate() {
            for (b, v, other) in &legs[i + 1..] {
                let bend = (-u.x * v.x - u.y * v.y).clamp(-1.0, 1.0).acos();
                pairs.push((bend, long + other, *a, *b));
            }
        }
        // The straightest pairs come first. Of equally straight ones, the longest.
        let straightest = pairs.iter().map(|p| p.0).fold(f32::INFINITY, f32::min);
        let class = |bend: f32| ((bend - straightest) / EQUAL).floor();
        pairs.sort_by(|p, q| class(p.0).total_cmp(&class(q.0)).then(q.1.total_cmp(&p.1)));
        let mut is_first = true;
        for (bend, _, a, b) in pairs {
            let free = |e| !self.next.contains_key(&(node, e));
            if free(a) && free(b) && (is_first || bend <= STRAIGHT) {
                self.next.insert((node, a), b);
                self.next.insert((node, b), a);
                is_first = false;
            }
        }
    }

    /// Returns the direction in which an edge leaves a node, and the distance to the next fork or end.
    fn leg(&self, node: usize, edge: usize) -> (Vector, f32) {
        let start = self.graph.nodes[node];
        let (mut at, mut over) = (node, edge);
        let (mut length, mut direction) = (0.0, None);
        for _ in 0..self.edges.len() {
            at = self.graph.other(over, at);
            length += self.graph.edges[over].length;
            let p = self.graph.nodes[at];
            let off = distance(start, p);
            let edges = self.at(at);
            let goes_on = edges.len() == 2 && at != node;
            if direction.is_none() && off > 0.0 && (off >= OVER || !goes_on) {
                direction = Some((p - start) / off);
            }
            match edges[..] {
                [a, b] if goes_on => over = if a == over { b } else { a },
                _ => break,
            }
        }
        (direction.unwrap_or(vector(1.0, 0.0)), length)
    }

    /// Returns the edges from end to end that continue into each other.
    fn way(&self, start: usize) -> Vec<usize> {
        let ends = self.graph.edges[start];
        let mut way = vec![start];
        for from in [ends.b, ends.a] {
            let (mut node, mut edge) = (from, *way.last().unwrap_or(&start));
            while let Some(&next) = self.next.get(&(node, edge)) {
                if next == way[0] {
                    // The way is a ring, back at its start.
                    return way;
                }
                way.push(next);
                (node, edge) = (self.graph.other(next, node), next);
            }
            way.reverse();
        }
        way
    }

    /// Returns a way with its points. A branch starts at its fork, and a ring at a fork or a corner.
    fn directed(&self, mut way: Vec<usize>, forks: &HashSet<usize>) -> Way {
        let mut nodes = self.nodes(&way);
        let is_ring = nodes.len() > 2 && nodes.first() == nodes.last();
        if is_ring {
            let begins = |i: &usize| forks.contains(&nodes[*i]) || self.is_corner(&nodes, *i);
            let start = (0..way.len()).find(begins).unwrap_or(0);
            way.rotate_left(start);
            nodes.pop();
            nodes.rotate_left(start);
            nodes.push(nodes[0]);
        } else if nodes.last().is_some_and(|n| forks.contains(n)) && !forks.contains(&nodes[0]) {
            way.reverse();
            nodes.reverse();
        }
        Way::new(self.graph, &nodes, way)
    }

    /// Returns whether a ring turns at one of its nodes.
    fn is_corner(&self, nodes: &[usize], i: usize) -> bool {
        let before = if i == 0 { nodes.len() - 2 } else { i - 1 };
        let [p, q, r] = [before, i, i + 1].map(|n| self.graph.nodes[nodes[n]]);
        let (u, v) = (q - p, r - q);
        u.cross(v).atan2(u.dot(v)).abs() > CORNER
    }

    /// Returns the nodes that a way passes.
    fn nodes(&self, way: &[usize]) -> Vec<usize> {
        let ends = |e: usize| [self.graph.edges[e].a, self.graph.edges[e].b];
        let [a, b] = ends(way[0]);
        let mut out = match way.get(1) {
            Some(second) if ends(*second).contains(&a) && !(ends(*second).contains(&b) && way.len() == 2) => vec![b, a],
            _ => vec![a, b],
        };
        for edge in &way[1..] {
            out.extend(out.last().map(|n| self.graph.other(*edge, *n)));
        }
        out
    }
}
