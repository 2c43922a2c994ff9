//! Settings of uploads to signed addresses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Files that are uploaded to signed addresses.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct UploadSettings {
    /// Seconds that an upload may take in total. `http.stall_timeout_seconds` limits how long it may pause.
    pub timeout_seconds: u64,
    /// Disk space that uploads leave free for databases and logs, in bytes. With less free space, uploads are refused
    /// with 507.
    pub min_free_bytes: u64,
}

impl Default for UploadSettings {
    fn default() -> Self {
        // 50 MB in half an hour is 28 kB a second. The limit is also much shorter than the day between the first and
        // the second deletion of a document's files.
        Self { timeout_seconds: 1800, min_free_bytes: 1 << 30 }
    }
}
