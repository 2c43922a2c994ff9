//! The appearance of a repeated shape. By it a caller distinguishes symbols from letters drawn as lines, hatches, doors
//! and plants.

use std::collections::BTreeMap;

use plumbline_geometry::{Axis, Buckets, Rect, Size};

use crate::clusters::{Cluster, Measure};
use crate::fast::Hypotenuse as _;
use crate::grid_point::SAME_POINT;
use crate::ink::{FeatureKind, Stroke};
use crate::template::{Specimen, Template};

/// The sides of a shape's box, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sides {
    /// The longer side.
    pub long: f32,
    /// The shorter side.
    pub short: f32,
}

impl Sides {
    /// Returns the sides of a box of this size.
    pub fn of(size: Size) -> Self {
        Self { long: size.width.max(size.height), short: size.width.min(size.height) }
    }
}

/// The appearance of the shape itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// The sides of its box.
    pub size: Sides,
    /// Length of the ink in points.
    pub ink_length: f32,
    /// Number of lines of different length or direction and of circles.
    pub detail: usize,
    /// Standard deviation of the ink from its center, in points.
    pub spread: f32,
    /// Distance of the farthest point from the center, in points.
    pub farthest: f32,
    /// 0xRRGGBB of most of its ink.
    pub color: u32,
    /// Whether most of its ink outlines filled areas.
    pub filled: bool,
    /// Whether it has a full circle.
    pub has_circle: bool,
    /// Whether most of its places are in rows with other shapes of their height, as letters drawn as lines are.
    pub glyph_like: bool,
    /// Share of its places whose nearest neighbor is at the most common offset: near 1 for a hatch or a ceiling grid.
    pub regular: f32,
    /// Share of its places whose nearest neighbor touches them.
    pub adjoining: f32,
    /// Whether it is a quarter circle with a line as long as its radius: a door.
    pub door_like: bool,
    /// Whether straight lines run in all directions and meet in tips, as in a plant.
    pub plant_like: bool,
}

/// Describes a shape.
pub(crate) fn describe(measure: &Measure, specimen: &Specimen, places: &[Rect], glyph_like: bool) -> Appearance {
    let (regular, adjoining) = lattice(places);
    let size = Sides::of(specimen.size);
    Appearance {
        size,
        ink_length: measure.length,
        detail: Template::new(specimen.clone()).detail(),
        spread: measure.spread,
        farthest: measure.farthest,
        color: measure.color,
        filled: measure.filled > 0.5,
        has_circle: !specimen.ink.rings.is_empty(),
        // Long thin shapes are not letters, but a row of lamps.
        glyph_like: glyph_like && !(size.long > USUAL_LETTER && size.long > SLENDER * size.short),
        regular,
        adjoining,
        door_like: is_door(specimen),
        plant_like: is_plant(specimen),
    }
}

/// Smallest door in points, along its leaf.
const DOOR: f32 = 6.0;

/// Returns whether a shape is a door. The chord of a quarter circle is √2 times its radius.
fn is_door(specimen: &Specimen) -> bool {
    let lines = || specimen.ink.features.iter().filter(|f| f.kind == FeatureKind::Line && !f.piece);
    let chords = specimen.ink.features.iter().filter(|f| f.kind == FeatureKind::Chord && !f.piece);
    chords.map(|f| f.length / std::f32::consts::SQRT_2).filter(|r| *r >= DOOR).any(|r| {
        let leaf = lines().any(|l| (l.length / r - 1.0).abs() < 0.08);
        // Little else is drawn: the quarter circle, the leaf, perhaps its thickness.
        leaf && specimen.ink_length() < 6.0 * r && specimen.ink.rings.is_empty()
    })
}

/// Directions in which the lines of a plant are counted.
const DIRECTIONS: usize = 12;
/// Minimum number of tips of a plant's leaves.
const TIPS: usize = 8;
/// Cosine of the turn at a tip: nearly as sharp as an equilateral triangle's corner.
const TIP: f32 = -0.2;
/// Minimum share of the straight ink that runs in each direction but two, relative to an even share. Symbols have two,
/// four or six directions.
const EVEN: f32 = 0.25;

/// Returns whether straight lines run in all directions and meet in tips.
fn is_plant(specimen: &Specimen) -> bool {
    let straight: Vec<&Stroke> = specimen.ink.strokes.iter().filter(|s| !s.curved).collect();
    let is_tip = |two: &&[&Stroke]| {
        let [s, t] = **two else { return false };
        let (u, v) = (s.b - s.a, t.b - t.a);
        let cosine = (u.x * v.x + u.y * v.y) / (s.length() * t.length()).max(1e-6);
        s.path == t.path && (s.b - t.a).length() < SAME_POINT && cosine < TIP
    };
    if straight.windows(2).filter(is_tip).count() < TIPS {
        return false;
    }
    let mut ink = [0.0f32; DIRECTIONS];
    for s in &straight {
        let direction = (s.b.y - s.a.y).atan2(s.b.x - s.a.x).rem_euclid(std::f32::consts::PI);
        let n = (direction / std::f32::consts::PI * DIRECTIONS as f32) as usize;
        ink[n.min(DIRECTIONS - 1)] += s.length();
    }
    let even = EVEN * ink.iter().sum::<f32>() / DIRECTIONS as f32;
    ink.iter().filter(|&&of| of >= even).count() >= DIRECTIONS - 2
}

/// Groups the middles of boxes by cells of a width.
fn by_cell(boxes: impl Iterator<Item = Rect>, width: f32) -> Buckets<u32> {
    Buckets::of_points(width, boxes.map(|b| b.center()).zip(0u32..))
}

/// Returns the share of the places with the most common offset to their nearest neighbor, and of those that touch it.
fn lattice(places: &[Rect]) -> (f32, f32) {
    if places.len() < 4 {
        return (0.0, 0.0);
    }
    let reach = 3.0 * places.iter().map(|b| b.longer_side()).fold(0.0, f32::max).max(1.0);
    let cells = by_cell(places.iter().copied(), reach);
    let mut offsets: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    let mut touching = 0;
    for (n, b) in places.iter().enumerate() {
        let middle = |b: &Rect| b.center();
        let m = b.center();
        // A dense hatch fills its cells. The first few places are enough to see the pattern.
        let near = cells.cells_around(m).flat_map(|c| c.iter().take(64)).filter(|&&k| k as usize != n);
        let off = |k: u32| {
            let o = middle(&places[k as usize]);
            o - m
        };
        let distance = |k: u32| off(k).x.hypotenuse(off(k).y);
        let Some(&k) = near.min_by(|a, b| distance(**a).total_cmp(&distance(**b)).then(a.cmp(b))) else { continue };
        let o = off(k).map(|v| (v.abs() * 2.0).round() as i32);
        *offsets.entry((o.x.min(o.y), o.x.max(o.y))).or_default() += 1;
        let grown = b.grown(0.4);
        touching += usize::from(grown.overlaps(places[k as usize]));
    }
    let usual = offsets.values().copied().max().unwrap_or(0);
    (usual as f32 / places.len() as f32, touching as f32 / places.len() as f32)
}

/// Heights of letters in points.
const LETTERS: std::ops::RangeInclusive<f32> = 1.0..=14.0;

/// Largest usual letter in points. Of a larger shape, both neighbors must be like letters.
const USUAL_LETTER: f32 = 9.0;
/// Maximum ratio of length to width of a letter that is larger than usual.
const SLENDER: f32 = 3.0;

/// Returns for each cluster whether it is in a row with others of its height and of another shape: beside one or, if it
/// is large, between two.
pub(crate) fn rows_of_letters(clusters: &[Cluster]) -> Vec<bool> {
    let boxes: Vec<Rect> = clusters.iter().map(|c| c.bbox).collect();
    let width = 2.0 * LETTERS.end();
    let cells = by_cell(boxes.iter().copied(), width);
    clusters
        .iter()
        .enumerate()
        .map(|(n, c)| {
            let (b, height) = (c.bbox, c.bbox.longer_side());
            if !LETTERS.contains(&height) {
                return false;
            }
            let middle = b.center();
            let beside = cells.cells_around(middle).flat_map(|c| c.iter().take(400)).filter(|&&k| {
                let o = boxes[k as usize];
                let like = (0.6..=1.6).contains(&(o.longer_side() / height));
                // Along a horizontal or vertical baseline: level with it, and no farther away than a wide letter.
                let level = |across: Axis| {
                    let off = (across.of(o.center()) - across.of(middle)).abs();
                    let along = across.other();
                    let ((from, to), (o_from, o_to)) = (along.span(b), along.span(o));
                    let gap = (o_from - to).max(from - o_to);
                    off < 0.3 * height && (-0.1 * height..0.7 * height).contains(&gap)
                };
                let other = !clusters[k as usize].measure.is_similar(&c.measure);
                k as usize != n && like && other && (level(Axis::X) || level(Axis::Y))
            });
            beside.take(2).count() >= if height > USUAL_LETTER { 2 } else { 1 }
        })
        .collect()
}
