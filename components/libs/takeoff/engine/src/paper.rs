//! Checks the paper size that a scale applies to. `1:100 @ A1` on a page of another size was enlarged or reduced.

use plumbline_notation::language::sheets;
use plumbline_sheet::{Pattern, ScaleSource, parse_scale};

use crate::page::Page;
use crate::scales::POINT_MM;

/// Paper sizes with their sides in millimeters, the longer first: ISO 216, ANSI/ASME Y14.1, and architectural sizes.
const PAPERS: [(&str, f64, f64); 13] = [
    ("A0", 1189.0, 841.0),
    ("A1", 841.0, 594.0),
    ("A2", 594.0, 420.0),
    ("A3", 420.0, 297.0),
    ("A4", 297.0, 210.0),
    ("11x17", 431.8, 279.4),
    ("17x22", 558.8, 431.8),
    ("18x24", 609.6, 457.2),
    ("22x34", 863.6, 558.8),
    ("24x36", 914.4, 609.6),
    ("30x42", 1066.8, 762.0),
    ("34x44", 1117.6, 863.6),
    ("36x48", 1219.2, 914.4),
];

/// Matches a paper size after a scale: `@ A1`, `(A1)`, `en A1`, `on 24"x36"`.
static ON: Pattern = Pattern::any_case(|| {
    let on = sheets::ON_PAPER.bounded();
    format!(r#"\d\s*['"]?\s*(?:@|\(|-|–|,|{on})?\s*\b(A[0-4]|\d\d\s?["”]?\s?[x×]\s?\d\d)\b"#)
});

/// Largest relative difference between the sides of equal papers. Plotters cut margins.
const SAME: f64 = 0.04;

/// Relative difference from the stated scale above which it is contradicted.
const CONTRADICTION: f64 = 0.10;

/// A scale that applies to another paper than the page's.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OtherPaper {
    /// The scale note, as written.
    pub(crate) text: String,
    /// The scale that is used.
    pub(crate) stated: f64,
    /// The scale of the page if it was enlarged or reduced with its paper.
    pub(crate) implied: f64,
    /// The paper that the stated scale applies to.
    pub(crate) paper: &'static str,
}

/// Returns the paper that a text names after its scale.
fn paper(text: &str) -> Option<(&'static str, f64, f64)> {
    let found = ON.captures(text)?;
    let name: String = found[1].chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
    let name = if found[1].contains('×') { format!("{}X{}", &name[..2], &name[2..]) } else { name };
    PAPERS.into_iter().find(|(known, ..)| known.to_uppercase() == name)
}

/// Returns a scale in use that applies to another paper, according to its note.
pub(crate) fn other_paper(page: &Page<'_>) -> Option<OtherPaper> {
    let millimeters = |points: f32| f64::from(points) * POINT_MM;
    let (width, height) = (millimeters(page.sheet.width), millimeters(page.sheet.height));
    let (long, short) = (width.max(height), width.min(height));
    page.notes.lines.all().iter().filter(|line| line.text.len() <= 60).find_map(|line| {
        let (paper, of_long, of_short) = paper(&line.text)?;
        let ratio = parse_scale(&line.text)?.ratio;
        let used = page.scales.all.iter().find(|s| (s.ratio / ratio - 1.0).abs() < 1e-6)?;
        let times = of_long / long;
        // A page that was cut, or put on other paper at the same size, has other proportions.
        let whole = (of_short / short / times - 1.0).abs() < SAME;
        let differs = (times - 1.0).abs() > CONTRADICTION;
        let read = !matches!(used.source, ScaleSource::Declared);
        (whole && differs && read).then(|| OtherPaper {
            text: line.text.trim().to_owned(),
            stated: ratio,
            implied: ratio * times,
            paper,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_are_named_after_scales() {
        for (text, name) in [
            ("SCALE 1:100 @ A1", "A1"),
            ("1:50 (A0)", "A0"),
            ("Escala 1/75 en A2", "A2"),
            ("1/8\" = 1'-0\" @ 24x36", "24x36"),
            ("1/4\"=1'-0\" ON 30\" x 42\"", "30x42"),
            ("1:200 A3", "A3"),
        ] {
            assert_eq!(paper(text).map(|(name, ..)| name), Some(name), "{text}");
        }
        for text in ["1:100", "A1", "SHEET A1", "1:50 A101", "1:100 A14", "SEE A1 1:20"] {
            assert_eq!(paper(text), None, "{text}");
        }
    }
}
