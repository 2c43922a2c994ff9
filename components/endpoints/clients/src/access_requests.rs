//! Requests for premium access. People decide on them, and granted access appears in the capabilities.

use plumbline_contract::client::{AccessRequestReceipt, PremiumAccess};
use plumbline_contract::limits::ACCESS_REQUEST_NOTE_MAX;
use plumbline_contract::{IdKind, new_id};
use plumbline_database::{columns, json, params};
use plumbline_endpoint::{Context, Fields, Outcome, Request, Response, idempotent, validate};

/// Recommended seconds before checking for a decision: a day, because people decide.
const DECISION_SECONDS: u32 = 86_400;

/// Most requests that are kept of a client. Older ones are deleted.
const KEPT_REQUESTS: i64 = 20;

/// Body of a request.
pub(crate) struct NewAccessRequest {
    capabilities: Vec<PremiumAccess>,
    note: Option<String>,
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewAccessRequest {
    NewAccessRequest {
        capabilities: fields.required_names("capabilities"),
        note: fields.text("note", 0, ACCESS_REQUEST_NOTE_MAX),
    }
}

/// Handles `POST /access-requests`. A request cannot be read back: its response points to the capabilities, which show
/// the access once it is granted.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let new = validate(request, read)?;
    idempotent(context, request, |tx| {
        tx.execute(
            "DELETE FROM access_requests WHERE client_id = ? AND id NOT IN \
             (SELECT id FROM access_requests WHERE client_id = ? ORDER BY created_at DESC, id LIMIT ?)",
            params![&context.caller.client, &context.caller.client, KEPT_REQUESTS - 1],
        )?;
        tx.insert(
            "access_requests",
            columns! {
                id: new_id(IdKind::AccessRequest),
                client_id: &context.caller.client,
                capabilities: json(&new.capabilities)?,
                note: new.note.as_ref(),
                created_at: context.now(),
            },
        )?;
        let receipt = AccessRequestReceipt { status: "received", contact: context.caller.account().support_email };
        Ok(Response::json(202, &receipt)?
            .with_header("location", context.url("/capabilities"))
            .with_header("retry-after", DECISION_SECONDS.to_string()))
    })
}
