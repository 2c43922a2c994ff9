//! The heads of leaders: filled and open arrows, dots, loops and ticks, each with the line that ends in it.

use plumbline_geometry::{Point, Rect, Vector, halfway, point};

use crate::annotations::ends::End;
use crate::annotations::linework::{Linework, Polyline, TOUCH};
use crate::annotations::shape::distance;

/// The head of a leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Head {
    /// A filled triangle.
    Arrow,
    /// Two strokes, or a hollow triangle.
    Open,
    /// A filled circle.
    Dot,
    /// A small circle, or a loop around the target.
    Loop,
    /// A slanting stroke through the end.
    Tick,
    /// No head.
    None,
}

/// A head and its line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tip {
    /// The point that it points at.
    pub(crate) at: Point,
    /// The end of the line.
    pub(crate) shaft: End,
    pub(crate) head: Head,
}

/// The largest and the smallest extent of a head, in points.
const LARGEST: f32 = 26.0;
const SMALLEST: f32 = 1.2;

/// The largest radius of a dot or a loop, in points.
const RADIUS: f32 = 6.0;

/// The cosine of the largest angle between a head and its line: 25°, for lines that curve into it.
const STRAIGHT: f32 = 0.906;

/// The maximum relative difference between equal sides of a head.
const SAME: f32 = 0.15;

fn unit(a: Point, b: Point) -> Option<Vector> {
    let length = distance(a, b);
    (length > 1e-3).then(|| (b - a) / length)
}

/// Returns the corners of a polygon: points where it turns by more than 12°.
pub(crate) fn corners(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    let turns = |i: usize| {
        let (a, b, c) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        unit(a, b).zip(unit(b, c)).is_none_or(|(u, v)| u.dot(v) < 0.978)
    };
    if n < 3 { points.to_vec() } else { (0..n).filter(|&i| turns(i)).map(|i| points[i]).collect() }
}

/// Returns the center and radius of a polygon whose points lie on a circle.
pub(crate) fn ring(points: &[Point], bbox: Rect) -> Option<(Point, f32)> {
    let center = bbox.center();
    let radius = (bbox.width() + bbox.max.y - bbox.min.y) / 4.0;
    let round = points.iter().all(|&p| (distance(p, center) - radius).abs() <= 0.08 * radius + 0.1);
    (points.len() >= 7 && round).then_some((center, radius))
}

/// Returns all heads of a sheet that a line ends in.
pub(crate) fn tips(linework: &Linework) -> Vec<Tip> {
    let mut out: Vec<(usize, Tip)> = Vec::new();
    let mut of_one = Vec::new();
    // Visit nearby polylines in sequence, so that lookups for one are in the cache for the next.
    for i in linework.by_place() {
        tips_of(linework, i, &mut of_one);
        out.extend(of_one.drain(..).map(|tip| (i, tip)));
    }
    // A head may be drawn twice, or as fill and outline. A line has one head at each end.
    out.sort_by(|(i, a), (j, b)| a.shaft.cmp(&b.shaft).then(a.head.cmp(&b.head)).then(i.cmp(j)));
    out.dedup_by_key(|(_, tip)| tip.shaft);
    out.into_iter().map(|(_, tip)| tip).collect()
}

/// Finds the heads that a polyline draws, by itself or as the first of its lines.
fn tips_of(linework: &Linework, i: usize, out: &mut Vec<Tip>) {
    let polyline = &linework.polylines[i];
    let b = polyline.bbox;
    let extent = b.width().max(b.height());
    if !(SMALLEST..=LARGEST).contains(&extent) {
        return;
    }
    let points = linework.points(polyline);
    if polyline.closed {
        closed(linework, polyline, points, out);
    } else if points.len() == 3 {
        vee(linework, i, points, out);
    } else if points.len() == 2 {
        legs(linework, i, points, out);
        tick(linework, i, points, out);
    }
}

/// Returns the longest line that ends at one of the points and continues against `axis`.
fn shaft(linework: &Linework, at: &[Point], axis: Option<Vector>, except: &[usize], least: f32) -> Option<End> {
    let mut best: Option<(f32, End)> = None;
    for &p in at {
        for end in linework.ends_at(p, TOUCH) {
            if except.contains(&end.0) || linework.polylines[end.0].filled {
                continue;
            }
            let points = linework.points_from(end);
            let length: f32 = points.clone().zip(points.clone().skip(1)).map(|(a, b)| distance(a, b)).sum();
            let straight = axis.is_none_or(|axis| {
                // The part drawn within the head itself does not count.
                let start = linework.end(end);
                let ahead = points.clone().find(|q| distance(*q, start) > 0.3);
                ahead.and_then(|q| unit(start, q)).is_some_and(|inward| inward.dot(axis) <= -STRAIGHT)
            });
            if straight && length >= least && best.is_none_or(|(l, e)| (l, e) < (length, end)) {
                best = Some((length, end));
            }
        }
    }
    best.map(|(_, end)| end)
}

fn closed(linework: &Linework, polyline: &Polyline, points: &[Point], out: &mut Vec<Tip>) {
    if let Some((center, radius)) = ring(points, polyline.bbox).filter(|(_, r)| *r <= RADIUS) {
        let rim: Vec<Point> = (0..16)
            .map(|i| (i as f32 * std::f32::consts::TAU / 16.0).sin_cos())
            .map(|(s, c)| point(center.x + radius * c, center.y + radius * s))
            .collect();
        let least = 2.0 * radius;
        if let Some(shaft) = shaft(linework, &[center], None, &[], least) {
            out.push(Tip { at: center, shaft, head: Head::Dot });
        } else {
            // A loop around a bar has the leader on one side and the bar on the others.
            let head = if polyline.filled { Head::Dot } else { Head::Loop };
            out.extend(rim.iter().filter_map(|&p| shaft(linework, &[p], None, &[], least)).map(|shaft| Tip {
                at: center,
                shaft,
                head,
            }));
        }
        return;
    }
    let corners = corners(points);
    let head = if polyline.filled { Head::Arrow } else { Head::Open };
    match corners.len() {
        3 => {
            for i in 0..3 {
                let (apex, b, c) = (corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]);
                arrow(linework, apex, b, c, halfway(b, c), head, out);
            }
        }
        // A dart. Its fourth corner is the notch between the barbs.
        4 => {
            for i in 0..4 {
                let (apex, b, notch, c) =
                    (corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4], corners[(i + 3) % 4]);
                if distance(apex, notch) < distance(apex, halfway(b, c)) * 0.95 {
                    arrow(linework, apex, b, c, notch, head, out);
                }
            }
        }
        _ => {}
    }
}

/// Finds an arrow with its apex between two barbs. Its line ends at its back, at its apex or between them.
fn arrow(linework: &Linework, apex: Point, b: Point, c: Point, back: Point, head: Head, out: &mut Vec<Tip>) {
    let (x, y, base) = (distance(apex, b), distance(apex, c), distance(b, c));
    if (x - y).abs() > SAME * x.max(y) || base > 1.2 * x.max(y) {
        return;
    }
    let Some(axis) = unit(halfway(b, c), apex) else { return };
    let places = [halfway(b, c), back, apex, halfway(back, apex)];
    if let Some(shaft) = shaft(linework, &places, Some(axis), &[], 0.6 * x) {
        out.push(Tip { at: apex, shaft, head });
    }
}

/// Finds an open arrow drawn in one stroke: barb, apex, barb.
fn vee(linework: &Linework, polyline: usize, points: &[Point], out: &mut Vec<Tip>) {
    let (b, apex, c) = (points[0], points[1], points[2]);
    let (x, y, base) = (distance(apex, b), distance(apex, c), distance(b, c));
    if (x - y).abs() > SAME * x.max(y) || !(0.15..=1.45).contains(&(base / x.max(y))) {
        return;
    }
    let Some(axis) = unit(halfway(b, c), apex) else { return };
    if let Some(shaft) = shaft(linework, &[apex], Some(axis), &[polyline], 1.2 * x) {
        out.push(Tip { at: apex, shaft, head: Head::Open });
    }
}

/// Finds an open arrow drawn in two strokes, from the one drawn first.
fn legs(linework: &Linework, polyline: usize, points: &[Point], out: &mut Vec<Tip>) {
    for (apex, b) in [(points[0], points[1]), (points[1], points[0])] {
        let length = distance(apex, b);
        let mut others = linework.ends_at(apex, TOUCH);
        others.retain(|e| e.0 != polyline);
        if others.len() < 2 || others.len() > 6 {
            continue;
        }
        for &other in others.iter().filter(|e| e.0 > polyline) {
            if linework.points_from(other).len() != 2 {
                continue;
            }
            let [start, c] = linework.first_two(other);
            let base = distance(b, c);
            if (distance(start, c) - length).abs() > SAME * length || !(0.15..=1.45).contains(&(base / length)) {
                continue;
            }
            let Some(axis) = unit(halfway(b, c), apex) else { continue };
            if let Some(shaft) = shaft(linework, &[apex], Some(axis), &[polyline, other.0], 1.2 * length) {
                out.push(Tip { at: apex, shaft, head: Head::Open });
            }
        }
    }
}

/// Finds a slanting stroke through the end of a line.
fn tick(linework: &Linework, polyline: usize, points: &[Point], out: &mut Vec<Tip>) {
    let length = distance(points[0], points[1]);
    let middle = halfway(points[0], points[1]);
    if !(2.0..=14.0).contains(&length) {
        return;
    }
    let Some(end) = shaft(linework, &[middle], None, &[polyline], 1.5 * length) else { return };
    let [from, to] = linework.first_two(end);
    let slants = unit(points[0], points[1]).zip(unit(from, to)).is_some_and(|(t, l)| {
        let across = t.cross(l).abs();
        (0.5..=0.87).contains(&across)
    });
    if slants {
        out.push(Tip { at: middle, shaft: end, head: Head::Tick });
    }
}
