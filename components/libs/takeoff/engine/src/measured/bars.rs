//! Reads reinforcement from bar lists.

use crate::bindings::quantities::{Item, ItemSource};
use crate::vocabulary::{Kind, Trade};
use plumbline_measurement::quantities::{Measure, bar_weight};
use plumbline_measurement::routes::Confidence;
use plumbline_notation::{FOOT, Length, LengthUnit, System};
use plumbline_sheet_parts::tables::{BarEntry, bar_list};

use super::item::{system, with_measure};
use crate::attributes::{number, text};
use crate::page::Page;
use crate::place::item_at;
use crate::schedules::{key, reference};

/// Largest relative difference between a computed weight and the list's weight that confirms the row.
const AGREES: f64 = 0.03;

const BAR: Kind = Kind { trade: Trade::Structural, category: "reinforcement", item_type: "reinforcing_bar" };

/// Returns the weight of each row of the page's bar lists.
pub(super) fn bars(page: &Page<'_>) -> Vec<Item> {
    let mut out = Vec::new();
    for schedule in page.schedules {
        let Some(list) = bar_list(schedule) else { continue };
        let list_key = key(schedule);
        for (n, bar) in list.bars.iter().enumerate() {
            let Some(measure) = weight(bar, system(page)) else { continue };
            let designation = bar.size.as_ref().map_or_else(String::new, |s| s.designation.clone());
            let mut attributes = vec![
                ("schedule_id".to_owned(), reference(page.sheet.page_number, &list_key)),
                text("schedule_row", &bar.mark),
                text("size", &designation),
            ];
            attributes.extend(bar.quantity.map(|q| number("count", q)));
            attributes.extend(bar.length.map(|l| number("length_m", l)));
            attributes.extend(bar.shape.as_ref().map(|s| text("shape", s)));
            attributes.extend(bar.stated_kilograms.map(|k| number("stated_weight_kg", k)));
            let item = Item {
                key: format!("{list_key}-bar-{n}"),
                group: Some(format!("bars-{designation}")),
                description: format!("Reinforcing bar {designation}"),
                tag: Some(bar.mark.clone()).filter(|m| !m.is_empty()),
                source: ItemSource::Schedule,
                attributes,
                ..item_at(page, BAR, bar.area)
            };
            out.push(with_measure(item, &measure));
        }
    }
    out
}

/// Returns the weight of a row: number × length × nominal mass.
fn weight(bar: &BarEntry, system: System) -> Option<Measure> {
    let meters = bar.length?;
    let length = match system {
        System::Metric => Length::new(meters, LengthUnit::Meter),
        System::Imperial => Length::new(meters / FOOT, LengthUnit::Foot),
    };
    let measure = bar_weight(bar.size.as_ref()?, length, bar.quantity?);
    let confidence = match (bar.stated_kilograms, bar.kilograms) {
        (Some(stated), Some(own)) if (stated / own.max(1e-9) - 1.0).abs() > AGREES => Confidence::Low,
        (Some(_), _) => Confidence::High,
        (None, _) => Confidence::Medium,
    };
    let basis = format!("row {} of the bar list; {}", bar.mark, measure.basis);
    Some(Measure { basis, confidence, ..measure })
}
