//! Collects a sheet's ink: each drawn place once, lines and curves both as drawn and as wholes.

use plumbline_geometry::{Point, Rect};
use plumbline_sheet::Sheet;

use crate::chains::{self, Run};
use crate::chords;
use crate::curves::Outline;
use crate::fast::{FastMap, FastSet, hash};
use crate::hatches::{self, Area};
use crate::ink::{Feature, FeatureKind, GridPoint, Ink, Ring, SAME_POINT, SHORTEST_FEATURE, Stroke, key_of};

/// A table of the strokes by their ends and color that stores only their indexes.
#[derive(Debug, Default)]
struct StrokeTable {
    /// Index of a stroke plus one, or 0 for an empty slot.
    slots: Vec<u32>,
    used: usize,
}

type Key = (GridPoint, GridPoint, u32);

fn key(s: &Stroke) -> Key {
    let (a, b) = (key_of(s.a), key_of(s.b));
    (a.min(b), a.max(b), s.color)
}

impl StrokeTable {
    /// Returns the stroke at the place of a new one. If there is none, inserts the new one there.
    fn first_or_insert(&mut self, strokes: &[Stroke], new: &Stroke) -> Option<usize> {
        if (self.used + 1) * 2 > self.slots.len() {
            self.slots = vec![0; ((strokes.len() + 16) * 4).next_power_of_two()];
            self.used = 0;
            for (i, s) in strokes.iter().enumerate() {
                let (slot, _) = self.slot(strokes, key(s));
                // The first stroke at a place stays.
                if self.slots[slot] == 0 {
                    self.slots[slot] = i as u32 + 1;
                    self.used += 1;
                }
            }
        }
        let (slot, found) = self.slot(strokes, key(new));
        if found.is_none() {
            self.slots[slot] = strokes.len() as u32 + 1;
            self.used += 1;
        }
        found
    }

    fn slot(&self, strokes: &[Stroke], wanted: Key) -> (usize, Option<usize>) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(wanted) as usize & mask;
        while self.slots[slot] != 0 {
            let stroke = self.slots[slot] as usize - 1;
            if key(&strokes[stroke]) == wanted {
                return (slot, Some(stroke));
            }
            slot = (slot + 1) & mask;
        }
        (slot, None)
    }
}

/// Collects strokes without duplicates.
#[derive(Default)]
pub(crate) struct Collector {
    ink: Ink,
    table: StrokeTable,
    /// Whether each stroke is a separate line.
    standalone: Vec<bool>,
    /// Edges of areas and separate lines at the same place, as indexes.
    edge_overlaps: Vec<[u32; 2]>,
    /// The places of those lines.
    seen_edge_overlaps: FastSet<Key>,
    rings: FastSet<(GridPoint, i32, u32)>,
    /// Open curves, which may be pieces of one curve.
    runs: Vec<Run>,
    seen_runs: FastSet<(GridPoint, GridPoint, GridPoint, u32)>,
}

impl Collector {
    pub(crate) fn outline(&mut self, outline: &Outline, color: u32, filled: bool, path: u32, clip: Option<Rect>) {
        let clipped_away = |a: Point, b: Point| {
            clip.is_some_and(|c| {
                a.x.max(b.x) < c.min.x || a.x.min(b.x) > c.max.x || a.y.max(b.y) < c.min.y || a.y.min(b.y) > c.max.y
            })
        };
        let standalone = !filled && outline.points.len() == 2;
        for (pair, &curved) in outline.points.windows(2).zip(&outline.curved) {
            let (a, b) = (pair[0], pair[1]);
            if !clipped_away(a, b) && key_of(a) != key_of(b) {
                self.stroke(Stroke { a, b, color, curved, filled, path }, standalone);
            }
        }
        if let Some((center, radius)) = outline.ring() {
            if !clipped_away(center, center) {
                self.ring(Ring { center, radius, color, filled, chain: 0 });
            }
            return;
        }
        for points in outline.open_curves() {
            let (Some(&a), Some(&b)) = (points.first(), points.last()) else { continue };
            if !clipped_away(a, b) {
                self.run(Run { points: points.to_vec(), color, filled });
            }
        }
    }

    fn stroke(&mut self, stroke: Stroke, standalone: bool) {
        let Some(first) = self.table.first_or_insert(&self.ink.strokes, &stroke) else {
            self.standalone.push(standalone);
            self.ink.strokes.push(stroke);
            return;
        };
        // A separate line at the edge of an area may not be its outline, so both are kept.
        if self.standalone[first] != standalone && (stroke.filled || self.ink.strokes[first].filled) {
            if self.seen_edge_overlaps.insert(key(&stroke)) {
                let (new, first) = (self.ink.strokes.len() as u32, first as u32);
                self.edge_overlaps.push(if standalone { [first, new] } else { [new, first] });
                self.standalone.push(standalone);
                self.ink.strokes.push(stroke);
            }
        } else {
            // Filled and outlined in two steps is the same as in one.
            self.ink.strokes[first].filled |= stroke.filled;
        }
    }

    /// Drops the separate lines that outline most of an area: the area was only drawn in several steps.
    fn drop_outlines(&mut self) {
        if self.edge_overlaps.is_empty() {
            return;
        }
        let mut of_path: FastMap<u32, [u32; 2]> = FastMap::default();
        for [area, _] in &self.edge_overlaps {
            of_path.entry(self.ink.strokes[*area as usize].path).or_default()[0] += 1;
        }
        for s in self.ink.strokes.iter().filter(|s| s.filled) {
            if let Some(counts) = of_path.get_mut(&s.path) {
                counts[1] += 1;
            }
        }
        let mut gone: Vec<u32> = Vec::new();
        for [area, line] in &self.edge_overlaps {
            let [outlined, edges] = of_path[&self.ink.strokes[*area as usize].path];
            if outlined * 3 >= edges * 2 && edges > 1 {
                gone.push(*line);
            }
        }
        gone.sort_unstable();
        let mut n = 0u32;
        self.ink.strokes.retain(|_| {
            n += 1;
            gone.binary_search(&(n - 1)).is_err()
        });
    }

    fn run(&mut self, run: Run) {
        let points = &run.points;
        let (Some(&a), Some(&b)) = (points.first(), points.last()) else { return };
        let (a, b, middle) = (key_of(a), key_of(b), key_of(points[points.len() / 2]));
        if a != b && self.seen_runs.insert((a.min(b), a.max(b), middle, run.color)) {
            self.runs.push(run);
        }
    }

    fn ring(&mut self, ring: Ring) {
        let key = (key_of(ring.center), (ring.radius / SAME_POINT).round() as i32, ring.color);
        if self.rings.insert(key) {
            self.ink.rings.push(ring);
        }
    }

    pub(crate) fn finish(mut self, sheet: &Sheet) -> Ink {
        // The tables used for collecting are freed before more is built.
        self.table = StrokeTable::default();
        self.drop_outlines();
        (self.standalone, self.edge_overlaps, self.seen_edge_overlaps) = Default::default();
        let areas = hatches::solid(&mut self.ink.strokes, sheet);
        for run in chords::curves(&mut self.ink.strokes) {
            let outline = Outline { curved: vec![true; run.points.len() - 1], points: run.points };
            self.curve(outline, run.color, run.filled);
        }
        for area in areas {
            self.area(&area);
        }
        self.wholes()
    }

    /// Adds a curve from end to end, or a circle.
    fn curve(&mut self, outline: Outline, color: u32, filled: bool) {
        match outline.ring() {
            Some((center, radius)) => self.ring(Ring { center, radius, color, filled, chain: 0 }),
            None => self.run(Run { points: outline.points, color, filled }),
        }
    }

    /// Returns the ink with its features.
    fn wholes(mut self) -> Ink {
        self.seen_runs = FastSet::default();
        self.curves();
        self.lines();
        self.ink.features = by_length(&self.ink.features);
        self.ink.rings.sort_by(|x, y| x.radius.total_cmp(&y.radius));
        self.ink.strokes.shrink_to_fit();
        self.ink.features.shrink_to_fit();
        self.ink
    }

    /// Adds the outline of an area that was filled with lines.
    fn area(&mut self, area: &Area) {
        let Area { outline, color, path, drawn } = area;
        if !drawn {
            let pieces = outline.points.windows(2).zip(&outline.curved);
            self.ink.strokes.extend(pieces.map(|(pair, &curved)| Stroke {
                a: pair[0],
                b: pair[1],
                color: *color,
                curved,
                filled: true,
                path: *path,
            }));
        }
        if let Some((center, radius)) = outline.ring() {
            // A ring drawn around the lines is the same ring.
            let near =
                |r: &Ring| r.color == *color && (r.center - center).length() < 0.3 && (r.radius - radius).abs() < 0.4;
            match self.ink.rings.iter_mut().rfind(|r| *drawn && near(r)) {
                Some(ring) => ring.filled = true,
                None => self.ring(Ring { center, radius, color: *color, filled: true, chain: 0 }),
            }
        }
    }

    /// Adds the chords of open curves, drawn whole or in pieces, and circles drawn in pieces.
    fn curves(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        let chains = chains::join_curves(&runs);
        let mut chain_of = vec![0; runs.len()];
        for (n, members) in chains.iter().enumerate() {
            let chain = n as u32 + 1;
            let (color, filled) = (runs[members[0].0].color, runs[members[0].0].filled);
            let outline = chains::outline(&runs, members);
            for &(i, _) in members {
                chain_of[i] = chain;
            }
            if let Some((center, radius)) = outline.ring() {
                self.ring(Ring { center, radius, color, filled, chain });
            } else if let (Some(&a), Some(&b)) = (outline.points.first(), outline.points.last()) {
                self.ink.features.extend(feature(FeatureKind::Chord, a, b, color, chain, false));
            }
        }
        for (run, chain) in runs.iter().zip(chain_of) {
            if let (Some(&a), Some(&b)) = (run.points.first(), run.points.last()) {
                self.ink.features.extend(feature(FeatureKind::Chord, a, b, run.color, chain, chain > 0));
            }
        }
    }

    /// Adds lines as drawn and as joined.
    fn lines(&mut self) {
        let lines = self.ink.strokes.iter().filter(|s| !s.curved).copied().collect::<Vec<_>>();
        let before = self.ink.features.iter().map(|f| f.chain).chain(self.ink.rings.iter().map(|r| r.chain)).max();
        let mut chain_of = vec![0; lines.len()];
        for (n, joined) in chains::join_lines(&lines).into_iter().enumerate() {
            let chain = before.unwrap_or(0) + n as u32 + 1;
            let color = lines[joined.members[0] as usize].color;
            for i in joined.members {
                chain_of[i as usize] = chain;
            }
            self.ink.features.extend(feature(FeatureKind::Line, joined.a, joined.b, color, chain, false));
        }
        for (s, chain) in lines.iter().zip(chain_of) {
            self.ink.features.extend(feature(FeatureKind::Line, s.a, s.b, s.color, chain, chain > 0));
        }
    }
}

/// Sorts features by length, equal ones in the order in which they were found. Non-negative lengths sort like their
/// bits. The bits are sorted with the feature's index, because features are large.
fn by_length(features: &[Feature]) -> Vec<Feature> {
    let mut order: Vec<(u32, u32)> = (0..).zip(features).map(|(i, f)| (f.length.to_bits(), i)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, i)| features[i as usize]).collect()
}

/// Creates a feature if it is long enough.
fn feature(kind: FeatureKind, a: Point, b: Point, color: u32, chain: u32, piece: bool) -> Option<Feature> {
    let length = (b - a).length();
    (length >= SHORTEST_FEATURE).then_some(Feature { a, b, length, color, kind, chain, piece })
}

/// Creates ink from strokes of other ink, with their features and rings computed anew, as wholes.
pub(crate) fn of_strokes(strokes: Vec<Stroke>) -> Ink {
    let mut collector = Collector::default();
    let goes_on = |s: &Stroke, t: &Stroke| s.curved && t.curved && s.path == t.path && s.b == t.a;
    for curve in strokes.chunk_by(goes_on).filter(|c| c[0].curved) {
        let mut points = vec![curve[0].a];
        points.extend(curve.iter().map(|s| s.b));
        let (color, filled) = (curve[0].color, curve[0].filled);
        collector.curve(Outline { curved: vec![true; curve.len()], points }, color, filled);
    }
    collector.ink.strokes = strokes;
    collector.wholes()
}
