//! The CAD endpoints: whether a drawing can become a CAD file, and at what price. They require a signed-in user.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_cad::ROUTES).expect("a database");
//! // A conversion requires a signed-in user.
//! assert_eq!(harness.get("/documents/doc_0000000000000000000000/cad").status, 403);
//! ```

mod files;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod status;
mod user;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    GET "/documents/{document_id}/cad" "cad:convert" "cad.status" => status::get;
    POST "/documents/{document_id}/cad-files" "cad:convert" "cad.convert" => files::create;
}
