//! `plumbline:document`: the drawing behind an export. The worker names the blob, and the exporter reads it.

use plumbline_storage::BlobError;

use crate::bindings::document::facts::{Drawing, Host as FactsHost};
use crate::bindings::document::{reading, sharing};
use crate::readers::FileBytes;
use crate::state::{Services, State};

/// A drawing that a worker shares with the exporters it runs.
#[derive(Clone)]
pub(crate) struct Shared {
    key: String,
    drawing: Drawing,
}

/// A drawing that an exporter may read.
pub(crate) struct Original {
    file: FileBytes,
    drawing: Drawing,
}

impl Shared {
    /// Opens the file for an exporter.
    pub(crate) async fn open(self, services: &Services) -> Result<Original, BlobError> {
        Ok(Original { file: FileBytes::of(services, self.key).await?, drawing: self.drawing })
    }
}

impl FactsHost for State {}

impl sharing::Host for State {
    async fn share(&mut self, key: String, drawing: Drawing) -> wasmtime::Result<()> {
        self.shared = Some(Shared { key, drawing });
        Ok(())
    }
}

impl reading::Host for State {
    async fn describe(&mut self) -> wasmtime::Result<Option<Drawing>> {
        Ok(self.original.as_ref().map(|original| original.drawing.clone()))
    }

    async fn size(&mut self) -> wasmtime::Result<u64> {
        Ok(self.original.as_ref().map_or(0, |original| original.file.size()))
    }

    async fn read(&mut self, offset: u64, length: u32) -> wasmtime::Result<Vec<u8>> {
        match &self.original {
            Some(original) => original.file.read(offset, length).await,
            None => Ok(Vec::new()),
        }
    }
}
