//! The bill of quantities: trades, their categories, and a position for each line.
//!
//! A position's quantity is the line's total, rounded once to the three decimals of the schema (tgDecimal_11_3). Its
//! short text is the description in at most [`MAX_SHORT_TEXT`] characters. Its long text is the whole description, the
//! number of rows it adds up, and their positions on the drawings if the export includes evidence. A remark before the
//! first trade names the takeoff and the components that made it. For a takeoff without results, the bill contains only
//! that remark.

use std::io::{self, Write};

use plumbline_exporter::estimating::{Fixed, PagedLine, PagedLines, takeoff_facts};
use plumbline_exporter::{ChunkWriter, Header, Output, Rows, Xml, one_line, paragraphs, shorten};

use crate::ordinals::Ordinals;
use crate::preamble;
use crate::text::formatted;
use crate::units::unit;

const NAMESPACE: &str = "http://www.gaeb.de/GAEB_DA_XML/DA83/3.3";

/// Maximum characters of a short text. The schema has no limit; 70 fit a line of a printed bill and older formats.
const MAX_SHORT_TEXT: usize = 70;

/// Maximum digits of a quantity before the decimal point.
const MAX_WHOLE_DIGITS: u32 = 8;

/// Writes the file and returns the output.
///
/// # Errors
/// The output's error text, or an error if a quantity is not a number or too large for the format.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let lines = PagedLines::read(rows)?;
    for line in lines.all() {
        if Fixed::new(line.quantity, 3).whole_digits() > MAX_WHOLE_DIGITS {
            let description = shorten(&line.key.description, MAX_SHORT_TEXT);
            return Err(format!(
                "The quantity {} {} of `{description}` is too large for a GAEB file.",
                line.quantity, line.key.unit
            ));
        }
    }
    let bill = Bill { header: rows.header(), facts_of_takeoff: takeoff_facts(rows, &lines), lines };
    let mut xml = Xml::begin(ChunkWriter::new(output), None).map_err(|error| error.to_string())?;
    bill.write(&mut xml).map_err(|error| error.to_string())?;
    xml.into_inner().finish()
}

struct Bill {
    header: Header,
    facts_of_takeoff: Vec<String>,
    lines: PagedLines,
}

impl Bill {
    fn write(&self, xml: &mut Xml<impl Write>) -> io::Result<()> {
        let sections = self.lines.sections();
        let ordinals = Ordinals::of(&sections);
        xml.start("GAEB", &[("xmlns", NAMESPACE)])?;
        preamble::info(xml, &self.header)?;
        preamble::project(xml, &self.header)?;
        xml.start("Award", &[])?;
        xml.text("DP", "83")?;
        preamble::award(xml)?;
        xml.start("BoQ", &[("ID", "B1")])?;
        preamble::bill(xml, &self.header, ordinals)?;
        xml.start("BoQBody", &[])?;
        xml.start("Remark", &[("ID", "R1")])?;
        description(xml, "Takeoff", &self.facts_of_takeoff)?;
        xml.end("Remark")?;
        for (number, section) in (1..).zip(&sections) {
            begin_category(xml, &format!("T{number}"), &Ordinals::part(number, ordinals.trade), &section.title)?;
            for (position, category) in (1..).zip(&section.categories) {
                let part = Ordinals::part(position, ordinals.category);
                begin_category(xml, &format!("C{number}_{position}"), &part, &category.title)?;
                xml.start("Itemlist", &[])?;
                for (place, index) in (1..).zip(category.lines.clone()) {
                    let line = &self.lines.all()[index];
                    self.write_position(xml, &format!("I{index}"), &ordinals.item_part(place), line)?;
                }
                xml.end("Itemlist")?;
                end_category(xml)?;
            }
            end_category(xml)?;
        }
        for name in ["BoQBody", "BoQ", "Award", "GAEB"] {
            xml.end(name)?;
        }
        Ok(())
    }

    fn write_position(&self, xml: &mut Xml<impl Write>, id: &str, part: &str, line: &PagedLine) -> io::Result<()> {
        let unit = unit(&line.key.unit);
        xml.start("Item", &[("ID", id), ("RNoPart", part)])?;
        xml.text("Qty", &Fixed::new(line.quantity, 3).to_string())?;
        xml.text("QU", &unit)?;
        let mut long: Vec<String> = paragraphs(&line.key.description).collect();
        long.push(format!("Type: {}, unit: {}, takeoff rows: {}", line.key.item_type, line.key.unit, line.rows));
        long.extend(self.lines.evidence(line, &self.header, &unit));
        description(xml, &line.key.short_description(MAX_SHORT_TEXT, one_line), &long)?;
        xml.end("Item")
    }
}

/// Writes `BoQCtgy` up to its content. [`end_category`] ends it.
fn begin_category(xml: &mut Xml<impl Write>, id: &str, part: &str, title: &str) -> io::Result<()> {
    xml.start("BoQCtgy", &[("ID", id), ("RNoPart", part)])?;
    formatted(xml, "LblTx", [shorten(title, MAX_SHORT_TEXT)])?;
    xml.start("BoQBody", &[])
}

fn end_category(xml: &mut Xml<impl Write>) -> io::Result<()> {
    xml.end("BoQBody")?;
    xml.end("BoQCtgy")
}

/// Writes `Description` with a long and a short text.
fn description(xml: &mut Xml<impl Write>, short: &str, long: &[String]) -> io::Result<()> {
    xml.element("Description", |xml| {
        xml.element("CompleteText", |xml| {
            xml.element("DetailTxt", |xml| formatted(xml, "Text", long))?;
            xml.element("OutlineText", |xml| xml.element("OutlTxt", |xml| formatted(xml, "TextOutlTxt", [short])))
        })
    })
}
