//! Collects a sheet's ink: each drawn place once, lines and curves both as drawn and as wholes.

use plumbline_geometry::{Point, Rect, remove_marked};
use plumbline_sheet::Sheet;
use plumbline_sheet::model::Path;

use crate::chains::{self, Run};
use crate::chords;
use crate::curves::{self, Outline};
use crate::fast::{FastMap, FastSet, hash};
use crate::grid_point::{GridPoint, SAME_POINT, key_of};
use crate::hatches::{self, Area};
use crate::ink::{Feature, FeatureKind, Ink, Ring, SHORTEST_FEATURE, Stroke};

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
        remove_marked(&mut self.ink.strokes, |n| gone.binary_search(&(n as u32)).is_ok());
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

const WHITE: u32 = 0xff_ffff;

/// Returns the color in which a path shows and whether it is filled, or `None` if it is invisible on paper.
fn visible_color(path: &Path<'_>) -> Option<(u32, bool)> {
    let stroke = path.style.stroke.filter(|&c| c & WHITE != WHITE);
    let fill = path.style.fill.filter(|&c| c & WHITE != WHITE);
    match (stroke, fill) {
        (Some(color), fill) => Some((color, fill.is_some())),
        (None, Some(color)) => Some((color, true)),
        (None, None) => None,
    }
}

impl Ink {
    /// Collects the visible ink of a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let mut collector = Collector::default();
        for path in sheet.paths() {
            let Some((color, filled)) = visible_color(&path) else { continue };
            for outline in curves::outlines(&path) {
                collector.outline(&outline, color, filled, path.index as u32, path.clip);
            }
        }
        collector.finish(sheet)
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

/// Creates ink from strokes of other ink. Their features and rings are computed again, as wholes.
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

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn a_line_drawn_in_pieces_and_twice_is_one_feature_of_its_whole_length() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.line([10.0, 10.0], [14.0, 10.0]).line([20.0, 10.0], [14.0, 10.0]).line([10.0, 10.0], [14.0, 10.0]);
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.strokes.len(), 2);
        assert!(ink.features.iter().any(|f| (f.length - 10.0).abs() < 1e-3));
    }

    #[test]
    fn circles_and_curves_drawn_in_pieces_are_as_in_one() {
        use kurbo::ParamCurve;
        let mut hook = kurbo::BezPath::new();
        hook.move_to((10.0, 10.0));
        hook.curve_to((16.0, 4.0), (16.0, 16.0), (22.0, 10.0));
        let mut drawing = Drawing::new(100.0, 100.0);
        for (n, whole) in [kurbo::Shape::to_path(&kurbo::Circle::new((50.0, 50.0), 6.0), 0.01), hook].iter().enumerate()
        {
            for (i, segment) in whole.segments().enumerate() {
                let cut = 0.3 + 0.1 * ((i + n) % 4) as f64;
                for part in [segment.subsegment(cut..1.0), segment.subsegment(0.0..cut).reverse()] {
                    let mut path = kurbo::BezPath::new();
                    path.move_to(part.start());
                    path.push(part.as_path_el());
                    drawing.symbol(&[path], [0.0, 0.0], 0.0, false);
                }
            }
        }
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.rings.len(), 1);
        assert!((ink.rings[0].radius - 6.0).abs() < 0.05);
        let whole: Vec<&Feature> = ink.features.iter().filter(|f| !f.piece).collect();
        assert_eq!(whole.len(), 1);
        assert!((whole[0].length - 12.0).abs() < 0.05);
    }

    #[test]
    fn a_line_that_ends_where_an_area_does_is_not_taken_for_its_outline() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.line([10.0, 10.0], [18.0, 10.0]).fill(Some(0)).rect([10.0, 10.0, 18.0, 18.0]);
        let strokes = Ink::of(&drawing.sheet()).strokes;
        assert_eq!(strokes.iter().filter(|s| s.filled).count(), 4);
        assert_eq!(strokes.iter().filter(|s| !s.filled).count(), 1);
    }

    #[test]
    fn white_covers_are_no_ink() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.pen(WHITE, 0.5).rect([10.0, 10.0, 20.0, 20.0]);
        assert!(Ink::of(&drawing.sheet()).strokes.is_empty());
    }

    #[test]
    fn circles_of_curves_and_of_many_sides_are_rings() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.circle([50.0, 50.0], 6.0);
        let sides: Vec<Point> = (0..=24)
            .map(|i| (i as f32 / 24.0 * std::f32::consts::TAU).sin_cos())
            .map(|(s, c)| point(20.0 + 4.0 * c, 20.0 + 4.0 * s))
            .collect();
        drawing.polyline(&sides);
        let ink = Ink::of(&drawing.sheet());
        let radii: Vec<f32> = ink.rings.iter().map(|r| r.radius.round()).collect();
        assert_eq!(radii, [4.0, 6.0]);
    }
}
