//! Bars, rolled sections and joists by their designations.
//!
//! Bars: ASTM A615 (`#5`), metric (`Ø12`, `φ12`), JIS G 3112 (`D13`). Sections: AISC (`W12x26`, `HSS6x6x1/4`), European
//! (`IPE 200`, `HEA200`), Japanese (`H-300x150`). Joists: SJI (`24K7`, `18LH05`).

/// The section or bar that a designation names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) category: &'static str,
    pub(crate) item_type: &'static str,
    /// The letters or the sign: `#`, `W`, `HSS`.
    pub(crate) shape: String,
    /// The bar's number or diameter, the section's depth and so on.
    pub(crate) size: String,
    /// Whether the item type is certain. A `W12x26` may be a beam or a column.
    pub(crate) certain: bool,
    /// Whether the designation is distinctive on a sheet of any discipline.
    pub(crate) spelled_out: bool,
}

/// The bar diameters of JIS G 3112, in mm.
const JIS: &[&str] = &["6", "8", "10", "13", "16", "19", "22", "25", "29", "32", "35", "38", "41", "51"];

/// Rolled shapes: letters, category, item type, whether the item type is certain.
const SHAPES: &[(&str, &str, &str, bool)] = &[
    ("HSS", "structural_steel", "hollow_section", true),
    ("TS", "structural_steel", "hollow_section", true),
    ("SHS", "structural_steel", "hollow_section", true),
    ("RHS", "structural_steel", "hollow_section", true),
    ("CHS", "structural_steel", "hollow_section", true),
    ("PTR", "structural_steel", "hollow_section", true),
    ("WT", "structural_steel", "steel_beam", false),
    ("HP", "deep_foundations", "driven_pile", false),
    ("MC", "structural_steel", "steel_channel", true),
    ("UPN", "structural_steel", "steel_channel", true),
    ("UNP", "structural_steel", "steel_channel", true),
    ("2L", "structural_steel", "steel_angle", true),
    ("IPE", "structural_steel", "steel_beam", false),
    ("IPR", "structural_steel", "steel_beam", false),
    ("HEA", "structural_steel", "steel_beam", false),
    ("HEB", "structural_steel", "steel_beam", false),
    ("HEM", "structural_steel", "steel_beam", false),
    ("UB", "structural_steel", "steel_beam", false),
    ("UC", "structural_steel", "steel_column", false),
    ("PL", "structural_steel", "steel_plate", false),
    ("W", "structural_steel", "steel_beam", false),
    ("H", "structural_steel", "steel_beam", false),
    ("S", "structural_steel", "steel_beam", false),
    ("C", "structural_steel", "steel_channel", true),
    ("L", "structural_steel", "steel_angle", true),
];

/// Returns the section that a designation names, or `None` if it is not a designation.
pub(crate) fn section(tag: &str) -> Option<Section> {
    let tag = tag.trim();
    if tag.len() > 40 {
        return None;
    }
    bar(tag).or_else(|| joist(tag)).or_else(|| rolled(tag))
}

/// Returns the number at the start of a text, including a fraction: `5`, `12`, `1/2`, `9.5`.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '/' | '.'))).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', '/'])
}

/// Returns a bar, with or without count and spacing: `#5@12"`, `(4) #5`, `4-#5 CONT.`, `4Ø1/2"`, `Ø12@200`, `D13@200`.
fn bar(tag: &str) -> Option<Section> {
    let made = |shape: &str, size: &str, certain: bool| Section {
        category: "reinforcement",
        item_type: "reinforcing_bar_length",
        shape: shape.to_owned(),
        size: size.to_owned(),
        certain,
        spelled_out: certain,
    };
    let counted = tag.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | '-' | ' ' | '/'));
    // `1/2"Ø`, with the diameter before its sign, is a pipe, not a bar.
    let has_count = counted.len() < tag.len();
    let spaced = ["@", "c/", "C/", " a ", "-"].iter().any(|mark| counted.contains(mark));
    if let Some(rest) = counted.strip_prefix('#') {
        let size = number(rest.trim_start());
        let known = size.parse::<u8>().is_ok_and(|n| (2..=11).contains(&n) || n == 14 || n == 18);
        return known.then(|| made("#", size, counted.contains('@') || has_count));
    }
    for sign in ['Ø', 'ø', 'Φ', 'φ', '⌀'] {
        if let Some(rest) = counted.strip_prefix(sign) {
            let size = number(rest.trim_start());
            return (!size.is_empty() && (spaced || has_count)).then(|| made("Ø", size, spaced));
        }
    }
    let rest = counted.strip_prefix('D')?;
    let size = number(rest);
    let spacing = rest[size.len()..].trim_start();
    (JIS.contains(&size) && spacing.starts_with('@')).then(|| made("D", size, true))
}

/// Returns a Steel Joist Institute joist: depth in inches, series, section number.
fn joist(tag: &str) -> Option<Section> {
    let depth = number(tag);
    let rest = &tag[depth.len()..];
    let series = ["DLH", "LH", "KCS", "KSP", "K"].into_iter().find(|s| rest.starts_with(s))?;
    let size = &rest[series.len()..];
    let deep = depth.parse::<u32>().is_ok_and(|inches| (8..=120).contains(&inches));
    let numbered = !size.is_empty() && size.len() <= 3 && size.chars().all(|c| c.is_ascii_digit());
    (deep && numbered).then(|| Section {
        category: "joists_and_deck",
        item_type: "open_web_joist",
        shape: series.to_owned(),
        size: tag.to_owned(),
        certain: true,
        spelled_out: true,
    })
}

/// Returns a rolled shape: letters and dimensions with `x` between, or the depth alone for a European series.
fn rolled(tag: &str) -> Option<Section> {
    let (letters, category, item_type, certain) = SHAPES.iter().find(|shape| {
        tag.strip_prefix(shape.0).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    })?;
    let size = tag[letters.len()..].trim_start_matches([' ', '-']);
    let parts: Vec<&str> = size.split(['x', 'X', '×', '*']).map(str::trim).collect();
    let dimension = |part: &str| {
        !part.is_empty()
            && part.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && part.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | ' ' | '"' | '\''))
    };
    let european = ["IPE", "HEA", "HEB", "HEM", "UPN", "UNP"].contains(letters);
    let enough = parts.len() >= 2 || european;
    // `C2` and `W-1` are marks, and `S 2x4` is lumber: American S shapes and the like are at least 3 inches deep.
    let first = number(parts.first()?).parse::<f32>().unwrap_or(0.0);
    (enough && parts.len() <= 4 && parts.iter().all(|p| dimension(p)) && (first >= 2.0 || *letters == "PL")).then(
        || Section {
            category,
            item_type,
            shape: (*letters).to_owned(),
            size: size.to_owned(),
            certain: *certain,
            spelled_out: letters.len() >= 2 || parts.len() >= 2 && first >= 4.0 && *letters == "W",
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designations_are_read() {
        let cases = [
            ("#5@12\"", "reinforcing_bar_length", "#", "5", true),
            ("#4 @ 12\" O.C.", "reinforcing_bar_length", "#", "4", true),
            ("(4) #5", "reinforcing_bar_length", "#", "5", true),
            ("4-#6 CONT.", "reinforcing_bar_length", "#", "6", true),
            ("#5", "reinforcing_bar_length", "#", "5", false),
            ("4Ø1/2\"", "reinforcing_bar_length", "Ø", "1/2", false),
            ("Ø12@200", "reinforcing_bar_length", "Ø", "12", true),
            ("ø10 c/20", "reinforcing_bar_length", "Ø", "10", true),
            ("D13@200", "reinforcing_bar_length", "D", "13", true),
            ("W12x26", "steel_beam", "W", "12x26", false),
            ("W310X38.7", "steel_beam", "W", "310X38.7", false),
            ("HSS6x6x1/4", "hollow_section", "HSS", "6x6x1/4", true),
            ("L4x4x1/4", "steel_angle", "L", "4x4x1/4", true),
            ("C10x15.3", "steel_channel", "C", "10x15.3", true),
            ("IPE 200", "steel_beam", "IPE", "200", false),
            ("HEA200", "steel_beam", "HEA", "200", false),
            ("H-300x150x6.5x9", "steel_beam", "H", "300x150x6.5x9", false),
            ("24K7", "open_web_joist", "K", "24K7", true),
            ("18LH05", "open_web_joist", "LH", "18LH05", true),
        ];
        for (tag, item_type, shape, size, certain) in cases {
            let Some(found) = section(tag) else { panic!("{tag} is not read") };
            assert_eq!(
                (found.item_type, found.shape.as_str(), found.size.as_str(), found.certain),
                (item_type, shape, size, certain),
                "{tag}"
            );
        }
    }

    #[test]
    fn marks_sizes_and_words_are_not_designations() {
        for tag in
            ["C2", "F1", "W-1", "S1", "24x12", "Ø50", "#12", "WALL", "L-2", "D-101", "D13", "1/2\"Ø", "HP-1", "K7", ""]
        {
            assert_eq!(section(tag), None, "{tag}");
        }
    }
}
