//! The exports endpoints: the operations of `/exports`.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_exports::ROUTES).expect("a database");
//! assert_eq!(harness.get("/exports/exp_0000000000000000000000").status, 404);
//! ```

mod create;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod rows;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    tools = include_str!("tools.json");
    POST "/exports" "exports:create" "exports.create" => create::create;
    GET "/exports/{export_id}" "exports:read" "exports.get" => rows::get;
}
