//! Revision clouds: chains of arcs that bulge and meet in corners, in one path or arc by arc.

use std::collections::HashMap;

use plumbline_geometry::{Buckets, DisjointSets, Point, Rect, Vector, VectorExt as _, point};
use plumbline_sheet::Sheet;
use plumbline_sheet::model::{Path, verb};

use crate::regions::model::{Callout, CalloutKind};

/// Minimum number of arcs of a cloud.
const FEWEST_ARCS: usize = 8;
/// Minimum length of its shorter side in points.
const SMALLEST: f32 = 20.0;
/// Chords of its arcs, in points.
const CHORD: std::ops::RangeInclusive<f32> = 5.0..=90.0;
/// Minimum bulge of an arc over its chord, as a share. An arc of a circle of many arcs bulges less.
const BULGE: f32 = 0.15;
/// Distance in points below which ends meet.
const MEET: f32 = 0.8;

/// Returns the clouds of a sheet.
pub(crate) fn clouds(sheet: &Sheet) -> Vec<Callout> {
    let mut chains = Chains::new();
    let mut out: Vec<Callout> = Vec::new();
    for path in sheet.paths().filter(Path::is_curved) {
        if let Some(arc) = arc(&path) {
            chains.add(arc);
            continue;
        }
        let curves = path.verbs.iter().filter(|&&v| v == verb::CUBIC || v == verb::QUAD).count();
        if curves < FEWEST_ARCS {
            continue;
        }
        let Some(area) = path.bbox() else { continue };
        let (mut last, mut way): (Point, Option<Vector>) = (Point::zero(), None);
        let (mut cusps, mut joints) = (0usize, 0usize);
        for (v, c) in path.pieces() {
            match v {
                verb::CUBIC | verb::QUAD => {
                    let begins = direction(last, point(c[0], c[1]));
                    if let (Some(before), Some(after)) = (way, begins) {
                        joints += 1;
                        let turn = before.dot(after);
                        cusps += usize::from(turn < 0.5);
                    }
                    let n = c.len();
                    last = point(c[n - 2], c[n - 1]);
                    way = direction(point(c[n - 4], c[n - 3]), last);
                }
                verb::CLOSE => way = None,
                _ => {
                    (last, way) = (point(c[0], c[1]), None);
                }
            }
        }
        let large = area.width().min(area.height()) >= SMALLEST;
        // Each bump may be one arc or two, so at least every second joint is a corner.
        if large && cusps + 1 >= FEWEST_ARCS.min(joints) && cusps * 2 + 2 >= joints {
            out.push(cloud(area));
        }
    }
    out.extend(chains.clouds());
    out
}

fn cloud(area: Rect) -> Callout {
    Callout { kind: CalloutKind::Cloud, area, number: None, sheet: None }
}

/// A separate arc: its ends and its box.
struct Arc {
    ends: [Point; 2],
    bbox: Rect,
}

/// Returns a path's arc if it is one open arc of a few curves that bulges over its chord.
fn arc(path: &Path<'_>) -> Option<Arc> {
    let curves = path.verbs.iter().filter(|&&v| v == verb::CUBIC || v == verb::QUAD).count();
    let moves = path.verbs.iter().filter(|&&v| v == verb::MOVE).count();
    if curves == 0 || curves > 6 || moves != 1 || path.verbs.contains(&verb::CLOSE) {
        return None;
    }
    let first: Point = (*path.coords.first_chunk::<2>()?).into();
    let last: Point = (*path.coords.last_chunk::<2>()?).into();
    let bbox = path.bbox()?;
    let chord = (last - first).hypot();
    let way = direction(first, last)?;
    let off = |p: &[f32]| (way.x * (p[1] - first.y) - way.y * (p[0] - first.x)).abs();
    let bulge = path.coords.chunks_exact(2).map(off).fold(0.0, f32::max);
    (CHORD.contains(&chord) && bulge >= BULGE * chord).then_some(Arc { ends: [first, last], bbox })
}

/// One end of an arc: the arc's index and the point.
type End = (u32, Point);

/// Arcs joined where their ends meet.
struct Chains {
    arcs: Vec<Arc>,
    /// The chains of the arcs.
    chains: DisjointSets,
    ends: Buckets<End>,
    /// Number of ends of other arcs that each arc meets.
    joints: Vec<u32>,
}

impl Chains {
    fn new() -> Self {
        Self { arcs: Vec::new(), chains: DisjointSets::default(), ends: Buckets::new(2.0 * MEET), joints: Vec::new() }
    }

    fn add(&mut self, arc: Arc) {
        // Maximum number of meetings to examine for one end. A cloud has one.
        const MOST: usize = 8;
        let index = self.chains.push() as u32;
        self.joints.push(0);
        for end in arc.ends {
            let meets = |(i, p): &End| *i != index && (*p - end).hypot() <= MEET;
            let cells = self.ends.cells_around(end);
            let near: Vec<End> = cells.flat_map(|cell| cell.iter().copied().filter(meets).take(MOST)).collect();
            for (other, _) in near {
                self.chains.join(other as usize, index as usize);
                self.joints[other as usize] += 1;
                self.joints[index as usize] += 1;
            }
            self.ends.insert(end, (index, end));
        }
        self.arcs.push(arc);
    }

    /// Returns the chains that go around.
    fn clouds(mut self) -> Vec<Callout> {
        // Arcs, joints and box of each chain.
        let mut chains: HashMap<usize, (usize, u32, Rect)> = HashMap::new();
        for i in 0..self.arcs.len() {
            let root = self.chains.root(i);
            let bbox = self.arcs[i].bbox;
            let chain = chains.entry(root).or_insert((0, 0, bbox));
            *chain = (chain.0 + 1, chain.1 + self.joints[i], chain.2.union(bbox));
        }
        let whole = |(arcs, joints, b): &(usize, u32, Rect)| {
            let small = b.width().min(b.height()) < SMALLEST;
            *arcs >= FEWEST_ARCS && !small && (1.7..=2.3).contains(&(*joints as f32 / *arcs as f32))
        };
        chains.into_values().filter(whole).map(|(_, _, area)| cloud(area)).collect()
    }
}

fn direction(a: Point, b: Point) -> Option<Vector> {
    let step = b - a;
    let length = step.hypot();
    (length > 1e-3).then(|| step / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::drawing::Drawing;

    /// Draws half circles around a box, each as its own path or all in one.
    fn bumps(d: &mut Drawing, [x0, y0, x1, y1]: [f64; 4], apart: bool) {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)];
        let mut whole = kurbo::BezPath::new();
        for w in corners.windows(2) {
            for i in 0..4 {
                let at = |k: f64| (w[0].0 + (w[1].0 - w[0].0) * k / 4.0, w[0].1 + (w[1].1 - w[0].1) * k / 4.0);
                let (a, b) = (at(f64::from(i)), at(f64::from(i) + 1.0));
                let out = ((b.1 - a.1) * 0.6, (a.0 - b.0) * 0.6);
                let (c, e) = ((a.0 + out.0, a.1 + out.1), (b.0 + out.0, b.1 + out.1));
                if apart || whole.elements().is_empty() {
                    whole.move_to(a);
                }
                whole.curve_to(c, e, b);
                if apart {
                    d.path(&std::mem::take(&mut whole));
                }
            }
        }
        if !apart {
            d.path(&whole);
        }
    }

    #[test]
    fn clouds_in_one_path_and_arc_by_arc() {
        let mut d = Drawing::new(500.0, 500.0);
        bumps(&mut d, [50.0, 50.0, 150.0, 110.0], false);
        bumps(&mut d, [250.0, 50.0, 350.0, 110.0], true);
        d.circle([100.0, 300.0], 40.0);
        let found = clouds(&d.sheet());
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[1].area.min.x < 250.0 && found[1].area.max.x > 350.0);
    }
}
