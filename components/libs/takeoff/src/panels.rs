//! What the head of a panelboard's schedule says of the board, at the board on the plan.

use plumbline_guest_extractor::quantities::{Attribute, Item};

use crate::document::canonical;
use crate::page::Page;
use crate::schedules::reference;

/// Gives every panelboard that has a schedule its voltage, bus, mains and the like, and the schedule's reference. What
/// stands at the board itself stays.
pub(crate) fn describe(page: &Page<'_>, found: &mut [Item]) {
    for item in found.iter_mut().filter(|item| item.category == "distribution") {
        let Some(tag) = item.tag.as_deref().map(canonical).filter(|tag| !tag.is_empty()) else { continue };
        let of_it = page
            .document
            .listings()
            .find(|(_, listing)| listing.panel.as_deref().is_some_and(|panel| canonical(panel) == tag));
        let Some((number, listing)) = of_it else { continue };
        let facts = listing.facts.iter().map(|(key, value)| (key.clone(), Attribute::Text(value.clone())));
        let schedule = ("schedule_id".to_owned(), reference(number, &listing.key));
        for (key, value) in facts.chain([schedule]) {
            if !item.attributes.iter().any(|(known, _)| *known == key) {
                item.attributes.push((key, value));
            }
        }
    }
}
