//! A component on trial: checked as for publishing, and run on data that is discarded. Nothing is stored or bound.
//! `plumbline plugin test` uses it.

use async_recursion::async_recursion as boxed;
use bytes::Bytes;
use plumbline_engine::{CallError, Description, Engine, Loaded, Refusal, Slot, class_of};
use plumbline_storage::{BlobError, Scope};
use tokio::sync::mpsc;

use crate::bindings::drawing::quantities::{Findings, Schedule};
use crate::bindings::drawing::sheets::Sheet;
use crate::bindings::extractor::api::Options;
use crate::bindings::provenance::components::ComponentRef;
use crate::exporting::{ExportError, produce};
use crate::extraction;
use crate::readers;
use crate::rows::RowSource;
use crate::rows::exporter::rows::{Header, ItemRow, RouteRow};
use crate::sheets;
use crate::spool::Spool;

/// The data that an exporter can pull.
#[derive(Debug, Clone)]
pub struct TrialRows {
    /// The header of the export.
    pub header: Header,
    /// The components that made the quantities.
    pub components: Vec<ComponentRef>,
    /// The items, by page and position.
    pub items: Vec<ItemRow>,
    /// The routes.
    pub routes: Vec<RouteRow>,
    /// The schedules of the drawing.
    pub schedules: Vec<Schedule>,
}

/// The reason why a component on trial gave no result.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The call failed or exceeded a limit.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The component returned an error.
    #[error("it says: {0}")]
    Component(String),
    /// The host could not provide the data.
    #[error("the host failed: {0}")]
    Host(String),
}

/// A component that has passed the checks of publishing.
pub struct Trial {
    engine: Engine,
    loaded: Loaded,
}

/// Returns the sheets of a drawing, read by the tenant's reader for its type.
///
/// # Errors
/// Returns an error if no reader takes the file or if it cannot be read.
#[boxed]
pub async fn read_sheets(engine: &Engine, scope: &Scope, file: Bytes, media_type: &str) -> anyhow::Result<Vec<Sheet>> {
    let services = engine.job_services(scope);
    let (blobs, key) = (&services.storage.blobs, "on-trial");
    blobs.write(scope, key, file).await?;
    let failed = |failure: crate::bindings::reader::api::Failure| anyhow::anyhow!(failure.message);
    let mut document = readers::document(&services, key.to_owned(), media_type).await.map_err(failed)?;
    let mut read = Vec::new();
    for page in 1..=document.open().await.map_err(failed)? {
        let key = format!("{key}.{page}");
        document.read(page, &key).await.map_err(failed)?;
        let size = blobs.size(scope, &key).await?;
        read.push(sheets::decode(&blobs.read(scope, &key, 0..size).await?)?);
    }
    Ok(read)
}

impl Trial {
    /// Checks a component as publishing does. Without a slot, uses the slot that its exports and its description name.
    ///
    /// # Errors
    /// Returns the [`Refusal`] that publishing would return.
    pub async fn of(engine: &Engine, slot: Option<&Slot>, bytes: impl Into<Bytes>) -> Result<Self, Refusal> {
        Self::of_bytes(engine.clone(), slot, bytes.into()).await
    }

    #[boxed]
    async fn of_bytes(engine: Engine, slot: Option<&Slot>, bytes: Bytes) -> Result<Self, Refusal> {
        if let Some(slot) = slot {
            let loaded = engine.load(slot, bytes).await?;
            return Ok(Self { engine, loaded });
        }
        let unnamed = Slot::new(class_of(&bytes)?, "on-trial");
        let (mut loaded, described) = engine.prepare(&unnamed, bytes).await?;
        if let Some(described) = described {
            loaded.slot = Slot::new(unnamed.class, described.slot_name().1);
            loaded.description = described.check(&loaded.slot)?;
        }
        Ok(Self { engine, loaded })
    }

    /// Returns the component's description.
    pub fn description(&self) -> &Description {
        &self.loaded.description
    }

    /// Returns the file that an exporter writes.
    ///
    /// # Errors
    /// Returns a [`TrialError`] if the exporter does not write the file.
    #[boxed]
    pub async fn export(&self, rows: &TrialRows) -> Result<Bytes, TrialError> {
        self.measured_export(rows).await.map(|(file, _)| file)
    }

    /// Returns the file that an exporter writes, and the peak of its memory in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Trial::export`].
    #[boxed]
    pub async fn measured_export(&self, rows: &TrialRows) -> Result<(Bytes, usize), TrialError> {
        let source = source(rows).map_err(TrialError::Host)?;
        let (chunks, mut inbox) = mpsc::channel::<Result<Bytes, BlobError>>(1);
        let collect = async {
            let mut file = Vec::new();
            while let Some(Ok(chunk)) = inbox.recv().await {
                file.extend_from_slice(&chunk);
            }
            file
        };
        let (done, file) = futures::join!(produce(&self.engine, &self.loaded, None, source, None, chunks), collect);
        match done {
            Ok(memory) => Ok((file.into(), memory)),
            Err(ExportError::Call(error)) => Err(error.into()),
            Err(ExportError::Component(message)) => Err(TrialError::Component(message)),
        }
    }

    /// Returns an extractor's survey of a page.
    ///
    /// # Errors
    /// Returns a [`TrialError`] if the extractor gives no survey.
    #[boxed]
    pub async fn survey(&self, sheet: &Sheet) -> Result<Vec<u8>, TrialError> {
        let mut running = self.engine.start_driven(&self.loaded, None, extraction::instantiate).await?;
        let survey = running
            .call(async |store, extractor| extractor.plumbline_extractor_extractor().call_survey(store, sheet).await)
            .await?;
        survey.map_err(|failure| TrialError::Component(failure.message))
    }

    /// Returns an extractor's findings on a page.
    ///
    /// # Errors
    /// Returns a [`TrialError`] if the extractor gives no findings.
    #[boxed]
    pub async fn extract(&self, sheet: &Sheet, surveys: &[Vec<u8>], options: &Options) -> Result<Findings, TrialError> {
        let mut running = self.engine.start_driven(&self.loaded, None, extraction::instantiate).await?;
        let found = running
            .call(async |store, extractor| {
                extractor.plumbline_extractor_extractor().call_extract(store, sheet, surveys, options).await
            })
            .await?;
        found.map_err(|failure| TrialError::Component(failure.message))
    }
}

/// Returns rows for an exporter to pull, spooled as in an export.
fn source(rows: &TrialRows) -> Result<RowSource, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut items = Spool::create().map_err(failed)?;
    let mut routes = Spool::create().map_err(failed)?;
    let mut schedules = Spool::create().map_err(failed)?;
    items.push(&rows.items)?;
    routes.push(&rows.routes)?;
    schedules.push(&rows.schedules)?;
    let (header, components) = (rows.header.clone(), rows.components.clone());
    RowSource::new(header, components, &mut items, &mut routes, &mut schedules).map_err(failed)
}
