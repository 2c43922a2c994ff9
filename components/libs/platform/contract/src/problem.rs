//! Problems: error bodies as RFC 9457 defines them, with the codes of the service. Components and host share this table, so a code
//! always has the same status and title.
//!
//! ```
//! use plumbline_contract::problem::{Problem, ProblemCode};
//!
//! let problem = Problem::new(ProblemCode::NotFound, "There is no project with this id.");
//! assert_eq!((problem.code.status(), problem.code.as_str()), (404, "not_found"));
//! assert_eq!(ProblemCode::from_code("rate_limited").map(ProblemCode::status), Some(429));
//! ```

use serde::Serialize;

/// Declares the codes. Each has a status, a title and advice for the page at the problem's `type`.
macro_rules! codes {
    ($($variant:ident = $code:literal, $status:literal, $title:literal, $advice:literal;)*) => {
        /// A stable code. Each has exactly one status and one title.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ProblemCode { $(#[doc = $title] $variant),* }

        impl ProblemCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the code on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            /// Returns the HTTP status of the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status),* }
            }

            /// Returns the title of the code.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// Returns how to resolve the problem, for the page that explains the code.
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$variant => $advice),* }
            }

            /// Returns the code with this name on the wire, or `None` if there is none.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == code)
            }
        }
    };
}

codes! {
    InvalidRequest = "invalid_request", 400, "Invalid request", "`detail` names the part of the request to correct.";
    InvalidCursor = "invalid_cursor", 400, "Invalid cursor", "Start the list again without a cursor. Use a cursor only with the filters of the page that returned it.";
    InvalidIdempotencyKey = "invalid_idempotency_key", 400, "Invalid idempotency key", "Send 1 to 255 printable ASCII characters, bare or as a quoted string.";
    Unauthenticated = "unauthenticated", 401, "Authentication required", "Send `Authorization: Bearer <credential>` with a credential that is not expired or revoked.";
    InsufficientCredits = "insufficient_credits", 402, "Insufficient credits", "Buy credits or request fewer pages. `required_credits` and `available_credits` give the amounts.";
    InsufficientScope = "insufficient_scope", 403, "Insufficient scope", "Use a credential that has the scope named in `detail`.";
    ConsentRequired = "consent_required", 403, "User consent required", "Use the delegated token of a signed-in user. This operation does not accept other credentials.";
    PremiumAccessRequired = "premium_access_required", 403, "Premium access required", "Request access with POST /access-requests.";
    NotFound = "not_found", 404, "Not found", "Check the path and the id. Resources of other tenants also return 404.";
    MethodNotAllowed = "method_not_allowed", 405, "Method not allowed", "Use one of the methods in the `Allow` header.";
    NotAcceptable = "not_acceptable", 406, "Not acceptable", "Send `Accept: application/json`, or no Accept header.";
    ExternalRefConflict = "external_ref_conflict", 409, "External reference already in use", "Use another external_ref, or the resource that has this one.";
    DocumentNotReady = "document_not_ready", 409, "Document not ready", "Poll GET /documents/{id} until its status is ready.";
    UploadMissing = "upload_missing", 409, "Upload missing", "PUT the file to upload.url with all headers of upload.headers, then complete the upload.";
    UploadExpired = "upload_expired", 409, "Upload expired", "Create the document again. An upload URL is valid for 15 minutes.";
    TakeoffNotCancellable = "takeoff_not_cancellable", 409, "Takeoff cannot be canceled", "The takeoff is finished. Read its results.";
    TakeoffNotCompleted = "takeoff_not_completed", 409, "Takeoff not completed", "Poll GET /takeoffs/{id} until its status is completed.";
    IdempotencyInProgress = "idempotency_in_progress", 409, "Request in progress", "The first request with this key is still running. Wait, then send the same request again.";
    ReadOnlyOrigin = "read_only_origin", 409, "Takeoff is read-only", "Takeoffs of the web application can be read but not changed.";
    PreconditionFailed = "precondition_failed", 412, "Precondition failed", "The resource has changed. Read it again and send its ETag in If-Match.";
    PayloadTooLarge = "payload_too_large", 413, "Payload too large", "Send a smaller body. Upload files to the URL that POST /documents returns.";
    UnsupportedMediaType = "unsupported_media_type", 415, "Unsupported media type", "Send JSON as `application/json`.";
    ValidationFailed = "validation_failed", 422, "Validation failed", "`errors` names each field to correct and its rule.";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "Idempotency key already used", "Use a new key for a new request.";
    SourceUnreachable = "source_unreachable", 422, "Source unreachable", "Check that the URL can be reached over HTTPS from the public internet.";
    RateLimited = "rate_limited", 429, "Too many requests", "Wait for the number of seconds in the `Retry-After` header.";
    QuotaExceeded = "quota_exceeded", 429, "Quota exceeded", "`quota` names the quota. Wait, or request a larger one.";
    Internal = "internal", 500, "Internal server error", "Try again. If the error persists, report the request_id.";
    ComponentTrapped = "component_trapped", 500, "Component failed", "Report the request_id to the publisher of the component. Other requests are not affected.";
    ComponentOutOfMemory = "component_out_of_memory", 500, "Component out of memory", "Request less data at once, and report the request_id.";
    ComponentOutputTooLarge = "component_output_too_large", 500, "Component output too large", "Request a smaller page of the list.";
    NotEnabled = "not_enabled", 501, "Not enabled", "GET /capabilities lists what this server offers.";
    Unavailable = "unavailable", 503, "Service unavailable", "Wait for the number of seconds in the `Retry-After` header.";
    ComponentTimeout = "component_timeout", 504, "Component timed out", "Try again. If the error persists, report the request_id.";
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldError {
    /// JSON Pointer into the body, or the name of a query parameter or header.
    pub field: String,
    /// What is wrong and what is valid.
    pub message: String,
}

/// An error about to be answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Says status and title.
    pub code: ProblemCode,
    /// What is wrong and how to resolve it, for people.
    pub detail: String,
    /// Each field that failed.
    pub errors: Vec<FieldError>,
    /// Credits the operation needs.
    pub required_credits: Option<f64>,
    /// Available credits.
    pub available_credits: Option<f64>,
    /// The exceeded quota.
    pub quota: Option<String>,
    /// Seconds to wait before retrying.
    pub retry_after: Option<u32>,
    /// How to request access.
    pub next_step: Option<String>,
    /// HTTP status in place of the code's own.
    pub status: Option<u16>,
}

/// A problem, as RFC 9457 defines it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Problem"))]
pub struct ProblemBody<'a> {
    /// URL of the page that explains the code.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "uri-reference")))]
    r#type: String,
    /// Title of the problem. Each code has one.
    title: &'static str,
    /// The HTTP status.
    #[cfg_attr(feature = "schema", schemars(range(min = 400, max = 599)))]
    status: u16,
    /// Stable code for programs.
    code: &'static str,
    /// What is wrong and how to resolve it, for people.
    detail: &'a str,
    /// Id of the request, as in the `X-Request-Id` header.
    request_id: &'a str,
    /// Each field that failed.
    #[serde(skip_serializing_if = "<[FieldError]>::is_empty")]
    errors: &'a [FieldError],
    /// Credits the operation needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    required_credits: Option<f64>,
    /// Available credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    available_credits: Option<f64>,
    /// The exceeded quota.
    #[serde(skip_serializing_if = "Option::is_none")]
    quota: Option<&'a str>,
    /// Seconds to wait before retrying.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
    /// How to request access.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_step: Option<&'a str>,
}

impl Problem {
    /// Creates a problem. `detail` is for people.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            required_credits: None,
            available_credits: None,
            quota: None,
            retry_after: None,
            next_step: None,
            status: None,
        }
    }

    /// Returns the HTTP status of the problem.
    pub fn status(&self) -> u16 {
        self.status.unwrap_or(self.code.status())
    }

    /// Creates the problem for an id that is unknown, malformed or another tenant's. It does not reveal which.
    pub fn not_found() -> Self {
        Self::new(ProblemCode::NotFound, "No resource has this id. Check the id and the environment of the credential.")
    }

    /// Creates the problem of a request with invalid fields.
    pub fn validation(errors: Vec<FieldError>) -> Self {
        let fields = errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>().join(", ");
        Self { errors, ..Self::new(ProblemCode::ValidationFailed, format!("Correct these fields: {fields}.")) }
    }

    /// Returns the body. `origin` is the server's public URL without a path. Each code has a page below it.
    pub fn body(&self, origin: &str, request_id: &str) -> Vec<u8> {
        let wire = ProblemBody {
            r#type: format!("{origin}/errors/{}", self.code.as_str()),
            title: self.code.title(),
            status: self.status(),
            code: self.code.as_str(),
            detail: &self.detail,
            request_id,
            errors: &self.errors,
            required_credits: self.required_credits,
            available_credits: self.available_credits,
            quota: self.quota.as_deref(),
            retry_after: self.retry_after,
            next_step: self.next_step.as_deref(),
        };
        // Strings and numbers always serialize.
        serde_json::to_vec(&wire).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_has_what_the_contract_requires() {
        let problem =
            Problem::validation(vec![FieldError { field: "/name".to_owned(), message: "is required".to_owned() }]);
        let body: serde_json::Value = serde_json::from_slice(&problem.body("https://x.test", "req_1")).unwrap();
        assert_eq!(
            body,
            serde_json::json!({
                "type": "https://x.test/errors/validation_failed", "title": "Validation failed", "status": 422,
                "code": "validation_failed", "detail": "Correct these fields: /name.", "request_id": "req_1",
                "errors": [{"field": "/name", "message": "is required"}]
            })
        );
    }

    #[test]
    fn codes_stand_once() {
        let codes: std::collections::HashSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(codes.len(), ProblemCode::ALL.len());
    }
}
