//! Measures the single-leaf doors of a page. A door is a quarter circle about its hinge, and a leaf as long as the
//! radius.

use plumbline_geometry::{Point, Rect, distance, halfway, vector};
use plumbline_symbols::Field;
use plumbline_symbols::ink::{Feature, FeatureKind};

use crate::page::Page;
use crate::scales::POINT_MM;

/// Lengths of leaves on paper, in points: 1.4 to 70 mm.
const LEAF: std::ops::RangeInclusive<f32> = 4.0..=200.0;
/// Largest deviation of the swing and of the leaf's ends, as a share of the radius. Hinges and leaves have a thickness.
const OFF: f32 = 0.1;
/// Additional deviation for plotter grids, in points.
const GRID: f32 = 0.6;
/// Smallest share of the quarter circle that must be drawn.
const DRAWN: f32 = 0.85;
/// Fewest doors that give a verdict.
const FEWEST: usize = 5;
/// Largest relative difference between widths that count as equal. Marks of one size on paper look like doors, but
/// buildings have doors of several widths.
const SAME: f64 = 0.03;
/// Plausible median widths of single leaves, in millimeters: 600 to 1,200 occur, and 700 to 1,000 (36 inches and less)
/// are usual. The median of several doors is not an extreme.
const WIDTHS: std::ops::RangeInclusive<f64> = 600.0..=1200.0;
/// The usual width, used for the scale that the doors imply.
const USUAL: f64 = 850.0;

/// The doors of a page at one of its scales.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Doors {
    /// The number of doors drawn at the scale.
    pub(crate) count: usize,
    /// The median of their widths at the scale, in millimeters.
    pub(crate) width: f64,
    /// The scale that the page uses: real length divided by length on paper.
    pub(crate) stated: f64,
    /// The approximate scale at which the median would be the usual width.
    pub(crate) implied: f64,
}

/// Returns the doors of a page that contradict its scale.
pub(crate) fn contradiction(page: &Page<'_>) -> Option<Doors> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (hinge, radius) in doors(page.field) {
        // Elevations and details draw doors differently.
        if page.non_plan_view_at(hinge).is_some() {
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

/// Returns the hinge and the leaf length of each door, in points.
fn doors(field: &Field) -> Vec<(Point, f32)> {
    let mut out: Vec<(Point, f32)> = Vec::new();
    for chord in field.ink.features.iter().filter(|f| f.kind == FeatureKind::Chord && !f.piece) {
        let radius = chord.length / std::f32::consts::SQRT_2;
        if !LEAF.contains(&radius) {
            continue;
        }
        let hinge = hinges(chord).into_iter().find(|hinge| is_door(field, chord, *hinge, radius));
        // A door drawn twice is counted once.
        let new = |hinge: &Point| !out.iter().any(|(p, r)| distance(*p, *hinge) < GRID && (r - radius).abs() < GRID);
        out.extend(hinge.filter(new).map(|hinge| (hinge, radius)));
    }
    out
}

/// Returns the two points about which a chord spans a quarter circle.
fn hinges(chord: &Feature) -> [Point; 2] {
    let (mid, half) = (halfway(chord.a, chord.b), (chord.b - chord.a) / 2.0);
    let across = vector(-half.y, half.x);
    [mid + across, mid - across]
}

/// Returns whether a quarter circle is drawn about a hinge, with a leaf from the hinge to one of its ends.
fn is_door(field: &Field, chord: &Feature, hinge: Point, radius: f32) -> bool {
    let off = OFF * radius + GRID;
    let points = [chord.a, chord.b, hinge];
    let around = Rect::around(points).unwrap_or_default().grown(off);
    let (mut swing, mut leaf) = (0.0, false);
    for i in field.strokes_in(around) {
        let s = &field.ink.strokes[i as usize];
        let on_swing = |p: Point| (distance(p, hinge) - radius).abs() <= 0.5 * off;
        if s.curved && on_swing(s.a) && on_swing(s.b) {
            swing += s.length();
        }
        let from_hinge = |p: Point, q: Point| {
            distance(p, hinge) <= off && [chord.a, chord.b].iter().any(|end| distance(q, *end) <= off)
        };
        leaf |= !s.curved && (from_hinge(s.a, s.b) || from_hinge(s.b, s.a));
    }
    let quarter = radius * std::f32::consts::FRAC_PI_2;
    // The swing is twice as long if it was drawn twice. A half circle that continues is outside the searched box.
    leaf && swing >= DRAWN * quarter
}
