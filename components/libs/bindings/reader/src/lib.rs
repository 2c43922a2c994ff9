//! Bindings of the world `plumbline:reader/reader-component` for readers written in Rust.
//!
//! A reader implements [`Pages`] for its document and names the document in [`reader!`]. One that can draw its pages also
//! implements [`pictures::DrawViews`]. The bindings also compile on a native target, so a reader's logic
//! can be tested without a runtime. Only calls of imports panic there.
//!
//! ```
//! use plumbline_reader::{Failure, Pages};
//! use plumbline_sheet::{Sheet, SheetBuilder};
//!
//! /// A document of one empty page.
//! struct Blank;
//!
//! impl Pages for Blank {
//!     const MAX_FILE_BYTES: u64 = 1 << 20;
//!
//!     fn open(bytes: Vec<u8>) -> Result<Self, Failure> {
//!         if bytes.is_empty() { Err(Failure::unreadable("The file is empty. Upload it again.")) } else { Ok(Self) }
//!     }
//!
//!     fn page_count(&self) -> u32 {
//!         1
//!     }
//!
//!     fn sheet(&mut self, page_number: u32) -> Result<Sheet, Failure> {
//!         Ok(SheetBuilder::new(page_number, 612.0, 792.0, 0).finish())
//!     }
//! }
//!
//! assert!(Blank::open(Vec::new()).is_err());
//! assert_eq!(Blank::open(vec![1])?.sheet(1)?.width, 612.0);
//! # Ok::<(), Failure>(())
//! ```

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        path: ["../../../../wit/drawing@1.0.0", "../../../../wit/reader@1.0.0"],
        world: "plumbline:reader/reader-component",
        generate_all,
        pub_export_macro: true,
        default_bindings_module: "plumbline_reader",
    });
}

mod component;
mod failure;
mod pages;
pub mod pictures;

pub use bindings::*;
pub use exports::plumbline::reader::reader::{Description, Guest};
pub use failure::{Code, Failure};
pub use pages::{DocumentResource, Pages, read_all};
pub use plumbline::drawing::sheets;

/// Converts a native sheet to the record that crosses the component boundary.
pub fn sheet_to_wit(sheet: plumbline_sheet::Sheet) -> sheets::Sheet {
    plumbline_sheet::convert_sheet!(sheet, plumbline_sheet => sheets, |area| area.to_array().into())
}
