//! The signed-in user whom a conversion requires.

use plumbline_contract::{Problem, ProblemCode};
use plumbline_endpoint::{Context, OperationError};

/// Requires a signed-in user: a conversion may cost money, and only a person can agree to a price.
pub(crate) fn require_user(context: &Context<'_>) -> Result<(), OperationError> {
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
