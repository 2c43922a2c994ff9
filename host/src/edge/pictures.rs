//! Pictures of pages for Spin applications, which have no files.

use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use plumbline_drawings::pictures::MEDIA_TYPE;
use plumbline_pipeline::{ComponentError, Problem, ProblemCode};

use super::draw::draw;
use super::state::Edge;
use super::{Body, blobs, respond};

/// Handles a signed request: returns the picture.
///
/// # Errors
/// Returns a problem if the signature is invalid or has expired, or if the page cannot be drawn.
pub(crate) async fn serve<B>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem> {
    if request.method() != Method::GET {
        return Err(Problem::new(ProblemCode::MethodNotAllowed, "Use GET.").header(header::ALLOW, "GET"));
    }
    let (scope, wanted) = edge.storage.signer.verify_picture(request.uri()).map_err(blobs::refused)?;
    let drawn = draw(&edge.engine, &scope, &wanted).await;
    let picture = drawn.map_err(|ComponentError { code, detail }| Problem::new(code, detail))?;
    let mut response = respond(StatusCode::OK, picture);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    Ok(response)
}
