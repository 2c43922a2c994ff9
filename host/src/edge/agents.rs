//! Requests of agents.

use http::header::AUTHORIZATION;
use http::{Request, Response};
use http_body_util::BodyExt as _;
use plumbline_mcp::Caller;
use plumbline_pipeline::{Problem, ProblemCode, RequestBody};
use plumbline_storage::Surface as UsageSurface;

use super::Body;
use super::peer::peer;
use super::state::Edge;

/// Handles a request to the surface.
///
/// # Errors
/// Returns a problem with a challenge if the credential is missing or not valid.
pub(super) async fn answer<B: RequestBody>(
    edge: &Edge,
    request: Request<B>,
    request_id: &str,
) -> Result<Response<Body>, Problem> {
    let peer = peer(edge, &request);
    let query = request.uri().query();
    let credential = match edge.pipeline.authenticate(request.headers(), query, UsageSurface::Mcp).await {
        Ok(credential) => credential,
        Err(problem) => {
            if problem.code() == ProblemCode::Unauthenticated.as_str() {
                edge.delay_unauthenticated(peer).await;
            }
            return Err(problem);
        }
    };
    let caller = Caller { credential, request_id: request_id.to_owned() };
    let (mut parts, body) = request.into_parts();
    // The credential goes no further.
    parts.headers.remove(AUTHORIZATION);
    let response = edge.agents.answer(Request::from_parts(parts, body.map_err(Into::into)), caller).await;
    Ok(response.map(|body| body.boxed_unsync()))
}
