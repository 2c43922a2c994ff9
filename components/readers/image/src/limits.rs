//! What an image may cost, each number with its reason.

/// Bytes of a file: the service's own upload limit is lower.
pub const FILE_BYTES: u64 = 128 << 20;

/// Pixels of an image: an ARCH E sheet (48 × 36 in) scanned at 480 dpi. What looks at the pixels later holds them all.
pub const PIXELS: u64 = 400_000_000;

/// Pixels that are recognised: an E-size sheet at 150 to 185 per inch. Finer images are made coarser first.
pub const RECOGNISED_PIXELS: u64 = 60_000_000;

/// Bytes of decoded pixels that are held at once where they cannot be taken row by row.
pub const DECODED_BYTES: usize = 160 << 20;

/// Longest side of a page in points: 200 inches, what PDF readers take.
pub const SIDE: f64 = 14_400.0;

/// Bytes that the descriptive parts of an image may take in memory.
pub const HEADER_BYTES: usize = 16 << 20;
