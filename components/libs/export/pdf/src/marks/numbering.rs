//! The numbers of marks: by kind, then by page, then from left to right.

use crate::marks::model::Mark;
use std::collections::HashMap;

/// A counted item and its position, before it has a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// The description of the item. Items with equal descriptions are one kind.
    pub kind: String,
    /// The page number, from 1.
    pub page: u32,
    /// The box, as in [`Mark::bbox`].
    pub bbox: [f64; 4],
}

/// Numbers items from 1, by kind in the order of their first item. Each mark comes with the index of its item in
/// `placed`.
pub fn number(placed: &[Placed]) -> Vec<(usize, Mark)> {
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    for item in placed {
        let next = kinds.len();
        kinds.entry(&item.kind).or_insert(next);
    }
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&placed[a], &placed[b]);
        (kinds.get(a.kind.as_str()), a.page)
            .cmp(&(kinds.get(b.kind.as_str()), b.page))
            .then(a.bbox[0].total_cmp(&b.bbox[0]))
            .then(a.bbox[1].total_cmp(&b.bbox[1]))
    });
    (1..)
        .zip(order)
        .map(|(number, index)| {
            let Placed { kind, page, bbox } = &placed[index];
            (index, Mark { page: *page, bbox: *bbox, number, group: kind.clone(), label: kind.clone() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_keep_their_order_and_items_go_from_left_to_right() {
        let at = |kind: &str, page, x| Placed { kind: kind.into(), page, bbox: [x, 0.1, x + 0.1, 0.2] };
        let marks = number(&[at("Switch", 2, 0.5), at("Lamp", 1, 0.2), at("Switch", 1, 0.9), at("Switch", 2, 0.1)]);
        let order: Vec<(usize, u32, &str, u32, f64)> = marks
            .iter()
            .map(|(index, mark)| (*index, mark.number, mark.label.as_str(), mark.page, mark.bbox[0]))
            .collect();
        let expected =
            [(2, 1, "Switch", 1, 0.9), (3, 2, "Switch", 2, 0.1), (0, 3, "Switch", 2, 0.5), (1, 4, "Lamp", 1, 0.2)];
        assert_eq!(order, expected);
    }
}
