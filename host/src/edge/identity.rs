//! Pages, OAuth endpoints and discovery, passed to the module `plumbline-identity`, which does not depend on sockets.

use http::{Request, Response};
use http_body_util::{BodyExt as _, Limited};
use tracing::error;

use super::peer::peer;
use super::state::Edge;
use super::{Body, full};
use plumbline_pipeline::{Problem, ProblemCode, RequestBody};

/// Size limit of a body. Forms and registrations are small.
const LARGEST_BODY: usize = 64 * 1024;

/// Handles a request to one of identity's paths.
///
/// # Errors
/// Returns a problem if the body is too large or breaks off, or if the database fails.
pub(super) async fn answer<B: RequestBody>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem> {
    let peer = peer(edge, &request);
    edge.unauthenticated_limiter.check(peer, request.method(), request.uri())?;
    let (parts, body) = request.into_parts();
    let body = Limited::new(body, LARGEST_BODY).collect().await.map_err(|_| {
        Problem::new(
            ProblemCode::PayloadTooLarge,
            format!("The form must be complete and at most {LARGEST_BODY} bytes."),
        )
    })?;
    let request = Request::from_parts(parts, body.to_bytes());
    let identity = edge.identity.clone();
    // Runs in its own task: a client that disconnects must not leave a code or a refresh token half exchanged.
    let answered = tokio::spawn(async move { identity.answer(request, peer).await }).await;
    match answered {
        Ok(Ok(response)) => Ok(response.map(full)),
        Ok(Err(error)) => {
            error!(%error, "the identity module failed");
            Err(Problem::new(
                ProblemCode::Unavailable,
                "Sign-in and credentials are unavailable right now. Try again in a moment.",
            ))
        }
        Err(broken) => {
            error!(%broken, "the identity module panicked");
            Err(Problem::new(ProblemCode::Internal, "The request could not be processed. Try again."))
        }
    }
}
