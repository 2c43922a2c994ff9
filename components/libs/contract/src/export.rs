//! An export: one file made of one takeoff.

use serde::Serialize;

use crate::{ExportFormat, Failure, JobStatus};

/// An export as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Export {
    /// `exp_…`
    pub id: String,
    /// Format of the file.
    pub format: ExportFormat,
    /// Where it stands.
    pub status: JobStatus,
    /// The caller's own id of it, unique per tenant.
    pub external_ref: Option<String>,
    /// Credits it cost.
    pub credits_charged: f64,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601; null until it ends.
    pub completed_at: Option<String>,
    /// What was exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeoff_id: Option<String>,
    /// Present when completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download: Option<Download>,
    /// Present when failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// A link to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Download {
    /// Signed address.
    pub url: String,
    /// Name to save it under.
    pub filename: String,
    /// ISO 8601.
    pub expires_at: String,
}
