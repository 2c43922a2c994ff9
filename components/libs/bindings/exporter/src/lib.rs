//! The library for exporters: bindings of the exporter world, traits for the rows and the output of an export, a writer
//! that sends bytes in chunks, and code that several formats share: the lines of an estimate ([`LineKey`], [`Lines`]),
//! values as text, and texts in the length ([`shorten`], [`UniqueNames`]) and the characters ([`ansi`]) of a format.
//! Exporters to estimating and planning packages also share [`estimating`], and those that show the drawing with its marks
//! share `marked_document`, a feature.
//!
//! An exporter is a function from [`Rows`] to an [`Output`]. In a component both are the host's resources. In a native
//! test they are [`testing::FixedRows`] and a `Vec<u8>`, so the same function is tested without a host.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//! use plumbline_exporter::{ChunkWriter, Output, Rows, for_each_item};
//! use std::io::Write as _;
//!
//! /// Writes the descriptions of all items, one per line.
//! fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
//!     let mut chunks = ChunkWriter::new(output);
//!     for_each_item(rows, |item| writeln!(chunks, "{}", item.description)).map_err(|error| error.to_string())?;
//!     chunks.finish()
//! }
//!
//! let file = write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert_eq!(file, b"Duplex receptacle, 20 A\nDuplex receptacle, 20 A\n");
//! # Ok::<(), String>(())
//! ```

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
        with: { "plumbline:drawing/quantities@1.0.0": plumbline_drawing_types::quantities },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        default_bindings_module: "plumbline_exporter::bindings",
    });
}

/// Generated from `wit/document@1.0.0`: the drawing of an export.
mod document_bindings {
    #![allow(missing_docs, unreachable_pub, clippy::all, reason = "generated; documented in the WIT")]
    wit_bindgen::generate!({
        world: "plumbline:document/reading-document",
        path: ["../../../../wit/document@1.0.0"],
        generate_all,
        additional_derives: [PartialEq],
    });
}

pub mod ansi;
mod chunks;
mod component;
mod drawing;
pub mod estimating;
mod lines;
#[cfg(feature = "marked_document")]
pub mod marked_document;
mod rows;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
mod text;
mod type_tags;
mod unique;
mod words;
mod xml;

pub use bindings::export;
pub use bindings::exports::plumbline::exporter2_0_0::exporter::{Description, Guest, OptionSpec};
pub use bindings::plumbline::exporter1_0_0::rows::{Header, ItemRow, RouteRow, Sink};
pub use bindings::plumbline::exporter2_0_0::rows::{Maker as ComponentRef, Source, Totals};
pub use chunks::ChunkWriter;
pub use document_bindings::plumbline::document::facts::{Drawing, Page, Scale, Warning};
pub use drawing::Original;
pub use lines::{FirstValues, Line, LineKey, Lines, RowKind};
pub use plumbline_drawing_types::{Name, quantities};
pub use rows::{BATCH, Output, Rows, for_each_item, for_each_route, for_each_schedule};
pub use text::{one_line, paragraphs, shorten, truncate};
pub use type_tags::TypeTags;
pub use unique::UniqueNames;
pub use words::{
    attribute_text, attributes_text, category_name, components_text, decimal, endpoint_text, item_name, item_type_name,
    label, page_link, unit_symbol,
};
pub use xml::Xml;
