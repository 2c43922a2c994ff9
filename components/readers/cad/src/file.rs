//! From bytes to a parsed drawing.

use std::io::Cursor;

use acadrust::{CadDocument, DwgReadOptions, DwgReader, DxfError, DxfReader, DxfReaderConfiguration};
use plumbline_guest_reader::Failure;

use crate::limits;

/// How a binary DXF begins.
const BINARY: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// Parses a DXF or DWG.
///
/// # Errors
/// When it is neither, is damaged beyond what can be passed over, or is larger than the limits.
pub(crate) fn parse(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    if bytes.starts_with(b"AC1") {
        return dwg(bytes);
    }
    dxf(bytes)
}

fn dxf(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    let records = if bytes.starts_with(BINARY) { binary_records(&bytes) } else { records(&bytes) };
    match records {
        0 => {
            return Err(Failure::unreadable(
                "The file is not a DXF: it has no sections. Save the drawing as DXF or DWG and upload it again.",
            ));
        }
        n if n > limits::RECORDS => {
            return Err(Failure::capacity(format!(
                "The drawing has {n} records; at most {} are read. Purge it, or split it and upload the parts.",
                limits::RECORDS
            )));
        }
        _ => {}
    }
    let configuration = DxfReaderConfiguration { failsafe: true, ..DxfReaderConfiguration::default() };
    let reader = DxfReader::from_reader(Cursor::new(bytes)).map_err(|e| refused("DXF", &e))?;
    reader.with_configuration(configuration).read().map_err(|e| refused("DXF", &e))
}

fn dwg(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    let version = String::from_utf8_lossy(&bytes[..bytes.len().min(6)]).into_owned();
    let options = DwgReadOptions::failsafe().with_max_decompressed_bytes(limits::UNFOLDED_BYTES);
    let mut reader = DwgReader::from_stream_with_options(Cursor::new(bytes), options);
    reader.read().map_err(|error| match error {
        DxfError::UnsupportedVersion(_) => Failure::unsupported(format!(
            "The DWG is of version {version}, which is not read. Save it as AutoCAD 2018 or as DXF and upload it again."
        )),
        error => refused("DWG", &error),
    })
}

fn refused(kind: &str, error: &DxfError) -> Failure {
    let cause = error.to_string();
    let cause: String = cause.chars().take(200).collect();
    Failure::unreadable(format!(
        "The file is not a readable {kind}: it is damaged or cut short ({cause}). Open it in a CAD program, run AUDIT, \
         save it and upload it again."
    ))
}

/// How many records an ASCII DXF has: lines of code 0. Values that are 0 count, too; the limit leaves room for them.
fn records(bytes: &[u8]) -> usize {
    let mut lines = bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let mut count = 0;
    while let (Some(code), Some(_)) = (lines.next(), lines.next()) {
        count += usize::from(code == b"0");
    }
    count
}

/// As [`records`], for a binary DXF: names of records follow a code of two bytes, or one in the oldest.
fn binary_records(bytes: &[u8]) -> usize {
    bytes[BINARY.len()..].windows(2).filter(|w| w[0] == 0 && w[1].is_ascii_uppercase()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_by_their_code() {
        assert_eq!(records(b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n"), 3);
        assert_eq!(records(b"hello"), 0);
    }
}
