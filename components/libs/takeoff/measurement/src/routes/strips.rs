//! Measures wide lines that were exported as filled outlines, along their middle.
//!
//! An outline of a wide line has two short ends (its caps) and two long sides of almost equal length.

use plumbline_geometry::{Point, Polyline, Segment, halfway};

use crate::routes::graph::distance;

/// Widest line, in points (3 mm on paper). Wider fills are areas.
const WIDEST: f32 = 8.5;
/// Smallest ratio of a line's length to its width.
const SLENDER: f32 = 3.0;
/// Most corners of the outline of a line. An outline with more is a glyph or an area.
const MOST_CORNERS: usize = 128;
/// Largest relative difference in length between the two sides, beyond the effect of corners.
const UNEQUAL: f32 = 0.25;

/// Returns the middle line of a filled outline and its width in points, or `None` if the outline is not a line's.
pub(crate) fn middle(outline: &[Segment]) -> Option<(Vec<Segment>, f32)> {
    let n = outline.len();
    if !(4..=MOST_CORNERS).contains(&n) {
        return None;
    }
    let corners: Vec<Point> = outline.iter().map(|s| s.from).collect();
    let closed = distance(*corners.first()?, outline[n - 1].to) < 0.05;
    let length = |i: usize| distance(outline[i].from, outline[i].to);
    let around: f32 = (0..n).map(length).sum();
    let area = corners
        .iter()
        .zip(corners.iter().cycle().skip(1))
        .map(|(p, q)| f64::from(p.x) * f64::from(q.y) - f64::from(q.x) * f64::from(p.y))
        .sum::<f64>()
        .abs()
        / 2.0;
    // Half the outline's length is length plus width. Its area is their product.
    let half = f64::from(around) / 2.0;
    let width = ((half - (half * half - 4.0 * area).max(0.0).sqrt()) / 2.0) as f32;
    if !closed || width <= 0.0 || width > WIDEST || around / 2.0 - width < SLENDER * width {
        return None;
    }
    // The caps are two edges as long as the line's width, between sides of similar length.
    let caps: Vec<usize> = (0..n).filter(|i| (length(*i) - width).abs() <= 0.25 * width + 0.05).collect();
    let mut best: Option<(f32, usize, usize)> = None;
    for (k, &i) in caps.iter().enumerate() {
        for &j in &caps[k + 1..] {
            let side: f32 = (i + 1..j).map(length).sum();
            let other = around - side - length(i) - length(j);
            let unlike = (side - other).abs() / side.max(other).max(0.01);
            if unlike <= UNEQUAL && best.is_none_or(|b| unlike < b.0) {
                best = Some((unlike, i, j));
            }
        }
    }
    let (_, i, j) = best?;
    // Both sides from cap i to cap j.
    let side: Vec<Point> = (i + 1..=j).map(|c| corners[c % n]).collect();
    let other: Vec<Point> = (j + 1..=i + n).rev().map(|c| corners[c % n]).collect();
    let middle = between(&side, &other);
    let segments: Vec<Segment> = middle.segments().collect();
    (!segments.is_empty()).then_some((segments, width))
}

/// Returns the line between two sides: corner by corner if they have the same number, else in equal steps.
fn between(a: &[Point], b: &[Point]) -> Vec<Point> {
    let half = |p: Point, q: Point| halfway(p, q);
    if a.len() == b.len() {
        return a.iter().zip(b).map(|(p, q)| half(*p, *q)).collect();
    }
    let steps = 2 * a.len().max(b.len());
    (0..=steps).map(|i| i as f32 / steps as f32).map(|t| half(place(a, t), place(b, t))).collect()
}

/// Returns the point at a share of the length along some points.
pub(crate) fn place(points: &[Point], share: f32) -> Point {
    let mut left = share * points.length();
    for piece in points.segments() {
        let d = piece.length();
        if left <= d && d > 0.0 {
            let t = left / d;
            return piece.from + piece.vector() * t;
        }
        left -= d;
    }
    points.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(corners: &[[f32; 2]]) -> Vec<Segment> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(p, q)| Segment::new((*p).into(), (*q).into())).collect()
    }

    #[test]
    fn a_bar_is_a_line_along_its_middle() {
        let (line, width) = middle(&outline(&[[0.0, 0.0], [100.0, 0.0], [100.0, 2.0], [0.0, 2.0]])).unwrap();
        assert_eq!(line.len(), 1);
        assert!((width - 2.0).abs() < 1e-3);
        let s = line[0];
        assert!((s.from.y - 1.0).abs() < 1e-3 && (s.to.y - 1.0).abs() < 1e-3);
        assert!((distance(s.from, s.to) - 100.0).abs() < 1e-3);
    }

    #[test]
    fn a_bent_bar_has_a_bent_middle() {
        let ell = [[0.0, 0.0], [100.0, 0.0], [100.0, 50.0], [98.0, 50.0], [98.0, 2.0], [0.0, 2.0]];
        let (line, _) = middle(&outline(&ell)).unwrap();
        let length: f32 = line.iter().map(|s| distance(s.from, s.to)).sum();
        assert!((length - (99.0 + 49.0)).abs() < 0.01, "{length}");
    }

    #[test]
    fn squares_and_rooms_are_not_lines() {
        assert!(middle(&outline(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])).is_none());
        assert!(middle(&outline(&[[0.0, 0.0], [400.0, 0.0], [400.0, 40.0], [0.0, 40.0]])).is_none());
    }
}
