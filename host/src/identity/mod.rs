//! Who calls: the module `plumbline-identity` over the control database, with this process as its platform.

mod documents;
mod platform;

use anyhow::Result;
use plumbline_identity::{Clock, Identity};
use plumbline_storage::{ControlDatabase, Storage};

use crate::app::serving;
use crate::config::Config;
pub(crate) use platform::HostPlatform;

/// Identity as it is here.
pub(crate) type HostIdentity = Identity<ControlDatabase, HostPlatform>;
/// Credentials remembered for a moment.
pub(crate) type HostCredentials = plumbline_identity::Credentials<ControlDatabase, HostPlatform>;

/// Identity for a public address.
///
/// # Errors
/// Returns an error if the client for identity providers cannot start.
pub(crate) fn open(config: &Config, storage: &Storage, public_url: &str) -> Result<HostIdentity> {
    let platform = HostPlatform::new(storage.clone(), config.identity.client_documents_per_minute)?;
    let settings = config.identity.settings(public_url, &config.support_email, config.fetch.allow_loopback);
    Ok(Identity::new(storage.control.database(), platform, settings, Clock::default()))
}

/// Identity for a command, which prints the address that clients use.
///
/// # Errors
/// As [`open`].
pub(crate) fn for_command(config: &Config, storage: &Storage) -> Result<HostIdentity> {
    open(config, storage, &serving::public_url(config))
}
