//! Tenants: creation, listing, settings, revocation.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::query;
use serde::{Deserialize, Serialize};

use super::Control;
use crate::error::StorageError;
use plumbline_tenancy::id;
use plumbline_tenancy::{TenantId, TenantSettings, checked_name};

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenant {
    /// `ten_…`.
    pub id: TenantId,
    /// A unique name for people.
    pub name: String,
    /// ISO 8601.
    pub created_at: String,
    /// When it was revoked. Its keys are no longer valid then.
    pub revoked_at: Option<String>,
    /// The settings agreed with the tenant.
    #[serde(flatten)]
    pub settings: TenantSettings,
}

impl Control {
    /// Creates a tenant.
    ///
    /// # Errors
    /// Returns an error if the name is empty, longer than 200 characters or taken.
    #[boxed]
    pub async fn create_tenant(&self, name: &str) -> Result<Tenant, StorageError> {
        let name = checked_name(name)?;
        let tenant = Tenant {
            id: TenantId::random(),
            name: name.to_owned(),
            created_at: id::now(),
            revoked_at: None,
            settings: TenantSettings::default(),
        };
        let created =
            query("INSERT INTO tenants (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING")
                .bind(tenant.id.as_str())
                .bind(name)
                .bind(&tenant.created_at)
                .execute(self.pool())
                .await?;
        if created == 0 {
            return Err(StorageError::Exists(format!("name: the name `{name}` is already in use. Choose another")));
        }
        Ok(tenant)
    }

    /// Returns all tenants, including revoked ones, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn tenants(&self) -> Result<Vec<Tenant>, StorageError> {
        Ok(query("SELECT * FROM tenants ORDER BY created_at, id").fetch_all(self.pool()).await?)
    }

    /// Returns a tenant by its id.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant.
    #[boxed]
    pub async fn tenant(&self, id: &TenantId) -> Result<Tenant, StorageError> {
        self.find_tenant(id.as_str()).await
    }

    /// Returns a tenant by its id or its name.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant.
    #[boxed]
    pub async fn find_tenant(&self, id_or_name: &str) -> Result<Tenant, StorageError> {
        let tenant: Option<Tenant> = query("SELECT * FROM tenants WHERE id = ?1 OR name = ?1")
            .bind(id_or_name)
            .fetch_optional(self.pool())
            .await?;
        tenant.ok_or_else(|| {
            StorageError::NotFound(format!("tenant: `{id_or_name}` was not found. See `plumbline tenant list`"))
        })
    }

    /// Changes the settings agreed with a tenant. They apply to this process immediately, and to others within a
    /// second.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant. Also returns an error if a setting has a value that is
    /// not allowed.
    #[boxed]
    pub async fn set_tenant(&self, id: &TenantId, settings: &TenantSettings) -> Result<(), StorageError> {
        let changed =
            query("UPDATE tenants SET tier = ?, billing_mode = ?, unit_system = ?, retention_days = ? WHERE id = ?")
                .bind(&settings.tier)
                .bind(&settings.billing_mode)
                .bind(&settings.unit_system)
                .bind(settings.retention_days)
                .bind(id.as_str())
                .execute(self.pool())
                .await?;
        require_changed(changed, id)
    }

    /// Revokes a tenant: its keys are no longer valid. Its data is kept.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant.
    #[boxed]
    pub async fn revoke_tenant(&self, id: &TenantId) -> Result<(), StorageError> {
        let changed = query("UPDATE tenants SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?")
            .bind(id::now())
            .bind(id.as_str())
            .execute(self.pool())
            .await?;
        require_changed(changed, id)
    }
}

/// Returns an error unless a statement changed the tenant's row.
fn require_changed(rows: u64, id: &TenantId) -> Result<(), StorageError> {
    match rows {
        0 => Err(StorageError::NotFound(format!("tenant: `{id}` was not found"))),
        _ => Ok(()),
    }
}
