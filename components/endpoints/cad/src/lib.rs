//! The CAD endpoints: whether a drawing can become a CAD file, and at what price. They require a signed-in user.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_cad::ROUTES).expect("a database");
//! // A conversion requires a signed-in user.
//! assert_eq!(harness.get("/documents/doc_0000000000000000000000/cad").status, 403);
//! ```

#[cfg(not(target_family = "wasm"))]
mod examples;
mod files;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod status;

use plumbline_contract::{Problem, ProblemCode};
use plumbline_endpoint::{Context, OperationError};

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    GET "/documents/{document_id}/cad" "cad:convert" "cad.status" => status::get;
    POST "/documents/{document_id}/cad-files" "cad:convert" "cad.convert" => files::create;
}

/// Requires a signed-in user: a conversion may cost money, and only a person can agree to a price.
fn require_user(context: &Context<'_>) -> Result<(), OperationError> {
    if context.caller.is_delegated() {
        return Ok(());
    }
    Err(Problem {
        next_step: Some("Have the user sign in and approve the scope cad:convert, then use that token.".to_owned()),
        ..Problem::new(
            ProblemCode::ConsentRequired,
            "CAD conversion requires the delegated token of a signed-in user. API keys and service credentials cannot accept its price.",
        )
    }
    .into())
}
