//! An export: one file made of one takeoff.

use serde::{Deserialize, Serialize};

use crate::{ExportId, Failure, JobStatus, TakeoffId};

/// Seconds for which links from an export to its drawing are valid: a week, the longest validity that object stores sign.
pub const LINK_SECONDS: u32 = 7 * 24 * 60 * 60;

/// An export: one file made from a takeoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Export {
    /// `exp_…`
    pub id: ExportId,
    /// Code of the format, as in the list of export formats.
    pub format: String,
    /// Status.
    pub status: JobStatus,
    /// Your own id of the export. Unique per tenant.
    pub external_ref: Option<String>,
    /// Credits charged for the export.
    pub credits_charged: f64,
    /// When the export was created.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When the export ended. Null before.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub completed_at: Option<String>,
    /// The exported takeoff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeoff_id: Option<TakeoffId>,
    /// Link to the file. Present when the status is `completed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download: Option<Download>,
    /// Why the export failed. Present when the status is `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// A link to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Download {
    /// Signed URL. No other credential is required.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Uri"))]
    pub url: String,
    /// Suggested file name.
    pub filename: String,
    /// When the URL expires.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub expires_at: String,
}
