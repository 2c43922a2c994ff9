//! Memory of exporters: it grows with the number of lines, not of items. Ten times the items take no more memory.
//!
//! This is a separate binary with one test, because the measurement covers the whole process.
#![expect(clippy::print_stdout, reason = "the figures are worth reading")]

use std::time::Instant;

use anyhow::{Result, anyhow};
use peak_alloc::PeakAlloc;
use plumbline_exporter::testing::{FixedRows, header, item};
use plumbline_exporter::{ItemRow, Output, Rows};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Number of different descriptions in a large takeoff.
const LINES: u32 = 300;

/// An output that counts bytes and discards them.
struct ByteCounter(u64);

impl Output for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.0 += bytes.len() as u64;
        Ok(())
    }
}

/// Returns the peak memory of an export in bytes.
fn measure<R: Rows>(
    name: &str,
    rows: &R,
    write: impl Fn(&R, ByteCounter) -> Result<ByteCounter, String>,
) -> Result<usize> {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let began = Instant::now();
    let ByteCounter(written) = write(rows, ByteCounter(0)).map_err(|error| anyhow!("{name}: {error}"))?;
    let peak = MEMORY.peak_usage().saturating_sub(before);
    let items = rows.totals().items;
    println!("{name}: {items} items, {:?}, {peak} bytes at once, {written} bytes written", began.elapsed());
    Ok(peak)
}

#[test]
fn memory_does_not_grow_with_the_number_of_items() -> Result<()> {
    let numbered_item = |number: u32| ItemRow {
        description: format!("Thing {}", number % LINES),
        sheet_number: Some(format!("E-{}", number / 5000)),
        ..item(number)
    };
    let make_rows = |items: u32| FixedRows::new(header(), items, numbered_item);
    for name in ["csv", "json", "xlsx", "ms_project", "primavera_p6"] {
        let peak = |items: u32| {
            let rows = make_rows(items);
            match name {
                "csv" => measure(name, &rows, plumbline_exporter_csv::write),
                "json" => measure(name, &rows, plumbline_exporter_json::write),
                "xlsx" => measure(name, &rows, plumbline_exporter_xlsx::write),
                "ms_project" => measure(name, &rows, plumbline_exporter_ms_project::write),
                "primavera_p6" => measure(name, &rows, plumbline_exporter_primavera_p6::write),
                _ => anyhow::bail!("`{name}` has no exporter here"),
            }
        };
        let (few, many) = (peak(10_000)?, peak(100_000)?);
        // The data of a line may still grow a little: its pages and sheets, up to a few of each.
        assert!(many < few + few / 2 + 1_000_000, "{name}: {few} bytes for 10,000 items, {many} for 100,000");
    }
    Ok(())
}
