//! Which component serves a slot, for a tenant or by default. Rows are only ever added; the newest counts.

use super::Control;
use crate::error::StorageError;
use plumbline_tenancy::TenantId;
use plumbline_tenancy::id;

/// A row of the history of a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Grows with every bind and roll back.
    pub sequence: i64,
    /// A tenant's id, or `*` for all that have none of their own.
    pub tenant: String,
    /// `endpoint:projects`, `reader:pdf`, …
    pub slot: String,
    /// Which component.
    pub digest: String,
    /// JSON object: settings of the component in this place.
    pub settings: String,
    /// ISO 8601.
    pub bound_at: String,
}

impl Binding {
    /// The `tenant` of a default binding.
    pub const DEFAULT: &'static str = "*";
}

type Row = (i64, String, String, String, String, String);

impl From<Row> for Binding {
    fn from((sequence, tenant, slot, digest, settings, bound_at): Row) -> Self {
        Self { sequence, tenant, slot, digest, settings, bound_at }
    }
}

impl Control {
    /// Lets a published component serve a slot. `tenant` is an id or [`Binding::DEFAULT`].
    ///
    /// # Errors
    /// When the tenant or the component is not there, the component is for another slot, or the settings are not a
    /// JSON object.
    pub async fn bind(&self, tenant: &str, slot: &str, digest: &str, settings: &str) -> Result<Binding, StorageError> {
        if tenant != Binding::DEFAULT {
            self.tenant(&TenantId::parse(tenant)?).await?;
        }
        let component = self.component(digest).await?;
        if component.slot != slot {
            return Err(StorageError::Invalid(format!(
                "slot: the component serves `{}`, not `{slot}`",
                component.slot
            )));
        }
        if !matches!(serde_json::from_str(settings), Ok(serde_json::Value::Object(_))) {
            return Err(StorageError::Invalid("settings: not a JSON object; `{}` for none".into()));
        }
        let row: Row = sqlx::query_as(
            "INSERT INTO bindings (tenant_id, slot, digest, settings, bound_at) VALUES (?, ?, ?, ?, ?)
             RETURNING sequence, tenant_id, slot, digest, settings, bound_at",
        )
        .bind(tenant)
        .bind(slot)
        .bind(digest)
        .bind(settings)
        .bind(id::now())
        .fetch_one(self.pool())
        .await?;
        Ok(row.into())
    }

    /// Goes back to what served the slot before the present component and settings did, by one more row. Rolling back
    /// twice goes forward again.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] when nothing else ever served it.
    pub async fn rollback(&self, tenant: &str, slot: &str) -> Result<Binding, StorageError> {
        let history = self.history(tenant, slot).await?;
        let present = history.first();
        let earlier =
            history.iter().find(|b| present.is_some_and(|p| (&p.digest, &p.settings) != (&b.digest, &b.settings)));
        match earlier {
            Some(earlier) => self.bind(tenant, slot, &earlier.digest, &earlier.settings).await,
            None => Err(StorageError::NotFound(format!("slot: nothing served `{slot}` for `{tenant}` before"))),
        }
    }

    /// All that served a slot for this tenant (or by default), newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn history(&self, tenant: &str, slot: &str) -> Result<Vec<Binding>, StorageError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT sequence, tenant_id, slot, digest, settings, bound_at FROM bindings
             WHERE tenant_id = ? AND slot = ? ORDER BY sequence DESC",
        )
        .bind(tenant)
        .bind(slot)
        .fetch_all(self.pool())
        .await?;
        Ok(rows.into_iter().map(Binding::from).collect())
    }

    /// Changes with every bind; one look at the end of an index.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revision(&self) -> Result<i64, StorageError> {
        Ok(sqlx::query_scalar("SELECT COALESCE(MAX(sequence), 0) FROM bindings").fetch_one(self.pool()).await?)
    }

    /// What serves now: the newest binding of each tenant and slot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn current(&self) -> Result<Vec<Binding>, StorageError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT sequence, tenant_id, slot, digest, settings, bound_at FROM bindings
             WHERE sequence IN (SELECT MAX(sequence) FROM bindings GROUP BY tenant_id, slot) ORDER BY tenant_id, slot",
        )
        .fetch_all(self.pool())
        .await?;
        Ok(rows.into_iter().map(Binding::from).collect())
    }
}
