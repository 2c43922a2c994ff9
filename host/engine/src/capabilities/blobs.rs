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
        Ok(services.storage.blobs.size(&services.scope, &key).await.map_err(to_error))
    }

    async fn read(&mut self, key: String, offset: u64, length: u32) -> wasmtime::Result<Result<Vec<u8>, Error>> {
        let services = self.services()?;
        let range = offset..offset.saturating_add(length.into());
        Ok(services.storage.blobs.read(&services.scope, &key, range).await.map(Into::into).map_err(to_error))
    }

    async fn write(&mut self, key: String, bytes: Vec<u8>) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        let limit = services.settings.limits.of(Class::Worker).output_bytes;
        if bytes.len() as u64 > limit {
            return Ok(Err(Error::TooLarge(limit)));
        }
        Ok(services.storage.blobs.write(&services.scope, &key, bytes.into()).await.map_err(to_error))
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        Ok(services.storage.blobs.delete(&services.scope, &key).await.map_err(to_error))
    }

    async fn delete_prefix(&mut self, prefix: String) -> wasmtime::Result<Result<(), Error>> {
        let services = self.services()?;
        Ok(services.storage.blobs.delete_prefix(&services.scope, &prefix).await.map(drop).map_err(to_error))
    }

    async fn fetch(&mut self, url: String, key: String, max_bytes: u64) -> wasmtime::Result<Result<u64, Error>> {
        let services = self.services()?;
        Ok(services.storage.blobs.fetch(&url, &services.scope, &key, max_bytes).await.map_err(to_error))
    }
}

impl totals::Host for State {
    async fn bytes_below(&mut self, prefix: String) -> wasmtime::Result<Result<u64, String>> {
        let services = self.services()?;
        let bytes = services.storage.blobs.bytes_below(&services.scope, &prefix).await;
        Ok(bytes.map_err(|error| error.to_string()))
    }
}

fn to_error(error: BlobError) -> Error {
    match error {
        BlobError::NotFound => Error::NotFound,
        BlobError::TooLarge(limit) => Error::TooLarge(limit),
        BlobError::Unreachable(reason) => Error::Unreachable(reason),
        other => Error::Io(other.to_string()),
    }
}
