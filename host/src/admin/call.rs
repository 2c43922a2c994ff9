//! A call with its whole body.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use bytes::Bytes;
use http::Method;
use http::request::Parts;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use mime::Mime;
use serde::de::DeserializeOwned;

use super::response::{Refusal, invalid};
use super::state::Admin;
use plumbline_pipeline::{Problem, ProblemCode};

/// Size limit of a body that is not a component: a binding with its settings.
const SMALL_BODY: u64 = 64 * 1024;

/// A call with its whole body.
pub(super) struct Call {
    pub(super) query: Vec<(String, String)>,
    /// The media type, if the header is present and valid.
    content_type: Option<Mime>,
    pub(super) body: Bytes,
}

impl Call {
    /// Returns a parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the media type in lower case without its parameters, or an empty string.
    pub(super) fn media_type(&self) -> &str {
        self.content_type.as_ref().map_or("", Mime::essence_str)
    }

    /// Parses a JSON body.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        if self.media_type() != "application/json" {
            return Err(Problem::new(ProblemCode::UnsupportedMediaType, "Send `application/json`."));
        }
        // Serde's message names the field and its expected value.
        let parsed = serde_json::from_slice(&self.body);
        parsed.map_err(|error| Problem::new(ProblemCode::ValidationFailed, error.to_string()))
    }
}

impl FromRequest<Arc<Admin>> for Call {
    type Rejection = Refusal;

    async fn from_request(request: Request, admin: &Arc<Admin>) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let is_component = parts.method == Method::POST && parts.uri.path() == "/admin/components";
        let limit = if is_component { admin.config.publishing.max_bytes } else { SMALL_BODY };
        let header = parts.headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        Ok(Self {
            query: query.into_owned().collect(),
            content_type: header.and_then(|text| text.parse().ok()),
            body: collect(body, limit).await?,
        })
    }
}

/// The placeholder of a path, percent-decoded.
pub(super) struct Segment(pub(super) String);

impl FromRequestParts<Arc<Admin>> for Segment {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, admin: &Arc<Admin>) -> Result<Self, Refusal> {
        let Path(segment) = Path::from_request_parts(parts, admin).await.map_err(invalid)?;
        Ok(Self(segment))
    }
}

/// Reads the whole body, up to a size limit.
async fn collect(body: axum::body::Body, limit: u64) -> Result<Bytes, Problem> {
    let limited = Limited::new(body, usize::try_from(limit).unwrap_or(usize::MAX));
    match limited.collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Problem::new(ProblemCode::PayloadTooLarge, format!("The body exceeds the limit of {limit} bytes.")))
        }
        Err(error) => {
            Err(Problem::new(ProblemCode::InvalidRequest, format!("The body was not received completely: {error}")))
        }
    }
}
