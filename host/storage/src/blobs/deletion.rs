//! The deletion of many objects.

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::ObjectStore;

use super::error::BlobError;

/// Deletes objects. Returns the number of those that existed.
pub(super) async fn delete_all(
    store: &dyn ObjectStore,
    paths: BoxStream<'static, Result<object_store::path::Path, object_store::Error>>,
) -> Result<usize, BlobError> {
    let deleted = store.delete_stream(paths).filter_map(|deleted| {
        std::future::ready(match deleted {
            Ok(_) => Some(Ok(1)),
            Err(object_store::Error::NotFound { .. }) => None,
            Err(error) => Some(Err(BlobError::from(error))),
        })
    });
    deleted.try_fold(0, |sum, one| std::future::ready(Ok(sum + one))).await
}
