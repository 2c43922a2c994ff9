//! What one document and one page may cost, each number with its reason. A page over a limit fails alone.

use plumbline_sheet::Limits;

/// Bytes of a file: the service's own upload limit is lower; this one keeps a copy in a 32-bit memory possible.
pub const FILE_BYTES: u64 = 1 << 30;

/// Pages of a document: the largest building sets have some hundreds; the contract asks for a `capacity` failure above.
pub const PAGES: usize = 2000;

/// Decoded bytes of all content streams that one page draws, each counted as often as it is drawn. The densest
/// sheet met so far (1.45 million paths) has 70 MB.
pub const CONTENT_BYTES: u64 = 192 << 20;

/// Decoded bytes that may stay cached in an open document before it is opened afresh; content streams of pages
/// already read are of no more use.
pub const CACHED_BYTES: usize = 96 << 20;

/// Paths of a page; the densest sheet met so far has 1.45 million.
pub const PATHS: usize = 4_000_000;

/// Numbers in the coordinates of a page's paths: 160 MB as `f32`.
pub const COORDS: usize = 40_000_000;

/// Bytes of text of a page: a page of the densest tables has some 100 kB.
pub const TEXT_BYTES: usize = 16 << 20;

/// The three together: where a page ends.
pub const SHEET: Limits = Limits { paths: PATHS, coords: COORDS, text_bytes: TEXT_BYTES };

/// Decoded bytes of a single stream that is not content: font, character map, colour profile. The largest fonts in use
/// have 30 MB.
pub const STREAM_BYTES: u64 = 64 << 20;

/// Decoded bytes of one stream of compressed objects. Writers put some hundred objects in one.
pub const OBJECT_STREAM_BYTES: u64 = 64 << 20;

/// Objects behind a page that are looked at before it is interpreted.
pub const OBJECTS: usize = 200_000;

/// Forms (reused drawings) behind a page.
pub const FORMS: usize = 20_000;

/// How deep forms may nest: what the interpreter follows.
pub const FORM_DEPTH: usize = 50;

/// Annotations of a page that are read as text.
pub const ANNOTATIONS: usize = 200_000;

/// Clip rectangles that may be open at once; more is an unbalanced stream, and further ones are not looked at.
pub const CLIP_DEPTH: usize = 4096;
