//! Markdown tables, read from documents and from the output of the measuring program.

/// A table with a header row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    /// The cells of the header row.
    pub(crate) head: Vec<String>,
    /// The cells of the other rows. A row may have fewer or more than the header row.
    pub(crate) rows: Vec<Vec<String>>,
}

/// Returns the tables of a text, in order.
pub(crate) fn tables(text: &str) -> Vec<Table> {
    let lines: Vec<&str> = text.lines().collect();
    spans(&lines).map(|(head, end)| table(&lines[head..end])).collect()
}

/// Returns the document with a table's rows replacing those of its table with the same header row, or `None` if it has no
/// such table.
pub(crate) fn replace(document: &str, new: &Table) -> Option<String> {
    let lines: Vec<&str> = document.lines().collect();
    let (head, end) = spans(&lines).find(|(head, end)| table(&lines[*head..*end]).head == new.head)?;
    let rows: Vec<String> = new.rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    let kept = lines[..head + 2].iter().copied();
    let all: Vec<&str> = kept.chain(rows.iter().map(String::as_str)).chain(lines[end..].iter().copied()).collect();
    Some(all.join("\n") + "\n")
}

/// Returns the first line and the end of each table: a header row, a row of dashes, and the rows after them.
fn spans<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_row = |line: &&str| line.trim_start().starts_with('|');
    let is_rule = |line: &str| line.contains('-') && line.trim().chars().all(|char| "|-: ".contains(char));
    (1..lines.len()).filter(move |rule| is_row(&lines[rule - 1]) && is_row(&lines[*rule]) && is_rule(lines[*rule])).map(
        move |rule| {
            let rows = lines[rule + 1..].iter().take_while(|line| is_row(line)).count();
            (rule - 1, rule + 1 + rows)
        },
    )
}

/// Parses a table from its lines.
fn table(lines: &[&str]) -> Table {
    let cells = |line: &&str| {
        let line = line.trim();
        let inner = line.strip_prefix('|').unwrap_or(line);
        inner.strip_suffix('|').unwrap_or(inner).split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let mut rows = lines.iter().map(cells);
    Table { head: rows.next().unwrap_or_default(), rows: rows.skip(1).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# x\n\n| a | b |\n|---|---|\n| one | 1 |\n|two||\ntext | with | bars\n\n\
                            | c  | d |\n| :-- | --: |\n| x |\n\n| no | table |\n";

    fn table_of(head: &[&str], rows: &[&[&str]]) -> Table {
        let owned = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        Table { head: owned(head), rows: rows.iter().map(|row| owned(row)).collect() }
    }

    #[test]
    fn tables_are_read_with_their_cells_and_nothing_else() {
        let expected = [table_of(&["a", "b"], &[&["one", "1"], &["two", ""]]), table_of(&["c", "d"], &[&["x"]])];
        assert_eq!(tables(DOCUMENT), expected);
    }

    #[test]
    fn a_text_without_a_table_has_none() {
        for text in ["", "|", "|---|", "| a |\n| b |\n", "a | b\n---|---\n"] {
            assert_eq!(tables(text), [], "{text}");
        }
    }

    #[test]
    fn rows_are_replaced_and_all_else_stays() {
        let replaced = replace(DOCUMENT, &table_of(&["c", "d"], &[&["y", "2"], &["z", "3"]])).unwrap();
        assert_eq!(replaced, DOCUMENT.replace("| x |\n", "| y | 2 |\n| z | 3 |\n"));
        assert_eq!(replace(DOCUMENT, &table_of(&["c"], &[])), None);
    }
}
