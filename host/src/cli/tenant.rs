//! `plumbline tenant`: the organizations whose data is kept apart.

use anyhow::Result;
use clap::Subcommand;
use plumbline_storage::Tenant;
use serde_json::{Value, json};

use super::output;
use crate::app;
use crate::config::Config;

/// What can be done with tenants.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a tenant and print its id
    Create {
        /// Its name, unique
        name: String,
    },
    /// List all tenants
    List,
    /// Refuse every credential of a tenant from now on; its data stays
    Revoke {
        /// Its id, `ten_…`
        id: String,
    },
}

fn as_json(tenant: &Tenant) -> Value {
    let Tenant { id, name, created_at, revoked_at } = tenant;
    json!({"id": id.as_str(), "name": name, "created_at": created_at, "revoked_at": revoked_at})
}

/// Does it.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    match command {
        Command::Create { name } => {
            let tenant = storage.control.create_tenant(&name).await?;
            output::show(as_program, &as_json(&tenant), |_| format!("created tenant {} ({})", tenant.id, tenant.name))
        }
        Command::List => {
            let tenants = storage.control.tenants().await?;
            output::rows(as_program, &tenants, as_json, &["ID", "NAME", "CREATED", "REVOKED"], |tenant| {
                vec![
                    tenant.id.to_string(),
                    tenant.name.clone(),
                    tenant.created_at.clone(),
                    tenant.revoked_at.clone().unwrap_or_default(),
                ]
            })
        }
        Command::Revoke { id } => {
            storage.control.revoke_tenant(&id.parse()?).await?;
            output::show(as_program, &json!({"revoked": id}), |_| format!("revoked {id}: its credentials are refused"))
        }
    }
}
