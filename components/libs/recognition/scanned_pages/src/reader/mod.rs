//! The library for readers with recognition: bindings of the world `plumbline:recognition/recogniser`, the host's
//! models, and the completion of a page from a picture of it.
//!
//! A reader implements [`DrawPages`] for its document and, in addition to its `plumbline_reader::Guest`,
//! [`Guest`] with `type Document = DocumentResource<…>`. It names the type that implements [`Guest`] in [`export!`].
//!
//! - `complete`: adds text and lines to a sheet, on any target.
//! - `models`: inference with `wasi:nn`.
//! - `pages`: the WIT resource around a native document.
//!
//! ```
//! use plumbline_reader::Failure;
//! use plumbline_scanned_pages::reader::{DrawPages, DrawnPage};
//! use plumbline_scanned_pages::image::Gray;
//! # use plumbline_reader::Pages;
//! # use plumbline_sheet::{Sheet, SheetBuilder};
//! # struct Blank;
//! # impl Pages for Blank {
//! #     const MAX_FILE_BYTES: u64 = 1 << 20;
//! #     fn open(_: Vec<u8>) -> Result<Self, Failure> { Ok(Self) }
//! #     fn page_count(&self) -> u32 { 1 }
//! #     fn sheet(&mut self, number: u32) -> Result<Sheet, Failure> {
//! #         Ok(SheetBuilder::new(number, 612.0, 792.0, 0).finish())
//! #     }
//! # }
//!
//! // `Blank` implements `plumbline_reader::Pages`.
//! impl DrawPages for Blank {
//!     fn draw(&mut self, _page_number: u32) -> Result<DrawnPage, Failure> {
//!         // 150 pixels per inch.
//!         Ok(DrawnPage { picture: Gray::blank(1275, 1650), points: 72.0 / 150.0 })
//!     }
//! }
//!
//! assert_eq!(Blank.draw(1)?.picture.width(), 1275);
//! # Ok::<(), Failure>(())
//! ```

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        path: [
            "../../../../wit/drawing@1.0.0",
            "../../../../wit/reader@1.0.0",
            "../../../../wit/deps/wasi-nn@0.2.0-rc-2024-10-28",
            "../../../../wit/recognition@1.0.0",
        ],
        world: "plumbline:recognition/recogniser",
        with: {
            "plumbline:drawing/sheets@1.0.0": plumbline_reader::sheets,
            "plumbline:reader/source@1.0.0": plumbline_reader::plumbline::reader::source,
        },
        generate_all,
        pub_export_macro: true,
        default_bindings_module: "plumbline_scanned_pages::reader",
    });
}

mod complete;
mod models;
mod pages;

pub use bindings::*;
pub use complete::{DrawnPage, complete, mark_incomplete};
pub use exports::plumbline::recognition::recognition::{Extent, Guest};
pub use models::HostModels;
pub use pages::{DocumentResource, DrawPages};
