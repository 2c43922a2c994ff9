//! What a page shows along its match lines, and whether another page draws the same strip.
//!
//! Two views that overlap draw the same walls, texts and devices at the same places from their match line. How far one of
//! them is moved along the line is found by votes of these landmarks (a Hough transform for one offset).

use std::collections::{BTreeMap, BTreeSet};

use plumbline_regions::{Axes, MatchLine, Regions};
use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::contains;
use plumbline_symbols::Field;
use serde::{Deserialize, Serialize};

use crate::document::canonical;
use crate::place::middle;

/// Views overlap at most so far from their match lines, as a share of the page's shorter side.
const BAND: f32 = 0.2;
/// Longest tag or address, in characters.
const LONGEST: usize = 24;
/// Strokes longer than this, in points, are cut by the edges of views, so that their middles say nothing.
const LONGEST_STROKE: f32 = 40.0;
/// Landmarks are kept in steps of half a point.
const STEPS: f32 = 2.0;
/// A page with more landmarks along one line is not compared.
const MOST: usize = 40_000;
/// So many landmarks are asked where the strip lies.
const VOTERS: usize = 2_000;
/// Fewest landmarks that agree on the same strip,
const FEWEST: usize = 20;
/// and their share of all in the part that both pages draw.
const AGREED: f32 = 0.6;
/// Sine of the greatest angle between the lines of two pages: over a sheet's side it moves nothing by more than a point.
const PARALLEL: f32 = 0.001;
/// Narrowest part that both pages draw, in points.
const NARROWEST: f32 = 6.0;

/// A place by its distance from a match line and its place along it, in half points.
type Spot = (i16, i16);

/// What stands near one of a page's match lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// The sheet that its match line names.
    pub sheet: Option<String>,
    /// Letters and digits of short texts on the page's own side of the line.
    pub texts: BTreeSet<String>,
    /// The direction of the line, of length 1.
    pub along: [f32; 2],
    /// The middles of strokes and texts on either side of the line.
    pub landmarks: BTreeSet<(i16, i16)>,
}

fn axes(line: &MatchLine) -> Axes {
    Axes::between(line.from, line.to)
}

/// Where a point lies across a match line, and along it.
fn place(line: &MatchLine, p: [f32; 2]) -> [f32; 2] {
    let [off, at] = axes(line).place(p);
    [off - axes(line).place(line.from)[0], at]
}

/// The joints of a page, in the order of its match lines.
pub(crate) fn joints(sheet: &Sheet, field: &Field, regions: &Regions) -> Vec<Joint> {
    let beyond = |p: [f32; 2]| regions.match_lines.iter().flat_map(|m| &m.beyond).any(|area| contains(*area, p));
    let joint = |line: &MatchLine| {
        let short = sheet.texts().filter(|t| t.text.chars().count() <= LONGEST);
        let near = short.filter(|t| is_near(sheet, line, middle(t.bbox)) && !beyond(middle(t.bbox)));
        Joint {
            sheet: line.sheet.clone(),
            texts: near.map(|t| canonical(t.text)).collect(),
            along: axes(line).along(),
            landmarks: landmarks(sheet, field, line),
        }
    };
    regions.match_lines.iter().map(joint).collect()
}

/// Whether a point is in the strip along a match line in which views overlap.
pub(crate) fn is_near(sheet: &Sheet, line: &MatchLine, p: [f32; 2]) -> bool {
    let band = BAND * sheet.width.min(sheet.height);
    let [from, to] = [line.from, line.to].map(|end| place(line, end)[1]);
    let [off, at] = place(line, p);
    off.abs() <= band && (from.min(to) - band..=from.max(to) + band).contains(&at)
}

/// A place as seen from a match line.
fn spot(line: &MatchLine, p: [f32; 2]) -> Spot {
    let [off, at] = place(line, p).map(|v| (v * STEPS).round() as i16);
    (off, at)
}

/// The landmarks along a match line; none where there are too many to keep.
fn landmarks(sheet: &Sheet, field: &Field, line: &MatchLine) -> BTreeSet<Spot> {
    let strokes = field.ink.strokes.iter().filter(|s| s.length() <= LONGEST_STROKE);
    let middles = strokes.map(|s| [(s.a[0] + s.b[0]) / 2.0, (s.a[1] + s.b[1]) / 2.0]);
    let all = middles.chain(sheet.texts().map(|t| middle(t.bbox))).filter(|p| is_near(sheet, line, *p));
    let out: BTreeSet<Spot> = all.map(|p| spot(line, p)).collect();
    if out.len() > MOST { BTreeSet::new() } else { out }
}

/// The strip that two pages draw at their match line, as one of them sees it.
pub(crate) struct Strip<'a> {
    line: &'a MatchLine,
    other: &'a BTreeSet<Spot>,
    /// How far the other page is moved along the line.
    offset: i16,
}

impl<'a> Strip<'a> {
    /// The strip that another page's joint shows too. `own` has the landmarks of this page, and `devices` the boxes of what
    /// was found on it: devices of one shape recur, so that where the strip lies is for all else to say.
    pub(crate) fn of(line: &'a MatchLine, own: &Joint, other: &'a Joint, devices: &[[f32; 4]]) -> Option<Self> {
        let turned = own.along[0] * other.along[1] - own.along[1] * other.along[0];
        if turned.abs() > PARALLEL || own.landmarks.is_empty() || other.landmarks.is_empty() {
            return None;
        }
        let devices: Vec<[Spot; 4]> = devices
            .iter()
            .map(|b| [[b[0], b[1]], [b[2], b[1]], [b[2], b[3]], [b[0], b[3]]].map(|corner| spot(line, corner)))
            .collect();
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
        // The line itself lies on both whatever else they show.
        let said = |spot: &&Spot| (low..=high).contains(&spot.0) && spot.0.abs() > 1 && !of_device(spot);
        let landmarks: Vec<Spot> = own.landmarks.iter().filter(said).copied().collect();
        let offset = vote(&landmarks, &other.landmarks)?;
        let strip = Self { line, other: &other.landmarks, offset };
        let agreed = landmarks.iter().filter(|spot| strip.shows(**spot)).count();
        (agreed >= FEWEST && agreed as f32 >= AGREED * landmarks.len() as f32).then_some(strip)
    }

    /// Whether the other page has something at a place.
    fn shows(&self, (x, y): Spot) -> bool {
        let y = y.saturating_add(self.offset);
        (-1..=1).any(|dx| (-1..=1).any(|dy| self.other.contains(&(x.saturating_add(dx), y.saturating_add(dy)))))
    }

    /// Whether the other page draws what this page has in a box: nearly all of its strokes.
    pub(crate) fn has(&self, field: &Field, area: [f32; 4]) -> bool {
        const NEARLY_ALL: f32 = 0.9;
        let inside = |p: [f32; 2]| contains([area[0] - 0.5, area[1] - 0.5, area[2] + 0.5, area[3] + 0.5], p);
        let strokes = field.strokes_in(area);
        let own = strokes.iter().map(|i| &field.ink.strokes[*i as usize]).filter(|s| inside(s.a) && inside(s.b));
        let middles: Vec<[f32; 2]> = own.map(|s| [(s.a[0] + s.b[0]) / 2.0, (s.a[1] + s.b[1]) / 2.0]).collect();
        let shown = middles.iter().filter(|p| self.shows(spot(self.line, **p))).count();
        shown > 0 && shown as f32 >= NEARLY_ALL * middles.len() as f32
    }

    /// Where a point of this page lies on the other one, whose match line is given.
    pub(crate) fn across(&self, p: [f32; 2], to: &MatchLine) -> [f32; 2] {
        let [off, at] = place(self.line, p);
        axes(to).point([off + axes(to).place(to.from)[0], at + f32::from(self.offset) / STEPS])
    }
}

/// The offset along the line at which most landmarks of one page are on the other.
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
