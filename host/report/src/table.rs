//! Tables that fit the screen.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, Table, presets};

/// The screen that the report is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Characters in a line, or `None` if the width is unknown, as for a file. Lines can then have any length.
    pub width: Option<u16>,
    /// Whether colors are shown.
    pub has_colors: bool,
}

impl Screen {
    /// Returns the screen of standard output. It has no colors if standard output is not a terminal or the environment
    /// sets `NO_COLOR` (<https://no-color.org>).
    pub fn of_stdout() -> Self {
        Self::of(&Table::new())
    }

    /// Returns the screen of standard error, by the same rules.
    pub fn of_stderr() -> Self {
        let mut table = Table::new();
        table.use_stderr();
        Self::of(&table)
    }

    fn of(table: &Table) -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { width: table.width(), has_colors: table.is_tty() && !no_color }
    }

    /// Returns an empty table with these column headings. The columns with a heading in `wrapping` wrap if the screen
    /// is narrow.
    pub(crate) fn table(self, heads: &[&str], wrapping: &[&str]) -> Table {
        let mut table = self.empty_table();
        table.set_header(heads.iter().map(|head| self.cell(*head, Tone::Quiet)));
        for (column, head) in table.column_iter_mut().zip(heads) {
            if !wrapping.contains(head) {
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
        table
    }

    /// Returns an empty table without columns.
    pub(crate) fn empty_table(self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        match self.width {
            Some(width) => table.set_width(width),
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        if self.has_colors {
            table.enforce_styling()
        } else {
            table.force_no_tty()
        };
        table
    }

    pub(crate) fn cell(self, text: impl ToString, tone: Tone) -> Cell {
        let cell = Cell::new(text.to_string());
        match tone {
            _ if !self.has_colors => cell,
            Tone::Plain => cell,
            Tone::Quiet => cell.add_attribute(Attribute::Dim),
            Tone::Head => cell.add_attribute(Attribute::Bold),
            Tone::LowConfidence => cell.fg(Color::Yellow),
        }
    }

    pub(crate) fn number(self, text: impl ToString, tone: Tone) -> Cell {
        self.cell(text, tone).set_alignment(CellAlignment::Right)
    }
}

/// The emphasis of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Quiet,
    Head,
    LowConfidence,
}

/// Returns the lines of a table without trailing spaces.
pub(crate) fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
