//! `plumbline signing-key`: the keys that sign access tokens.

use anyhow::Result;
use clap::Subcommand;
use plumbline_config::Config;
use plumbline_identity::Purpose;
use plumbline_terminal as output;
use serde_json::json;

use crate::app;
use crate::identity;

/// Commands for signing keys. The keys rotate automatically every 90 days.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create new keys; tokens signed with the old ones stay valid
    ///
    /// The new keys are published immediately and sign after ten minutes, so that verifiers know them in time.
    Rotate {
        /// Sign with the new keys immediately; a verifier that caches the key set may refuse new tokens for some
        /// minutes
        #[arg(long)]
        now: bool,
    },
    /// Replace all keys after a leak; every token they signed is refused within half a minute
    Replace,
}

/// Runs `plumbline signing-key`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity = identity::for_command(config, &storage)?;
    let mut made = Vec::new();
    for purpose in Purpose::ALL {
        let change = match command {
            Command::Rotate { now } => identity.rotate_signing_key(purpose, now).await?,
            Command::Replace => identity.replace_signing_keys(purpose).await?,
        };
        made.push(json!({"purpose": purpose.as_str(), "kid": change.kid, "signs_from": change.signs_from}));
    }
    output::show(as_program, &json!({"made": made}), |_| {
        match command {
            Command::Rotate { now: false } => "Created new keys. They start signing in 10 minutes.",
            Command::Rotate { now: true } => {
                "Created new keys. They sign from now on. Tokens signed with the old keys stay valid."
            }
            Command::Replace => "Replaced all keys. Tokens signed with the old keys are no longer valid.",
        }
        .to_owned()
    })
}
