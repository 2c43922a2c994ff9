//! `plumbline service`: credentials of partners' unattended backends.

use anyhow::Result;
use clap::{Args, Subcommand};
use plumbline_config::Config;
use plumbline_identity::{Link, ServiceCredential};
use plumbline_storage::{ClientId, TenantId};
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::credential_access::Access;
use crate::app;
use crate::identity;

/// Commands for service credentials.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a credential for the built-in provider and print its secret, which is shown once
    Create {
        #[command(flatten)]
        credential: Described,
        /// Days after which the secret expires; defaults to 365
        #[arg(long, value_name = "DAYS")]
        valid_days: Option<u32>,
    },
    /// Let a client of a configured identity provider act as a credential
    Link {
        #[command(flatten)]
        credential: Described,
        /// The provider, as in the `iss` of its tokens
        #[arg(long, value_name = "URL")]
        issuer: String,
        /// The client's id at the provider, as in the `azp`, `appid`, `client_id` or `sub` of its tokens
        #[arg(long, value_name = "ID")]
        external_client: String,
    },
    /// Give a credential of the built-in provider a new secret and invalidate the old one
    Rotate {
        /// The credential's id, `pc_…`
        id: String,
        /// Days after which the secret expires; defaults to 365
        #[arg(long, value_name = "DAYS")]
        valid_days: Option<u32>,
    },
    /// List a tenant's service credentials
    List {
        /// The tenant, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
    },
    /// Revoke a credential
    Revoke {
        /// The credential's id, `pc_…`
        id: String,
    },
}

/// Properties of every credential.
#[derive(Debug, Args)]
pub(crate) struct Described {
    /// The tenant of the credential, `ten_…`
    #[arg(long, value_name = "ID")]
    tenant: TenantId,
    #[command(flatten)]
    access: Access,
    /// A short name for its purpose
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
        Command::Create {
            credential: Described { tenant, access: Access { environment, scopes }, name },
            valid_days,
        } => {
            let scopes = identity.parse_scopes(&tenant, &scopes).await?;
            let created = identity.create_service_credential(&tenant, &name, environment, &scopes, valid_days).await?;
            output::show(as_program, &once(&created), |_| {
                format!(
                    "Created service credential {} ({environment})\nSecret (shown only once): {}",
                    created.credential.id, created.secret
                )
            })
        }
        Command::Link {
            credential: Described { tenant, access: Access { environment, scopes }, name },
            issuer,
            external_client,
        } => {
            let scopes = identity.parse_scopes(&tenant, &scopes).await?;
            let linked = {
                let link = Link { issuer: issuer.clone(), client: external_client.clone() };
                identity.link_service_credential(&tenant, &name, environment, &scopes, link).await?
            };
            output::show(as_program, &as_json(&linked), |_| {
                format!("Linked {} to {external_client} at {issuer}", linked.id)
            })
        }
        Command::Rotate { id, valid_days } => {
            let rotated = identity.rotate_service_secret(None, &ClientId::stored(id), valid_days).await?;
            output::show(as_program, &once(&rotated), |_| format!("Secret (shown only once): {}", rotated.secret))
        }
        Command::List { tenant } => {
            let credentials = identity.service_credentials(&tenant).await?;
            let heads =
                ["ID", "NAME", "ENVIRONMENT", "ISSUER", "CLIENT", "SECRET EXPIRES", "LAST USED", "REVOKED", "SCOPES"];
            let members = [
                "id",
                "name",
                "environment",
                "issuer",
                "external_client",
                "secret_expires_at",
                "last_used_at",
                "revoked_at",
                "scopes",
            ];
            let credentials: Vec<Value> = credentials.iter().map(as_json).collect();
            output::table(as_program, &credentials, &heads, &members)
        }
        Command::Revoke { id } => {
            let id = ClientId::stored(id);
            identity.revoke_service_credential(None, &id).await?;
            output::show(as_program, &json!({"revoked": id}), |_| format!("Revoked {id}"))
        }
    }
}
