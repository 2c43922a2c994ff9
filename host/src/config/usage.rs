//! Settings of the usage record.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The usage record.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct UsageSettings {
    /// Number of days for which usage is kept and reported by `GET /usage`.
    pub retention_days: NonZeroU32,
}

impl Default for UsageSettings {
    fn default() -> Self {
        // Thirteen months: a month can be compared with the same month of the year before.
        Self { retention_days: const { NonZeroU32::new(396).unwrap() } }
    }
}
