//! `plumbline service`: credentials of unattended backends of partners.

use anyhow::Result;
use clap::{Args, Subcommand};
use plumbline_identity::{Link, ServiceCredential};
use plumbline_storage::{Environment, TenantId};
use serde_json::{Value, json};

use super::output;
use crate::app;
use crate::config::Config;
use crate::identity;

/// What can be done with service credentials.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a credential for the built-in provider and print its secret, this once
    Create {
        #[command(flatten)]
        credential: Described,
        /// Days after which the secret stops working; 365 when none are said
        #[arg(long, value_name = "DAYS")]
        valid_days: Option<u32>,
    },
    /// Let a client of a configured identity provider act as a credential
    Link {
        #[command(flatten)]
        credential: Described,
        /// The provider, as its tokens name it in `iss`
        #[arg(long, value_name = "URL")]
        issuer: String,
        /// The client's id there, as tokens name it in `azp`, `appid`, `client_id` or `sub`
        #[arg(long, value_name = "ID")]
        external_client: String,
    },
    /// Give a credential of the built-in provider a new secret; the old one stops working
    Rotate {
        /// The credential's id, `pc_…`
        id: String,
        /// Days after which the secret stops working; 365 when none are said
        #[arg(long, value_name = "DAYS")]
        valid_days: Option<u32>,
    },
    /// List a tenant's service credentials
    List {
        /// The tenant, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
    },
    /// Refuse a credential from now on
    Revoke {
        /// The credential's id, `pc_…`
        id: String,
    },
}

/// What every credential is told of.
#[derive(Debug, Args)]
pub(crate) struct Described {
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
    #[arg(long, default_value = "service")]
    name: String,
}

fn as_json(credential: &ServiceCredential) -> Value {
    json!({
        "id": credential.id, "tenant": credential.tenant.as_str(), "name": credential.name,
        "environment": credential.environment, "scopes": credential.scopes,
        "issuer": credential.link.as_ref().map(|link| &link.issuer),
        "external_client": credential.link.as_ref().map(|link| &link.client), "secret_expires_at": credential.secret_expires_at,
        "created_at": credential.created_at, "last_used_at": credential.last_used_at, "revoked_at": credential.revoked_at,
    })
}

/// Runs `plumbline service`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity = identity::for_command(config, &storage)?;
    let once = |created: &plumbline_identity::NewServiceCredential| {
        let mut value = as_json(&created.credential);
        value["secret"] = json!(created.secret);
        value
    };
    match command {
        Command::Create { credential: Described { tenant, environment, scopes, name }, valid_days } => {
            let scopes = plumbline_identity::parse_scopes(&scopes)?;
            let created = identity.create_service_credential(&tenant, &name, environment, &scopes, valid_days).await?;
            output::show(as_program, &once(&created), |_| {
                format!(
                    "service credential {} ({environment})\nsecret, shown only now: {}",
                    created.credential.id, created.secret
                )
            })
        }
        Command::Link { credential: Described { tenant, environment, scopes, name }, issuer, external_client } => {
            let scopes = plumbline_identity::parse_scopes(&scopes)?;
            let linked = {
                let link = Link { issuer: issuer.clone(), client: external_client.clone() };
                identity.link_service_credential(&tenant, &name, environment, &scopes, link).await?
            };
            output::show(as_program, &as_json(&linked), |_| format!("{} is {external_client} at {issuer}", linked.id))
        }
        Command::Rotate { id, valid_days } => {
            let rotated = identity.rotate_service_secret(None, &id, valid_days).await?;
            output::show(as_program, &once(&rotated), |_| format!("secret, shown only now: {}", rotated.secret))
        }
        Command::List { tenant } => {
            let credentials = identity.service_credentials(&tenant).await?;
            let heads =
                ["ID", "NAME", "ENVIRONMENT", "ISSUER", "CLIENT", "SECRET EXPIRES", "LAST USED", "REVOKED", "SCOPES"];
            output::rows(as_program, &credentials, as_json, &heads, |credential| {
                vec![
                    credential.id.clone(),
                    credential.name.clone(),
                    credential.environment.to_string(),
                    credential.link.as_ref().map(|link| link.issuer.clone()).unwrap_or_default(),
                    credential.link.as_ref().map(|link| link.client.clone()).unwrap_or_default(),
                    credential.secret_expires_at.clone().unwrap_or_default(),
                    credential.last_used_at.clone().unwrap_or_default(),
                    credential.revoked_at.clone().unwrap_or_default(),
                    credential.scopes.join(" "),
                ]
            })
        }
        Command::Revoke { id } => {
            identity.revoke_service_credential(None, &id).await?;
            output::show(as_program, &json!({"revoked": id}), |_| format!("revoked {id}"))
        }
    }
}
