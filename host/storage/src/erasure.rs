//! Deletion of tenants and users, with all of their data.
//!
//! SQLite overwrites the rows deleted here (`secure_delete`), and the log is emptied. The databases that remain are also
//! rewritten (`VACUUM`), since earlier changes of the same rows left copies in free space.

use std::path::Path;
use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Connection, Dialect, Pool, query};
use plumbline_tenancy::{Environment, Scope, TenantId, clock};
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::error::StorageError;
use crate::storage::Storage;

/// Time that a tenant's running jobs get to end. Hosts look for lost leases more often than this.
const RUNNING_JOBS: Duration = Duration::from_secs(120);
/// Wait after a tenant was revoked or a user disabled. Hosts accept their credentials from their caches for up to 800 ms
/// after it, and write the usage of a call up to 500 ms later. Data written after the deletion would remain.
const REVOCATION: time::Duration = time::Duration::seconds(2);
/// Interval between checks of whether the jobs have ended.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The name of the control database in the log.
const CONTROL: &str = "control";

/// Deletes a tenant's rows from the control database, referencing rows first. The placeholder is the tenant's id.
const DELETE_TENANT: &[&str] = &[
    "DELETE FROM oauth_codes WHERE SUBSTR(subject, 1, 26) IN (SELECT id FROM users WHERE tenant_id = ?1)",
    "DELETE FROM oauth_access_tokens WHERE SUBSTR(subject, 1, 26) IN (SELECT id FROM users WHERE tenant_id = ?1)",
    "DELETE FROM oauth_refresh_tokens WHERE SUBSTR(subject, 1, 26) IN (SELECT id FROM users WHERE tenant_id = ?1)",
    "DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE tenant_id = ?1)",
    "DELETE FROM upstream_identities WHERE user_id IN (SELECT id FROM users WHERE tenant_id = ?1)",
    "DELETE FROM users WHERE tenant_id = ?1",
    "DELETE FROM invitations WHERE tenant_id = ?1",
    "DELETE FROM premium_grants WHERE tenant_id = ?1",
    // After the premium grants, whose deletion is an event.
    "DELETE FROM tenant_events WHERE tenant_id = ?1",
    "DELETE FROM service_credentials WHERE tenant_id = ?1",
    "DELETE FROM api_keys WHERE tenant_id = ?1",
    "DELETE FROM stage_outcomes WHERE sequence IN (SELECT sequence FROM bindings WHERE tenant_id = ?1)",
    "DELETE FROM bindings WHERE tenant_id = ?1",
    "DELETE FROM publications WHERE tenant_id = ?1",
    "DELETE FROM publishers WHERE tenant_id = ?1",
    "DELETE FROM jobs WHERE tenant_id = ?1",
    "DELETE FROM job_turns WHERE tenant_id = ?1",
    "DELETE FROM tenants WHERE id = ?1",
];

/// Deletes a user's rows from the control database. The placeholder is the user's id.
const DELETE_USER: &[&str] = &[
    "DELETE FROM oauth_codes WHERE SUBSTR(subject, 1, 26) = ?1",
    "DELETE FROM oauth_access_tokens WHERE SUBSTR(subject, 1, 26) = ?1",
    "DELETE FROM oauth_refresh_tokens WHERE SUBSTR(subject, 1, 26) = ?1",
    "DELETE FROM sessions WHERE user_id = ?1",
    "DELETE FROM upstream_identities WHERE user_id = ?1",
    "DELETE FROM invitations WHERE email = (SELECT email FROM users WHERE id = ?1)",
    "UPDATE invitations SET invited_by = NULL WHERE invited_by = ?1",
    "UPDATE api_keys SET created_by = NULL WHERE created_by = ?1",
    // A Spin application names its buckets `CLIENT/USER/ENVIRONMENT`.
    "DELETE FROM rate_limits WHERE REPLACE(bucket, '/' || ?1 || '/', '') <> bucket",
    "DELETE FROM users WHERE id = ?1",
];

/// Removes a user's id from a tenant's database. Sums that differed only in the user are merged.
const ERASE_USER_ID: &[&str] = &[
    // `CLIENT USER`, if the client acts for a user.
    "DELETE FROM idempotency WHERE client_id = ?1 OR SUBSTR(client_id, LENGTH(client_id) - LENGTH(?1)) = ' ' || ?1",
    "UPDATE usage_events SET user_id = NULL WHERE user_id = ?1",
    "INSERT INTO usage_totals (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms, requests, errors, units) \
     SELECT day, client_id, '', surface, agent, operation, end_customer_ref, latency_ms, requests, errors, units \
     FROM usage_totals WHERE user_id = ?1 \
     ON CONFLICT (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms) DO UPDATE SET \
     requests = usage_totals.requests + excluded.requests, errors = usage_totals.errors + excluded.errors, \
     units = usage_totals.units + excluded.units",
    "DELETE FROM usage_totals WHERE user_id = ?1",
];

/// A user who was disabled.
#[derive(Deserialize)]
struct Disabled {
    tenant_id: String,
    disabled_at: String,
}

impl Storage {
    /// Deletes a revoked tenant: credentials, people, bindings, jobs, both databases, files, and components that were
    /// published for it alone, with their machine code in the folder `compiled`. Drops waiting jobs, and waits for running
    /// ones to end.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant. [`StorageError::Invalid`] if the tenant is not revoked,
    /// if its jobs do not end, or if the host uses the database of a Spin application. A repeated call continues where
    /// the last one stopped.
    #[boxed]
    pub async fn delete_tenant(&self, id: &TenantId, compiled: &Path) -> Result<(), StorageError> {
        if self.shares_file() {
            return Err(StorageError::Invalid(
                "spin.database: a Spin application's tenant cannot be deleted. Delete the application's database file"
                    .into(),
            ));
        }
        let tenant = self.control.tenant(id).await?;
        let Some(revoked_at) = tenant.revoked_at else {
            return Err(StorageError::Invalid(format!(
                "tenant: {id} ({}) is not revoked. Revoke it first: `plumbline tenant revoke {id}`",
                tenant.name
            )));
        };
        wait_until_effective(&revoked_at).await?;
        self.end_jobs(id).await?;
        if let Some(scopes) = self.postgres() {
            scopes.delete(id).await?;
        }
        let orphans = erase(
            self.control.pool(),
            CONTROL,
            DELETE_TENANT,
            id.as_str(),
            &["DELETE FROM components WHERE digest NOT IN (SELECT digest FROM publications) \
             AND digest NOT IN (SELECT digest FROM bindings) RETURNING digest"],
        )
        .await?;
        for digest in orphans {
            self.control.remove_component(&digest).await?;
            remove_code(compiled, &digest)?;
            if let Some(shared) = &self.shared_code {
                let removed = shared.remove(&digest).await.map_err(std::io::Error::other);
                removed.map_err(StorageError::io("deleting shared machine code"))?;
            }
        }
        remove(std::fs::remove_dir_all(self.data_dir().join("tenants").join(id.as_str())))?;
        self.blobs.delete_tenant(id).await
    }

    /// Disables a user, then deletes them: sign-in, sessions, tokens and invitations. Their usage is kept, without their
    /// id.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if the user does not exist, or an error of the database. A repeated call continues where
    /// the last one stopped.
    #[boxed]
    pub async fn delete_user(&self, id: &str) -> Result<(), StorageError> {
        let (tenant, disabled_at) = self.disable_user(id).await?;
        wait_until_effective(&disabled_at).await?;
        for environment in Environment::ALL {
            let scope = Scope::new(tenant.clone(), environment);
            if self.exists(&scope).await? {
                self.tenant(&scope).await?.erase(ERASE_USER_ID, id).await?;
            }
        }
        // Last, because a repeated call needs the user's row.
        erase(self.control.pool(), CONTROL, DELETE_USER, id, &[]).await?;
        Ok(())
    }

    /// Disables a user, even the last admin. Returns their tenant and when they were disabled.
    async fn disable_user(&self, id: &str) -> Result<(TenantId, String), StorageError> {
        let disabled: Option<Disabled> = query(
            "UPDATE users SET disabled_at = COALESCE(disabled_at, ?) WHERE id = ? RETURNING tenant_id, disabled_at",
        )
        .bind(plumbline_tenancy::id::now())
        .bind(id)
        .fetch_optional(self.control.pool())
        .await?;
        let Disabled { tenant_id, disabled_at } = disabled
            .ok_or_else(|| StorageError::NotFound(format!("user: `{id}` was not found. See `plumbline user list`")))?;
        let tenant = TenantId::parse(tenant_id).map_err(|error| StorageError::Damaged(error.to_string()))?;
        Ok((tenant, disabled_at))
    }

    /// Drops a tenant's waiting jobs and waits until its running jobs have ended.
    async fn end_jobs(&self, id: &TenantId) -> Result<(), StorageError> {
        let begun = Instant::now();
        loop {
            query("DELETE FROM jobs WHERE tenant_id = ? AND leased_by IS NULL")
                .bind(id.as_str())
                .execute(self.control.pool())
                .await?;
            let running: i64 = query("SELECT COUNT(*) FROM jobs WHERE tenant_id = ? AND lease_until > ?")
                .bind(id.as_str())
                .bind(plumbline_tenancy::id::at(self.control.clock().now().await?))
                .fetch_scalar(self.control.pool())
                .await?;
            if running == 0 {
                return Ok(());
            }
            if begun.elapsed() > RUNNING_JOBS {
                return Err(StorageError::Invalid(format!(
                    "tenant: {running} jobs of {id} are still running. Try again later"
                )));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// Waits until a revocation takes effect on all hosts. Returns at once if that has happened.
async fn wait_until_effective(revoked_at: &str) -> Result<(), StorageError> {
    let revoked_at = OffsetDateTime::parse(revoked_at, &Rfc3339)
        .map_err(|error| StorageError::Damaged(format!("the time `{revoked_at}`: {error}")))?;
    // The difference is negative if the revocation is older than that.
    let left = Duration::try_from(revoked_at + REVOCATION - clock::now()).unwrap_or_default();
    tokio::time::sleep(left).await;
    Ok(())
}

/// Runs statements with the same value in one transaction, and removes the deleted rows from the files. Returns the texts
/// that the `last` statements return. `name` is the database's name in the log.
pub(crate) async fn erase(
    pool: &Pool,
    name: &str,
    statements: &[&'static str],
    value: &str,
    last: &[&'static str],
) -> Result<Vec<String>, StorageError> {
    let mut connection = pool.acquire().await?;
    let leaves_copies = pool.dialect() == Dialect::Sqlite;
    if leaves_copies {
        query("PRAGMA secure_delete = ON").execute(&mut connection).await?;
    }
    let erased = run(&mut connection, statements, value, last).await;
    if leaves_copies {
        query("PRAGMA secure_delete = OFF").execute(&mut connection).await?;
    }
    let found = erased?;
    if leaves_copies {
        // If another connection is reading, this empties only part of the log, and the next checkpoint does the rest.
        query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
        vacuum(&mut connection, name).await;
    }
    Ok(found)
}

async fn run(
    connection: &mut Connection,
    statements: &[&'static str],
    value: &str,
    last: &[&'static str],
) -> Result<Vec<String>, StorageError> {
    let mut transaction = connection.begin_write().await?;
    for statement in statements {
        query(statement).bind(value).execute(&mut transaction).await?;
    }
    let mut found = Vec::new();
    for statement in last {
        found.extend(query(statement).fetch_scalars::<String>(&mut transaction).await?);
    }
    transaction.commit().await?;
    Ok(found)
}

/// Rewrites a SQLite file without free space. `name` is its name in the log.
async fn vacuum(connection: &mut Connection, name: &str) {
    for statement in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] {
        if let Err(error) = query(statement).execute(&mut *connection).await {
            tracing::warn!(%error, database = name, "the database could not be compacted and may contain copies of deleted data. Run `VACUUM` later");
        }
    }
}

/// Removes the machine code of a component for all processors and versions of the program.
fn remove_code(compiled: &Path, digest: &str) -> Result<(), StorageError> {
    let prefix = format!("{digest}-");
    let entries = match std::fs::read_dir(compiled) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(StorageError::io(format!("reading {}", compiled.display())))?,
    };
    for entry in entries {
        let entry = entry.map_err(StorageError::io(format!("reading {}", compiled.display())))?;
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            remove(std::fs::remove_file(entry.path()))?;
        }
    }
    Ok(())
}

/// Ignores the error if the file does not exist.
fn remove(removed: std::io::Result<()>) -> Result<(), StorageError> {
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StorageError::io("deleting files")(error)),
        _ => Ok(()),
    }
}
