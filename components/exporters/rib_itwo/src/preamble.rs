//! The parts before the bill: the program and time, the project, and the breakdown of the bill.
//!
//! Order and lengths follow the schema `GAEB_DA_XML_83_3.3_2021-05`.

use std::io::{self, Write};

use plumbline_exporter::estimating::day;
use plumbline_exporter::{Header, Xml, one_line, shorten};

use crate::ordinals::Ordinals;
use crate::text::formatted;

/// The bidder sets the prices. The schema requires their currency.
const CURRENCY: (&str, &str) = ("EUR", "Euro");

const PROGRAM: &str = concat!("Plumbline ", env!("CARGO_PKG_VERSION"));

/// Writes `GAEBInfo`.
pub(crate) fn info(xml: &mut Xml<impl Write>, header: &Header) -> io::Result<()> {
    xml.element("GAEBInfo", |xml| {
        xml.text("Version", "3.3")?;
        xml.text("VersDate", "2021-05")?;
        date(xml, header)?;
        // In ISO 8601, the time follows the day and a T.
        if let Some(time) = header.completed_at.get(11..19) {
            xml.text("Time", time)?;
        }
        xml.text("ProgSystem", PROGRAM)?;
        xml.text("ProgName", "Plumbline")
    })
}

/// Writes `PrjInfo`.
pub(crate) fn project(xml: &mut Xml<impl Write>, header: &Header) -> io::Result<()> {
    let name = header.project_reference.as_deref().unwrap_or(&header.project_name);
    xml.element("PrjInfo", |xml| {
        xml.text("NamePrj", &shorten(name, 60))?;
        xml.text("LblPrj", &shorten(&header.project_name, 100))?;
        let facts = [Some(&header.project_name), header.project_reference.as_ref(), header.project_address.as_ref()];
        formatted(xml, "Descrip", facts.into_iter().flatten().map(|fact| one_line(fact)))?;
        currency(xml)
    })
}

/// Writes `AwardInfo`.
pub(crate) fn award(xml: &mut Xml<impl Write>) -> io::Result<()> {
    xml.element("AwardInfo", currency)
}

/// Writes `BoQInfo`.
pub(crate) fn bill(xml: &mut Xml<impl Write>, header: &Header, ordinals: Ordinals) -> io::Result<()> {
    let name = header.project_reference.as_deref().unwrap_or(&header.project_name);
    xml.element("BoQInfo", |xml| {
        xml.text("Name", &shorten(name, 20))?;
        xml.text("LblBoQ", &shorten(&header.project_name, 60))?;
        date(xml, header)?;
        xml.text("OutlCompl", "AllTxt")?;
        write_level(xml, "BoQLevel", "Trade", ordinals.trade)?;
        write_level(xml, "BoQLevel", "Category", ordinals.category)?;
        write_level(xml, "Item", "Item", ordinals.item)
    })
}

fn write_level(xml: &mut Xml<impl Write>, kind: &str, label: &str, digits: usize) -> io::Result<()> {
    xml.element("BoQBkdn", |xml| {
        xml.text("Type", kind)?;
        xml.text("LblBoQBkdn", label)?;
        xml.text("Length", &digits.to_string())?;
        xml.text("Num", "Yes")
    })
}

fn currency(xml: &mut Xml<impl Write>) -> io::Result<()> {
    xml.text("Cur", CURRENCY.0)?;
    xml.text("CurLbl", CURRENCY.1)
}

fn date(xml: &mut Xml<impl Write>, header: &Header) -> io::Result<()> {
    match day(header) {
        Some(day) => xml.text("Date", &day.join("-")),
        None => Ok(()),
    }
}
