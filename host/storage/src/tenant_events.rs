//! Events of tenants that happen in the host's own database, on their way to the tenants' event logs.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::query;
use plumbline_tenancy::{Environment, Scope, TenantId};
use serde::Deserialize;

use crate::error::StorageError;
use crate::storage::Storage;

/// Events that are copied at one time.
const BATCH: u32 = 200;

/// An event, as the control database has it.
#[derive(Debug, Deserialize)]
pub(crate) struct TenantEvent {
    sequence: i64,
    pub(crate) id: String,
    tenant_id: String,
    environment: Option<String>,
    pub(crate) kind: String,
    pub(crate) resource_type: String,
    pub(crate) resource_id: String,
    pub(crate) data: String,
    pub(crate) created_at: String,
}

impl Storage {
    /// Copies waiting events to their tenants' logs and returns their number. An event that was copied, but not deleted here,
    /// is copied again without effect.
    ///
    /// # Errors
    /// Returns an error if a database fails. The rest waits.
    #[boxed]
    pub async fn copy_tenant_events(&self) -> Result<usize, StorageError> {
        let waiting: Vec<TenantEvent> = query(
            "SELECT sequence, id, tenant_id, environment, kind, resource_type, resource_id, data, created_at
             FROM tenant_events ORDER BY sequence LIMIT ?",
        )
        .bind(BATCH)
        .fetch_all(self.control.pool())
        .await?;
        for event in &waiting {
            for scope in self.scopes_of(event).await? {
                let database = self.tenant(&scope).await?;
                database.add_event(event).await?;
                self.outbox_signal().fire(&scope);
            }
            query("DELETE FROM tenant_events WHERE sequence = ?")
                .bind(event.sequence)
                .execute(self.control.pool())
                .await?;
        }
        Ok(waiting.len())
    }

    /// Returns the scopes whose logs get an event: none if the tenant was deleted meanwhile.
    async fn scopes_of(&self, event: &TenantEvent) -> Result<Vec<Scope>, StorageError> {
        let tenant: TenantId = event.tenant_id.parse()?;
        match self.control.tenant(&tenant).await {
            Err(StorageError::NotFound(_)) => return Ok(Vec::new()),
            found => found?,
        };
        let environment = event.environment.as_deref().map(str::parse::<Environment>).transpose()?;
        let mut scopes = Vec::new();
        for one in [Environment::Sandbox, Environment::Production] {
            let scope = Scope::new(tenant.clone(), one);
            let is_wanted = match environment {
                Some(environment) => environment == one,
                // Without a database, nobody ever asked for anything there.
                None => self.exists(&scope).await?,
            };
            if is_wanted {
                scopes.push(scope);
            }
        }
        Ok(scopes)
    }
}
