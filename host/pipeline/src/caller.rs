//! Internal headers: those that describe the caller to a component, and those in which the component reports back. Clients
//! cannot set them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use http::uri::{PathAndQuery, Scheme};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use plumbline_identity::Credential;
use serde::Serialize;
use tracing::error;

use crate::header_cache::CallerHeaders;
use crate::problem::{Problem, ProblemCode};
use crate::tiers::Rate;
use crate::{Backend, ComponentCall, ComponentError, Pipeline, RequestBody, Settings};

/// Prefix of the internal headers. A client's own headers with this prefix are removed.
const OWN_PREFIX: &str = "x-plumbline-";

static REQUEST_ID: HeaderName = HeaderName::from_static("x-plumbline-request-id");
static OPERATION: HeaderName = HeaderName::from_static("x-plumbline-operation");
static SLOTS: HeaderName = HeaderName::from_static("x-plumbline-slots");
static SURFACE: HeaderName = HeaderName::from_static("x-plumbline-surface");
static MAX_CREDITS: HeaderName = HeaderName::from_static("x-plumbline-max-credits");

/// Headers that are not passed on: components never see credentials, and hop-by-hop headers end here.
const STRIPPED_HEADERS: [HeaderName; 6] =
    [header::AUTHORIZATION, header::COOKIE, header::CONNECTION, header::TE, header::TRANSFER_ENCODING, header::UPGRADE];

/// The header `x-plumbline-account`, as `wit/endpoint` describes it.
#[derive(Serialize)]
struct Account<'a> {
    client_name: &'a str,
    agent: Option<&'a str>,
    tier: &'a str,
    billing_mode: &'a str,
    unit_system: &'a str,
    support_email: &'a str,
    rate_limits: BTreeMap<&'a str, Rate>,
    quotas: &'a BTreeMap<String, f64>,
    secret_expires_at: Option<&'a str>,
    retention_days: Option<u32>,
}

impl<'a> Account<'a> {
    fn of(settings: &'a Settings, credential: &'a Credential) -> Self {
        let (name, tier) = settings.tiers.of(credential);
        Self {
            client_name: &credential.name,
            agent: credential.agent(),
            secret_expires_at: credential.secret_expires_at.as_deref(),
            tier: name,
            billing_mode: &credential.settings.billing_mode,
            unit_system: &credential.settings.unit_system,
            support_email: &settings.support_email,
            rate_limits: BTreeMap::from([("read", tier.read), ("write", tier.write)]),
            quotas: &tier.quotas,
            retention_days: credential.settings.retention_days,
        }
    }
}

/// Creates a header value. Names that users choose are in JSON. Characters beyond ASCII are UTF-8 bytes, which a header may contain.
fn header_value(name: &str, value: &[u8]) -> Result<HeaderValue, ComponentError> {
    HeaderValue::from_bytes(value).map_err(|_| {
        error!(name, "a host header cannot be set");
        ComponentError { code: ProblemCode::Internal, detail: "The request could not be processed.".into() }
    })
}

/// Strips the headers that only the pipeline and its components may exchange.
pub(crate) fn strip_internal_headers(headers: &mut HeaderMap) {
    let own: Vec<_> = headers.keys().filter(|name| name.as_str().starts_with(OWN_PREFIX)).cloned().collect();
    for name in own {
        headers.remove(name);
    }
}

impl<C> ComponentCall<'_, C> {
    /// Returns the internal headers of the call, which describe the call and the caller to the component. They are beside the
    /// request, so that a backend without a header map does not pay for one.
    pub fn headers(&self) -> impl Iterator<Item = (&HeaderName, &[u8])> {
        let of_call = [
            (&REQUEST_ID, self.request_id.as_bytes()),
            (&OPERATION, self.target.route.operation.as_bytes()),
            (&SLOTS, self.slots.as_bytes()),
            (&SURFACE, self.origin.surface.as_str().as_bytes()),
        ];
        let max_credits = self.origin.max_credits.iter().map(|credits| (&MAX_CREDITS, credits.as_bytes()));
        of_call.into_iter().chain(max_credits).chain(self.caller.iter().map(|(name, value)| (name, value.as_bytes())))
    }

    /// Sets [`ComponentCall::headers`] in a header map.
    ///
    /// # Errors
    /// Returns an error if a value cannot be sent in a header.
    pub fn set_headers(&self, map: &mut HeaderMap) -> Result<(), ComponentError> {
        for (name, value) in self.headers() {
            map.insert(name, header_value(name.as_str(), value)?);
        }
        Ok(())
    }
}

impl<T: Backend> Pipeline<T> {
    /// Returns the headers that describe a credential.
    pub(crate) fn caller_headers(&self, credential: &Arc<Credential>) -> Result<CallerHeaders, Problem> {
        self.caller_headers.of(credential, || self.build_caller_headers(credential))
    }

    fn build_caller_headers(&self, credential: &Credential) -> Result<CallerHeaders, Problem> {
        let account = serde_json::to_string(&Account::of(&self.settings, credential)).unwrap_or_default();
        let own: [(&'static str, &str); 8] = [
            ("x-plumbline-tenant", credential.tenant.as_str()),
            ("x-plumbline-client", &credential.client_id),
            ("x-plumbline-user", credential.user.as_deref().unwrap_or_default()),
            ("x-plumbline-mode", credential.kind.as_str()),
            ("x-plumbline-scopes", &credential.scopes.join(" ")),
            ("x-plumbline-environment", credential.environment.as_str()),
            ("x-plumbline-base-url", &self.base_url),
            ("x-plumbline-account", &account),
        ];
        let header = |(name, value): (&'static str, &str)| {
            header_value(name, value.as_bytes()).map(|value| (HeaderName::from_static(name), value))
        };
        own.into_iter().map(header).collect::<Result<_, _>>().map_err(ComponentError::into_problem)
    }

    /// Builds the request for the component: a path below the base, without a credential.
    pub(crate) async fn for_component<B: RequestBody>(
        &self,
        request: Request<B>,
        below: &str,
    ) -> Result<Request<Bytes>, Problem> {
        let (mut parts, body) = request.into_parts();
        // The body is collected here, up to a limit, so that a slow client holds a connection and not an instance.
        let limit = self.settings.max_body_bytes;
        let body = Limited::new(body, limit).collect().await.map_err(|error| {
            if error.downcast_ref::<LengthLimitError>().is_some() {
                Problem::new(
                    ProblemCode::PayloadTooLarge,
                    format!(
                        "The body is limited to {limit} bytes. Upload files to the URL that POST /documents returns."
                    ),
                )
            } else {
                Problem::new(
                    ProblemCode::InvalidRequest,
                    "The connection closed before the whole body was received. Send the request again.",
                )
            }
        })?;
        let body = body.to_bytes();
        let path_and_query = match parts.uri.query() {
            Some(query) => format!("{below}?{query}"),
            None => below.to_owned(),
        };
        parts.uri = Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(self.authority.clone())
            .path_and_query(
                PathAndQuery::try_from(path_and_query)
                    .map_err(|_| Problem::new(ProblemCode::InvalidRequest, "The path is not valid."))?,
            )
            .build()
            .map_err(|_| Problem::new(ProblemCode::InvalidRequest, "The URL is not valid."))?;
        if parts.method == Method::HEAD {
            parts.method = Method::GET;
        }
        for name in &STRIPPED_HEADERS {
            parts.headers.remove(name);
        }
        Ok(Request::from_parts(parts, body))
    }
}
