//! The measurement of each unit of work: its total, and a line for each row that the total adds up.
//!
//! A record contains all lines of one unit, but rows come by page and not by unit. So the rows are read again for each
//! block of units whose lines fit a buffer of [`MAX_BLOCK_ROWS`] rows, and are sorted there. A unit with more rows than
//! that is a separate block, and its lines are written as they come. Memory is bounded by the buffer (some ten
//! megabytes). Two consecutive blocks have more than [`MAX_BLOCK_ROWS`] rows together, so the rows are read at most 2 n
//! / [`MAX_BLOCK_ROWS`] + 1 times: once for a takeoff of a hundred thousand. (`~N` records, which add lines to a
//! measurement, would need only one reading, but not every package reads them.)
//!
//! Packages add up the lines again and use their sum as the total. Lines are therefore rounded so that they add up to
//! it ([`Running`]).

use std::io::Write as _;
use std::ops::Range;

use plumbline_exporter::estimating::{Entry, Fixed, PagedLine, PagedLines, Running};
use plumbline_exporter::quantities::MeasureType;
use plumbline_exporter::{ChunkWriter, Output, Rows, ansi};

use crate::position::Position;
use crate::record::{self, END};

/// Decimals of quantities, of measurements and of their parts.
pub(crate) const DECIMALS: u32 = 3;

/// Most rows whose lines are in memory at the same time. A line is some hundred bytes.
pub(crate) const MAX_BLOCK_ROWS: u64 = 131_072;

/// Maximum characters of a comment: the width of its column in a measurement sheet.
const MAX_COMMENT: usize = 64;

/// Writes a `~M` record for each line.
pub(crate) fn measurements<O: Output>(
    chunks: &mut ChunkWriter<O>,
    rows: &impl Rows,
    lines: &PagedLines,
    positions: &[Position],
) -> Result<(), String> {
    for block in blocks(lines.all(), MAX_BLOCK_ROWS) {
        if block.len() == 1 {
            write_streamed(chunks, rows, lines, positions, block.start)?;
        } else {
            write_buffered(chunks, rows, lines, positions, block)?;
        }
    }
    Ok(())
}

/// Returns ranges of consecutive lines that have at most `max_rows` rows together, or of one line that has more.
fn blocks(lines: &[PagedLine], max_rows: u64) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut rows = 0;
    for (index, line) in lines.iter().enumerate() {
        rows += line.rows;
        match blocks.last_mut() {
            Some(block) if rows <= max_rows => block.end = index + 1,
            _ => {
                blocks.push(index..index + 1);
                rows = line.rows;
            }
        }
    }
    blocks
}

fn write_streamed<O: Output>(
    chunks: &mut ChunkWriter<O>,
    rows: &impl Rows,
    lines: &PagedLines,
    positions: &[Position],
    index: usize,
) -> Result<(), String> {
    let line = &lines.all()[index];
    let mut running = Running::new(DECIMALS);
    begin_measurement(chunks, line, positions[index])?;
    lines.for_each_entry(rows, |entry| {
        if entry.line == index { chunks.write_ansi(&measurement_line(line, &entry, &mut running)) } else { Ok(()) }
    })?;
    end_measurement(chunks)
}

fn write_buffered<O: Output>(
    chunks: &mut ChunkWriter<O>,
    rows: &impl Rows,
    lines: &PagedLines,
    positions: &[Position],
    block: Range<usize>,
) -> Result<(), String> {
    let mut parts = vec![(Running::new(DECIMALS), Vec::new()); block.len()];
    lines.for_each_entry(rows, |entry| {
        if block.contains(&entry.line) {
            let (running, bytes) = &mut parts[entry.line - block.start];
            bytes.extend_from_slice(&ansi::encode(&measurement_line(&lines.all()[entry.line], &entry, running)));
        }
        Ok(())
    })?;
    for (index, (_, bytes)) in block.zip(parts) {
        begin_measurement(chunks, &lines.all()[index], positions[index])?;
        chunks.write_all(&bytes).map_err(|error| error.to_string())?;
        end_measurement(chunks)?;
    }
    Ok(())
}

/// Writes `~M` up to its lines: chapter and unit, path, total.
fn begin_measurement<O: Output>(chunks: &mut ChunkWriter<O>, line: &PagedLine, place: Position) -> Result<(), String> {
    let Position { trade, category, unit } = place;
    let total = Fixed::new(line.quantity, DECIMALS);
    chunks.write_ansi(&format!("~M|{}\\{}|{trade}\\{category}\\{unit}\\|{total}|", place.parent(), place.code()))
}

/// Ends a measurement with an empty label after its lines.
fn end_measurement<O: Output>(chunks: &mut ChunkWriter<O>) -> Result<(), String> {
    chunks.write_ansi("|")?;
    chunks.write_ansi(END)
}

/// Formats a line: type (none: it is multiplied), comment, units, length, width and height.
fn measurement_line(line: &PagedLine, entry: &Entry, running: &mut Running) -> String {
    let quantity = running.add(entry.quantity).trimmed();
    let comment = comment(entry);
    // A length is a dimension of one piece. Any other measure is a number of units.
    if line.measure == MeasureType::Length {
        format!("\\{comment}\\1\\{quantity}\\\\\\")
    } else {
        format!("\\{comment}\\{quantity}\\\\\\\\")
    }
}

/// Returns the position of a row: `E-101 R17`, or `p. 3 R17` for a page without a sheet number.
fn comment(entry: &Entry) -> String {
    let mut comment = match entry.sheet.as_deref() {
        Some(sheet) if !sheet.trim().is_empty() => sheet.to_owned(),
        _ => format!("p. {}", entry.page),
    };
    if let Some(tag) = &entry.tag {
        comment.push(' ');
        comment.push_str(tag);
    }
    record::comment(&comment, MAX_COMMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_exporter::ItemRow;
    use plumbline_exporter::testing::{FixedRows, header, item};

    #[test]
    fn blocks_hold_what_fits_and_the_rows_are_read_seldom() {
        let of_line = |i: u32| ItemRow { description: format!("{:02}", (i * i) % 37), ..item(i) };
        let lines = PagedLines::read(&FixedRows::new(header(), 10_000, of_line)).expect("lines");
        for max_rows in [1, 100, 1000, 100_000] {
            let blocks = blocks(lines.all(), max_rows);
            let covered: Vec<usize> = blocks.iter().cloned().flatten().collect();
            assert_eq!(covered, (0..lines.all().len()).collect::<Vec<_>>());
            let rows = |block: &Range<usize>| lines.all()[block.clone()].iter().map(|line| line.rows).sum::<u64>();
            assert!(blocks.iter().all(|block| block.len() == 1 || rows(block) <= max_rows));
            assert!(blocks.len() as u64 <= 2 * 10_000 / max_rows + 1, "{} blocks of {max_rows}", blocks.len());
        }
    }
}
