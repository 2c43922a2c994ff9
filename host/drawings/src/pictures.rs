//! Pages as pictures, drawn by the tenant's reader for the file when an operation asks for one.
//!
//! An operation asks with the response header `x-plumbline-picture`, like a web server's `X-Sendfile`. So an endpoint
//! decides who may see which page, and neither file nor picture passes through it. The file is one of the caller's tenant,
//! whatever the header says.

use bytes::Bytes;
use plumbline_engine::{CallError, Engine, State};
use plumbline_storage::{BlobError, Scope};
use serde::Deserialize;
use wasmtime::Store;

use crate::bindings::pictures::DrawingPages;
use crate::bindings::pictures::api::{Failure, FailureCode, Part, View};
use crate::file_bytes::FileBytes;
use crate::linked_reader::{LinkedReader, PICTURES};
use crate::readers;

/// The media type of pictures.
pub const MEDIA_TYPE: &str = "image/png";

/// The picture that an operation asks for, as `plumbline_endpoint::picture` writes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Wanted {
    /// The blob of the file.
    key: String,
    /// The media type of the file.
    media_type: String,
    /// The page, from 1.
    page_number: u32,
    /// The part of the page, `[x_min, y_min, x_max, y_max]`, normalized to the page. `None` for all of it.
    #[serde(default)]
    area: Option<[f64; 4]>,
    /// A place to outline, of the same form. It decides the part, unless `area` does.
    #[serde(default)]
    place: Option<[f64; 4]>,
}

/// An error of drawing a picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The reader failed or exceeded a limit.
    #[error(transparent)]
    Call(#[from] CallError),
    /// No reader of the tenant draws files of this media type.
    #[error("no reader draws files of type `{0}`")]
    NoReader(String),
    /// The reader cannot draw the page. The text is for the caller.
    #[error("{0}")]
    NotDrawn(String),
    /// The host could not read the file.
    #[error("the file could not be read: {0}")]
    Blob(#[from] BlobError),
    /// The operation did not say what to draw.
    #[error("the picture is not described: {0}")]
    Invalid(#[from] serde_json::Error),
}

impl PictureError {
    /// Returns a sentence for the caller.
    pub fn detail(&self) -> String {
        match self {
            Self::Call(error) => error.detail(),
            Self::NoReader(media_type) => format!("Files of type `{media_type}` have no pictures on this server."),
            Self::NotDrawn(reason) => reason.clone(),
            Self::Blob(_) | Self::Invalid(_) => "The picture could not be drawn because of an internal error.".into(),
        }
    }
}

/// Draws a page of a tenant's file and returns the PNG. `wanted` says which page, as JSON.
///
/// # Errors
/// Returns a [`PictureError`] if the page cannot be drawn.
pub async fn draw(engine: &Engine, scope: &Scope, wanted: &str) -> Result<Bytes, PictureError> {
    let wanted: Wanted = serde_json::from_str(wanted)?;
    let services = engine.job_services(scope);
    let reader =
        readers::reader_for(&services, &wanted.media_type).filter(|reader| reader.has_optional_export(PICTURES));
    let reader = reader.ok_or_else(|| PictureError::NoReader(wanted.media_type.clone()))?;
    let file = FileBytes::of(&services, wanted.key).await?;
    let (engine, tenant, slot) = (engine.clone(), scope.tenant.clone(), reader.slot.clone());
    // On the compute threads, so that drawing does not delay requests. Dropping the task aborts it with the request.
    let drawn = engine.clone().spawn_compute(async move {
        let mut running = engine.start_driven(&reader, Some(&tenant), instantiate).await?;
        let unavailable = |cause: String| CallError::Unavailable { slot: reader.slot.clone(), cause };
        let file = running.state().table().push(file).map_err(|error| unavailable(error.to_string()))?;
        let view = view(wanted.area, wanted.place);
        let drawn = running
            .call(async |store, drawer| {
                drawer.plumbline_pictures_pictures().call_draw(store, file, wanted.page_number, view).await
            })
            .await;
        reader.record_outcome(drawn.is_err());
        drawn
    });
    match drawn.join().await {
        Ok(Ok(Ok(picture))) => Ok(picture.into()),
        Ok(Ok(Err(failure))) => Err(refusal(failure)),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(CallError::Unavailable { slot, cause: "the drawing ended early".into() }.into()),
    }
}

async fn instantiate(store: &mut Store<State>, linked: &LinkedReader) -> wasmtime::Result<DrawingPages> {
    let drawer = linked.drawer.as_ref().ok_or_else(|| wasmtime::format_err!("it does not draw"))?;
    drawer.instantiate_async(store).await
}

fn view(area: Option<[f64; 4]>, place: Option<[f64; 4]>) -> View {
    let part = |[x_min, y_min, x_max, y_max]: [f64; 4]| Part { x_min, y_min, x_max, y_max };
    match (area, place) {
        (Some(area), _) => View::Area(part(area)),
        (None, Some(place)) => View::Place(part(place)),
        (None, None) => View::Page,
    }
}

fn refusal(failure: Failure) -> PictureError {
    if failure.code == FailureCode::Internal {
        tracing::error!("drawing a page: {}", failure.message);
    }
    PictureError::NotDrawn(failure.message)
}
