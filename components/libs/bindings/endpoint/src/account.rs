//! The credential's account and its tenant's limits, as the host reports them.

use std::collections::BTreeMap;

pub use plumbline_contract::client::RateLimit;
use serde::{Deserialize, Serialize};

/// The content of the header `x-plumbline-account`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// The credential's display name.
    pub client_name: String,
    /// The program that acts for a user, if the credential names one.
    pub agent: Option<String>,
    /// `sandbox`, `standard` or `enterprise`.
    pub tier: String,
    /// `ledger` or `artifact`.
    pub billing_mode: String,
    /// Rate limits by the name of their bucket.
    pub rate_limits: BTreeMap<String, RateLimit>,
    /// Quotas by name. A quota that is absent is unlimited.
    pub quotas: BTreeMap<String, f64>,
    /// Expiry of the secret, ISO 8601.
    pub secret_expires_at: Option<String>,
    /// Days after which the tenant's documents are deleted; if absent, they are kept.
    pub retention_days: Option<u32>,
    /// The operator's support address; `support@localhost` if the host does not provide one.
    pub support_email: String,
    /// The tenant's preferred units: `imperial` or `metric`. Defaults to `metric` if the host does not provide them.
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
