//! Prints the tables and schedules of stored sheets: `show_tables [--tables] FILE.sheet…`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use plumbline_sheet::Sheet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.starts_with("--"));
    for file in files {
        let sheet = Sheet::decode(&std::fs::read(&file)?)?;
        let start = Instant::now();
        let tables = plumbline_sheet_parts::tables::tables(&sheet);
        let schedules = plumbline_sheet_parts::tables::schedules_in(&sheet, &tables);
        println!("== {file}: {} tables, {} schedules, {:?}", tables.len(), schedules.len(), start.elapsed());
        for table in tables {
            println!(
                "  table {:?} {} rows {} columns, turned {}",
                table.area, table.rows, table.columns, table.rotation
            );
            if flags.iter().any(|f| f == "--tables") {
                for cell in table.cells.iter().filter(|c| !c.lines.is_empty()) {
                    let (r, c) = (cell.row, cell.column);
                    println!("    {r}+{} {c}+{} {:?}", cell.row_span, cell.column_span, cell.text());
                }
            }
        }
        for s in schedules {
            println!("  {:?} {:?} designation {:?} {:?}", s.kind, s.title, s.designation, s.area);
            println!("    facts {:?}", s.facts);
            println!("    columns {:?}", s.columns);
            for row in s.rows {
                println!("    {:>8} | {} | {:?}", row.tag, row.description, row.attributes);
            }
        }
    }
    Ok(())
}
