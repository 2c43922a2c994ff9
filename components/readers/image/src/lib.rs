//! A reader that converts PNG and JPEG images to sheets: one page with an image and without vectors.
//!
//! - `header`: size, density and orientation.
//! - `document`: the page.
//! - `picture`: its pixels, in gray.
//! - `limits`: resource limits of an image.
//! - `component`: the WIT side, on the wasm target only.

#[cfg(target_family = "wasm")]
mod component;
mod document;
mod header;
pub mod limits;
mod picture;

pub use document::{DEFAULT_DENSITY, Document};
pub use plumbline_guest_reader::{Code, Failure};
