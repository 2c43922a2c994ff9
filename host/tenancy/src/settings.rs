//! The terms that an operator agrees with a tenant.

use plumbline_sql::{DbError, Row};

/// The terms that an operator agrees with a tenant. The database accepts only the values named here.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl TenantSettings {
    /// Reads the columns `tier`, `billing_mode`, `unit_system` and `retention_days` of a row of `tenants`.
    ///
    /// # Errors
    /// Returns an error if a column is missing or holds another type.
    pub fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            tier: row.text("tier")?,
            billing_mode: row.text("billing_mode")?,
            unit_system: row.text("unit_system")?,
            retention_days: row.opt_int("retention_days")?.and_then(|days| u32::try_from(days).ok()),
        })
    }
}
