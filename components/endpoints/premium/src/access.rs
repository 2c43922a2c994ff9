//! Access checks of premium operations, which are not implemented yet.
//!
//! The routes do not require a scope, so that a credential without access gets `premium_access_required`, which says how to
//! request it, rather than `insufficient_scope`.

use plumbline_contract::client::PremiumAccess;
use plumbline_contract::{Problem, ProblemCode};
use plumbline_endpoint::{Context, OperationError, Outcome, Request};

/// Handles `POST /interior/renders`.
pub(crate) fn generate_interior(context: &Context<'_>, _: &Request) -> Outcome {
    refuse(context, "interior:generate", PremiumAccess::InteriorGenerate)
}

/// Handles `GET /interior/renders` and the operation that reads one of them.
pub(crate) fn read_interior(context: &Context<'_>, _: &Request) -> Outcome {
    refuse(context, "interior:read", PremiumAccess::InteriorGenerate)
}

/// Handles `POST /bim-models`.
pub(crate) fn generate_bim(context: &Context<'_>, _: &Request) -> Outcome {
    refuse(context, "bim:generate", PremiumAccess::BimGenerate)
}

/// Handles `GET /bim-models` and the operation that reads one of them.
pub(crate) fn read_bim(context: &Context<'_>, _: &Request) -> Outcome {
    refuse(context, "bim:read", PremiumAccess::BimGenerate)
}

/// Handles every operation of `/clash-runs`.
pub(crate) fn clash(context: &Context<'_>, _: &Request) -> Outcome {
    refuse(context, "clash:run", PremiumAccess::ClashRun)
}

/// Checks access first, and then reports that nothing exists. Callers without access learn nothing else.
fn refuse(context: &Context<'_>, scope: &str, access: PremiumAccess) -> Outcome {
    if context.caller.has_scope(scope) {
        return Err(OperationError::problem(
            ProblemCode::NotEnabled,
            "This operation is not available on this server yet. GET /capabilities lists what is available.",
        ));
    }
    Err(Problem {
        next_step: Some(format!("POST /access-requests with capabilities [\"{access}\"].")),
        ..Problem::new(
            ProblemCode::PremiumAccessRequired,
            format!("This operation requires premium access with the scope {scope}."),
        )
    }
    .into())
}
