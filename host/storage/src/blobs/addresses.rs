//! The addresses of the store at which clients send and get files.

use async_recursion::async_recursion as boxed;
use plumbline_tenancy::Scope;

use super::{BlobError, Blobs, StoreAddress, path};

impl Blobs {
    /// Returns a signed address of the store for one PUT of at most `max_bytes` within `seconds`, or `None` if the client
    /// is to use one of the host ([`Signer::sign_upload`](crate::Signer::sign_upload)).
    ///
    /// # Errors
    /// [`BlobError::InvalidKey`], or [`BlobError::Io`] if the address cannot be signed.
    #[boxed]
    pub async fn sign_upload(
        &self,
        scope: &Scope,
        key: &str,
        content_type: Option<&str>,
        max_bytes: u64,
        seconds: u32,
    ) -> Result<Option<StoreAddress>, BlobError> {
        let path = path(scope, key)?;
        match self.s3() {
            Some(s3) => s3.sign_upload(&path, content_type, max_bytes, seconds).await,
            None => Ok(None),
        }
    }

    /// Returns a signed address of the store for GET within `seconds`, or `None` if the client is to use one of the host
    /// ([`Signer::sign_download`](crate::Signer::sign_download)). The file is saved as `filename`.
    ///
    /// # Errors
    /// [`BlobError::InvalidKey`], or [`BlobError::Io`] if the address cannot be signed.
    #[boxed]
    pub async fn sign_download(
        &self,
        scope: &Scope,
        key: &str,
        filename: &str,
        content_type: &str,
        seconds: u32,
    ) -> Result<Option<StoreAddress>, BlobError> {
        let path = path(scope, key)?;
        match self.s3() {
            Some(s3) => s3.sign_download(&path, filename, content_type, seconds).await,
            None => Ok(None),
        }
    }

    /// Returns the signed address of the store that an address of the host leads to, or `None` if the host is to send
    /// the file itself.
    ///
    /// # Errors
    /// [`BlobError::InvalidKey`], or [`BlobError::Io`] if the address cannot be signed.
    #[boxed]
    pub async fn redirect(
        &self,
        scope: &Scope,
        key: &str,
        filename: &str,
        content_type: &str,
    ) -> Result<Option<StoreAddress>, BlobError> {
        let path = path(scope, key)?;
        match self.s3() {
            Some(s3) => s3.redirect(&path, filename, content_type).await,
            None => Ok(None),
        }
    }
}
