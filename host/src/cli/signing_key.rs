//! `plumbline signing-key`: the keys that sign access tokens.

use anyhow::Result;
use clap::Subcommand;
use plumbline_identity::Purpose;
use serde_json::json;

use super::output;
use crate::app;
use crate::config::Config;
use crate::identity;

/// What can be done with signing keys. They rotate by themselves every 90 days.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make new keys: published at once, signing from ten minutes later, so that nobody is locked out
    Rotate {
        /// Throw the old keys away now, after a leak: every token they signed is refused
        #[arg(long)]
        now: bool,
    },
}

/// Does it.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity = identity::for_command(config, &storage)?;
    let Command::Rotate { now } = command;
    let mut made = Vec::new();
    for purpose in Purpose::ALL {
        let change = match now {
            true => identity.replace_signing_keys(purpose).await?,
            false => identity.rotate_signing_key(purpose).await?,
        };
        made.push(change.kid);
    }
    output::show(as_program, &json!({"made": made}), |_| match now {
        true => format!("new keys {} sign from now on; what the old ones signed is refused", made.join(" and ")),
        false => format!("new keys {} are published and sign in ten minutes", made.join(" and ")),
    })
}
