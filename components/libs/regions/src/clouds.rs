//! Revision clouds: chains of arcs that bulge and meet in corners, in one path or arc by arc.

use std::collections::HashMap;

use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::union;
use plumbline_sheet::model::{Path, verb};

use crate::model::{Callout, CalloutKind};

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
    let mut chains = Chains::default();
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
        let (mut at, mut last, mut way): (usize, [f32; 2], Option<[f32; 2]>) = (0, [0.0; 2], None);
        let (mut cusps, mut joints) = (0usize, 0usize);
        for &v in path.verbs {
            let n = verb::arity(v);
            let Some(c) = path.coords.get(at..at + n) else { break };
            at += n;
            match v {
                verb::CUBIC | verb::QUAD => {
                    let begins = direction(last, [c[0], c[1]]);
                    if let (Some(before), Some(after)) = (way, begins) {
                        joints += 1;
                        let turn = before[0] * after[0] + before[1] * after[1];
                        cusps += usize::from(turn < 0.5);
                    }
                    way = direction([c[n - 4], c[n - 3]], [c[n - 2], c[n - 1]]);
                    last = [c[n - 2], c[n - 1]];
                }
                verb::CLOSE => way = None,
                _ => {
                    (last, way) = ([c[0], c[1]], None);
                }
            }
        }
        let large = (area[2] - area[0]).min(area[3] - area[1]) >= SMALLEST;
        // Each bump may be one arc or two, so at least every second joint is a corner.
        if large && cusps + 1 >= FEWEST_ARCS.min(joints) && cusps * 2 + 2 >= joints {
            out.push(cloud(area));
        }
    }
    out.extend(chains.clouds());
    out
}

fn cloud(area: [f32; 4]) -> Callout {
    Callout { kind: CalloutKind::Cloud, area, number: None, sheet: None }
}

/// A separate arc: its ends and its box.
struct Arc {
    ends: [[f32; 2]; 2],
    bbox: [f32; 4],
}

/// Returns a path's arc if it is one open arc of a few curves that bulges over its chord.
fn arc(path: &Path<'_>) -> Option<Arc> {
    let curves = path.verbs.iter().filter(|&&v| v == verb::CUBIC || v == verb::QUAD).count();
    let moves = path.verbs.iter().filter(|&&v| v == verb::MOVE).count();
    if curves == 0 || curves > 6 || moves != 1 || path.verbs.contains(&verb::CLOSE) {
        return None;
    }
    let (first, last) = (path.coords.first_chunk::<2>()?, path.coords.last_chunk::<2>()?);
    let bbox = path.bbox()?;
    let chord = (last[0] - first[0]).hypot(last[1] - first[1]);
    let way = direction(*first, *last)?;
    let off = |p: &[f32]| (way[0] * (p[1] - first[1]) - way[1] * (p[0] - first[0])).abs();
    let bulge = path.coords.chunks_exact(2).map(off).fold(0.0, f32::max);
    (CHORD.contains(&chord) && bulge >= BULGE * chord).then_some(Arc { ends: [*first, *last], bbox })
}

/// One end of an arc: the arc's index and the point.
type End = (u32, [f32; 2]);

/// Arcs joined where their ends meet.
#[derive(Default)]
struct Chains {
    arcs: Vec<Arc>,
    /// Another arc of the same chain for each arc, or itself for the first.
    parents: Vec<u32>,
    ends: HashMap<(i32, i32), Vec<End>>,
    /// Number of ends of other arcs that each arc meets.
    joints: Vec<u32>,
}

impl Chains {
    fn root(&mut self, mut i: u32) -> u32 {
        while self.parents[i as usize] != i {
            let above = self.parents[self.parents[i as usize] as usize];
            self.parents[i as usize] = above;
            i = above;
        }
        i
    }

    fn add(&mut self, arc: Arc) {
        // Maximum number of meetings to examine for one end. A cloud has one.
        const MOST: usize = 8;
        let index = self.arcs.len() as u32;
        self.parents.push(index);
        self.joints.push(0);
        for end in arc.ends {
            let cell = |v: f32| (v / (2.0 * MEET)).floor() as i32;
            let (x, y) = (cell(end[0]), cell(end[1]));
            for key in (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y))) {
                let near: Vec<u32> = self.ends.get(&key).map_or(Vec::new(), |list| {
                    let meets = |p: &[f32; 2]| (p[0] - end[0]).hypot(p[1] - end[1]) <= MEET;
                    list.iter().filter(|(i, p)| *i != index && meets(p)).map(|(i, _)| *i).take(MOST).collect()
                });
                for other in near {
                    let (a, b) = (self.root(other), self.root(index));
                    self.parents[a.max(b) as usize] = a.min(b);
                    self.joints[other as usize] += 1;
                    self.joints[index as usize] += 1;
                }
            }
            self.ends.entry((x, y)).or_default().push((index, end));
        }
        self.arcs.push(arc);
    }

    /// Returns the chains that go around.
    fn clouds(mut self) -> Vec<Callout> {
        // Arcs, joints and box of each chain.
        let mut chains: HashMap<u32, (usize, u32, [f32; 4])> = HashMap::new();
        for i in 0..self.arcs.len() {
            let root = self.root(i as u32);
            let bbox = self.arcs[i].bbox;
            let chain = chains.entry(root).or_insert((0, 0, bbox));
            *chain = (chain.0 + 1, chain.1 + self.joints[i], union(chain.2, bbox));
        }
        let whole = |(arcs, joints, b): &(usize, u32, [f32; 4])| {
            let small = (b[2] - b[0]).min(b[3] - b[1]) < SMALLEST;
            *arcs >= FEWEST_ARCS && !small && (1.7..=2.3).contains(&(*joints as f32 / *arcs as f32))
        };
        chains.into_values().filter(whole).map(|(_, _, area)| cloud(area)).collect()
    }
}

fn direction(a: [f32; 2], b: [f32; 2]) -> Option<[f32; 2]> {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let length = x.hypot(y);
    (length > 1e-3).then(|| [x / length, y / length])
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
        assert!(found[1].area[0] < 250.0 && found[1].area[2] > 350.0);
    }
}
