//! Describes the panelboards on the plan with the facts from the headings of their schedules.

use crate::bindings::quantities::Item;

use crate::attributes::text;
use crate::page::Page;
use crate::schedules::reference;
use crate::tag::canonical;

/// Adds the voltage, bus, mains and other facts, and the schedule's reference, to every panelboard that has a schedule.
/// Attributes read at the board itself take precedence.
pub(crate) fn describe(page: &Page<'_>, found: &mut [Item]) {
    for item in found.iter_mut().filter(|item| item.category == "distribution") {
        let Some(tag) = item.tag.as_deref().map(canonical).filter(|tag| !tag.is_empty()) else { continue };
        let of_it = page
            .document
            .schedules()
            .find(|(_, summary)| summary.panel.as_deref().is_some_and(|panel| canonical(panel) == tag));
        let Some((number, summary)) = of_it else { continue };
        let facts = summary.facts.iter().map(|(key, value)| text(key, value));
        let schedule = ("schedule_id".to_owned(), reference(number, &summary.key));
        for (key, value) in facts.chain([schedule]) {
            if !item.attributes.iter().any(|(known, _)| *known == key) {
                item.attributes.push((key, value));
            }
        }
    }
}
