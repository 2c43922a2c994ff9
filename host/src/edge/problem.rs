//! Problems (RFC 9457) that the host itself answers with. Components answer with their own.

use http::{HeaderValue, Response, StatusCode, header};
use serde::Serialize;

use super::Body;

/// A code, its one status and its one title, with words for the page that explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Stable, as in the body's `code`.
    pub code: &'static str,
    /// The one HTTP status of the code.
    pub status: u16,
    /// Constant per code.
    pub title: &'static str,
    /// The way out, for the page at the problem's `type`.
    pub way_out: &'static str,
}

macro_rules! kinds {
    ($($name:ident = $status:literal $code:literal, $title:literal, $way_out:literal;)*) => {
        $(#[doc = $title] pub const $name: Kind = Kind { code: $code, status: $status, title: $title, way_out: $way_out };)*
        /// Every code, in the order of its status.
        pub const ALL: &[Kind] = &[$($name),*];
    };
}

kinds! {
    INVALID_REQUEST = 400 "invalid_request", "The request cannot be read", "Look at `detail`: it names the part that is wrong.";
    INVALID_CURSOR = 400 "invalid_cursor", "The cursor is not valid here", "Start the list again without a cursor; use a cursor only with the filters it was made with.";
    INVALID_IDEMPOTENCY_KEY = 400 "invalid_idempotency_key", "The idempotency key cannot be used", "Send 1 to 255 characters, bare or as a quoted string.";
    UNAUTHENTICATED = 401 "unauthenticated", "A valid credential is needed", "Send `Authorization: Bearer <credential>` with a credential that is neither expired nor revoked.";
    INSUFFICIENT_CREDITS = 402 "insufficient_credits", "The credits do not suffice", "Buy credits or ask for fewer pages; `required_credits` and `available_credits` say how many.";
    INSUFFICIENT_SCOPE = 403 "insufficient_scope", "The credential lacks a scope", "Use a credential that was granted the scope named in `detail`.";
    CONSENT_REQUIRED = 403 "consent_required", "A signed-in user has to agree", "Use a delegated token: this operation is not open to service credentials.";
    PREMIUM_ACCESS_REQUIRED = 403 "premium_access_required", "Premium access is needed", "Ask for it with POST /access-requests.";
    NOT_FOUND = 404 "not_found", "There is no such thing", "Check the address and the id; ids of other tenants are not found either.";
    METHOD_NOT_ALLOWED = 405 "method_not_allowed", "The method is not allowed here", "The `Allow` header lists the methods that are.";
    NOT_ACCEPTABLE = 406 "not_acceptable", "No acceptable form of the answer", "Accept `application/json`.";
    EXTERNAL_REF_CONFLICT = 409 "external_ref_conflict", "The external_ref is taken", "Use another external_ref, or the resource that has it.";
    DOCUMENT_NOT_READY = 409 "document_not_ready", "The document is not ready", "Poll GET /documents/{id} until its status is ready.";
    UPLOAD_MISSING = 409 "upload_missing", "No bytes were uploaded", "PUT the file to upload.url with all of upload.headers, then complete.";
    UPLOAD_EXPIRED = 409 "upload_expired", "The upload slot has expired", "Create the document again: a slot is valid for 15 minutes.";
    TAKEOFF_NOT_CANCELLABLE = 409 "takeoff_not_cancellable", "The takeoff is finished", "Nothing is left to cancel; read its results.";
    TAKEOFF_NOT_COMPLETED = 409 "takeoff_not_completed", "The takeoff is not completed", "Wait until its status is completed.";
    IDEMPOTENCY_IN_PROGRESS = 409 "idempotency_in_progress", "The first request with this key still runs", "Wait and send the same request again.";
    READ_ONLY_ORIGIN = 409 "read_only_origin", "The takeoff is read-only", "Takeoffs of the web application can be read, not changed.";
    PRECONDITION_FAILED = 412 "precondition_failed", "The resource has changed", "Read it again and send its ETag in If-Match.";
    PAYLOAD_TOO_LARGE = 413 "payload_too_large", "The body is too large", "Send less; files go to signed addresses.";
    UNSUPPORTED_MEDIA_TYPE = 415 "unsupported_media_type", "The media type is not supported", "Send JSON as `application/json`.";
    VALIDATION_FAILED = 422 "validation_failed", "Some fields are not valid", "`errors` names each field and what it must be.";
    IDEMPOTENCY_KEY_REUSED = 422 "idempotency_key_reused", "The idempotency key belongs to another request", "Use a new key for a new request.";
    SOURCE_UNREACHABLE = 422 "source_unreachable", "The source address cannot be fetched", "Check that it answers over HTTPS from the public internet.";
    RATE_LIMITED = 429 "rate_limited", "Too many requests", "Wait as many seconds as Retry-After says.";
    QUOTA_EXCEEDED = 429 "quota_exceeded", "The quota is used up", "`quota` names it; wait or ask for more.";
    INTERNAL = 500 "internal", "Something failed on our side", "Try again; if it stays, report the request_id.";
    COMPONENT_TRAPPED = 500 "component_trapped", "The component that serves this failed", "Report the request_id to the component's publisher; other calls are not affected.";
    COMPONENT_OUT_OF_MEMORY = 500 "component_out_of_memory", "The component that serves this used up its memory", "Ask for less at once; report the request_id.";
    COMPONENT_OUTPUT_TOO_LARGE = 500 "component_output_too_large", "The component's answer is too large", "Ask for a smaller page of the list.";
    NOT_ENABLED = 501 "not_enabled", "Not enabled on this server", "See GET /capabilities for what is.";
    UNAVAILABLE = 503 "unavailable", "Too much work at the moment", "Wait as many seconds as Retry-After says.";
    COMPONENT_TIMEOUT = 504 "component_timeout", "The component that serves this took too long", "Try again; report the request_id if it stays.";
}

/// A problem about to be answered.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    headers: Vec<(header::HeaderName, String)>,
}

#[derive(Serialize)]
struct Wire<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    code: &'a str,
    detail: &'a str,
    request_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

/// Seconds after which a busy server may be asked again.
const RETRY_AFTER_SECONDS: u64 = 1;

impl Problem {
    /// A problem with words for the person who reads it.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), headers: Vec::new() }
    }

    /// Adds a header to the answer.
    #[must_use]
    pub fn header(mut self, name: header::HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Its stable code.
    pub fn code(&self) -> &'static str {
        self.kind.code
    }

    /// The answer, with `base` the server's public address.
    pub fn into_response(self, base: &str, request_id: &str) -> Response<Body> {
        let retry_after = (self.kind.status == 503 || self.kind.status == 429).then_some(RETRY_AFTER_SECONDS);
        let wire = Wire {
            r#type: format!("{base}/errors/{}", self.kind.code),
            title: self.kind.title,
            status: self.kind.status,
            code: self.kind.code,
            detail: &self.detail,
            request_id,
            retry_after,
        };
        let body = serde_json::to_vec(&wire).unwrap_or_default();
        let mut response = Response::new(super::full(body));
        *response.status_mut() = StatusCode::from_u16(self.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        for (name, value) in self.headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_stands_once_with_one_status() {
        for (index, kind) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.code != kind.code), "{} stands twice", kind.code);
            assert!((400..600).contains(&kind.status));
        }
    }
}
