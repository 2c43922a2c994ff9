//! A takeoff: the job, its progress and a summary of its results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Discipline, DocumentId, FailureCode, JobStatus, Metadata, Origin, ProjectId, TakeoffId, WarningCode};

/// A takeoff: the quantities of one discipline from one document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Takeoff {
    /// `tko_…`
    pub id: TakeoffId,
    /// The document.
    pub document_id: DocumentId,
    /// The document's project.
    pub project_id: ProjectId,
    /// Discipline.
    pub discipline: Discipline,
    /// Status.
    pub status: JobStatus,
    /// Your own id of the takeoff. Unique per tenant.
    pub external_ref: Option<String>,
    /// Progress.
    pub progress: Progress,
    /// Position in the queue, from 1. Present when the status is `queued`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<i64>,
    /// Where the takeoff was started.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub origin: Origin,
    /// Number of requested pages.
    pub pages_requested: i64,
    /// Maximum charge in credits.
    pub estimated_credits: f64,
    /// Results in numbers. Present when completed, or canceled after some pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_summary: Option<ResultSummary>,
    /// What to check in the result.
    pub warnings: Vec<Warning>,
    /// Why the takeoff failed. Present when the status is `failed` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Your own strings by key.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// When the takeoff was created.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When the takeoff started. Null before.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub started_at: Option<String>,
    /// When the takeoff ended. Null before.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub completed_at: Option<String>,
}

/// Progress of a takeoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TakeoffProgress"))]
pub struct Progress {
    /// Percent, 0–100.
    #[cfg_attr(feature = "schema", schemars(range(max = 100)))]
    pub percent: u8,
    /// Pages finished.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_processed: i64,
    /// Total pages to process.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_total: i64,
}

impl Progress {
    /// Creates the progress after `processed` of `total` pages. It reaches 100 percent only when the job is `completed`, which
    /// is some time after the last page.
    pub fn new(processed: i64, total: i64, completed: bool) -> Self {
        let percent = if completed { 100 } else { (processed.max(0) * 100 / total.max(1)).clamp(0, 99) as u8 };
        Self { percent, pages_processed: processed, pages_total: total }
    }
}

/// The results of a takeoff in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TakeoffResult"))]
pub struct ResultSummary {
    /// Number of items.
    pub item_count: i64,
    /// Number of sheets read.
    pub sheet_count: i64,
    /// Credits charged.
    pub credits_charged: f64,
    /// Pages finished.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_processed: i64,
    /// Number of measured routes.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub route_count: i64,
    /// Number of detected schedules.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub schedule_count: i64,
    /// Number of items by trade.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub by_trade: BTreeMap<String, i64>,
}

/// A warning about a result. The takeoff is complete nevertheless.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TakeoffWarning"))]
pub struct Warning {
    /// Code of the warning.
    pub code: WarningCode,
    /// Message for people.
    pub message: String,
    /// Affected pages. Absent when the warning concerns the whole takeoff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<i64>>,
}

/// Why a document, a takeoff or an export failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// Code of the failure.
    pub code: FailureCode,
    /// Message for people.
    pub message: String,
}
