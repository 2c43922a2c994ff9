//! The reference endpoints: the operations of `/reference`, lists that seldom change.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_reference::ROUTES).expect("a database");
//! assert_eq!(harness.get("/reference/units").status, 200);
//! ```

mod lists;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;

plumbline_endpoint::endpoint! {
    tools = include_str!("tools.json");
    GET "/reference/units" any "reference.units" => lists::units;
    GET "/reference/taxonomy" any "reference.taxonomy" => lists::taxonomy;
    GET "/reference/disciplines" any "reference.disciplines" => lists::disciplines;
    GET "/reference/export-formats" any "reference.export_formats" => lists::export_formats;
    GET "/reference/event-kinds" any "reference.event_kinds" => lists::event_kinds;
}
