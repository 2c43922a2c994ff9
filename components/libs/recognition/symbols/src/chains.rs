//! Lines and curves that were drawn in several pieces, end to end.
//!
//! A drawing program may cut a line or a circle anywhere, and elsewhere in each instance of a symbol, so whole lines
//! are compared.

use plumbline_geometry::{Point, Vector};

use crate::curves::Outline;
use crate::fast::GridPointIndex;
use crate::ink::{SAME_POINT, Stroke, key_of, unit};
use crate::strips::Strips;

/// A piece's index, and which of its ends.
type End = (u32, bool);

/// A line of more than one piece.
pub(crate) struct Joined {
    pub(crate) a: Point,
    pub(crate) b: Point,
    /// Indexes of its pieces.
    pub(crate) members: Vec<u32>,
}

/// An open curve.
pub(crate) struct Run {
    pub(crate) points: Vec<Point>,
    pub(crate) color: u32,
    pub(crate) filled: bool,
}

/// Maximum turn in radians at which a curve continues in another where more than two meet.
const SMOOTH: f32 = 0.35;

/// Marks a missing end.
const NONE: u32 = u32::MAX;

/// Returns, for each end of each line, the end of another line in which it goes straight on, or [`NONE`]. An end's
/// number is twice the line's number for `a`, and one more for `b`.
fn next_ends(lines: &[Stroke]) -> Vec<u32> {
    let mut out = vec![NONE; 2 * lines.len()];
    // The end's point, and the point of the other end.
    let points = |end: u32| {
        let s = &lines[end as usize / 2];
        if end % 2 == 1 { (s.b, s.a) } else { (s.a, s.b) }
    };
    let goes_on = |end: u32, other: u32| {
        let (s, t) = (&lines[end as usize / 2], &lines[other as usize / 2]);
        let ((end, from), (near, far)) = (points(end), points(other));
        t.color == s.color
            && (near.x - end.x).abs().max((near.y - end.y).abs()) <= 1.5 * SAME_POINT
            && unit(from, end).zip(unit(near, far)).is_some_and(|(direction, d)| {
                // Straight on within half a degree, or within the plotter's grid for short pieces.
                let across = (direction.x * d.y - direction.y * d.x).abs();
                let along = direction.x * d.x + direction.y * d.y;
                along > 0.0 && across < 0.009f32.max(SAME_POINT / s.length().min(t.length()).max(0.1)).min(0.1)
            })
    };
    Strips::of(out.len(), |end| key_of(points(end).0)).for_each_neighborhood(|end, near| {
        if near.iter().map(|strip| strip.len()).sum::<usize>() < 2 {
            return;
        }
        let (x, _) = key_of(points(end).0);
        // Ends at exactly this spot come before ends beside it.
        let spots = [(1, x), (1, x.saturating_sub(1)), (1, x.saturating_add(1)), (0, x), (2, x)];
        let all = spots.into_iter().flat_map(|(strip, x)| near[strip].iter().filter(move |other| other.0 == x));
        let next = all.map(|other| other.1).find(|&other| other / 2 != end / 2 && goes_on(end, other));
        out[end as usize] = next.unwrap_or(NONE);
    });
    out
}

/// Returns the lines of more than one piece.
pub(crate) fn join_lines(lines: &[Stroke]) -> Vec<Joined> {
    let next_ends = next_ends(lines);
    // The piece that goes straight on from the end `at_b` of piece `i`.
    let next = |i: u32, at_b: bool| -> Option<End> {
        let end = next_ends[2 * i as usize + usize::from(at_b)];
        (end != NONE).then_some((end / 2, end % 2 == 1))
    };
    let mut done = vec![false; lines.len()];
    let mut out = Vec::new();
    for start in 0..lines.len() as u32 {
        if done[start as usize] {
            continue;
        }
        done[start as usize] = true;
        let mut members = vec![start];
        let mut walk = |mut at: u32, mut at_b: bool| -> Point {
            while let Some((j, entered_b)) = next(at, at_b) {
                if std::mem::replace(&mut done[j as usize], true) {
                    break;
                }
                members.push(j);
                (at, at_b) = (j, !entered_b);
            }
            let s = &lines[at as usize];
            if at_b { s.b } else { s.a }
        };
        let (b, a) = (walk(start, true), walk(start, false));
        if members.len() > 1 {
            out.push(Joined { a, b, members });
        }
    }
    out
}

/// Returns the curves of more than one piece: for each its pieces in order, and whether each runs backwards.
pub(crate) fn join_curves(runs: &[Run]) -> Vec<Vec<(usize, bool)>> {
    let partners = partners(runs);
    let mut done = vec![false; runs.len()];
    let mut out = Vec::new();
    for first in 0..runs.len() {
        if done[first] {
            continue;
        }
        // Go back to the beginning of the curve, or once around.
        let (mut start, mut backwards) = (first, false);
        while let Some((j, at_end)) = partners[start][usize::from(backwards)] {
            if j as usize == first {
                break;
            }
            (start, backwards) = (j as usize, !at_end);
        }
        let mut members = Vec::new();
        let mut next = Some((start, backwards));
        while let Some((i, back)) = next {
            if std::mem::replace(&mut done[i], true) {
                break;
            }
            members.push((i, back));
            next = partners[i][usize::from(!back)].map(|(j, at_end)| (j as usize, at_end));
        }
        if members.len() > 1 {
            out.push(members);
        }
    }
    out
}

/// Returns the points of a curve's pieces in order.
pub(crate) fn outline(runs: &[Run], members: &[(usize, bool)]) -> Outline {
    let mut points: Vec<Point> = Vec::new();
    for &(i, backwards) in members {
        // The point where two pieces meet is added once.
        let skip = usize::from(!points.is_empty());
        if backwards {
            points.extend(runs[i].points.iter().rev().skip(skip));
        } else {
            points.extend(runs[i].points.iter().skip(skip));
        }
    }
    let curved = vec![true; points.len().saturating_sub(1)];
    Outline { points, curved }
}

/// Returns, for the start and the end of each curve, the end of another curve in which it continues.
fn partners(runs: &[Run]) -> Vec<[Option<End>; 2]> {
    let tip = |(i, at_end): End| -> Point {
        let points = &runs[i as usize].points;
        if at_end { points[points.len() - 1] } else { points[0] }
    };
    // The direction in which a curve leaves its end inwards.
    let inwards = |(i, at_end): End| -> Option<Vector> {
        let points = &runs[i as usize].points;
        if at_end { unit(points[points.len() - 1], points[points.len() - 2]) } else { unit(points[0], points[1]) }
    };
    let number = |n: usize| -> End { ((n / 2) as u32, n % 2 == 1) };
    let ends = GridPointIndex::new(runs.len() * 2, |n| Some(key_of(tip(number(n)))));
    let choice = |end: End| -> Option<End> {
        let p = tip(end);
        let (x, y) = key_of(p);
        let ours = &runs[end.0 as usize];
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let near = |&other: &End| {
            let (q, theirs) = (tip(other), &runs[other.0 as usize]);
            other != end && (theirs.color, theirs.filled) == (ours.color, ours.filled) && (p - q).length() <= SAME_POINT
        };
        let mut others: Vec<End> = around.flat_map(|k| ends.at(k)).map(|&n| number(n as usize)).filter(near).collect();
        // Spots that share a bucket return the same ends twice.
        others.sort_unstable();
        others.dedup();
        match others.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => {
                let ours = inwards(end)?;
                let turn = |other: End| {
                    inwards(other).map_or(f32::MAX, |d| {
                        let (across, along) = (ours.x * d.y - ours.y * d.x, ours.x * d.x + ours.y * d.y);
                        across.abs().atan2(-along)
                    })
                };
                let best = others.into_iter().map(|other| (turn(other), other)).min_by(|a, b| a.0.total_cmp(&b.0))?;
                (best.0 < SMOOTH).then_some(best.1)
            }
        }
    };
    let chosen: Vec<[Option<End>; 2]> =
        (0..runs.len() as u32).map(|i| [choice((i, false)), choice((i, true))]).collect();
    let of = |end: End| chosen[end.0 as usize][usize::from(end.1)];
    (0..runs.len() as u32)
        .map(|i| [(i, false), (i, true)].map(|end| of(end).filter(|&other| other.0 != i && of(other) == Some(end))))
        .collect()
}
