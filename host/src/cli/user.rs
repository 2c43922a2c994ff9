//! `plumbline user`: a tenant's users, for setting up its first administrator and for support.

use std::io::Read as _;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use plumbline_config::Config;
use plumbline_identity::{Actor, Role};
use plumbline_storage::{TenantId, UserId};
use plumbline_terminal as output;
use serde_json::json;

use crate::app;
use crate::identity::{self, HostIdentity};

/// Commands for users.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a user with a password
    Create {
        /// The organization, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
        /// Email address that they sign in with
        #[arg(long)]
        email: String,
        /// Name
        #[arg(long)]
        name: String,
        /// `viewer`, `estimator` or `admin`
        #[arg(long, default_value = "estimator")]
        role: Role,
        /// Read the password from standard input, up to the end of the input or the line
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// Create an invitation and print its link, which is shown once
    Invite {
        /// The organization, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
        /// Email address to invite
        #[arg(long)]
        email: String,
        /// `viewer`, `estimator` or `admin`
        #[arg(long, default_value = "admin")]
        role: Role,
    },
    /// List a tenant's users
    List {
        /// The organization, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: TenantId,
    },
    /// Change the role of a user
    Role {
        /// The user's id, `usr_…`
        id: String,
        /// `viewer`, `estimator` or `admin`
        role: Role,
    },
    /// Set a new password for a user; all their sessions end
    Password {
        /// The user's id, `usr_…`
        id: String,
        /// Read the password from standard input, up to the end of the input or the line
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// Unlink a user from the identity provider; the next sign-in there with their address links them again
    Unlink {
        /// The user's id, `usr_…`
        id: String,
    },
    /// Disable a user: their sessions end, and their connected apps lose access
    Disable {
        /// The user's id, `usr_…`
        id: String,
    },
    /// Enable a disabled user
    Enable {
        /// The user's id, `usr_…`
        id: String,
    },
    /// Delete a user and everything that names them; this cannot be undone
    Delete {
        /// The user's id, `usr_…`
        id: String,
    },
}

/// Reads the password from standard input.
fn password() -> Result<String> {
    let mut password = String::new();
    std::io::stdin().read_to_string(&mut password).context("cannot read the password")?;
    password.truncate(password.trim_end_matches(['\r', '\n']).len());
    Ok(password)
}

/// Runs a command for users.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    let identity: HostIdentity = identity::for_command(config, &storage)?;
    match command {
        Command::Create { tenant, email, name, role, password_stdin: _ } => {
            let user = identity.create_user(&tenant, &email, &name, role, Some(&password()?)).await?;
            output::show(as_program, &json!(user), |_| {
                format!("Created {} ({}, {})", user.id, user.email, role.as_str())
            })
        }
        Command::Invite { tenant, email, role } => {
            let invited = identity.invite(Actor::Operator, &tenant, &email, role).await?;
            let link = identity.invitation_link(&invited.secret);
            output::show(as_program, &json!({"email": email, "link": link}), |_| {
                format!("Send this link to {email}. It works once and expires in 7 days.\n{link}")
            })
        }
        Command::List { tenant } => {
            let users = identity.users(Actor::Operator, &tenant).await?;
            let heads = ["ID", "EMAIL", "NAME", "ROLE", "CREATED", "DISABLED"];
            output::table(as_program, &users, &heads, &["id", "email", "name", "role", "created_at", "disabled_at"])
        }
        Command::Role { id, role } => {
            let id = UserId::stored(id);
            identity.set_role(Actor::Operator, &id, role).await?;
            output::show(as_program, &json!({"id": id, "role": role.as_str()}), |_| {
                format!("Changed the role of {id} to {}", role.as_str())
            })
        }
        Command::Password { id, password_stdin: _ } => {
            let id = UserId::stored(id);
            identity.reset_password(&id, &password()?).await?;
            output::show(as_program, &json!({"id": id}), |_| {
                format!("Changed the password of {id} and ended their sessions")
            })
        }
        Command::Unlink { id } => {
            let id = UserId::stored(id);
            identity.unlink_upstream(&id).await?;
            output::show(as_program, &json!({"unlinked": id}), |_| {
                format!("Unlinked {id}. The next sign-in links them again.")
            })
        }
        Command::Disable { id } => {
            let id = UserId::stored(id);
            identity.disable_user(Actor::Operator, &id).await?;
            output::show(as_program, &json!({"disabled": id}), |_| format!("Disabled {id}"))
        }
        Command::Enable { id } => {
            let id = UserId::stored(id);
            identity.enable_user(Actor::Operator, &id).await?;
            output::show(as_program, &json!({"enabled": id}), |_| format!("Enabled {id}"))
        }
        Command::Delete { id } => {
            storage.delete_user(&id).await?;
            output::show(as_program, &json!({"deleted": id}), |_| format!("Deleted {id}"))
        }
    }
}
