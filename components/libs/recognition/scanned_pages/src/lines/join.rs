//! Joins lines that a junction interrupts, or a break in the ink no longer than the line is wide. Gaps of dashed lines
//! are longer and stay: interpreting dash patterns is left to callers.

use crate::lines::traced::{Shape, Traced};
use kurbo::{Point, Vec2};
use rstar::RTree;
use rstar::primitives::GeomWithData;

/// Maximum offset between joined lines, in pixels, and maximum difference of their directions beyond the error of the
/// unsteady ends of a short line, in radians (4°).
const ASIDE: f64 = 1.5;
const BEND: f64 = 0.07;

/// Gap in pixels that is bridged, in addition to the width of the lines.
const GAP: f64 = 3.0;

/// One end of a line.
#[derive(Debug, Clone, Copy)]
struct End {
    at: Point,
    /// Away from the line, of length 1.
    outwards: Vec2,
    length: f64,
    width: f64,
}

/// Joins lines that continue straight. Arcs stay as they are.
pub(crate) fn join(pieces: Vec<Traced>) -> Vec<Traced> {
    let is_line = |piece: &Traced| matches!(piece.shape, Shape::Line(from, to) if from.distance(to) > 1e-6);
    let (lines, mut out): (Vec<Traced>, Vec<Traced>) = pieces.into_iter().partition(is_line);
    let ends = ends(&lines);
    let partners = partners(&ends);
    let mut used = vec![false; lines.len()];
    // Loose ends first. The rest would be rings, which straight lines cannot form.
    let loose = (0..ends.len()).filter(|&end| partners[end].is_none());
    for start in loose.chain(0..ends.len()) {
        let mut chain: Vec<Traced> = Vec::new();
        let mut enter = start;
        while !used[enter / 2] {
            used[enter / 2] = true;
            let line = lines[enter / 2];
            if !chain.is_empty() && merged(&chain, Some(&line)).is_none() {
                out.extend(merged(&chain, None));
                chain.clear();
            }
            chain.push(line);
            match partners[enter ^ 1] {
                Some(next) => enter = next,
                None => break,
            }
        }
        out.extend(merged(&chain, None));
    }
    out
}

/// Returns the ends of lines, two for each: end `2 i + 1` is the other end of `2 i`.
fn ends(lines: &[Traced]) -> Vec<End> {
    let both = |line: &Traced| match line.shape {
        Shape::Line(from, to) => {
            let length = from.distance(to);
            let along = (to - from) / length;
            let end = |at, outwards| End { at, outwards, length, width: line.width };
            vec![end(from, -along), end(to, along)]
        }
        Shape::Arc { .. } => Vec::new(),
    };
    lines.iter().flat_map(both).collect()
}

/// Returns the end at which each end continues. Each is the partner of its partner.
fn partners(ends: &[End]) -> Vec<Option<usize>> {
    let places = ends.iter().enumerate().map(|(index, end)| GeomWithData::new([end.at.x, end.at.y], index)).collect();
    let tree: RTree<GeomWithData<[f64; 2], usize>> = RTree::bulk_load(places);
    let mut pairs = Vec::new();
    for (a, end) in ends.iter().enumerate() {
        // A line that continues is not much wider. Its actual width is checked in the comparison.
        let reach = 3.0 * end.width + GAP;
        for near in tree.locate_within_distance([end.at.x, end.at.y], reach * reach) {
            let b = near.data;
            if b / 2 > a / 2
                && let Some(misfit) = misfit(end, &ends[b])
            {
                pairs.push((misfit, a, b));
            }
        }
    }
    // By fit, then by place, so that the order in which lines were found does not matter.
    let place = |end: usize| (ends[end].at.x, ends[end].at.y);
    let order = |a: (f64, f64), b: (f64, f64)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then_with(|| order(place(x.1), place(y.1))));
    let mut partners = vec![None; ends.len()];
    for (_, a, b) in pairs {
        if partners[a].is_none() && partners[b].is_none() {
            partners[a] = Some(b);
            partners[b] = Some(a);
        }
    }
    partners
}

/// Returns how poorly two ends fit as one line, or `None` if they do not.
fn misfit(a: &End, b: &End) -> Option<f64> {
    let gap = b.at - a.at;
    if gap.hypot() > a.width + b.width + GAP || a.width.max(b.width) > 2.5 * a.width.min(b.width) {
        return None;
    }
    let bend = (-a.outwards).cross(b.outwards).atan2(a.outwards.dot(-b.outwards)).abs();
    let unsteady = ASIDE / a.length.min(b.length);
    let aside = a.outwards.cross(gap).abs().min(b.outwards.cross(gap).abs());
    // Ends that overlap by more than a junction's width lie beside each other.
    let ahead = gap.dot(a.outwards) > -(a.width + GAP);
    (bend <= BEND + unsteady.min(0.5) && aside <= ASIDE && ahead).then_some(aside + 10.0 * bend)
}

/// Merges the lines of a chain, and optionally one more. Returns `None` if one of their ends is too far from the
/// result.
fn merged(chain: &[Traced], more: Option<&Traced>) -> Option<Traced> {
    let all = || chain.iter().chain(more);
    if let ([only], None) = (chain, more) {
        return Some(*only);
    }
    let (mut total, mut width, mut sum) = (0.0, 0.0, Vec2::ZERO);
    for line in all() {
        let length = line.length();
        total += length;
        width += line.width * length;
        if let Shape::Line(from, to) = line.shape {
            sum += (from.to_vec2() + to.to_vec2()) / 2.0 * length;
        }
    }
    if total <= 0.0 {
        return None;
    }
    let middle = sum / total;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let points = || {
        all().filter_map(
            |line| if let Shape::Line(from, to) = line.shape { Some((line.length(), [from, to])) } else { None },
        )
    };
    for (weight, ends) in points() {
        for d in ends.map(|end| end.to_vec2() - middle) {
            xx += weight * d.x * d.x;
            xy += weight * d.x * d.y;
            yy += weight * d.y * d.y;
        }
    }
    let along = Vec2::from_angle(0.5 * (2.0 * xy).atan2(xx - yy));
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for (_, ends) in points() {
        for d in ends.map(|end| end.to_vec2() - middle) {
            if along.cross(d).abs() > ASIDE {
                return None;
            }
            low = low.min(along.dot(d));
            high = high.max(along.dot(d));
        }
    }
    let at = |t: f64| (middle + along * t).to_point();
    Some(Traced { shape: Shape::Line(at(low), at(high)), width: width / total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(from: [f64; 2], to: [f64; 2]) -> Traced {
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        Traced { shape: Shape::Line(point(from), point(to)), width: 2.0 }
    }

    #[test]
    fn the_arms_of_a_crossing_become_two_lines() {
        let arms = vec![
            line([0.0, 50.0], [48.0, 50.2]),
            line([52.0, 50.0], [100.0, 50.0]),
            line([50.0, 0.0], [50.1, 48.0]),
            line([50.0, 52.0], [50.0, 100.0]),
        ];
        let lines = join(arms);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| (line.length() - 100.0).abs() < 0.1));
    }

    #[test]
    fn dashes_stay_apart_and_so_do_lines_at_an_angle() {
        assert_eq!(join(vec![line([0.0, 0.0], [20.0, 0.0]), line([30.0, 0.0], [50.0, 0.0])]).len(), 2);
        assert_eq!(join(vec![line([0.0, 0.0], [20.0, 0.0]), line([21.0, 0.0], [50.0, 6.0])]).len(), 2);
        assert_eq!(join(vec![line([0.0, 0.0], [50.0, 0.0]), line([0.0, 3.0], [50.0, 3.0])]).len(), 2);
    }

    proptest! {
        #[test]
        fn a_line_in_parts_is_one_line_in_whatever_order_and_direction(
            degrees in 0.0f64..180.0, mut parts in Just((0..12).collect::<Vec<i32>>()).prop_shuffle(), turned in prop::collection::vec(any::<bool>(), 12),
        ) {
            let along = Vec2::from_angle(degrees.to_radians());
            let at = |t: f64| (Vec2::new(500.0, 500.0) + along * t).to_point();
            let lines = parts.drain(..).zip(turned).map(|(part, turned)| {
                let (from, to) = (at(f64::from(part) * 30.0), at(f64::from(part) * 30.0 + 28.0));
                Traced { shape: if turned { Shape::Line(to, from) } else { Shape::Line(from, to) }, width: 2.0 }
            });
            let joined = join(lines.collect());
            prop_assert_eq!(joined.len(), 1);
            prop_assert!((joined[0].length() - 358.0).abs() < 1e-6);
        }
    }
}
