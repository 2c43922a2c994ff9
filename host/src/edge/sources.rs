//! Requests of Spin applications to check whether a document can be fetched from a URL.

use http::{Method, Request, Response, StatusCode, header};
use plumbline_pipeline::{Problem, ProblemCode};

use super::state::Edge;
use super::{Body, blobs, respond};

/// Handles a signed request: returns 204 if the URL can be fetched, otherwise 422 with the reason as plain text.
///
/// # Errors
/// Returns a problem if the signature is invalid or has expired.
pub(crate) async fn serve<B>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem> {
    if request.method() != Method::GET {
        return Err(Problem::new(ProblemCode::MethodNotAllowed, "Use GET.").header(header::ALLOW, "GET"));
    }
    let url = edge.storage.signer.verify_source(request.uri()).map_err(blobs::refused)?;
    let (status, words) = match edge.storage.blobs.check_source(&url).await {
        Ok(()) => (StatusCode::NO_CONTENT, String::new()),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    Ok(respond(status, words))
}
