//! The document, written element by element.

use crate::shapes::{Item, Route, ScheduleTable, Takeoff};
use plumbline_exporter::{ChunkWriter, Output, Rows, for_each_item, for_each_route, for_each_schedule};
use serde::Serialize;
use std::io::{self, Write};

/// Writes the document and returns the output.
///
/// # Errors
/// The output's error text.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let mut chunks = ChunkWriter::new(output);
    write_document(rows, &mut chunks).map_err(|e| e.to_string())?;
    chunks.finish()
}

fn write_document(rows: &impl Rows, out: &mut impl Write) -> io::Result<()> {
    let takeoff = (rows.header(), rows.components());
    let include_evidence = takeoff.0.include_evidence;
    out.write_all(b"{\"format\":\"plumbline.takeoff\",\"version\":1,\n\"takeoff\":")?;
    write_value(out, &Takeoff(&takeoff))?;

    let mut items = List::open(out, "items")?;
    for_each_item(rows, |item| items.push(&Item { row: &item, include_evidence }))?;
    let out = items.close()?;

    let mut routes = List::open(out, "routes")?;
    for_each_route(rows, |route| routes.push(&Route(&route)))?;
    let out = routes.close()?;

    let mut schedules = List::open(out, "schedules")?;
    for_each_schedule(rows, |schedule| schedules.push(&ScheduleTable(&schedule)))?;
    schedules.close()?.write_all(b"}\n")
}

fn write_value(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    // Serializes into a buffer first, because serde_json writes piecewise and would call the writer for every comma.
    // Its error type would also hide the output's error text.
    let bytes = serde_json::to_vec(value).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

/// A JSON array with one element per line.
struct List<'a, W: Write> {
    out: &'a mut W,
    empty: bool,
}

impl<'a, W: Write> List<'a, W> {
    fn open(out: &'a mut W, name: &str) -> io::Result<Self> {
        write!(out, ",\n\"{name}\":[")?;
        Ok(Self { out, empty: true })
    }

    fn push(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.out.write_all(if self.empty { b"\n" } else { b",\n" })?;
        self.empty = false;
        write_value(self.out, value)
    }

    fn close(self) -> io::Result<&'a mut W> {
        self.out.write_all(if self.empty { b"]" } else { b"\n]" })?;
        Ok(self.out)
    }
}
