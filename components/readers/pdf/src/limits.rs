//! Resource limits of one document and one page, each with its reason. Only the page over a limit fails.

use plumbline_sheet::Limits;

/// Maximum size of a file in bytes. The service's own upload limit is lower. At this size, a copy fits in a 32-bit
/// memory.
pub const FILE_BYTES: u64 = 1 << 30;

/// Maximum pages of a document. The largest building sets have some hundreds. The contract requires `capacity` above
/// it.
pub const PAGES: usize = 2000;

/// Maximum decoded bytes of all content streams of one page, each counted as often as it is drawn. The densest known
/// sheet (1.45 million paths) has 70 MB.
pub const CONTENT_BYTES: u64 = 192 << 20;

/// Maximum decoded bytes cached in an open document before it is opened again. Content streams of earlier pages are no
/// longer needed.
pub const CACHED_BYTES: usize = 96 << 20;

/// Maximum paths of a page. The densest known sheet has 1.45 million.
pub const PATHS: usize = 4_000_000;

/// Maximum coordinates of a page's paths: 160 MB as `f32`.
pub const COORDS: usize = 40_000_000;

/// Maximum bytes of a page's text. A page of the densest tables has some 100 kB.
pub const TEXT_BYTES: usize = 16 << 20;

/// All three bounds of a page.
pub const SHEET: Limits = Limits { paths: PATHS, coords: COORDS, text_bytes: TEXT_BYTES };

/// Maximum decoded bytes of a single stream other than content: font, character map, color profile. The largest fonts
/// in use have 30 MB.
pub const STREAM_BYTES: u64 = 64 << 20;

/// Maximum decoded bytes of one stream of compressed objects. Writers put some hundred objects in one.
pub const OBJECT_STREAM_BYTES: u64 = 64 << 20;

/// Maximum objects of a page that are examined before it is interpreted.
pub const OBJECTS: usize = 200_000;

/// Maximum forms (reused drawings) of a page.
pub const FORMS: usize = 20_000;

/// Maximum nesting of forms, the same as the interpreter's.
pub const FORM_DEPTH: usize = 50;

/// Maximum annotations of a page that are read as text.
pub const ANNOTATIONS: usize = 200_000;

/// Maximum clips that may be open at once. More are an unbalanced stream, and are ignored.
pub const CLIP_DEPTH: usize = 4096;
