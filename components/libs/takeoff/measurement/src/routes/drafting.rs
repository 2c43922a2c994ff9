//! Removes drafting lines, which are not routes in any pen: dimensions with their extension lines, axes and section
//! lines that end at their marks, named boundaries, break lines.

use plumbline_geometry::{Point, Rect, Segment, VectorExt as _};
use plumbline_notation::language::routes;
use plumbline_notation::parse_dimension;
use plumbline_sheet::Pattern;
use plumbline_sheet::lines::{Line, direction};

use crate::routes::areas::Areas;
use crate::routes::candidate::CandidateRun;
use crate::routes::graph::{distance, foot};
use crate::routes::model::Leader;
use crate::routes::pieces::{Piece, Pieces, piece, pieces};

/// Largest distance of a dimension's or a boundary's text from its line, in text heights.
const BESIDE: f32 = 1.8;
/// Largest distance of a dimension's text from the middle of its line, as a share of the line.
const OFF_CENTER: f32 = 0.08;
/// Largest relative difference between a line's length and the length in its dimension.
const SAME_LENGTH: f64 = 0.03;
/// Fewest letters of an underlined title. Names of services are shorter.
const TITLE: usize = 6;
/// Sine of the largest angle between a text and its line: 6°.
const PARALLEL: f32 = 0.1;
/// Largest distance from a line's end to the box of the mark that it ends at, in points.
const AT_MARK: f32 = 2.0;
/// Largest distance from the end of a dimension line to its extension line, in points.
const AT_END: f32 = 1.0;
/// Cosine of the smallest turn of a break line: 100°. Pipes and conduits do not turn back.
const TURNS_BACK: f32 = -0.17;
/// Longest piece of the zigzag of a break line, in points (11 mm on paper).
const ZIGZAG: f32 = 30.0;

/// Names of boundaries.
static BOUNDARY: Pattern = Pattern::any_case(|| routes::BOUNDARY.bounded());

/// The texts, marks and leaders of a sheet that identify drafting lines.
pub(crate) struct DraftingContext<'a> {
    /// The lines of text of the sheet.
    pub(crate) lines: &'a [Line],
    /// The bubbles of the grid, and the marks of sections and details.
    pub(crate) marks: &'a Areas,
    pub(crate) leaders: &'a [Leader],
}

/// Removes the ways that are drafting lines, and the runs that have no other way.
pub(crate) fn remove_drafting_lines(found: &mut Vec<CandidateRun>, context: &DraftingContext<'_>) {
    let tree = pieces(found);
    let mut drop: Vec<Vec<bool>> = found.iter().map(|f| vec![false; 1 + f.course.branches.len()]).collect();
    for line in context.lines {
        if BOUNDARY.is_match(&line.text) {
            if let Some(run) = nearest(&tree, found, line, context.leaders) {
                drop[run].fill(true);
            }
        } else if let Some(length) = parse_dimension(&line.text) {
            dimension(&tree, found, line, length.meters(), &mut drop);
        } else if line.text.chars().filter(|c| c.is_alphabetic()).count() >= TITLE {
            for (run, _, way, s) in beside(&tree, found, line) {
                drop[run][way] |= found[run].course.branches.is_empty() && underlines(line, s);
            }
        }
    }
    for (run, drop) in found.iter().zip(&mut drop) {
        // If most of a run is dimension lines, the rest is their arrows and extension lines.
        let lengths = std::iter::once(run.course.trunk_length()).chain(run.course.branches.iter().map(|b| b.length));
        let of_dimensions: f32 = lengths.zip(&*drop).filter(|(_, drop)| **drop).map(|(length, _)| length).sum();
        if of_dimensions * 2.0 >= run.course.length {
            drop.fill(true);
        }
        for (way, points) in run.course.ways().enumerate() {
            drop[way] |= ends_at_mark(points, context.marks) || is_break_line(points);
        }
    }
    let mut index = 0;
    found.retain_mut(|run| {
        index += 1;
        let drop = &drop[index - 1];
        !drop.contains(&true) || run.course.drop_ways(drop)
    });
}

/// Returns the run that a text is written along.
fn nearest(tree: &Pieces, found: &[CandidateRun], line: &Line, leaders: &[Leader]) -> Option<usize> {
    // A note with a leader refers to the tip of its leader.
    let middle = middle(line);
    let led = leaders.iter().any(|l| l.lines.iter().any(|b| b.contains(middle)));
    let all = beside(tree, found, line).into_iter().filter(|_| !led);
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(run, ..)| run)
}

/// Returns the pieces that a text is written along: run, distance, way and piece.
fn beside(tree: &Pieces, found: &[CandidateRun], line: &Line) -> Vec<(usize, f32, usize, Segment)> {
    let (p, along, reach) = (middle(line), direction(line.start, line.end), BESIDE * line.size);
    let one = |hit: Piece| {
        let s = piece(found, hit);
        let step = s.vector();
        let turned = step.cross(along).abs() / step.hypot().max(f32::MIN_POSITIVE);
        let (_, off) = foot(&s, p);
        (off <= reach && turned <= PARALLEL).then_some((hit.0 as usize, off, hit.1 as usize, s))
    };
    tree.touching(Rect::new(p, p).grown(reach)).filter_map(one).collect()
}

fn middle(line: &Line) -> Point {
    line.bbox.center()
}

/// Marks the dimension line of a text and its extension lines for removal.
fn dimension(tree: &Pieces, found: &[CandidateRun], line: &Line, meters: f64, drop: &mut [Vec<bool>]) {
    let p = middle(line);
    for (run, _, way, s) in beside(tree, found, line) {
        let f = &found[run];
        // A string of dimensions is one line. Each text is at the middle of its own part.
        let length = s.vector().hypot();
        let mut cuts: Vec<f32> = f
            .course
            .forks
            .iter()
            .filter_map(|fork| Some(foot(&s, *fork)).filter(|(_, off)| *off <= AT_END).map(|(t, _)| t * length))
            .chain([0.0, length])
            .collect();
        cuts.sort_by(f32::total_cmp);
        let at = foot(&s, p).0 * length;
        let is_part = |from: f32, to: f32| {
            let long = to - from;
            let centered = ((from + to) / 2.0 - at).abs() <= OFF_CENTER * long;
            long > 0.0 && centered && (f.measure.meters(long) / meters - 1.0).abs() <= SAME_LENGTH
        };
        let fits = cuts.iter().enumerate().any(|(i, from)| cuts[i + 1..].iter().any(|to| is_part(*from, *to)));
        if !fits {
            continue;
        }
        drop[run][way] = true;
        for (other, points) in f.course.ways().enumerate() {
            drop[run][other] |= is_extension(points, s, &cuts);
        }
    }
}

/// Returns whether a line underlines a text from start to end.
fn underlines(line: &Line, s: Segment) -> bool {
    let along = direction(line.start, line.end);
    let of = |p: Point| {
        let off = p - line.start;
        (off.dot(along), along.cross(off))
    };
    let ((a, below), (b, _)) = (of(s.from), of(s.to));
    let (from, to, wide) = (a.min(b), a.max(b), distance(line.start, line.end));
    (0.0..=line.size).contains(&below) && from.abs() <= line.size && (to - wide).abs() <= 1.5 * line.size
}

/// Returns whether a way is straight, perpendicular to a dimension line, and meets an end or a division of it.
fn is_extension(points: &[Point], s: Segment, cuts: &[f32]) -> bool {
    let [p, q] = points[..] else { return false };
    let (step, way) = (s.vector(), q - p);
    let length = step.hypot().max(f32::MIN_POSITIVE);
    let square = step.dot(way).abs() <= PARALLEL * length * way.hypot();
    let meets = |t: &f32| {
        let at = s.from + step * (t / length);
        foot(&Segment::new(p, q), at).1 <= AT_END
    };
    square && cuts.iter().any(meets)
}

/// Returns whether a straight line ends at the mark of an axis, a section or a detail.
fn ends_at_mark(points: &[Point], marks: &Areas) -> bool {
    let [p, q] = points[..] else { return false };
    let at = |p: Point| Rect::between(p, p).grown(AT_MARK);
    [p, q].iter().any(|end| marks.touching(at(*end)).next().is_some())
}

/// Returns whether a line is straight except for one zigzag, which turns back twice.
fn is_break_line(points: &[Point]) -> bool {
    let turns_back = |w: &[Point]| {
        let (u, v) = (w[1] - w[0], w[2] - w[1]);
        u.dot(v) < TURNS_BACK * distance(w[0], w[1]) * distance(w[1], w[2])
    };
    let back: Vec<usize> = points.windows(3).enumerate().filter(|(_, w)| turns_back(w)).map(|(i, _)| i + 1).collect();
    let ([first, second], Some(p), Some(q)) = (&back[..], points.first(), points.last()) else { return false };
    let axis = Segment::new(*p, *q);
    let aside = |i: usize| foot(&axis, points[i]).1;
    second - first == 1
        && distance(points[*first], points[*second]) <= ZIGZAG
        && (0..points.len()).all(|i| aside(i) <= ZIGZAG)
        && (0..points.len()).filter(|i| aside(*i) > AT_END).count() <= 2
}
