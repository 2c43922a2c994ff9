//! Shapes that are drawn again and again without a legend to name them.

use std::collections::{BTreeMap, HashMap};

use crate::ink::{Ink, Stroke};

/// A shape and its places.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// x-min, y-min, x-max, y-max of each place, by y and x.
    pub places: Vec<[f32; 4]>,
    /// For each place a stroke of the ink that is part of it.
    pub witnesses: Vec<usize>,
}

/// Strokes longer than this, in points, are walls and wires, not parts of a symbol.
const LONGEST: f32 = 45.0;

/// Sizes of symbols in points: below are dots of hatches, above are rooms.
const SIZES: std::ops::RangeInclusive<f32> = 3.0..=70.0;

/// Strokes whose ends are nearer than this belong together, in points.
const NEAR: f32 = 0.8;

/// Fewest places that make a repeat.
pub const FEWEST: usize = 3;

/// The repeats among the strokes that `chosen` lets through, the most frequent first. Places are found as connected
/// ink, so that what touches is missed rather than miscounted.
pub fn repeats(ink: &Ink, chosen: impl Fn(&Stroke) -> bool) -> Vec<Repeat> {
    let picked: Vec<usize> =
        (0..ink.strokes.len()).filter(|&i| ink.strokes[i].length() <= LONGEST && chosen(&ink.strokes[i])).collect();
    let mut groups: BTreeMap<Signature, Vec<([f32; 4], usize)>> = BTreeMap::new();
    for cluster in clusters(ink, &picked) {
        let strokes: Vec<&Stroke> = cluster.iter().map(|&i| &ink.strokes[i]).collect();
        let Some((signature, bbox)) = signature(&strokes) else { continue };
        groups.entry(signature).or_default().push((bbox, cluster[0]));
    }
    let mut out: Vec<Repeat> = groups
        .into_values()
        .filter(|places| places.len() >= FEWEST)
        .map(|mut places| {
            places.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]).then(a.0[0].total_cmp(&b.0[0])));
            Repeat { places: places.iter().map(|p| p.0).collect(), witnesses: places.iter().map(|p| p.1).collect() }
        })
        .collect();
    out.sort_by(|a, b| b.places.len().cmp(&a.places.len()).then(a.places[0][1].total_cmp(&b.places[0][1])));
    out
}

/// What turning and mirroring leave alone: colour, ink length and how it is spread around the middle.
type Signature = (u32, i32, i32, i32);

fn signature(strokes: &[&Stroke]) -> Option<(Signature, [f32; 4])> {
    let first = strokes.first()?;
    let b = strokes.iter().flat_map(|s| [s.a, s.b]).fold([first.a[0], first.a[1], first.a[0], first.a[1]], |b, p| {
        [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]
    });
    let size = (b[2] - b[0]).max(b[3] - b[1]);
    if !SIZES.contains(&size) || strokes.len() < 3 {
        return None;
    }
    let length: f32 = strokes.iter().map(|s| s.length()).sum();
    let middle = |s: &Stroke| [(s.a[0] + s.b[0]) / 2.0, (s.a[1] + s.b[1]) / 2.0];
    let sum = strokes.iter().fold([0.0f32; 2], |c, s| {
        let (m, l) = (middle(s), s.length());
        [c[0] + m[0] * l, c[1] + m[1] * l]
    });
    let center = [sum[0] / length.max(1e-3), sum[1] / length.max(1e-3)];
    let (mut spread, mut farthest) = (0.0f32, 0.0f32);
    for s in strokes {
        let m = middle(s);
        spread += ((m[0] - center[0]).powi(2) + (m[1] - center[1]).powi(2)) * s.length();
        for p in [s.a, s.b] {
            farthest = farthest.max((p[0] - center[0]).hypot(p[1] - center[1]));
        }
    }
    let spread = (spread / length.max(1e-3)).sqrt();
    // Steps wider than a plotter's grid makes differences, so that equal blocks get one signature nearly always.
    let signature = (
        first.color,
        (length / (1.0 + 0.04 * length)).round() as i32,
        (spread * 2.0).round() as i32,
        farthest.round() as i32,
    );
    Some((signature, b))
}

/// Groups of strokes whose ends are near each other.
fn clusters(ink: &Ink, picked: &[usize]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..picked.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    let cell = |p: [f32; 2]| ((p[0] / NEAR).floor() as i32, (p[1] / NEAR).floor() as i32);
    let mut cells: HashMap<(i32, i32), usize> = HashMap::new();
    for (i, &index) in picked.iter().enumerate() {
        let s = &ink.strokes[index];
        let steps = (s.length() / NEAR).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let t = step as f32 / steps as f32;
            let (x, y) = cell([s.a[0] + t * (s.b[0] - s.a[0]), s.a[1] + t * (s.b[1] - s.a[1])]);
            for key in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if let Some(&other) = cells.get(&key) {
                    let (a, b) = (root(&mut parent, i), root(&mut parent, other));
                    parent[a] = b;
                }
            }
            cells.insert((x, y), i);
        }
    }
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, &index) in picked.iter().enumerate() {
        out.entry(root(&mut parent, i)).or_default().push(index);
    }
    out.into_values().collect()
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn turned_copies_are_one_repeat_and_a_long_line_is_none() {
        let mut drawing = Drawing::new(400.0, 400.0);
        let mut shape = kurbo::BezPath::new();
        shape.move_to((-5.0, -5.0));
        for p in [(5.0, -5.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, -5.0), (5.0, 5.0)] {
            shape.line_to(p);
        }
        for i in 0..5 {
            drawing.symbol(&[shape.clone()], [50.0 + 60.0 * i as f32, 100.0], f64::from(i) * 0.7, i % 2 == 1);
        }
        drawing.line([0.0, 300.0], [400.0, 300.0]);
        let ink = Ink::of(&drawing.sheet());
        let found = repeats(&ink, |_| true);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].places.len(), 5);
    }
}
