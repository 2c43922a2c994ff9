//! A reader that converts PDF pages to sheets.
//!
//! - `document`: an open file and its pages.
//! - `failure`: failures to open a file.
//! - `limits`: resource limits, which `budget`, `measure` and `object_streams` check in advance.
//! - `device`: collects the interpreter's output.
//! - `glyphs`: text runs.
//! - `layers`: optional content.
//! - `blocks`: form XObjects.
//! - `predictors`: corrects parameters that the decoder fails on.
//! - `picture`: a page as a picture, for content that is visible only there.
//! - `component`: the WIT side, on the wasm target only.
//! - `annotations`: text in annotations.
//! - `text_string`: PDF text strings as Unicode.
//!
//! The interpreter's API (hayro, 0.x) is used in `document`, `device`, `glyphs`, `layers`, `budget` and `annotations`, and is
//! not visible outside this crate.

mod annotations;
mod blocks;
mod budget;
#[cfg(target_family = "wasm")]
mod component;
mod device;
mod document;
mod failure;
mod glyphs;
mod layers;
pub mod limits;
mod measure;
mod object_streams;
mod picture;
mod predictors;
mod text_string;

pub use document::Document;
pub use plumbline_guest_reader::{Code, Failure};
