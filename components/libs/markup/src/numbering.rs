//! The numbers of marks: kind by kind, page by page, left to right.

use crate::Mark;
use std::collections::HashMap;

/// A counted item and its place, before it has a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Description of the item; items of equal descriptions are one kind.
    pub kind: String,
    /// Page number from 1.
    pub page: u32,
    /// As in [`Mark::bbox`].
    pub bbox: [f64; 4],
}

/// Numbers items from 1. Kinds come in the order of their first item.
pub fn number(mut placed: Vec<Placed>) -> Vec<Mark> {
    let mut order: HashMap<String, usize> = HashMap::new();
    for item in &placed {
        let next = order.len();
        order.entry(item.kind.clone()).or_insert(next);
    }
    placed.sort_by(|a, b| {
        (order.get(&a.kind), a.page)
            .cmp(&(order.get(&b.kind), b.page))
            .then(a.bbox[0].total_cmp(&b.bbox[0]))
            .then(a.bbox[1].total_cmp(&b.bbox[1]))
    });
    (1..)
        .zip(placed)
        .map(|(number, Placed { kind, page, bbox })| Mark { page, bbox, number, group: kind.clone(), label: kind })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_keep_their_order_and_items_go_from_left_to_right() {
        let at = |kind: &str, page, x| Placed { kind: kind.into(), page, bbox: [x, 0.1, x + 0.1, 0.2] };
        let marks = number(vec![at("Switch", 2, 0.5), at("Lamp", 1, 0.2), at("Switch", 1, 0.9), at("Switch", 2, 0.1)]);
        let order: Vec<(u32, &str, u32, f64)> =
            marks.iter().map(|mark| (mark.number, mark.label.as_str(), mark.page, mark.bbox[0])).collect();
        assert_eq!(order, [(1, "Switch", 1, 0.9), (2, "Switch", 2, 0.1), (3, "Switch", 2, 0.5), (4, "Lamp", 1, 0.2)]);
    }
}
