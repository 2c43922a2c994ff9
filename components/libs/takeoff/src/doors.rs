//! The widths of the single-leaf doors that a page draws: a quarter circle about its hinge, and the leaf as long as its
//! radius.

use plumbline_symbols::Field;
use plumbline_symbols::ink::{Feature, FeatureKind};

use crate::page::Page;
use crate::scales::POINT_MM;

/// Leaves on paper, in points: 1.4 to 70 mm.
const LEAF: std::ops::RangeInclusive<f32> = 4.0..=200.0;
/// How far points of the swing and ends of the leaf may be off, as a share of the radius: hinges and leaves have a thickness.
const OFF: f32 = 0.1;
/// The same for lengths of plotters' grids, in points.
const GRID: f32 = 0.6;
/// The least share of a quarter circle that is drawn.
const DRAWN: f32 = 0.85;
/// Fewest doors that say something.
const FEWEST: usize = 5;
/// Widths that differ by less than this share are one. Marks of one size on paper look like doors. Buildings have doors of
/// several widths.
const SAME: f64 = 0.03;
/// Widths of single leaves in millimetres: 600 to 1,200 occur, 700 to 1,000 (36 inches and less) are usual. The median of
/// several is not an extreme.
const WIDTHS: std::ops::RangeInclusive<f64> = 600.0..=1200.0;
/// The usual one, for the scale that the doors imply.
const USUAL: f64 = 850.0;

/// The doors of a page at its scale.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Doors {
    /// How many are drawn at the scale.
    pub(crate) count: usize,
    /// The median of their widths at the scale, in millimetres.
    pub(crate) width: f64,
    /// Real length by length on paper that the page uses.
    pub(crate) stated: f64,
    /// The one at which the median would be the usual width, about.
    pub(crate) implied: f64,
}

/// The doors of a page that contradict its scale.
pub(crate) fn contradiction(page: &Page<'_>) -> Option<Doors> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (hinge, radius) in doors(page.field) {
        // Doors of elevations and details are drawn otherwise.
        if page.view_beside_plans(hinge).is_some() {
            continue;
        }
        let Some(scale) = page.scales.at(hinge) else { continue };
        found.push((scale.ratio, f64::from(radius) * POINT_MM * scale.ratio));
    }
    let mut ratios: Vec<f64> = found.iter().map(|(ratio, _)| *ratio).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.dedup();
    ratios.into_iter().find_map(|stated| {
        let mut widths: Vec<f64> =
            found.iter().filter(|(ratio, _)| *ratio == stated).map(|(_, width)| *width).collect();
        widths.sort_by(f64::total_cmp);
        let width = widths[widths.len() / 2];
        let one_size = widths[widths.len() - 1] <= widths[0] * (1.0 + SAME);
        let says = widths.len() >= FEWEST && !one_size && !WIDTHS.contains(&width);
        says.then(|| Doors { count: widths.len(), width, stated, implied: stated * USUAL / width })
    })
}

/// The hinge and the leaf's length of each door, in points.
fn doors(field: &Field) -> Vec<([f32; 2], f32)> {
    let mut out: Vec<([f32; 2], f32)> = Vec::new();
    for chord in field.ink.features.iter().filter(|f| f.kind == FeatureKind::Chord && !f.piece) {
        let radius = chord.length / std::f32::consts::SQRT_2;
        if !LEAF.contains(&radius) {
            continue;
        }
        let hinge = hinges(chord).into_iter().find(|hinge| is_door(field, chord, *hinge, radius));
        // One that was drawn twice is one.
        let new = |hinge: &[f32; 2]| !out.iter().any(|(p, r)| distance(*p, *hinge) < GRID && (r - radius).abs() < GRID);
        out.extend(hinge.filter(new).map(|hinge| (hinge, radius)));
    }
    out
}

/// The two points about which a chord is that of a quarter circle.
fn hinges(chord: &Feature) -> [[f32; 2]; 2] {
    let ([x, y], [u, v]) = (chord.a, chord.b);
    let (mid, half) = ([(x + u) / 2.0, (y + v) / 2.0], [(u - x) / 2.0, (v - y) / 2.0]);
    [[mid[0] - half[1], mid[1] + half[0]], [mid[0] + half[1], mid[1] - half[0]]]
}

/// Whether a quarter circle is drawn about a hinge, and a leaf from the hinge to one of its ends.
fn is_door(field: &Field, chord: &Feature, hinge: [f32; 2], radius: f32) -> bool {
    let off = OFF * radius + GRID;
    let points = [chord.a, chord.b, hinge];
    let low = |axis: usize| points.iter().map(|p| p[axis]).fold(f32::INFINITY, f32::min) - off;
    let high = |axis: usize| points.iter().map(|p| p[axis]).fold(f32::NEG_INFINITY, f32::max) + off;
    let (mut swing, mut leaf) = (0.0, false);
    for i in field.strokes_in([low(0), low(1), high(0), high(1)]) {
        let s = &field.ink.strokes[i as usize];
        let on_swing = |p: [f32; 2]| (distance(p, hinge) - radius).abs() <= 0.5 * off;
        if s.curved && on_swing(s.a) && on_swing(s.b) {
            swing += s.length();
        }
        let from_hinge = |p: [f32; 2], q: [f32; 2]| {
            distance(p, hinge) <= off && [chord.a, chord.b].iter().any(|end| distance(q, *end) <= off)
        };
        leaf |= !s.curved && (from_hinge(s.a, s.b) || from_hinge(s.b, s.a));
    }
    let quarter = radius * std::f32::consts::FRAC_PI_2;
    // Twice where it was drawn twice, and not the half circle that goes on.
    leaf && swing >= DRAWN * quarter
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}
