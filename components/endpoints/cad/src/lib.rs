//! The CAD endpoints: whether and at what price a drawing becomes a CAD file. They act for a signed-in user only.

#[cfg(not(target_family = "wasm"))]
mod examples;
mod files;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod status;

use plumbline_contract::{Problem, ProblemCode};
use plumbline_endpoint::{Context, Failed};

plumbline_endpoint::endpoint! {
    GET "/documents/{document_id}/cad" "cad:convert" "cad.status" => status::get;
    POST "/documents/{document_id}/cad-files" "cad:convert" "cad.convert" => files::create;
}

/// A conversion may be bought, and only a person can agree to a price.
fn require_user(context: &Context<'_>) -> Result<(), Failed> {
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
