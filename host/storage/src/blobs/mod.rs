//! Tenants' files, by key. Keys are paths below the tenant's scope: `documents/doc_…/original`.

mod address;
mod fetch;
mod staging;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, TryStreamExt as _};
use object_store::local::LocalFileSystem;
use object_store::{ObjectStore, ObjectStoreExt as _, WriteMultipart};

pub use fetch::use_ring;

use crate::error::StorageError;
use plumbline_seals::{InvalidKey, check_key};
use plumbline_tenancy::Scope;

/// Concurrent deletions.
const DELETIONS: usize = 8;
/// Age of the last write after which a staging file cannot belong to an active upload.
const STAGING_AGE: Duration = Duration::from_secs(24 * 3600);
/// Parts of an upload that may wait for the disk.
const PARTS_WAITING: usize = 2;

/// The reason a blob could not be read or written. Matches the cases of the worker's `blobs` interface.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    /// The blob does not exist.
    #[error("the blob was not found")]
    NotFound,
    /// The blob already exists, and was not to be replaced.
    #[error("there is such a blob already")]
    Exists,
    /// More bytes than allowed; the number is the limit.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// An address could not be reached, is not allowed, or did not return a successful response.
    #[error("{0}")]
    Unreachable(String),
    /// The key cannot be used.
    #[error("key: {0}")]
    InvalidKey(String),
    /// The stream of bytes broke off.
    #[error("the upload broke off: {0}")]
    Interrupted(String),
    /// The disk has less free space than is reserved for databases and logs.
    #[error("the server's disk is almost full")]
    NoSpace,
    /// The disk or the store failed.
    #[error("{0}")]
    Io(String),
}

impl From<InvalidKey> for BlobError {
    fn from(InvalidKey(why): InvalidKey) -> Self {
        Self::InvalidKey(why)
    }
}

impl From<object_store::Error> for BlobError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound,
            object_store::Error::AlreadyExists { .. } => Self::Exists,
            other => Self::Io(other.to_string()),
        }
    }
}

/// The files of all tenants, in a folder. Cheap to clone.
#[derive(Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    /// Bytes of the disk that blobs leave free.
    min_free_bytes: u64,
    fetcher: fetch::Fetcher,
    /// The fetcher for small responses that a person waits for.
    quick_fetcher: fetch::Fetcher,
}

impl std::fmt::Debug for Blobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Blobs({})", self.store)
    }
}

impl Blobs {
    /// Opens the blobs below `folder`, and keeps `min_free_bytes` of its disk free. `allow_loopback` allows
    /// [`Blobs::fetch`] to use `http` and loopback addresses.
    pub(crate) fn open(folder: &Path, allow_loopback: bool, min_free_bytes: u64) -> Result<Self, StorageError> {
        std::fs::create_dir_all(folder).map_err(StorageError::io(format!("creating {}", folder.display())))?;
        let store = LocalFileSystem::new_with_prefix(folder)
            .map_err(|e| StorageError::Invalid(format!("data_dir: {}: {e}", folder.display())))?
            .with_automatic_cleanup(true)
            // A row that names a file is durable when the response is sent, so the file must be durable before.
            .with_fsync(true);
        let failed = |e| StorageError::Invalid(format!("the client for fetching documents cannot start: {e}"));
        let fetcher = fetch::Fetcher::new(allow_loopback).map_err(failed)?;
        let quick_fetcher = fetch::Fetcher::quick(allow_loopback).map_err(failed)?;
        Ok(Self { store: Arc::new(store), folder: folder.to_owned(), min_free_bytes, fetcher, quick_fetcher })
    }

    /// Fetches a small text from an address that an unauthenticated client gave. Unlike [`Blobs::fetch`], it follows no
    /// redirects, takes at most seconds, and stores nothing. Returns the media type and the text.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`], worded for that client.
    pub async fn fetch_small(&self, url: &str, limit: usize) -> Result<(String, bytes::Bytes), BlobError> {
        let response = self.quick_fetcher.get(url).await?;
        let media_type = response.headers().get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.unwrap_or_default().to_owned();
        Ok((media_type, fetch::read_small(response, limit).await?))
    }

    /// Deletes the staging files of uploads that ended with the death of their host: those a day old. Returns their
    /// number.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read or a file cannot be deleted.
    pub async fn remove_abandoned_uploads(&self) -> Result<usize, StorageError> {
        let folder = self.folder.clone();
        let swept = tokio::task::spawn_blocking(move || staging::sweep(&folder, STAGING_AGE)).await;
        swept.map_err(|error| StorageError::Invalid(format!("the sweep broke off: {error}")))?
    }

    /// Returns the size of a blob in bytes.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    pub async fn size(&self, scope: &Scope, key: &str) -> Result<u64, BlobError> {
        Ok(self.store.head(&path(scope, key)?).await?.size)
    }

    /// Returns the bytes of a blob in `range`, or fewer if the range extends beyond the end.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    pub async fn read(&self, scope: &Scope, key: &str, range: Range<u64>) -> Result<Bytes, BlobError> {
        let path = path(scope, key)?;
        let size = self.store.head(&path).await?.size;
        let range = range.start.min(size)..range.end.min(size);
        if range.is_empty() {
            return Ok(Bytes::new());
        }
        Ok(self.store.get_range(&path, range).await?)
    }

    /// Returns all bytes of a blob that has at most `max_bytes`.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, [`BlobError::TooLarge`] if it is larger, and others.
    pub async fn read_all(&self, scope: &Scope, key: &str, max_bytes: u64) -> Result<Bytes, BlobError> {
        let found = self.store.get(&path(scope, key)?).await?;
        if found.meta.size > max_bytes {
            return Err(BlobError::TooLarge(max_bytes));
        }
        Ok(found.bytes().await?)
    }

    /// Returns a blob's size and a stream of its bytes, or of those in `range` if one is given.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    pub async fn stream(
        &self,
        scope: &Scope,
        key: &str,
        range: Option<Range<u64>>,
    ) -> Result<(u64, BoxStream<'static, Result<Bytes, BlobError>>), BlobError> {
        let options =
            object_store::GetOptions { range: range.map(object_store::GetRange::Bounded), ..Default::default() };
        let found = self.store.get_opts(&path(scope, key)?, options).await?;
        Ok((found.meta.size, found.into_stream().map_err(BlobError::from).boxed()))
    }

    /// Writes a blob atomically, replacing an existing one.
    ///
    /// # Errors
    /// [`BlobError::NoSpace`] if the disk is almost full, and others if the key is not valid or the store fails.
    pub async fn write(&self, scope: &Scope, key: &str, bytes: Bytes) -> Result<(), BlobError> {
        self.require_space(bytes.len() as u64)?;
        self.store.put(&path(scope, key)?, bytes.into()).await?;
        Ok(())
    }

    /// Writes a blob from a stream of at most `max_bytes` atomically, and returns its size. If `replace` is false, a
    /// blob that exists, or is written before the stream has ended, is left unchanged.
    ///
    /// # Errors
    /// [`BlobError::TooLarge`], [`BlobError::Exists`], [`BlobError::Interrupted`], [`BlobError::NoSpace`] and others.
    pub async fn write_stream<S, E>(
        &self,
        scope: &Scope,
        key: &str,
        stream: S,
        max_bytes: u64,
        replace: bool,
    ) -> Result<u64, BlobError>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        E: std::fmt::Display,
    {
        let path = path(scope, key)?;
        self.require_space(0)?;
        if replace {
            return self.write_parts(&path, stream, max_bytes).await;
        }
        if self.exists(&path).await? {
            return Err(BlobError::Exists);
        }
        // Finishing an upload replaces an existing blob, so the upload is finished elsewhere and then moved if the
        // place is free.
        let staged = staging::place();
        let size = self.write_parts(&staged, stream, max_bytes).await?;
        let moved = self.store.rename_if_not_exists(&staged, &path).await;
        if moved.is_err()
            && let Err(error) = self.store.delete(&staged).await
        {
            tracing::warn!(%error, "an upload that was not needed could not be removed");
        }
        moved?;
        Ok(size)
    }

    /// Writes a stream to a path in the store, replacing an existing object.
    async fn write_parts<S, E>(
        &self,
        path: &object_store::path::Path,
        stream: S,
        max_bytes: u64,
    ) -> Result<u64, BlobError>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        E: std::fmt::Display,
    {
        let mut upload = WriteMultipart::new(self.store.put_multipart(path).await?);
        let mut stream = std::pin::pin!(stream);
        let mut size = 0_u64;
        let failure = loop {
            match stream.next().await {
                None => break None,
                Some(Err(error)) => break Some(BlobError::Interrupted(error.to_string())),
                Some(Ok(bytes)) => {
                    size += bytes.len() as u64;
                    if size > max_bytes {
                        break Some(BlobError::TooLarge(max_bytes));
                    }
                    if let Err(error) = self.require_space(bytes.len() as u64) {
                        break Some(error);
                    }
                    if let Err(error) = upload.wait_for_capacity(PARTS_WAITING).await {
                        break Some(error.into());
                    }
                    upload.put(bytes);
                }
            }
        };
        if let Some(failure) = failure {
            if let Err(error) = upload.abort().await {
                tracing::warn!(%error, "an unfinished upload could not be removed");
            }
            return Err(failure);
        }
        upload.finish().await?;
        Ok(size)
    }

    /// Refuses to write if it would leave less free space than is reserved: a full disk also stops databases.
    fn require_space(&self, bytes: u64) -> Result<(), BlobError> {
        let disk = rustix::fs::statvfs(&self.folder).map_err(|error| BlobError::Io(format!("free space: {error}")))?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        if free < self.min_free_bytes.saturating_add(bytes) {
            tracing::error!(free, "the disk is almost full; files are refused");
            return Err(BlobError::NoSpace);
        }
        Ok(())
    }

    async fn exists(&self, path: &object_store::path::Path) -> Result<bool, BlobError> {
        match self.store.head(path).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a blob, if it exists.
    ///
    /// # Errors
    /// Returns an error if the key is not valid or the store fails.
    pub async fn delete(&self, scope: &Scope, key: &str) -> Result<(), BlobError> {
        match self.store.delete(&path(scope, key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the bytes of all blobs whose key starts with `prefix`.
    ///
    /// # Errors
    /// Returns an error if the prefix is empty or the store fails.
    pub async fn bytes_below(&self, scope: &Scope, prefix: &str) -> Result<u64, BlobError> {
        self.list(scope, prefix)?.try_fold(0_u64, |sum, found| std::future::ready(Ok(sum + found.size))).await
    }

    /// Lists the blobs whose key starts with `prefix`.
    fn list(
        &self,
        scope: &Scope,
        prefix: &str,
    ) -> Result<BoxStream<'static, Result<object_store::ObjectMeta, BlobError>>, BlobError> {
        // A prefix may end within a name (`documents/doc_1/page-`), but the store lists by folder.
        check_key(prefix.strip_suffix('/').unwrap_or(prefix))?;
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let root = format!("{scope}/");
        let listed = object_store::path::Path::from(format!("{root}{folder}"));
        let begin = format!("{root}{prefix}");
        let found = self.store.list(Some(&listed)).map_err(BlobError::from);
        let is_below = move |found: &object_store::ObjectMeta| {
            std::future::ready(found.location.as_ref().starts_with(begin.as_str()))
        };
        Ok(found.try_filter(is_below).boxed())
    }

    /// Deletes every blob whose key starts with `prefix`, and returns their number.
    ///
    /// # Errors
    /// Returns an error if the prefix is empty or the store fails.
    pub async fn delete_prefix(&self, scope: &Scope, prefix: &str) -> Result<usize, BlobError> {
        self.list(scope, prefix)?
            .map(|found| async {
                match self.store.delete(&found?.location).await {
                    Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(1),
                    Err(error) => Err(BlobError::from(error)),
                }
            })
            .buffer_unordered(DELETIONS)
            .try_fold(0, |sum, one| std::future::ready(Ok(sum + one)))
            .await
    }

    /// Checks that an address may be fetched and that its name resolves, without contacting the server.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`] with the reason.
    pub async fn check_source(&self, url: &str) -> Result<(), BlobError> {
        self.fetcher.check(url).await
    }

    /// Fetches an address over HTTPS into a blob of at most `max_bytes`, and returns its size. Refuses addresses that
    /// are not public, in the URL, in DNS and in redirects.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`] with the reason, [`BlobError::TooLarge`], and others.
    pub async fn fetch(&self, url: &str, scope: &Scope, key: &str, max_bytes: u64) -> Result<u64, BlobError> {
        check_key(key)?;
        let response = self.fetcher.get(url).await?;
        if response.content_length().is_some_and(|length| length > max_bytes) {
            return Err(BlobError::TooLarge(max_bytes));
        }
        let bytes = response.bytes_stream().map_err(|error| fetch::body_error_message(&error));
        match self.write_stream(scope, key, bytes, max_bytes, true).await {
            Err(BlobError::Interrupted(why)) => Err(BlobError::Unreachable(why)),
            other => other,
        }
    }
}

/// Returns the path of a key in the store.
fn path(scope: &Scope, key: &str) -> Result<object_store::path::Path, BlobError> {
    check_key(key)?;
    object_store::path::Path::parse(format!("{scope}/{key}")).map_err(|e| BlobError::InvalidKey(e.to_string()))
}
