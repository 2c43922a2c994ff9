//! Measures concrete: slabs from their outlines and labels, footings from their schedule.

use plumbline_extractor::quantities::{Attribute, Geometry, Item, ItemSource, MeasureType, Shape};
use plumbline_measurement::quantities::{Footing, Slab, slabs};
use plumbline_vocabulary::{Kind, Trade};

use super::{Subject, outline, system};
use crate::page::Page;
use crate::place::place;
use crate::schedules::reference;

const SLAB: Kind = Kind { trade: Trade::Structural, category: "concrete_slabs", item_type: "elevated_slab" };
const ON_GRADE: Kind = Kind { trade: Trade::Structural, category: "concrete_slabs", item_type: "slab_on_grade" };
const FOOTING: Kind = Kind { trade: Trade::Structural, category: "foundations", item_type: "spread_footing" };

/// Words in the labels of slabs on the ground.
const GROUND: [&str; 8] = ["GRADE", "GROUND", "S.O.G", "SOG", "CONTRAPISO", "SOBRE TERRENO", "BEGANE GROND", "土間"];

/// Returns the area, volume and reinforcement of the labeled slabs of a page.
pub(super) fn labeled_slabs(page: &Page<'_>) -> Vec<Item> {
    slabs(page.sheet, &page.scales.all, &page.excluded).iter().flat_map(|slab| of_slab(page, slab)).collect()
}

fn of_slab(page: &Page<'_>, slab: &Slab) -> Vec<Item> {
    let (geometry, evidence) = place(page.sheet, &page.scales, slab.tag);
    let shape = outline(page, &slab.outline).map_or_else(|| geometry.shape.clone(), Shape::Polygon);
    let label = slab.label.to_uppercase();
    let kind = if GROUND.iter().any(|word| label.contains(word)) { ON_GRADE } else { SLAB };
    let at = format!("slab-{:.0}-{:.0}", slab.tag.min.x * 10.0, slab.tag.min.y * 10.0);
    let subject = |what: &str| Subject {
        key: format!("{at}-{what}"),
        group: format!("slabs-{what}"),
        description: format!("Slab {}, {what}", slab.label),
        kind,
        tag: None,
        geometry: Some(Geometry { shape: shape.clone(), ..geometry.clone() }),
        evidence: vec![evidence],
        source: ItemSource::Plan,
        attributes: slab.thickness.iter().map(|t| ("thickness".to_owned(), Attribute::Text(t.to_formula()))).collect(),
    };
    let mut out = vec![subject("area").item(page, &slab.area)];
    out.extend(slab.volume.as_ref().map(|volume| subject("volume").item(page, volume)));
    if let Some(bars) = &slab.reinforcement {
        let (length, weight) = bars.over(slab.area.value, system(page));
        out.push(subject("reinforcement length").item(page, &length));
        out.push(subject("reinforcement weight").item(page, &weight));
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
        volume.confidence = volume.confidence.min(super::library_confidence(item.confidence));
        let subject = Subject {
            key: format!("{}-volume", item.key),
            group: format!("footing-{}", row.tag),
            description: format!("Footing {}, concrete", row.tag),
            kind: FOOTING,
            tag: Some(row.tag.clone()),
            geometry: item.geometry.clone(),
            evidence: item.evidence.clone(),
            source: ItemSource::Plan,
            attributes: vec![
                ("schedule_id".to_owned(), reference(number, &summary.key)),
                ("schedule_row".to_owned(), Attribute::Text(row.tag.clone())),
            ],
        };
        out.push(subject.item(page, &volume));
    }
    out
}
