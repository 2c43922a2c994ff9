//! Draws the pictures of pages that components ask for.

use bytes::Bytes;
use plumbline_drawings::pictures::{self, PictureError};
use plumbline_engine::Engine;
use plumbline_pipeline::{ComponentError, ProblemCode};
use plumbline_storage::Scope;
use tracing::warn;

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
