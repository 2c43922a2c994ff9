//! The types of `plumbline:drawing/quantities`, generated once, with conversions to the enumerations of the domain.
//!
//! The bindings of extractors, exporters and workers name these types, so a helper written for one works for the
//! others. They have their own crate because the bindings of a world also carry its exports into every component they
//! are linked into: a worker that used the exporter crate's types would have to export `exporter`.
//!
//! ```
//! use plumbline_drawing_types::Name;
//! use plumbline_drawing_types::quantities::Trade;
//!
//! assert_eq!(Trade::FireProtection.name(), "fire_protection");
//! assert_eq!(Trade::from_name("plumbing"), Some(Trade::Plumbing));
//! ```

/// Generated from `wit/drawing@1.0.0`.
#[allow(missing_docs, reason = "the WIT documents what needs words")]
mod bindings {
    wit_bindgen::generate!({
        inline: "
            package plumbline:guest-drawing@1.0.0;
            world types { import plumbline:drawing/quantities@1.0.0; }
        ",
        path: ["../../../../wit/drawing@1.0.0"],
        generate_all,
        generate_unused_types: true,
        additional_derives: [PartialEq],
    });
}

mod names;

pub use bindings::plumbline::drawing::quantities;
pub use names::Name;
