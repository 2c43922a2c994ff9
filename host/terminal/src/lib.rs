//! Output of commands on standard output: a table for people, JSON for programs.
//!
//! ```
//! use serde_json::json;
//!
//! let tenants = [("ten_1", "Acme"), ("ten_2", "North")];
//! let is_json = false;
//! plumbline_terminal::rows(
//!     is_json,
//!     &tenants,
//!     |(id, name)| json!({"id": id, "name": name}),
//!     &["ID", "NAME"],
//!     |(id, name)| vec![id.to_string(), name.to_string()],
//! )?;
//! # Ok::<(), anyhow::Error>(())
//! ```
#![expect(clippy::print_stdout, reason = "printing is what this file is for")]

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

/// Prints a value as JSON or as text.
///
/// # Errors
/// Returns an error if the value cannot be written as JSON.
pub fn show<T: Serialize>(json: bool, value: &T, text: impl FnOnce(&T) -> String) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string(value)?);
    } else {
        println!("{}", text(value));
    }
    Ok(())
}

/// Prints rows as a JSON array of `value` of each row, or as columns with headings.
///
/// # Errors
/// Returns no error today. Commands end with its result, as with that of [`show`].
pub fn rows<T>(
    json: bool,
    rows: &[T],
    value: impl Fn(&T) -> Value,
    heads: &[&str],
    cells: impl Fn(&T) -> Vec<String>,
) -> Result<()> {
    if json {
        println!("{}", Value::Array(rows.iter().map(value).collect()));
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

/// Like [`rows`], with cells that are members of a row's JSON, one for each heading. Lists are joined by spaces.
///
/// # Errors
/// Returns an error if a row cannot be written as JSON.
pub fn table<T: Serialize>(json: bool, rows: &[T], heads: &[&str], members: &[&str]) -> Result<()> {
    let rows = rows.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
    self::rows(json, &rows, Value::clone, heads, |row| members.iter().map(|member| cell(&row[*member])).collect())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Prints a line of text.
pub fn line(text: impl AsRef<str>) {
    println!("{}", text.as_ref());
}
