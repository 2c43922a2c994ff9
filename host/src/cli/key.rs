//! `plumbline key`: a tenant's API keys.

use anyhow::Result;
use clap::Subcommand;
use plumbline_config::Config;
use plumbline_storage::{ClientId, Scope, TenantId};
use plumbline_terminal as output;
use serde_json::json;

use super::credential_access::Access;
use crate::app;
use crate::identity;

/// Commands for keys.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a key and print its secret, which is shown once
    Create {
        /// The tenant of the key, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
        #[command(flatten)]
        access: Access,
        /// A short name for its purpose
        #[arg(long, default_value = "key")]
        name: String,
    },
    /// List a tenant's keys, without their secrets
    List {
        /// The tenant, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
    },
    /// Revoke a key
    Revoke {
        /// The key's id, `pc_…`
        id: String,
    },
}

/// Runs `plumbline key`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity = identity::for_command(config, &storage)?;
    match command {
        Command::Create { tenant, access: Access { environment, scopes }, name } => {
            let scopes = identity.parse_scopes(&tenant, &scopes).await?;
            let created = identity.create_key(&tenant, &name, environment, &scopes, None).await?;
            if let Some(spin) = &config.spin
                && spin.environment == environment
                && storage.control.tenants().await?.first().is_some_and(|first| first.id == tenant)
            {
                // The edge may handle the first call, and only the host grants the trial credits.
                storage.tenant(&Scope::new(tenant, environment)).await?;
            }
            let mut value = json!(created.key);
            value["secret"] = json!(created.secret);
            output::show(as_program, &value, |_| {
                format!("Created key {} ({environment})\nSecret (shown only once): {}", created.key.id, created.secret)
            })
        }
        Command::List { tenant } => {
            let keys = identity.keys(&tenant).await?;
            let heads = ["ID", "NAME", "ENVIRONMENT", "CREATED", "LAST USED", "REVOKED", "SCOPES"];
            let members = ["id", "name", "environment", "created_at", "last_used_at", "revoked_at", "scopes"];
            output::table(as_program, &keys, &heads, &members)
        }
        Command::Revoke { id } => {
            let id = ClientId::stored(id);
            identity.revoke_key(None, &id).await?;
            output::show(as_program, &json!({"revoked": id}), |_| format!("Revoked {id}"))
        }
    }
}
