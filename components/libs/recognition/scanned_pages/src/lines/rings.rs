//! Joins arcs of one circle that crossing lines interrupt.

use crate::lines::traced::{Shape, Traced};
use kurbo::{Point, Vec2};
use rstar::RTree;
use rstar::primitives::GeomWithData;
use std::f64::consts::TAU;

/// Maximum differences of the centers and radii of arcs of one circle, in pixels: short arcs determine both poorly.
const MIDDLES: f64 = 3.0;
const RADII: f64 = 2.5;

/// Gap in pixels that is bridged, in addition to twice the width of the line.
const GAP: f64 = 4.0;

/// An arc that runs clockwise on the screen.
#[derive(Debug, Clone, Copy)]
struct Part {
    middle: Point,
    radius: f64,
    start: f64,
    sweep: f64,
    width: f64,
}

/// Joins arcs and passes on lines.
pub(crate) fn join(pieces: Vec<Traced>) -> Vec<Traced> {
    let (mut out, mut parts) = (Vec::new(), Vec::new());
    for piece in pieces {
        match piece.shape {
            Shape::Line(..) => out.push(piece),
            Shape::Arc { middle, radius, start, sweep } => {
                let start = if sweep < 0.0 { start + sweep } else { start };
                parts.push(Part {
                    middle,
                    radius,
                    start: start.rem_euclid(TAU),
                    sweep: sweep.abs(),
                    width: piece.width,
                });
            }
        }
    }
    // The longest first: it determines its circle best, and the shorter ones are collected around it.
    parts.sort_by(|a, b| {
        let key = |p: &Part| (p.radius * p.sweep, p.middle.x, p.middle.y);
        let (a, b) = (key(a), key(b));
        b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
    });
    let places = parts.iter().enumerate().map(|(index, p)| GeomWithData::new([p.middle.x, p.middle.y], index));
    let tree: RTree<GeomWithData<[f64; 2], usize>> = RTree::bulk_load(places.collect());
    let mut used = vec![false; parts.len()];
    for (index, part) in parts.iter().enumerate() {
        if used[index] {
            continue;
        }
        let near =
            tree.locate_within_distance([part.middle.x, part.middle.y], MIDDLES * MIDDLES).map(|place| place.data);
        let mut circle: Vec<usize> =
            near.filter(|&other| !used[other] && (parts[other].radius - part.radius).abs() <= RADII).collect();
        circle.sort_unstable();
        circle.iter().for_each(|&other| used[other] = true);
        let circle: Vec<Part> = circle.into_iter().map(|other| parts[other]).collect();
        out.extend(united(circle));
    }
    out
}

/// Joins the parts of one circle that nearly touch.
fn united(mut parts: Vec<Part>) -> Vec<Traced> {
    parts.sort_by(|a, b| a.start.total_cmp(&b.start));
    let touches = |end: f64, part: &Part| part.start - end <= (2.0 * part.width + GAP) / part.radius;
    let mut groups: Vec<Vec<Part>> = Vec::new();
    let mut end = f64::MIN;
    for part in parts {
        match groups.last_mut() {
            Some(group) if touches(end, &part) => group.push(part),
            _ => groups.push(vec![part]),
        }
        end = end.max(part.start + part.sweep);
    }
    // The last may continue in the first, past the angle 0.
    if groups.len() > 1 && touches(end - TAU, &groups[0][0]) {
        let first = groups.remove(0);
        if let Some(last) = groups.last_mut() {
            last.extend(first.into_iter().map(|part| Part { start: part.start + TAU, ..part }));
        }
    }
    groups.into_iter().filter_map(|group| one(&group)).collect()
}

fn one(group: &[Part]) -> Option<Traced> {
    let start = group.first()?.start;
    let end = group.iter().map(|part| part.start + part.sweep).fold(f64::MIN, f64::max);
    let total: f64 = group.iter().map(|part| part.sweep).sum();
    let mean = |of: fn(&Part) -> f64| group.iter().map(|part| of(part) * part.sweep).sum::<f64>() / total;
    let (radius, width) = (mean(|part| part.radius), mean(|part| part.width));
    let middle = Vec2::new(mean(|part| part.middle.x), mean(|part| part.middle.y)).to_point();
    let closed = TAU - (end - start) <= (2.0 * width + GAP) / radius;
    let (start, sweep) = if closed { (0.0, TAU) } else { (start, end - start) };
    Some(Traced { shape: Shape::Arc { middle, radius, start, sweep }, width })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(start: f64, sweep: f64, radius: f64) -> Traced {
        Traced { shape: Shape::Arc { middle: Point::new(100.0, 100.0), radius, start, sweep }, width: 2.0 }
    }

    #[test]
    fn a_circle_in_parts_of_either_direction_is_a_circle() {
        let found = join(vec![arc(0.05, 1.5, 50.0), arc(3.1, -1.5, 50.5), arc(3.2, 3.0, 49.8)]);
        assert!(matches!(found[..], [Traced { shape: Shape::Arc { sweep: TAU, .. }, .. }]), "{found:?}");
    }

    #[test]
    fn arcs_past_the_angle_0_are_one_and_those_far_apart_or_of_other_circles_are_not() {
        let found = join(vec![arc(6.0, 0.25, 50.0), arc(0.02, 1.0, 50.0)]);
        assert_eq!(found.len(), 1);
        assert!((found[0].length() - 50.0 * (TAU - 6.0 + 1.02)).abs() < 0.5);
        assert_eq!(join(vec![arc(0.0, 1.0, 50.0), arc(2.0, 1.0, 50.0)]).len(), 2);
        assert_eq!(join(vec![arc(0.0, 1.0, 50.0), arc(1.0, 1.0, 60.0)]).len(), 2);
    }
}
