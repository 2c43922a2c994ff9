//! Records what a page shows along its match lines, and finds strips that another page draws too.
//!
//! Two overlapping views draw the same walls, texts and devices at the same places relative to their match lines. These
//! landmarks vote on the offset of the views along the line (a Hough transform for one offset).

use std::collections::{BTreeMap, BTreeSet};

use plumbline_geometry::{Point, Rect, Vector, halfway};
use plumbline_sheet::Sheet;
use plumbline_sheet_parts::regions::{Axes, MatchLine, Regions};
use plumbline_symbols::Field;
use serde::{Deserialize, Serialize};

use crate::document::canonical;

/// Largest overlap of a view beyond its match line, as a share of the page's shorter side.
const BAND: f32 = 0.2;
/// Longest tag or address, in characters.
const LONGEST: usize = 24;
/// Longest stroke that is a landmark, in points. The edges of views cut longer strokes, which moves their middles.
const LONGEST_STROKE: f32 = 40.0;
/// Landmarks are rounded to half points.
const STEPS: f32 = 2.0;
/// Most landmarks along a line. A page with more is not compared.
const MOST: usize = 40_000;
/// Most landmarks that vote on the offset.
const VOTERS: usize = 2_000;
/// Fewest landmarks that must agree on a strip.
const FEWEST: usize = 20;
/// Smallest share of the landmarks in the common strip that must agree.
const AGREED: f32 = 0.6;
/// Sine of the largest angle between the lines of two pages. Over a sheet's side, it moves nothing by more than a point.
const PARALLEL: f32 = 0.001;
/// Narrowest common strip, in points.
const NARROWEST: f32 = 6.0;

/// A position relative to a match line: the distance from the line and the place along it, in half points.
type Spot = (i16, i16);

/// The objects near a match line of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchLineSurvey {
    /// The sheet that the match line names.
    pub sheet: Option<String>,
    /// The letters and digits of short texts on the page's own side of the line.
    pub texts: BTreeSet<String>,
    /// The direction of the line, as a unit vector.
    pub along: Vector,
    /// The middles of strokes and texts on either side of the line.
    pub landmarks: BTreeSet<(i16, i16)>,
}

fn axes(line: &MatchLine) -> Axes {
    Axes::between(line.from, line.to)
}

/// Returns the position of a point across a match line and along it.
fn place(line: &MatchLine, p: Point) -> (f32, f32) {
    let (off, at) = axes(line).coordinates(p);
    (off - axes(line).coordinates(line.from).0, at)
}

/// Returns the surveys of a page's match lines, in their order.
pub(crate) fn match_line_surveys(sheet: &Sheet, field: &Field, regions: &Regions) -> Vec<MatchLineSurvey> {
    let beyond = |p: Point| regions.match_lines.iter().flat_map(|m| &m.beyond).any(|area| area.contains(p));
    let survey = |line: &MatchLine| {
        let short = sheet.texts().filter(|t| t.text.chars().count() <= LONGEST);
        let near = short.filter(|t| is_near(sheet, line, t.bbox.center()) && !beyond(t.bbox.center()));
        MatchLineSurvey {
            sheet: line.sheet.clone(),
            texts: near.map(|t| canonical(t.text)).collect(),
            along: axes(line).along(),
            landmarks: landmarks(sheet, field, line),
        }
    };
    regions.match_lines.iter().map(survey).collect()
}

/// Returns whether a point is in the strip along a match line where views may overlap.
pub(crate) fn is_near(sheet: &Sheet, line: &MatchLine, p: Point) -> bool {
    let band = BAND * sheet.width.min(sheet.height);
    let [from, to] = [line.from, line.to].map(|end| place(line, end).1);
    let (off, at) = place(line, p);
    off.abs() <= band && (from.min(to) - band..=from.max(to) + band).contains(&at)
}

/// Returns the position of a point relative to a match line.
fn spot(line: &MatchLine, p: Point) -> Spot {
    let steps = |v: f32| (v * STEPS).round() as i16;
    let (off, at) = place(line, p);
    (steps(off), steps(at))
}

/// Returns the landmarks along a match line, or none if there are too many to keep.
fn landmarks(sheet: &Sheet, field: &Field, line: &MatchLine) -> BTreeSet<Spot> {
    let strokes = field.ink.strokes.iter().filter(|s| s.length() <= LONGEST_STROKE);
    let middles = strokes.map(|s| halfway(s.a, s.b));
    let all = middles.chain(sheet.texts().map(|t| t.bbox.center())).filter(|p| is_near(sheet, line, *p));
    let out: BTreeSet<Spot> = all.map(|p| spot(line, p)).collect();
    if out.len() > MOST { BTreeSet::new() } else { out }
}

/// The strip that two pages draw at their match line, from the view of one of them.
pub(crate) struct Strip<'a> {
    line: &'a MatchLine,
    other: &'a BTreeSet<Spot>,
    /// The offset of the other page along the line.
    offset: i16,
}

impl<'a> Strip<'a> {
    /// Returns the strip that another page's match line also shows. `own` has the landmarks of this page, and `devices`
    /// the boxes of its devices. Devices of one shape recur, so their landmarks do not vote.
    pub(crate) fn of(
        line: &'a MatchLine,
        own: &MatchLineSurvey,
        other: &'a MatchLineSurvey,
        devices: &[Rect],
    ) -> Option<Self> {
        let turned = own.along.cross(other.along);
        if turned.abs() > PARALLEL || own.landmarks.is_empty() || other.landmarks.is_empty() {
            return None;
        }
        let devices: Vec<[Spot; 4]> = devices.iter().map(|b| b.corners().map(|corner| spot(line, corner))).collect();
        let of_device = |&(x, y): &Spot| {
            let inside = |v: i16, all: [i16; 4]| {
                let (low, high) = all.iter().fold((i16::MAX, i16::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
                (low.saturating_sub(1)..=high.saturating_add(1)).contains(&v)
            };
            devices.iter().any(|corners| inside(x, corners.map(|c| c.0)) && inside(y, corners.map(|c| c.1)))
        };
        let reach = |all: &BTreeSet<Spot>| Some((all.first()?.0, all.last()?.0));
        let ((a, b), (c, d)) = (reach(&own.landmarks)?, reach(&other.landmarks)?);
        let (low, high) = (a.max(c), b.min(d));
        if f32::from(high.saturating_sub(low)) < NARROWEST * STEPS {
            return None;
        }
        // Both pages always draw the line itself, so it proves nothing.
        let said = |spot: &&Spot| (low..=high).contains(&spot.0) && spot.0.abs() > 1 && !of_device(spot);
        let landmarks: Vec<Spot> = own.landmarks.iter().filter(said).copied().collect();
        let offset = vote(&landmarks, &other.landmarks)?;
        let strip = Self { line, other: &other.landmarks, offset };
        let agreed = landmarks.iter().filter(|spot| strip.shows(**spot)).count();
        (agreed >= FEWEST && agreed as f32 >= AGREED * landmarks.len() as f32).then_some(strip)
    }

    /// Returns whether the other page has a landmark at a position.
    fn shows(&self, (x, y): Spot) -> bool {
        let y = y.saturating_add(self.offset);
        (-1..=1).any(|dx| (-1..=1).any(|dy| self.other.contains(&(x.saturating_add(dx), y.saturating_add(dy)))))
    }

    /// Returns whether the other page draws nearly all strokes that this page has in a box.
    pub(crate) fn has(&self, field: &Field, area: Rect) -> bool {
        const NEARLY_ALL: f32 = 0.9;
        let inside = |p: Point| area.grown(0.5).contains(p);
        let strokes = field.strokes_in(area);
        let own = strokes.iter().map(|i| &field.ink.strokes[*i as usize]).filter(|s| inside(s.a) && inside(s.b));
        let middles: Vec<Point> = own.map(|s| halfway(s.a, s.b)).collect();
        let shown = middles.iter().filter(|p| self.shows(spot(self.line, **p))).count();
        shown > 0 && shown as f32 >= NEARLY_ALL * middles.len() as f32
    }

    /// Returns the position of a point of this page on the other page, whose match line is `to`.
    pub(crate) fn across(&self, p: Point, to: &MatchLine) -> Point {
        let (off, at) = place(self.line, p);
        axes(to).point((off + axes(to).coordinates(to.from).0, at + f32::from(self.offset) / STEPS))
    }
}

/// Returns the offset along the line at which most landmarks of the two pages coincide.
fn vote(own: &[Spot], other: &BTreeSet<Spot>) -> Option<i16> {
    let mut at: BTreeMap<i16, Vec<i16>> = BTreeMap::new();
    for (x, y) in other {
        at.entry(*x).or_default().push(*y);
    }
    let mut votes: BTreeMap<i16, usize> = BTreeMap::new();
    for (x, y) in own.iter().step_by(own.len().div_ceil(VOTERS).max(1)) {
        for theirs in (-1..=1).filter_map(|dx| at.get(&x.saturating_add(dx))).flatten() {
            *votes.entry(theirs.saturating_sub(*y)).or_default() += 1;
        }
    }
    let around = |offset: i16| (-1..=1).filter_map(|d| votes.get(&offset.saturating_add(d))).sum::<usize>();
    votes.keys().copied().max_by_key(|offset| (around(*offset), std::cmp::Reverse(offset.abs())))
}
