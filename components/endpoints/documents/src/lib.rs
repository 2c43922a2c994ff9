//! The documents endpoints: the operations of `/documents`, except conversion to CAD.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_documents::ROUTES).expect("a database");
//! assert_eq!(harness.get("/documents").status, 200);
//! ```

mod create;
mod documents;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod picture;
mod rows;
mod source;
mod upload;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    tools = include_str!("tools.json");
    POST "/documents" "documents:write" "documents.create" => create::create;
    GET "/documents" "documents:read" "documents.list" => documents::list, query = true;
    GET "/documents/{document_id}" "documents:read" "documents.get" => documents::get;
    DELETE "/documents/{document_id}" "documents:delete" "documents.delete" => documents::delete;
    POST "/documents/{document_id}/complete" "documents:write" "documents.complete" => upload::complete;
    GET "/documents/{document_id}/download" "documents:read" "documents.download" => upload::download;
    GET "/documents/{document_id}/pages/{page_number}/picture" "documents:read" "documents.picture"
        => picture::get, query = true, also "image/png";
}
