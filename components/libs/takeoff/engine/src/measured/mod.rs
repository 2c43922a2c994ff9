//! Measures quantities beyond counts: areas, volumes and weights, each with its formula.
//!
//! - `ducts`: surface and weight of measured ducts; `bars`: the weights of bar lists; `concrete`: slabs and footings;
//! - `rooms`: floor areas; `item`: measured objects as items.

mod bars;
mod concrete;
mod ducts;
mod item;
mod rooms;

use crate::bindings::quantities::{Discipline, Item};
use plumbline_measurement::routes::Route;

use crate::page::Page;

/// Returns all quantities beyond counts of a page. `found` are its counted items.
pub(crate) fn measured(page: &Page<'_>, found: &[Item], routes: &[Route]) -> Vec<Item> {
    let wants = |disciplines: &[Discipline]| disciplines.contains(&page.profile.discipline);
    let mut out = Vec::new();
    if wants(&[Discipline::Mechanical, Discipline::MultiDiscipline]) {
        out.extend(ducts::ducts(page, routes));
    }
    if wants(&[Discipline::Structural, Discipline::MultiDiscipline]) {
        out.extend(bars::bars(page));
        out.extend(concrete::labeled_slabs(page));
        out.extend(concrete::scheduled_footings(page, found));
    }
    if wants(&[Discipline::MultiDiscipline]) {
        out.extend(rooms::rooms(page));
    }
    out
}
