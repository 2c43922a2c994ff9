//! What one drawing and one page of it may cost, each number with its reason.

use plumbline_sheet::Limits;

/// Bytes of a file. The service's own upload limit is lower; parsed, a drawing takes some eight times its size.
pub const FILE_BYTES: u64 = 128 << 20;

/// Bytes that the sections of a DWG may unfold to: ten times the largest drawing met.
pub const UNFOLDED_BYTES: usize = 192 << 20;

/// Lines of an ASCII DXF that hold a group code of a record's beginning, or records of a binary one: each becomes an
/// object of up to a kilobyte, and a reader has 512 MiB.
pub const RECORDS: usize = 500_000;

/// Sheets of a drawing: the largest sets in one file have some hundreds of layouts.
pub const PAGES: usize = 500;

/// How deep blocks may be inserted in blocks. AutoCAD has no limit; people stop at five.
pub const DEPTH: usize = 32;

/// Entities drawn on one page, each counted as often as its block is inserted.
pub const DRAWN: u64 = 3_000_000;

/// Numbers in the coordinates of a page's paths: 80 MB as `f32`.
pub const COORDS: usize = 20_000_000;

/// Paths of a page.
pub const PATHS: usize = 3_000_000;

/// Bytes of text of a page.
pub const TEXT_BYTES: usize = 16 << 20;

/// The three together: where a page ends.
pub const SHEET: Limits = Limits { paths: PATHS, coords: COORDS, text_bytes: TEXT_BYTES };

/// Points of one spline, polyline or hatch boundary.
pub const POINTS: usize = 1_000_000;

/// Longest side of a page in points: 200 inches, what PDF readers take.
pub const SIDE: f64 = 14_400.0;
