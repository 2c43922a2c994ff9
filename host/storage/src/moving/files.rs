//! Tenants' files, components and the key file, moved between data directories and S3 stores.

use std::path::PathBuf;
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;

use crate::blobs::{Blobs, PART_BYTES, S3Config};
use crate::error::StorageError;
use crate::files;

/// Files that are moved at a time.
const AT_A_TIME: usize = 8;
/// The folders of tenants' files and of components in a data directory. In an S3 store, tenants' folders have no folder
/// around them.
const BLOBS: &str = "blobs";
const COMPONENTS: &str = "components";
/// Begin of the folders of tenants.
const TENANTS: &str = "ten_";
/// The key file of a data directory.
const KEY_FILE: &str = "signing.key";

/// Where the files of an installation are.
#[derive(Debug, Clone)]
pub struct FilesPlace {
    /// The data directory, which always has the key file.
    pub data_dir: PathBuf,
    /// The S3 store of tenants' files and components, if they are not in the data directory.
    pub s3: Option<S3Config>,
}

/// What was moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MovedFiles {
    /// Files of the source, which are all in the target.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Files that this run wrote. The others were there already.
    pub written: u64,
}

/// Copies all tenants' files and components, except those that the target has with the same SHA-256, and compares each copy
/// with its source. Copies the key file too, without which the target could not open what the source has sealed.
///
/// # Errors
/// [`StorageError::Invalid`] if the target has another key file. Otherwise, an error that names the file. Another call then
/// continues.
#[boxed]
pub async fn move_files(from: &FilesPlace, to: &FilesPlace) -> Result<MovedFiles, StorageError> {
    crate::storage::create_private_dir(&to.data_dir)?;
    move_key(from, to)?;
    let (source, target) = (Store::open(from)?, Store::open(to)?);
    let mut moved = MovedFiles::default();
    for folder in [source.tenants.as_deref(), Some(COMPONENTS)] {
        let found = source.store.list(folder.map(Path::from).as_ref());
        let found = found.map_err(|error| failed("the files", &error));
        let moving = found
            .try_filter_map(|found| std::future::ready(Ok(source.name(&found.location).map(|name| (found, name)))));
        let moving = moving.map_ok(|(found, name)| {
            let (source, target) = (&source, &target);
            async move {
                let copied = move_file(source, &found.location, target, &target.path(&name)).await;
                let is_written = copied.map_err(|error| failed(&found.location, &error))?;
                Ok(MovedFiles { files: 1, bytes: found.size, written: u64::from(is_written) })
            }
        });
        let mut moving = moving.try_buffer_unordered(AT_A_TIME).boxed();
        while let Some(MovedFiles { files, bytes, written }) = moving.try_next().await? {
            moved.files += files;
            moved.bytes += bytes;
            moved.written += written;
        }
    }
    Ok(moved)
}

fn move_key(from: &FilesPlace, to: &FilesPlace) -> Result<(), StorageError> {
    let (source, target) = (from.data_dir.join(KEY_FILE), to.data_dir.join(KEY_FILE));
    let read = |path: &PathBuf| std::fs::read(path).map_err(StorageError::io(format!("reading {}", path.display())));
    let key = read(&source)?;
    files::create_private(&target, &key)?;
    if read(&target)? == key {
        return Ok(());
    }
    Err(StorageError::Invalid(format!(
        "{} is another key than {}. Move to a new data directory, or delete the file if nothing uses it.",
        target.display(),
        source.display()
    )))
}

/// Tenants' files and components.
struct Store {
    store: Arc<dyn ObjectStore>,
    /// The folder around tenants' folders.
    tenants: Option<String>,
}

/// A file, wherever it is.
enum Name {
    /// A path that begins with the tenant.
    OfTenant(String),
    /// A file name.
    Component(String),
}

impl Store {
    fn open(place: &FilesPlace) -> Result<Self, StorageError> {
        if let Some(s3) = &place.s3 {
            return Ok(Self { store: Blobs::open_s3(s3, false)?.store(), tenants: None });
        }
        let folder = &place.data_dir;
        let store = LocalFileSystem::new_with_prefix(folder)
            .map_err(|error| StorageError::Invalid(format!("{}: {error}", folder.display())))?;
        Ok(Self { store: Arc::new(store.with_fsync(true)), tenants: Some(BLOBS.to_owned()) })
    }

    /// Returns a file's name, or `None` if it is neither a tenant's nor a component.
    fn name(&self, path: &Path) -> Option<Name> {
        let path = path.as_ref();
        if let Some(name) = path.strip_prefix(COMPONENTS).and_then(|name| name.strip_prefix('/')) {
            return name.ends_with(".wasm").then(|| Name::Component(name.to_owned()));
        }
        let below = match &self.tenants {
            Some(folder) => path.strip_prefix(folder.as_str())?.strip_prefix('/')?,
            None => path,
        };
        below.starts_with(TENANTS).then(|| Name::OfTenant(below.to_owned()))
    }

    fn path(&self, name: &Name) -> Path {
        match (name, &self.tenants) {
            (Name::Component(name), _) => Path::from(format!("{COMPONENTS}/{name}")),
            (Name::OfTenant(name), Some(folder)) => Path::from(format!("{folder}/{name}")),
            (Name::OfTenant(name), None) => Path::from(name.as_str()),
        }
    }
}

/// Copies a file unless the target has it, and returns whether it did.
async fn move_file(source: &Store, from: &Path, target: &Store, to: &Path) -> Result<bool, object_store::Error> {
    let present = match sha256(&target.store, to).await {
        Ok(digest) => Some(digest),
        Err(object_store::Error::NotFound { .. }) => None,
        Err(error) => return Err(error),
    };
    if present.is_some() && present == Some(sha256(&source.store, from).await?) {
        return Ok(false);
    }
    let mut bytes = source.store.get(from).await?.into_stream();
    let mut copy = BufWriter::with_capacity(Arc::clone(&target.store), to.clone(), PART_BYTES).with_max_concurrency(2);
    let mut digest = Sha256::new();
    let broken = |source: std::io::Error| object_store::Error::Generic { store: "target", source: source.into() };
    while let Some(piece) = bytes.try_next().await? {
        digest.update(&piece);
        copy.write_all(&piece).await.map_err(broken)?;
    }
    copy.shutdown().await.map_err(broken)?;
    if sha256(&target.store, to).await? == digest.finalize()[..] {
        return Ok(true);
    }
    Err(broken(std::io::Error::other("the copy differs from its source")))
}

async fn sha256(store: &Arc<dyn ObjectStore>, path: &Path) -> Result<Vec<u8>, object_store::Error> {
    let mut bytes = store.get(path).await?.into_stream();
    let mut digest = Sha256::new();
    while let Some(piece) = bytes.try_next().await? {
        digest.update(&piece);
    }
    Ok(digest.finalize().to_vec())
}

fn failed(what: impl std::fmt::Display, error: &object_store::Error) -> StorageError {
    StorageError::Io { what: format!("moving {what}"), source: std::io::Error::other(error.to_string()) }
}
