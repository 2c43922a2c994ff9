//! Items of a takeoff as marks on the drawing.

use plumbline_client::types::{MeasureType, TakeoffItem};
use plumbline_markup::Mark;
use std::collections::HashMap;

/// Numbers the counted items kind by kind, page by page, left to right; items without evidence get no mark.
pub(crate) fn of(items: &[TakeoffItem]) -> Vec<Mark> {
    let mut order: HashMap<&str, usize> = HashMap::new();
    for item in items {
        let next = order.len();
        order.entry(item.description.as_str()).or_insert(next);
    }
    let mut placed: Vec<(&TakeoffItem, u32, [f64; 4])> = items
        .iter()
        .filter(|item| item.measure_type == MeasureType::Count)
        .filter_map(|item| {
            // The first place is the symbol's; further ones are texts that name it.
            let place = item.evidence.first()?;
            Some((item, place.page_number, place.bbox))
        })
        .collect();
    placed.sort_by(|(a, a_page, a_box), (b, b_page, b_box)| {
        let kind = |item: &TakeoffItem| order.get(item.description.as_str()).copied();
        (kind(a), a_page)
            .cmp(&(kind(b), b_page))
            .then(a_box[0].total_cmp(&b_box[0]))
            .then(a_box[1].total_cmp(&b_box[1]))
    });
    (1..)
        .zip(placed)
        .map(|(number, (item, page, bbox))| Mark {
            page,
            bbox,
            number,
            label: item.description.clone(),
            group: item.description.clone(),
        })
        .collect()
}
