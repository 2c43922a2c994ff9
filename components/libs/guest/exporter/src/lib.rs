//! What an exporter is written against: the bindings of the exporter world, the two ends of an export as traits, a
//! writer that sends bytes in chunks, and what several formats share: the lines of an estimate, and values in words.
//!
//! An exporter is a function from [`Rows`] to an [`Output`]. In a component both are the host's resources; in a
//! native test they are [`testing::FixedRows`] and a `Vec<u8>`, so the same function is tested without a host.

/// Generated from `wit/exporter@2.0.0`, which has the rows of `wit/exporter@1.0.0`.
#[allow(missing_docs, reason = "the WIT documents what needs words")]
pub mod bindings {
    wit_bindgen::generate!({
        world: "plumbline:exporter/exporter-component@2.0.0",
        path: [
            "../../../../wit/drawing@1.0.0",
            "../../../../wit/exporter@1.0.0",
            "../../../../wit/exporter@2.0.0",
        ],
        generate_all,
        with: { "plumbline:drawing/quantities@1.0.0": plumbline_guest_drawing::quantities },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        default_bindings_module: "plumbline_guest_exporter::bindings",
    });
}

mod chunks;
mod lines;
mod rows;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
mod words;

pub use bindings::export;
pub use bindings::exports::plumbline::exporter2_0_0::exporter::{Description, Guest, OptionSpec};
pub use bindings::plumbline::exporter1_0_0::rows::{Header, ItemRow, RouteRow, Sink};
pub use bindings::plumbline::exporter2_0_0::rows::{Maker, Source, Totals};
pub use chunks::ChunkWriter;
pub use lines::{Few, Line, LineKey, Lines, Of};
pub use plumbline_guest_drawing::{Name, quantities};
pub use rows::{BATCH, Output, Rows, for_each_item, for_each_route, for_each_schedule};
pub use words::{
    attribute_text, attributes_text, cut, decimal, endpoint_text, label, makers_text, one_line, page_link,
};
