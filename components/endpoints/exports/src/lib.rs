//! The exports endpoints: the operations of `/exports`.

mod create;
#[cfg(not(target_family = "wasm"))]
mod examples;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod rows;

plumbline_endpoint::endpoint! {
    POST "/exports" "exports:create" "exports.create" => create::create;
    GET "/exports/{export_id}" "exports:read" "exports.get" => rows::get;
}
