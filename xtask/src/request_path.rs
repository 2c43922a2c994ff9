//! The benches of the request path: run, printed beside the recorded figures, and recorded.
//!
//! The record is the tables of docs/performance.md whose header rows equal those of the measuring program's output.

use crate::build::WITH_DEV_DEPENDENCIES;
use crate::markdown::{self, Table};
use crate::report;
use crate::workspace::{self, Workspace, cargo};
use anyhow::{Context as _, Result, bail};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The document with the recorded figures.
const RECORD: &str = "docs/performance.md";
/// The benches, by their names for `--only`.
const BENCHES: [&str; 4] = ["connections", "refusals", "logging", "usage"];
/// Numbers of connections for a short run: both ends of the promised range, and the number that the goals against the peer
/// apply to.
const FEW_CONNECTIONS: [&str; 2] = ["--connections", "4,64,256"];
/// Columns that identify a row.
const KEYS: [&str; 6] = ["call", "connections", "call at 64 connections", "figure", "answer", "log"];
/// Columns with words. All others have figures.
const WORDS: [&str; 2] = ["goal", "met"];

/// Arguments for the build of the measuring program, run in the workspace's folder.
pub(crate) const PROFILE_ARGS: [&str; 2] = ["--config", "benches/profile.toml"];

/// Builds the measuring program as part of the workspace. Its own default features, which these benches do not need, would
/// build Wasmtime once more.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let mut command = cargo();
    command.args(["build", "--release", "--workspace", "--no-default-features", "--bin", "plumbline-benches"]);
    workspace::run(command.args(WITH_DEV_DEPENDENCIES).args(PROFILE_ARGS).current_dir(&workspace.root))
}

/// Measures, and prints each table with the recorded figures. Errors do not fail the run. They are printed.
pub(crate) fn print_comparison(workspace: &Workspace) {
    if let Err(error) = build(workspace) {
        println!("      not measured: {error:#}");
        return;
    }
    let document = std::fs::read_to_string(record_path(workspace)).unwrap_or_else(|error| {
        println!("      nothing on record: cannot read {RECORD}: {error}");
        String::new()
    });
    let (measured, failures) = measure(workspace, &FEW_CONNECTIONS);
    let known = markdown::tables(&document);
    for table in &measured {
        print!("{}", compare_with_record(table, &known));
    }
    println!("In parentheses: on record ({RECORD}). `cargo xtask bench --record` updates the record.");
    for failure in failures {
        println!("      not measured: {failure}");
    }
}

/// Measures, and writes the figures into the record.
///
/// # Errors
/// Returns an error if a bench fails or the record lacks one of the tables.
pub(crate) fn update_record(workspace: &Workspace) -> Result<()> {
    build(workspace)?;
    let (measured, failures) = measure(workspace, &[]);
    if !failures.is_empty() {
        bail!("nothing is recorded: {}", failures.join("; "));
    }
    let path = record_path(workspace);
    let mut document = std::fs::read_to_string(&path).with_context(|| format!("cannot read {RECORD}"))?;
    for table in &measured {
        let missing = || format!("{RECORD} has no table with the columns {}", table.head.join(", "));
        document = markdown::replace(&document, table).with_context(missing)?;
    }
    std::fs::write(&path, document).with_context(|| format!("cannot write {RECORD}"))?;
    println!("      {} tables are recorded in {RECORD}", measured.len());
    Ok(())
}

fn record_path(workspace: &Workspace) -> PathBuf {
    workspace.root.join(RECORD)
}

/// Runs the benches one after another. Returns their tables, merged if they have the same columns, and their errors.
fn measure(workspace: &Workspace, arguments: &[&str]) -> (Vec<Table>, Vec<String>) {
    let program = workspace.target.join("release/plumbline-benches");
    let (mut measured, mut failures) = (Vec::new(), Vec::new());
    for name in BENCHES {
        let mut command = Command::new(&program);
        command.args(["--only", name]).args(arguments).current_dir(&workspace.root);
        println!("      $ {}", workspace::shell_line(&command));
        let output = command.stderr(Stdio::inherit()).output();
        match output {
            Ok(output) if output.status.success() => {
                let tables = markdown::tables(&String::from_utf8_lossy(&output.stdout));
                if tables.is_empty() {
                    failures.push(format!("{name} printed no table"));
                }
                tables.into_iter().for_each(|table| merge_table(&mut measured, table));
            }
            Ok(output) => failures.push(format!("{name} ended with {}", output.status)),
            Err(error) => failures.push(format!("{name} cannot be started: {error}")),
        }
    }
    (measured, failures)
}

/// Adds the rows of a table to the one with the same columns.
fn merge_table(tables: &mut Vec<Table>, new: Table) {
    match tables.iter_mut().find(|table| table.head == new.head) {
        Some(table) => table.rows.extend(new.rows),
        None => tables.push(new),
    }
}

/// Returns a table with each recorded figure in parentheses, followed by missing or invalid figures.
fn compare_with_record(measured: &Table, known: &[Table]) -> String {
    let heads: Vec<&str> = measured.head.iter().map(String::as_str).collect();
    let record = known.iter().find(|table| table.head == measured.head);
    let (mut shown, mut odd) = (report::table(&heads), Vec::new());
    for row in &measured.rows {
        let recorded_row =
            record.and_then(|record| record.rows.iter().find(|other| key(&heads, other) == key(&heads, row)));
        let cells = heads.iter().zip(row).enumerate().map(|(column, (head, now))| {
            if KEYS.contains(head) || WORDS.contains(head) {
                return comfy_table::Cell::new(now);
            }
            let then = recorded_row.and_then(|row| row.get(column)).map_or("", String::as_str);
            for (what, figure) in [("measured", now.as_str()), ("on record", then)] {
                if figure.parse::<f64>().is_ok_and(f64::is_finite) {
                    continue;
                }
                let figure = if figure.is_empty() { "no figure".to_owned() } else { format!("`{figure}`") };
                odd.push(format!("{}, {head}: {figure} {what}", key(&heads, row).join(", ")));
            }
            report::number(format!("{now} ({})", if then.is_empty() { "–" } else { then }))
        });
        shown.add_row(cells.collect::<Vec<_>>());
    }
    let mut text = format!("\n{shown}\n");
    for line in odd {
        let _ = writeln!(text, "      {line}");
    }
    text
}

/// Returns the cells that identify a row.
fn key<'a>(heads: &[&str], row: &'a [String]) -> Vec<&'a str> {
    let cells = heads.iter().zip(row).filter(|(head, _)| KEYS.contains(head));
    cells.map(|(_, cell)| cell.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(text: &str) -> Vec<Table> {
        markdown::tables(text)
    }

    const MEASURED: &str =
        "| call | connections | requests/s |\n|---|---|---|\n| GET | 4 | 5012 |\n| GET | 64 | 4980 |\n";

    #[test]
    fn each_figure_has_the_one_on_record_beside_it() {
        let known = "| call | connections | requests/s |\n|---|---|---|\n| GET | 64 | 4000 |\n| GET | 4 | 3000 |\n";
        let shown = compare_with_record(&tables(MEASURED)[0], &tables(known));
        assert!(shown.contains("5012 (3000)") && shown.contains("4980 (4000)"), "{shown}");
        assert!(!shown.contains("on record"), "nothing is odd: {shown}");
    }

    #[test]
    fn a_missing_or_odd_figure_is_said() {
        let known = "| call | connections | requests/s |\n|---|---|---|\n| GET | 64 | fast |\n";
        let shown = compare_with_record(&tables(MEASURED)[0], &tables(known));
        assert!(shown.contains("GET, 4, requests/s: no figure on record"), "{shown}");
        assert!(shown.contains("GET, 64, requests/s: `fast` on record"), "{shown}");
        let measured = MEASURED.replace("5012", "NaN");
        assert!(compare_with_record(&tables(&measured)[0], &[]).contains("GET, 4, requests/s: `NaN` measured"));
        assert!(compare_with_record(&tables(&measured)[0], &[]).contains("GET, 64, requests/s: no figure on record"));
    }

    #[test]
    fn tables_with_the_same_columns_become_one() {
        let mut all = Vec::new();
        for table in tables(MEASURED).into_iter().chain(tables(&MEASURED.replace("GET", "POST"))) {
            merge_table(&mut all, table);
        }
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["GET", "GET", "POST", "POST"]);
    }

    #[test]
    fn the_record_is_complete() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md")).unwrap();
        let tables = tables(&document);
        for (column, least) in
            [("peer requests/s", 25), ("call at 64 connections", 5), ("answer", 2), ("log", 2), ("met", 20)]
        {
            let table = tables.iter().find(|table| table.head.iter().any(|head| head == column));
            let rows = table.unwrap_or_else(|| panic!("{RECORD} has no table with the column {column}")).rows.len();
            assert!(rows >= least, "{RECORD}: {rows} rows in the table with the column {column}");
        }
    }
}
