//! Closing of openings in walls: doors by their swings, and gaps of a door's width between the ends of walls.

use plumbline_geometry::{Point, Rect, Segment, Vector, vector};

use super::strokes::{Stroke, Swing, distance};
use super::walls::{PARALLEL, StrokeIndex, crossing, reach};

/// The widest gap that is closed without a door or a window in it, in meters.
const GAP: f32 = 1.3;
/// The widest gap that is closed if the lines of a window run through it, in meters.
const WINDOW: f32 = 4.5;
/// The widest gap that is treated as a drafting error, in meters.
const SLIP: f32 = 0.12;
/// The maximum distance of the end of a door's arc from the wall, in meters.
const JAMB: f32 = 0.2;

/// A line that closes an opening.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bridge {
    pub(crate) a: Point,
    pub(crate) b: Point,
    /// Whether only its width suggests an opening. Rooms with one name continue through it.
    pub(crate) weak: bool,
}

/// Returns the ends of a stroke, each with its outward direction.
fn ends(s: &Stroke) -> [(Point, Vector); 2] {
    let u = s.way();
    [(s.a, -u), (s.b, u)]
}

/// Returns the bridges over the openings between bounding lines. `all` are all lines of the plan, which are searched
/// for windows.
pub(crate) fn bridges(strokes: &[Stroke], level: &[usize], all: &StrokeIndex, swings: &[Swing]) -> Vec<Bridge> {
    let mut is_in = vec![false; strokes.len()];
    for i in level {
        is_in[*i] = true;
    }
    let stroke_index = StrokeIndex::new(strokes, |i| is_in[i]);
    let mut out = Vec::new();
    for swing in swings {
        out.extend(across_door(swing, strokes, &stroke_index));
    }
    for &i in level {
        let s = &strokes[i];
        if s.meters() < 0.04 {
            continue;
        }
        for end in ends(s) {
            let bridge_within = |meters: f32| find_bridge(i, end, meters / s.scale, strokes, &stroke_index, all);
            // Windows are wider, and few ends face them.
            let found = bridge_within(GAP).or_else(|| if s.meters() >= 0.2 { bridge_within(WINDOW) } else { None });
            out.extend(found.flatten());
        }
    }
    for bridge in &mut out {
        if bridge.weak {
            bridge.weak = !swings.iter().any(|w| has_door(bridge, w, strokes[level[0]].scale));
        }
    }
    out.sort_by(|a, b| {
        let key = |b: &Bridge| (b.weak, b.a.to_array().map(f32::to_bits), b.b.to_array().map(f32::to_bits));
        key(a).cmp(&key(b))
    });
    out
}

/// Returns whether a door's hinge and one end of its arc are at a bridge.
fn has_door(bridge: &Bridge, swing: &Swing, scale: f32) -> bool {
    let near = |p: Point| Segment::new(bridge.a, bridge.b).distance(p) * scale < 0.35;
    near(swing.hinge) && swing.ends.iter().any(|e| near(*e))
}

/// Returns the bridges from a door's hinge to the ends of its arc that are at a wall.
fn across_door(swing: &Swing, strokes: &[Stroke], stroke_index: &StrokeIndex) -> Vec<Bridge> {
    let at_wall = |p: Point| {
        let scale = stroke_index.near(Rect::between(p, p).grown(30.0)).next().map(|i| strokes[i].scale);
        scale.is_some_and(|scale| {
            let r = JAMB / scale;
            stroke_index
                .near(Rect::between(p, p).grown(r))
                .any(|i| Segment::new(strokes[i].a, strokes[i].b).distance(p) <= r)
        })
    };
    if !at_wall(swing.hinge) {
        return Vec::new();
    }
    let closing = |end: &&Point| at_wall(**end);
    swing.ends.iter().filter(closing).map(|end| Bridge { a: swing.hinge, b: *end, weak: false }).collect()
}

/// Finds the first thing ahead of the end `p` of stroke `i`, in the direction `u`: the end of a wall that continues, or
/// the face of another wall within a door's width. `far` is the search distance in points. The outer `None` means that
/// nothing is ahead; the inner `None` that it needs no bridge.
fn find_bridge(
    i: usize,
    (p, u): (Point, Vector),
    far: f32,
    strokes: &[Stroke],
    stroke_index: &StrokeIndex,
    all: &StrokeIndex,
) -> Option<Option<Bridge>> {
    let s = &strokes[i];
    let side = 0.06 / s.scale;
    let (mut nearest, mut facing): (Option<f32>, Option<(f32, Point)>) = (None, None);
    let start = 0.01 / s.scale;
    for j in stroke_index.near(reach(p, u, 0.0, far).grown(side)) {
        if i == j {
            continue;
        }
        let o = &strokes[j];
        let v = o.way();
        if (u.x * v.y - u.y * v.x).abs() <= PARALLEL {
            for (q, w) in ends(o) {
                let d = q - p;
                let (along, across) = (d.x * u.x + d.y * u.y, d.x * u.y - d.y * u.x);
                let faces = w.dot(u) < 0.0;
                if faces
                    && along > -start
                    && along <= far
                    && across.abs() <= side
                    && facing.is_none_or(|(f, _)| along < f)
                {
                    facing = Some((along, q));
                }
            }
        } else if let Some(t) = crossing(p, u, o)
            && t > -start
            && nearest.is_none_or(|n| t < n)
        {
            // The stroke's own corner: the line that it meets at its end.
            if t.abs() <= start.max(0.2) {
                let passes = ends(o).iter().all(|(q, _)| distance(*q, p) > start.max(0.3));
                if passes {
                    return Some(None);
                }
                continue;
            }
            nearest = Some(t);
        }
    }
    let width = |points: f32| points * s.scale;
    if let Some((along, q)) = facing
        && along > start
        && nearest.is_none_or(|n| n >= along - 2.0 * start)
    {
        if width(along) <= GAP || has_window(p, u, along, s, strokes, all) {
            return Some(Some(Bridge { a: p, b: q, weak: false }));
        }
        return Some(None);
    }
    let t = nearest?;
    let b = p + u * t;
    Some((width(t) <= GAP).then_some(Bridge { a: p, b, weak: width(t) > SLIP }))
}

/// Returns whether lines run along the whole length of a gap, within a wall's thickness.
fn has_window(p: Point, u: Vector, along: f32, s: &Stroke, strokes: &[Stroke], all: &StrokeIndex) -> bool {
    const BESIDE: f32 = 0.45;
    let across = vector(-u.y, u.x);
    [0.2, 0.5, 0.8].iter().all(|t| {
        let q = p + u * along * *t;
        let r = BESIDE / s.scale;
        all.near(reach(q, across, r, r)).any(|j| {
            let o = &strokes[j];
            let v = o.way();
            let parallel = (u.x * v.y - u.y * v.x).abs() <= PARALLEL;
            let short = o.length() <= 1.6 * along;
            parallel && short && crossing(q, across, o).is_some_and(|d| d.abs() <= r)
        })
    })
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;

    fn stroke(a: [f32; 2], b: [f32; 2]) -> Stroke {
        // 1:100: a point is 35 mm.
        let (a, b) = (a.into(), b.into());
        Stroke { a, b, pen: 0, scale: 0.035 }
    }

    fn closed(strokes: &[Stroke], swings: &[Swing]) -> Vec<Bridge> {
        let level: Vec<usize> = (0..strokes.len()).collect();
        bridges(strokes, &level, &StrokeIndex::new(strokes, |_| true), swings)
    }

    #[test]
    fn a_gap_of_a_doors_width_is_closed_from_end_to_end() {
        let both = closed(&[stroke([0.0, 50.0], [100.0, 50.0]), stroke([126.0, 50.0], [200.0, 50.0])], &[]);
        assert_eq!(both.len(), 2);
        assert!(both.iter().all(|b| !b.weak && (distance(b.a, b.b) - 26.0).abs() < 0.1));
        // 3.5 m without a window stays open.
        assert!(closed(&[stroke([0.0, 50.0], [100.0, 50.0]), stroke([200.0, 50.0], [300.0, 50.0])], &[]).is_empty());
    }

    #[test]
    fn a_gap_up_to_the_face_of_another_wall_is_closed_weakly_and_firmly_with_a_door() {
        let walls = [stroke([0.0, 50.0], [100.0, 50.0]), stroke([126.0, 0.0], [126.0, 100.0])];
        let bridges = closed(&walls, &[]);
        assert_eq!(bridges.len(), 1);
        assert!(bridges[0].weak);
        let swing = Swing { hinge: point(126.0, 50.0), ends: [point(100.0, 50.0), point(126.0, 76.0)] };
        assert!(closed(&walls, &[swing]).iter().any(|b| !b.weak && (distance(b.a, b.b) - 26.0).abs() < 0.1));
    }

    #[test]
    fn lines_that_meet_need_no_bridge() {
        let corner = [stroke([0.0, 0.0], [100.0, 0.0]), stroke([100.0, 0.0], [100.0, 80.0])];
        assert!(closed(&corner, &[]).is_empty());
    }
}
