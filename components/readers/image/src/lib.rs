//! A reader that converts PNG and JPEG images to sheets: one page with an image and without vectors.
//!
//! - `header`: size, density and orientation.
//! - `document`: the page.
//! - `picture`: its pixels, in gray.
//! - `view`: pictures of a part of it.
//! - `limits`: resource limits of an image.
//! - `recognition`: recognition of scanned pages as a component, on the wasm target only.
//!
//! ```
//! use plumbline_reader_image::{Code, Document};
//!
//! let refused = Document::open(b"not a drawing".to_vec()).unwrap_err();
//! assert_eq!(refused.code, Code::Unreadable);
//!
//! # fn pages(file: Vec<u8>) -> Result<(), plumbline_reader_image::Failure> {
//! let document = Document::open(file)?;
//! let sheet = document.sheet(1)?;
//! println!("{:?}: {} paths", sheet.number, sheet.path_verbs.len());
//! # Ok(())
//! # }
//! ```

mod document;
mod header;
pub mod limits;
mod picture;
#[cfg(target_family = "wasm")]
mod recognition;
mod view;

pub use document::{DEFAULT_DENSITY, Document};
pub use plumbline_reader::{Code, Failure};

plumbline_reader::reader! {
    document: crate::Document,
    id: "image",
    name: "PNG and JPEG",
    media_types: ["image/png", "image/jpeg"],
    pictures: true,
}
