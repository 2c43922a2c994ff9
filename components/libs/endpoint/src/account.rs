//! What the host says of the credential and its tenant, for the operations that tell it to the caller or keep to it.

use std::collections::BTreeMap;

pub use plumbline_contract::client::RateLimit;
use serde::{Deserialize, Serialize};

/// The header `x-plumbline-account`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// Where people who run this server answer mail: `support@localhost` when the host does not say.
    pub support_email: String,
    /// Units the tenant prefers where nothing else is asked for: `imperial` or `metric`, which it is when the host does not say.
    pub unit_system: String,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            client_name: String::new(),
            agent: None,
            tier: String::new(),
            billing_mode: String::new(),
            rate_limits: BTreeMap::new(),
            quotas: BTreeMap::new(),
            secret_expires_at: None,
            retention_days: None,
            support_email: "support@localhost".to_owned(),
            unit_system: "metric".to_owned(),
        }
    }
}
