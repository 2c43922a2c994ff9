//! What the calls of the admin API use.

use plumbline_config::Config;
use plumbline_engine::Engine;
use plumbline_storage::Storage;

use super::token::Token;

/// The state of the admin API.
pub(crate) struct Admin {
    pub(super) storage: Storage,
    pub(super) engine: Engine,
    pub(super) config: Config,
    pub(super) token: Token,
    /// The address of the pages that explain problems.
    pub(super) public_url: String,
}
