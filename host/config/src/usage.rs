//! Settings of the usage record.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// The usage record.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct UsageSettings {
    /// Number of days for which usage is kept and reported by `GET /usage`.
    // Thirteen months: a month can be compared with the same month of the year before.
    #[default(const { NonZeroU32::new(396).unwrap() })]
    pub retention_days: NonZeroU32,
}
