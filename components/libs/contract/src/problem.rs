//! Problems: error bodies as RFC 9457 defines them, with the contract's codes.

use serde::Serialize;

/// Makes the list of codes: each with its one status and its one title.
macro_rules! codes {
    ($($variant:ident = $code:literal, $status:literal, $title:literal;)*) => {
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
        }
    };
}

// Titles equal those of the host's own problems: a code reads the same whoever answers.
codes! {
    InvalidRequest = "invalid_request", 400, "The request cannot be read";
    InvalidCursor = "invalid_cursor", 400, "The cursor is not valid here";
    InvalidIdempotencyKey = "invalid_idempotency_key", 400, "The idempotency key cannot be used";
    InsufficientCredits = "insufficient_credits", 402, "The credits do not suffice";
    PremiumAccessRequired = "premium_access_required", 403, "Premium access is needed";
    NotFound = "not_found", 404, "There is no such thing";
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed here";
    NotAcceptable = "not_acceptable", 406, "No acceptable form of the answer";
    ExternalRefConflict = "external_ref_conflict", 409, "The external_ref is taken";
    DocumentNotReady = "document_not_ready", 409, "The document is not ready";
    UploadMissing = "upload_missing", 409, "No bytes were uploaded";
    UploadExpired = "upload_expired", 409, "The upload slot has expired";
    TakeoffNotCancellable = "takeoff_not_cancellable", 409, "The takeoff is finished";
    TakeoffNotCompleted = "takeoff_not_completed", 409, "The takeoff is not completed";
    IdempotencyInProgress = "idempotency_in_progress", 409, "The first request with this key still runs";
    ReadOnlyOrigin = "read_only_origin", 409, "The takeoff is read-only";
    PreconditionFailed = "precondition_failed", 412, "The resource has changed";
    UnsupportedMediaType = "unsupported_media_type", 415, "The media type is not supported";
    ValidationFailed = "validation_failed", 422, "Some fields are not valid";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key belongs to another request";
    Internal = "internal", 500, "Something failed on our side";
    NotEnabled = "not_enabled", 501, "Not enabled on this server";
    Unavailable = "unavailable", 503, "Too much work at the moment";
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    /// Seconds after which trying again makes sense.
    pub retry_after: Option<u32>,
    /// What to do next, where access has to be asked for.
    pub next_step: Option<String>,
}

#[derive(Serialize)]
struct Wire<'a> {
    r#type: String,
    title: &'static str,
    status: u16,
    code: &'static str,
    detail: &'a str,
    request_id: &'a str,
    #[serde(skip_serializing_if = "<[FieldError]>::is_empty")]
    errors: &'a [FieldError],
    #[serde(skip_serializing_if = "Option::is_none")]
    required_credits: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_credits: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
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
            retry_after: None,
            next_step: None,
        }
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
        let wire = Wire {
            r#type: format!("{origin}/errors/{}", self.code.as_str()),
            title: self.code.title(),
            status: self.code.status(),
            code: self.code.as_str(),
            detail: &self.detail,
            request_id,
            errors: &self.errors,
            required_credits: self.required_credits,
            available_credits: self.available_credits,
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
