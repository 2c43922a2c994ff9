//! Rows of a legend that stand on the plan at scales of their own: some programs fit each symbol to its cell.

use plumbline_symbols::{Repeat, Shape};

use crate::page::Page;
use crate::symbols::{Entry, Symbols};

/// How far around a symbol its letters may stand, in sizes of the symbol.
const REACH: f32 = 1.2;

/// The rows that the search by shape found nowhere on the page.
pub(super) struct Rescaled<'a> {
    rows: Vec<(&'a Entry, Shape)>,
}

impl<'a> Rescaled<'a> {
    /// Those of the rows with anything drawn.
    pub(super) fn of(symbols: &'a Symbols) -> Self {
        let found = |index: usize| symbols.instances.iter().any(|instance| instance.symbol == index);
        let rows = symbols.entries.iter().enumerate().filter(|(index, entry)| !found(*index) && entry.block.is_none());
        let drawn = rows.filter(|(_, entry)| !entry.row.specimen.ink.strokes.is_empty());
        Self { rows: drawn.map(|(_, entry)| (entry, Shape::of(&entry.row.specimen))).collect() }
    }

    /// Whether all were found.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row that each place of a shape shows, if any: of several of one shape the one whose letters stand there, or else the
    /// one without letters.
    pub(super) fn at(&self, page: &Page<'_>, repeat: &Repeat) -> Vec<Option<&'a Entry>> {
        let rows: Vec<&'a Entry> = self
            .rows
            .iter()
            .filter(|(_, shape)| shape.scale_of(&repeat.looks).is_some())
            .map(|(entry, _)| *entry)
            .collect();
        let plain = rows.iter().copied().find(|entry| entry.row.specimen.letters.is_empty());
        let of_place = |place: &[f32; 4]| {
            let by = REACH * repeat.looks.size[0];
            let near = page.texts.within([place[0] - by, place[1] - by, place[2] + by, place[3] + by]);
            let stands = |letters: &str| near.iter().any(|&i| page.texts.all()[i].text.eq_ignore_ascii_case(letters));
            let lettered = |entry: &&&Entry| entry.row.specimen.letters.iter().any(|letters| stands(&letters.text));
            rows.iter().find(lettered).copied().or(plain)
        };
        repeat.places.iter().map(of_place).collect()
    }
}
