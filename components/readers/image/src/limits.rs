//! Resource limits of an image, each with its reason.

/// Maximum size of a file in bytes. The service's own upload limit is lower.
pub const FILE_BYTES: u64 = 128 << 20;

/// Maximum pixels of an image: an ARCH E sheet (48 × 36 in) scanned at 480 dpi. Later steps keep all pixels in memory.
pub const PIXELS: u64 = 400_000_000;

/// Maximum pixels for recognition: an E-size sheet at 150 to 185 per inch. Finer images are reduced first.
pub const RECOGNIZED_PIXELS: u64 = 60_000_000;

/// Maximum decoded bytes that are held at once if pixels cannot be read row by row.
pub const DECODED_BYTES: usize = 160 << 20;

/// Longest side of a page in points: 200 inches, the limit of PDF readers.
pub const SIDE: f64 = 14_400.0;

/// Maximum memory of an image's descriptive parts, in bytes.
pub const HEADER_BYTES: usize = 16 << 20;
