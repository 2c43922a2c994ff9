//! Bindings of the world `plumbline:extractor/extractor-component` for extractors written in Rust.
//!
//! An extractor implements [`Guest`] and names its type in [`export!`]. The bindings also compile on a native target,
//! so an extractor's logic can be tested without a runtime. Only calls of imports panic there.

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        path: ["../../../../wit/drawing@1.0.0", "../../../../wit/extractor@1.0.0"],
        world: "plumbline:extractor/extractor-component",
        generate_all,
        with: { "plumbline:drawing/quantities@1.0.0": plumbline_guest_drawing::quantities },
        pub_export_macro: true,
        default_bindings_module: "plumbline_guest_extractor",
    });
}

pub use bindings::*;
pub use exports::plumbline::extractor::extractor::{Description, Failure, FailureCode, Guest, Options};
pub use plumbline::drawing::{describing, sheets};
pub use plumbline::extractor::progress;
pub use plumbline_guest_drawing::quantities;

/// Converts the record that crossed the component boundary to the native sheet that the shared libraries use.
pub fn sheet_from_wit(sheet: sheets::Sheet) -> plumbline_sheet::Sheet {
    plumbline_sheet::convert_sheet!(sheet, sheets => plumbline_sheet, |area| <[f32; 4]>::from(area).into())
}
