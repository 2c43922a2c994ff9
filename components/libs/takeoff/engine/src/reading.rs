//! The reading of one sheet: its lines, parts, tables and texts. It does not depend on the request. Surveys and extractions
//! both start with it, so it is reused if one follows the other.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;

use plumbline_sheet::Sheet;
use plumbline_sheet_parts::regions::{Regions, regions};
use plumbline_sheet_parts::tables::Schedule;
use plumbline_symbols::annotations::Page as Notes;
use plumbline_symbols::{Field, Ink};

/// A sheet's lines, parts, tables and texts.
pub(crate) struct Reading {
    /// The lines of the sheet.
    pub(crate) field: Field,
    /// The parts of the sheet: views, title block, marks.
    pub(crate) regions: Regions,
    /// The schedules on the sheet.
    pub(crate) schedules: Vec<Schedule>,
    /// The lines of text with their frames and leaders.
    pub(crate) notes: Notes,
}

impl Reading {
    /// Reads a sheet.
    pub(crate) fn of(sheet: &Sheet) -> Self {
        Self {
            field: Field::new(Ink::of(sheet)),
            regions: regions(sheet),
            schedules: plumbline_sheet_parts::tables::schedules(sheet),
            notes: Notes::of(sheet),
        }
    }
}

thread_local! {
    /// The last reading that this instance cached.
    static LAST: RefCell<Option<(u64, Rc<Reading>)>> = const { RefCell::new(None) };
}

/// Reads a sheet that will be needed again and caches the reading. Only the last reading is cached.
pub(crate) fn read_and_cache(sheet: &Sheet) -> Rc<Reading> {
    // Drop the old reading first, so that two are never in memory.
    LAST.take();
    let reading = Rc::new(Reading::of(sheet));
    LAST.set(Some((fingerprint(sheet), Rc::clone(&reading))));
    reading
}

/// Takes the cached reading if it is of this sheet. Otherwise, reads the sheet.
pub(crate) fn take_cached_or_read(sheet: &Sheet) -> Rc<Reading> {
    match LAST.take() {
        Some((of, reading)) if of == fingerprint(sheet) => reading,
        _ => Rc::new(Reading::of(sheet)),
    }
}

/// Computes a hash that identifies a sheet, over every column that a [`Reading`] depends on.
fn fingerprint(sheet: &Sheet) -> u64 {
    let mut state = DefaultHasher::new();
    (sheet.page_number, sheet.width.to_bits(), sheet.height.to_bits(), sheet.rotation).hash(&mut state);
    (&sheet.number, &sheet.title, &sheet.layers, &sheet.blocks, &sheet.notes).hash(&mut state);
    format!("{:?}", sheet.scales).hash(&mut state);
    let styles = sheet.styles.iter().map(|s| (s.stroke, s.fill, s.width.to_bits(), s.dash.len()));
    styles.for_each(|style| style.hash(&mut state));
    let dashes = sheet.styles.iter().flat_map(|s| &s.dash);
    let floats = [&sheet.coords, &sheet.clips, &sheet.text_baselines, &sheet.text_sizes, &sheet.text_boxes];
    for number in floats.into_iter().flatten().chain(&sheet.image_boxes).chain(dashes) {
        state.write_u32(number.to_bits());
    }
    (&sheet.verbs, &sheet.text, &sheet.text_sources, &sheet.image_pixels).hash(&mut state);
    (&sheet.path_verbs, &sheet.path_styles, &sheet.path_layers, &sheet.path_blocks, &sheet.path_clips).hash(&mut state);
    (&sheet.text_lengths, &sheet.text_colors, &sheet.text_layers).hash(&mut state);
    state.finish()
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    fn round(radius: f32) -> Sheet {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.circle([50.0, 50.0], radius);
        drawing.sheet()
    }

    #[test]
    fn a_reading_is_kept_for_the_same_sheet_alone_and_once() {
        let sheet = round(10.0);
        let other = round(11.0);
        let kept = read_and_cache(&sheet);
        assert!(Rc::ptr_eq(&kept, &take_cached_or_read(&sheet)));
        assert!(!Rc::ptr_eq(&kept, &take_cached_or_read(&sheet)), "kept once");
        let kept = read_and_cache(&sheet);
        assert!(!Rc::ptr_eq(&kept, &take_cached_or_read(&other)), "another sheet");
    }
}
