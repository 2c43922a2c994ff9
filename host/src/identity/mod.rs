//! The module `plumbline-identity` over the control database, with this process as its platform.

mod documents;
mod platform;
mod scopes;

use anyhow::Result;
use plumbline_config::Config;
use plumbline_identity::{Clock, Identity};
use plumbline_storage::{ControlDatabase, Storage};

use crate::app::serving;
pub(crate) use platform::HostPlatform;

/// The identity module with the host's types.
pub(crate) type HostIdentity = Identity<ControlDatabase, HostPlatform>;
/// Its pages and endpoints.
pub(crate) type HostWeb = plumbline_identity::Web<ControlDatabase, HostPlatform>;
/// A short-lived cache of credentials.
pub(crate) type HostCredentials = plumbline_identity::Credentials<ControlDatabase, HostPlatform>;

/// Opens the identity module for a public address.
///
/// # Errors
/// Returns an error if the client for identity providers cannot start.
pub(crate) fn open(config: &Config, storage: &Storage, public_url: &str) -> Result<HostIdentity> {
    let platform = HostPlatform::new(storage.clone(), config.identity.client_documents_per_minute)?;
    let settings = config.identity.settings(public_url, &config.support_email, config.fetch.allow_loopback);
    Ok(Identity::new(storage.control.database(), platform, settings, Clock::default()))
}

/// Opens the identity module for a command, with the address that clients use.
///
/// # Errors
/// Returns the errors of [`open`].
pub(crate) fn for_command(config: &Config, storage: &Storage) -> Result<HostIdentity> {
    open(config, storage, &serving::public_url(config))
}
