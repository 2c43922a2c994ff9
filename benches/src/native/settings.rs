//! The settings of a peer.

use std::path::PathBuf;

use plumbline_storage::TenantId;
use plumbline_tests::TestDatabase;
use serde::{Deserialize, Serialize};

/// What a peer serves.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The server's data directory.
    pub(super) data_dir: PathBuf,
    /// The server's public address.
    pub(super) public_url: String,
    /// The tenants whose sandboxes are served.
    pub(super) tenants: Vec<TenantId>,
    /// Whether the peer counts rates and records usage.
    pub(super) is_metered: bool,
    /// Where the server's PostgreSQL is, if its data is there.
    pub(super) postgres: Option<Addresses>,
}

/// The database's address as each role.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Addresses {
    pub(super) host: String,
    pub(super) components: String,
    pub(super) superuser: String,
}

impl Addresses {
    pub(super) fn of(database: &TestDatabase) -> Self {
        Self {
            host: database.url("plumbline_host"),
            components: database.url("plumbline_components"),
            superuser: database.url("postgres"),
        }
    }
}
