//! The account endpoints: credits and usage.

mod credits;
#[cfg(not(target_family = "wasm"))]
mod examples;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod usage;

plumbline_endpoint::endpoint! {
    GET "/credits" "billing:read" "credits.get" => credits::get;
    GET "/usage" "billing:read" "usage.report" => usage::report, also "text/csv";
}
