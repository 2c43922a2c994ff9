//! What a component is told of who calls, in headers that only the pipeline may set, and what it tells in return.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use plumbline_identity::Credential;
use serde::Serialize;
use tracing::error;

use crate::problem::{Problem, ProblemCode};
use crate::tiers::Rate;
use crate::{BodyError, Handed, Pipeline, Settings, World};

/// What components are told; a client's own headers of this name are removed.
const OWN_PREFIX: &str = "x-plumbline-";

/// This surface, in the usage record.
const SURFACE: &str = "rest";

/// Headers that stay here: a component never sees a credential, and hops end here.
const KEPT_FROM_COMPONENTS: [HeaderName; 6] =
    [header::AUTHORIZATION, header::COOKIE, header::CONNECTION, header::TE, header::TRANSFER_ENCODING, header::UPGRADE];

/// `x-plumbline-account`, as `wit/endpoint` describes it.
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

/// Strips the headers that only the pipeline and its components may exchange.
pub(crate) fn strip_internal_headers(headers: &mut HeaderMap) {
    let own: Vec<_> = headers.keys().filter(|name| name.as_str().starts_with(OWN_PREFIX)).cloned().collect();
    for name in own {
        headers.remove(name);
    }
}

impl<W: World> Pipeline<W> {
    /// The request as the component gets it: path below the base, no credential, the caller in the pipeline's own headers.
    pub(crate) async fn for_component<B>(
        &self,
        request: Request<B>,
        &Handed { credential, target, below, request_id }: &Handed<'_, W::Component>,
        slots: &str,
    ) -> Result<Request<Bytes>, Problem>
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BodyError>,
    {
        let (mut parts, body) = request.into_parts();
        // Collected here, bounded, so that a slow sender holds a connection and not an instance.
        let limit = self.settings.max_body_bytes;
        let body = Limited::new(body, limit).collect().await.map_err(|error| {
            if error.downcast_ref::<LengthLimitError>().is_some() {
                Problem::new(
                    ProblemCode::PayloadTooLarge,
                    format!("A body may have {limit} bytes; files go to signed addresses."),
                )
            } else {
                Problem::new(ProblemCode::InvalidRequest, "The body broke off before its end.")
            }
        })?;
        let body = body.to_bytes();
        let path_and_query = match parts.uri.query() {
            Some(query) => format!("{below}?{query}"),
            None => below.to_owned(),
        };
        let authority = self.settings.public_url.split_once("://").map_or("localhost", |(_, authority)| authority);
        parts.uri = Uri::builder()
            .scheme("http")
            .authority(authority)
            .path_and_query(
                PathAndQuery::try_from(path_and_query)
                    .map_err(|_| Problem::new(ProblemCode::InvalidRequest, "The path cannot be read."))?,
            )
            .build()
            .map_err(|_| Problem::new(ProblemCode::InvalidRequest, "The address cannot be read."))?;
        if parts.method == Method::HEAD {
            parts.method = Method::GET;
        }
        for name in &KEPT_FROM_COMPONENTS {
            parts.headers.remove(name);
        }
        let account = serde_json::to_string(&Account::of(&self.settings, credential)).unwrap_or_default();
        let own: [(&str, &str); 12] = [
            ("tenant", credential.tenant.as_str()),
            ("client", &credential.client_id),
            ("user", credential.user.as_deref().unwrap_or_default()),
            ("mode", credential.kind.as_str()),
            ("scopes", &credential.scopes.join(" ")),
            ("environment", credential.environment.as_str()),
            ("surface", SURFACE),
            ("request-id", request_id),
            ("operation", &target.route.operation),
            ("base-url", &self.base_url),
            ("slots", slots),
            ("account", &account),
        ];
        for (name, value) in own {
            let name = HeaderName::try_from(format!("{OWN_PREFIX}{name}"));
            // Names of people's choosing are in JSON; those beyond ASCII are bytes of UTF-8 there, which a header may carry.
            let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.as_bytes())) else {
                error!(value, "a host header cannot be set");
                return Err(Problem::new(ProblemCode::Internal, "The call could not be handed on."));
            };
            parts.headers.insert(name, value);
        }
        Ok(Request::from_parts(parts, body))
    }
}
