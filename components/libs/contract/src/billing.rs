//! The account: credits, and the usage report.

use serde::Serialize;

use crate::UsageGroup;
use crate::rates::RATE_CARD;

/// Billing mode of an account that says nothing else: credits are drawn from the ledger.
pub const BILLING_MODE_DEFAULT: &str = "ledger";

/// The account as callers see it; amounts are credits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Credits {
    /// Neither held nor consumed.
    pub available: f64,
    /// Reserved for jobs that are not finished.
    pub held: f64,
    /// Everything granted beside the trial.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub purchased_total: f64,
    /// Everything used up.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out"))]
    pub consumed_total: f64,
    /// Below what balance the owner wants to be told; absent where none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_balance_threshold: Option<f64>,
    /// `sandbox` or `production`.
    pub environment: String,
    /// `ledger` or `artifact`.
    pub billing_mode: String,
    /// What operations cost.
    pub rate_card: Vec<Rate>,
}

/// A row of the rate card.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rate {
    /// Name in the contract.
    pub operation: &'static str,
    /// Its price.
    pub credits: f64,
}

/// The rate card as callers see it.
pub fn rate_card() -> Vec<Rate> {
    RATE_CARD.iter().map(|(operation, credits)| Rate { operation, credits: *credits }).collect()
}

/// What was asked of the service within a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageReport {
    /// First day, `YYYY-MM-DD`.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Day"))]
    pub from: String,
    /// Last day, included.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Day"))]
    pub to: String,
    /// What the rows are.
    pub group_by: UsageGroup,
    /// By key; groups without a request have no row.
    pub rows: Vec<UsageRow>,
}

/// One group of a usage report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageRow {
    /// Which day, surface, agent …; `none` for requests that have no such thing.
    pub key: String,
    /// Number of requests.
    pub requests: i64,
    /// Those that were answered with a problem.
    pub errors: i64,
    /// Sum of what was asked for, e.g. pages.
    pub units: f64,
    /// Sum of what the requests were charged in the end.
    pub credits: f64,
    /// 95 of 100 requests were answered within so many milliseconds.
    pub p95_ms: Option<i64>,
}
