//! `plumbline publisher`: signing keys of components, and trusted publishers.

use std::iter;
use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use plumbline_config::Config;
use plumbline_storage::{SigningKey, TenantId};
use plumbline_terminal as output;
use serde_json::json;

use crate::app;

/// Commands for publishers.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a signing key: writes NAME.key, which stays with the publisher, and prints the public key
    New {
        /// The publisher's name: lower-case letters, digits, dashes and underscores
        name: String,
        /// File for the key; defaults to NAME.key in the working directory
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Trust a publisher, so that components it signs can be published
    Trust {
        /// The publisher's name
        name: String,
        /// The publisher's public key, as printed by `new`
        #[arg(long, value_name = "BASE64")]
        public_key: String,
        /// The only tenant it may publish for; without it, it may publish for any tenant and for all
        #[arg(long)]
        tenant: Option<TenantId>,
    },
    /// List publishers
    List,
    /// Revoke a publisher: its components are no longer served and cannot be bound again
    Revoke {
        /// The publisher's name
        name: String,
    },
}

/// Runs `plumbline publisher`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    // A partner creates keys without a server.
    if let Command::New { name, out } = command {
        let (key, path) = (SigningKey::generate(), out.unwrap_or_else(|| PathBuf::from(format!("{name}.key"))));
        key.write(&path)?;
        let public_key = key.public_key();
        return output::show(as_program, &json!({"name": name, "key": path, "public_key": public_key}), |_| {
            format!(
                "Wrote {} (keep it secret).\nPublic key: {public_key}\n\
                 To trust it, an operator runs: plumbline publisher trust {name} --public-key {public_key}",
                path.display()
            )
        });
    }
    let control = app::storage(config).await?.control;
    match command {
        Command::New { .. } => Ok(()),
        Command::Trust { name, public_key, tenant } => {
            let trusted = control.trust(&name, &public_key, tenant.as_ref().map(TenantId::as_str)).await?;
            output::show(as_program, &json!(trusted), |_| {
                let whom = tenant.map_or_else(|| "any tenant".to_owned(), |tenant| tenant.to_string());
                format!("Trusted {name} to publish for {whom}")
            })
        }
        Command::List => {
            let publishers = control.publishers().await?;
            output::rows(
                as_program,
                &publishers,
                |one| json!(one),
                &["NAME", "PUBLIC KEY", "TENANT", "CREATED", "REVOKED"],
                |one| {
                    vec![
                        one.name.clone(),
                        one.public_key.clone(),
                        one.tenant.clone().unwrap_or_else(|| "*".to_owned()),
                        one.created_at.clone(),
                        one.revoked_at.clone().unwrap_or_default(),
                    ]
                },
            )
        }
        Command::Revoke { name } => {
            control.revoke_publisher(&name).await?;
            let bound = control.bindings_by_publisher(&name).await?;
            let places = bound.iter().map(|one| json!({"slot": one.slot, "tenant": one.tenant})).collect::<Vec<_>>();
            output::show(as_program, &json!({"name": name, "revoked": true, "out_of_service": places}), |_| {
                let gone = bound.iter().map(|one| {
                    format!("Out of service: {} for {}. Bind another version or unbind it.", one.slot, one.tenant)
                });
                iter::once(format!("Revoked {name}")).chain(gone).collect::<Vec<_>>().join("\n")
            })
        }
    }
}
