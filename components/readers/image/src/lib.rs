//! A reader that converts PNG and JPEG images to sheets: one page with an image and without vectors.
//!
//! - `header`: size, density and orientation.
//! - `document`: the page.
//! - `picture`: its pixels, in gray.
//! - `limits`: resource limits of an image.
//! - `component`: the WIT side, on the wasm target only.
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

#[cfg(target_family = "wasm")]
mod component;
mod document;
mod header;
pub mod limits;
mod picture;

pub use document::{DEFAULT_DENSITY, Document};
pub use plumbline_reader::{Code, Failure};
