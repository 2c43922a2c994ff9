//! Settings of uploads to signed addresses.

use anyhow::{Result, ensure};
use plumbline_contract::upload_types::UPLOAD_SECONDS_MAX;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// Files that are uploaded to signed addresses.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct UploadSettings {
    /// Seconds that an upload may take in total, at most 1800. `http.stall_timeout_seconds` limits how long it may pause.
    // 50 MB in half an hour is 28 kB a second. The limit is also much shorter than the day between the first and the
    // second deletion of a document's files.
    #[default(UPLOAD_SECONDS_MAX.into())]
    pub timeout_seconds: u64,
    /// Disk space that uploads leave free for databases and logs, in bytes. With less free space, uploads are refused
    /// with 507.
    #[default(1 << 30)]
    pub min_free_bytes: u64,
}

impl UploadSettings {
    /// Checks the values.
    ///
    /// # Errors
    /// Returns an error with the setting and its allowed values.
    pub(super) fn check(&self) -> Result<()> {
        // A document fails if its file has not arrived by then, and a longer upload would be lost.
        ensure!(
            self.timeout_seconds <= u64::from(UPLOAD_SECONDS_MAX),
            "uploads.timeout_seconds: {} is not valid. Use at most {UPLOAD_SECONDS_MAX}.",
            self.timeout_seconds
        );
        Ok(())
    }
}
