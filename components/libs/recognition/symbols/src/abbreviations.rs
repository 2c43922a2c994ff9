//! Lists of abbreviations: `WC  WATER CLOSET`, `FD = FLOOR DRAIN`. They explain the letters that plans use alone.

use plumbline_geometry::{Rect, rect};
use plumbline_sheet::Sheet;

use serde::{Deserialize, Serialize};

use crate::Field;
use crate::legend::{Line, Reading, lines_along};
use crate::words::{is_abbreviation_title, is_legend_title};

/// An entry of a list of abbreviations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Abbreviation {
    /// The letters, as written.
    pub tag: String,
    /// The meaning of the letters.
    pub description: String,
    /// The entry's box on its sheet, in points.
    pub area: Rect,
}

/// Minimum number of entries of a list.
const FEWEST: usize = 3;

/// Longest tag in characters.
const LONGEST_TAG: usize = 8;

/// Widest gap between a tag and its description, in text heights.
const WIDEST_GAP: f32 = 25.0;

/// Maximum horizontal distance of an entry from its title, in heights of the title.
const REACH: f32 = 90.0;

/// Maximum gap between two entries of a column, in text heights.
const LARGEST_GAP: f32 = 4.5;

/// Returns the entries of a sheet's lists of abbreviations, column by column.
pub fn abbreviations(sheet: &Sheet, field: &Field) -> Vec<Abbreviation> {
    let lines = lines_along(sheet, Reading::Right);
    let mut out: Vec<Abbreviation> = Vec::new();
    for title in &lines {
        // Letters beside a description in a legend may belong to a symbol, which is drawn around or beside them.
        let alone = |letters: &Line| {
            let Rect { min, max } = letters.bbox;
            field.strokes_in(rect(min.x - letters.size, min.y, max.x + letters.size, max.y)).is_empty()
        };
        let is_list = is_abbreviation_title(&title.text);
        if !is_list && !is_legend_title(&title.text) {
            continue;
        }
        for entry in below(title, &lines, |letters| is_list || alone(letters)) {
            if !out.iter().any(|o| o.area == entry.area) {
                out.push(entry);
            }
        }
    }
    out
}

/// Returns whether a text may be a tag: a few letters, mostly capitals.
fn may_be_tag(text: &str) -> bool {
    let count = text.chars().count();
    let (upper, lower) =
        (text.chars().filter(|c| c.is_uppercase()).count(), text.chars().filter(|c| c.is_lowercase()).count());
    (1..=LONGEST_TAG).contains(&count) && upper > 0 && upper >= lower && text.split(' ').count() <= 2
}

/// Returns whether a text may be a description: at least one word of letters.
fn may_describe(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

/// Returns the two halves of an entry that was written as one text.
fn halves(text: &str) -> Option<(&str, &str)> {
    let signs = ["=", " - ", " – ", " — ", ":", "\t", "  "];
    let (tag, rest) = signs.iter().find_map(|sign| text.split_once(sign))?;
    let rest = rest.trim_start_matches(|c: char| " .-–=:".contains(c));
    let (tag, rest) = (tag.trim().trim_end_matches('.'), rest.trim());
    (may_be_tag(tag) && may_describe(rest)).then_some((tag, rest))
}

/// Returns the entries below a title. `may_be_entry` decides whether letters apart from their description may be an
/// entry's.
fn below(title: &Line, lines: &[Line], may_be_entry: impl Fn(&Line) -> bool) -> Vec<Abbreviation> {
    let near: Vec<&Line> = lines
        .iter()
        .filter(|l| {
            let reach = REACH * title.size;
            l.middle.y > title.bbox.max.y - 0.2 * title.size
                && l.bbox.min.x > title.bbox.min.x - reach
                && l.bbox.min.x < title.bbox.max.x + reach
                && l.size <= 1.3 * title.size
        })
        .collect();
    let mut entries: Vec<(f32, f32, Abbreviation)> = Vec::new();
    for line in &near {
        if let Some((tag, description)) = halves(&line.raw) {
            entries.push((line.bbox.min.x, line.size, entry(tag, description, line.bbox)));
        } else if may_be_tag(line.text.trim_end_matches(['.', '=', ':', '-', ' '])) && may_be_entry(line) {
            let beside = near.iter().filter(|d| {
                (d.middle.y - line.middle.y).abs() < 0.5 * line.size
                    && d.bbox.min.x > line.bbox.max.x - 0.2 * line.size
                    && d.bbox.min.x < line.bbox.max.x + WIDEST_GAP * line.size
            });
            let mut beside: Vec<&&Line> = beside.collect();
            beside.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
            beside.retain(|d| d.text.chars().any(char::is_alphanumeric));
            if let Some(found) = beside.first().filter(|d| may_describe(&d.text)) {
                let tag = line.text.trim_end_matches(['.', '=', ':', '-', ' ']);
                let description = found.text.trim_start_matches(['=', ':', '-', ' ', '.']);
                entries.push((line.bbox.min.x, line.size, entry(tag, description, line.bbox.union(found.bbox))));
            }
        }
    }
    entries.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.area.min.y.total_cmp(&b.2.area.min.y)));
    // Columns share a left edge. The first begins below the title, the others beside it.
    let mut columns: Vec<Vec<(f32, f32, Abbreviation)>> = Vec::new();
    for e in entries {
        match columns.last_mut().filter(|c| c.last().is_some_and(|l| (l.0 - e.0).abs() < 0.4 * e.1)) {
            Some(column) => column.push(e),
            None => columns.push(vec![e]),
        }
    }
    let mut out = Vec::new();
    for column in &mut columns {
        column.sort_by(|a, b| a.2.area.min.y.total_cmp(&b.2.area.min.y));
        let mut bottom = title.bbox.max.y;
        let mut run = Vec::new();
        for (_, size, e) in column.iter() {
            let first = run.is_empty();
            let most = if first { 2.0 * LARGEST_GAP } else { LARGEST_GAP } * size;
            if e.area.min.y - bottom > most {
                break;
            }
            bottom = e.area.max.y;
            run.push(e.clone());
        }
        if run.len() >= FEWEST {
            out.extend(run);
        }
    }
    // A tag-like description has a text to its right only by chance, so entries that start inside another are dropped.
    let described: Vec<Rect> = out.iter().map(|e: &Abbreviation| e.area).collect();
    out.retain(|e| {
        !described
            .iter()
            .any(|d| d.min.x < e.area.min.x - 1.0 && d.max.x > e.area.min.x && (d.min.y - e.area.min.y).abs() < 1.0)
    });
    out
}

fn entry(tag: &str, description: &str, area: Rect) -> Abbreviation {
    Abbreviation { tag: tag.to_owned(), description: description.to_owned(), area }
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    const LIST: [(&str, &str); 6] = [
        ("WC", "WATER CLOSET"),
        ("FD", "FLOOR DRAIN"),
        ("LAV", "LAVATORY"),
        ("HB", "HOSE BIBB"),
        ("CO", "CLEANOUT"),
        ("VTR", "VENT THROUGH ROOF"),
    ];

    fn read(drawing: Drawing) -> Vec<Abbreviation> {
        let sheet = drawing.sheet();
        abbreviations(&sheet, &Field::new(crate::Ink::of(&sheet)))
    }

    #[test]
    fn lists_in_one_two_columns_and_with_signs_are_read() {
        for (columns, sign) in [(1, None), (2, None), (1, Some(" = ")), (2, Some(" - "))] {
            let mut drawing = Drawing::new(600.0, 400.0);
            drawing.text("PLUMBING ABBREVIATIONS", [100.0, 50.0], 9.0);
            for (i, (tag, description)) in LIST.iter().enumerate() {
                let rows = 6 / columns;
                let at = [100.0 + 180.0 * (i / rows) as f32, 66.0 + 9.0 * (i % rows) as f32];
                match sign {
                    Some(sign) => drawing.text(&format!("{tag}{sign}{description}"), at, 6.0),
                    None => drawing.text(tag, at, 6.0).text(description, [at[0] + 35.0, at[1]], 6.0),
                };
            }
            drawing.text("NO OTHER", [100.0, 300.0], 6.0).text("NOTE", [160.0, 300.0], 6.0);
            let found = read(drawing);
            let read: Vec<(&str, &str)> = found.iter().map(|a| (a.tag.as_str(), a.description.as_str())).collect();
            assert_eq!(read, LIST, "{columns} {sign:?}");
        }
    }

    #[test]
    fn a_table_without_the_word_is_no_list_of_abbreviations() {
        let mut drawing = Drawing::new(600.0, 400.0);
        drawing.text("DOOR SCHEDULE", [100.0, 50.0], 9.0);
        for (i, (tag, description)) in (0u8..).zip(LIST) {
            let y = 66.0 + 9.0 * f32::from(i);
            drawing.text(tag, [100.0, y], 6.0).text(description, [140.0, y], 6.0);
        }
        assert!(read(drawing).is_empty());
    }

    #[test]
    fn a_legend_of_letters_is_a_list_and_letters_in_its_symbols_are_not() {
        for drawn in [false, true] {
            let mut drawing = Drawing::new(600.0, 400.0);
            drawing.text("LEGEND", [100.0, 50.0], 9.0);
            for (i, (tag, description)) in (0u8..).zip(LIST) {
                let y = 70.0 + 16.0 * f32::from(i);
                drawing.text(tag, [100.0, y], 6.0).text(description, [140.0, y], 6.0);
                if drawn {
                    drawing.circle([103.0, y - 2.0], 7.0);
                }
            }
            assert_eq!(read(drawing).len(), if drawn { 0 } else { LIST.len() });
        }
    }
}
