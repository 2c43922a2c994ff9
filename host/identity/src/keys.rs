//! API keys: creation, listing, revocation and lookup.

use std::time::Duration;

use plumbline_tenancy::{ClientId, Database, Environment, Statement, TenantId, UserId, checked_name};
use serde::{Deserialize, Serialize};

use crate::credential::{Credential, CredentialRow, Kind};
use crate::error::IdentityError;
use crate::scope_text::words_of_column;
use crate::{Identity, Platform, secrets};

/// Prefix of every key. A letter for the environment, the random part and the checksum follow.
pub(crate) const PREFIX: &str = "plk_";
/// Precision of `last_used_at`. It keeps most requests from writing to the database.
const USE_RECORD_INTERVAL: Duration = Duration::from_secs(60);

/// An API key as it is listed. The secret itself is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiKey {
    /// Id of the client, `pc_…`.
    pub id: ClientId,
    /// Tenant that owns the key.
    #[serde(rename(deserialize = "tenant_id"))]
    pub tenant: TenantId,
    /// Display name.
    pub name: String,
    /// Environment that the key gives access to.
    pub environment: Environment,
    /// Scopes granted to the key.
    #[serde(deserialize_with = "words_of_column")]
    pub scopes: Vec<String>,
    /// Time of creation, ISO 8601.
    pub created_at: String,
    /// User who created the key, `usr_…`, or `None` for an operator.
    pub created_by: Option<UserId>,
    /// Time of the last use, ISO 8601, to the minute. `None` if the key was never used.
    pub last_used_at: Option<String>,
    /// Time of revocation, ISO 8601.
    pub revoked_at: Option<String>,
}

/// A new key with its secret, which is only known at creation.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// The key.
    pub key: ApiKey,
    /// Secret that the client sends as `Authorization: Bearer`. It cannot be shown again.
    pub secret: String,
}

/// The columns of an [`ApiKey`].
macro_rules! columns {
    () => {
        "k.id, k.tenant_id, k.name, k.environment, k.scopes, k.created_at, k.created_by, k.last_used_at, k.revoked_at"
    };
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Creates a key. `created_by` is a user of the organization, or `None` for an operator.
    ///
    /// # Errors
    /// Returns an error if the tenant does not exist or is revoked, the name is not valid, or a scope is not offered.
    pub async fn create_key(
        &self,
        tenant: &TenantId,
        name: &str,
        environment: Environment,
        scopes: &[String],
        created_by: Option<&UserId>,
    ) -> Result<NewKey, IdentityError> {
        let name = checked_name(name)?;
        let scopes = self.parse_scopes(tenant, &scopes.join(" ")).await?;
        self.require_tenant(tenant).await?;
        let secret = secrets::new(&format!("{PREFIX}{}", letter(environment)));
        let key = ApiKey {
            id: ClientId::random(),
            tenant: tenant.clone(),
            name: name.to_owned(),
            environment,
            scopes,
            created_at: self.clock.text(),
            created_by: created_by.cloned(),
            last_used_at: None,
            revoked_at: None,
        };
        let insert = Statement::new(
            "INSERT INTO api_keys (id, tenant_id, name, environment, scopes, secret_hash, created_at, created_by)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&key.id)
        .bind(tenant.as_str())
        .bind(name)
        .bind(environment.as_str())
        .bind(key.scopes.join(" "))
        .bind(secrets::hash(&secret))
        .bind(&key.created_at)
        .bind(created_by);
        self.database.write(vec![insert]).await?;
        Ok(NewKey { key, secret })
    }

    /// Returns the keys of a tenant, oldest first, including revoked ones.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn keys(&self, tenant: &TenantId) -> Result<Vec<ApiKey>, IdentityError> {
        let select =
            concat!("SELECT ", columns!(), " FROM api_keys k WHERE k.tenant_id = ? ORDER BY k.created_at, k.id");
        self.fetch_all(Statement::new(select).bind(tenant.as_str())).await
    }

    /// Revokes a key by its client id. If `tenant` is given, the key must belong to it.
    ///
    /// # Errors
    /// Returns [`IdentityError::NotFound`] if there is no such key.
    pub async fn revoke_key(&self, tenant: Option<&TenantId>, id: &ClientId) -> Result<(), IdentityError> {
        let revoke = "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? AND tenant_id = COALESCE(?, tenant_id)";
        self.revoke_credential(revoke, tenant, id, "API key").await
    }

    /// Revokes one credential. The statement's values are the time, an id, and a tenant or NULL.
    pub(crate) async fn revoke_credential(
        &self,
        statement: &'static str,
        tenant: Option<&TenantId>,
        id: &ClientId,
        what: &str,
    ) -> Result<(), IdentityError> {
        let revoke = Statement::new(statement)
            .bind(self.clock.text())
            .bind(id)
            .bind(tenant.map(TenantId::as_str))
            .expect_rows(1);
        if !self.database.write(vec![revoke]).await? {
            return Err(IdentityError::NotFound(format!("The {what} `{id}` was not found.")));
        }
        self.invalidate_caches();
        Ok(())
    }

    /// Returns the credential of a key, or `None` if the key is not valid or its tenant is revoked.
    pub(crate) async fn key_holder(&self, secret: &str) -> Result<Option<Credential>, IdentityError> {
        let of_ours = |environment| secrets::well_formed(&format!("{PREFIX}{}", letter(environment)), secret);
        if !Environment::ALL.into_iter().any(of_ours) {
            return Ok(None);
        }
        let select = concat!(
            "SELECT ",
            columns!(),
            ", t.tier, t.billing_mode, t.unit_system, t.retention_days
             FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
             WHERE k.secret_hash = ? AND k.revoked_at IS NULL AND t.revoked_at IS NULL"
        );
        let row: Option<CredentialRow> =
            self.fetch_optional(Statement::new(select).bind(secrets::hash(secret))).await?;
        let Some(row) = row else { return Ok(None) };
        let update = Statement::new("UPDATE api_keys SET last_used_at = ? WHERE id = ?");
        self.record_use(update, row.last_used_at.as_deref(), &row.id).await?;
        self.with_premium(row.credential(Kind::Key)).await.map(Some)
    }

    /// Runs a statement whose values are the time and an id, unless a recent use is already recorded.
    pub(crate) async fn record_use(
        &self,
        update: Statement,
        last: Option<&str>,
        id: &str,
    ) -> Result<(), IdentityError> {
        if last.is_none_or(|last| *last < *self.clock.text_ago(USE_RECORD_INTERVAL)) {
            self.database.write(vec![update.bind(self.clock.text()).bind(id)]).await?;
        }
        Ok(())
    }

    /// Returns an error if the tenant does not exist or is revoked.
    pub(crate) async fn require_tenant(&self, tenant: &TenantId) -> Result<(), IdentityError> {
        let select = Statement::new("SELECT revoked_at FROM tenants WHERE id = ?").bind(tenant.as_str());
        match self.database.query(select).await?.first() {
            None => Err(IdentityError::NotFound(format!("The tenant `{tenant}` was not found."))),
            Some(row) if row.opt_text("revoked_at")?.is_some() => {
                Err(IdentityError::Invalid(format!("The tenant `{tenant}` is revoked.")))
            }
            Some(_) => Ok(()),
        }
    }
}

const fn letter(environment: Environment) -> char {
    match environment {
        Environment::Sandbox => 's',
        Environment::Production => 'p',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture;

    #[tokio::test]
    async fn a_key_opens_until_it_is_revoked() {
        let f = fixture();
        let scopes = ["takeoffs:run".to_owned(), "projects:read".to_owned()];
        let one = f.identity.create_key(&f.tenant, "office", Environment::Sandbox, &scopes, None).await.unwrap();
        assert!(one.secret.starts_with("plk_s"));
        let two = f.identity.create_key(&f.tenant, "site", Environment::Production, &scopes, None).await.unwrap();
        let holder = f.identity.key_holder(&one.secret).await.unwrap().unwrap();
        assert_eq!((holder.client_id, holder.scopes), (one.key.id.clone(), scopes.to_vec()));
        assert_eq!((holder.tenant, holder.environment), (f.tenant.clone(), Environment::Sandbox));

        let other = TenantId::random();
        assert!(f.identity.revoke_key(Some(&other), &one.key.id).await.is_err(), "another tenant's");
        f.identity.revoke_key(Some(&f.tenant), &one.key.id).await.unwrap();
        assert!(f.identity.key_holder(&one.secret).await.unwrap().is_none());
        assert!(f.identity.key_holder(&two.secret).await.unwrap().is_some());
        let listed = f.identity.keys(&f.tenant).await.unwrap();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|k| k.revoked_at.is_some() == (k.id == one.key.id)));
        assert!(listed.iter().all(|k| k.last_used_at.is_some()));
    }

    #[tokio::test]
    async fn wrong_values_are_named() {
        let f = fixture();
        let create = |name: &'static str, scope: &'static str| {
            let (identity, tenant) = (f.identity.clone(), f.tenant.clone());
            async move {
                let made = identity.create_key(&tenant, name, Environment::Sandbox, &[scope.to_owned()], None).await;
                made.unwrap_err().to_string()
            }
        };
        assert!(create(" ", "projects:read").await.contains("name"));
        assert!(create("k", "projects:reed").await.contains("Valid scopes"));
        assert!(matches!(f.identity.revoke_key(None, &ClientId::random()).await, Err(IdentityError::NotFound(_))));
        let (nobody, scopes) = (TenantId::random(), ["projects:read".to_owned()]);
        let refused = f.identity.create_key(&nobody, "k", Environment::Sandbox, &scopes, None).await.unwrap_err();
        assert!(refused.to_string().contains("tenant"), "{refused}");
    }
}
