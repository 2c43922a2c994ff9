//! Tenants' files, by key. Keys are paths below the tenant's scope: `documents/doc_…/original`.

mod addresses;
mod copies;
mod deletion;
mod disposition;
mod error;
mod requests;
mod s3;
mod shared_code;
mod shared_components;
mod staging;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_recursion::async_recursion as boxed;
use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, TryStreamExt as _};
use object_store::local::LocalFileSystem;
use object_store::{ObjectStore, ObjectStoreExt as _, PutMode, PutPayload, WriteMultipart};

pub use disposition::content_disposition;
pub use error::BlobError;
pub use requests::StoreRequests;
pub use s3::{Addresses, Encryption, S3Config, StoreAddress};
pub(crate) use shared_code::PURPOSE as SHARED_CODE;
pub use shared_code::SharedCode;
pub(crate) use shared_components::SharedComponents;

use crate::error::StorageError;
use crate::outbound::{self, Fetcher};
use deletion::delete_all;
use plumbline_seals::check_key;
use plumbline_tenancy::Scope;
use s3::{Arrival, S3};

/// Age of the last write after which a staging file cannot belong to an active upload.
const STAGING_AGE: Duration = Duration::from_secs(24 * 3600);
/// Parts of an upload that may wait for the disk or the store.
const PARTS_WAITING: usize = 2;
/// Bytes of a part of an upload to an S3 store. A smaller file is one request. Stores allow 10,000 parts, so this is
/// enough for 80 GB.
pub(crate) const PART_BYTES: usize = 8 << 20;

/// The files of all tenants, in a folder or in an S3 store. Cheap to clone.
#[derive(Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    place: Place,
    fetcher: Fetcher,
    /// The fetcher for small responses that a person waits for.
    quick_fetcher: Fetcher,
}

/// Where the files are.
#[derive(Clone)]
enum Place {
    /// In a folder, on a disk of which this many bytes stay free.
    Folder { path: PathBuf, min_free_bytes: u64 },
    /// In an S3 store.
    S3(Arc<S3>),
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
        Self::with(Arc::new(store), Place::Folder { path: folder.to_owned(), min_free_bytes }, allow_loopback)
    }

    /// Opens the blobs in an S3 store, without contacting it.
    pub(crate) fn open_s3(config: &S3Config, allow_loopback: bool) -> Result<Self, StorageError> {
        let s3 = Arc::new(S3::open(config)?);
        Self::with(Arc::clone(&s3.patient), Place::S3(s3), allow_loopback)
    }

    fn with(store: Arc<dyn ObjectStore>, place: Place, allow_loopback: bool) -> Result<Self, StorageError> {
        let failed = |e| StorageError::Invalid(format!("the client for fetching documents cannot start: {e}"));
        let fetcher = Fetcher::new(allow_loopback).map_err(failed)?;
        let quick_fetcher = Fetcher::quick(allow_loopback).map_err(failed)?;
        Ok(Self { store, place, fetcher, quick_fetcher })
    }

    fn s3(&self) -> Option<&S3> {
        match &self.place {
            Place::Folder { .. } => None,
            Place::S3(s3) => Some(s3),
        }
    }

    /// Returns the store of the files.
    pub(crate) fn store(&self) -> Arc<dyn ObjectStore> {
        Arc::clone(&self.store)
    }

    /// Returns the published components that hosts share, if the files are in an S3 store.
    pub(crate) fn shared_components(&self) -> Option<SharedComponents> {
        self.s3().map(|s3| SharedComponents::new(Arc::clone(&s3.interactive)))
    }

    /// Returns the machine code that hosts share in an S3 store, sealed with this key.
    pub(crate) fn shared_code(&self, key: [u8; 32]) -> Option<SharedCode> {
        self.s3().map(|s3| SharedCode::new(Arc::clone(&s3.interactive), key))
    }

    /// Checks that an S3 store does what hosts rely on. Does nothing for files in a folder.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] with what the store does not do.
    #[boxed]
    pub async fn check_store(&self) -> Result<(), StorageError> {
        match self.s3() {
            Some(s3) => s3.check().await,
            None => Ok(()),
        }
    }

    /// Checks that an S3 store answers. Does nothing for files in a folder.
    ///
    /// # Errors
    /// [`BlobError::Unavailable`] if it does not, and others.
    #[boxed]
    pub async fn ping(&self) -> Result<(), BlobError> {
        match self.s3() {
            Some(s3) => Ok(s3.ping().await?),
            None => Ok(()),
        }
    }

    /// Returns the requests that this process made to an S3 store, by method. `None` for files in a folder.
    pub fn store_requests(&self) -> Option<Vec<StoreRequests>> {
        self.s3().map(|s3| s3.counts.read())
    }

    /// Fetches a small text from an address that an unauthenticated client gave. Unlike [`Blobs::fetch`], it follows no
    /// redirects, takes at most seconds, and stores nothing. Returns the media type and the text.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`], worded for that client.
    #[boxed]
    pub async fn fetch_small(&self, url: &str, limit: usize) -> Result<(String, bytes::Bytes), BlobError> {
        let response = self.quick_fetcher.get(url).await?;
        let media_type = response.headers().get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.unwrap_or_default().to_owned();
        Ok((media_type, outbound::read_small(response, limit).await?))
    }

    /// Deletes the staging files of uploads that ended with the death of their host: those a day old. Returns their
    /// number.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read or a file cannot be deleted.
    #[boxed]
    pub async fn remove_abandoned_uploads(&self) -> Result<usize, StorageError> {
        let broken_off =
            |error: &dyn std::fmt::Display| StorageError::Invalid(format!("the sweep was interrupted: {error}"));
        match &self.place {
            Place::Folder { path, .. } => {
                let folder = path.clone();
                let swept = tokio::task::spawn_blocking(move || staging::sweep(&folder, STAGING_AGE)).await;
                swept.map_err(|error| broken_off(&error))?
            }
            Place::S3(s3) => staging::sweep_store(&*s3.patient, STAGING_AGE).await.map_err(|error| broken_off(&error)),
        }
    }

    /// Returns the size of a blob in bytes. A file that a client sent to an address of the store is put under its key
    /// first.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    #[boxed]
    pub async fn size(&self, scope: &Scope, key: &str) -> Result<u64, BlobError> {
        match self.arrival(&*self.store, &path(scope, key)?).await? {
            Arrival::Published(size) => Ok(size),
            Arrival::Nothing | Arrival::TooLarge(_) => Err(BlobError::NotFound),
        }
    }

    /// Returns the size of a blob in bytes, like [`Blobs::size`], but fails within seconds if the store does not answer.
    /// Also returns the size of a file that a client sent to an address of the store and that is larger than the address
    /// allowed. Such a file is not under its key.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    #[boxed]
    pub async fn stat(&self, scope: &Scope, key: &str) -> Result<u64, BlobError> {
        let store = self.s3().map_or(&*self.store, |s3| &*s3.interactive);
        match self.arrival(store, &path(scope, key)?).await? {
            Arrival::Published(size) | Arrival::TooLarge(size) => Ok(size),
            Arrival::Nothing => Err(BlobError::NotFound),
        }
    }

    async fn arrival(&self, store: &dyn ObjectStore, path: &object_store::path::Path) -> Result<Arrival, BlobError> {
        match (store.head(path).await, self.s3()) {
            (Ok(found), _) => Ok(Arrival::Published(found.size)),
            (Err(object_store::Error::NotFound { .. }), Some(s3)) => s3.publish(store, path).await,
            (Err(object_store::Error::NotFound { .. }), None) => Ok(Arrival::Nothing),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Returns the bytes of a blob in `range`, or fewer if the range extends beyond the end.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, and others.
    #[boxed]
    pub async fn read(&self, scope: &Scope, key: &str, range: Range<u64>) -> Result<Bytes, BlobError> {
        let path = path(scope, key)?;
        // An S3 store cuts the range itself, unless it begins at the end or beyond. That saves a request for each part.
        if self.s3().is_some()
            && !range.is_empty()
            && let Ok(found) = self.get_range(&path, range.clone()).await
        {
            return Ok(found.bytes().await?);
        }
        let size = self.store.head(&path).await?.size;
        let range = range.start.min(size)..range.end.min(size);
        if range.is_empty() {
            return Ok(Bytes::new());
        }
        Ok(self.get_range(&path, range).await?.bytes().await?)
    }

    /// Returns all bytes of a blob that has at most `max_bytes`.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] if there is no such blob, [`BlobError::TooLarge`] if it is larger, and others.
    #[boxed]
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
    #[boxed]
    pub async fn stream(
        &self,
        scope: &Scope,
        key: &str,
        range: Option<Range<u64>>,
    ) -> Result<(u64, BoxStream<'static, Result<Bytes, BlobError>>), BlobError> {
        let path = path(scope, key)?;
        let found = match range {
            Some(range) => self.get_range(&path, range).await?,
            None => self.store.get(&path).await?,
        };
        Ok((found.meta.size, found.into_stream().map_err(BlobError::from).boxed()))
    }

    async fn get_range(
        &self,
        path: &object_store::path::Path,
        range: Range<u64>,
    ) -> Result<object_store::GetResult, object_store::Error> {
        let range = Some(object_store::GetRange::Bounded(range));
        self.store.get_opts(path, object_store::GetOptions { range, ..Default::default() }).await
    }

    /// Writes a blob atomically, replacing an existing one.
    ///
    /// # Errors
    /// [`BlobError::NoSpace`] if the disk is almost full, and others if the key is not valid or the store fails.
    #[boxed]
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
        if !replace && self.exists(&path).await? {
            return Err(BlobError::Exists);
        }
        let mut pieces = Pieces { stream: std::pin::pin!(stream), size: 0, max_bytes };
        let mut begin = Vec::new();
        if self.s3().is_some() {
            while pieces.size < PART_BYTES as u64 {
                match pieces.next().await? {
                    Some(bytes) => begin.push(bytes),
                    None => {
                        let mode = if replace { PutMode::Overwrite } else { PutMode::Create };
                        self.store.put_opts(&path, PutPayload::from_iter(begin), mode.into()).await?;
                        return Ok(pieces.size);
                    }
                }
            }
        }
        if replace {
            return self.write_parts(&path, begin, pieces).await;
        }
        // Finishing an upload replaces an existing blob, so the upload is finished elsewhere and then moved if the
        // place is free.
        let staged = staging::place();
        let size = self.write_parts(&staged, begin, pieces).await?;
        if self.s3().is_some() {
            return if s3::move_to(&*self.store, &staged, &path, size).await? {
                Ok(size)
            } else {
                Err(BlobError::Exists)
            };
        }
        let moved = self.store.rename_if_not_exists(&staged, &path).await;
        if moved.is_err()
            && let Err(error) = self.store.delete(&staged).await
        {
            tracing::warn!(%error, "an upload that was not needed could not be removed");
        }
        moved?;
        Ok(size)
    }

    /// Writes the beginning and the rest of a stream to a path in the store, replacing an existing object.
    async fn write_parts<S, E>(
        &self,
        path: &object_store::path::Path,
        begin: Vec<Bytes>,
        mut pieces: Pieces<'_, S>,
    ) -> Result<u64, BlobError>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        E: std::fmt::Display,
    {
        let upload = self.store.put_multipart(path).await?;
        let mut upload = match self.place {
            Place::Folder { .. } => WriteMultipart::new(upload),
            Place::S3(_) => WriteMultipart::new_with_chunk_size(upload, PART_BYTES),
        };
        begin.into_iter().for_each(|bytes| upload.put(bytes));
        let failure = loop {
            match pieces.next().await {
                Ok(None) => break None,
                Err(error) => break Some(error),
                Ok(Some(bytes)) => {
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
        Ok(pieces.size)
    }

    /// Refuses to write if it would leave less free space than is reserved: a full disk also stops databases.
    fn require_space(&self, bytes: u64) -> Result<(), BlobError> {
        let Place::Folder { path, min_free_bytes } = &self.place else { return Ok(()) };
        let disk = rustix::fs::statvfs(path).map_err(|error| BlobError::Io(format!("free space: {error}")))?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        if free < min_free_bytes.saturating_add(bytes) {
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

    /// Deletes a blob, if it exists, and a file that a client sent for it.
    ///
    /// # Errors
    /// Returns an error if the key is not valid or the store fails.
    #[boxed]
    pub async fn delete(&self, scope: &Scope, key: &str) -> Result<(), BlobError> {
        let path = path(scope, key)?;
        let staged = self.s3().map(|_| staging::of(&path));
        for path in std::iter::once(path).chain(staged) {
            match self.store.delete(&path).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Returns the bytes of all blobs whose key starts with `prefix`.
    ///
    /// # Errors
    /// Returns an error if the prefix is empty or the store fails.
    #[boxed]
    pub async fn bytes_below(&self, scope: &Scope, prefix: &str) -> Result<u64, BlobError> {
        Ok(self.list(scope, prefix)?.try_fold(0_u64, |sum, found| std::future::ready(Ok(sum + found.size))).await?)
    }

    /// Lists the blobs whose key starts with `prefix`.
    fn list(
        &self,
        scope: &Scope,
        prefix: &str,
    ) -> Result<BoxStream<'static, Result<object_store::ObjectMeta, object_store::Error>>, BlobError> {
        // A prefix may end within a name (`documents/doc_1/page-`), but the store lists by folder.
        check_key(prefix.strip_suffix('/').unwrap_or(prefix))?;
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let root = format!("{scope}/");
        let listed = object_store::path::Path::from(format!("{root}{folder}"));
        let begin = format!("{root}{prefix}");
        let found = self.store.list(Some(&listed));
        let is_below = move |found: &object_store::ObjectMeta| {
            std::future::ready(found.location.as_ref().starts_with(begin.as_str()))
        };
        Ok(found.try_filter(is_below).boxed())
    }

    /// Deletes every blob whose key starts with `prefix`, and the files that clients sent for such keys. Returns the
    /// number of blobs.
    ///
    /// # Errors
    /// Returns an error if the prefix is empty or the store fails.
    #[boxed]
    pub async fn delete_prefix(&self, scope: &Scope, prefix: &str) -> Result<usize, BlobError> {
        let deleted =
            delete_all(&*self.store, self.list(scope, prefix)?.map_ok(|found| found.location).boxed()).await?;
        if self.s3().is_some() {
            let staged = staging::of(&object_store::path::Path::from(format!("{scope}/{prefix}")));
            let found = self.store.list(Some(&staged)).map_ok(|found| found.location);
            delete_all(&*self.store, found.boxed()).await?;
        }
        Ok(deleted)
    }

    /// Checks that an address may be fetched and that its name resolves, without contacting the server.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`] with the reason.
    #[boxed]
    pub async fn check_source(&self, url: &str) -> Result<(), BlobError> {
        self.fetcher.check(url).await
    }

    /// Fetches an address over HTTPS into a blob of at most `max_bytes`, and returns its size. Refuses addresses that
    /// are not public, in the URL, in DNS and in redirects.
    ///
    /// # Errors
    /// [`BlobError::Unreachable`] with the reason, [`BlobError::TooLarge`], and others.
    #[boxed]
    pub async fn fetch(&self, url: &str, scope: &Scope, key: &str, max_bytes: u64) -> Result<u64, BlobError> {
        check_key(key)?;
        let response = self.fetcher.get(url).await?;
        if response.content_length().is_some_and(|length| length > max_bytes) {
            return Err(BlobError::TooLarge(max_bytes));
        }
        let bytes = response.bytes_stream().map_err(|error| outbound::body_error_message(&error));
        match self.write_stream(scope, key, bytes, max_bytes, true).await {
            Err(BlobError::Interrupted(why)) => Err(BlobError::Unreachable(why)),
            other => other,
        }
    }
}

/// The pieces of a stream that is written, and their number of bytes so far.
struct Pieces<'a, S> {
    stream: std::pin::Pin<&'a mut S>,
    size: u64,
    max_bytes: u64,
}

impl<S, E> Pieces<'_, S>
where
    S: Stream<Item = Result<Bytes, E>> + Send,
    E: std::fmt::Display,
{
    /// Returns the next piece, or `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, BlobError> {
        let Some(bytes) = self.stream.next().await else { return Ok(None) };
        let bytes = bytes.map_err(|error| BlobError::Interrupted(error.to_string()))?;
        self.size += bytes.len() as u64;
        if self.size > self.max_bytes {
            return Err(BlobError::TooLarge(self.max_bytes));
        }
        Ok(Some(bytes))
    }
}

/// Returns the path of a key in the store.
fn path(scope: &Scope, key: &str) -> Result<object_store::path::Path, BlobError> {
    check_key(key)?;
    object_store::path::Path::parse(format!("{scope}/{key}")).map_err(|e| BlobError::InvalidKey(e.to_string()))
}
