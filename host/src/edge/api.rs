//! A call of the REST surface: credential, operation, scope, then the component that serves it for this tenant.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use plumbline_engine::{CallError, CallKey, Chosen};
use plumbline_identity::Credential;
use tracing::error;

use super::problem::{Problem, ProblemCode};
use super::routes::{Match, RouteTable, Target};
use super::service::Edge;
use super::usage::{Call, Told};
use super::{Body, BodyError, caller};

/// Where the REST surface begins; its version is part of it.
pub(crate) const BASE_PATH: &str = "/partner/v1";

/// Answers a call to `below`, the path under [`BASE_PATH`]. What the caller's limits are is told in every answer.
///
/// # Errors
/// A problem for a credential that opens nothing; later ones are answers already.
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
    let mut begun = Call::begin();
    let (standing, taken) = edge.limits.take(&edge.tiers, &credential, request.method());
    let answered = match taken {
        Ok(()) => serve(edge, request, below, &credential, request_id, &mut begun).await,
        Err(problem) => Err(problem),
    };
    let mut response = answered.unwrap_or_else(|problem| problem.into_response(&edge.public_url, request_id));
    standing.tell(response.headers_mut());
    edge.usage.record(credential.scope(), begun.end(&credential, request_id, &response));
    Ok(response)
}

/// Hands a call to the component that serves it for this tenant.
async fn serve<B>(
    edge: &Edge,
    request: Request<B>,
    below: &str,
    credential: &Credential,
    request_id: &str,
    begun: &mut Call,
) -> Result<Response<Body>, Problem>
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BodyError>,
{
    let table = route_table(edge, credential);
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
    begun.operation = Some(target.route.operation.clone());
    require_scope(edge, target, credential)?;
    let _running = edge.running.take(&credential.rate_key(), request.headers())?;
    let request = caller::for_component(edge, request, below, target, table.slots(), credential, request_id).await?;
    let staged = staged(edge, credential, target, below, request_id);
    let component = staged.as_ref().map_or(&target.component, |chosen| &chosen.loaded);
    let answered = edge.engine.http(&credential.scope(), component, request).await;
    if let Some(chosen) = &staged {
        chosen.ended(answered.as_ref().map_or(true, |response| response.status().is_server_error()));
    }
    match answered {
        Ok(mut response) => {
            let told = Told::of(&response);
            response.extensions_mut().insert(told);
            caller::take_off(response.headers_mut());
            Ok(response.map(super::full))
        }
        Err(error) => Err(component_problem(&error, request_id)),
    }
}

/// The version that the call goes to while one is tried out beside what is bound. One that does not serve the operation
/// takes no part in it.
fn staged(edge: &Edge, credential: &Credential, target: &Target, below: &str, request_id: &str) -> Option<Chosen> {
    let registry = edge.engine.registry();
    if !registry.has_stages() {
        return None;
    }
    let subjects = below.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let key = CallKey { id: request_id.to_owned(), subjects };
    let chosen = registry.during_stage(&credential.tenant, &target.component.slot, &key)?;
    chosen.description.routes().contains(&target.route).then_some(chosen)
}

async fn authenticate(edge: &Edge, headers: &HeaderMap, query: Option<&str>) -> Result<Arc<Credential>, Problem> {
    let metadata = metadata(edge);
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
    match edge.credentials.find(token).await {
        Ok(Ok(credential)) => Ok(credential),
        Ok(Err(refusal)) => Err(refused(refusal.words())),
        Err(error) => {
            error!(%error, "a credential cannot be checked");
            Err(Problem::new(ProblemCode::Unavailable, "Credentials cannot be checked at the moment."))
        }
    }
}

/// Where a client reads how to get a credential (RFC 9728).
fn metadata(edge: &Edge) -> String {
    format!("{}/.well-known/oauth-protected-resource{BASE_PATH}", edge.public_url)
}

fn route_table(edge: &Edge, credential: &Credential) -> Arc<RouteTable> {
    let registry = edge.engine.registry();
    let key = (registry.generation(), credential.tenant.to_string());
    edge.tables.get_with(key, || Arc::new(RouteTable::new(registry.slots(&credential.tenant))))
}

fn require_scope(edge: &Edge, target: &Target, credential: &Credential) -> Result<(), Problem> {
    let Some(scope) = &target.route.scope else { return Ok(()) };
    if credential.scopes.iter().any(|granted| granted == scope) {
        return Ok(());
    }
    Err(Problem::new(ProblemCode::InsufficientScope, format!("This operation needs the scope `{scope}`.")).header(
        header::WWW_AUTHENTICATE,
        format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\", resource_metadata=\"{}\"", metadata(edge)),
    ))
}

/// The methods of a path.
pub(super) fn options(allow: &str) -> Response<Body> {
    let mut response = Response::new(super::full(Bytes::new()));
    *response.status_mut() = StatusCode::NO_CONTENT;
    if let Ok(value) = HeaderValue::from_str(allow) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
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
