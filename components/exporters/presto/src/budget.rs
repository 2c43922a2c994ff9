//! The budget: a root, a chapter for each trade, one for each of its categories, and a unit of work for each line.
//!
//! Records are in the format's order: `~V` version and characters, `~K` decimals, then `~C` concepts, `~D`
//! decompositions and `~T` texts, then `~M` measurements. Prices are zero, because a takeoff does not have prices.

use plumbline_exporter::estimating::{Fixed, PagedLines, Section, day, takeoff_facts};
use plumbline_exporter::{ChunkWriter, Header, Output, Rows, ansi};

use crate::measurements::{DECIMALS, measurements};
use crate::position::{Position, positions};
use crate::record::{self, END, MAX_SUMMARY, line, multi_line, summary, write_record};
use crate::units::unit;

/// Code of the root. Two `#` mark the root, one marks a chapter.
const ROOT: &str = "TAKEOFF##";

/// `~K`: decimals of parts, dimensions, subtotals and yields (three), of amounts (two), and the currency, in the form
/// of old versions and in that of the current one. No percentages.
const DECIMALS_AND_CURRENCY: [&str; 4] =
    ["3\\3\\3\\3\\2\\2\\2\\2\\EUR\\", "0\\0\\0\\0\\0", "3\\2\\\\3\\3\\\\2\\2\\2\\3\\3\\3\\3\\2\\EUR\\", ""];

/// Writes the file and returns the output.
///
/// # Errors
/// The output's error text, or an error if a quantity is not a number.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let header = rows.header();
    let lines = PagedLines::read(rows)?;
    let sections = lines.sections();
    let mut facts_of_takeoff = takeoff_facts(rows, &lines);
    facts_of_takeoff.extend(ansi::note(&header, lines.all().iter().map(|line| &line.key)));
    let positions = positions(&sections);
    let mut chunks = ChunkWriter::new(output);
    write_header(&mut chunks, &header, &facts_of_takeoff)?;
    write_root(&mut chunks, &header, &facts_of_takeoff, &sections)?;
    for (number, section) in (1..).zip(&sections) {
        write_chapter(&mut chunks, &header, &lines, number, section, &positions)?;
    }
    measurements(&mut chunks, rows, &lines, &positions)?;
    chunks.finish()
}

/// Writes `~V` and `~K`.
fn write_header<O: Output>(
    chunks: &mut ChunkWriter<O>,
    header: &Header,
    facts_of_takeoff: &[String],
) -> Result<(), String> {
    let version = format!("FIEBDC-3/2020\\{}", date(header));
    let program = concat!("Plumbline ", env!("CARGO_PKG_VERSION"));
    let title = format!("{}\\", line(&header.project_name));
    let comment = line(&facts_of_takeoff.join("; "));
    // The 2 marks a budget.
    write_record(chunks, 'V', &["Plumbline", &version, program, &title, "ANSI", &comment, "2", "", "", ""])?;
    write_record(chunks, 'K', &DECIMALS_AND_CURRENCY)
}

fn write_root<O: Output>(
    chunks: &mut ChunkWriter<O>,
    header: &Header,
    facts_of_takeoff: &[String],
    sections: &[Section],
) -> Result<(), String> {
    write_concept(chunks, header, ROOT, "", &header.project_name)?;
    let children = (1..=sections.len()).map(|number| (format!("{number:02}#"), "1".into()));
    write_decomposition(chunks, ROOT, children)?;
    let address = header.project_address.iter().chain(&header.project_reference);
    let facts: Vec<&str> =
        std::iter::once(&header.project_name).chain(address).chain(facts_of_takeoff).map(String::as_str).collect();
    write_record(chunks, 'T', &[ROOT, &multi_line(&facts.join("\n"))])
}

fn write_chapter<O: Output>(
    chunks: &mut ChunkWriter<O>,
    header: &Header,
    lines: &PagedLines,
    trade: usize,
    section: &Section,
    positions: &[Position],
) -> Result<(), String> {
    let code = format!("{trade:02}#");
    write_concept(chunks, header, &code, "", &section.title)?;
    // A category has at least one line, whose place gives the code of the chapter.
    let chapters = section.categories.iter().map(|category| (positions[category.lines.start].parent(), "1".into()));
    write_decomposition(chunks, &code, chapters)?;
    for category in &section.categories {
        let code = positions[category.lines.start].parent();
        write_concept(chunks, header, &code, "", &category.title)?;
        let units = category.lines.clone();
        let children = units
            .clone()
            .map(|index| (positions[index].code(), Fixed::new(lines.all()[index].quantity, DECIMALS).to_string()));
        write_decomposition(chunks, &code, children)?;
        for index in units {
            let (line, code) = (&lines.all()[index], positions[index].code());
            let unit = unit(&line.key.unit);
            let description = line.key.short_description(MAX_SUMMARY, record::line);
            write_concept(chunks, header, &code, &unit, &description)?;
            let mut text = multi_line(&line.key.description);
            for place in lines.evidence(line, header, &unit) {
                text.push_str("\r\n");
                text.push_str(&multi_line(&place));
            }
            write_record(chunks, 'T', &[&code, &text])?;
        }
    }
    Ok(())
}

/// Writes `~C`: code, unit, summary, price, date and type of a concept. Type 0 is not classified.
fn write_concept<O: Output>(
    chunks: &mut ChunkWriter<O>,
    header: &Header,
    code: &str,
    unit: &str,
    text: &str,
) -> Result<(), String> {
    write_record(chunks, 'C', &[code, &line(unit), &summary(text), "0", &date(header), "0"])
}

/// Writes `~D`: the parts of a concept, each with a factor of 1 and its yield. Writes nothing for a concept without
/// parts.
fn write_decomposition<O: Output>(
    chunks: &mut ChunkWriter<O>,
    code: &str,
    mut children: impl Iterator<Item = (String, String)>,
) -> Result<(), String> {
    let Some(first) = children.next() else { return Ok(()) };
    chunks.write_ansi(&format!("~D|{code}|"))?;
    for (child, yield_quantity) in std::iter::once(first).chain(children) {
        chunks.write_ansi(&format!("{child}\\1\\{yield_quantity}\\"))?;
    }
    chunks.write_ansi(END)
}

/// Returns the day of the takeoff as `DDMMYYYY`; empty if it is not known.
fn date(header: &Header) -> String {
    day(header).map(|[year, month, day]| format!("{day}{month}{year}")).unwrap_or_default()
}
