//! Things that two views show where they overlap, at a match line: counted once, by tag and address.
//!
//! Nothing beyond a match line is counted. Views are often cut some way behind the line, and where it is not
//! clear which side is beyond, or the lines of two sheets stand in different places, both show the same strip.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_guest_extractor::quantities::{Attribute, Item, MeasureType};
use plumbline_regions::{MatchLine, Regions};
use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::contains;
use serde::{Deserialize, Serialize};

use crate::document::canonical;
use crate::page::Page;
use crate::place::middle;

/// Views overlap at most so far from their match lines, as a share of the page's shorter side.
const BAND: f32 = 0.2;
/// Longest tag or address, in characters.
const LONGEST: usize = 24;

/// The short texts of a page near one of its match lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// The sheet that its match line names.
    pub sheet: Option<String>,
    /// Letters and digits of short texts on the page's own side of the line.
    pub texts: BTreeSet<String>,
}

/// The joints of a page.
pub(crate) fn joints(sheet: &Sheet, regions: &Regions) -> Vec<Joint> {
    let beyond = |p: [f32; 2]| regions.match_lines.iter().any(|m| contains(m.beyond, p) && !is_empty(m.beyond));
    let joint = |line: &MatchLine| {
        let short = sheet.texts().filter(|t| t.text.chars().count() <= LONGEST);
        let near = short.filter(|t| is_near(sheet, line, middle(t.bbox)) && !beyond(middle(t.bbox)));
        Joint { sheet: line.sheet.clone(), texts: near.map(|t| canonical(t.text)).collect() }
    };
    regions.match_lines.iter().map(joint).collect()
}

fn is_empty(area: [f32; 4]) -> bool {
    area[2] <= area[0] || area[3] <= area[1]
}

/// Whether a point is in the strip along a match line in which views overlap.
fn is_near(sheet: &Sheet, line: &MatchLine, p: [f32; 2]) -> bool {
    let band = BAND * sheet.width.min(sheet.height);
    let standing = (line.from[0] - line.to[0]).abs() < (line.from[1] - line.to[1]).abs();
    let axis = usize::from(!standing);
    let (low, high) = (line.from[1 - axis].min(line.to[1 - axis]), line.from[1 - axis].max(line.to[1 - axis]));
    (p[axis] - line.from[axis]).abs() <= band && (low - band..=high + band).contains(&p[1 - axis])
}

/// Returns the text that tells a thing from all others of a document: its address, or its tag in a schedule that lists each thing.
/// Types of luminaires are not such tags.
fn identity(page: &Page<'_>, item: &Item) -> Option<String> {
    let address = item.attributes.iter().find_map(|(key, value)| match value {
        Attribute::Text(text) if key == "address" => Some(text.as_str()),
        _ => None,
    });
    let listed = || {
        let tag = item.tag.as_deref().filter(|tag| tag.chars().any(|c| c.is_ascii_digit()))?;
        page.document.row_of(tag).is_some_and(|(_, listing, _)| !listing.fixtures).then_some(tag)
    };
    address.or_else(listed).map(canonical).filter(|text| !text.is_empty())
}

/// The middle of an item in points.
fn place(page: &Page<'_>, item: &Item) -> Option<[f32; 2]> {
    let (x0, y0, x1, y1) = item.evidence.first()?.bbox;
    let half = |a: f64, b: f64, all: f32| ((a + b) / 2.0) as f32 * all;
    Some([half(x0, x1, page.sheet.width), half(y0, y1, page.sheet.height)])
}

/// Drops the items that an earlier sheet, or another view of this one, shows too.
pub(crate) fn merge(page: &Page<'_>, found: &mut Vec<Item>) {
    let lines = &page.regions.match_lines;
    if lines.is_empty() {
        return;
    }
    let mut drop = vec![false; found.len()];
    // By description and identity: the first item with its view.
    let mut first: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut evidence: Vec<(usize, usize)> = Vec::new();
    for (n, item) in found.iter().enumerate().filter(|(_, item)| item.measure == MeasureType::Count) {
        let (Some(id), Some(at)) = (identity(page, item), place(page, item)) else { continue };
        let near: Vec<&MatchLine> = lines.iter().filter(|line| is_near(page.sheet, line, at)).collect();
        if near.iter().any(|line| is_on_earlier_sheet(page, line, &id)) {
            drop[n] = true;
            continue;
        }
        let Some(view) = page.regions.viewport_at(at).filter(|v| page.regions.viewports[*v].kind.is_plan()) else {
            continue;
        };
        if near.is_empty() {
            continue;
        }
        let (kept, of) = *first.entry((item.description.clone(), id)).or_insert((n, view));
        if of != view {
            drop[n] = true;
            evidence.push((kept, n));
        }
    }
    for (kept, other) in evidence {
        let also = found[other].evidence.clone();
        found[kept].evidence.extend(also);
    }
    let mut index = 0;
    found.retain(|_| {
        index += 1;
        !drop[index - 1]
    });
}

/// Whether the sheet that a match line names stands before this page, names it in turn, and has something at the joint.
fn is_on_earlier_sheet(page: &Page<'_>, line: &MatchLine, id: &str) -> bool {
    let (Some(sheet), Some(own)) = (line.sheet.as_deref(), page.regions.number.as_deref()) else { return false };
    let same = |a: &str, b: &str| canonical(a) == canonical(b);
    page.document
        .surveys
        .iter()
        .filter(|s| s.page < page.sheet.page_number && s.summary.number.as_deref().is_some_and(|n| same(n, sheet)))
        .flat_map(|s| &s.joints)
        .any(|joint| joint.sheet.as_deref().is_some_and(|named| same(named, own)) && joint.texts.contains(id))
}
