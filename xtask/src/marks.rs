//! Items of a takeoff as marks on the drawing.

use plumbline_client::types::{MeasureType, TakeoffItem};
use plumbline_pdf::marks::{Mark, Placed, number};

/// Numbers the counted items. Items without evidence get no mark.
pub(crate) fn from_items(items: &[TakeoffItem]) -> Vec<Mark> {
    let placed = items.iter().filter(|item| item.measure_type == MeasureType::Count).filter_map(|item| {
        // The first place is the symbol's. The others are texts that name it.
        let place = item.evidence.first()?;
        Some(Placed { kind: item.description.clone(), page: place.page_number, bbox: place.bbox })
    });
    let placed: Vec<Placed> = placed.collect();
    number(&placed).into_iter().map(|(_, mark)| mark).collect()
}
