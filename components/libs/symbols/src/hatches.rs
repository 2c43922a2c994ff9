//! Areas that a plot fills with lines side by side, as wide as the gaps between them. For comparison they are areas.

use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::{bbox_of, contains};

use crate::curves::Outline;
use crate::fast::{BloomFilter, DisjointSets, FastMap, Hypotenuse as _};
use crate::ink::{GridPoint, SAME_POINT, Stroke, unit};
use crate::matching::passes;
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
    let mut n = 0;
    strokes.retain(|_| {
        n += 1;
        !gone[n - 1]
    });
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
    let mut count = vec![0u32; lines.len()];
    for n in 0..lines.len() {
        count[sets.root(n)] += 1;
    }
    let mut of_set: FastMap<usize, usize> = FastMap::default();
    let mut out: Vec<Vec<u32>> = Vec::new();
    for (n, &line) in lines.iter().enumerate() {
        let root = sets.root(n);
        if count[root] as usize >= FEWEST {
            let at = *of_set.entry(root).or_insert_with(|| {
                out.push(Vec::new());
                out.len() - 1
            });
            out[at].push(line);
        }
    }
    out
}

/// Returns the area that lines fill.
fn area(strokes: &[Stroke], lines: &[u32]) -> Option<Area> {
    let longest = lines.iter().map(|&i| &strokes[i as usize]).max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let d = direction(longest)?;
    if longest.length() < LEAST {
        return None;
    }
    let along = |p: [f32; 2]| p[0] * d[0] + p[1] * d[1];
    let across = |p: [f32; 2]| d[0] * p[1] - d[1] * p[0];
    let mut rows: Vec<([f32; 2], [f32; 2])> = lines
        .iter()
        .map(|&i| &strokes[i as usize])
        .map(|s| if along(s.a) <= along(s.b) { (s.a, s.b) } else { (s.b, s.a) })
        .collect();
    rows.sort_by(|x, y| across(x.0).total_cmp(&across(y.0)));
    let (first, last) = (rows.first()?.0, rows.last()?.0);
    let gaps = rows.windows(2).map(|w| across(w[1].0) - across(w[0].0));
    let even = (across(last) - across(first)) / (rows.len() - 1) as f32;
    let uneven = gaps.filter(|gap| (gap - even).abs() > 0.15 + 0.25 * even).count();
    if across(last) - across(first) < 0.6 * LEAST || uneven * 8 > rows.len() {
        return None;
    }
    let (left, mut right): (Vec<[f32; 2]>, Vec<[f32; 2]>) = rows.into_iter().unzip();
    right.reverse();
    let ends: Vec<[f32; 2]> = left.iter().chain(&right).copied().collect();
    let outline = if let Some((center, radius)) = circle(&ends) {
        let corner = |i: usize| {
            let (sine, cosine) = (i as f32 / CORNERS as f32 * std::f32::consts::TAU).sin_cos();
            [center[0] + radius * cosine, center[1] + radius * sine]
        };
        let mut points: Vec<[f32; 2]> = (0..CORNERS).map(corner).collect();
        points.push(points[0]);
        Outline { points, curved: vec![true; CORNERS] }
    } else {
        let (mut one, mut other) = (smooth(&left), smooth(&right));
        sharpen(&mut one, &mut other);
        sharpen(&mut other, &mut one);
        one.append(&mut other);
        one.dedup();
        if one.first() != one.last() {
            one.extend(one.first().copied());
        }
        let points = one;
        let mut outline = Outline { curved: vec![false; points.len() - 1], points };
        outline.mark_chord_chains();
        outline
    };
    Some(Area { outline, color: longest.color, path: longest.path, drawn: false })
}

/// Number of corners of the polygon that represents a filled circle.
const CORNERS: usize = 24;

/// Fits a circle to points (Kåsa 1976: least squares of x² + y² = 2 a x + 2 b y + c), if they lie on one.
fn circle(points: &[[f32; 2]]) -> Option<([f32; 2], f32)> {
    let n = points.len() as f32;
    let mean = points.iter().fold([0.0f32; 2], |m, p| [m[0] + p[0] / n, m[1] + p[1] / n]);
    let (mut xx, mut xy, mut yy, mut xz, mut yz) = (0.0f32, 0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for p in points {
        let (x, y) = (p[0] - mean[0], p[1] - mean[1]);
        let z = x * x + y * y;
        (xx, xy, yy, xz, yz) = (xx + x * x, xy + x * y, yy + y * y, xz + x * z, yz + y * z);
    }
    let determinant = 2.0 * (xx * yy - xy * xy);
    if determinant.abs() < 1e-3 {
        return None;
    }
    let a = (xz * yy - yz * xy) / determinant;
    let b = (yz * xx - xz * xy) / determinant;
    let radius = (a * a + b * b + (xx + yy) / n).sqrt();
    let center = [mean[0] + a, mean[1] + b];
    let off = |p: &[f32; 2]| ((p[0] - center[0]).hypotenuse(p[1] - center[1]) - radius).abs();
    (points.len() >= 8 && points.iter().all(|p| off(p) <= 0.1 + 0.02 * radius)).then_some((center, radius))
}

/// Widest end, in points, that is treated as a corner that the last line did not reach.
const BLUNT: f32 = 1.5;

/// Extends two borders to the corner where they meet, if one ends near the start of the other.
fn sharpen(one: &mut [[f32; 2]], other: &mut [[f32; 2]]) {
    let ([.., from, end], [start, to, ..]) = (one, other) else { return };
    let (Some(d), Some(e)) = (unit(*from, *end), unit(*to, *start)) else { return };
    let across = d[0] * e[1] - d[1] * e[0];
    let off = [start[0] - end[0], start[1] - end[1]];
    if off[0].hypotenuse(off[1]) > BLUNT || across.abs() < 0.1 {
        return;
    }
    let ahead = (off[0] * e[1] - off[1] * e[0]) / across;
    if (0.0..=2.0 * BLUNT).contains(&ahead) {
        let corner = [end[0] + ahead * d[0], end[1] + ahead * d[1]];
        (*end, *start) = (corner, corner);
    }
}

/// Simplifies a polyline (Douglas and Peucker 1973).
fn smooth(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut keep = vec![false; points.len()];
    let mut open = vec![(0, points.len().saturating_sub(1))];
    while let Some((from, to)) = open.pop() {
        (keep[from], keep[to]) = (true, true);
        let way = unit(points[from], points[to]);
        let off = |p: [f32; 2]| {
            let v = [p[0] - points[from][0], p[1] - points[from][1]];
            way.map_or(v[0].hypotenuse(v[1]), |d| (d[0] * v[1] - d[1] * v[0]).abs())
        };
        let farthest = (from + 1..to).max_by(|&a, &b| off(points[a]).total_cmp(&off(points[b])));
        if let Some(middle) = farthest.filter(|&i| off(points[i]) > SMOOTHING) {
            open.extend([(from, middle), (middle, to)]);
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// Minimum share of an outline that must be drawn.
const DRAWN: f32 = 0.6;

/// Maximum distance of the drawn outline from the ends of the lines, in points.
const NEAR: f32 = 0.45;

fn grown(b: [f32; 4], by: f32) -> [f32; 4] {
    [b[0] - by, b[1] - by, b[2] + by, b[3] + by]
}

/// Marks the strokes that draw the outline of an area as filled, and the area as drawn.
fn mark_outlines(strokes: &mut [Stroke], gone: &mut [bool], areas: &mut [Area], fills: &[Vec<u32>]) {
    let edges = |area: &Area| -> Vec<Stroke> {
        let edge = |w: &[[f32; 2]]| Stroke { a: w[0], b: w[1], color: 0, curved: false, filled: false, path: 0 };
        area.outline.points.windows(2).map(edge).collect()
    };
    let mut cells: FastMap<GridPoint, Vec<u32>> = FastMap::default();
    for (n, area) in areas.iter().enumerate() {
        for edge in edges(area) {
            let steps = (edge.length() / (0.5 * CELL)).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let t = step as f32 / steps as f32;
                let p = [edge.a[0] + t * (edge.b[0] - edge.a[0]), edge.a[1] + t * (edge.b[1] - edge.a[1])];
                let list = cells.entry(cell(p)).or_default();
                if list.last() != Some(&(n as u32)) {
                    list.push(n as u32);
                }
            }
        }
    }
    let around = |(x, y): GridPoint| (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
    let mut beside_any = BloomFilter::new(9 * cells.len());
    cells.keys().flat_map(|&k| around(k)).for_each(|k| beside_any.insert(k));
    let extent = |area: &Area| bbox_of(area.outline.points.as_flattened()).map(|b| grown(b, NEAR));
    let extents: Vec<Option<[f32; 4]>> = areas.iter().map(extent).collect();
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (i, s) in strokes.iter().enumerate() {
        let p = middle(s);
        if gone[i] || s.filled || !beside_any.may_contain(cell(p)) {
            continue;
        }
        let fits = |&n: &u32| {
            let within = extents[n as usize].is_some_and(|area| contains(area, s.a) && contains(area, s.b));
            within && areas[n as usize].color == s.color
        };
        let mut near: Vec<u32> =
            around(cell(p)).filter_map(|k| cells.get(&k)).flatten().copied().filter(fits).collect();
        near.sort_unstable();
        near.dedup();
        for n in near {
            let edges = edges(&areas[n as usize]);
            let way = unit(s.a, s.b);
            let on = |p: [f32; 2], way| edges.iter().any(|e| passes(e, p, way, NEAR, 0.5));
            if on(s.a, None) && on(s.b, None) && on(p, way.filter(|_| s.length() > 1.0)) {
                found.push((n, i as u32));
            }
        }
    }
    found.sort_unstable();
    for of_one in found.chunk_by(|a, b| a.0 == b.0) {
        let area = &mut areas[of_one[0].0 as usize];
        let whole: f32 = edges(area).iter().map(Stroke::length).sum();
        let drawn: f32 = of_one.iter().map(|(_, i)| strokes[*i as usize].length()).sum();
        if drawn >= DRAWN * whole {
            area.drawn = true;
            for (_, i) in of_one {
                strokes[*i as usize].filled = true;
            }
            // The outermost line may be a side of the outline.
            let meets = |p: [f32; 2]| {
                let near = |q: [f32; 2]| (p[0] - q[0]).hypotenuse(p[1] - q[1]) <= SAME_POINT;
                of_one.iter().map(|(_, i)| &strokes[*i as usize]).any(|s| near(s.a) || near(s.b))
            };
            let side = |&i: &u32| meets(strokes[i as usize].a) && meets(strokes[i as usize].b);
            let sides: Vec<u32> = fills[of_one[0].0 as usize].iter().copied().filter(side).collect();
            for i in sides {
                (gone[i as usize], strokes[i as usize].filled) = (false, true);
            }
        }
    }
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
