//! The document: its parts in the schema's order.

use crate::{assignments, project, resources, tasks};
use plumbline_exporter::estimating::planning::materials::Materials;
use plumbline_exporter::estimating::planning::{duration, notes};
use plumbline_exporter::{ChunkWriter, Lines, Output, Rows, Xml};
use std::io::{self, Write};

/// Namespace of the MSPDI schema.
const NAMESPACE: &str = "http://schemas.microsoft.com/project";

/// Writes the document and returns the output.
///
/// # Errors
/// The output's error text.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    document(rows, ChunkWriter::new(output)).map_err(|error| error.to_string())?.finish()
}

fn document<W: Write>(rows: &impl Rows, out: W) -> io::Result<W> {
    let header = rows.header();
    let lines = Lines::collect(rows);
    let materials = Materials::of(&lines);
    let note = notes::project_note(&header, &rows.components(), &lines, duration::NOTE);
    let mut xml = Xml::begin(out, Some("yes"))?;
    xml.start("Project", &[("xmlns", NAMESPACE)])?;
    project::properties(&mut xml, &header)?;
    project::custom_fields(&mut xml)?;
    project::calendars(&mut xml)?;
    tasks::write(&mut xml, &header, &lines, &note)?;
    resources::write(&mut xml, &materials)?;
    assignments::write(&mut xml, &lines, &materials)?;
    xml.end("Project")?;
    Ok(xml.into_inner())
}
