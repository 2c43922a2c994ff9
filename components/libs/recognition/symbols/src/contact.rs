//! Contact of strokes: which pass a point, and which touch.

use plumbline_geometry::{Point, Vector};

use crate::ink::{SHORTEST_DIRECTED, Stroke};

/// Maximum sine of the angle between a straight sample and a stroke that passes it.
pub(crate) const STRAIGHT: f32 = 0.2;

/// Returns whether a stroke passes `p` within `tolerance`, along `direction` if both have one.
pub(crate) fn passes(s: &Stroke, p: Point, direction: Option<Vector>, tolerance: f32, sine: f32) -> bool {
    let (dx, dy) = (s.b.x - s.a.x, s.b.y - s.a.y);
    let square = dx * dx + dy * dy;
    // Most strokes of a cell pass by. Their distance from `p` is compared without a division.
    let beside = dx * (p.y - s.a.y) - dy * (p.x - s.a.x);
    if beside * beside > tolerance * tolerance * square.max(1e-6) * 1.001 {
        return false;
    }
    let t = (((p.x - s.a.x) * dx + (p.y - s.a.y) * dy) / square.max(1e-9)).clamp(0.0, 1.0);
    let (ox, oy) = (s.a.x + t * dx - p.x, s.a.y + t * dy - p.y);
    if ox * ox + oy * oy > tolerance * tolerance {
        return false;
    }
    match direction {
        Some(d) if square >= SHORTEST_DIRECTED * SHORTEST_DIRECTED => {
            let across = d.x * dy - d.y * dx;
            across * across <= sine * sine * square
        }
        _ => true,
    }
}

/// Returns whether two strokes cross or come within `tolerance` of each other's ends.
pub(crate) fn touch(s: &Stroke, t: &Stroke, tolerance: f32) -> bool {
    let side = |s: &Stroke, p: Point| (s.b.x - s.a.x) * (p.y - s.a.y) - (s.b.y - s.a.y) * (p.x - s.a.x);
    [s.a, s.b].iter().any(|&p| passes(t, p, None, tolerance, 1.0))
        || [t.a, t.b].iter().any(|&p| passes(s, p, None, tolerance, 1.0))
        || (side(s, t.a) * side(s, t.b) < 0.0 && side(t, s.a) * side(t, s.b) < 0.0)
}
