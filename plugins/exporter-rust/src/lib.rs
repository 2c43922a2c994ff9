//! An exporter for Plumbline: a bill of quantities as tab-separated text.
//!
//! - `bindings`: generated from `wit/`.
//! - `bill`: the format. It does not call the host, so `cargo test` tests it natively.
//! - `component`: the functions that the host calls.

pub mod bill;
#[cfg(target_family = "wasm")]
mod component;

/// Generated from `wit/`.
#[allow(unused_macros, reason = "only the component exports")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "plumbline:exporter/exporter-component@2.0.0",
        generate_all,
    });
}
