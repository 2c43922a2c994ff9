//! `plumbline:endpoint/signing`: URLs at which a caller uploads and downloads blobs. The bytes never pass through
//! a component, and if the URL is one of an S3 store, they do not pass through the host. An invalid key is a fault of the
//! component and traps it.

use plumbline_storage::{BlobError, StoreAddress};

use crate::bindings::endpoint::signing::{self, Download, Host, Upload};
use crate::capability::{Capability, Interface, interfaces};
use crate::state::State;

/// Signed URLs of blobs.
pub struct Signing;

impl Capability for Signing {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Endpoint "plumbline:endpoint/signing@1.0.0" => [signing],
        ]
    }
}

impl Host for State {
    async fn sign_upload(
        &mut self,
        key: String,
        content_type: Option<String>,
        max_bytes: u64,
        seconds: u32,
    ) -> wasmtime::Result<Upload> {
        let services = self.services()?;
        let (storage, scope) = (&services.storage, &services.scope);
        let direct = storage.blobs.sign_upload(scope, &key, content_type.as_deref(), max_bytes, seconds).await;
        if let Some(signed) = store_address(direct)? {
            return Ok(Upload { url: signed.url, headers: signed.headers, expires_at: signed.expires_at });
        }
        let signed = storage.signer.sign_upload(scope, &key, content_type.as_deref(), max_bytes, seconds)?;
        let address = services.settings.public_url.trim_end_matches('/');
        Ok(Upload {
            url: format!("{address}{}", signed.path_and_query),
            headers: signed.headers,
            expires_at: signed.expires_at,
        })
    }

    async fn sign_download(
        &mut self,
        key: String,
        filename: String,
        content_type: String,
        seconds: u32,
    ) -> wasmtime::Result<Download> {
        let services = self.services()?;
        let (storage, scope) = (&services.storage, &services.scope);
        let direct = storage.blobs.sign_download(scope, &key, &filename, &content_type, seconds).await;
        if let Some(signed) = store_address(direct)? {
            return Ok(Download { url: signed.url, expires_at: signed.expires_at });
        }
        let signed = storage.signer.sign_download(scope, &key, &filename, &content_type, seconds)?;
        let address = services.settings.public_url.trim_end_matches('/');
        Ok(Download { url: format!("{address}{}", signed.path_and_query), expires_at: signed.expires_at })
    }

    async fn stat(&mut self, key: String) -> wasmtime::Result<Option<u64>> {
        let services = self.services()?;
        match services.storage.blobs.stat(&services.scope, &key).await {
            Ok(size) => Ok(Some(size)),
            Err(BlobError::NotFound) => Ok(None),
            // Not the component's fault. The caller should try again.
            Err(error @ BlobError::Unavailable(_)) => Err(wasmtime::Error::new(error)),
            Err(error) => Err(wasmtime::format_err!("asking for a blob's size: {error}")),
        }
    }
}

/// Returns the address of the store. If it could not be signed, the caller uses one of the host.
fn store_address(signed: Result<Option<StoreAddress>, BlobError>) -> wasmtime::Result<Option<StoreAddress>> {
    match signed {
        Ok(signed) => Ok(signed),
        Err(error @ BlobError::InvalidKey(_)) => Err(wasmtime::Error::new(error)),
        Err(error) => {
            tracing::warn!(%error, "no address of the store could be signed; the caller gets one of this host");
            Ok(None)
        }
    }
}
