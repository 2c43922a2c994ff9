//! Resource limits of one drawing and one page of it, each with its reason.

use plumbline_sheet::Limits;

/// Maximum size of a file in bytes. The service's own upload limit is lower. A parsed drawing takes some eight times
/// its size.
pub const FILE_BYTES: u64 = 128 << 20;

/// Maximum decompressed bytes of a DWG's sections: ten times the largest known drawing.
pub const UNFOLDED_BYTES: usize = 192 << 20;

/// Maximum lines of an ASCII DXF with the group code of a record's start, or records of a binary one. Each becomes an
/// object of up to a kilobyte, and a reader has 512 MiB.
pub const RECORDS: usize = 500_000;

/// Maximum pages of a drawing. The largest sets in one file have some hundreds of layouts.
pub const PAGES: usize = 500;

/// Maximum nesting of blocks. AutoCAD has no limit; in practice drawings stop at five.
pub const DEPTH: usize = 32;

/// Maximum entities on one page, each counted as often as its block is inserted.
pub const DRAWN: u64 = 3_000_000;

/// Maximum coordinates of a page's paths: 80 MB as `f32`.
pub const COORDS: usize = 20_000_000;

/// Maximum paths of a page.
pub const PATHS: usize = 3_000_000;

/// Maximum bytes of a page's text.
pub const TEXT_BYTES: usize = 16 << 20;

/// All three bounds of a page.
pub const SHEET: Limits = Limits { paths: PATHS, coords: COORDS, text_bytes: TEXT_BYTES };

/// Maximum points of one spline, polyline or hatch boundary.
pub const POINTS: usize = 1_000_000;

/// Longest side of a page in points: 200 inches, the limit of PDF readers.
pub const SIDE: f64 = 14_400.0;
