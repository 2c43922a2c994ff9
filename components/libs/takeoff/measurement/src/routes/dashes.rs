//! Joins the separate strokes of dashed and dash-dot lines, and removes letters in them (`—con—`, `— G —`).
//!
//! A gap is bridged if the strokes on both sides point at each other and gaps of its length recur among the lines of
//! the class. A single gap may be where a line passes a symbol. A recurring gap is a pattern.

use plumbline_geometry::{PointIndex, Rect, first_of_each, halfway};

use crate::routes::areas::Areas;
use crate::routes::corners::{close_corners, detach_crossing_dashes, reach_symbols};
use crate::routes::dash_limits::{AHEAD, LETTER, LONGEST_DASH, LONGEST_GAP};
use crate::routes::graph::{Graph, distance};
use crate::routes::model::LineType;

/// Longest gap with letters or a figure in it (`—— CHWS ——`), in points.
const WIDEST_MARK: f32 = 45.0;
/// Shortest stroke that is not a dot, in points.
const DOT: f32 = 1.0;
/// Largest ratio of a dash's length to its chord. Around a square corner, it is 1.42.
const BENT: f32 = 1.45;
/// Largest sideways shift of a line across a gap, in points.
const SIDEWAYS: f32 = 1.0;
/// Fewest gaps of one length that make a pattern. One less is enough for few strokes, as in the sample of a legend.
const RECURS: usize = 3;
/// Most strokes that count as few.
const FEW: usize = 12;

/// Most edges of a class that is searched for dashes. A class with more is a hatch, regardless of its name.
const MOST_EDGES: usize = 150_000;

/// A component of the graph as a possible dash.
struct Piece {
    /// The two ends, if the piece is a plain line.
    ends: Option<[usize; 2]>,
    length: f32,
    size: f32,
}

fn piece(graph: &Graph, edges: &[usize]) -> Piece {
    let length = edges.iter().map(|e| graph.edges[*e].length).sum();
    let (mut ends, mut forks) = (Vec::new(), false);
    for n in edges.iter().flat_map(|e| graph.ends_of(*e)) {
        match graph.at[n].len() {
            1 => ends.push(n),
            2 => {}
            _ => forks = true,
        }
    }
    let ends = if forks { None } else { <[usize; 2]>::try_from(ends).ok() };
    Piece { ends, length, size: graph.extent(edges).longer_side() }
}

/// Returns whether a piece is a letter, a dot or a small symbol instead of a stroke of a line.
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
    /// The length of the shorter stroke beside the gap.
    beside: f32,
}

/// Joins dashes. Returns the graph and the line type of lines with gaps. A line ends at `blocked` areas (symbols).
pub(crate) fn bridged(graph: &Graph, blocked: &Areas, marks: &Areas) -> (Graph, LineType) {
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
    detach_crossing_dashes(&mut out);
    let lengths = stroke_at(&out);
    let letters = letters(graph, &components, &pieces);
    let gaps = gaps(&out, &lengths, blocked, [marks, &letters]);
    let mut widths: Vec<f32> = gaps.iter().filter(|g| g.beside <= LONGEST_DASH).map(|g| g.width).collect();
    widths.sort_by(f32::total_cmp);
    let recurring = |w: f32| {
        let slack = (0.06 * w).max(0.25);
        let from = widths.partition_point(|x| *x < w - slack);
        let to = widths.partition_point(|x| *x <= w + slack);
        to - from >= if strokes.len() <= FEW { RECURS - 1 } else { RECURS }
    };
    // Strokes shorter than the gap are themselves letters.
    let in_line = |g: &Gap| g.beside >= g.width && (marked(&out, g, marks) || marked(&out, g, &letters));
    let accepted: Vec<&Gap> =
        gaps.iter().filter(|g| g.width <= LONGEST_GAP && recurring(g.width) || in_line(g)).collect();
    if accepted.is_empty() {
        return (out, LineType::Continuous);
    }
    for gap in &accepted {
        out.connect(gap.a, gap.b, true);
    }
    let reach = accepted.iter().map(|g| g.width).filter(|w| recurring(*w)).fold(0.0, f32::max).min(LONGEST_GAP);
    if reach > 0.0 {
        reach_symbols(&mut out, 1.1 * reach, blocked);
        close_corners(&mut out, 1.1 * reach);
    }
    let dots = pieces.iter().filter(|(p, letter)| *letter && p.length < DOT).count();
    (out, pattern(&strokes, accepted.len(), dots))
}

/// Returns the boxes of letters and figures that were removed.
fn letters(graph: &Graph, components: &[Vec<usize>], pieces: &[(Piece, bool)]) -> Areas {
    let taken = components.iter().zip(pieces).filter(|(_, (p, letter))| *letter && p.length >= DOT);
    Areas::new(taken.map(|(edges, _)| graph.extent(edges)).collect())
}

/// Returns whether letters or a figure are in the middle of a gap and take at least a quarter of it.
fn marked(graph: &Graph, gap: &Gap, marks: &Areas) -> bool {
    const BETWEEN_LETTERS: f32 = 1.5;
    const RIM: f32 = 0.2;
    let (p, q) = (graph.nodes[gap.a], graph.nodes[gap.b]);
    let m = halfway(p, q);
    let around = Rect::between(m, m).grown(BETWEEN_LETTERS);
    let large = |b: Rect| b.width().max(b.height()) * 4.0 >= gap.width;
    // The line ends at a figure's rim. A box that contains the end of a stroke does not interrupt the line.
    let inner = |b: Rect| b.grown(-RIM);
    marks.touching(around).any(|(_, b)| large(b) && !inner(b).contains(p) && !inner(b).contains(q))
}

/// Returns the stroke length at each node that ends a plain stroke, and infinity at the ends of forks.
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

/// Returns pairs of ends that point at each other across a gap, the closest first. Each end is in at most one pair.
fn gaps(graph: &Graph, lengths: &[f32], blocked: &Areas, marks: [&Areas; 2]) -> Vec<Gap> {
    let ends = graph.ends();
    let index = PointIndex::new(ends.iter().map(|n| (graph.nodes[*n], *n)));
    let mut found: Vec<(f32, Gap)> = Vec::new();
    for &a in &ends {
        let Some(da) = graph.outward(a) else { continue };
        let p = graph.nodes[a];
        // Gaps longer than a pattern's need a mark inside.
        let way = Rect::between(p, p + da * LONGEST_GAP);
        let marked = marks.iter().any(|m| m.touching(way).next().is_some());
        let reach = if marked { WIDEST_MARK } else { LONGEST_GAP };
        for (q, b) in index.within(Rect::new(p, p).grown(reach)) {
            let width = (q - p).length();
            if b == a || !(0.05..=WIDEST_MARK).contains(&width) || graph.other(graph.at[a][0], a) == b {
                continue;
            }
            let Some(db) = graph.outward(b) else { continue };
            let v = (q - p) / width;
            let (ahead, back) = (v.dot(da), -v.dot(db));
            let sideways = width * (1.0 - ahead.min(back).powi(2)).max(0.0).sqrt();
            let middle = halfway(p, q);
            if ahead < AHEAD || back < AHEAD || sideways > SIDEWAYS || blocked.hold(middle) {
                continue;
            }
            let gap = Gap { a, b, width, beside: lengths[a].min(lengths[b]) };
            found.push((width + 3.0 * sideways, gap));
        }
    }
    found.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1.a, x.1.b).cmp(&(y.1.a, y.1.b))));
    first_of_each(graph.nodes.len(), found.into_iter().map(|(_, gap)| gap), |gap| [gap.a, gap.b]).0
}

/// Returns the line type of strokes, accepted gaps and dots.
fn pattern(strokes: &[&Piece], gaps: usize, dots: usize) -> LineType {
    let mut lengths: Vec<f32> = strokes.iter().map(|p| p.length).filter(|l| *l <= LONGEST_DASH).collect();
    lengths.sort_by(f32::total_cmp);
    // The median length, weighted by length, is the length of the long dashes.
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
    use plumbline_geometry::{Segment, rect};

    fn graph(lines: &[[f32; 4]], tolerance: f32) -> Graph {
        crate::routes::graph::graph(&lines.iter().map(|line| Segment::from(*line)).collect::<Vec<_>>(), tolerance)
    }

    fn none() -> Areas {
        Areas::new(Vec::new())
    }

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
        let (joined, kind) = bridged(&graph(&dashes(&[22.0, -5.0, 5.0, -5.0], 10.0, 300.0), 0.3), &none(), &none());
        assert_eq!(joined.components().len(), 1);
        assert_eq!(kind, LineType::DashDot);
        let length: f32 = joined.edges.iter().map(|e| e.length).sum();
        assert!((length - 300.0).abs() < 5.1, "{length}");
    }

    #[test]
    fn one_gap_is_an_interruption() {
        let (apart, kind) = bridged(&graph(&[[0.0, 0.0, 50.0, 0.0], [56.0, 0.0, 120.0, 0.0]], 0.3), &none(), &none());
        assert_eq!(apart.components().len(), 2);
        assert_eq!(kind, LineType::Continuous);
    }

    #[test]
    fn a_dash_that_ends_on_a_line_it_crosses_is_no_tee() {
        let mut lines = dashes(&[20.0, -5.0], 40.0, 120.0);
        lines.push([45.0, 0.0, 45.0, 90.0]);
        let (apart, _) = bridged(&graph(&lines, 0.3), &none(), &none());
        assert_eq!(apart.components().len(), 2);
    }

    #[test]
    fn letters_above_a_dashed_line_are_not_carried_on_to_it() {
        let mut lines = dashes(&[20.0, -5.0], 40.0, 120.0);
        lines.push([45.0, 30.0, 45.0, 37.0]);
        let (apart, _) = bridged(&graph(&lines, 0.3), &none(), &none());
        assert_eq!(apart.components().len(), 2);
    }

    #[test]
    fn a_line_goes_on_behind_a_figure_that_stands_in_it() {
        let line = graph(&[[0.0, 0.0, 50.0, 0.0], [62.0, 0.0, 120.0, 0.0]], 0.3);
        let valve = Areas::new(vec![rect(50.5, -4.0, 61.5, 4.0)]);
        assert_eq!(bridged(&line, &none(), &valve).0.components().len(), 1);
        let elsewhere = Areas::new(vec![rect(50.5, 20.0, 61.5, 28.0)]);
        assert_eq!(bridged(&line, &none(), &elsewhere).0.components().len(), 2);
    }

    #[test]
    fn a_symbol_interrupts_a_dashed_line() {
        let line = dashes(&[10.0, -4.0], 10.0, 138.0);
        let (apart, _) = bridged(&graph(&line, 0.3), &Areas::new(vec![rect(66.0, 5.0, 70.0, 15.0)]), &none());
        assert_eq!(apart.components().len(), 2);
    }
}
