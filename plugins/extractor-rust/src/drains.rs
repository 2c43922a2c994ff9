//! The drains on a page, found by their tags. Every item has its evidence and a confidence.

use crate::bindings::plumbline::drawing::quantities::{
    Confidence, Evidence, Geometry, Item, ItemSource, MeasureType, Shape, Trade,
};
use crate::bindings::plumbline::drawing::sheets::Sheet;
use crate::legend::{Legend, words_of};
use crate::runs::{Run, runs};
use crate::tags::is_tag;

/// Returns one item per tag on the plan. Tags that a legend explains are not drains, and a text drawn twice at one
/// place counts once.
pub fn find(sheet: &Sheet, legend: &Legend) -> Vec<Item> {
    let runs = runs(sheet);
    let mut tags: Vec<&Run<'_>> = Vec::new();
    for run in runs.iter().filter(|run| is_tag(run.text) && words_of(run, &runs).is_none()) {
        if !tags.iter().any(|seen| seen.text == run.text && overlap(&seen.area, &run.area)) {
            tags.push(run);
        }
    }
    tags.iter().enumerate().map(|(index, run)| item(sheet, index, run, legend)).collect()
}

fn overlap(a: &[f32; 4], b: &[f32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

fn item(sheet: &Sheet, index: usize, run: &Run<'_>, legend: &Legend) -> Item {
    let words = legend.words(run.text);
    let (left, top, right, bottom) = normalized(sheet, &run.area);
    let roof = run.text.starts_with("RD");
    let kind = if roof { "roof_drain" } else { "floor_drain" };
    Item {
        // The drawing order is the same on every run over the same page, so the key is, too.
        key: format!("{kind}-{index}"),
        group: Some(run.text.to_owned()),
        description: words.unwrap_or(if roof { "Roof drain" } else { "Floor drain" }).to_owned(),
        trade: Trade::Plumbing,
        category: "drains".into(),
        item_type: kind.into(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".into(),
        tag: Some(run.text.to_owned()),
        attributes: vec![],
        page_number: sheet.page_number,
        geometry: Some(Geometry {
            page_number: sheet.page_number,
            shape: Shape::Point(((left + right) / 2.0, (top + bottom) / 2.0)),
            scale: None,
        }),
        // The box covers the tag, so a reviewer sees at once what was counted.
        evidence: vec![Evidence { page_number: sheet.page_number, bbox: (left, top, right, bottom) }],
        confidence: confidence(run, words.is_some()),
        source: ItemSource::Plan,
    }
}

/// Returns high confidence if the legend explains the tag, medium for a tag alone, low for letters read from an image.
fn confidence(run: &Run<'_>, explained: bool) -> Confidence {
    match (run.recognized, explained) {
        (false, true) => Confidence::High,
        (false, false) => Confidence::Medium,
        (true, _) => Confidence::Low,
    }
}

/// Converts a box in points to fractions 0..1 of the page, clamped to the page's edge.
fn normalized(sheet: &Sheet, area: &[f32; 4]) -> (f64, f64, f64, f64) {
    let x = |value: f32| f64::from(value / sheet.width).clamp(0.0, 1.0);
    let y = |value: f32| f64::from(value / sheet.height).clamp(0.0, 1.0);
    (x(area[0]), y(area[1]), x(area[2]), y(area[3]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::sheet;

    #[test]
    fn each_tag_on_the_plan_is_one_item_with_its_box() {
        let page = sheet(&[
            ("FD-1", 100.0, 100.0),
            // Drawn twice, as some programs do for bold text.
            ("FD-1", 100.3, 100.0),
            ("FD-1", 300.0, 100.0),
            ("FD-2", 500.0, 300.0),
            // The legend.
            ("FD-1", 800.0, 50.0),
            ("FLOOR DRAIN, CAST IRON", 840.0, 50.0),
        ]);
        let items = find(&page, &Legend::of(&page));
        let found: Vec<_> = items.iter().map(|item| (item.tag.as_deref().unwrap(), item.description.as_str())).collect();
        assert_eq!(
            found,
            [("FD-1", "FLOOR DRAIN, CAST IRON"), ("FD-1", "FLOOR DRAIN, CAST IRON"), ("FD-2", "Floor drain")]
        );
        assert_eq!(items.iter().map(|item| item.confidence).collect::<Vec<_>>(), {
            [Confidence::High, Confidence::High, Confidence::Medium]
        });
        let (left, top, right, bottom) = items[0].evidence[0].bbox;
        assert!((left - 0.1).abs() < 1e-6 && right > left && bottom > top && top > 0.0, "{:?}", items[0].evidence);
        let keys: std::collections::BTreeSet<_> = items.iter().map(|item| &item.key).collect();
        assert_eq!(keys.len(), items.len());
    }

    #[test]
    fn letters_read_from_an_image_are_never_sure() {
        let mut page = sheet(&[("FD-1", 100.0, 100.0), ("FD-1", 800.0, 50.0), ("FLOOR DRAIN", 840.0, 50.0)]);
        page.text_sources = vec![2; 3];
        let items = find(&page, &Legend::of(&page));
        assert_eq!(items[0].confidence, Confidence::Low);
    }
}
