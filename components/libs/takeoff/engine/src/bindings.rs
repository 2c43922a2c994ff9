//! Bindings of the world `plumbline:extractor/extractor-component` for extractors written in Rust.
//!
//! An extractor implements [`Guest`] and names its type in [`export!`]. The bindings also compile on a native target,
//! so an extractor's logic can be tested without a runtime. Only calls of imports panic there.
//!
//! ```
//! use plumbline_takeoff::bindings::quantities::{Discipline, Findings, PageRate};
//! use plumbline_takeoff::bindings::sheets::Sheet;
//! use plumbline_takeoff::bindings::{Description, Failure, Guest, Options};
//!
//! struct Empty;
//!
//! impl Guest for Empty {
//!     fn describe() -> Description {
//!         Description {
//!             id: "empty".into(),
//!             version: "0.1.0".into(),
//!             name: "Finds nothing".into(),
//!             discipline: Discipline::Electrical,
//!             options: vec![],
//!         }
//!     }
//!
//!     fn survey(_: Sheet) -> Result<Vec<u8>, Failure> {
//!         Ok(Vec::new())
//!     }
//!
//!     fn extract(_: Sheet, _: Vec<Vec<u8>>, _: Options) -> Result<Findings, Failure> {
//!         Ok(Findings { items: vec![], routes: vec![], schedules: vec![], warnings: vec![], rate: PageRate::None })
//!     }
//! }
//!
//! // In a component: `plumbline_takeoff::bindings::export!(Empty);`
//! assert_eq!(Empty::describe().id, "empty");
//! ```

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod generated {
    wit_bindgen::generate!({
        path: ["../../../../wit/drawing@1.0.0", "../../../../wit/extractor@1.0.0"],
        world: "plumbline:extractor/extractor-component",
        generate_all,
        with: { "plumbline:drawing/quantities@1.0.0": plumbline_drawing_types::quantities },
        pub_export_macro: true,
        default_bindings_module: "plumbline_takeoff::bindings",
    });
}

pub use exports::plumbline::extractor::extractor::{Description, Failure, FailureCode, Guest, Options};
pub use generated::*;
pub use plumbline::drawing::{describing, sheets};
pub use plumbline::extractor::progress;
pub use plumbline_drawing_types::quantities;

/// Converts the record that crossed the component boundary to the native sheet that the shared libraries use.
pub fn sheet_from_wit(sheet: sheets::Sheet) -> plumbline_sheet::Sheet {
    plumbline_sheet::convert_sheet!(sheet, sheets => plumbline_sheet, |area| <[f32; 4]>::from(area).into())
}
