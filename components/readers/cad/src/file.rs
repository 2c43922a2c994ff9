//! Parsing of a file to a drawing.

use std::io::Cursor;

use acadrust::{CadDocument, DwgReadOptions, DwgReader, DxfError, DxfReader, DxfReaderConfiguration};
use plumbline_reader::Failure;

use crate::limits;

/// First bytes of a binary DXF.
const BINARY_SENTINEL: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// Parses a DXF or DWG.
///
/// # Errors
/// Returns an error if it is neither, is damaged beyond recovery, or exceeds the limits.
pub(crate) fn parse(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    if bytes.starts_with(b"AC1") {
        return dwg(bytes);
    }
    dxf(bytes)
}

fn dxf(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    let declared = if bytes.starts_with(BINARY_SENTINEL) { binary(&bytes) } else { ascii(&bytes) };
    if declared.corners > limits::POINTS as i64 {
        return Err(Failure::capacity(format!(
            "A hatch in the drawing declares {} corners. The limit is {}. Run AUDIT on the drawing, or explode the \
             hatch, and upload it again.",
            declared.corners,
            limits::POINTS
        )));
    }
    match declared.records {
        0 => {
            return Err(Failure::unreadable(
                "The file is not a DXF because it has no sections. Save the drawing as DXF or DWG and upload it again.",
            ));
        }
        n if n > limits::RECORDS => {
            return Err(Failure::capacity(format!(
                "The drawing has {n} records. The limit is {}. Purge it, or split it and upload the parts.",
                limits::RECORDS
            )));
        }
        _ => {}
    }
    let configuration = DxfReaderConfiguration { failsafe: true, ..DxfReaderConfiguration::default() };
    let reader = DxfReader::from_reader(Cursor::new(bytes)).map_err(|e| unreadable("DXF", &e))?;
    reader.with_configuration(configuration).read().map_err(|e| unreadable("DXF", &e))
}

fn dwg(bytes: Vec<u8>) -> Result<CadDocument, Failure> {
    let version = String::from_utf8_lossy(&bytes[..bytes.len().min(6)]).into_owned();
    let options = DwgReadOptions::failsafe().with_max_decompressed_bytes(limits::UNFOLDED_BYTES);
    let mut reader = DwgReader::from_stream_with_options(Cursor::new(bytes), options);
    reader.read().map_err(|error| match error {
        DxfError::UnsupportedVersion(_) => Failure::unsupported(format!(
            "DWG version {version} is not supported. Save it as AutoCAD 2018 or as DXF, and upload it again."
        )),
        error => unreadable("DWG", &error),
    })
}

fn unreadable(kind: &str, error: &DxfError) -> Failure {
    let cause = error.to_string();
    let cause: String = cause.chars().take(200).collect();
    Failure::unreadable(format!(
        "The file is not a readable {kind}. It may be damaged or truncated ({cause}). Open it in a CAD program, run \
         AUDIT, save it and upload it again."
    ))
}

/// The counts declared by a DXF, found before it is parsed.
#[derive(Debug, Default, PartialEq)]
struct Declared {
    /// Number of records: pairs with code 0.
    records: usize,
    /// The largest declared number of corners of a hatch boundary. The parser trusts this number.
    corners: i64,
    in_hatch: bool,
}

impl Declared {
    fn record(&mut self, name: &[u8]) {
        self.records += 1;
        self.in_hatch = name.eq_ignore_ascii_case(b"HATCH") || name.eq_ignore_ascii_case(b"MPOLYGON");
    }

    fn corners(&mut self, count: i64) {
        if self.in_hatch {
            self.corners = self.corners.max(count);
        }
    }
}

/// Scans the pairs of an ASCII DXF.
fn ascii(bytes: &[u8]) -> Declared {
    let mut lines = bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let mut found = Declared::default();
    while let (Some(code), Some(value)) = (lines.next(), lines.next()) {
        match code {
            b"0" => found.record(value),
            b"93" => {
                let count = std::str::from_utf8(value).ok().and_then(|v| v.parse::<f64>().ok());
                found.corners(count.unwrap_or(0.0) as i64);
            }
            _ => {}
        }
    }
    found
}

/// Scans the pairs of a binary DXF. The length of a value depends on its code (DXF reference, "Group code value
/// types").
fn binary(bytes: &[u8]) -> Declared {
    let mut found = Declared::default();
    let mut rest = &bytes[BINARY_SENTINEL.len()..];
    // Before release 13, codes have one byte.
    let short = rest.first() == Some(&0) && rest.get(1).is_some_and(u8::is_ascii_uppercase);
    while let Some((code, after)) = code(rest, short) {
        let length = match code {
            10..=59 | 110..=149 | 210..=239 | 460..=469 | 1010..=1059 | 160..=169 => 8,
            60..=79 | 170..=179 | 270..=289 | 370..=389 | 400..=409 | 1060..=1070 => 2,
            90..=99 | 420..=429 | 440..=459 | 1071 => 4,
            290..=299 => 1,
            310..=319 | 1004 => after.first().map_or(0, |n| usize::from(*n) + 1),
            _ => after.iter().position(|b| *b == 0).map_or(after.len(), |n| n + 1),
        };
        let Some(value) = after.get(..length) else { break };
        match (code, value) {
            (0, name) => found.record(name.strip_suffix(b"\0").unwrap_or(name)),
            (93, &[a, b, c, d]) => found.corners(i64::from(i32::from_le_bytes([a, b, c, d]))),
            _ => {}
        }
        rest = &after[length..];
    }
    found
}

/// Returns the code of the next pair of a binary DXF, and the bytes after it.
fn code(bytes: &[u8], short: bool) -> Option<(u16, &[u8])> {
    match *bytes {
        [255, low, high, ref rest @ ..] if short => Some((u16::from_le_bytes([low, high]), rest)),
        [code, ref rest @ ..] if short => Some((u16::from(code), rest)),
        [low, high, ref rest @ ..] if !short => Some((u16::from_le_bytes([low, high]), rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_corners_are_counted_in_both_forms() {
        let text = b"  0\r\nSECTION\r\n  2\r\nENTITIES\r\n 93\r\n7\r\n  0\r\nHATCH\r\n 93\r\n12\r\n  0\r\nEOF\r\n";
        assert_eq!(ascii(text), Declared { records: 3, corners: 12, in_hatch: false });
        assert_eq!(ascii(b"hello").records, 0);
        let mut long = BINARY_SENTINEL.to_vec();
        long.extend(b"\0\0SECTION\0\x02\0ENTITIES\0\0\0HATCH\0\x0a\0\0\0\0\0\0\0\0\0\x5d\0\x0c\0\0\0\0\0EOF\0");
        assert_eq!(binary(&long), Declared { records: 3, corners: 12, in_hatch: false });
        let mut short = BINARY_SENTINEL.to_vec();
        short.extend(b"\0SECTION\0\x02ENTITIES\0\0LINE\0\x0a\0\0\0\0\0\0\0\0\0EOF\0");
        assert_eq!(binary(&short).records, 3);
    }
}
