//! `plumbline key`: API keys of a tenant.

use anyhow::{Result, bail};
use clap::Subcommand;
use plumbline_storage::{ApiKey, Environment, TenantId};
use serde_json::{Value, json};

use super::output;
use crate::app;
use crate::config::Config;

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a key and print its secret, this once
    Create {
        /// The tenant it is for, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
        /// `sandbox` or `production`
        #[arg(long, default_value = "sandbox")]
        environment: Environment,
        /// Blank-separated scopes, or `all` for every scope that is not premium
        #[arg(long, default_value = "all")]
        scopes: String,
        /// What it is for, in a word
        #[arg(long, default_value = "key")]
        name: String,
    },
    /// List a tenant's keys, without their secrets
    List {
        /// The tenant, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
    },
    /// Refuse a key from now on
    Revoke {
        /// The key's id, `pc_…`
        id: String,
    },
}

/// Every scope of the service contract that is not premium; what `--scopes all` grants.
const ALL_SCOPES: &str = "projects:read projects:write projects:delete documents:read documents:write documents:delete \
    takeoffs:read takeoffs:run takeoffs:review takeoffs:delete exports:read exports:create estimates:read \
    estimates:generate billing:read billing:write events:read webhooks:manage cad:convert";
/// Scopes that are granted by name only: each opens paid work.
const PREMIUM_SCOPES: &str = "takeoffs:deep interior:read interior:generate bim:read bim:generate clash:run";

fn as_json(key: &ApiKey) -> Value {
    json!({
        "id": key.id, "tenant": key.tenant.as_str(), "name": key.name, "environment": key.environment.as_str(),
        "scopes": key.scopes, "created_at": key.created_at, "last_used_at": key.last_used_at, "revoked_at": key.revoked_at,
    })
}

/// Does it.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    match command {
        Command::Create { tenant, environment, scopes, name } => {
            let scopes = parse_scopes(&scopes)?;
            let created = storage.control.create_key(&tenant, &name, environment, &scopes).await?;
            let mut value = as_json(&created.key);
            value["secret"] = json!(created.secret);
            output::show(as_program, &value, |_| {
                format!("key {} ({environment})\nsecret, shown only now: {}", created.key.id, created.secret)
            })
        }
        Command::List { tenant } => {
            let keys = storage.control.keys(&tenant).await?;
            output::rows(
                as_program,
                &keys,
                as_json,
                &["ID", "NAME", "ENVIRONMENT", "CREATED", "LAST USED", "REVOKED", "SCOPES"],
                |key| {
                    vec![
                        key.id.clone(),
                        key.name.clone(),
                        key.environment.to_string(),
                        key.created_at.clone(),
                        key.last_used_at.clone().unwrap_or_default(),
                        key.revoked_at.clone().unwrap_or_default(),
                        key.scopes.join(" "),
                    ]
                },
            )
        }
        Command::Revoke { id } => {
            storage.control.revoke_key(&id).await?;
            output::show(as_program, &json!({"revoked": id}), |_| format!("revoked {id}"))
        }
    }
}

pub(super) fn parse_scopes(text: &str) -> Result<Vec<String>> {
    if text.trim() == "all" {
        return Ok(ALL_SCOPES.split_whitespace().map(str::to_owned).collect());
    }
    let known: Vec<&str> = ALL_SCOPES.split_whitespace().chain(PREMIUM_SCOPES.split_whitespace()).collect();
    let scopes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(unknown) = scopes.iter().find(|scope| !known.contains(&scope.as_str())) {
        bail!("--scopes: `{unknown}` is no scope; known are: {}", known.join(" "));
    }
    if scopes.is_empty() {
        bail!("--scopes: name at least one scope, or `all`");
    }
    Ok(scopes)
}
