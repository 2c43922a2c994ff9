//! Machine code of components in the store of blobs, which all hosts share.
//!
//! Machine code is executed as it is, and others may be able to write to a bucket. Each object therefore ends with an
//! HMAC over its name and its bytes, under a key derived from the hosts' secret, and is used only if that is valid. The
//! name has the component's digest and what the code depends on: the engine's version and settings, and the features of
//! the processor.

use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use bytes::Bytes;
use futures::TryStreamExt as _;
use hmac::{Hmac, Mac as _};
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use sha2::Sha256;

use super::deletion::delete_all;
use super::error::BlobError;

/// The purpose of the key, from which it is derived.
pub(crate) const PURPOSE: &str = "plumbline compiled components 1";
/// Folder of the machine code. It cannot be a tenant's folder, which starts with `ten_`.
const FOLDER: &str = "code";
/// Length of the HMAC in bytes.
const SEAL: usize = 32;
/// Most bytes of a component's code. The largest of our own has 30 MB.
const MAX_BYTES: u64 = 512 << 20;

/// Machine code that hosts share. Cheap to clone.
#[derive(Clone)]
pub struct SharedCode {
    store: Arc<dyn ObjectStore>,
    key: [u8; SEAL],
}

impl std::fmt::Debug for SharedCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedCode({})", self.store)
    }
}

impl SharedCode {
    pub(super) fn new(store: Arc<dyn ObjectStore>, key: [u8; SEAL]) -> Self {
        Self { store, key }
    }

    /// Returns the code with this name if the store has it.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails, or if the code was not written by a host with this secret.
    #[boxed]
    pub async fn fetch(&self, name: &str) -> Result<Option<Bytes>, BlobError> {
        let found = match self.store.get(&path(name)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if found.meta.size > MAX_BYTES {
            return Err(BlobError::TooLarge(MAX_BYTES));
        }
        let bytes = found.bytes().await?;
        let length = bytes.len().checked_sub(SEAL).ok_or_else(|| BlobError::Io("the code is truncated".into()))?;
        let seal = bytes.slice(length..);
        let code = bytes.slice(..length);
        let is_ours = self.mac(name).chain_update(&code).verify_slice(&seal).is_ok();
        if is_ours { Ok(Some(code)) } else { Err(BlobError::Io("the seal does not match the hosts' secret".into())) }
    }

    /// Stores code under a name, replacing what is there: code of one name does the same.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails.
    #[boxed]
    pub async fn store(&self, name: &str, code: Bytes) -> Result<(), BlobError> {
        let seal = self.mac(name).chain_update(&code).finalize().into_bytes();
        let sealed = PutPayload::from_iter([code, Bytes::copy_from_slice(&seal)]);
        self.store.put(&path(name), sealed).await?;
        Ok(())
    }

    /// Removes the code of a component for all engines and processors.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails.
    #[boxed]
    pub async fn remove(&self, digest: &str) -> Result<(), BlobError> {
        let begin = format!("{FOLDER}/{digest}-");
        let found = self.store.list(Some(&Path::from(FOLDER))).map_ok(|found| found.location);
        let of_digest = found.try_filter(move |path| std::future::ready(path.as_ref().starts_with(&begin)));
        delete_all(&*self.store, Box::pin(of_digest)).await?;
        Ok(())
    }

    /// Starts the HMAC of a component's code, which the caller then adds.
    fn mac(&self, name: &str) -> Hmac<Sha256> {
        // HMAC takes keys of any length. A name has no zero byte, so it cannot run into the code.
        let mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes any key");
        mac.chain_update(name).chain_update([0])
    }
}

fn path(name: &str) -> Path {
    Path::from_iter([FOLDER, name])
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::memory::InMemory;

    #[tokio::test]
    async fn code_is_taken_only_from_a_host_with_the_same_secret() {
        let store: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
        let code = SharedCode::new(Arc::clone(&store), [7; SEAL]);
        assert_eq!(code.fetch("ab-1.cwasm").await, Ok(None));
        code.store("ab-1.cwasm", "machine code".into()).await.unwrap();
        assert_eq!(code.fetch("ab-1.cwasm").await.unwrap().unwrap(), "machine code");
        let other = SharedCode::new(Arc::clone(&store), [8; SEAL]);
        assert!(matches!(other.fetch("ab-1.cwasm").await, Err(BlobError::Io(_))));

        // Under another name, changed, and cut.
        let sealed = store.get(&path("ab-1.cwasm")).await.unwrap().bytes().await.unwrap();
        store.put(&path("ab-2.cwasm"), sealed.clone().into()).await.unwrap();
        assert!(code.fetch("ab-2.cwasm").await.is_err());
        for changed in [0, sealed.len() - 1] {
            let mut bytes = sealed.to_vec();
            bytes[changed] ^= 1;
            store.put(&path("ab-1.cwasm"), bytes.into()).await.unwrap();
            assert!(code.fetch("ab-1.cwasm").await.is_err());
        }
        for length in [0, SEAL - 1, SEAL, sealed.len() - 1] {
            store.put(&path("ab-1.cwasm"), sealed.slice(..length).into()).await.unwrap();
            assert!(code.fetch("ab-1.cwasm").await.is_err());
        }
        code.store("abc-1.cwasm", "another".into()).await.unwrap();
        code.remove("ab").await.unwrap();
        assert_eq!(code.fetch("ab-1.cwasm").await, Ok(None));
        assert!(code.fetch("abc-1.cwasm").await.unwrap().is_some());
    }
}
