//! Merges items that two views show where they overlap at a match line. They are counted once, by tag and address. Items
//! without either are matched by their place if both views draw the same strip.
//!
//! Nothing beyond a match line is counted. But views are often cut some way beyond the line. If it is unclear which side
//! is beyond, or if the lines of two sheets are in different places, both sheets show the same strip.

use std::collections::BTreeMap;

use crate::bindings::quantities::{Attribute, Item, MeasureType};
use plumbline_geometry::{Point, Rect, rect, remove_marked};
use plumbline_sheet_parts::regions::MatchLine;

use crate::document::Survey;
use crate::match_lines::{MatchLineSurvey, Strip, is_near};
use crate::page::Page;
use crate::tag::canonical;

/// Returns the text that identifies an item within a document: its address, or its tag in a schedule of single items.
/// Types of luminaires are not such tags.
fn identity(page: &Page<'_>, item: &Item) -> Option<String> {
    let address = item.attributes.iter().find_map(|(key, value)| match value {
        Attribute::Text(text) if key == "address" => Some(text.as_str()),
        _ => None,
    });
    let listed = || {
        let tag = item.tag.as_deref().filter(|tag| tag.chars().any(|c| c.is_ascii_digit()))?;
        page.document.row_of(tag).is_some_and(|(_, summary, _)| !summary.fixtures).then_some(tag)
    };
    address.or_else(listed).map(canonical).filter(|text| !text.is_empty())
}

/// Returns the box of an item, in points.
fn place(page: &Page<'_>, item: &Item) -> Option<Rect> {
    let (x0, y0, x1, y1) = item.evidence.first()?.bbox;
    let (wide, high) = (page.sheet.width, page.sheet.height);
    Some(rect(x0 as f32 * wide, y0 as f32 * high, x1 as f32 * wide, y1 as f32 * high))
}

/// Removes the items that an earlier sheet, or another view of this one, shows too.
pub(crate) fn merge(page: &Page<'_>, found: &mut Vec<Item>) {
    let lines = &page.regions.match_lines;
    if lines.is_empty() {
        return;
    }
    let mut drop = vec![false; found.len()];
    // The first item and its view, by description and identity.
    let mut first: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut evidence: Vec<(usize, usize)> = Vec::new();
    for (n, item) in found.iter().enumerate().filter(|(_, item)| item.measure == MeasureType::Count) {
        let (Some(id), Some(at)) = (identity(page, item), place(page, item).map(Rect::center)) else { continue };
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
    merge_by_place(page, found, &mut drop, &mut evidence);
    for (kept, other) in evidence {
        let also = found[other].evidence.clone();
        found[kept].evidence.extend(also);
    }
    remove_marked(found, |n| drop[n]);
}

/// Returns whether the sheet that a match line names is before this page, names it in turn, and has the text at the
/// match line.
fn is_on_earlier_sheet(page: &Page<'_>, line: &MatchLine, id: &str) -> bool {
    earlier_surveys(page, line).any(|survey| survey.texts.contains(id))
}

/// Returns the surveys of a match line on earlier pages, if the sheet that the line names also names this page.
fn earlier_surveys<'a>(page: &'a Page<'_>, line: &'a MatchLine) -> impl Iterator<Item = &'a MatchLineSurvey> {
    let same = |a: &str, b: &str| canonical(a) == canonical(b);
    let names = move |other: &Option<String>, number: &Option<String>| match (other, number) {
        (Some(other), Some(number)) => same(other, number),
        _ => false,
    };
    let earlier = move |s: &&Survey| s.page < page.sheet.page_number && names(&line.sheet, &s.summary.number);
    let surveys = page.document.surveys.iter().filter(earlier).flat_map(|s| &s.match_lines);
    surveys.filter(move |survey| names(&survey.sheet, &page.regions.number))
}

/// Finds items without an identity in a strip that an earlier sheet, or another view of this one, draws too. Both draw
/// them at the same place relative to their match lines.
fn merge_by_place(page: &Page<'_>, found: &[Item], drop: &mut [bool], evidence: &mut Vec<(usize, usize)>) {
    let Some(own) = page.document.surveys.iter().find(|s| s.page == page.sheet.page_number) else { return };
    let lines = &page.regions.match_lines;
    if own.match_lines.len() != lines.len() {
        return;
    }
    let boxes: Vec<Option<Rect>> = found
        .iter()
        .map(|item| place(page, item).filter(|_| item.measure == MeasureType::Count && identity(page, item).is_none()))
        .collect();
    let devices: Vec<Rect> = found.iter().filter_map(|item| place(page, item)).collect();
    for (n, (line, survey)) in lines.iter().zip(&own.match_lines).enumerate() {
        let near = |area: &Rect| is_near(page.sheet, line, area.center());
        for strip in earlier_surveys(page, line).filter_map(|other| Strip::of(line, survey, other, &devices)) {
            for (item, area) in boxes.iter().enumerate().filter_map(|(i, b)| Some((i, b.filter(near)?))) {
                drop[item] |= strip.has(page.field, area);
            }
        }
        for (other_line, other) in lines[..n].iter().zip(&own.match_lines) {
            let Some(strip) = Strip::of(line, survey, other, &devices) else { continue };
            for (item, area) in boxes.iter().enumerate().filter_map(|(i, b)| Some((i, b.filter(near)?))) {
                let twin = strip.across(area.center(), other_line);
                let is_twin =
                    |(i, b): &(usize, &Option<Rect>)| *i != item && !drop[*i] && b.is_some_and(|b| b.contains(twin));
                let kept = boxes.iter().enumerate().find(is_twin).map(|(i, _)| i);
                let view = |at: Point| page.regions.viewport_at(at);
                let apart = view(twin) != view(area.center());
                if let Some(kept) = kept.filter(|k| apart && found[*k].description == found[item].description)
                    && !drop[item]
                    && strip.has(page.field, area)
                {
                    drop[item] = true;
                    evidence.push((kept, item));
                }
            }
        }
    }
}
