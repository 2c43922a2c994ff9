//! Pairs the two edges of cable trays and ducts. The two lines are one run, measured along the line between them.

use crate::areas::Areas;
use crate::course::Course;
use crate::graph::{distance, foot};
use crate::strips::place;

/// Widest tray or duct on paper, in points.
const WIDEST: f32 = 60.0;
/// Largest variation of the distance between the edges, as a share. At a corner, it grows by the square root of 2.
const VARIES: f32 = 0.5;
/// Largest share by which the inner edge may be shorter than the outer one, around corners.
const SHORTER: f32 = 0.25;

fn distance_to(p: [f32; 2], points: &[[f32; 2]]) -> f32 {
    points.windows(2).map(|w| foot(&[w[0][0], w[0][1], w[1][0], w[1][1]], p).1).fold(f32::INFINITY, f32::min)
}

fn bbox(points: &[[f32; 2]]) -> [f32; 4] {
    let start = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    points.iter().fold(start, |b, p| [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])])
}

/// Returns the distance between two courses that run side by side over their whole length, or `None` if they do not.
fn apart(a: &Course, b: &Course) -> Option<f32> {
    const SAMPLES: usize = 16;
    let (short, long) = if a.length <= b.length { (a, b) } else { (b, a) };
    if !a.branches.is_empty() || !b.branches.is_empty() || long.length * (1.0 - SHORTER) > short.length {
        return None;
    }
    let (p, q) = (bbox(&short.points), bbox(&long.points));
    if !plumbline_sheet::geometry::overlaps([p[0] - WIDEST, p[1] - WIDEST, p[2] + WIDEST, p[3] + WIDEST], q) {
        return None;
    }
    let samples = |from: &Course, to: &Course| -> Vec<f32> {
        (0..=SAMPLES).map(|i| distance_to(place(&from.points, i as f32 / SAMPLES as f32), &to.points)).collect()
    };
    let all: Vec<f32> = samples(short, long).into_iter().chain(samples(long, short)).collect();
    let (least, most) = all.iter().fold((f32::INFINITY, 0.0f32), |(l, m), d| (l.min(*d), m.max(*d)));
    (least > 0.5 && most <= WIDEST && most - least <= VARIES * least).then_some(least)
}

/// Returns pairs of courses that are the edges of one run, the nearest first. Each course is in at most one pair.
pub(crate) fn pairs(courses: &[&Course]) -> Vec<(usize, usize)> {
    let mut close: Vec<(f32, usize, usize)> = Vec::new();
    let areas = Areas::new(courses.iter().map(|c| bbox(&c.points)).collect());
    for i in 0..courses.len() {
        let b = bbox(&courses[i].points);
        let around = [b[0] - WIDEST, b[1] - WIDEST, b[2] + WIDEST, b[3] + WIDEST];
        for (j, _) in areas.touching(around).filter(|(j, _)| *j > i) {
            close.extend(apart(courses[i], courses[j]).map(|d| (d, i, j)));
        }
    }
    close.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut taken = vec![false; courses.len()];
    let mut out = Vec::new();
    for (_, i, j) in close {
        if !taken[i] && !taken[j] {
            taken[i] = true;
            taken[j] = true;
            out.push((i, j));
        }
    }
    out
}

/// Returns the course between two edges.
pub(crate) fn between(a: &Course, b: &Course) -> Course {
    let (first, last) = (a.points.first().copied(), b.points.first().copied());
    let same_way = match (first, last, b.points.last()) {
        (Some(p), Some(q), Some(r)) => distance(p, q) <= distance(p, *r),
        _ => true,
    };
    let other: Vec<[f32; 2]> = if same_way { b.points.clone() } else { b.points.iter().rev().copied().collect() };
    let middle = |p: [f32; 2], q: [f32; 2]| [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0];
    let points = if a.points.len() == other.len() {
        a.points.iter().zip(&other).map(|(p, q)| middle(*p, *q)).collect()
    } else {
        // If the corners differ, use the longer edge.
        if a.length >= b.length { a.points.clone() } else { other }
    };
    Course { points, length: (a.length + b.length) / 2.0, ..a.clone() }
}
