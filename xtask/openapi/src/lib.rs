//! The API's OpenAPI document, assembled from the descriptions in the endpoint components.
//!
//! - [`operations`]: the operations that the document consists of; [`scopes`]: the scopes that they need.
//! - `info`: the description of the API as a whole.
//! - `render`: operations in the form of OpenAPI, and the parts they share.
//! - `problems`: examples of problems.
//!
//! ```
//! let document = plumbline_openapi::document();
//! assert_eq!(document["paths"]["/projects"]["post"]["operationId"], "createProject");
//! ```

mod info;
mod problems;
mod render;
mod webhooks;

use plumbline_endpoint::operation::Operation;
use serde_json::{Value, json};

/// The path of the document, from the root of the project.
pub const PATH: &str = "host/openapi.json";

/// Returns every operation of every group.
pub fn operations() -> Vec<Operation> {
    [
        plumbline_endpoint_projects::openapi::operations(),
        plumbline_endpoint_documents::openapi::operations(),
        plumbline_endpoint_takeoffs::openapi::operations(),
        plumbline_endpoint_exports::openapi::operations(),
        plumbline_endpoint_events::openapi::operations(),
        plumbline_endpoint_webhooks::openapi::operations(),
        plumbline_endpoint_cad::openapi::operations(),
        plumbline_endpoint_account::openapi::operations(),
        plumbline_endpoint_clients::openapi::operations(),
        plumbline_endpoint_reference::openapi::operations(),
        plumbline_endpoint_premium::openapi::operations(),
    ]
    .concat()
}

/// Returns the scopes that each group declares, as JSON, in the form of a component's section.
pub fn scopes() -> [&'static str; 9] {
    [
        plumbline_endpoint_projects::SCOPES_JSON,
        plumbline_endpoint_documents::SCOPES_JSON,
        plumbline_endpoint_takeoffs::SCOPES_JSON,
        plumbline_endpoint_exports::SCOPES_JSON,
        plumbline_endpoint_events::SCOPES_JSON,
        plumbline_endpoint_webhooks::SCOPES_JSON,
        plumbline_endpoint_cad::SCOPES_JSON,
        plumbline_endpoint_account::SCOPES_JSON,
        plumbline_endpoint_premium::SCOPES_JSON,
    ]
}

/// Returns the document.
pub fn document() -> Value {
    let operations = operations();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": info::info(),
        "servers": [{
            "url": "{base_url}",
            "description": "The server that this document comes from.",
            "variables": {"base_url": {"default": "/partner/v1", "description": "Base address with the API's version."}},
        }],
        "tags": info::tags(&operations),
        "security": [{"bearer": []}],
        "paths": {},
    });
    let mut parts = render::Parts::new(&operations);
    for operation in &operations {
        let method = operation.route.method.to_ascii_lowercase();
        document["paths"][operation.route.path][method] = parts.render_operation(operation);
    }
    document["components"] = parts.components();
    document["webhooks"] = webhooks::webhooks();
    render::name_enumerations(&mut document);
    // The order must not depend on the other crates in the build.
    document.sort_all_objects();
    document
}

/// Returns the document as text.
pub fn text() -> String {
    // A `Value` always serializes.
    let mut text = serde_json::to_string_pretty(&document()).unwrap_or_default();
    text.push('\n');
    text
}
