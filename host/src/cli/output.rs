//! What commands print on standard output: a table for people, JSON for programs.
#![expect(clippy::print_stdout, reason = "printing is what this file is for")]

use anyhow::Result;
use serde::Serialize;

/// One value: pretty JSON, or the text.
pub fn show<T: Serialize>(json: bool, value: &T, text: impl FnOnce(&T) -> String) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string(value)?);
    } else {
        println!("{}", text(value));
    }
    Ok(())
}

/// Rows: a JSON array, or columns under their heads.
pub fn rows<T: Serialize>(json: bool, rows: &[T], heads: &[&str], cells: impl Fn(&T) -> Vec<String>) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string(rows)?);
        return Ok(());
    }
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(heads);
    for row in rows {
        table.add_row(cells(row));
    }
    println!("{table}");
    Ok(())
}

/// A line of text.
pub fn line(text: impl AsRef<str>) {
    println!("{}", text.as_ref());
}
