//! Removes small closed figures drawn on a line (valves, meters, flow arrows, letters that touch it), and connects the
//! line through them.

use std::collections::HashMap;

use plumbline_geometry::{Vector, reached};

use crate::routes::graph::Graph;

/// Largest figure, in points (5 mm on paper). Symbols on a line and letters are smaller. Rooms and rings are larger.
const LARGEST: f32 = 14.0;

/// The number of a node that has not been visited.
const UNSEEN: u32 = u32::MAX;

/// Returns whether each edge is on a cycle (Tarjan, "A note on finding the bridges of a graph", 1974; not recursive).
fn on_cycle(graph: &Graph) -> Vec<bool> {
    let mut order = vec![UNSEEN; graph.nodes.len()];
    let mut low = vec![UNSEEN; graph.nodes.len()];
    let mut cyclic = vec![true; graph.edges.len()];
    let mut next = 0;
    // A node, the edge that it was reached by, and the index of its next edge.
    let mut stack: Vec<(usize, usize, usize)> = Vec::new();
    for root in 0..graph.nodes.len() {
        if order[root] != UNSEEN {
            continue;
        }
        (order[root], low[root]) = (next, next);
        next += 1;
        stack.push((root, usize::MAX, 0));
        while let Some(&(node, came, at)) = stack.last() {
            let Some(&edge) = graph.at[node].get(at) else {
                stack.pop();
                if let Some(&(parent, ..)) = stack.last() {
                    low[parent] = low[parent].min(low[node]);
                    cyclic[came] = low[node] <= order[parent];
                }
                continue;
            };
            if let Some(top) = stack.last_mut() {
                top.2 += 1;
            }
            let other = graph.other(edge, node);
            if edge == came {
                continue;
            }
            if order[other] == UNSEEN {
                (order[other], low[other]) = (next, next);
                next += 1;
                stack.push((other, edge, 0));
            } else {
                low[node] = low[node].min(order[other]);
            }
        }
    }
    cyclic
}

/// Removes small closed figures that a line passes through or ends at.
pub(crate) fn without_figures(graph: Graph) -> Graph {
    let cyclic = on_cycle(&graph);
    if !cyclic.contains(&true) {
        return graph;
    }
    let mut drop = vec![false; graph.edges.len()];
    let mut seen = vec![false; graph.edges.len()];
    let mut through: Vec<Vec<usize>> = Vec::new();
    for start in 0..graph.edges.len() {
        if seen[start] || !cyclic[start] {
            continue;
        }
        let (block, nodes) = block(&graph, &cyclic, &mut seen, start);
        let entries: Vec<usize> = nodes.iter().copied().filter(|n| graph.at[*n].iter().any(|e| !cyclic[*e])).collect();
        // A figure that no line touches stays.
        let b = graph.extent(&block);
        if b.width().hypot(b.height()) <= LARGEST * 1.2 && !entries.is_empty() {
            block.iter().for_each(|e| drop[*e] = true);
            through.push(entries);
        }
    }
    let mut out = without_handles(graph.restricted(|e| !drop[e]), &through);
    for entries in through {
        let entries: Vec<usize> = entries.into_iter().filter(|n| !out.at[*n].is_empty()).collect();
        match entries[..] {
            [] | [_] => {}
            [a, b] => out.connect(a, b, false),
            _ => {
                let n = entries.len() as f32;
                let sum = entries.iter().fold(Vector::zero(), |sum: Vector, e| sum + out.nodes[*e].to_vector());
                let center = out.node((sum / n).to_point());
                entries.iter().for_each(|e| out.connect(*e, center, false));
            }
        }
    }
    out
}

/// Removes components no larger than a figure that touch only one figure: the handle of a valve, a serif.
fn without_handles(graph: Graph, figures: &[Vec<usize>]) -> Graph {
    let mut figure_at: HashMap<usize, usize> = HashMap::new();
    for (figure, entries) in figures.iter().enumerate() {
        figure_at.extend(entries.iter().map(|n| (*n, figure)));
    }
    let mut drop = vec![false; graph.edges.len()];
    for edges in graph.components() {
        let length: f32 = edges.iter().map(|e| graph.edges[*e].length).sum();
        if length > LARGEST {
            continue;
        }
        let ends = edges.iter().flat_map(|e| [graph.edges[*e].a, graph.edges[*e].b]);
        let mut held: Vec<usize> = ends.filter_map(|n| figure_at.get(&n).copied()).collect();
        held.sort_unstable();
        held.dedup();
        if held.len() == 1 {
            edges.iter().for_each(|e| drop[*e] = true);
        }
    }
    graph.restricted(|e| !drop[e])
}

/// Returns the edges and nodes that edges on cycles connect to `start`. The nodes are sorted.
fn block(graph: &Graph, cyclic: &[bool], seen: &mut [bool], start: usize) -> (Vec<usize>, Vec<usize>) {
    let at = |n: usize| graph.at[n].iter().copied().filter(move |other| cyclic[*other]);
    let edges = reached(start, seen, |e| graph.ends_of(e).into_iter().flat_map(at));
    let mut nodes: Vec<usize> = edges.iter().flat_map(|e| graph.ends_of(*e)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    (edges, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_geometry::Segment;

    fn graph(lines: &[[f32; 4]], tolerance: f32) -> Graph {
        crate::routes::graph::graph(&lines.iter().map(|line| Segment::from(*line)).collect::<Vec<_>>(), tolerance)
    }

    #[test]
    fn a_flow_arrow_on_a_line_is_taken_out_and_the_line_goes_on() {
        let triangle = [[50.0, -3.0, 50.0, 3.0], [50.0, 3.0, 58.0, 0.0], [58.0, 0.0, 50.0, -3.0]];
        let mut lines = vec![[0.0, 0.0, 50.0, 0.0], [58.0, 0.0, 100.0, 0.0]];
        lines.extend(triangle);
        let g = without_figures(graph(&lines, 0.3));
        assert_eq!(g.components().len(), 1);
        let length: f32 = g.edges.iter().map(|e| e.length).sum();
        assert!((length - 100.0).abs() < 1e-3, "{length}");
    }

    #[test]
    fn the_handle_of_a_valve_goes_with_it() {
        let bow = [[50.0, -3.0, 50.0, 3.0], [50.0, 3.0, 58.0, -3.0], [58.0, -3.0, 58.0, 3.0], [58.0, 3.0, 50.0, -3.0]];
        let mut lines = vec![[0.0, 0.0, 50.0, 0.0], [58.0, 0.0, 100.0, 0.0], [54.0, 0.0, 54.0, 6.0]];
        lines.extend([[51.0, 6.0, 57.0, 6.0]]);
        lines.extend(bow);
        let g = without_figures(graph(&lines, 0.3));
        let length: f32 = g.edges.iter().map(|e| e.length).sum();
        assert!((length - 100.0).abs() < 1e-3, "{length}");
    }

    #[test]
    fn a_ring_of_pipe_stays() {
        let ring = [[0.0, 0.0, 90.0, 0.0], [90.0, 0.0, 90.0, 50.0], [90.0, 50.0, 0.0, 50.0], [0.0, 50.0, 0.0, 0.0]];
        let mut lines = ring.to_vec();
        lines.push([90.0, 50.0, 150.0, 50.0]);
        assert_eq!(without_figures(graph(&lines, 0.3)).edges.len(), 5);
    }
}
