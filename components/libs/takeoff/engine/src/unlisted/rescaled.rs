//! Finds symbols of a legend that have other scales on the plan. Some programs fit each symbol to its legend cell.

use plumbline_geometry::Rect;
use plumbline_symbols::{Repeat, Shape};

use crate::page::Page;
use crate::symbols::{Entry, Symbols};

/// Largest distance of letters from their symbol, as a multiple of the symbol's size.
const REACH: f32 = 1.2;

/// The legend rows that the search by shape did not find on the page.
pub(super) struct Rescaled<'a> {
    rows: Vec<(&'a Entry, Shape)>,
}

impl<'a> Rescaled<'a> {
    /// Returns the missing rows that show a drawing.
    pub(super) fn of(symbols: &'a Symbols) -> Self {
        let found = |index: usize| symbols.instances.iter().any(|instance| instance.symbol == index);
        let rows = symbols.entries.iter().enumerate().filter(|(index, entry)| !found(*index) && entry.block.is_none());
        let drawn = rows.filter(|(_, entry)| !entry.row.specimen.ink.strokes.is_empty());
        Self { rows: drawn.map(|(_, entry)| (entry, Shape::of(&entry.row.specimen))).collect() }
    }

    /// Returns whether no rows are missing.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the row that each place of a shape shows, if any. If several rows have the shape, returns the row whose
    /// letters are at the place, or else the row without letters.
    pub(super) fn at(&self, page: &Page<'_>, repeat: &Repeat) -> Vec<Option<&'a Entry>> {
        let rows: Vec<&'a Entry> = self
            .rows
            .iter()
            .filter(|(_, shape)| shape.scale_of(&repeat.appearance).is_some())
            .map(|(entry, _)| *entry)
            .collect();
        let plain = rows.iter().copied().find(|entry| entry.row.specimen.letters.is_empty());
        let of_place = |place: &Rect| {
            let by = REACH * repeat.appearance.size.long;
            let near = page.texts.within(place.grown(by));
            let stands = |letters: &str| near.iter().any(|&i| page.texts.all()[i].text.eq_ignore_ascii_case(letters));
            let lettered = |entry: &&&Entry| entry.row.specimen.letters.iter().any(|letters| stands(&letters.text));
            rows.iter().find(lettered).copied().or(plain)
        };
        repeat.places.iter().map(of_place).collect()
    }
}
