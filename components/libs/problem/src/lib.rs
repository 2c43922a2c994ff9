//! Problems: error bodies as RFC 9457 defines them, with the codes of the service. Components and host share the one table, so
//! that a code reads the same whoever answers.

use serde::Serialize;

/// Makes the list of codes: each with its one status, its one title and the way out, for the page at the problem's `type`.
macro_rules! codes {
    ($($variant:ident = $code:literal, $status:literal, $title:literal, $way_out:literal;)*) => {
        /// A stable code; each has exactly one status and one title.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ProblemCode { $(#[doc = $title] $variant),* }

        impl ProblemCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The code on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            /// Its HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status),* }
            }

            /// What it is, constant per code.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// The way out, for the page that explains the code.
            pub const fn way_out(self) -> &'static str {
                match self { $(Self::$variant => $way_out),* }
            }

            /// The code written so, if there is one.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == code)
            }
        }
    };
}

codes! {
    InvalidRequest = "invalid_request", 400, "The request cannot be read", "Look at `detail`: it names the part that is wrong.";
    InvalidCursor = "invalid_cursor", 400, "The cursor is not valid here", "Start the list again without a cursor; use a cursor only with the filters it was made with.";
    InvalidIdempotencyKey = "invalid_idempotency_key", 400, "The idempotency key cannot be used", "Send 1 to 255 characters, bare or as a quoted string.";
    Unauthenticated = "unauthenticated", 401, "A valid credential is needed", "Send `Authorization: Bearer <credential>` with a credential that is neither expired nor revoked.";
    InsufficientCredits = "insufficient_credits", 402, "The credits do not suffice", "Buy credits or ask for fewer pages; `required_credits` and `available_credits` say how many.";
    InsufficientScope = "insufficient_scope", 403, "The credential lacks a scope", "Use a credential that was granted the scope named in `detail`.";
    ConsentRequired = "consent_required", 403, "A signed-in user has to agree", "Use a delegated token: this operation is not open to service credentials.";
    PremiumAccessRequired = "premium_access_required", 403, "Premium access is needed", "Ask for it with POST /access-requests.";
    NotFound = "not_found", 404, "There is no such thing", "Check the address and the id; ids of other tenants are not found either.";
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed here", "The `Allow` header lists the methods that are.";
    NotAcceptable = "not_acceptable", 406, "No acceptable form of the answer", "Accept `application/json`.";
    ExternalRefConflict = "external_ref_conflict", 409, "The external_ref is taken", "Use another external_ref, or the resource that has it.";
    DocumentNotReady = "document_not_ready", 409, "The document is not ready", "Poll GET /documents/{id} until its status is ready.";
    UploadMissing = "upload_missing", 409, "No bytes were uploaded", "PUT the file to upload.url with all of upload.headers, then complete.";
    UploadExpired = "upload_expired", 409, "The upload slot has expired", "Create the document again: a slot is valid for 15 minutes.";
    TakeoffNotCancellable = "takeoff_not_cancellable", 409, "The takeoff is finished", "Nothing is left to cancel; read its results.";
    TakeoffNotCompleted = "takeoff_not_completed", 409, "The takeoff is not completed", "Wait until its status is completed.";
    IdempotencyInProgress = "idempotency_in_progress", 409, "The first request with this key still runs", "Wait and send the same request again.";
    ReadOnlyOrigin = "read_only_origin", 409, "The takeoff is read-only", "Takeoffs of the web application can be read, not changed.";
    PreconditionFailed = "precondition_failed", 412, "The resource has changed", "Read it again and send its ETag in If-Match.";
    PayloadTooLarge = "payload_too_large", 413, "The body is too large", "Send less; files go to signed addresses.";
    UnsupportedMediaType = "unsupported_media_type", 415, "The media type is not supported", "Send JSON as `application/json`.";
    ValidationFailed = "validation_failed", 422, "Some fields are not valid", "`errors` names each field and what it must be.";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key belongs to another request", "Use a new key for a new request.";
    SourceUnreachable = "source_unreachable", 422, "The source address cannot be fetched", "Check that it answers over HTTPS from the public internet.";
    RateLimited = "rate_limited", 429, "Too many requests", "Wait as many seconds as Retry-After says.";
    QuotaExceeded = "quota_exceeded", 429, "The quota is used up", "`quota` names it; wait or ask for more.";
    Internal = "internal", 500, "Something failed on our side", "Try again; if it stays, report the request_id.";
    ComponentTrapped = "component_trapped", 500, "The component that serves this failed", "Report the request_id to the component's publisher; other calls are not affected.";
    ComponentOutOfMemory = "component_out_of_memory", 500, "The component that serves this used up its memory", "Ask for less at once; report the request_id.";
    ComponentOutputTooLarge = "component_output_too_large", 500, "The component's answer is too large", "Ask for a smaller page of the list.";
    NotEnabled = "not_enabled", 501, "Not enabled on this server", "See GET /capabilities for what is.";
    Unavailable = "unavailable", 503, "Unavailable at the moment", "Wait as many seconds as Retry-After says.";
    ComponentTimeout = "component_timeout", 504, "The component that serves this took too long", "Try again; report the request_id if it stays.";
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldError {
    /// JSON Pointer into the body, or the name of a query parameter or header.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}

/// An error about to be answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Says status and title.
    pub code: ProblemCode,
    /// For a person: what is wrong and the way out.
    pub detail: String,
    /// Each field that failed.
    pub errors: Vec<FieldError>,
    /// Credits the operation needs.
    pub required_credits: Option<f64>,
    /// Credits there are.
    pub available_credits: Option<f64>,
    /// The quota that is used up.
    pub quota: Option<String>,
    /// Seconds after which trying again makes sense.
    pub retry_after: Option<u32>,
    /// What to do next, where access has to be asked for.
    pub next_step: Option<String>,
    /// HTTP status in place of the code's own.
    pub status: Option<u16>,
}

/// The body of a problem, as RFC 9457 defines it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Problem"))]
pub struct ProblemBody<'a> {
    /// Address of the page that explains the code.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "uri-reference")))]
    r#type: String,
    /// What it is; one per code.
    title: &'static str,
    /// The HTTP status.
    #[cfg_attr(feature = "schema", schemars(range(min = 400, max = 599)))]
    status: u16,
    /// Stable, for programs.
    code: &'static str,
    /// For a person: what is wrong and the way out.
    detail: &'a str,
    /// Also in the `X-Request-Id` header.
    request_id: &'a str,
    /// Each field that failed.
    #[serde(skip_serializing_if = "<[FieldError]>::is_empty")]
    errors: &'a [FieldError],
    /// Credits the operation needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    required_credits: Option<f64>,
    /// Credits there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    available_credits: Option<f64>,
    /// The quota that is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    quota: Option<&'a str>,
    /// Seconds after which trying again makes sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
    /// What to do next, where access has to be asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_step: Option<&'a str>,
}

impl Problem {
    /// A problem with words for the person who reads it.
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

    /// Returns its HTTP status.
    pub fn status(&self) -> u16 {
        self.status.unwrap_or(self.code.status())
    }

    /// The one answer for ids that are unknown, malformed or another tenant's: it says nothing of which.
    pub fn not_found() -> Self {
        Self::new(ProblemCode::NotFound, "Nothing with this id is here. Check the id and the credential's environment.")
    }

    /// Fields that failed, all at once.
    pub fn validation(errors: Vec<FieldError>) -> Self {
        let fields = errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>().join(", ");
        Self { errors, ..Self::new(ProblemCode::ValidationFailed, format!("Correct these fields: {fields}.")) }
    }

    /// The body. `origin` is the server's public address without a path; below it stands a page for each code.
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
                "type": "https://x.test/errors/validation_failed", "title": "Some fields are not valid", "status": 422,
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
