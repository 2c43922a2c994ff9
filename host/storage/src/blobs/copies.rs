//! All files at once: their copy to a backup and back, and their deletion with a tenant.

use std::path::Path as FilePath;
use std::time::SystemTime;

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt as _};
use plumbline_tenancy::TenantId;
use tokio::io::AsyncWriteExt as _;

use super::deletion::delete_all;
use super::{BlobError, Blobs, PART_BYTES, Place, staging};
use crate::error::StorageError;

/// Files that are copied at a time.
const COPIES: usize = 8;
/// Begin of the folders of tenants.
const TENANTS: &str = "ten_";

impl Blobs {
    /// Copies all files of an S3 store to a folder, except those that it has with the same size. Does nothing for files
    /// in a folder.
    pub(crate) async fn copy_from_store(&self, to: &FilePath) -> Result<(), StorageError> {
        if self.s3().is_none() {
            return Ok(());
        }
        let copying = self.all().map_err(BlobError::from).map(|found| async move {
            let found = found.map_err(|error| failed(&error))?;
            let target = to.join::<&str>(found.location.as_ref());
            // A key is written once, except for a file that a repeated job writes again.
            let is_same = target.metadata().is_ok_and(|copy| {
                copy.len() == found.size
                    && copy.modified().is_ok_and(|copied| copied >= SystemTime::from(found.last_modified))
            });
            if is_same { Ok(()) } else { self.copy_one(&found.location, &target).await }
        });
        copying.buffer_unordered(COPIES).try_collect().await
    }

    /// Copies one file. A file that was deleted meanwhile is not copied.
    async fn copy_one(&self, path: &Path, target: &FilePath) -> Result<(), StorageError> {
        let writing = || StorageError::io(format!("writing {}", target.display()));
        let found = match self.store.get(path).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(()),
            Err(error) => return Err(failed(&error.into())),
        };
        if let Some(folder) = target.parent() {
            crate::storage::create_private_dir(folder)?;
        }
        let mut file = tokio::fs::File::create(target).await.map_err(writing())?;
        let mut bytes = found.into_stream();
        while let Some(piece) = bytes.try_next().await.map_err(|error| failed(&error.into()))? {
            file.write_all(&piece).await.map_err(writing())?;
        }
        file.sync_all().await.map_err(writing())
    }

    /// Requires that an S3 store has no tenant's files.
    pub(crate) async fn require_empty_store(&self) -> Result<(), StorageError> {
        let mut all = self.all();
        match all.try_next().await.map_err(|error| failed(&error.into()))? {
            None => Ok(()),
            Some(found) => Err(StorageError::Invalid(format!(
                "blobs.url: the store has files already, for example {}. Choose another bucket or prefix.",
                found.location
            ))),
        }
    }

    /// Copies a file to an S3 store. `path` is relative to the folder of all files.
    pub(crate) async fn copy_to_store(&self, from: &FilePath, path: &str) -> Result<(), StorageError> {
        let reading = StorageError::io(format!("copying {} to the store", from.display()));
        let path = Path::parse(path).map_err(|error| StorageError::Invalid(format!("{}: {error}", from.display())))?;
        let copied = async {
            let mut file = tokio::fs::File::open(from).await?;
            let mut object = BufWriter::with_capacity(self.store.clone(), path, PART_BYTES).with_max_concurrency(2);
            tokio::io::copy(&mut file, &mut object).await?;
            object.shutdown().await
        };
        copied.await.map_err(reading)
    }

    /// Deletes all tenants' files of an S3 store.
    pub(crate) async fn clear_store(&self) -> Result<(), StorageError> {
        let found = self.all().map_ok(|found| found.location).boxed();
        delete_all(&*self.store, found).await.map_err(|error| failed(&error))?;
        Ok(())
    }

    /// Deletes all files of a tenant.
    pub(crate) async fn delete_tenant(&self, id: &TenantId) -> Result<(), StorageError> {
        match &self.place {
            Place::Folder { path, .. } => match std::fs::remove_dir_all(path.join(id.as_str())) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(StorageError::io("deleting files")(error))
                }
                _ => Ok(()),
            },
            Place::S3(_) => {
                let own = Path::from(id.as_str());
                for folder in [staging::of(&own), own] {
                    let found = self.store.list(Some(&folder)).map_ok(|found| found.location).boxed();
                    delete_all(&*self.store, found).await.map_err(|error| failed(&error))?;
                }
                Ok(())
            }
        }
    }

    /// Lists the files of all tenants.
    fn all(&self) -> BoxStream<'static, Result<ObjectMeta, object_store::Error>> {
        let found = self.store.list(None);
        found.try_filter(|found| std::future::ready(found.location.as_ref().starts_with(TENANTS))).boxed()
    }
}

fn failed(error: &BlobError) -> StorageError {
    StorageError::Io { what: "the file store".into(), source: std::io::Error::other(error.to_string()) }
}
