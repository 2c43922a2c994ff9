//! A call of the REST API: credential, rate limit, operation, scope, then the component that serves it for this tenant.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use plumbline_identity::Credential;
use plumbline_tenancy::Surface;
use tracing::{Instrument as _, error, trace_span};

use crate::header::set_header;
use crate::limits::Bucket;
use crate::problem::{Problem, ProblemCode};
use crate::routes::{Match, Target};
use crate::usage::{Call, ResponseUsage};
use crate::{Backend, CallOutcome, ComponentCall, ComponentError, Origin, Pipeline, RequestBody, caller, running};

/// Base path of the REST API, including its version.
pub const BASE_PATH: &str = "/partner/v1";

/// Path of the surface for agents, the Model Context Protocol.
pub const MCP_PATH: &str = "/mcp";

/// The response header by which a component asks for a picture.
const PICTURE: &str = "x-plumbline-picture";

/// The detail of a problem if no endpoint component is bound.
pub const NO_ENDPOINTS: &str =
    "No component serves the API. Start the server with --components, or publish and bind endpoint components.";

impl<T: Backend> Pipeline<T> {
    /// Answers a call to `below`, the path under [`BASE_PATH`]. Every response reports the caller's rate limit.
    ///
    /// # Errors
    /// Returns a problem if the credential is missing, invalid or cannot be checked, or if the rate limit cannot be checked.
    /// Later problems are returned as responses.
    pub async fn call<B: RequestBody>(
        &self,
        request: Request<B>,
        below: &str,
        request_id: &str,
    ) -> Result<CallOutcome<T::Body>, Problem> {
        let credential = self.authenticate(request.headers(), request.uri().query(), Surface::Rest).await?;
        self.call_as(&credential, Origin::REST, request, below, request_id).await
    }

    /// Answers a call of an authenticated caller. See [`Pipeline::call`].
    ///
    /// # Errors
    /// Returns a problem if the rate limit cannot be checked. Later problems are returned as responses.
    pub async fn call_as<B: RequestBody>(
        &self,
        credential: &Arc<Credential>,
        origin: Origin<'_>,
        request: Request<B>,
        below: &str,
        request_id: &str,
    ) -> Result<CallOutcome<T::Body>, Problem> {
        let mut call = Call::start(origin.surface);
        let bucket = Bucket::of(&self.settings.tiers, credential, request.method());
        let level = self.backend.take(&bucket.key, bucket.rate).instrument(trace_span!(target: "waits", "rate")).await;
        let (status, taken) = bucket.status(level.map_err(ComponentError::into_problem)?);
        let is_refused = taken.is_err();
        let result = match taken {
            // Boxed, so that a refusal does not pay for the stack space of a full call.
            Ok(()) => Box::pin(self.serve(request, below, (credential, origin), request_id, &mut call)).await,
            Err(problem) => Err(problem),
        };
        let mut response = result
            .unwrap_or_else(|problem| problem.into_response(&self.settings.public_url, request_id).map(T::Body::from));
        // The result of a tool has no headers of its own.
        if origin.surface == Surface::Rest {
            status.write_headers(response.headers_mut());
        }
        let event = call.finish(credential, request_id, &response);
        let code = event.error_code.as_deref().and_then(ProblemCode::from_code);
        self.backend.record(credential.scope(), event);
        if is_refused {
            self.backend.delay_refusal(&bucket.key).instrument(trace_span!(target: "waits", "refusal")).await;
        }
        Ok(CallOutcome { response, route: call.route, code })
    }

    /// Counts a read of an authenticated caller that no operation answers.
    ///
    /// # Errors
    /// Returns a problem if the rate limit is exceeded or cannot be checked.
    pub async fn admit(&self, credential: &Credential) -> Result<(), Problem> {
        let bucket = Bucket::of(&self.settings.tiers, credential, &Method::GET);
        let level = self.backend.take(&bucket.key, bucket.rate).await.map_err(ComponentError::into_problem)?;
        bucket.status(level).1
    }

    /// Passes a call to the component that serves it for this tenant.
    async fn serve<B: RequestBody>(
        &self,
        request: Request<B>,
        below: &str,
        (credential, origin): (&Arc<Credential>, Origin<'_>),
        request_id: &str,
        call: &mut Call,
    ) -> Result<Response<T::Body>, Problem> {
        let table = self.backend.routes(credential);
        let target = match table.find(request.method().as_str(), below) {
            Match::Found(target) => target,
            Match::NotFound if table.is_empty() => {
                return Err(Problem::new(ProblemCode::Unavailable, NO_ENDPOINTS));
            }
            Match::NotFound => {
                return Err(Problem::new(ProblemCode::NotFound, format!("The path {below} does not exist.")));
            }
            Match::MethodNotAllowed(methods) => {
                let allow = methods.join(", ");
                if request.method() == Method::OPTIONS {
                    return Ok(options(&allow).map(T::Body::from));
                }
                return Err(Problem::new(ProblemCode::MethodNotAllowed, format!("This path supports {allow}."))
                    .header(header::ALLOW, allow));
            }
        };
        call.route = Some(Arc::clone(&target.route));
        self.require_scope(target, credential, origin.surface)?;
        let _running = running::acquire(&self.backend, credential, request.headers()).await?;
        let method = request.method().clone();
        let request = self.for_component(request, below).await?;
        let (slots, caller) = (table.slots(), &*self.caller_headers(credential)?);
        let component_call = ComponentCall { credential, target, below, request_id, slots, origin, caller };
        match self.backend.answer(&component_call, request).await {
            Ok(mut response) => {
                let usage = ResponseUsage::of(&response);
                response.extensions_mut().insert(usage);
                self.draw_picture(credential, &method, &mut response).await?;
                caller::strip_internal_headers(response.headers_mut());
                Ok(response)
            }
            Err(none) => Err(none.into_problem()),
        }
    }

    /// Puts the picture that a response asks for into its body. The response to HEAD has none.
    async fn draw_picture(
        &self,
        credential: &Credential,
        method: &Method,
        response: &mut Response<T::Body>,
    ) -> Result<(), Problem> {
        let Some(wanted) = response.headers().get(PICTURE).and_then(|wanted| wanted.to_str().ok()).map(str::to_owned)
        else {
            return Ok(());
        };
        // The length of the body that is replaced.
        response.headers_mut().remove(header::CONTENT_LENGTH);
        if method != Method::HEAD {
            let drawn = self.backend.picture(credential, &wanted).await.map_err(ComponentError::into_problem)?;
            *response.body_mut() = T::Body::from(drawn);
        }
        Ok(())
    }

    /// Finds the credential of a caller.
    ///
    /// # Errors
    /// Returns a problem with a challenge if the credential is missing or invalid, and `unavailable` if it cannot be checked.
    pub async fn authenticate(
        &self,
        headers: &HeaderMap,
        query: Option<&str>,
        surface: Surface,
    ) -> Result<Arc<Credential>, Problem> {
        let unauthenticated = |detail: &str, parameters: &str| {
            self.challenge((ProblemCode::Unauthenticated, detail), parameters, surface)
        };
        let missing = |detail: &str| unauthenticated(detail, "");
        let refused = |detail: &str| unauthenticated(detail, "error=\"invalid_token\", ");
        let Some(value) = headers.get(header::AUTHORIZATION) else {
            let in_query = query.is_some_and(|query| query.split('&').any(|pair| pair.starts_with("access_token=")));
            return Err(missing(if in_query {
                "Credentials in the URL are not accepted, because URLs are logged. Send `Authorization: Bearer \
                 <credential>`."
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
            .ok_or_else(|| missing("The Authorization header must be `Bearer <credential>`."))?;
        match self.backend.credential(token).instrument(trace_span!(target: "waits", "credential")).await {
            Ok(Ok(credential)) if surface == Surface::Mcp && !credential.opens_agents => Err(refused(
                "The token was issued for another resource. Request one for the URL of the surface for agents.",
            )),
            Ok(Ok(credential)) => Ok(credential),
            Ok(Err(refusal)) => Err(refused(refusal.message())),
            Err(error) => {
                error!(%error, "a credential cannot be checked");
                Err(Problem::new(
                    ProblemCode::Unavailable,
                    "Credentials cannot be checked right now. Try again in a moment.",
                ))
            }
        }
    }

    /// Returns a problem with a challenge (RFC 6750): these parameters, and the URL of the metadata that describes how to
    /// get a credential (RFC 9728).
    fn challenge(&self, (code, detail): (ProblemCode, &str), parameters: &str, surface: Surface) -> Problem {
        let resource = match surface {
            Surface::Rest => BASE_PATH,
            Surface::Mcp => MCP_PATH,
        };
        let metadata = format!("{}/.well-known/oauth-protected-resource{resource}", self.settings.public_url);
        let challenge = format!("Bearer {parameters}resource_metadata=\"{metadata}\"");
        Problem::new(code, detail).header(header::WWW_AUTHENTICATE, challenge)
    }

    fn require_scope(
        &self,
        target: &Target<T::Component>,
        credential: &Credential,
        surface: Surface,
    ) -> Result<(), Problem> {
        let Some(scope) = &target.route.scope else { return Ok(()) };
        if credential.scopes.iter().any(|granted| granted == scope) {
            return Ok(());
        }
        let detail = format!("This operation requires the scope `{scope}`.");
        let parameters = format!("error=\"insufficient_scope\", scope=\"{scope}\", ");
        Err(self.challenge((ProblemCode::InsufficientScope, &detail), &parameters, surface))
    }
}

/// Returns the response to `OPTIONS`, which lists the methods of a path.
pub fn options(allow: &str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    set_header(response.headers_mut(), header::ALLOW, allow);
    response
}
