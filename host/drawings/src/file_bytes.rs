//! The file that a reader or an exporter reads: a blob of the tenant.

use plumbline_engine::JobServices;
use plumbline_storage::{BlobError, Blobs, Scope};

/// A blob as a reader accesses it.
#[derive(Clone)]
pub struct FileBytes {
    pub(crate) blobs: Blobs,
    pub(crate) scope: Scope,
    key: String,
    size: u64,
}

impl FileBytes {
    pub(crate) async fn of(services: &JobServices, key: String) -> Result<Self, BlobError> {
        let (blobs, scope) = (services.storage.blobs.clone(), services.scope.clone());
        let size = blobs.size(&scope, &key).await?;
        Ok(Self { blobs, scope, key, size })
    }

    /// Returns the size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Reads at most `length` bytes from `offset`; fewer at the end.
    pub(crate) async fn read(&self, offset: u64, length: u32) -> wasmtime::Result<Vec<u8>> {
        let end = offset.saturating_add(length.into()).min(self.size);
        if offset >= end {
            return Ok(Vec::new());
        }
        // A component cannot receive an error of the disk or the store, so its call ends.
        let read = self.blobs.read(&self.scope, &self.key, offset..end).await;
        Ok(read.map_err(|error| wasmtime::Error::new(error).context("reading the file"))?.into())
    }
}
