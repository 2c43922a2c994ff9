//! Circles of marks: closed curves of one radius, drawn whole, in arcs or in chords.

use plumbline_geometry::{Buckets, Point, Rect, VectorExt as _, circle, point, rect};
use plumbline_sheet::Sheet;
use plumbline_sheet::model::{Path, verb};

/// A circle, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Circle {
    pub(crate) center: Point,
    pub(crate) radius: f32,
}

impl Circle {
    pub(crate) fn bbox(&self) -> Rect {
        let (Point { x, y, .. }, r) = (self.center, self.radius);
        rect(x - r, y - r, x + r, y + r)
    }

    pub(crate) fn distance(&self, p: Point) -> f32 {
        (p - self.center).hypot()
    }
}

/// Radii of marks: an eighth of an inch to an inch and a quarter across, at any print size.
const RADII: std::ops::RangeInclusive<f32> = 3.5..=48.0;
/// Maximum deviation of a point from the circle, as a share of the radius.
const ROUND: f32 = 0.03;
/// Minimum number of chords of a circle drawn with straight pieces. Fewer are a hexagon or an octagon.
const FEWEST_CHORDS: usize = 12;
/// Maximum difference in points between the centers and radii of arcs of one circle.
const GRID: f32 = 0.7;

/// Returns the circles of a sheet, each once, by place.
pub(crate) fn circles(sheet: &Sheet) -> Vec<Circle> {
    let mut out: Vec<Circle> = Vec::new();
    let mut arcs = Arcs { circles: Vec::new(), cells: Buckets::new(2.0 * GRID) };
    for path in sheet.paths() {
        // Most paths are short straight lines.
        if path.verbs.len() < 3 && !path.is_curved() {
            continue;
        }
        let Some(b) = path.bbox() else { continue };
        let across = b.width().max(b.height());
        if across < *RADII.start()
            || (across > 2.5 * RADII.end() && path.verbs.iter().filter(|&&v| v == verb::MOVE).count() < 2)
        {
            continue;
        }
        for points in subpaths(&path) {
            match round(&points) {
                Some(circle) => out.push(circle),
                None if path.is_curved() => arcs.add(&points),
                None => {}
            }
        }
    }
    out.extend(arcs.whole());
    out.sort_by(|a, b| {
        let key = |c: &Circle| [c.center.y, c.center.x, c.radius].map(|v| (v * 10.0).round() as i64);
        key(a).cmp(&key(b))
    });
    out.dedup_by(|a, b| a.distance(b.center) < 0.5 && (a.radius - b.radius).abs() < 0.5);
    out
}

/// Returns the points of each subpath: the ends of its pieces, and three points between them for curves.
fn subpaths(path: &Path<'_>) -> Vec<Vec<Point>> {
    let mut out: Vec<Vec<Point>> = Vec::new();
    let mut points: Vec<Point> = Vec::new();
    for (v, c) in path.pieces() {
        match v {
            verb::MOVE => {
                out.push(std::mem::take(&mut points));
                points.push(point(c[0], c[1]));
            }
            verb::CLOSE => points.extend(points.first().copied()),
            verb::LINE => points.push(point(c[0], c[1])),
            _ => {
                let Some(&from) = points.last() else { continue };
                let controls: Vec<Point> =
                    std::iter::once(from).chain(c.chunks_exact(2).map(|p| point(p[0], p[1]))).collect();
                points.extend([0.25, 0.5, 0.75, 1.0].map(|t| bezier(&controls, t)));
            }
        }
    }
    out.push(points);
    out.retain(|p| p.len() > 3);
    out
}

/// Returns a point of a Bézier curve, by de Casteljau.
fn bezier(controls: &[Point], t: f32) -> Point {
    let mut level = controls.to_vec();
    while level.len() > 1 {
        level = level.windows(2).map(|w| w[0] + (w[1] - w[0]) * t).collect();
    }
    level[0]
}

/// Returns the circle of points that go around once.
fn round(points: &[Point]) -> Option<Circle> {
    if points.len() <= FEWEST_CHORDS {
        return None;
    }
    let b = Rect::around(points.iter().copied())?;
    let radius = (b.width() + b.height()) / 4.0;
    let circle = Circle { center: b.center(), radius };
    if !RADII.contains(&radius) {
        return None;
    }
    let slack = (radius * ROUND).max(0.25);
    let on = points.iter().all(|p| (circle.distance(*p) - radius).abs() <= slack);
    // Evenly round: no chord spans much of the circle, and the ends meet.
    let longest = points.windows(2).map(|w| (w[1] - w[0]).hypot()).fold(0.0, f32::max);
    let gap = circle_gap(points);
    (on && longest <= radius && gap <= radius * 0.2).then_some(circle)
}

fn circle_gap(points: &[Point]) -> f32 {
    match (points.first(), points.last()) {
        (Some(a), Some(b)) => (*a - *b).hypot(),
        _ => f32::INFINITY,
    }
}

/// Circles drawn in arcs, each with the set of its 24 sectors that are covered.
struct Arcs {
    circles: Vec<(Circle, u32)>,
    /// The indexes of the circles by their centers.
    cells: Buckets<usize>,
}

impl Arcs {
    /// Returns the circles that are covered all around, except for a sliver.
    fn whole(self) -> impl Iterator<Item = Circle> {
        self.circles.into_iter().filter(|(_, sectors)| sectors.count_ones() >= 22).map(|(circle, _)| circle)
    }

    /// Adds an arc to the circle through its ends and its middle.
    fn add(&mut self, points: &[Point]) {
        let (Some(&a), Some(&c)) = (points.first(), points.last()) else { return };
        let b = points[points.len() / 2];
        let Some((center, radius)) = circle(a, b, c, 1e-3) else { return };
        let circle = Circle { center, radius };
        let slack = (circle.radius * ROUND).max(0.25);
        let off = |p: &Point| (circle.distance(*p) - circle.radius).abs() > slack;
        if !RADII.contains(&circle.radius) || points.iter().any(off) {
            return;
        }
        let slot = self.slot(circle);
        let sector = |p: Point| (p.y - circle.center.y).atan2(p.x - circle.center.x) / std::f32::consts::TAU * 24.0;
        for w in points.windows(2) {
            let (from, mut to) = (sector(w[0]), sector(w[1]));
            if to - from > 12.0 {
                to -= 24.0;
            } else if to - from < -12.0 {
                to += 24.0;
            }
            for i in 0..=8 {
                let s = (from + (to - from) * i as f32 / 8.0).floor() as i32;
                self.circles[slot].1 |= 1 << s.rem_euclid(24);
            }
        }
    }

    /// Returns the circle that an arc belongs to: one of nearly its center and radius, or a new one.
    fn slot(&mut self, circle: Circle) -> usize {
        let same =
            |other: Circle| other.distance(circle.center) <= GRID && (other.radius - circle.radius).abs() <= GRID;
        if let Some(known) = self.cells.around(circle.center).find(|i| same(self.circles[*i].0)) {
            return known;
        }
        self.cells.insert(circle.center, self.circles.len());
        self.circles.push((circle, 0));
        self.circles.len() - 1
    }
}

/// Returns the indexes of circles by place. Each circle is found from points up to `reach` radii from its center.
pub(crate) fn by_place(circles: &[Circle], reach: f32) -> Buckets<u32> {
    let area = |c: &Circle| Rect::new(c.center, c.center).grown(c.radius * reach);
    Buckets::of_areas(48.0, (0u32..).zip(circles).map(|(i, c)| (area(c), i)))
}

/// Returns the indexes of the lines of text inside each circle, from top to bottom.
pub(crate) fn texts_in(circles: &[Circle], lines: &[plumbline_sheet::Line]) -> Vec<Vec<usize>> {
    let near = by_place(circles, 1.0);
    let mut out = vec![Vec::new(); circles.len()];
    for (i, line) in lines.iter().enumerate().filter(|(_, l)| l.text.trim().chars().count() <= 10) {
        let middle = line.bbox.center();
        for &c in near.at(middle) {
            let circle = &circles[c as usize];
            // Text larger than the circle is not in it, as with letters `O` drawn as circles.
            if circle.bbox().contains(middle)
                && circle.distance(middle) <= circle.radius * 0.9
                && line.size <= circle.radius * 2.0
            {
                out[c as usize].push(i);
            }
        }
    }
    for list in &mut out {
        list.sort_by(|&a, &b| lines[a].bbox.min.y.total_cmp(&lines[b].bbox.min.y));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn whole_circles_chords_and_arcs_are_found_once_and_hexagons_are_not() {
        let mut d = Drawing::new(500.0, 500.0);
        d.circle([100.0, 100.0], 12.0).circle([100.0, 100.0], 12.0);
        let polygon = |x: f32, n: usize| -> Vec<Point> {
            (0..=n)
                .map(|i| i as f32 / n as f32 * std::f32::consts::TAU)
                .map(|a| point(x + 12.0 * a.cos(), 100.0 + 12.0 * a.sin()))
                .collect()
        };
        d.polyline(&polygon(200.0, 24)).polyline(&polygon(300.0, 6));
        for half in [0.0, std::f64::consts::PI] {
            let arc = kurbo::Arc::new((400.0, 100.0), (12.0, 12.0), half, std::f64::consts::PI, 0.0);
            d.path(&kurbo::Shape::to_path(&arc, 0.01));
        }
        let found = circles(&d.sheet());
        let xs: Vec<i32> = found.iter().map(|c| c.center.x.round() as i32).collect();
        assert_eq!(xs, [100, 200, 400]);
        assert!(found.iter().all(|c| (c.radius - 12.0).abs() < 0.2), "{found:?}");
    }
}
