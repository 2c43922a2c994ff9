//! What a new credential gives access to, as arguments.

use clap::Args;
use plumbline_storage::Environment;

/// What a new credential gives access to.
#[derive(Debug, Args)]
pub(crate) struct Access {
    /// `sandbox` or `production`
    #[arg(long, default_value = "sandbox")]
    pub(super) environment: Environment,
    /// Space-separated scopes, or `all` for every scope that is not premium
    #[arg(long, default_value = "all")]
    pub(super) scopes: String,
}
