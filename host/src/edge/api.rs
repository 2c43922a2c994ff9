//! A call of the REST surface: credential, operation, scope, then the component that serves it for this tenant.

use std::sync::Arc;

use bytes::Bytes;
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use plumbline_engine::{CallError, WasiBody};
use plumbline_storage::Credential;
use tracing::error;

use super::problem::{Problem, ProblemCode};
use super::routes::{Match, RouteTable, Target};
use super::service::Edge;
use super::{Body, BodyError};

/// Where the REST surface begins; its version is part of it.
pub(crate) const BASE_PATH: &str = "/partner/v1";

/// Headers that stay with the host: a component never sees a credential, and hops end at the edge.
const KEPT_FROM_COMPONENTS: [HeaderName; 6] =
    [header::AUTHORIZATION, header::COOKIE, header::CONNECTION, header::TE, header::TRANSFER_ENCODING, header::UPGRADE];

/// Answers a call to `below`, the path under [`BASE_PATH`].
///
/// # Errors
/// A problem for whatever keeps the component from being asked, and for a component that gave no answer.
pub(crate) async fn call<B>(
    edge: &Edge,
    request: Request<B>,
    below: &str,
    request_id: &str,
) -> Result<Response<Body>, Problem>
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BodyError>,
{
    let credential = authenticate(edge, request.headers(), request.uri().query()).await?;
    let table = route_table(edge, &credential);
    let target = match table.find(request.method().as_str(), below) {
        Match::Found(target) => target,
        Match::Nothing => return Err(Problem::new(ProblemCode::NotFound, format!("The API has no path {below}."))),
        Match::OtherMethods(methods) => {
            let allow = methods.join(", ");
            if request.method() == Method::OPTIONS {
                return Ok(options(&allow));
            }
            return Err(Problem::new(ProblemCode::MethodNotAllowed, format!("This path answers {allow}."))
                .header(header::ALLOW, allow));
        }
    };
    require_scope(target, &credential)?;
    let scope = credential.scope();
    let request = for_component(edge, request, below, target, table.slots(), &credential, request_id).await?;
    match edge.engine.http(&scope, &target.component, request).await {
        Ok(response) => Ok(response.map(super::full)),
        Err(error) => Err(component_problem(&error, request_id)),
    }
}

async fn authenticate(edge: &Edge, headers: &HeaderMap, query: Option<&str>) -> Result<Credential, Problem> {
    let metadata = format!("{}/.well-known/oauth-protected-resource{BASE_PATH}", edge.public_url);
    let missing = |detail: &str| {
        Problem::new(ProblemCode::Unauthenticated, detail)
            .header(header::WWW_AUTHENTICATE, format!("Bearer resource_metadata=\"{metadata}\""))
    };
    let refused = |detail: &str| {
        Problem::new(ProblemCode::Unauthenticated, detail).header(
            header::WWW_AUTHENTICATE,
            format!("Bearer error=\"invalid_token\", resource_metadata=\"{metadata}\""),
        )
    };
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        let in_query = query.is_some_and(|query| query.split('&').any(|pair| pair.starts_with("access_token=")));
        return Err(missing(if in_query {
            "A credential in the address is refused: it would end up in logs. Send it as `Authorization: Bearer <credential>`."
        } else {
            "Send a credential as `Authorization: Bearer <credential>`."
        }));
    };
    let token = value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty())
        .ok_or_else(|| missing("The Authorization header must read `Bearer <credential>`."))?;
    match edge.storage.control.authenticate(token).await {
        Ok(Some(credential)) => Ok(credential),
        Ok(None) => {
            Err(refused("The credential is not known, or it was revoked. Create a key with `plumbline key create`."))
        }
        Err(error) => {
            error!(%error, "the control database cannot be read");
            Err(Problem::new(ProblemCode::Unavailable, "Credentials cannot be checked at the moment."))
        }
    }
}

fn route_table(edge: &Edge, credential: &Credential) -> Arc<RouteTable> {
    let registry = edge.engine.registry();
    let key = (registry.generation(), credential.tenant.to_string());
    edge.tables.get_with(key, || Arc::new(RouteTable::new(registry.slots(&credential.tenant))))
}

fn require_scope(target: &Target, credential: &Credential) -> Result<(), Problem> {
    let Some(scope) = &target.route.scope else { return Ok(()) };
    if credential.scopes.iter().any(|granted| granted == scope) {
        return Ok(());
    }
    Err(Problem::new(ProblemCode::InsufficientScope, format!("This operation needs the scope `{scope}`."))
        .header(header::WWW_AUTHENTICATE, format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"")))
}

fn options(allow: &str) -> Response<Body> {
    let mut response = Response::new(super::full(Bytes::new()));
    *response.status_mut() = StatusCode::NO_CONTENT;
    if let Ok(value) = HeaderValue::from_str(allow) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

/// The request as the component gets it: path below the base, no credential, the caller in the host's own headers.
async fn for_component<B>(
    edge: &Edge,
    request: Request<B>,
    below: &str,
    target: &Target,
    slots: &str,
    credential: &Credential,
    request_id: &str,
) -> Result<Request<WasiBody>, Problem>
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BodyError>,
{
    let (mut parts, body) = request.into_parts();
    // Collected here, bounded, so that a slow sender holds a connection and not an instance.
    let limit = usize::try_from(edge.http.max_body_bytes).unwrap_or(usize::MAX);
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
    let authority = edge.public_url.split_once("://").map_or("localhost", |(_, authority)| authority);
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
    let own: [(&str, &str); 10] = [
        ("tenant", credential.tenant.as_str()),
        ("client", &credential.client_id),
        ("mode", "key"),
        ("scopes", &credential.scopes.join(" ")),
        ("environment", credential.environment.as_str()),
        ("surface", "rest"),
        ("request-id", request_id),
        ("operation", &target.route.operation),
        ("base-url", &format!("{}{BASE_PATH}", edge.public_url)),
        ("slots", slots),
    ];
    for (name, value) in own {
        let name = HeaderName::try_from(format!("{}{name}", super::service::OWN_PREFIX));
        let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) else {
            error!(value, "a host header cannot be set");
            return Err(Problem::new(ProblemCode::Internal, "The call could not be handed on."));
        };
        parts.headers.insert(name, value);
    }
    let body = Full::new(body).map_err(|never| match never {}).boxed_unsync();
    Ok(Request::from_parts(parts, body))
}

fn component_problem(error: &CallError, request_id: &str) -> Problem {
    error!(%error, request_id, "a component gave no answer");
    let code = ProblemCode::from_code(error.code()).unwrap_or(ProblemCode::Internal);
    Problem::new(code, error.detail())
}

#[cfg(test)]
mod tests {
    use plumbline_engine::Slot;

    use super::*;

    #[test]
    fn each_way_a_component_can_fail_is_a_problem_of_its_own() {
        let slot: Slot = "endpoint:projects".parse().unwrap();
        let failures = [
            CallError::Trap { slot: slot.clone(), cause: String::new() },
            CallError::Timeout { slot: slot.clone(), seconds: 1 },
            CallError::Memory { slot: slot.clone(), bytes: 1 },
            CallError::OutputTooLarge { slot: slot.clone(), bytes: 1 },
            CallError::Busy { slot: slot.clone() },
            CallError::Unbound { slot },
        ];
        let mut codes: Vec<_> = failures.iter().map(|failure| component_problem(failure, "req").code()).collect();
        for (failure, code) in failures.iter().zip(&codes) {
            assert_eq!(*code, failure.code());
            assert_eq!(ProblemCode::from_code(code).unwrap().status(), failure.status());
        }
        codes.dedup();
        assert_eq!(codes.len(), failures.len());
    }
}
