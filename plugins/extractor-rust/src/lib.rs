//! An extractor for Plumbline: counts floor drains by their tags and describes them with the words of the drawing's
//! legend.
//!
//! - `bindings`: generated from `wit/`.
//! - `runs`: the text of a sheet, run by run.
//! - `tags`: the tags to count.
//! - `legend`: rows that explain tags on all pages.
//! - `drains`: the tags on a page, as items.
//! - `component`: the functions that the host calls.
//!
//! Only `component` calls the host, so `cargo test` tests the rest natively.

pub mod drains;
pub mod legend;
pub mod runs;
pub mod tags;

#[cfg(target_family = "wasm")]
mod component;
#[cfg(test)]
mod drawn;

/// Generated from `wit/`.
#[allow(unused_macros, reason = "only the component exports")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "plumbline:extractor/extractor-component@1.0.0",
        generate_all,
    });
}
