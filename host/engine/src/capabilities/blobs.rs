//! `plumbline:worker/blobs`: the tenant's blobs, read and written in parts of bounded size. `plumbline:blob-totals`:
//! their bytes.

use plumbline_storage::BlobError;

use crate::bindings::blob_totals::totals;
use crate::bindings::worker::blobs::{self, Error, Host};
use crate::capability::{Capability, Interface, interfaces};
use crate::slot::Class;
use crate::state::State;

/// The tenant's blobs.
pub struct BlobAccess;

impl Capability for BlobAccess {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Worker "plumbline:worker/blobs@1.0.0" => [blobs],
        ]
    }
}

/// The bytes of the tenant's blobs.
pub struct BlobTotals;

impl Capability for BlobTotals {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Worker "plumbline:blob-totals/totals@1.0.0" => [totals],
        ]
    }
}

impl Host for State {
    async fn size(&mut self, key: String) -> wasmtime::Result<Result<u64, Error>> {
        let services = self.services()?;
        or_end(services.storage.blobs.size(&services.scope, &key).await)
    }

    async fn read(&mut self, key: String, offset: u64, length: u32) -> wasmtime::Result<Result<Vec<u8>, Error>> {
        let services = self.services()?;
        let range = offset..offset.saturating_add(length.into());
        or_end(services.storage.blobs.read(&services.scope, &key, range).await.map(Into::into))
    }

    async fn write(&mut self, key: String, bytes: Vec<u8>) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        let limit = services.settings.limits.of(Class::Worker).output_bytes;
        if bytes.len() as u64 > limit {
            return Ok(Err(Error::TooLarge(limit)));
        }
        or_end(services.storage.blobs.write(&services.scope, &key, bytes.into()).await)
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        or_end(services.storage.blobs.delete(&services.scope, &key).await)
    }

    async fn delete_prefix(&mut self, prefix: String) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        or_end(services.storage.blobs.delete_prefix(&services.scope, &prefix).await.map(drop))
    }

    async fn fetch(&mut self, url: String, key: String, max_bytes: u64) -> wasmtime::Result<Result<u64, Error>> {
        let services = self.services()?;
        or_end(services.storage.blobs.fetch(&url, &services.scope, &key, max_bytes).await)
    }
}

impl totals::Host for State {
    async fn bytes_below(&mut self, prefix: String) -> wasmtime::Result<Result<u64, String>> {
        let services = self.services()?;
        match services.storage.blobs.bytes_below(&services.scope, &prefix).await {
            Err(error @ BlobError::Unavailable(_)) => Err(wasmtime::Error::new(error)),
            counted => Ok(counted.map_err(|error| error.to_string())),
        }
    }
}

/// Returns the outcome to the worker, or ends its call if the file store does not answer. The job is tried again then,
/// so that no worker takes the outage for a property of the file.
fn or_end<T>(outcome: Result<T, BlobError>) -> wasmtime::Result<Result<T, Error>> {
    Ok(match outcome {
        Ok(value) => Ok(value),
        Err(BlobError::NotFound) => Err(Error::NotFound),
        Err(BlobError::TooLarge(limit)) => Err(Error::TooLarge(limit)),
        Err(BlobError::Unreachable(reason)) => Err(Error::Unreachable(reason)),
        Err(error @ BlobError::Unavailable(_)) => return Err(wasmtime::Error::new(error)),
        Err(other) => Err(Error::Io(other.to_string())),
    })
}
