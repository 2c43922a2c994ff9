//! What an operator agrees with a tenant.

/// What an operator agrees with a tenant. The database refuses other words than those named here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantSettings {
    /// `standard` or `enterprise`: which limits its production credentials have.
    pub tier: String,
    /// `ledger` or `artifact`.
    pub billing_mode: String,
    /// `imperial` or `metric`: what it works in.
    pub unit_system: String,
    /// Days after which its documents are deleted; kept when there are none.
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
