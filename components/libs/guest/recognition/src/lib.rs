//! The library for readers with recognition: bindings of the world `plumbline:recognition/recognizer`, the host's
//! models, and the completion of a page from a picture of it.
//!
//! A reader implements [`DrawPages`] for its document and, in addition to its `plumbline_guest_reader::Guest`, [`Guest`]
//! with `type Document = DocumentResource<…>`. It names the type that implements [`Guest`] in [`export!`].
//!
//! - `complete`: adds text and lines to a sheet, on any target.
//! - `models`: inference with `wasi:nn`.
//! - `pages`: the WIT resource around a native document.

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
            "plumbline:drawing/sheets@1.0.0": plumbline_guest_reader::sheets,
            "plumbline:reader/source@1.0.0": plumbline_guest_reader::plumbline::reader::source,
        },
        generate_all,
        pub_export_macro: true,
        default_bindings_module: "plumbline_guest_recognition",
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
