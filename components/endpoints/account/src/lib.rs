//! The account endpoints: credits and usage.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_account::ROUTES).expect("a database");
//! assert_eq!(harness.get("/credits").value()["available"], 200.0);
//! ```

mod credits;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod usage;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    tools = include_str!("tools.json");
    GET "/credits" "billing:read" "credits.get" => credits::get;
    GET "/usage" "billing:read" "usage.report" => usage::report, query = true, also "text/csv";
}
