//! `plumbline tenant`: the organizations whose data is kept separate.

use anyhow::Result;
use clap::{Args, Subcommand};
use plumbline_config::Config;
use plumbline_storage::{Environment, Scope, Tenant, TenantSettings};
use plumbline_terminal as output;
use serde_json::json;

use crate::app;

/// Commands for tenants.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a tenant and print its id
    Create {
        /// A unique name
        name: String,
        #[command(flatten)]
        settings: Settings,
    },
    /// Change the settings agreed with a tenant; settings that are not given stay the same
    Set {
        /// The tenant's id, `ten_…`, or its name
        tenant: String,
        #[command(flatten)]
        settings: Settings,
    },
    /// Add credits to a tenant's account
    Grant {
        /// The tenant's id, `ten_…`, or its name
        tenant: String,
        /// Environment of the account
        #[arg(long, default_value = "production")]
        environment: Environment,
        /// Number of credits
        #[arg(long)]
        credits: f64,
        /// Reference of the grant; granting the same reference again changes nothing
        #[arg(long)]
        reference: Option<String>,
    },
    /// List all tenants
    List,
    /// Revoke all credentials of a tenant; its data is kept
    Revoke {
        /// The tenant's id, `ten_…`
        id: String,
    },
    /// Delete a revoked tenant with all its data; this cannot be undone
    Delete {
        /// The tenant's id, `ten_…`
        id: String,
    },
}

/// The settings agreed with a tenant.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Limits for its production credentials
    #[arg(long, value_parser = ["standard", "enterprise"])]
    tier: Option<String>,
    /// Billing mode
    #[arg(long, value_parser = ["ledger", "artifact"])]
    billing_mode: Option<String>,
    /// Unit system
    #[arg(long, value_parser = ["imperial", "metric"])]
    unit_system: Option<String>,
    /// Days after which documents created from now on are deleted; 0 keeps them
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(0..=36_500))]
    retention_days: Option<u32>,
}

impl Settings {
    fn over(self, old: TenantSettings) -> TenantSettings {
        TenantSettings {
            tier: self.tier.unwrap_or(old.tier),
            billing_mode: self.billing_mode.unwrap_or(old.billing_mode),
            unit_system: self.unit_system.unwrap_or(old.unit_system),
            retention_days: self.retention_days.or(old.retention_days).filter(|days| *days > 0),
        }
    }
}

/// Runs `plumbline tenant`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    match command {
        Command::Create { name, settings } => {
            let tenant = storage.control.create_tenant(&name).await?;
            let settings = settings.over(tenant.settings.clone());
            storage.control.set_tenant(&tenant.id, &settings).await?;
            let tenant = Tenant { settings, ..tenant };
            output::show(as_program, &json!(tenant), |_| format!("Created tenant {} ({})", tenant.id, tenant.name))
        }
        Command::Set { tenant, settings } => {
            let tenant = storage.control.find_tenant(&tenant).await?;
            let settings = settings.over(tenant.settings.clone());
            storage.control.set_tenant(&tenant.id, &settings).await?;
            let tenant = Tenant { settings, ..tenant };
            output::show(as_program, &json!(tenant), |_| {
                format!("Updated {} (tier {})", tenant.id, tenant.settings.tier)
            })
        }
        Command::Grant { tenant, environment, credits, reference } => {
            let tenant = storage.control.find_tenant(&tenant).await?;
            let database = storage.tenant(&Scope::new(tenant.id.clone(), environment)).await?;
            let reference = reference.unwrap_or_else(|| plumbline_storage::id::random("grant_"));
            let granted = database.grant(&reference, credits, "granted by an operator").await?;
            let shown = json!({"tenant": tenant.id.as_str(), "reference": reference, "granted": granted});
            output::show(as_program, &shown, |_| match granted {
                true => format!("Granted {credits} credits to {} ({environment})", tenant.id),
                false => format!("{reference} was already granted. Nothing changed."),
            })
        }
        Command::List => {
            let tenants = storage.control.tenants().await?;
            let members = ["id", "name", "created_at", "revoked_at"];
            output::table(as_program, &tenants, &["ID", "NAME", "CREATED", "REVOKED"], &members)
        }
        Command::Revoke { id } => {
            storage.control.revoke_tenant(&id.parse()?).await?;
            output::show(as_program, &json!({"revoked": id}), |_| {
                format!("Revoked {id}. Its credentials no longer work.")
            })
        }
        Command::Delete { id } => {
            storage.delete_tenant(&id.parse()?, &app::compiled_dir(config)).await?;
            output::show(as_program, &json!({"deleted": id}), |_| format!("Deleted {id} and all its data"))
        }
    }
}
