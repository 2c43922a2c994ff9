//! The list at the end: the color, numbers, description, count and pages of every kind of item.

use crate::marks::model::{Mark, MarkError};
use crate::marks::palette::Color;
use crate::marks::text;
use lopdf::{Document, Object, Stream, dictionary};
use std::collections::{BTreeMap, HashMap};

/// US Letter, portrait, which prints everywhere.
const WIDTH: f64 = 612.0;
const HEIGHT: f64 = 792.0;
const MARGIN: f64 = 48.0;
const LEADING: f64 = 13.0;

/// One kind of item.
struct Row<'a> {
    label: &'a str,
    color: Color,
    numbers: Vec<u32>,
    pages: Vec<u32>,
}

/// Appends the list's pages to the document.
pub(crate) fn append(document: &mut Document, marks: &[Mark], colors: &HashMap<&str, Color>) -> Result<(), MarkError> {
    let rows = rows(marks, colors);
    let font = |name: &str| dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => name, "Encoding" => "WinAnsiEncoding" };
    let resources = document.add_object(dictionary! {
        "Font" => dictionary! { "F" => font("Helvetica"), "B" => font("Helvetica-Bold") },
    });
    let root = document.catalog()?.get(b"Pages")?.as_reference()?;
    for content in contents(&rows, marks.len()) {
        let stream = document.add_object(Stream::new(dictionary! {}, content.into_bytes()));
        let media: Vec<Object> = [0.0, 0.0, WIDTH, HEIGHT].iter().map(|value| Object::Real(*value as f32)).collect();
        // The page sets every inheritable attribute, so that the drawing's page tree does not affect it.
        let page = document.add_object(dictionary! {
            "Type" => "Page", "Parent" => root, "MediaBox" => media.clone(), "CropBox" => media, "Rotate" => 0,
            "Resources" => resources, "Contents" => stream,
        });
        let tree = document.get_dictionary(root)?;
        let count = tree.get(b"Count").and_then(Object::as_i64).unwrap_or(0);
        let kids = tree.get(b"Kids")?.clone();
        let mut kids = document.dereference(&kids)?.1.as_array()?.clone();
        kids.push(Object::Reference(page));
        let tree = document.get_dictionary_mut(root)?;
        tree.set("Kids", kids);
        tree.set("Count", count + 1);
    }
    Ok(())
}

/// Returns the kinds of item in order of their first number.
fn rows<'a>(marks: &'a [Mark], colors: &HashMap<&str, Color>) -> Vec<Row<'a>> {
    let mut kinds: BTreeMap<(&str, &str), Row<'a>> = BTreeMap::new();
    for mark in marks {
        let row = kinds.entry((&mark.group, &mark.label)).or_insert_with(|| Row {
            label: &mark.label,
            color: colors[mark.group.as_str()],
            numbers: Vec::new(),
            pages: Vec::new(),
        });
        row.numbers.push(mark.number);
        row.pages.push(mark.page);
    }
    let mut rows: Vec<Row<'a>> = kinds.into_values().collect();
    for row in &mut rows {
        row.numbers.sort_unstable();
        row.pages.sort_unstable();
        row.pages.dedup();
    }
    rows.sort_by_key(|row| row.numbers.first().copied());
    rows
}

/// Formats numbers as ranges: `1–4, 7, 9–10`.
pub(crate) fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last == *number => {}
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}–{last}"),
        })
        .collect();
    parts.join(", ")
}

/// Returns the content streams of the list's pages.
fn contents(rows: &[Row<'_>], total: usize) -> Vec<String> {
    let columns = [MARGIN + 22.0, MARGIN + 300.0, MARGIN + 440.0, MARGIN + 490.0];
    let mut pages = vec![String::new()];
    let mut y = HEIGHT - MARGIN;
    let write = |out: &mut String, font: &str, size: f64, x: f64, y: f64, words: &str| {
        out.push_str(&format!("0 g BT /{font} {size} Tf {x:.2} {y:.2} Td {} Tj ET\n", text::operand(words)));
    };
    let heads = |out: &mut String, y: f64| {
        for (x, head) in columns.iter().zip(["ITEM", "NUMBERS", "COUNT", "PAGES"]) {
            write(out, "B", 8.0, *x, y, head);
        }
        out.push_str(&format!("0.6 w {MARGIN} {:.2} m {:.2} {:.2} l S\n", y - 5.0, WIDTH - MARGIN, y - 5.0));
    };
    write(&mut pages[0], "B", 16.0, MARGIN, y - 12.0, "TAKEOFF");
    let kinds = rows.len();
    let line = format!(
        "{total} {} of {kinds} {}, each marked with its number on the drawing",
        if total == 1 { "item" } else { "items" },
        if kinds == 1 { "kind" } else { "kinds" }
    );
    write(&mut pages[0], "F", 9.0, MARGIN, y - 28.0, &line);
    y -= 56.0;
    heads(&mut pages[0], y);
    y -= 20.0;
    for row in rows {
        // Transliteration changes the length, so it comes before the line breaks.
        let label = text::wrap(&plumbline_domain::windows_1252::text(row.label), 50);
        let numbers = text::wrap(&ranges(&row.numbers), 26);
        let on_pages = text::wrap(&ranges(&row.pages), 9);
        let lines = label.len().max(numbers.len()).max(on_pages.len());
        let mut line = 0;
        while line < lines {
            if y < MARGIN + LEADING {
                pages.push(String::new());
                y = HEIGHT - MARGIN - 8.0;
                if let Some(page) = pages.last_mut() {
                    heads(page, y);
                }
                y -= 20.0;
            }
            let Some(page) = pages.last_mut() else { break };
            if line == 0 {
                let [red, green, blue] = row.color;
                page.push_str(&format!("{red} {green} {blue} rg {MARGIN} {:.2} 12 8 re f\n", y - 1.0));
                write(page, "B", 9.0, columns[2], y, &row.numbers.len().to_string());
            }
            for (x, words) in [(columns[0], &label), (columns[1], &numbers), (columns[3], &on_pages)] {
                if let Some(words) = words.get(line) {
                    write(page, "F", 9.0, x, y, words);
                }
            }
            y -= LEADING;
            line += 1;
        }
        y -= 5.0;
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_are_joined_to_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 4, 7, 9, 10]), "1–4, 7, 9, 10");
        assert_eq!(ranges(&[5, 5, 6, 7]), "5–7");
        assert_eq!(ranges(&[]), "");
    }
}
