//! What Spin applications ask the centre: whether a document could be fetched from an address that a caller names.

use http::{Method, Request, Response, StatusCode, header};
use plumbline_pipeline::{Problem, ProblemCode};

use super::service::Edge;
use super::{Body, blobs, full};

/// Answers a signed question: 204 for an address that can be fetched from, 422 with the reason in words for any other.
///
/// # Errors
/// A problem when the question is not signed by us or too old.
pub(crate) async fn serve<B>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem> {
    if request.method() != Method::GET {
        return Err(
            Problem::new(ProblemCode::MethodNotAllowed, "A question is asked with GET.").header(header::ALLOW, "GET")
        );
    }
    let url = edge.storage.signer.verify_source(request.uri()).map_err(blobs::refused)?;
    let (status, words) = match edge.storage.blobs.check_source(&url).await {
        Ok(()) => (StatusCode::NO_CONTENT, String::new()),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    let mut response = Response::new(full(words));
    *response.status_mut() = status;
    Ok(response)
}
