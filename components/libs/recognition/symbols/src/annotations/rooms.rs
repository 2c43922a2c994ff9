//! Room names: texts above the room's dimensions or its area.

use plumbline_sheet::Pattern;

/// The dimensions of a room in feet or meters (`9'X4'`, `10'-6" x 12'-0"`, `3.20 x 2.60`) or its area (`12.5 m2`). Bare
/// numbers belong to ducts and luminaires.
static ROOM: Pattern = Pattern::new(|| {
    r#"^\(?(?:[0-9]+['’′][^xX×a-z]{0,8}[xX×]\s*[0-9]+['’′][^a-zA-Z]{0,8}|[0-9]+[.,][0-9]+\s*m?\s*[xX×]\s*[0-9]+[.,][0-9]+\s*m?|[0-9]+(?:[.,][0-9]+)?\s*(?:m2|m²|sq\.?\s?m|sq\.?\s?ft|SQ\.?\s?FT|S\.?F\.?))\)?$"#.into()
});

/// Returns whether a text is a room's dimensions or area.
pub(crate) fn measures_room(text: &str) -> bool {
    ROOM.is_match(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_dimensions_and_areas_are_distinguished_from_sizes() {
        for text in [
            "9'X4'",
            "10'-6\" x 12'-0\"",
            "(9' X 12')",
            "3.20 x 2.60",
            "3,20m x 2,60m",
            "12.5 m2",
            "14 m²",
            "120 SQ. FT",
        ] {
            assert!(measures_room(text), "{text}");
        }
        for text in ["24x12", "600x600", "2'x4' LAY-IN", "A1", "15cd", "4\" x 4\"", "3 x CAT6", "1/2\""] {
            assert!(!measures_room(text), "{text}");
        }
    }
}
