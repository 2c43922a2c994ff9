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
//! - `recognition`: recognition of scanned pages as a component, on the wasm target only.
//! - `annotations`: text in annotations.
//! - `text_string`: PDF text strings as Unicode.
//!
//! The interpreter's API (hayro, 0.x) is used in `document`, `device`, `glyphs`, `layers`, `budget` and `annotations`,
//! and is not visible outside this crate.
//!
//! ```
//! use plumbline_reader_pdf::{Code, Document};
//!
//! let refused = Document::open(b"not a drawing".to_vec()).unwrap_err();
//! assert_eq!(refused.code, Code::Unreadable);
//!
//! # fn pages(file: Vec<u8>) -> Result<(), plumbline_reader_pdf::Failure> {
//! let mut document = Document::open(file)?;
//! let sheet = document.sheet(1)?;
//! println!("{:?}: {} paths", sheet.number, sheet.path_verbs.len());
//! # Ok(())
//! # }
//! ```

mod annotations;
mod blocks;
mod budget;
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
#[cfg(target_family = "wasm")]
mod recognition;
mod text_string;

pub use document::Document;
pub use plumbline_reader::{Code, Failure};

plumbline_reader::reader! {
    document: crate::Document,
    id: "pdf",
    name: "PDF",
    media_types: ["application/pdf"],
    pictures: true,
}
