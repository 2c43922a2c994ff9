//! Published components in the store of blobs, for hosts that did not publish them. Their names are their digests, which
//! the reader checks.

use std::sync::Arc;

use bytes::Bytes;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};

use super::BlobError;

/// Folder of the components. It cannot be a tenant's folder, which starts with `ten_`.
const FOLDER: &str = "components";
/// Most bytes of a component, far above what can be published.
const MAX_BYTES: u64 = 512 << 20;

/// Components that hosts share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct SharedComponents(Arc<dyn ObjectStore>);

impl std::fmt::Debug for SharedComponents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedComponents({})", self.0)
    }
}

impl SharedComponents {
    pub(super) fn new(store: Arc<dyn ObjectStore>) -> Self {
        Self(store)
    }

    /// Returns the bytes that are stored for a digest, if there are any. They may be others than the digest's.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails.
    pub(crate) async fn fetch(&self, digest: &str) -> Result<Option<Bytes>, BlobError> {
        let found = match self.0.get(&path(digest)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if found.meta.size > MAX_BYTES {
            return Err(BlobError::TooLarge(MAX_BYTES));
        }
        Ok(Some(found.bytes().await?))
    }

    /// Stores the bytes of a digest.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails.
    pub(crate) async fn store(&self, digest: &str, bytes: Bytes) -> Result<(), BlobError> {
        self.0.put(&path(digest), bytes.into()).await?;
        Ok(())
    }

    /// Removes a component.
    ///
    /// # Errors
    /// [`BlobError::Io`] if the store fails.
    pub(crate) async fn remove(&self, digest: &str) -> Result<(), BlobError> {
        match self.0.delete(&path(digest)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

fn path(digest: &str) -> Path {
    Path::from_iter([FOLDER, &format!("{digest}.wasm")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::memory::InMemory;

    #[tokio::test]
    async fn a_component_is_there_for_all_hosts_until_it_is_removed() {
        let shared = SharedComponents::new(Arc::new(InMemory::new()));
        assert_eq!(shared.fetch("ab").await, Ok(None));
        shared.store("ab", "bytes".into()).await.unwrap();
        assert_eq!(shared.clone().fetch("ab").await, Ok(Some("bytes".into())));
        shared.remove("ab").await.unwrap();
        shared.remove("ab").await.unwrap();
        assert_eq!(shared.fetch("ab").await, Ok(None));
    }
}
