//! What the document says of the API as a whole.

use plumbline_endpoint::operation::Operation;
use serde_json::{Value, json};

/// Version of the contract.
const VERSION: &str = "1.0.0-rc.1";

const ABOUT: &str = "\
Construction drawings in, structured quantities out: create projects, add documents, run takeoffs, read and review items, \
routes and schedules, export.

**Authentication.** Every request carries `Authorization: Bearer <credential>`: an API key, a delegated token or a service \
token. The environment, sandbox or production, is the credential's. Each operation names the scope it needs.

**Errors.** Every error is a problem (RFC 9457, `application/problem+json`) with a stable `code`; each code has one status. \
`errors` names every field that failed at once. `request_id` is also the header `X-Request-Id`, which every answer has.

**Idempotency.** Operations that take an `Idempotency-Key` repeat their first answer for 24 hours when the same request \
comes with the same key; another request with it is refused with 422.

**Lists.** `limit` says how many, `cursor` from where on: send `next_cursor` of the page before with the same filter, until \
`has_more` is false. Pages are stable while resources are added. Unknown parameters are refused.

**Rate limits.** `RateLimit-Policy` and `RateLimit` tell what is left; a 429 has `Retry-After` in seconds. Limits are per \
credential, as the record of the calling client says.

**Jobs.** Ingestion, takeoffs and exports answer 202 with the resource: poll its `Location`, not before `Retry-After`, with \
`If-None-Match` to be told 304 while nothing has changed.

**Changes.** Additions are no breaking change: take properties and codes that you do not know. Operations marked \
`x-cut: beta` or `commercial` ship in a later wave than `core`.";

/// Title, version, description.
pub(crate) fn info() -> Value {
    json!({
        "title": "Construction takeoff and estimation",
        "version": VERSION,
        "summary": "Structured quantities from construction drawings.",
        "description": ABOUT,
    })
}

/// The tags of the areas that operations are in.
pub(crate) fn tags(operations: &[Operation]) -> Value {
    let mut areas: Vec<_> = operations.iter().map(|operation| operation.area).collect();
    areas.sort_unstable();
    areas.dedup();
    areas.into_iter().map(|area| json!({"name": area.tag().0, "description": area.tag().1})).collect()
}
