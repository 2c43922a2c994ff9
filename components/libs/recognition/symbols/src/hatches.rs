//! Areas that a plot fills with lines side by side, as wide as the gaps between them. For comparison they are areas.

use plumbline_geometry::{DisjointSets, Point, Rect, Segment, Vector, corners, point, remove_marked, vector};
use plumbline_sheet::Sheet;

use crate::contact::passes;
use crate::curves::Outline;
use crate::fast::{BloomFilter, FastMap};
use crate::grid_point::{GridPoint, SAME_POINT};
use crate::ink::{Stroke, unit};
use crate::parallel_lines::{self, CELL, cell, direction, middle};

/// An area that was filled with lines.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) outline: Outline,
    pub(crate) color: u32,
    /// Path of one of the lines.
    pub(crate) path: u32,
    /// Whether the outline is drawn too. Its strokes are then marked as filled.
    pub(crate) drawn: bool,
}

/// Minimum number of lines that fill an area.
const FEWEST: usize = 4;

/// Minimum length of the longest line, in points. Shorter lines are strokes of letters.
const LEAST: f32 = 1.5;

/// Shortest line that is considered, in points.
const SHORTEST: f32 = 0.25;

/// Maximum distance of the outline from the points it is made of, in points.
const SMOOTHING: f32 = 0.16;

/// Removes the lines that fill areas from the strokes and returns the areas.
pub(crate) fn solid(strokes: &mut Vec<Stroke>, sheet: &Sheet) -> Vec<Area> {
    let fills: Vec<Vec<u32>> = chains(strokes, sheet);
    if fills.is_empty() {
        return Vec::new();
    }
    let (fills, mut areas): (Vec<Vec<u32>>, Vec<Area>) =
        fills.into_iter().filter_map(|lines| area(strokes, &lines).map(|a| (lines, a))).unzip();
    let mut gone: Vec<bool> = vec![false; strokes.len()];
    for i in fills.iter().flatten() {
        gone[*i as usize] = true;
    }
    mark_outlines(strokes, &mut gone, &mut areas, &fills);
    remove_marked(strokes, |n| gone[n]);
    areas
}

/// Returns the lines that lie side by side, in order.
fn chains(strokes: &[Stroke], sheet: &Sheet) -> Vec<Vec<u32>> {
    let lines: Vec<u32> = (0..strokes.len() as u32)
        .filter(|&i| {
            let s = &strokes[i as usize];
            !s.filled && !s.curved && s.length() >= SHORTEST
        })
        .collect();
    let pairs = parallel_lines::pairs(strokes, &lines, sheet);
    if pairs.len() + 1 < FEWEST {
        return Vec::new();
    }
    let mut sets = DisjointSets::new(lines.len());
    for (n, m) in pairs {
        sets.join(n as usize, m as usize);
    }
    sets.groups(FEWEST).into_iter().map(|set| set.into_iter().map(|n| lines[n]).collect()).collect()
}

/// Returns the area that lines fill.
fn area(strokes: &[Stroke], lines: &[u32]) -> Option<Area> {
    let longest = lines.iter().map(|&i| &strokes[i as usize]).max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let along = direction(longest)?;
    if longest.length() < LEAST {
        return None;
    }
    let rows = rows(lines.iter().map(|&i| &strokes[i as usize]), along);
    let outline = if is_filled(&rows, along)? { outline(&rows) } else { return None };
    Some(Area { outline, color: longest.color, path: longest.path, drawn: false })
}

/// Returns lines side by side, all in one direction, in the order across it.
fn rows<'a>(lines: impl Iterator<Item = &'a Stroke>, along: Vector) -> Vec<Segment> {
    let place = |p: Point| p.x * along.x + p.y * along.y;
    let forward = |s: &Stroke| if place(s.a) <= place(s.b) { (s.a, s.b) } else { (s.b, s.a) };
    let mut rows: Vec<Segment> = lines.map(forward).map(|(from, to)| Segment { from, to }).collect();
    rows.sort_by(|x, y| across(along, x.from).total_cmp(&across(along, y.from)));
    rows
}

/// Returns where a point is across a direction.
fn across(along: Vector, p: Point) -> f32 {
    along.x * p.y - along.y * p.x
}

/// Returns whether rows are spread over an area at even distances, or `None` if there are none.
fn is_filled(rows: &[Segment], along: Vector) -> Option<bool> {
    let depth = across(along, rows.last()?.from) - across(along, rows.first()?.from);
    let even = depth / (rows.len() - 1) as f32;
    let gaps = rows.windows(2).map(|w| across(along, w[1].from) - across(along, w[0].from));
    let uneven = gaps.filter(|gap| (gap - even).abs() > 0.15 + 0.25 * even).count();
    let flat = depth < 0.6 * LEAST;
    Some(!flat && uneven * 8 <= rows.len())
}

/// Returns the outline around the ends of rows.
fn outline(rows: &[Segment]) -> Outline {
    let left: Vec<Point> = rows.iter().map(|row| row.from).collect();
    let right: Vec<Point> = rows.iter().rev().map(|row| row.to).collect();
    let ends: Vec<Point> = left.iter().chain(&right).copied().collect();
    match circle(&ends) {
        Some((center, radius)) => round(center, radius),
        None => cornered(&left, &right),
    }
}

/// Number of corners of the polygon that represents a filled circle.
const CORNERS: usize = 24;

fn round(center: Point, radius: f32) -> Outline {
    let corner = |i: usize| {
        let (sine, cosine) = (i as f32 / CORNERS as f32 * std::f32::consts::TAU).sin_cos();
        point(center.x + radius * cosine, center.y + radius * sine)
    };
    let mut points: Vec<Point> = (0..CORNERS).map(corner).collect();
    points.push(points[0]);
    Outline { points, curved: vec![true; CORNERS] }
}

/// Returns the outline of two borders, the second one backwards, with corners where they meet.
fn cornered(left: &[Point], right: &[Point]) -> Outline {
    let (mut points, mut other) = (smooth(left), smooth(right));
    sharpen(&mut points, &mut other);
    sharpen(&mut other, &mut points);
    points.append(&mut other);
    points.dedup();
    if points.first() != points.last() {
        points.extend(points.first().copied());
    }
    let mut outline = Outline { curved: vec![false; points.len() - 1], points };
    outline.mark_chord_chains();
    outline
}

/// Fits a circle to points (Kåsa 1976: least squares of x² + y² = 2 a x + 2 b y + c), if they lie on one.
fn circle(points: &[Point]) -> Option<(Point, f32)> {
    let n = points.len() as f32;
    let mean = points.iter().fold(Point::zero(), |m: Point, p| point(m.x + p.x / n, m.y + p.y / n));
    let (mut xx, mut xy, mut yy, mut xz, mut yz) = (0.0f32, 0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for p in points {
        let Vector { x, y, .. } = *p - mean;
        let z = x * x + y * y;
        (xx, xy, yy, xz, yz) = (xx + x * x, xy + x * y, yy + y * y, xz + x * z, yz + y * z);
    }
    let determinant = 2.0 * (xx * yy - xy * xy);
    if determinant.abs() < 1e-3 {
        return None;
    }
    let off_mean = vector((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant);
    let radius = (off_mean.x * off_mean.x + off_mean.y * off_mean.y + (xx + yy) / n).sqrt();
    let center = mean + off_mean;
    let off = |p: &Point| ((*p - center).length() - radius).abs();
    (points.len() >= 8 && points.iter().all(|p| off(p) <= 0.1 + 0.02 * radius)).then_some((center, radius))
}

/// Widest end, in points, that is treated as a corner that the last line did not reach.
const BLUNT: f32 = 1.5;

/// Extends two borders to the corner where they meet, if one ends near the start of the other.
fn sharpen(one: &mut [Point], other: &mut [Point]) {
    let ([.., from, end], [start, to, ..]) = (one, other) else { return };
    let (Some(d), Some(e)) = (unit(*from, *end), unit(*to, *start)) else { return };
    let across = d.x * e.y - d.y * e.x;
    let off = *start - *end;
    if off.length() > BLUNT || across.abs() < 0.1 {
        return;
    }
    let ahead = (off.x * e.y - off.y * e.x) / across;
    if (0.0..=2.0 * BLUNT).contains(&ahead) {
        let corner = *end + d * ahead;
        (*end, *start) = (corner, corner);
    }
}

/// Simplifies a polyline.
fn smooth(points: &[Point]) -> Vec<Point> {
    let kept = corners([(0, points.len().saturating_sub(1))], SMOOTHING, move |from, to| {
        let way = unit(points[from], points[to]);
        move |at: usize| {
            let v = points[at] - points[from];
            way.map_or(v.length(), |d| (d.x * v.y - d.y * v.x).abs())
        }
    });
    kept.into_iter().map(|at| points[at]).collect()
}

/// Minimum share of an outline that must be drawn.
const DRAWN: f32 = 0.6;

/// Maximum distance of the drawn outline from the ends of the lines, in points.
const NEAR: f32 = 0.45;

/// Marks the strokes that draw the outline of an area as filled, and the area as drawn.
fn mark_outlines(strokes: &mut [Stroke], gone: &mut [bool], areas: &mut [Area], fills: &[Vec<u32>]) {
    let mut found = Borders::of(areas).drawn_by(strokes, gone);
    found.sort_unstable();
    for of_one in found.chunk_by(|a, b| a.0 == b.0) {
        let area = &mut areas[of_one[0].0 as usize];
        let border: Vec<u32> = of_one.iter().map(|(_, i)| *i).collect();
        let whole: f32 = edges(area).iter().map(Stroke::length).sum();
        let drawn: f32 = border.iter().map(|i| strokes[*i as usize].length()).sum();
        if drawn >= DRAWN * whole {
            area.drawn = true;
            for i in &border {
                strokes[*i as usize].filled = true;
            }
            for i in sides(strokes, &border, &fills[of_one[0].0 as usize]) {
                (gone[i as usize], strokes[i as usize].filled) = (false, true);
            }
        }
    }
}

/// Returns the lines of a fill that are sides of its outline, as the outermost line may be: the border meets both ends.
fn sides(strokes: &[Stroke], border: &[u32], fill: &[u32]) -> Vec<u32> {
    let meets = |p: Point| {
        let near = |q: Point| (p - q).length() <= SAME_POINT;
        border.iter().map(|i| &strokes[*i as usize]).any(|s| near(s.a) || near(s.b))
    };
    let is_side = |&i: &u32| meets(strokes[i as usize].a) && meets(strokes[i as usize].b);
    fill.iter().copied().filter(is_side).collect()
}

/// Returns the outline of an area as strokes.
fn edges(area: &Area) -> Vec<Stroke> {
    let edge = |w: &[Point]| Stroke { a: w[0], b: w[1], color: 0, curved: false, filled: false, path: 0 };
    area.outline.points.windows(2).map(edge).collect()
}

/// Returns the cells at most one away from a cell, including itself.
fn around((x, y): GridPoint) -> impl Iterator<Item = GridPoint> {
    (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)))
}

/// The outlines of areas by place.
struct Borders<'a> {
    areas: &'a [Area],
    /// The boxes around the outlines, with the maximum distance of a stroke that draws one.
    extents: Vec<Option<Rect>>,
    /// The areas whose outline passes through a cell.
    cells: FastMap<GridPoint, Vec<u32>>,
    /// The cells in which a stroke may draw an outline.
    near_any: BloomFilter,
}

impl<'a> Borders<'a> {
    fn of(areas: &'a [Area]) -> Self {
        let mut cells: FastMap<GridPoint, Vec<u32>> = FastMap::default();
        for (n, area) in areas.iter().enumerate() {
            for edge in edges(area) {
                let steps = (edge.length() / (0.5 * CELL)).ceil().max(1.0) as usize;
                for step in 0..=steps {
                    let t = step as f32 / steps as f32;
                    let list = cells.entry(cell(edge.a + (edge.b - edge.a) * t)).or_default();
                    if list.last() != Some(&(n as u32)) {
                        list.push(n as u32);
                    }
                }
            }
        }
        let mut near_any = BloomFilter::new(9 * cells.len());
        cells.keys().flat_map(|&k| around(k)).for_each(|k| near_any.insert(k));
        let extent = |area: &Area| Rect::around(area.outline.points.iter().copied()).map(|b| b.grown(NEAR));
        Self { areas, extents: areas.iter().map(extent).collect(), cells, near_any }
    }

    /// Returns which strokes draw the outline of which area.
    fn drawn_by(&self, strokes: &[Stroke], gone: &[bool]) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        for (i, s) in strokes.iter().enumerate() {
            if gone[i] || s.filled || !self.near_any.may_contain(cell(middle(s))) {
                continue;
            }
            let drawn = self.near(s).into_iter().filter(|n| is_border(&self.areas[*n as usize], s));
            found.extend(drawn.map(|n| (n, i as u32)));
        }
        found
    }

    /// Returns the areas of a stroke's color whose outline may be near all of it.
    fn near(&self, s: &Stroke) -> Vec<u32> {
        let fits = |&n: &u32| {
            let within = self.extents[n as usize].is_some_and(|area| area.contains(s.a) && area.contains(s.b));
            within && self.areas[n as usize].color == s.color
        };
        let passing = around(cell(middle(s))).filter_map(|k| self.cells.get(&k)).flatten();
        let mut near: Vec<u32> = passing.copied().filter(fits).collect();
        near.sort_unstable();
        near.dedup();
        near
    }
}

/// Returns whether a stroke draws a part of the outline of an area.
fn is_border(area: &Area, s: &Stroke) -> bool {
    let edges = edges(area);
    let on = |p: Point, way| edges.iter().any(|e| passes(e, p, way, NEAR, 0.5));
    on(s.a, None) && on(s.b, None) && on(middle(s), unit(s.a, s.b).filter(|_| s.length() > 1.0))
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use crate::Ink;

    /// Draws a triangle 8 by 8 points, filled with lines, with or without its outline.
    fn drawn(outline: bool) -> Ink {
        let mut drawing = Drawing::new(100.0, 100.0);
        for row in 1..=27 {
            let half = 0.15 * row as f32;
            drawing.line([50.0 - half, 50.0 + 0.3 * row as f32], [50.0 + half, 50.0 + 0.3 * row as f32]);
        }
        if outline {
            drawing.polyline(&[[50.0, 50.0], [54.1, 58.2], [45.9, 58.2], [50.0, 50.0]]);
        }
        Ink::of(&drawing.sheet())
    }

    #[test]
    fn lines_side_by_side_are_the_area_they_fill() {
        for outline in [false, true] {
            let ink = drawn(outline);
            assert!(ink.strokes.len() < 8 && ink.strokes.iter().filter(|s| s.filled).count() >= 3, "{ink:?}");
            let around: f32 = ink.strokes.iter().map(|s| s.length()).sum();
            assert!((24.0..28.0).contains(&around), "{around}");
        }
    }

    #[test]
    fn a_grating_of_separate_lines_is_no_area() {
        let mut drawing = Drawing::new(100.0, 100.0);
        for row in 0..20 {
            drawing.line([20.0, 20.0 + 1.2 * row as f32], [40.0, 20.0 + 1.2 * row as f32]);
        }
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.strokes.iter().filter(|s| !s.filled).count(), 20);
    }
}
