//! The document's description of the API as a whole.

use plumbline_endpoint::operation::Operation;
use serde_json::{Value, json};

/// Version of the contract.
const VERSION: &str = "1.0.0-rc.1";

const ABOUT: &str = "\
Turn construction drawings into structured quantities. Create a project, upload its documents, run takeoffs, review items, \
routes and schedules, and export the result.

**Authentication.** Send `Authorization: Bearer <credential>` with every request. The credential is an API key, a delegated \
token or a service token. It belongs to one environment, sandbox or production. Each operation names the scope it needs.

**Errors.** Errors are problems (RFC 9457, `application/problem+json`) with a stable `code`. Each code has one status. \
`errors` names all fields that failed. `request_id` is also in the header `X-Request-Id` of every response.

**Idempotency.** Send an `Idempotency-Key` to retry a request safely. For 24 hours, the same request with the same key \
returns the first response. A different request with that key fails with 422.

**Lists.** `limit` sets the size of a page. Send `next_cursor` as `cursor`, with the same filter, until `has_more` is false. \
Pages stay stable when resources are added. Unknown parameters fail with 400.

**Rate limits.** `RateLimit-Policy` and `RateLimit` show your limit and the rest of it. A 429 response has `Retry-After` in \
seconds. Limits apply per credential.

**Jobs.** Documents, takeoffs and exports are processed in the background. Creating one returns 202. Poll its `Location` \
after `Retry-After` seconds. With `If-None-Match`, the response is 304 while nothing has changed.

**Names.** Usage records, capabilities and metrics call an operation by its `x-operation`.

**Changes.** Additions are not breaking changes. Ignore properties and accept codes that you do not know. Operations marked \
`x-cut: beta` or `commercial` ship later than `core`.";

/// Returns the title, version and description.
pub(crate) fn info() -> Value {
    json!({
        "title": "Construction takeoff and estimation",
        "version": VERSION,
        "summary": "Structured quantities from construction drawings.",
        "description": ABOUT,
    })
}

/// Returns the tags of the operations' areas.
pub(crate) fn tags(operations: &[Operation]) -> Value {
    let mut areas: Vec<_> = operations.iter().map(|operation| operation.area).collect();
    areas.sort_unstable();
    areas.dedup();
    areas.into_iter().map(|area| json!({"name": area.tag().0, "description": area.tag().1})).collect()
}
