//! What most commands for components name: a slot of a tenant.

use anyhow::{Context as _, Result};
use plumbline_engine::{DEFAULT_TENANT, Slot};
use plumbline_storage::TenantId;

/// The actor that the history records for changes on the command line.
pub(super) const OPERATOR: &str = "operator";

/// Checks the name of a tenant.
///
/// # Errors
/// Returns an error if it is neither an id nor `*`.
pub(super) fn check_tenant(tenant: &str) -> Result<()> {
    if tenant != DEFAULT_TENANT {
        tenant.parse::<TenantId>().context("tenant: must be a tenant's id (`ten_…`), or `*` for all tenants")?;
    }
    Ok(())
}

/// A slot of a tenant, as used by most commands.
#[derive(Debug, clap::Args)]
pub(crate) struct TenantSlot {
    /// The slot: `extractor:electrical`, `exporter:csv`
    pub(super) slot: Slot,
    /// The tenant, or `*`
    #[arg(long, default_value = DEFAULT_TENANT)]
    pub(super) tenant: String,
}
