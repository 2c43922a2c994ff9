//! `plumbline backup` and `plumbline restore`: backup of a data directory that is in use, and its restoration.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_config::Config;
use plumbline_storage::Manifest;
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::app;

/// Arguments of `backup`.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// Folder for the backup, which must be new or empty; the backup contains secrets
    folder: PathBuf,
}

/// Arguments of `restore`.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The folder of the backup
    folder: PathBuf,
}

/// Writes a backup.
pub(crate) async fn back_up(config: &Config, Backup { folder }: Backup, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let manifest = storage.backup(&folder).await.with_context(|| format!("cannot back up to {}", folder.display()))?;
    output::show(as_program, &as_json(&manifest), |_| {
        format!("Backed up {} files ({} bytes) to {}", manifest.files.len(), manifest.bytes(), folder.display())
    })
}

/// Restores a backup.
pub(crate) async fn restore(config: &Config, Restore { folder }: Restore, as_program: bool) -> Result<()> {
    let s3 = config.blobs.s3()?;
    let manifest = plumbline_storage::restore(&folder, &config.data_dir, s3.as_ref())
        .await
        .with_context(|| format!("cannot restore {}", folder.display()))?;
    output::show(as_program, &as_json(&manifest), |_| {
        format!("Restored the backup of {} to {}", manifest.started_at, config.data_dir.display())
    })
}

fn as_json(manifest: &Manifest) -> Value {
    json!({"begun_at": manifest.started_at, "files": manifest.files.len(), "bytes": manifest.bytes()})
}
