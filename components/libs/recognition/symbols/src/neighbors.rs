//! Groups that are two symbols side by side, touching several times: not one symbol if each also occurs apart.

use plumbline_geometry::Rect;

use crate::clusters::Cluster;
use crate::fast::FastSet;
use crate::groups::{specimen, typical};
use crate::ink::Ink;
use crate::matching::{Criteria, Field};
use crate::template::{Specimen, Template};

/// Maximum difference between the ink of two shapes and the ink of both together: a share, and points.
const SLACK: (f32, f32) = (0.02, 0.4);

/// Maximum share of the smaller box that may lie in the other: a lamp within a frame is one symbol.
const OVERLAP: f32 = 0.5;

/// Maximum number of pairs to examine for one shape.
const MOST_PAIRS: usize = 40;

/// Minimum number of places in which each of the two shapes occurs apart.
const FEWEST: usize = 2;

/// Returns the groups without those whose shape is two other shapes side by side. Both of these must also occur apart,
/// one of them as often. Groups are ordered by ink.
pub(crate) fn without_neighbors(ink: &Ink, clusters: &[Cluster], groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let measure = |g: &Vec<usize>| &clusters[g[0]].measure;
    let kept: Vec<bool> = groups
        .iter()
        .map(|group| {
            let whole = measure(group);
            let slack = SLACK.0 * whole.length + SLACK.1;
            let own: FastSet<u32> = group.iter().flat_map(|&n| &clusters[n].strokes).copied().collect();
            let apart = |g: &&Vec<usize>| {
                let is_apart = |n: &&usize| clusters[**n].strokes.first().is_some_and(|s| !own.contains(s));
                g.iter().filter(is_apart).count() >= FEWEST
            };
            let smaller = |g: &&Vec<usize>| {
                let part = measure(g);
                part.color == whole.color && part.length < whole.length - slack
            };
            let parts: Vec<&Vec<usize>> = groups.iter().filter(smaller).filter(apart).collect();
            let mut pairs = Vec::new();
            // Both indexes run through the parts by falling ink: as one advances, its partner moves back.
            let mut back = parts.len();
            for (n, one) in parts.iter().enumerate() {
                while back > 0 && measure(parts[back - 1]).length + measure(one).length < whole.length - slack {
                    back -= 1;
                }
                let fits =
                    |other: &&&Vec<usize>| (measure(other).length + measure(one).length - whole.length).abs() <= slack;
                let usual = |other: &&&Vec<usize>| one.len().max(other.len()) >= group.len();
                let partners = parts[n.min(back)..back].iter().rev().take_while(fits).filter(usual);
                pairs.extend(partners.map(|other| (*one, *other)));
                if pairs.len() > MOST_PAIRS || back <= n {
                    break;
                }
            }
            let of = |g: &[usize]| specimen(ink, &clusters[typical(clusters, g)]);
            let whole = (!pairs.is_empty()).then(|| Field::new(of(group).ink));
            !whole.is_some_and(|whole| pairs.iter().any(|(one, other)| are_side_by_side(&whole, of(one), of(other))))
        })
        .collect();
    groups.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(group, _)| group).collect()
}

/// Returns whether a shape contains two others beside each other.
fn are_side_by_side(whole: &Field, one: Specimen, other: Specimen) -> bool {
    let boxes = |part: Specimen| whole.find(&Template::new(part), Criteria::LOOSE).into_iter().map(|m| m.bbox);
    let others: Vec<Rect> = boxes(other).collect();
    let area = |b: Rect| b.width().max(0.0) * b.height().max(0.0);
    boxes(one).any(|a| others.iter().any(|b| a.common_area(*b) <= OVERLAP * area(a).min(area(*b))))
}
