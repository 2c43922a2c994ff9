//! Derives a page's scale from its dimensions: texts that state a length, each in the middle of a line of that length.

use plumbline_geometry::{Point, VectorExt as _};
use plumbline_notation::parse_dimension;
use plumbline_sheet::Text;
use plumbline_symbols::Field;
use plumbline_symbols::ink::Stroke;

use crate::page::Page;
use crate::scales::POINT_MM;

/// Shortest dimension line in points. On a shorter one, the error of a plotter's grid is too large.
const SHORTEST: f32 = 12.0;

/// Largest distance from a text to its line, in text heights.
const BESIDE: f32 = 1.6;

/// Largest distance from a text to the middle of its line, as a share of the line.
const OFF_CENTER: f32 = 0.08;

/// Sine of the largest angle between a text and its line.
const TURN: f32 = 0.02;

/// Largest relative difference between dimensions that agree.
const SAME: f64 = 0.03;

/// Fewest dimensions that must agree.
const FEWEST: usize = 6;
/// Smallest share of all dimensions that must agree. Numbers are also written in the middle of other lines.
const MOST: f64 = 0.6;

/// Relative difference from the stated scale above which the scale is contradicted.
const CONTRADICTION: f64 = 0.10;

/// A scale implied by dimensions that contradicts the stated one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Contradiction {
    /// The implied scale: real length divided by length on paper.
    pub(crate) implied: f64,
    /// The stated scale.
    pub(crate) stated: f64,
    /// The number of dimensions that agree.
    pub(crate) count: usize,
    /// One of these dimensions, as written.
    pub(crate) example: String,
}

/// The result of comparing dimensions with the scales of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// The dimensions fit the scale.
    Agree,
    /// The dimensions contradict the scale.
    Contradict(Contradiction),
    /// There are too few dimensions, or they disagree.
    Silent,
}

/// Compares the dimensions of a page with its scales.
pub(crate) fn verdict(page: &Page<'_>) -> Verdict {
    let mut found: Vec<Implied<'_>> = Vec::new();
    for text in page.sheet.texts() {
        let Some(length) = parse_dimension(text.text) else { continue };
        let Some(scale) = page.scales.at(text.bbox.center()) else { continue };
        let Some(points) = dimension_line(page.field, &text) else { continue };
        found.push(Implied::new(length.meters(), points, scale.ratio, text.text));
    }
    judge(found, FEWEST)
}

/// The scale implied by a length that is both written and drawn.
pub(crate) struct Implied<'a> {
    /// The implied scale as a share of the stated one.
    share: f64,
    /// Real length divided by length on paper.
    ratio: f64,
    /// The length as written.
    text: &'a str,
}

impl<'a> Implied<'a> {
    /// Returns the scale implied by a length in meters that is drawn `points` long, at a stated scale.
    pub(crate) fn new(meters: f64, points: f32, stated: f64, text: &'a str) -> Self {
        let ratio = meters * 1000.0 / (f64::from(points) * POINT_MM);
        Self { share: ratio / stated, ratio, text }
    }
}

/// Returns whether an implied scale, as a share of the stated one, contradicts it.
pub(crate) fn is_contradicted(share: f64) -> bool {
    (share - 1.0).abs() > CONTRADICTION
}

/// Returns the verdict of the largest group of lengths that agree. The group must have at least `fewest` lengths.
pub(crate) fn judge(mut found: Vec<Implied<'_>>, fewest: usize) -> Verdict {
    found.sort_by(|a, b| a.share.total_cmp(&b.share));
    let window = |n: usize| found[n..].iter().take_while(|other| other.share <= found[n].share * (1.0 + SAME)).count();
    let most = (0..found.len()).map(|n| (n, window(n))).max_by_key(|(n, count)| (*count, std::cmp::Reverse(*n)));
    let Some((first, count)) = most.filter(|(_, count)| *count >= fewest && *count as f64 >= MOST * found.len() as f64)
    else {
        return Verdict::Silent;
    };
    let Implied { share, ratio, text } = found[first + count / 2];
    if !is_contradicted(share) {
        return Verdict::Agree;
    }
    Verdict::Contradict(Contradiction { implied: ratio, stated: ratio / share, count, example: text.trim().to_owned() })
}

/// Returns the length of the line that has a text at its middle, in points. The line may be broken at the text.
fn dimension_line(field: &Field, text: &Text<'_>) -> Option<f32> {
    let along = text.end - text.start;
    let width = along.hypot();
    let d = along / width.max(1e-3);
    let (at, by) = (text.bbox.center(), BESIDE * text.size);
    let of = |p: Point| {
        let off = p - at;
        (off.dot(d), off.cross(d))
    };
    let b = text.bbox;
    let near = field.strokes_in(b.grown(by));
    // The distance beside the text, the start and the end.
    let mut lines: Vec<(f32, f32, f32)> = Vec::new();
    for i in near {
        let s: &Stroke = &field.ink.strokes[i as usize];
        let ((t0, o0), (t1, o1)) = (of(s.a), of(s.b));
        let level = !s.curved && !s.filled && (o1 - o0).abs() <= TURN * (t1 - t0).abs() && o0.abs() <= by;
        if !level || (t1 - t0).abs() < 2.0 {
            continue;
        }
        let (from, to) = (t0.min(t1), t0.max(t1));
        match lines.iter_mut().find(|(beside, ..)| (*beside - o0).abs() < 0.5) {
            Some(line) => (line.1, line.2) = (line.1.min(from), line.2.max(to)),
            None => lines.push((o0, from, to)),
        }
    }
    let fits = |(_, from, to): &&(f32, f32, f32)| {
        let long = to - from;
        long >= SHORTEST && long >= 0.6 * width && (from + to).abs() / 2.0 <= OFF_CENTER * long
    };
    let nearest = lines.iter().filter(fits).min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    Some(nearest.2 - nearest.1)
}
