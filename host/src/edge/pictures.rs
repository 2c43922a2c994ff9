//! Pictures of pages: for responses of components that ask for one, and for Spin applications, which have no files.

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use plumbline_drawings::pictures::{self, PictureError};
use plumbline_engine::Engine;
use plumbline_pipeline::{ComponentError, Problem, ProblemCode};
use plumbline_storage::Scope;
use tracing::warn;

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
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(pictures::MEDIA_TYPE));
    Ok(response)
}

/// Draws what a component asks for.
///
/// # Errors
/// Returns an error for the caller if the page cannot be drawn.
pub(super) async fn draw(engine: &Engine, scope: &Scope, wanted: &str) -> Result<Bytes, ComponentError> {
    Box::pin(pictures::draw(engine, scope, wanted)).await.map_err(|error| no_picture(&error))
}

fn no_picture(error: &PictureError) -> ComponentError {
    let code = match error {
        PictureError::Call(error) => ProblemCode::from_code(error.code()).unwrap_or(ProblemCode::Internal),
        PictureError::NoReader(_) => ProblemCode::NotEnabled,
        PictureError::NotDrawn(_) => ProblemCode::NotFound,
        PictureError::Invalid(_) | PictureError::Blob(_) => ProblemCode::Internal,
    };
    if code == ProblemCode::Internal {
        warn!(%error, "a picture cannot be drawn");
    }
    ComponentError { code, detail: error.detail() }
}
