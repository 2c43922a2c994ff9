//! Paths as outlines of points, with each piece known to be straight or curved.
//!
//! Drawing programs plot an arc as Béziers or as a chain of short chords. Both become curved pieces here.

use plumbline_geometry::{Point, Rect, point};
use plumbline_sheet::FLATTEN;
use plumbline_sheet::model::Path;

use crate::template::SHORTEST_DIRECTED;

use kurbo::{PathEl, PathSeg};

/// One subpath.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    /// The points in order, with the first repeated at the end if it is closed.
    pub(crate) points: Vec<Point>,
    /// Whether each piece between two points belongs to a curve.
    pub(crate) curved: Vec<bool>,
}

/// Maximum number of pieces a single Bézier is cut into.
const MOST_PIECES: usize = 24;

/// Maximum turn from one chord of a Bézier to the next, in radians.
const MOST_TURN: f64 = 0.35;

/// Turns in radians between the chords of a curve. A smaller turn is straight, a larger one is a corner of a polygon.
const TURN: std::ops::Range<f32> = 0.02..0.62;

/// Minimum number of chords that make a curve. Fewer are a polygon with blunt corners.
pub(crate) const FEWEST_CHORDS: usize = 4;

fn narrow(p: kurbo::Point) -> Point {
    point(p.x as f32, p.y as f32)
}

/// Returns the subpaths of a path.
pub(crate) fn outlines(path: &Path<'_>) -> Vec<Outline> {
    let mut out = Vec::new();
    let mut current = Outline::default();
    let mut start = kurbo::Point::ZERO;
    let mut last = kurbo::Point::ZERO;
    for element in path.to_bezpath().elements() {
        let segment = match *element {
            PathEl::MoveTo(p) => {
                flush(&mut current, &mut out);
                (start, last) = (p, p);
                continue;
            }
            PathEl::LineTo(p) => PathSeg::Line(kurbo::Line::new(last, p)),
            PathEl::QuadTo(c, p) => PathSeg::Quad(kurbo::QuadBez::new(last, c, p)),
            PathEl::CurveTo(c, d, p) => PathSeg::Cubic(kurbo::CubicBez::new(last, c, d, p)),
            PathEl::ClosePath => PathSeg::Line(kurbo::Line::new(last, start)),
        };
        last = add(&mut current, segment);
    }
    flush(&mut current, &mut out);
    out
}

fn add(outline: &mut Outline, segment: PathSeg) -> kurbo::Point {
    use kurbo::{ParamCurve, ParamCurveArclen};
    let end = segment.end();
    if outline.points.is_empty() {
        outline.points.push(narrow(segment.start()));
    }
    match segment {
        PathSeg::Line(line) => {
            if line.p0 != line.p1 {
                outline.points.push(narrow(end));
                outline.curved.push(false);
            }
        }
        curve => {
            // A piece of a circle of radius r and length s, cut in n chords, is off by s²/(8 r n²); a quarter circle
            // (s = 1.57 r) thus needs n = sqrt(0.31 r / tolerance) = 0.44 sqrt(s / tolerance).
            let length = curve.arclen(0.05);
            let by_length = (length / FLATTEN).sqrt() * 0.45;
            // A small hook needs more pieces, so that directions agree wherever its chords begin, but none too short to
            // have one.
            let by_turn = (turning(&curve) / MOST_TURN).min(length / f64::from(SHORTEST_DIRECTED));
            let pieces = by_length.max(by_turn).ceil().clamp(3.0, MOST_PIECES as f64) as usize;
            for i in 1..=pieces {
                outline.points.push(narrow(curve.eval(i as f64 / pieces as f64)));
                outline.curved.push(true);
            }
        }
    }
    end
}

/// Returns the turn of a curve from beginning to end, in radians: at most that of its control points.
fn turning(curve: &PathSeg) -> f64 {
    let points = match *curve {
        PathSeg::Line(line) => vec![line.p0, line.p1],
        PathSeg::Quad(quad) => vec![quad.p0, quad.p1, quad.p2],
        PathSeg::Cubic(cubic) => vec![cubic.p0, cubic.p1, cubic.p2, cubic.p3],
    };
    let legs: Vec<kurbo::Vec2> = points.windows(2).map(|w| w[1] - w[0]).filter(|v| v.hypot2() > 1e-9).collect();
    legs.windows(2).map(|w| w[0].cross(w[1]).atan2(w[0].dot(w[1])).abs()).sum()
}

fn flush(current: &mut Outline, out: &mut Vec<Outline>) {
    let mut outline = std::mem::take(current);
    if !outline.curved.is_empty() {
        outline.mark_chord_chains();
        out.push(outline);
    }
}

/// Maximum shift of a point against its neighbors by a plotter's grid, in points.
const SHIFT: f32 = 0.09;

/// Length in points above which a chord that does not turn is a straight line: a plotter's grid cannot hide its turn.
const STRAIGHT_PIECE: f32 = 1.2;

/// Returns how many chords at the beginning of a chain are a straight line, plotted in pieces, that leads into the
/// curve without a turn. `turns` are the turns between the chords.
pub(crate) fn straight_lead<'a>(
    turns: impl Iterator<Item = &'a f32>,
    lengths: impl Iterator<Item = &'a f32> + Clone,
) -> usize {
    let pairs = lengths.clone().zip(lengths.skip(1));
    let straight = |(turn, (a, b)): &(&f32, (&f32, &f32))| turn.abs() < TURN.start && a.max(**b) > STRAIGHT_PIECE;
    let joints = turns.zip(pairs).take_while(straight).count();
    // A joint lies between two pieces.
    if joints == 0 { 0 } else { joints + 1 }
}

/// Minimum total turn of a chain of chords, in radians. Less is a line that the plotter's grid made uneven.
pub(crate) const LEAST_TURN: f32 = 0.25;

/// Returns whether a curve continues from one chord to the next of another length, by their turn toward the curve's
/// inside.
pub(crate) fn bends_on(turn: f32, x: f32, y: f32) -> bool {
    let noise = (SHIFT / x.min(y).max(0.01)).min(0.3);
    let least = (TURN.start - noise).max(-0.6 * noise);
    (least..TURN.end + 0.5 * noise).contains(&turn) && x.max(y) <= 2.5 * x.min(y) + SHIFT
}

/// Returns the turn at `b` on the way from `a` to `c`, in radians.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> f32 {
    let (u, v) = (b - a, c - b);
    (u.x * v.y - u.y * v.x).atan2(u.x * v.x + u.y * v.y)
}

fn distance(a: Point, b: Point) -> f32 {
    (b - a).length()
}

impl Outline {
    fn is_closed(&self) -> bool {
        match (self.points.first(), self.points.last()) {
            (Some(&a), Some(&b)) => self.points.len() > 2 && distance(a, b) < 0.1,
            _ => false,
        }
    }

    /// Marks chains of short chords that turn one way as curves.
    pub(crate) fn mark_chord_chains(&mut self) {
        let pieces = self.curved.len();
        if pieces < FEWEST_CHORDS {
            return;
        }
        let turns: Vec<f32> = self.points.windows(3).map(|w| turn(w[0], w[1], w[2])).collect();
        let lengths: Vec<f32> = self.points.windows(2).map(|w| distance(w[0], w[1])).collect();
        let mut first = 0;
        while first + 1 < pieces {
            // The plotter's grid may turn the first chords the wrong way.
            let sign = turns[first..(first + FEWEST_CHORDS - 1).min(turns.len())].iter().sum::<f32>().signum();
            let mut last = first;
            while last + 1 < pieces && bends_on(turns[last] * sign, lengths[last], lengths[last + 1]) {
                last += 1;
            }
            let lead = straight_lead(turns[first..last].iter(), lengths[first..=last].iter());
            first = (first + lead).min(last);
            let trail = straight_lead(turns[first..last].iter().rev(), lengths[first..=last].iter().rev());
            last = (last - trail.min(last)).max(first);
            let whole = turns[first..last].iter().sum::<f32>() * sign;
            if last - first + 1 >= FEWEST_CHORDS && whole >= LEAST_TURN {
                self.curved[first..=last].fill(true);
                first = last + 1;
            } else {
                first += 1;
            }
        }
    }

    /// Returns the center and radius if the outline is a full circle.
    pub(crate) fn ring(&self) -> Option<(Point, f32)> {
        if !self.is_closed() || self.curved.iter().filter(|&&c| c).count() + 1 < self.curved.len() {
            return None;
        }
        // The center of the box: the mean of the points would lean to where they are denser.
        let b = Rect::around(self.points.iter().copied())?;
        let center = b.center();
        let radius = (b.width() + b.max.y - b.min.y) / 4.0;
        let off = self.points.iter().map(|&p| (distance(p, center) - radius).abs()).fold(0.0, f32::max);
        (off <= 0.05 * radius + 0.1 && radius > 0.15).then_some((center, radius))
    }

    /// Returns the points of each open curved run.
    pub(crate) fn open_curves(&self) -> Vec<&[Point]> {
        let mut out = Vec::new();
        let mut from = None;
        for (i, &curved) in self.curved.iter().chain(std::iter::once(&false)).enumerate() {
            match (curved, from) {
                (true, None) => from = Some(i),
                (false, Some(start)) => {
                    out.push(&self.points[start..=i]);
                    from = None;
                }
                _ => {}
            }
        }
        out
    }
}
