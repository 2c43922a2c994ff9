//! The file: its tables in the order in which P6 writes them.

use crate::plan::Plan;
use crate::reference;
use crate::xer::Xer;
use plumbline_guest_exporter::{ChunkWriter, Lines, Output, Rows};
use plumbline_planning::materials::Materials;
use plumbline_planning::notes;
use plumbline_planning::start::project_start;
use plumbline_planning::unique::Unique;
use std::io::{self, Write};

/// What the notebook says of durations.
const DURATIONS: &str = "Durations were not measured: each activity has a placeholder of one day.";

/// Writes the file and returns the output.
///
/// # Errors
/// The output's words.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let header = rows.header();
    let lines = Lines::gather(rows);
    let materials = Materials::of(&lines);
    let mut note = notes::of_project(&header, &rows.makers(), &lines, DURATIONS);
    let mut plan =
        Plan { header: &header, lines: &lines, materials: &materials, start: project_start(&header.completed_at) };
    // The project's notebook stands before what it tells of: written once to nowhere, the file tells.
    let (_, replaced) = file(&mut plan, &note, io::sink()).map_err(|error| error.to_string())?;
    if replaced > 0 {
        note.push_str(&format!("\nCharacters that Windows-1252 lacks, written as a question mark: {replaced}"));
    }
    let (chunks, _) = file(&mut plan, &note, ChunkWriter::new(output)).map_err(|error| error.to_string())?;
    chunks.finish()
}

/// Returns the writer and how many characters the code page lacked.
fn file<W: Write>(plan: &mut Plan<'_>, note: &str, out: W) -> io::Result<(W, u64)> {
    let today = plan.start.to_string();
    // P6's version, the day, what was exported, by whom, of which database and module, and the currency.
    let header = ["20.12", &today, "Project", "plumbline", "Plumbline", "takeoff", "Project Management", "USD"];
    let mut xer = Xer::begin(out, &header)?;
    xer.table("CURRTYPE", [reference::currency()])?;
    xer.table("MEMOTYPE", [reference::notebook_topic()])?;
    xer.table("UDFTYPE", reference::fields())?;
    let units = plan.units();
    let mut abbreviations = Unique::new(reference::MAX_ABBREVIATION);
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
