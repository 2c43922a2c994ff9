//! Warnings, wrapped beside the word that introduces them.

use comfy_table::ColumnConstraint;

use crate::results::Warning;
use crate::table::{self, Screen, Tone};
use crate::words;

/// Returns the warnings, each on a new line, or an empty string if there are none.
pub(crate) fn list(warnings: &[Warning], screen: Screen) -> String {
    if warnings.is_empty() {
        return String::new();
    }
    let mut table = screen.empty_table();
    for warning in warnings {
        table
            .add_row([screen.cell("Warning:", Tone::LowConfidence), screen.cell(words::warning(warning), Tone::Plain)]);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1));
        if number == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table::lines(&table)
}
