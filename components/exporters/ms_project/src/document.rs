//! The document: its parts in the schema's order.

use crate::xml::Xml;
use crate::{assignments, project, resources, tasks};
use plumbline_estimating::planning::materials::Materials;
use plumbline_estimating::planning::{duration, notes};
use plumbline_exporter::{ChunkWriter, Lines, Output, Rows};
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
    let note = notes::project_note(&header, &rows.makers(), &lines, duration::NOTE);
    let mut xml = Xml::begin(out)?;
    xml.root("Project", NAMESPACE, |xml| {
        project::properties(xml, &header)?;
        project::custom_fields(xml)?;
        project::calendars(xml)?;
        tasks::write(xml, &header, &lines, &note)?;
        resources::write(xml, &materials)?;
        assignments::write(xml, &lines, &materials)
    })?;
    Ok(xml.into_inner())
}
