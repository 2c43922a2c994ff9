//! A way through a run, from end to end.

use plumbline_geometry::{Point, Segment};

use crate::routes::graph::{Graph, foot};

/// Largest distance of a removed point from the line between its neighbors, in points.
pub(crate) const STRAIGHT: f32 = 0.05;

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

/// Returns a way without the points on the line between their neighbors.
fn simplified(way: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(way.len());
    for (i, p) in way.iter().enumerate() {
        if let (Some(last), Some(next)) = (out.last(), way.get(i + 1)) {
            let (_, off) = foot(&Segment::new(*last, *next), *p);
            if off <= STRAIGHT {
                continue;
            }
        }
        out.push(*p);
    }
    out
}
