//! The `pdf` exporter: the sheets of the document with every counted item marked and numbered, a bookmark for each kind
//! of item, and a legend of colors at the end.
//!
//! The pages are those of the original file, so it must be a PDF. The marks are annotations: `plumbline-marking`
//! chooses the items, `plumbline-markup` draws the marks.

#[cfg(target_family = "wasm")]
mod component;
mod sheets;

pub use sheets::write;
