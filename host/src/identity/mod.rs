//! Who calls: the module `plumbline-identity` over the control database, with this process as its world outside.

mod documents;
mod outside;

use anyhow::Result;
use plumbline_identity::{Clock, Identity};
use plumbline_storage::{ControlDatabase, Storage};

use crate::config::Config;
pub(crate) use outside::HostOutside;

/// Identity as it is here.
pub(crate) type HostIdentity = Identity<ControlDatabase, HostOutside>;
/// Credentials remembered for a moment.
pub(crate) type HostCredentials = plumbline_identity::Credentials<ControlDatabase, HostOutside>;

/// Identity for a public address.
///
/// # Errors
/// When the client for identity providers cannot start.
pub(crate) fn open(config: &Config, storage: &Storage, public_url: &str) -> Result<HostIdentity> {
    let outside = HostOutside::new(storage.clone(), config.identity.client_documents_per_minute)?;
    let settings = config.identity.settings(public_url, config.fetch.allow_loopback);
    Ok(Identity::new(storage.control.database(), outside, settings, Clock::default()))
}

/// Identity for a command, which prints no address but the configured one.
///
/// # Errors
/// As [`open`].
pub(crate) fn for_command(config: &Config, storage: &Storage) -> Result<HostIdentity> {
    let listener = || format!("http://{}", config.http.listen);
    open(config, storage, config.http.public_url.clone().unwrap_or_else(listener).trim_end_matches('/'))
}
