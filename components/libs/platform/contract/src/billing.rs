//! The account: credits, and the usage report.

use serde::Serialize;

use crate::UsageGroup;
use crate::rates::RATE_CARD;

/// Available credits below which an account is low, which is an event. Triggers have the same number
/// (`migrations/tenant/sqlite/0019_events.sql`, `migrations/postgres/0008_events.sql`).
pub const LOW_BALANCE: f64 = 20.0;

/// Billing mode of an account without a setting: credits are charged to the ledger.
pub const BILLING_MODE_DEFAULT: &str = "ledger";

/// The credits of an account.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Credits {
    /// Available credits.
    pub available: f64,
    /// Credits held for running jobs.
    pub held: f64,
    /// Credits purchased so far, without trial credits.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub purchased_total: f64,
    /// Credits charged so far.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub consumed_total: f64,
    /// Balance that triggers a notice. Absent when none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_balance_threshold: Option<f64>,
    /// `sandbox` or `production`.
    pub environment: String,
    /// `ledger` or `artifact`.
    pub billing_mode: String,
    /// Prices of operations.
    pub rate_card: Vec<Rate>,
}

/// Price of one operation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RateCardEntry"))]
pub struct Rate {
    /// Operation of the rate card.
    pub operation: &'static str,
    /// Price in credits.
    pub credits: f64,
}

/// Returns the rate card in the form of an answer.
pub fn rate_card() -> Vec<Rate> {
    RATE_CARD.iter().map(|(operation, credits)| Rate { operation, credits: *credits }).collect()
}

/// Requests and credits within a period.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageReport {
    /// First day.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Day"))]
    pub from: String,
    /// Last day, inclusive.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Day"))]
    pub to: String,
    /// What the rows group by.
    pub group_by: UsageGroup,
    /// Rows by key. Groups without requests have no row.
    pub rows: Vec<UsageRow>,
}

/// One group of a usage report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageRow {
    /// The day, surface, agent and so on, or `none`.
    pub key: String,
    /// Number of requests.
    pub requests: i64,
    /// Number of requests answered with a problem.
    pub errors: i64,
    /// Sum of requested units, for example pages.
    pub units: f64,
    /// Credits charged.
    pub credits: f64,
    /// 95th percentile of the response time in milliseconds.
    pub p95_ms: Option<i64>,
}
