//! The steps of a task: announced as they start, timed, and listed at the end beside the recorded times.

use crate::markdown;
use crate::report::{number, table};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The document with the recorded times, in a table with the columns [`COLUMNS`].
pub(crate) const RECORD: &str = "docs/development.md";
/// The header row of the table of [`RECORD`].
const COLUMNS: [&str; 2] = ["step", "seconds"];
/// A step is marked if the ratio of its time to the recorded one exceeds this.
const GROWN: f64 = 1.1;

/// Announces and times steps.
pub(crate) struct Steps {
    total: usize,
    start: Instant,
    started: Vec<(String, Instant)>,
}

impl Steps {
    /// Creates the steps of a task with `total` steps.
    pub(crate) fn new(total: usize) -> Self {
        Self { total, start: Instant::now(), started: Vec::new() }
    }

    /// Ends the current step and announces the next one.
    pub(crate) fn begin(&mut self, name: &str) {
        self.started.push((name.to_owned(), Instant::now()));
        println!("[{}/{}] {name}", self.started.len(), self.total);
    }

    /// Returns the time since the first step.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends the last step and prints the table.
    pub(crate) fn finish(self, workspace: &Workspace) -> Result<()> {
        let document = std::fs::read_to_string(workspace.root.join(RECORD));
        let document = document.with_context(|| format!("cannot read {RECORD}"))?;
        let record = parse_recorded_times(&document);
        let end = Instant::now();
        let ends = self.started.iter().skip(1).map(|(_, started)| *started).chain([end]);
        let mut rows = table(&["Step", "Seconds", "On record", ""]);
        let steps = self
            .started
            .iter()
            .zip(ends)
            .map(|((name, started), ended)| (name.as_str(), ended.duration_since(*started)));
        for (name, took) in steps.chain([("in all", end.duration_since(self.start))]) {
            let [name, seconds, known, mark] = row(name, took.as_secs_f64(), &record);
            rows.add_row([name.into(), number(seconds), number(known), mark.into()]);
        }
        println!("\n{rows}");
        println!("On record: from an empty target folder, on two quiet cores ({RECORD}).");
        Ok(())
    }
}

fn row(name: &str, seconds: f64, record: &BTreeMap<String, f64>) -> [String; 4] {
    let known = record.get(name);
    let grown = known.is_some_and(|known| seconds > known * GROWN && seconds > known + 1.0);
    [
        name.to_owned(),
        format!("{seconds:.0}"),
        known.map_or_else(String::new, |known| format!("{known:.0}")),
        if grown { "slower".to_owned() } else { String::new() },
    ]
}

/// Returns the recorded seconds by step, from the document's table.
pub(crate) fn parse_recorded_times(document: &str) -> BTreeMap<String, f64> {
    let table = markdown::tables(document).into_iter().find(|table| table.head == COLUMNS);
    let rows = table.map(|table| table.rows).unwrap_or_default();
    rows.into_iter()
        .filter_map(|row| {
            let mut cells = row.into_iter();
            Some((cells.next()?, cells.next()?.parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_read_from_its_table_alone() {
        let document = "# x\n\n| other | seconds |\n|---|---|\n| tests | 1 |\n\n\
                        | step | seconds |\n|---|---|\n| host | 300 |\n| tests | 420.5 |\n\n| host | 2 |\n";
        assert_eq!(
            parse_recorded_times(document),
            BTreeMap::from([("host".to_owned(), 300.0), ("tests".to_owned(), 420.5)])
        );
    }

    #[test]
    fn a_step_that_took_a_tenth_longer_is_marked() {
        let record = BTreeMap::from([("tests".to_owned(), 100.0)]);
        assert_eq!(row("tests", 111.0, &record)[3], "slower");
        assert_eq!(row("tests", 109.0, &record)[3], "");
        assert_eq!(row("new", 109.0, &record)[2], "");
    }
}
