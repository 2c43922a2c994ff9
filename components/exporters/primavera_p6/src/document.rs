//! The file: its tables in the order in which P6 writes them.

use crate::plan::Plan;
use crate::reference::{self, Table};
use crate::xer::Xer;
use plumbline_exporter::estimating::planning::duration::{self, task_hours};
use plumbline_exporter::estimating::planning::materials::Materials;
use plumbline_exporter::estimating::planning::notes;
use plumbline_exporter::estimating::planning::start::project_start;
use plumbline_exporter::{ChunkWriter, Lines, Output, Rows, UniqueNames, ansi};
use std::io::{self, Write};

/// Writes the file and returns the output.
///
/// # Errors
/// The output's error text.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let header = rows.header();
    let lines = Lines::collect(rows);
    let materials = Materials::of_lines(lines.included().filter(|(_, line)| task_hours(line).is_some()));
    let mut note = notes::project_note(&header, &rows.components(), &lines, duration::NOTE);
    if let Some(transliterated) = ansi::note(&header, lines.included().map(|(key, _)| key)) {
        note.push('\n');
        note.push_str(&transliterated);
    }
    let mut plan =
        Plan { header: &header, lines: &lines, materials: &materials, start: project_start(&header.completed_at) };
    write_tables(&mut plan, &note, ChunkWriter::new(output)).map_err(|error| error.to_string())?.finish()
}

/// Writes the tables and returns the writer.
fn write_tables<W: Write>(plan: &mut Plan<'_>, note: &str, out: W) -> io::Result<W> {
    let today = plan.start.to_string();
    // P6's version, the date, the exported object, the user, the database and module, and the currency.
    let header = ["20.12", &today, "Project", "plumbline", "Plumbline", "takeoff", "Project Management", "USD"];
    let mut xer = Xer::begin(out, &header)?;
    // Every file has a currency. A takeoff does not have prices, so no amounts use it. Its marks define the number format.
    xer.table("CURRTYPE", [Table("CURRTYPE").row([])])?;
    // The topic of the notebook entries.
    xer.table("MEMOTYPE", [Table("MEMOTYPE").row([])])?;
    xer.table("UDFTYPE", reference::fields())?;
    let units = plan.units();
    let mut abbreviations = UniqueNames::new(reference::MAX_ABBREVIATION);
    xer.table("UMEASURE", units.iter().map(|(unit, id)| reference::unit(unit, *id, &mut abbreviations)))?;
    xer.table("PROJECT", [plan.project()])?;
    xer.table("CALENDAR", [reference::calendar()])?;
    xer.table("PROJWBS", plan.wbs())?;
    xer.table("RSRC", plan.resources(&units))?;
    xer.table("TASK", plan.activities())?;
    xer.table("WBSMEMO", [plan.project_memo(note)])?;
    xer.table("TASKMEMO", plan.activity_memos())?;
    xer.table("TASKRSRC", plan.assignments())?;
    xer.table("UDFVALUE", plan.field_values())?;
    xer.end()
}
