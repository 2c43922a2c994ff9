//! Pairs the two edges of cable trays and ducts. The two lines are one run, measured along the line between them.

use plumbline_geometry::{Point, Polyline, Rect, first_of_each, halfway, rect};

use crate::routes::areas::Areas;
use crate::routes::course::Course;
use crate::routes::graph::{distance, foot};
use crate::routes::strips::place;

/// Widest tray or duct on paper, in points.
const WIDEST: f32 = 60.0;
/// Largest variation of the distance between the edges, as a share. At a corner, it grows by the square root of 2.
const VARIES: f32 = 0.5;
/// Largest share by which the inner edge may be shorter than the outer one, around corners.
const SHORTER: f32 = 0.25;

fn distance_to(p: Point, points: &[Point]) -> f32 {
    points.segments().map(|piece| foot(&piece, p).1).fold(f32::INFINITY, f32::min)
}

fn bbox(points: &[Point]) -> Rect {
    let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    points.iter().fold(start, |b: Rect, p| b.including(*p))
}

/// Returns the distance between two courses that run side by side over their whole length, or `None` if they do not.
fn apart(a: &Course, b: &Course) -> Option<f32> {
    const SAMPLES: usize = 16;
    let (short, long) = if a.length <= b.length { (a, b) } else { (b, a) };
    if !a.branches.is_empty() || !b.branches.is_empty() || long.length * (1.0 - SHORTER) > short.length {
        return None;
    }
    let (p, q) = (bbox(&short.points), bbox(&long.points));
    if !p.grown(WIDEST).overlaps(q) {
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
        let around = b.grown(WIDEST);
        for (j, _) in areas.touching(around).filter(|(j, _)| *j > i) {
            close.extend(apart(courses[i], courses[j]).map(|d| (d, i, j)));
        }
    }
    close.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    first_of_each(courses.len(), close.into_iter().map(|(_, i, j)| (i, j)), |(i, j)| [*i, *j]).0
}

/// Returns the course between two edges.
pub(crate) fn between(a: &Course, b: &Course) -> Course {
    let (first, last) = (a.points.first().copied(), b.points.first().copied());
    let same_way = match (first, last, b.points.last()) {
        (Some(p), Some(q), Some(r)) => distance(p, q) <= distance(p, *r),
        _ => true,
    };
    let other: Vec<Point> = if same_way { b.points.clone() } else { b.points.iter().rev().copied().collect() };
    let middle = |p: Point, q: Point| halfway(p, q);
    let points = if a.points.len() == other.len() {
        a.points.iter().zip(&other).map(|(p, q)| middle(*p, *q)).collect()
    } else {
        // If the corners differ, use the longer edge.
        if a.length >= b.length { a.points.clone() } else { other }
    };
    Course { points, length: (a.length + b.length) / 2.0, ..a.clone() }
}
