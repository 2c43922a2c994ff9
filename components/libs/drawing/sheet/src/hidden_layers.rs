//! Layers with contents that are switched off, read from a sheet's notes: their contents are missing from the sheet.

use crate::model::Sheet;

const BEGINS: &str = "Layers that are off, frozen or not plotted, with something on them: ";

/// Maximum number of names in a note. The rest is given as a number.
const MOST: usize = 20;

/// Returns the note for a sheet, or `None` if there are no such layers.
pub fn note<'a>(layers: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = layers.into_iter().collect();
    let more = names.len().saturating_sub(MOST);
    let shown = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    match (names.len(), more) {
        (0, _) => None,
        (_, 0) => Some(format!("{BEGINS}{shown}.")),
        _ => Some(format!("{BEGINS}{shown} and {more} more.")),
    }
}

/// Returns the names in the notes of a sheet, as one text.
pub fn of(sheet: &Sheet) -> Option<&str> {
    sheet.notes.iter().find_map(|note| note.strip_prefix(BEGINS)?.strip_suffix('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_note_says_is_read_back() {
        let mut sheet = Sheet::default();
        assert_eq!((note([]), of(&sheet)), (None, None));
        sheet.notes.extend(note(["E-DEMO", "A.B"]));
        assert_eq!(of(&sheet), Some("E-DEMO, A.B"));
        let names: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        assert!(note(names.iter().map(String::as_str)).is_some_and(|n| n.ends_with("19 and 10 more.")));
    }
}
