//! Events that the host adds to a tenant's log. All others are written by triggers.

use plumbline_host_sql::query;

use super::TenantDb;
use crate::error::StorageError;
use crate::tenant_events::TenantEvent;

impl TenantDb {
    /// Adds an event durably, unless the log has it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn add_event(&self, event: &TenantEvent) -> Result<(), StorageError> {
        let guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        query(
            "INSERT INTO events (id, kind, resource_type, resource_id, data, created_at) SELECT ?1, ?2, ?3, ?4, ?5, ?6
             WHERE NOT EXISTS (SELECT 1 FROM events WHERE id = ?1)",
        )
        .bind(&event.id)
        .bind(&event.kind)
        .bind(&event.resource_type)
        .bind(&event.resource_id)
        .bind(&event.data)
        .bind(&event.created_at)
        .execute(self.0.host())
        .await?;
        drop(guard);
        self.make_durable().await.map_err(|error| StorageError::Invalid(error.to_string()))
    }
}
