//! The terms that an operator agrees with a tenant.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// The terms that an operator agrees with a tenant: columns of `tenants`, which accepts only the values named here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SmartDefault)]
pub struct TenantSettings {
    /// Rate limits of the production credentials: `standard` or `enterprise`.
    #[default("standard")]
    pub tier: String,
    /// Billing mode: `ledger` or `artifact`.
    #[default("ledger")]
    pub billing_mode: String,
    /// Units that the tenant works in: `imperial` or `metric`.
    #[default("metric")]
    pub unit_system: String,
    /// Days after which documents are deleted. `None` keeps them.
    pub retention_days: Option<u32>,
}
