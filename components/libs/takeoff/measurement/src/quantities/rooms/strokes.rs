//! The straight lines of a plan at their full length, by pen, and the arcs of its doors.

use std::collections::BTreeMap;

use crate::routes::{Measure, measure_at};
pub(crate) use plumbline_geometry::distance;
use plumbline_geometry::{BoxIndex, Point, Rect, Segment, Vector, VectorExt as _, circle};
use plumbline_sheet::{FLATTEN, Path, Scale, Sheet, segments};

/// The thickness of walls in meters, for fills and for pairs of lines.
pub(crate) const WALL: std::ops::RangeInclusive<f64> = 0.045..=0.62;
/// The width of doors in meters.
pub(crate) const LEAF: std::ops::RangeInclusive<f64> = 0.5..=1.35;
/// The largest plausible coordinate in points. Anything farther out, or not finite, is an error.
pub(crate) const FARTHEST: f32 = 1.0e7;
/// The brightness above which a fill is paper or shading.
const BRIGHTEST_FILL: f32 = 0.8;
/// The brightness above which a stroke is invisible.
const BRIGHTEST_STROKE: f32 = 0.93;

/// The properties that lines drawn with one pen share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pen {
    pub(crate) layer: Option<String>,
    pub(crate) color: u32,
    /// The width in hundredths of a point.
    pub(crate) width: u32,
    /// Whether it is the outline of a filled wall.
    pub(crate) filled: bool,
}

/// A straight line at its full length in one pen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) a: Point,
    pub(crate) b: Point,
    /// The index of its pen.
    pub(crate) pen: u32,
    /// The length of a point at the line's position, in meters.
    pub(crate) scale: f32,
}

/// The swing of a door.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Swing {
    pub(crate) hinge: Point,
    pub(crate) ends: [Point; 2],
}

/// The drawn content of a plan.
#[derive(Debug, Default)]
pub(crate) struct Linework {
    pub(crate) pens: Vec<Pen>,
    pub(crate) strokes: Vec<Stroke>,
    pub(crate) swings: Vec<Swing>,
}

/// Returns the scale at a position, if it is a plan's: 1:20 to 1:2000. Details are larger and maps smaller.
pub(crate) fn plan_scale(scales: &[Scale], place: Point) -> Option<Measure> {
    const RATIOS: std::ops::RangeInclusive<f64> = 15.0..=2500.0;
    measure_at(scales, place).filter(|m| RATIOS.contains(&m.ratio))
}

impl Stroke {
    pub(crate) fn length(&self) -> f32 {
        distance(self.a, self.b)
    }

    /// Returns the length in meters.
    pub(crate) fn meters(&self) -> f64 {
        f64::from(self.length()) * f64::from(self.scale)
    }

    /// Returns the unit vector from a to b.
    pub(crate) fn way(&self) -> Vector {
        let l = self.length().max(1e-6);
        (self.b - self.a) / l
    }
}

fn brightness(color: u32) -> f32 {
    let part = |shift: u32| ((color >> shift) & 0xff) as f32 / 255.0;
    0.299 * part(16) + 0.587 * part(8) + 0.114 * part(0)
}

/// Returns the thickness of a strip in points: twice its area divided by the length of its outline.
fn thickness(pieces: &[Segment]) -> f32 {
    let area: f32 = pieces.iter().map(|s| s.from.x * s.to.y - s.to.x * s.from.y).sum::<f32>() / 2.0;
    let around: f32 = pieces.iter().map(|s| s.vector().hypot()).sum();
    2.0 * area.abs() / around.max(1e-6)
}

/// Returns the lines of a sheet outside the excluded areas, where there is a scale. Lines wholly inside one of the
/// `tags` are left out, because boxes of tags do not enclose rooms.
pub(crate) fn linework(sheet: &Sheet, scales: &[Scale], excluded: &[Rect], tags: &[Rect]) -> Linework {
    let mut by_pen: BTreeMap<Pen, Vec<(Segment, f32)>> = BTreeMap::new();
    let mut swings = Vec::new();
    let index = BoxIndex::new(tags.iter().map(|t| (*t, *t)));
    for path in sheet.paths() {
        let Some(bbox) = path.bbox() else { continue };
        let middle = bbox.center();
        if !path.coords.iter().all(|v| v.abs() < FARTHEST)
            || !path.style.dash.is_empty()
            || excluded.iter().any(|e| e.contains(middle))
        {
            continue;
        }
        let Some(measure) = plan_scale(scales, middle) else { continue };
        let scale = measure.meters(1.0) as f32;
        let Some(pen) = pen(&path) else { continue };
        let pieces: Vec<Segment> = segments(&path, FLATTEN).collect();
        // Walls have at least four corners. A fill with three is an arrow.
        if pen.filled && (pieces.len() < 4 || !WALL.contains(&f64::from(thickness(&pieces) * scale))) {
            continue;
        }
        let near: Vec<Rect> = index.touching(bbox).collect();
        let inside = |s: &Segment| near.iter().any(|t| t.contains(s.from) && t.contains(s.to));
        let hidden = |s: &Segment| path.clip.is_some_and(|c| !c.contains(s.from) && !c.contains(s.to));
        let chains = chains(&pieces);
        let strokes = by_pen.entry(pen).or_default();
        for chain in chains {
            if let Some(swing) = swing(chain, scale) {
                swings.push(swing);
                continue;
            }
            strokes.extend(chain.iter().filter(|s| !(inside(s) || hidden(s))).map(|s| (*s, scale)));
        }
    }
    let mut out = Linework { swings, ..Linework::default() };
    for (pen, pieces) in by_pen {
        let index = out.pens.len() as u32;
        out.pens.push(pen);
        out.strokes.extend(joined(pieces).into_iter().map(|(a, b, scale)| Stroke { a, b, pen: index, scale }));
    }
    out
}

/// Returns the pen of a path that may show walls.
fn pen(path: &Path<'_>) -> Option<Pen> {
    let layer = path.layer.map(str::to_owned);
    if let Some(fill) = path.style.fill
        && brightness(fill) <= BRIGHTEST_FILL
    {
        return Some(Pen { layer, color: fill, width: 0, filled: true });
    }
    let color = path.style.stroke.filter(|c| brightness(*c) <= BRIGHTEST_STROKE)?;
    Some(Pen { layer, color, width: (path.style.width * 100.0).round().max(0.0) as u32, filled: false })
}

/// Returns the runs of consecutive pieces with turns of less than 25°.
fn chains(pieces: &[Segment]) -> Vec<&[Segment]> {
    const BEND: f32 = 0.42;
    let goes_on = |p: &Segment, q: &Segment| {
        let (u, v) = (p.to - p.from, q.to - q.from);
        let (cross, dot) = (u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y);
        p.to == q.from && dot > 0.0 && cross.abs() <= BEND * dot
    };
    pieces.chunk_by(goes_on).collect()
}

/// Returns the swing of a door if a chain is one: an arc of 50° to 115° with a door's radius.
fn swing(chain: &[Segment], scale: f32) -> Option<Swing> {
    if chain.len() < 4 {
        return None;
    }
    let (first, last) = (chain.first()?, chain.last()?);
    let (a, c) = (first.from, last.to);
    let mid = chain[chain.len() / 2];
    let (hinge, _) = circle(a, mid.from, c, 1e-6)?;
    let radius = distance(hinge, a);
    if !LEAF.contains(&f64::from(radius * scale)) {
        return None;
    }
    let round = chain.iter().all(|s| (distance(hinge, s.from) - radius).abs() < 0.04 * radius);
    let chord = distance(a, c) / radius;
    // The chord of 50° is 0.845 radii, and that of 115° is 1.687.
    (round && (0.845..=1.687).contains(&chord)).then_some(Swing { hinge, ends: [a, c] })
}

/// Joins pieces that continue straight from end to end, so that the result does not depend on how a line was cut.
fn joined(pieces: Vec<(Segment, f32)>) -> Vec<(Point, Point, f32)> {
    // Finer than any pen, coarser than rounding.
    let key = |x: f32, y: f32| ((x * 20.0).round() as i32, (y * 20.0).round() as i32);
    let mut ends: Vec<((i32, i32), u32, bool)> = Vec::with_capacity(2 * pieces.len());
    for (i, (s, _)) in pieces.iter().enumerate() {
        ends.push((key(s.from.x, s.from.y), i as u32, false));
        ends.push((key(s.to.x, s.to.y), i as u32, true));
    }
    ends.sort_unstable();
    // The end of another piece that continues each end of each piece.
    let mut next: Vec<[Option<(u32, bool)>; 2]> = vec![[None; 2]; pieces.len()];
    let outward = |i: u32, end: bool| {
        let s = pieces[i as usize].0;
        let step = s.vector();
        step / (step.hypot().max(1e-6) * if end { 1.0 } else { -1.0 })
    };
    for group in ends.chunk_by(|a, b| a.0 == b.0).filter(|g| (2..=8).contains(&g.len())) {
        for (n, &(_, i, end)) in group.iter().enumerate() {
            if next[i as usize][usize::from(end)].is_some() {
                continue;
            }
            let u = outward(i, end);
            for &(_, j, other) in &group[n + 1..] {
                let v = outward(j, other);
                let straight = u.x * v.x + u.y * v.y < 0.0 && (u.x * v.y - u.y * v.x).abs() < 0.008;
                if i != j && straight && next[j as usize][usize::from(other)].is_none() {
                    next[i as usize][usize::from(end)] = Some((j, other));
                    next[j as usize][usize::from(other)] = Some((i, end));
                    break;
                }
            }
        }
    }
    let mut done = vec![false; pieces.len()];
    let mut out = Vec::new();
    let tip = |i: u32, end: bool| {
        let s = pieces[i as usize].0;
        if end { s.to } else { s.from }
    };
    for i in 0..pieces.len() as u32 {
        if done[i as usize] {
            continue;
        }
        done[i as usize] = true;
        let mut tips = [Point::zero(); 2];
        for end in [false, true] {
            let (mut at, mut out_of) = (i, end);
            while let Some((j, into)) = next[at as usize][usize::from(out_of)] {
                if done[j as usize] {
                    break;
                }
                done[j as usize] = true;
                (at, out_of) = (j, !into);
            }
            tips[usize::from(end)] = tip(at, out_of);
        }
        out.push((tips[0], tips[1], pieces[i as usize].1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_geometry::point;
    use plumbline_sheet::ScaleSource;
    use plumbline_sheet::drawing::Drawing;

    fn scales() -> Vec<Scale> {
        vec![Scale { ratio: 100.0, imperial: false, source: ScaleSource::Declared, text: String::new(), area: None }]
    }

    #[test]
    fn a_line_cut_in_pieces_is_one_stroke() {
        let mut drawing = Drawing::new(400.0, 400.0);
        for i in 0..10 {
            let at = |k: i32| [20.0 + 30.0 * k as f32, 50.0 + 7.0 * k as f32];
            if i % 2 == 0 {
                drawing.line(at(i), at(i + 1))
            } else {
                drawing.line(at(i + 1), at(i))
            };
        }
        let work = linework(&drawing.sheet(), &scales(), &[], &[]);
        assert_eq!(work.strokes.len(), 1);
        assert!((work.strokes[0].length() - 300.0f32.hypot(70.0)).abs() < 0.1);
    }

    #[test]
    fn the_arc_of_a_door_is_a_swing_and_no_stroke() {
        // 0.9 m at 1:100 is 25.5 points.
        let mut path = Vec::new();
        for i in 0..=12 {
            let t = std::f32::consts::FRAC_PI_2 * i as f32 / 12.0;
            path.push([100.0 + 25.5 * t.cos(), 100.0 + 25.5 * t.sin()]);
        }
        let mut drawing = Drawing::new(400.0, 400.0);
        drawing.polyline(&path);
        let work = linework(&drawing.sheet(), &scales(), &[], &[]);
        assert!(work.strokes.is_empty());
        assert_eq!(work.swings.len(), 1);
        assert!(distance(work.swings[0].hinge, point(100.0, 100.0)) < 0.1);
    }

    #[test]
    fn filled_strips_are_walls_and_filled_areas_are_not() {
        let mut drawing = Drawing::new(400.0, 400.0);
        drawing.fill(Some(0x00a0_a0a0)).rect([20.0, 20.0, 300.0, 24.0]);
        drawing.rect([20.0, 100.0, 300.0, 300.0]);
        let work = linework(&drawing.sheet(), &scales(), &[], &[]);
        assert_eq!(work.strokes.len(), 4);
        assert!(work.pens.iter().any(|p| p.filled));
    }
}
