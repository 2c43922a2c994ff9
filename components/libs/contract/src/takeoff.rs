//! A takeoff: the job and what it tells about itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Discipline, FailureCode, JobStatus, Metadata, Origin, WarningCode};

/// A takeoff as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Takeoff {
    /// `tko_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::TakeoffId"))]
    pub id: String,
    /// The document it reads.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::DocumentId"))]
    pub document_id: String,
    /// The document's project.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ProjectId"))]
    pub project_id: String,
    /// What is taken off.
    pub discipline: Discipline,
    /// Where it stands.
    pub status: JobStatus,
    /// The caller's own id of it, unique per tenant.
    pub external_ref: Option<String>,
    /// How far it is.
    pub progress: Progress,
    /// 1 for the next one to start; present while queued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<i64>,
    /// Who started it.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub origin: Origin,
    /// Number of pages asked for.
    pub pages_requested: i64,
    /// The most that will be charged, in credits.
    pub estimated_credits: f64,
    /// Present when completed, or when cancelled with pages finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_summary: Option<ResultSummary>,
    /// What the caller should know of the result.
    pub warnings: Vec<Warning>,
    /// Present when failed or cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The caller's own strings.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// ISO 8601; null until it starts.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub started_at: Option<String>,
    /// ISO 8601; null until it ends.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub completed_at: Option<String>,
}

/// How far a takeoff is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// 0..=100.
    #[cfg_attr(feature = "schema", schemars(range(max = 100)))]
    pub percent: u8,
    /// Pages finished.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_processed: i64,
    /// Pages to do.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_total: i64,
}

impl Progress {
    /// Of `processed` out of `total` pages; 100 only when `completed`, since a job ends after its last page.
    pub fn new(processed: i64, total: i64, completed: bool) -> Self {
        let percent = if completed { 100 } else { (processed.max(0) * 100 / total.max(1)).clamp(0, 99) as u8 };
        Self { percent, pages_processed: processed, pages_total: total }
    }
}

/// What a takeoff found, in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultSummary {
    /// Items, each instance counted.
    pub item_count: i64,
    /// Sheets that were read.
    pub sheet_count: i64,
    /// The final charge.
    pub credits_charged: f64,
    /// Pages finished.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub pages_processed: i64,
    /// Measured routes.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub route_count: i64,
    /// Detected schedules.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub schedule_count: i64,
    /// Items by trade.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub by_trade: BTreeMap<String, i64>,
}

/// Something a takeoff warns about; never fatal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warning {
    /// What it is about.
    pub code: WarningCode,
    /// For a person.
    pub message: String,
    /// Pages it is about; absent when it is about the whole takeoff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<i64>>,
}

/// Why something failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// One of the contract's failure codes.
    pub code: FailureCode,
    /// For a person.
    pub message: String,
}
