//! `plumbline access`: premium scopes, requested by callers and granted by an operator.

use anyhow::Result;
use clap::{Args, Subcommand};
use plumbline_config::Config;
use plumbline_storage::{ClientId, Environment, Scope};
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::app;
use crate::identity;

/// Commands for premium access.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List a tenant's requests for premium access, newest first
    Requests {
        /// The tenant's id, `ten_…`, or its name
        #[arg(long)]
        tenant: String,
    },
    /// Grant premium scopes to a credential
    Grant(PremiumScopes),
    /// Withdraw premium scopes from a credential
    Withdraw(PremiumScopes),
    /// List the premium scopes of a tenant's credentials
    List {
        /// The tenant's id, `ten_…`, or its name
        #[arg(long)]
        tenant: String,
    },
}

/// Premium scopes of a credential.
#[derive(Debug, Args)]
pub(crate) struct PremiumScopes {
    /// The tenant's id, `ten_…`, or its name
    #[arg(long)]
    tenant: String,
    /// Environment of the credential
    #[arg(long, default_value = "production")]
    environment: Environment,
    /// The credential's client id, `pc_…` or `oc_…`
    #[arg(long, value_name = "ID")]
    client: String,
    /// Space-separated premium scopes
    #[arg(long)]
    scopes: String,
}

/// Runs `plumbline access`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity = identity::for_command(config, &storage)?;
    match command {
        Command::Requests { tenant } => {
            let tenant = storage.control.find_tenant(&tenant).await?;
            let mut requests = Vec::new();
            for environment in Environment::ALL {
                let database = storage.tenant(&Scope::new(tenant.id.clone(), environment)).await?;
                requests.extend(database.access_requests().await?.into_iter().map(|request| (environment, request)));
            }
            let value = |(environment, request): &(Environment, plumbline_storage::AccessRequest)| {
                let capabilities: Value = serde_json::from_str(&request.capabilities).unwrap_or_default();
                json!({
                    "environment": environment, "client_id": request.client_id, "capabilities": capabilities,
                    "note": request.note, "created_at": request.created_at,
                })
            };
            let heads = ["REQUESTED", "ENVIRONMENT", "CLIENT", "CAPABILITIES", "NOTE"];
            output::rows(as_program, &requests, value, &heads, |(environment, request)| {
                vec![
                    request.created_at.clone(),
                    environment.to_string(),
                    request.client_id.clone(),
                    request.capabilities.clone(),
                    request.note.clone().unwrap_or_default(),
                ]
            })
        }
        Command::Grant(chosen) => {
            let (of, scopes) = chosen.resolve(&storage).await?;
            let client = ClientId::stored(chosen.client);
            identity.grant_premium(&of, &client, &scopes).await?;
            let shown = json!({"client": client, "granted": scopes});
            output::show(as_program, &shown, |_| format!("Granted {} to {client}", scopes.join(", ")))
        }
        Command::Withdraw(chosen) => {
            let (of, scopes) = chosen.resolve(&storage).await?;
            let client = ClientId::stored(chosen.client);
            identity.withdraw_premium(&of, &client, &scopes).await?;
            let shown = json!({"client": client, "withdrawn": scopes});
            output::show(as_program, &shown, |_| format!("Revoked {} from {client}", scopes.join(", ")))
        }
        Command::List { tenant } => {
            let tenant = storage.control.find_tenant(&tenant).await?;
            let grants = identity.premium(&tenant.id).await?;
            let heads = ["GRANTED", "ENVIRONMENT", "CLIENT", "SCOPE"];
            output::table(as_program, &grants, &heads, &["granted_at", "environment", "client_id", "scope"])
        }
    }
}

impl PremiumScopes {
    async fn resolve(&self, storage: &plumbline_storage::Storage) -> Result<(Scope, Vec<String>)> {
        let tenant = storage.control.find_tenant(&self.tenant).await?;
        let scopes = self.scopes.split_whitespace().map(str::to_owned).collect();
        Ok((Scope::new(tenant.id, self.environment), scopes))
    }
}
