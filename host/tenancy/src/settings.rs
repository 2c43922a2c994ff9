//! The terms that an operator agrees with a tenant.

use serde::{Deserialize, Serialize};

/// The terms that an operator agrees with a tenant: columns of `tenants`, which accepts only the values named here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TenantSettings {
    /// Rate limits of the production credentials: `standard` or `enterprise`.
    pub tier: String,
    /// Billing mode: `ledger` or `artifact`.
    pub billing_mode: String,
    /// Units that the tenant works in: `imperial` or `metric`.
    pub unit_system: String,
    /// Days after which documents are deleted. `None` keeps them.
    pub retention_days: Option<u32>,
}

impl Default for TenantSettings {
    fn default() -> Self {
        Self {
            tier: "standard".into(),
            billing_mode: "ledger".into(),
            unit_system: "metric".into(),
            retention_days: None,
        }
    }
}
