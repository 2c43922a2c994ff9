//! An export: one file made of one takeoff.

use serde::Serialize;

use crate::{Failure, JobStatus};

/// An export as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Export {
    /// `exp_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ExportId"))]
    pub id: String,
    /// Format of the file: one of the reference list of export formats, a partner's among them.
    pub format: String,
    /// Where it stands.
    pub status: JobStatus,
    /// The caller's own id of it, unique per tenant.
    pub external_ref: Option<String>,
    /// Credits it cost.
    pub credits_charged: f64,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// ISO 8601; null until it ends.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub completed_at: Option<String>,
    /// What was exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::TakeoffId>"))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Download {
    /// Signed address.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Uri"))]
    pub url: String,
    /// Name to save it under.
    pub filename: String,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub expires_at: String,
}
