//! Measures concrete: slabs from their outlines and labels, footings from their schedule.

use crate::bindings::quantities::{Item, MeasureType};
use crate::vocabulary::{Kind, Trade};
use plumbline_measurement::quantities::{Footing, Measure, Slab, slabs};
use plumbline_notation::language::concrete;

use super::item::{system, with_measure, with_outline};
use crate::attributes::text;
use crate::page::Page;
use crate::place::{item_at, item_of};
use crate::schedules::reference;

const SLAB: Kind = Kind { trade: Trade::Structural, category: "concrete_slabs", item_type: "elevated_slab" };
const ON_GRADE: Kind = Kind { trade: Trade::Structural, category: "concrete_slabs", item_type: "slab_on_grade" };
const FOOTING: Kind = Kind { trade: Trade::Structural, category: "foundations", item_type: "spread_footing" };

/// Returns the area, volume and reinforcement of the labeled slabs of a page.
pub(super) fn labeled_slabs(page: &Page<'_>) -> Vec<Item> {
    slabs(page.sheet, &page.scales.all, &page.excluded).iter().flat_map(|slab| of_slab(page, slab)).collect()
}

fn of_slab(page: &Page<'_>, slab: &Slab) -> Vec<Item> {
    let label = slab.label.to_uppercase();
    let kind = if concrete::ON_GROUND.occurs_in(&label) { ON_GRADE } else { SLAB };
    let at = format!("slab-{:.0}-{:.0}", slab.tag.min.x * 10.0, slab.tag.min.y * 10.0);
    let measured = |what: &str, measure: &Measure| {
        let item = Item {
            key: format!("{at}-{what}"),
            group: Some(format!("slabs-{what}")),
            description: format!("Slab {}, {what}", slab.label),
            attributes: slab.thickness.iter().map(|t| text("thickness", t.to_formula())).collect(),
            ..item_at(page, kind, slab.tag)
        };
        with_measure(with_outline(item, page, &slab.outline), measure)
    };
    let mut out = vec![measured("area", &slab.area)];
    out.extend(slab.volume.as_ref().map(|volume| measured("volume", volume)));
    if let Some(bars) = &slab.reinforcement {
        let (length, weight) = bars.over(slab.area.value, system(page));
        out.push(measured("reinforcement length", &length));
        out.push(measured("reinforcement weight", &weight));
    }
    out
}

/// Returns the volume of each footing that is counted on the page and has a size in its schedule.
pub(super) fn scheduled_footings(page: &Page<'_>, found: &[Item]) -> Vec<Item> {
    let mut out = Vec::new();
    for item in found.iter().filter(|i| i.measure == MeasureType::Count) {
        let Some(tag) = &item.tag else { continue };
        let Some((number, summary, row)) = page.document.row_of(tag).filter(|(_, l, _)| l.footings) else { continue };
        let cells = row.cells.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let Some(footing) = Footing::from_row(&row.tag, cells, system(page)) else { continue };
        let Some(mut volume) = footing.volume(1.0, None, system(page)) else { continue };
        volume.confidence = volume.confidence.min(crate::confidence::library_confidence(item.confidence));
        let measured = Item {
            key: format!("{}-volume", item.key),
            group: Some(format!("footing-{}", row.tag)),
            description: format!("Footing {}, concrete", row.tag),
            tag: Some(row.tag.clone()),
            geometry: item.geometry.clone(),
            evidence: item.evidence.clone(),
            attributes: vec![
                ("schedule_id".to_owned(), reference(number, &summary.key)),
                text("schedule_row", &row.tag),
            ],
            ..item_of(page, FOOTING)
        };
        out.push(with_measure(measured, &volume));
    }
    out
}
