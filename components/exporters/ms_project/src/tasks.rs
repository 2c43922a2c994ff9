//! The tasks: the project's own summary, trades, categories and lines.

use crate::project::{CustomField, QUANTITY, SHEETS, UNIT};
use plumbline_exporter::estimating::planning::duration::task_hours;
use plumbline_exporter::estimating::planning::notes;
use plumbline_exporter::estimating::planning::outline::{Entry, outline};
use plumbline_exporter::{Header, Line, LineKey, Lines, UniqueNames, Xml, decimal, page_link, shorten};
use std::io::{self, Write};

/// Maximum characters of a task's name and of a custom text field.
const MAX_TEXT: usize = 255;

/// Decimals of a quantity: enough for sums of lines that are exact to four.
pub(crate) const DECIMALS: i32 = 6;

/// Writes all tasks. The note of task 0 is the project's note, because Project keeps a project's comments there.
pub(crate) fn write(xml: &mut Xml<impl Write>, header: &Header, lines: &Lines, note: &str) -> io::Result<()> {
    let mut names = UniqueNames::new(MAX_TEXT);
    xml.element("Tasks", |xml| {
        summary(xml, 0, &header.project_name, "0", Some(note))?;
        for (id, entry) in (1..).zip(outline(lines)) {
            match entry {
                Entry::Trade { name, number } | Entry::Category { name, number } => {
                    summary(xml, id, &name, &number, None)?;
                }
                Entry::Line { key, line, number } => {
                    let name = names.fit(&key.description);
                    task(xml, header, id, &name, &number, (key, line))?;
                }
            }
        }
        Ok(())
    })
}

/// Returns the ids of the lines' tasks, in the order of the lines.
pub(crate) fn line_ids(lines: &Lines) -> impl Iterator<Item = (u32, &LineKey, &Line)> {
    (1..).zip(outline(lines)).filter_map(|(id, entry)| match entry {
        Entry::Line { key, line, .. } => Some((id, key, line)),
        _ => None,
    })
}

/// Returns the level of an outline number: `2.1` is at level 2, `0` at level 0.
fn level(number: &str) -> usize {
    if number == "0" { 0 } else { number.split('.').count() }
}

fn summary(xml: &mut Xml<impl Write>, id: u32, name: &str, number: &str, note: Option<&str>) -> io::Result<()> {
    xml.element("Task", |xml| {
        // Project's summaries have type 1, fixed duration.
        task_header(xml, id, name, "1", number)?;
        xml.texts(&[("Milestone", "0"), ("Summary", "1")])?;
        note.map_or(Ok(()), |note| xml.text("Notes", note))
    })
}

fn task(
    xml: &mut Xml<impl Write>,
    header: &Header,
    id: u32,
    name: &str,
    number: &str,
    (key, line): (&LineKey, &Line),
) -> io::Result<()> {
    xml.element("Task", |xml| {
        task_header(xml, id, name, "0", number)?;
        let hours = task_hours(line);
        let minutes = (hours.unwrap_or_default() * 60.0).round() as u64;
        xml.texts(&[
            ("Duration", &format!("PT{}H{}M0S", minutes / 60, minutes % 60)),
            // Estimated days: "2 days?".
            ("DurationFormat", "39"),
            ("EffortDriven", "0"),
            ("Estimated", "1"),
            ("Milestone", if hours.is_none() { "1" } else { "0" }),
            ("Summary", "0"),
        ])?;
        let page = line.pages.first.first().filter(|_| header.include_evidence);
        if let Some((page, link)) = page.and_then(|page| Some((page, page_link(header, *page)?))) {
            xml.texts(&[("Hyperlink", &format!("Page {page}")), ("HyperlinkAddress", &link)])?;
        }
        xml.text("Notes", &notes::line_note(header, key, line))?;
        custom_field(xml, &UNIT, &key.unit)?;
        custom_field(xml, &SHEETS, &line.sheets.text())?;
        custom_field(xml, &QUANTITY, &decimal(line.quantity, DECIMALS))
    })
}

/// Writes the first elements of a task.
fn task_header(xml: &mut Xml<impl Write>, id: u32, name: &str, kind: &str, number: &str) -> io::Result<()> {
    let id = id.to_string();
    xml.texts(&[
        ("UID", &id),
        ("ID", &id),
        ("Name", &shorten(name, MAX_TEXT)),
        ("Manual", "0"),
        ("Type", kind),
        ("IsNull", "0"),
        ("WBS", number),
        ("OutlineNumber", number),
        ("OutlineLevel", &level(number).to_string()),
    ])
}

fn custom_field(xml: &mut Xml<impl Write>, field: &CustomField, value: &str) -> io::Result<()> {
    if value.is_empty() {
        return Ok(());
    }
    xml.element("ExtendedAttribute", |xml| xml.texts(&[("FieldID", field.id), ("Value", &shorten(value, MAX_TEXT))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_the_numbers() {
        assert_eq!([level("0"), level("2"), level("2.1"), level("2.1.14")], [0, 1, 2, 3]);
    }
}
