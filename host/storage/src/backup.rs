//! Backups of a data directory that is in use, and their restoration.
//!
//! A backup is a folder with the layout of the data directory, without files that can be regenerated, plus a manifest
//! with the digest of every file. The manifest is written last, so an interrupted backup has none.
//!
//! The parts are copied at different moments, in an order that keeps them consistent:
//! - Tenants' files, from their folder or from an S3 store, are copied twice, before and after the databases. Every file that a database names is therefore in
//!   the backup, unless it was both added and deleted while the backup ran.
//! - The job queue is in the control database, which is copied before the tenants' databases. A job that ended in
//!   between is in the queue as waiting, and runs again without effect. An outbox entry that became a job in between is
//!   not in the queue. [`restore`] marks the entries of that interval as not dispatched, and the host queues them
//!   again.

use std::path::{Path, PathBuf};

use async_recursion::async_recursion as boxed;
use plumbline_tenancy::id;
use serde::{Deserialize, Serialize};
use sqlx::{ConnectOptions as _, Connection as _};
use time::OffsetDateTime;

use crate::blobs::{Blobs, S3Config};
use crate::error::StorageError;
use crate::files;
use crate::storage::Storage;

/// The file name of a backup's manifest.
const MANIFEST: &str = "backup.json";
/// The folder of tenants' files.
const BLOBS: &str = "blobs";
/// The name of the key file in a data directory.
const KEY_FILE: &str = "signing.key";
/// The backup format that this program writes and reads.
const FORMAT: u32 = 1;
/// Largest clock difference between hosts that share a data directory. Entries that became jobs this shortly before the
/// backup are queued again too.
const MAX_CLOCK_SKEW: time::Duration = time::Duration::minutes(5);

/// The manifest of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// When the backup started, UTC.
    #[serde(rename = "begun_at")]
    pub started_at: String,
    /// Every file except the manifest.
    pub files: Vec<Entry>,
}

/// A file of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Entry {
    /// Path below the backup's folder, with slashes.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Returns the total size of all files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

impl Storage {
    /// Writes a backup to a folder that is empty or does not exist. Requests and jobs continue meanwhile, including
    /// those of other processes.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] if the folder is not empty, or if the host uses the database of a Spin application.
    /// Other errors if a file cannot be read or written. The files written so far remain, without a manifest.
    #[boxed]
    pub async fn backup(&self, to: &Path) -> Result<Manifest, StorageError> {
        if self.shares_file() {
            return Err(StorageError::Invalid(
                "spin.database: the databases are in the file of a Spin application. Back it up with the application"
                    .into(),
            ));
        }
        if self.postgres().is_some() {
            return Err(StorageError::Invalid(
                "database.url: the databases are in PostgreSQL. Back them up with pg_dump or its archive of the log, \
                 see docs/operating-many-hosts.md"
                    .into(),
            ));
        }
        require_empty(to)?;
        crate::storage::create_private_dir(to)?;
        let started_at = id::now();
        let (from, to) = (self.data_dir().to_owned(), to.to_owned());
        self.copy_blobs(&from, &to).await?;
        snapshot(&from, &to, "control.db").await?;
        for scope in self.scopes().await? {
            let database = format!("tenants/{}/{}.db", scope.tenant, scope.environment);
            if from.join(&database).exists() {
                snapshot(&from, &to, &database).await?;
            }
        }
        self.copy_blobs(&from, &to).await?;
        // Published components never change, and a component is published before a binding names it.
        copy_folder(&from, &to, "components").await?;
        copy_file(from.join("signing.key"), to.join("signing.key")).await?;
        let manifest = tokio::task::spawn_blocking({
            let to = to.clone();
            move || Ok::<_, StorageError>(Manifest { format: FORMAT, started_at, files: entries(&to)? })
        });
        let manifest = manifest.await.map_err(|error| StorageError::Damaged(error.to_string()))??;
        let json = serde_json::to_vec_pretty(&manifest).map_err(|error| StorageError::Damaged(error.to_string()))?;
        files::replace(&to.join(MANIFEST), &json)?;
        Ok(manifest)
    }

    /// Copies tenants' files that the backup does not have, or that changed since they were copied.
    async fn copy_blobs(&self, from: &Path, to: &Path) -> Result<(), StorageError> {
        copy_folder(from, to, BLOBS).await?;
        self.blobs.copy_from_store(&to.join(BLOBS)).await
    }
}

/// Restores a backup to a data directory that is empty or does not exist, and tenants' files to `s3` if one is given.
/// Restores everything or, if there is an error, nothing. An existing directory is filled and not replaced, because it may
/// be a mount point.
///
/// # Errors
/// [`StorageError::Damaged`] names the first file that is missing or differs from the manifest, or the damaged
/// database. [`StorageError::Invalid`] if the directory or the store is not empty, or if `from` is not a backup.
#[boxed]
pub async fn restore(from: &Path, data_dir: &Path, s3: Option<&S3Config>) -> Result<Manifest, StorageError> {
    crate::sqlite::install_allocator().map_err(StorageError::Damaged)?;
    require_empty(data_dir)?;
    let manifest = read_manifest(from)?;
    let store = s3.map(|s3| Blobs::open_s3(s3, false)).transpose()?;
    if let Some(store) = &store {
        store.require_empty_store().await?;
    }
    let exists = data_dir.is_dir();
    let temporary = if exists {
        data_dir.join(id::random(".restoring-"))
    } else {
        // Collecting the components removes a trailing slash.
        let mut beside = data_dir.components().collect::<PathBuf>().into_os_string();
        beside.push(id::random(".restoring-"));
        PathBuf::from(beside)
    };
    crate::storage::create_private_dir(&temporary)?;
    let restored = restore_files(from, &temporary, &manifest, store.as_ref()).await.and_then(|()| {
        if exists {
            make_private(data_dir);
            return move_entries(&temporary, data_dir);
        }
        std::fs::rename(&temporary, data_dir)
            .map_err(StorageError::io(format!("putting {} in place", data_dir.display())))
    });
    if restored.is_err() {
        // The error of the restoration says more than an error of the removal.
        let _ = std::fs::remove_dir_all(&temporary);
        if let Some(store) = &store
            && let Err(error) = store.clear_store().await
        {
            tracing::warn!(%error, "files of the failed restoration could not be deleted from the store");
        }
    }
    restored.map(|()| manifest)
}

/// Denies everyone but the owner access to a folder, as [`crate::storage::create_private_dir`] does, if its file system
/// supports it.
fn make_private(folder: &Path) {
    #[cfg(unix)]
    let _ = std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    #[cfg(not(unix))]
    let _ = folder;
}

/// Moves the entries of a folder to an empty one on the same file system and removes the folder. The key is last, so a
/// directory that has one is complete. If an entry cannot be moved, the others are moved back.
fn move_entries(from: &Path, to: &Path) -> Result<(), StorageError> {
    let failed = || StorageError::io(format!("putting {} in place", to.display()));
    let mut names = Vec::new();
    for entry in std::fs::read_dir(from).map_err(failed())? {
        names.push(entry.map_err(failed())?.file_name());
    }
    names.sort_by_key(|name| name == KEY_FILE);
    for (moved, name) in names.iter().enumerate() {
        if let Err(error) = std::fs::rename(from.join(name), to.join(name)) {
            for name in &names[..moved] {
                // The first error says more than an error of this.
                let _ = std::fs::rename(to.join(name), from.join(name));
            }
            return Err(failed()(error));
        }
    }
    std::fs::remove_dir(from).map_err(failed())
}

async fn restore_files(from: &Path, to: &Path, manifest: &Manifest, store: Option<&Blobs>) -> Result<(), StorageError> {
    for file in &manifest.files {
        let (source, target) = (from.join(&file.path), to.join(&file.path));
        let for_store = store.zip(file.path.strip_prefix(BLOBS).and_then(|path| path.strip_prefix('/')));
        if let Some((store, path)) = for_store {
            if !source.exists() {
                return Err(StorageError::Damaged(format!("{} is missing", source.display())));
            }
            check_digest(file, source.clone()).await?;
            store.copy_to_store(&source, path).await?;
            continue;
        }
        copy_file(source, target.clone()).await?;
        check_digest(file, target).await?;
        if file.path.ends_with(".db") {
            restore_database(&to.join(&file.path), file, &manifest.started_at).await?;
        }
    }
    Ok(())
}

/// Checks that a file is the one that the manifest lists.
async fn check_digest(file: &Entry, found: PathBuf) -> Result<(), StorageError> {
    let digest = tokio::task::spawn_blocking(move || files::digest(&found)).await;
    let (bytes, sha256) = digest.map_err(|error| StorageError::Damaged(error.to_string()))??;
    if (bytes, &sha256) == (file.bytes, &file.sha256) {
        return Ok(());
    }
    Err(StorageError::Damaged(format!("{} does not match the backup's manifest", file.path)))
}

/// Checks a database's integrity, and marks outbox entries that became jobs after the queue was copied as not
/// dispatched.
async fn restore_database(path: &Path, file: &Entry, started_at: &str) -> Result<(), StorageError> {
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await?;
    let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut database).await?;
    if found != "ok" {
        return Err(StorageError::Damaged(format!("{}: {found}", file.path)));
    }
    if file.path.starts_with("tenants/") {
        let started = OffsetDateTime::parse(started_at, &time::format_description::well_known::Rfc3339)
            .map_err(|error| StorageError::Damaged(format!("{MANIFEST}: begun_at: {error}")))?;
        sqlx::query("UPDATE outbox SET dispatched_at = NULL WHERE dispatched_at >= ?")
            .bind(id::at(started - MAX_CLOCK_SKEW))
            .execute(&mut database)
            .await?;
    }
    database.close().await?;
    Ok(())
}

fn read_manifest(from: &Path) -> Result<Manifest, StorageError> {
    let path = from.join(MANIFEST);
    let bytes = std::fs::read(&path).map_err(|error| {
        StorageError::Invalid(format!("{} is not a complete backup: {}: {error}", from.display(), path.display()))
    })?;
    let manifest: Manifest = serde_json::from_slice(&bytes)
        .map_err(|error| StorageError::Invalid(format!("cannot read {}: {error}", path.display())))?;
    if manifest.format != FORMAT {
        return Err(StorageError::Invalid(format!(
            "{} has format {}, but this version reads format {FORMAT}. Restore it with the version that wrote it",
            path.display(),
            manifest.format
        )));
    }
    // The manifest may have been edited, so its paths are not trusted.
    let is_below =
        |path: &str| Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    match manifest.files.iter().find(|file| !is_below(&file.path)) {
        Some(file) => {
            Err(StorageError::Invalid(format!("{}: the path `{}` is not allowed", path.display(), file.path)))
        }
        None => Ok(manifest),
    }
}

fn require_empty(folder: &Path) -> Result<(), StorageError> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(StorageError::Invalid(format!("{} is not empty. Choose a new folder", folder.display()))),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StorageError::io(format!("reading {}", folder.display()))(error)),
    }
}

/// Copies a consistent snapshot of a database.
async fn snapshot(from: &Path, to: &Path, database: &str) -> Result<(), StorageError> {
    let target = to.join(database);
    if let Some(folder) = target.parent() {
        crate::storage::create_private_dir(folder)?;
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(from.join(database));
    let mut source = options.busy_timeout(crate::sqlite::BUSY_TIMEOUT).connect().await?;
    sqlx::query("VACUUM INTO ?").bind(target.display().to_string()).execute(&mut source).await?;
    source.close().await?;
    Ok(())
}

/// Copies the files of a folder that the copy does not have, or that changed since they were copied.
async fn copy_folder(from: &Path, to: &Path, folder: &str) -> Result<(), StorageError> {
    let (from, to) = (from.join(folder), to.join(folder));
    let copying = tokio::task::spawn_blocking(move || {
        for path in walk(&from)? {
            let target = to.join(path.strip_prefix(&from).unwrap_or(&path));
            let Ok(source) = path.metadata() else { continue };
            let is_same =
                |copy: std::fs::Metadata| copy.len() == source.len() && copy.modified().ok() >= source.modified().ok();
            if !target.metadata().is_ok_and(is_same) {
                copy(&path, &target)?;
            }
        }
        Ok(())
    });
    copying.await.map_err(|error| StorageError::Damaged(error.to_string()))?
}

async fn copy_file(from: PathBuf, to: PathBuf) -> Result<(), StorageError> {
    let copied = tokio::task::spawn_blocking(move || copy(&from, &to)).await;
    match copied.map_err(|error| StorageError::Damaged(error.to_string()))?? {
        Some(path) => Err(StorageError::Damaged(format!("{} is missing", path.display()))),
        None => Ok(()),
    }
}

/// Copies a file and syncs it to the disk. Returns its path if it no longer exists because it was deleted meanwhile.
fn copy(from: &Path, to: &Path) -> Result<Option<PathBuf>, StorageError> {
    if let Some(folder) = to.parent() {
        crate::storage::create_private_dir(folder)?;
    }
    match std::fs::copy(from, to) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Some(from.to_owned())),
        Err(error) => return Err(StorageError::io(format!("copying {}", from.display()))(error)),
    }
    let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
    synced.map_err(StorageError::io(format!("writing {}", to.display())))?;
    Ok(None)
}

/// Returns the files below a folder, without the staging files of unfinished uploads.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, StorageError> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(StorageError::io(format!("reading {}", folder.display()))(error)),
        };
        for entry in entries {
            let entry = entry.map_err(StorageError::io(format!("reading {}", folder.display())))?;
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() && !entry.file_name().to_string_lossy().contains('#') => {
                    found.push(entry.path());
                }
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

fn entries(backup: &Path) -> Result<Vec<Entry>, StorageError> {
    walk(backup)?
        .into_iter()
        .map(|path| {
            let (bytes, sha256) = files::digest(&path)?;
            let below = path.strip_prefix(backup).unwrap_or(&path);
            Ok(Entry { path: below.to_string_lossy().into_owned(), bytes, sha256 })
        })
        .collect()
}
