//! The drawn lines of a sheet as polylines: lines from end to end in one stroke of the pen, or closed.

use crate::grid::Grid;
use crate::ink::Stroke;
use plumbline_geometry::{Point, Rect, point, vector};
use plumbline_sheet::model::{Path, Sheet, verb};

use crate::annotations::ends::{End, EndIndex};
use crate::annotations::mask::Mask;
use crate::annotations::shape::distance;

/// The distance within which ends are one point, in points.
pub(crate) const TOUCH: f32 = 0.6;

/// The maximum number of points in a leader or a frame. Contours, clouds and hatches have more.
const MOST_POINTS: usize = 160;

/// The minimum length of a polyline, in points. Shorter ones are dots of a hatch.
const SHORTEST: f32 = 1.2;

/// The number of chords that approximate a curve.
const CHORDS: usize = 8;

/// A line from end to end, or a closed one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Polyline {
    from: u32,
    count: u32,
    /// The color as 0xRRGGBB; that of the fill if there is no stroke.
    pub(crate) color: u32,
    /// Whether it ends where it begins.
    pub(crate) closed: bool,
    /// Whether its inside is painted.
    pub(crate) filled: bool,
    /// Whether it contains Bézier curves.
    pub(crate) curved: bool,
    /// The extent.
    pub(crate) bbox: Rect,
}

/// The polylines of a sheet, with an index of their ends.
#[derive(Debug)]
pub(crate) struct Linework {
    points: Vec<Point>,
    /// All polylines.
    pub(crate) polylines: Vec<Polyline>,
    ends: EndIndex,
}

const WHITE: u32 = 0xff_ffff;

impl Linework {
    /// Collects the polylines of a sheet.
    pub(crate) fn of(sheet: &Sheet) -> Self {
        let mut out = Self { points: Vec::new(), polylines: Vec::new(), ends: EndIndex::default() };
        let mut points: Vec<Point> = Vec::new();
        for path in sheet.paths() {
            let shows = |c: Option<u32>| c.filter(|c| c & WHITE != WHITE);
            let (stroke, fill) = (shows(path.style.stroke), shows(path.style.fill));
            let Some(color) = stroke.or(fill) else { continue };
            if !path.style.dash.is_empty() && fill.is_none() {
                continue;
            }
            if path.clip.zip(path.bbox()).is_some_and(|(c, b)| !c.overlaps(b)) {
                continue;
            }
            out.path(&path, color, fill.is_some(), &mut points);
        }
        let open = (0..out.polylines.len()).filter(|&i| !out.polylines[i].closed);
        out.ends = EndIndex::new(open.flat_map(|i| [(i, false), (i, true)]).map(|end| (end, out.end(end))));
        out
    }

    fn path(&mut self, path: &Path<'_>, color: u32, filled: bool, points: &mut Vec<Point>) {
        let (mut curved, mut closed) = (false, false);
        points.clear();
        for (v, c) in path.pieces() {
            match v {
                verb::MOVE => {
                    self.add_polyline(points, color, filled, curved, closed);
                    points.clear();
                    (curved, closed) = (false, false);
                    points.push(point(c[0], c[1]));
                }
                verb::LINE => points.push(point(c[0], c[1])),
                verb::CLOSE => closed = true,
                _ => {
                    curved = true;
                    bezier(points, c);
                }
            }
            if points.len() > MOST_POINTS + CHORDS {
                points.truncate(MOST_POINTS + 1);
            }
        }
        self.add_polyline(points, color, filled, curved, closed);
    }

    fn add_polyline(&mut self, points: &mut Vec<Point>, color: u32, filled: bool, curved: bool, closed: bool) {
        if points.len() > MOST_POINTS {
            return;
        }
        points.dedup_by(|a, b| (a.x - b.x).abs() < 0.02 && (a.y - b.y).abs() < 0.02);
        let Some(bbox) = Rect::around(points.iter().copied()).filter(|b| b.is_finite()) else { return };
        if points.len() < 2 || bbox.width().max(bbox.height()) < SHORTEST {
            return;
        }
        let around = points.len() > 2 && distance(points[0], points[points.len() - 1]) < 0.1;
        if around {
            points.pop();
        }
        let closed = (closed || around || filled) && points.len() > 2;
        let from = self.points.len() as u32;
        self.points.extend_from_slice(points);
        let count = points.len() as u32;
        self.polylines.push(Polyline { from, count, color, closed, filled, curved, bbox });
    }

    /// Returns the points of a polyline. A closed polyline does not repeat the first.
    pub(crate) fn points(&self, polyline: &Polyline) -> &[Point] {
        &self.points[polyline.from as usize..(polyline.from + polyline.count) as usize]
    }

    /// Returns the point at a polyline's end.
    pub(crate) fn end(&self, end: End) -> Point {
        let points = self.points(&self.polylines[end.0]);
        if end.1 { points[points.len() - 1] } else { points[0] }
    }

    /// Returns the points of an open polyline, starting at one of its ends.
    pub(crate) fn points_from(&self, end: End) -> impl ExactSizeIterator<Item = Point> + Clone {
        let points = self.points(&self.polylines[end.0]);
        let last = points.len() - 1;
        (0..points.len()).map(move |i| points[if end.1 { last - i } else { i }])
    }

    /// Returns the first two points of an open polyline from one of its ends, which give its start and direction.
    pub(crate) fn first_two(&self, end: End) -> [Point; 2] {
        let points = self.points(&self.polylines[end.0]);
        let last = points.len() - 1;
        if end.1 { [points[last], points[last - 1]] } else { [points[0], points[1]] }
    }

    /// Returns all polylines. The open ones are ordered so that nearby ones are adjacent.
    pub(crate) fn by_place(&self) -> impl Iterator<Item = usize> {
        let closed = (0..self.polylines.len()).filter(|&i| self.polylines[i].closed);
        closed.chain(self.ends.by_place().filter(|(_, at_end)| !at_end).map(|(polyline, _)| polyline))
    }

    /// Returns the ends of open polylines at a point, by polyline.
    pub(crate) fn ends_at(&self, p: Point, reach: f32) -> Vec<End> {
        self.ends.within(p, reach)
    }
}

/// Appends the chords of a quadratic or cubic Bézier.
fn bezier(points: &mut Vec<Point>, c: &[f32]) {
    let Some(&a) = points.last() else { return };
    for i in 1..=CHORDS {
        let t = i as f32 / CHORDS as f32;
        let s = 1.0 - t;
        let p = match *c {
            [x1, y1, x2, y2] => a.to_vector() * (s * s) + vector(x1, y1) * (2.0 * s * t) + vector(x2, y2) * (t * t),
            [x1, y1, x2, y2, x3, y3] => {
                let (first, second) = (vector(x1, y1) * (3.0 * s * s * t), vector(x2, y2) * (3.0 * s * t * t));
                a.to_vector() * (s * s * s) + first + second + vector(x3, y3) * (t * t * t)
            }
            _ => return,
        };
        points.push(p.to_point());
    }
}

/// The straight pieces of polylines by position, each with its polyline's index as [`Stroke::path`].
pub(crate) struct Pieces {
    pub(crate) strokes: Vec<Stroke>,
    pub(crate) grid: Grid,
}

impl Pieces {
    /// Collects the pieces near a mask's areas.
    pub(crate) fn of(linework: &Linework, mask: &Mask) -> Self {
        let mut strokes = Vec::new();
        for (i, polyline) in linework.polylines.iter().enumerate().filter(|(_, c)| mask.touches(c.bbox)) {
            let points = linework.points(polyline);
            let last = if polyline.closed { points.len() } else { points.len() - 1 };
            for n in 0..last {
                let (a, b) = (points[n], points[(n + 1) % points.len()]);
                if mask.touches(Rect::between(a, b)) {
                    let Polyline { color, curved, filled, .. } = *polyline;
                    strokes.push(Stroke { a, b, color, curved, filled, path: i as u32 });
                }
            }
        }
        let grid = Grid::new(&strokes);
        Self { strokes, grid }
    }
}
