//! `plumbline:document`: the drawing behind an export. The worker names the blob, and the exporter reads it.

use plumbline_engine::{Capability, Interface, JobServices, State};
use plumbline_storage::BlobError;

use crate::bindings::document::facts::{Drawing, Host as FactsHost};
use crate::bindings::document::{reading, sharing};
use crate::file_bytes::FileBytes;

/// The drawing behind an export, for workers and exporters. `facts` has only types.
pub(crate) struct Originals;

impl Capability for Originals {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:document/sharing@1.0.0" => [sharing],
            Worker "plumbline:document/facts@1.0.0" => [],
            Exporter "plumbline:document/document@1.0.0" => [reading],
            Exporter "plumbline:document/facts@1.0.0" => [],
        ]
    }
}

/// A drawing that a worker shares with the exporters it runs.
#[derive(Clone)]
pub(crate) struct SharedDrawing {
    key: String,
    drawing: Drawing,
}

/// A drawing that an exporter may read.
#[derive(Clone)]
pub(crate) struct Original {
    file: FileBytes,
    drawing: Drawing,
}

impl SharedDrawing {
    /// Opens the file for an exporter.
    pub(crate) async fn open(self, services: &JobServices) -> Result<Original, BlobError> {
        Ok(Original { file: FileBytes::of(services, self.key).await?, drawing: self.drawing })
    }
}

impl FactsHost for State {}

impl sharing::Host for State {
    async fn share(&mut self, key: String, drawing: Drawing) -> wasmtime::Result<()> {
        self.set_extension(SharedDrawing { key, drawing });
        Ok(())
    }
}

impl reading::Host for State {
    async fn describe(&mut self) -> wasmtime::Result<Option<Drawing>> {
        Ok(self.extension::<Original>().map(|original| original.drawing.clone()))
    }

    async fn size(&mut self) -> wasmtime::Result<u64> {
        Ok(self.extension::<Original>().map_or(0, |original| original.file.size()))
    }

    async fn read(&mut self, offset: u64, length: u32) -> wasmtime::Result<Vec<u8>> {
        match self.extension::<Original>() {
            Some(original) => original.file.read(offset, length).await,
            None => Ok(Vec::new()),
        }
    }
}
