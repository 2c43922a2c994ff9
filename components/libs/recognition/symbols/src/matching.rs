//! Finds a template on a sheet: anchors on its rarest features, tries the placements they allow, compares the whole.
//!
//! The comparison asks for points spread over the symbol whether a stroke of the sheet passes there in the right
//! direction and color. The result therefore does not depend on how the drawing program ordered, reversed, split or
//! repeated the strokes, and lines that touch or cross the symbol do no harm.

use plumbline_geometry::{Point, Rect, Size, Vector, rect};

use crate::color_grids::{ColorGrids, GridSelection, MOST_TOLERANCE};
use crate::contact::{STRAIGHT, passes};
use crate::fast::{FastMap, FastSet};
use crate::ink::{Feature, FeatureKind, Ink, Ring, Stroke};
pub use crate::placement::Placement;
use crate::placement::{align, align_one_way, span};
use crate::symmetry::{Symmetry, canonical_orientation};
use crate::template::{Specimen, Template};

/// Maximum sine of the angle between a sample of a curve and the stroke that explains it. Chords may be cut elsewhere.
const CURVED: f32 = 0.55;

/// How closely, and in what, a template must agree.
#[derive(Debug, Clone, Copy)]
pub struct Criteria {
    /// Minimum share of the ink that must be explained.
    pub share: f32,
    /// Distance in points within which a stroke explains a sample, at most 0.6.
    pub tolerance: f32,
    /// Whether colors must agree.
    pub color: bool,
}

impl Criteria {
    /// A clean plot of the same block: 98.5 % of the ink within half a point, in the same color.
    pub const EXACT: Self = Self { share: 0.985, tolerance: 0.5, color: true };
    /// Partly covered or redrawn.
    pub const LOOSE: Self = Self { share: 0.90, tolerance: 0.6, color: true };
    /// All but the letters drawn within it.
    pub const LETTERS_APART: Self = Self { share: 0.76, tolerance: 0.5, color: true };
    /// The same shape in another color.
    pub const COLORLESS: Self = Self { share: 0.985, tolerance: 0.5, color: false };
}

impl Criteria {
    /// Returns the criteria with a tolerance that stays small beside a symbol of the given size in points: a
    /// seventeenth, but not less than a 600 dpi plotter's grid moves a point.
    #[must_use]
    pub fn for_size(self, size: f32) -> Self {
        Self { tolerance: self.tolerance.min((0.06 * size).max(0.35)), ..self }
    }
}

/// A place where a template was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// Where and how the template lies.
    pub placement: Placement,
    /// x-min, y-min, x-max, y-max of its ink on the sheet.
    pub bbox: Rect,
    /// Share of the template's ink that the sheet has.
    pub share: f32,
    /// Strokes of the sheet that explain the template, with the points of ink each explains.
    pub strokes: Vec<(u32, f32)>,
}

/// A sheet's ink with its index.
#[derive(Debug)]
pub struct Field {
    /// The ink.
    pub ink: Ink,
    grids: ColorGrids,
    /// Indexes of the features by color and kind, in order of length.
    by_color: FastMap<(u32, FeatureKind), Vec<u32>>,
}

/// Maximum number of places at which an anchor is tried: a dense hatch has tens of thousands of equal lines, and a
/// symbol has rarer ones.
const MOST_TRIES: usize = 40_000;

/// Number of different anchors that are tried. A wire in line with one spoils it, but hardly ever all.
const ANCHORS: usize = 4;

/// A match with at least this share is not improved by trying again.
const SETTLED: f32 = 0.999;

/// Limit beyond which a placement is given up: one sample more than the criteria let expect, plus this many standard
/// deviations of a random choice of samples. Samples are spread evenly, so their share is closer to the whole's than
/// that of a random choice.
const DEVIATIONS: f32 = 3.0;

/// A symbol's drawing, to be compared with others as a whole.
pub(crate) struct ShapeMatcher {
    length: f32,
    field: Field,
}

/// Maximum share by which the ink lengths of two equal drawings differ.
const SAME_LENGTH: f32 = 0.1;

impl ShapeMatcher {
    /// Creates the drawing of a specimen.
    pub(crate) fn of(specimen: &Specimen) -> Self {
        Self { length: specimen.ink_length(), field: Field::new(specimen.ink.clone()) }
    }

    /// Returns whether a specimen is drawn the same throughout, in any orientation. A connection more or in another
    /// place makes another drawing, even if nine tenths of the ink agree.
    pub(crate) fn matches(&self, specimen: &Specimen) -> bool {
        let near = (self.length / specimen.ink_length().max(1e-3) - 1.0).abs() < SAME_LENGTH;
        near && !self.field.find(&Template::new(specimen.clone()), Criteria::EXACT).is_empty()
    }
}

impl Field {
    /// Indexes ink.
    pub fn new(ink: Ink) -> Self {
        let mut by_color: FastMap<(u32, FeatureKind), Vec<u32>> = FastMap::default();
        for (i, f) in ink.features.iter().enumerate() {
            by_color.entry((f.color, f.kind)).or_default().push(i as u32);
        }
        Self { ink, grids: ColorGrids::default(), by_color }
    }

    /// Returns the features of a template feature's kind, of its color if that counts, in the given range of lengths.
    pub(crate) fn features_like<'a>(
        &'a self,
        ours: &Feature,
        (from, to): (f32, f32),
        criteria: Criteria,
    ) -> Box<dyn Iterator<Item = &'a Feature> + 'a> {
        if !criteria.color {
            return Box::new(self.ink.features_of(ours.kind, from, to));
        }
        let list = self.by_color.get(&(ours.color, ours.kind)).map_or(&[][..], Vec::as_slice);
        let feature = |i: u32| &self.ink.features[i as usize];
        let start = list.partition_point(|&i| feature(i).length < from);
        Box::new(list[start..].iter().map(move |&i| feature(i)).take_while(move |f| f.length <= to))
    }

    /// Returns how many features the sheet has of a color and kind.
    pub(crate) fn features_of_color(&self, color: u32, kind: FeatureKind) -> usize {
        self.by_color.get(&(color, kind)).map_or(0, Vec::len)
    }

    /// Returns the grids that are searched for strokes that explain a template.
    pub(crate) fn near(&self, template: &Template, criteria: Criteria) -> GridSelection<'_> {
        if !criteria.color {
            return self.grids.all(&self.ink);
        }
        let samples = template.samples.iter().map(|s| s.color);
        self.grids.of(&self.ink, samples.chain(template.guards.iter().map(|g| g.color)))
    }

    /// Returns the first of the strokes near a sample that explains it, if any.
    fn explain(&self, near: &[u32], does: impl Fn(&Stroke) -> bool) -> Option<u32> {
        near.iter().copied().find(|&i| does(&self.ink.strokes[i as usize]))
    }

    /// Compares the template at a placement with the ink in `near`. Returns the match with its share of ink explained,
    /// or `None` below the criteria.
    pub(crate) fn compare(
        &self,
        template: &Template,
        placement: Placement,
        criteria: Criteria,
        near: &GridSelection<'_>,
    ) -> Option<Match> {
        debug_assert!(criteria.tolerance <= MOST_TOLERANCE, "strokes farther away are not found");
        let orientation = placement.orientation();
        let turn = |v: Vector| orientation.turn(v);
        // As `Placement::apply`, with one sine for all samples.
        let place = |p: Point| (turn(p.to_vector()) * placement.scale + placement.at.to_vector()).to_point();
        // In template length: shares are independent of scale.
        let share = 1.0 - criteria.share;
        let may_miss = share * template.weight;
        // Sample counts are in weights of an average sample.
        let one = template.weight / template.samples.len().max(1) as f32;
        let variance = share * criteria.share;
        let (mut missed, mut seen) = (0.0f32, 0.0f32);
        let mut strokes: Vec<(u32, f32)> = Vec::new();
        // The stroke that last explained a stroke of the template explains most of its samples.
        let mut last = vec![u32::MAX; template.specimen.ink.strokes.len()];
        for sample in &template.samples {
            seen += sample.weight;
            let p = place(sample.at);
            let sine = if sample.curved { CURVED } else { STRAIGHT };
            let direction = sample.direction.map(turn);
            let does = |s: &Stroke| s.filled == sample.filled && passes(s, p, direction, criteria.tolerance, sine);
            let known = last[sample.stroke as usize];
            let hit = self.ink.strokes.get(known as usize).is_some_and(does);
            let hit = if hit { Some(known) } else { self.explain(near.at(p, sample.color), does) };
            match hit {
                Some(i) => {
                    last[sample.stroke as usize] = i;
                    match strokes.iter_mut().rev().take(8).find(|(j, _)| *j == i) {
                        Some((_, weight)) => *weight += sample.weight,
                        None => strokes.push((i, sample.weight)),
                    }
                }
                None => {
                    missed += sample.weight;
                    let (count, more) = (seen / one, missed / one - 1.0 - share * seen / one);
                    let hopeless = more > 0.0 && more * more > DEVIATIONS * DEVIATIONS * variance * count;
                    if missed > may_miss || hopeless {
                        return None;
                    }
                }
            }
        }
        let overrun = template
            .guards
            .iter()
            .filter(|g| {
                let (p, direction) = (place(g.at), Some(turn(g.direction)));
                self.explain(near.at(p, g.color), |s| passes(s, p, direction, 0.4, STRAIGHT)).is_some()
            })
            .count();
        // A wire or a wall may continue a line of the symbol. If most lines continue, the place is a grid.
        if overrun * 5 > template.guards.len() * 2 {
            return None;
        }
        Some(Match {
            placement,
            bbox: placed_box(template, placement),
            share: 1.0 - missed / template.weight.max(1e-6),
            strokes,
        })
    }

    /// Returns every place of the template, best first. Places are at least a third of the symbol's size apart.
    pub fn find(&self, template: &Template, criteria: Criteria) -> Vec<Match> {
        self.at(template, criteria, self.placements(template, criteria).into_iter())
    }

    /// Like [`Self::find`], but only at the given placements.
    pub(crate) fn at(
        &self,
        template: &Template,
        criteria: Criteria,
        placements: impl Iterator<Item = Placement>,
    ) -> Vec<Match> {
        let Size { width: w, height: h, .. } = template.specimen.size;
        let criteria = criteria.for_size(w.max(h));
        let mut tried: FastSet<(i32, i32, i32, bool)> = FastSet::default();
        // Places where all of it was found: other anchors of the same instance lead there again.
        let mut settled: FastSet<(i32, i32)> = FastSet::default();
        let mut found: Vec<Match> = Vec::new();
        let near = self.near(template, criteria);
        let symmetries = Symmetry::all_of(template);
        for placement in placements {
            let (turn, mirror) = canonical_orientation(placement, &symmetries);
            let key = (
                (placement.at.x / 0.4).round_ties_even() as i32,
                (placement.at.y / 0.4).round_ties_even() as i32,
                turn,
                mirror,
            );
            let (x, y) = (key.0, key.1);
            let again = || (-1..=1).any(|dx| (-1..=1).any(|dy| settled.contains(&(x + dx, y + dy))));
            if tried.insert(key) && !again() {
                let hit = self.compare(template, placement, criteria, &near);
                if hit.as_ref().is_some_and(|m| m.share >= SETTLED) {
                    settled.insert((x, y));
                }
                found.extend(hit);
            }
        }
        found.sort_by(|x, y| {
            y.share
                .total_cmp(&x.share)
                .then(x.placement.at.y.total_cmp(&y.placement.at.y))
                .then(x.placement.at.x.total_cmp(&y.placement.at.x))
                .then(x.placement.mirror.cmp(&y.placement.mirror))
                .then(x.placement.turn.total_cmp(&y.placement.turn))
        });
        let apart = (w.min(h).max(w.max(h) * 0.3) * 0.35).max(0.5);
        let mut kept: Vec<Match> = Vec::new();
        for m in found {
            let near = |k: &Match| (k.placement.at - m.placement.at).length() < apart;
            if !kept.iter().any(near) {
                kept.push(m);
            }
        }
        kept
    }

    /// Returns the indexes of the strokes that pass through a box or near it, ascending.
    pub fn strokes_in(&self, area: Rect) -> Vec<u32> {
        let mut out = self.grids.whole(&self.ink).within(area);
        out.retain(|&i| self.ink.strokes[i as usize].bbox().overlaps(area));
        out
    }

    /// Returns how many placements [`Self::find`] would try.
    pub(crate) fn effort(&self, template: &Template, criteria: Criteria) -> usize {
        let anchors = self.anchors(template, criteria);
        let rings = || template.rings.iter().map(|r| self.rings_like(r, criteria).count()).min().unwrap_or(0);
        if anchors.is_empty() { rings() } else { anchors.iter().map(|(n, _)| 4 * n).sum() }
    }

    /// Returns the template's rarest anchors, each with the number of features like it.
    fn anchors<'a>(&self, template: &'a Template, criteria: Criteria) -> Vec<(usize, &'a Feature)> {
        let count = |f: &Feature| self.features_like(f, span(f), criteria).take(MOST_TRIES + 1).count();
        let mut anchors: Vec<(usize, &Feature)> =
            template.features.iter().map(|f| (count(f), f)).filter(|&(n, _)| n > 0 && n <= MOST_TRIES).collect();
        // Rare ones first. A very short one gives a poor direction and a piece may be cut elsewhere in the next
        // instance, so these come last.
        anchors.sort_by_key(|&(n, f)| (f.length < 1.5, f.piece, n, (f.length * -16.0) as i64));
        anchors.truncate(ANCHORS);
        anchors
    }

    /// Returns the placements that the template's rarest anchors allow.
    fn placements(&self, template: &Template, criteria: Criteria) -> Vec<Placement> {
        let anchors = self.anchors(template, criteria);
        let mut out = Vec::new();
        for (_, ours) in &anchors {
            for theirs in self.features_like(ours, span(ours), criteria) {
                align(ours, theirs, &mut out);
            }
        }
        if anchors.is_empty() || template.is_round() {
            self.align_rings(template, criteria, &mut out);
        }
        out
    }

    fn rings_like<'a>(&'a self, ring: &'a Ring, criteria: Criteria) -> impl Iterator<Item = &'a Ring> {
        let slack = 0.1 + 0.02 * ring.radius;
        self.ink
            .rings_of(ring.radius - slack, ring.radius + slack)
            .filter(move |r| r.filled == ring.filled && (!criteria.color || r.color == ring.color))
    }

    /// Adds placements from circles, for symbols without straight lines.
    fn align_rings(&self, template: &Template, criteria: Criteria, out: &mut Vec<Placement>) {
        let Some(first) = template.rings.iter().min_by_key(|r| self.rings_like(r, criteria).count()) else { return };
        let partner = template
            .rings
            .iter()
            .map(|r| (r, (r.center - first.center).length()))
            .max_by(|x, y| x.1.total_cmp(&y.1))
            .filter(|(_, distance)| *distance > SHORTEST_PAIR);
        let Some((partner, distance)) = partner else {
            for r in self.rings_like(first, criteria) {
                // Turned by eighths, because a small part of it may not be round.
                let turns = if template.is_round() { 1 } else { 8 };
                for i in 0..turns {
                    let turn = i as f32 * std::f32::consts::FRAC_PI_4;
                    let middle = Placement { at: Point::zero(), turn, mirror: false, scale: 1.0 }.apply(first.center);
                    let at = (r.center - middle).to_point();
                    out.push(Placement { at, turn, mirror: false, scale: 1.0 });
                }
            }
            return;
        };
        let partners: Vec<&Ring> = self.rings_like(partner, criteria).collect();
        let ours = as_feature(first.center, partner.center);
        let mut tries = 0;
        for r in self.rings_like(first, criteria) {
            for q in &partners {
                let d = (q.center - r.center).length();
                if (d - distance).abs() < 0.4 {
                    tries += 1;
                    align_one_way(&ours, &as_feature(r.center, q.center), out);
                }
                if tries > MOST_TRIES {
                    return;
                }
            }
        }
    }
}

/// Distance in points below which circles count as concentric.
const SHORTEST_PAIR: f32 = 0.5;

fn as_feature(a: Point, b: Point) -> Feature {
    Feature { a, b, length: (b - a).length(), color: 0, kind: FeatureKind::Line, chain: 0, piece: false }
}

fn placed_box(template: &Template, placement: Placement) -> Rect {
    let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    template.specimen.ink.strokes.iter().flat_map(|s| [s.a, s.b]).fold(start, |b, p| {
        let p = placement.apply(p);
        b.including(p)
    })
}
