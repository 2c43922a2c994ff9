//! What the host says of the credential and its tenant, for the operations that tell it to the caller or keep to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The header `x-plumbline-account`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// The credential's name, for people.
    pub client_name: String,
    /// The program that acts for a user, when the credential says so.
    pub agent: Option<String>,
    /// `sandbox`, `standard` or `enterprise`.
    pub tier: String,
    /// `ledger` or `artifact`.
    pub billing_mode: String,
    /// Rate limits by the name of their bucket.
    pub rate_limits: BTreeMap<String, RateLimit>,
    /// Quotas by name; one that is not here is not limited.
    pub quotas: BTreeMap<String, f64>,
    /// ISO 8601.
    pub secret_expires_at: Option<String>,
    /// Days after which the tenant's documents are deleted; kept until deleted when absent.
    pub retention_days: Option<u32>,
}

/// How often a credential may call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateLimit {
    /// Calls a minute, on average.
    pub per_minute: u32,
    /// Calls at once.
    pub burst: u32,
}
