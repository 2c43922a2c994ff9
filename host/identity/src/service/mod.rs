//! Credentials of unattended backends: creation, linking to clients of identity providers, listing, rotation and revocation.
//!
//! `token` is the built-in provider, which issues tokens for the credentials whose secret is stored here.

mod token;

use std::time::Duration;

use plumbline_tenancy::{ClientId, Database, DatabaseError, Environment, Statement, TenantId, checked_name};
use serde::Deserialize;

use crate::error::IdentityError;
use crate::scope_text::words_of_column;
use crate::settings::BuiltInProvider;
use crate::{Identity, Platform, secrets};

/// Prefix of the secrets of service credentials.
pub(crate) const PREFIX: &str = "pls_";
/// Default and maximum lifetime of a secret in days.
const DEFAULT_DAYS: u32 = 365;
const MAX_DAYS: u32 = 2 * 365;

/// A service credential as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ServiceCredential {
    /// Id of the client, `pc_…`.
    pub id: ClientId,
    /// Tenant that owns the credential.
    #[serde(rename = "tenant_id")]
    pub tenant: TenantId,
    /// Display name.
    pub name: String,
    /// Environment that the credential gives access to.
    pub environment: Environment,
    /// Scopes granted to the credential.
    #[serde(deserialize_with = "words_of_column")]
    pub scopes: Vec<String>,
    /// Client of the identity provider that holds the secret, or `None` for the built-in provider.
    #[serde(flatten)]
    pub link: Option<Link>,
    /// Time at which the secret stops working, ISO 8601. `None` if another provider holds it.
    pub secret_expires_at: Option<String>,
    /// Time of creation, ISO 8601.
    pub created_at: String,
    /// Time of the last use, ISO 8601, to the minute. `None` if the credential was never used.
    pub last_used_at: Option<String>,
    /// Time of revocation, ISO 8601.
    pub revoked_at: Option<String>,
}

/// A client of an identity provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Link {
    /// Issuer of the provider, one of those in the settings.
    pub issuer: String,
    /// Id of the client at the provider.
    #[serde(rename = "external_client")]
    pub client: String,
}

/// A new service credential with its secret, which is only known at creation.
#[derive(Debug, Clone)]
pub struct NewServiceCredential {
    /// The credential.
    pub credential: ServiceCredential,
    /// Client secret. It cannot be shown again.
    pub secret: String,
}

/// The columns of a [`ServiceCredential`].
macro_rules! columns {
    () => {
        "id, tenant_id, name, environment, scopes, issuer, external_client, secret_expires_at, created_at, last_used_at,
         revoked_at"
    };
}

impl BuiltInProvider {
    /// Returns whether the provider issues tokens for an environment.
    pub(crate) fn serves(self, environment: Environment) -> bool {
        match self {
            Self::Off => false,
            Self::Sandbox => environment == Environment::Sandbox,
            Self::All => true,
        }
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Creates a credential whose tokens the built-in provider issues. Its secret works for `days` days, by default
    /// 365.
    ///
    /// # Errors
    /// Returns an error if the tenant does not exist or is revoked, the name or the number of days is not valid, a scope is
    /// unknown, or the built-in provider does not serve the environment.
    pub async fn create_service_credential(
        &self,
        tenant: &TenantId,
        name: &str,
        environment: Environment,
        scopes: &[String],
        days: Option<u32>,
    ) -> Result<NewServiceCredential, IdentityError> {
        if !self.settings.built_in.serves(environment) {
            return Err(IdentityError::Invalid(format!(
                "The built-in provider does not serve {environment} credentials. Link the credential to a client of an \
                 identity provider."
            )));
        }
        let mut credential = self.new_credential(tenant, name, environment, scopes).await?;
        credential.secret_expires_at = Some(self.secret_end(days)?);
        let secret = secrets::new(PREFIX);
        self.keep_credential(&credential, Some(secrets::hash(&secret))).await?;
        Ok(NewServiceCredential { credential, secret })
    }

    /// Creates a credential for a client of an identity provider, which holds the secret and issues the tokens.
    ///
    /// # Errors
    /// Returns an error if the issuer is not in the settings, the client is already linked, or the tenant, the name or a scope is
    /// not valid as in [`Identity::create_service_credential`].
    pub async fn link_service_credential(
        &self,
        tenant: &TenantId,
        name: &str,
        environment: Environment,
        scopes: &[String],
        link: Link,
    ) -> Result<ServiceCredential, IdentityError> {
        let issuers: Vec<&str> = self.settings.providers.iter().map(|provider| &*provider.issuer).collect();
        if !issuers.contains(&&*link.issuer) {
            let known = if issuers.is_empty() { "none".to_owned() } else { issuers.join(", ") };
            return Err(IdentityError::Invalid(format!(
                "`{}` is not a configured identity provider. Configured issuers: {known}",
                link.issuer
            )));
        }
        if link.client.is_empty() || link.client.len() > 255 || link.client.chars().any(char::is_control) {
            return Err(IdentityError::Invalid("Enter the client's id at the issuer. It must be 1–255 bytes.".into()));
        }
        let mut credential = self.new_credential(tenant, name, environment, scopes).await?;
        credential.link = Some(link);
        self.keep_credential(&credential, None).await?;
        Ok(credential)
    }

    /// Replaces the secret of a credential of the built-in provider. The old secret stops working immediately. Tokens that were
    /// issued for it stay valid for up to an hour. To end them too, revoke the credential.
    ///
    /// # Errors
    /// Returns [`IdentityError::NotFound`] if there is no such credential, or another error if the number of days is not valid.
    pub async fn rotate_service_secret(
        &self,
        tenant: Option<&TenantId>,
        id: &ClientId,
        days: Option<u32>,
    ) -> Result<NewServiceCredential, IdentityError> {
        let secret = secrets::new(PREFIX);
        let update = Statement::new(concat!(
            "UPDATE service_credentials SET secret_hash = ?, secret_expires_at = ?
             WHERE id = ? AND tenant_id = COALESCE(?, tenant_id) AND issuer IS NULL AND revoked_at IS NULL RETURNING ",
            columns!()
        ))
        .bind(secrets::hash(&secret))
        .bind(self.secret_end(days)?)
        .bind(id)
        .bind(tenant.map(TenantId::as_str));
        match self.fetch_optional(update).await? {
            Some(credential) => Ok(NewServiceCredential { credential, secret }),
            None => Err(IdentityError::NotFound(format!(
                "An active service credential `{id}` with a secret of the built-in provider was not found."
            ))),
        }
    }

    /// Returns the service credentials of a tenant, oldest first, including revoked ones.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn service_credentials(&self, tenant: &TenantId) -> Result<Vec<ServiceCredential>, IdentityError> {
        let select =
            concat!("SELECT ", columns!(), " FROM service_credentials WHERE tenant_id = ? ORDER BY created_at, id");
        self.fetch_all(Statement::new(select).bind(tenant.as_str())).await
    }

    /// Revokes a service credential by its client id, with all its tokens. If `tenant` is given, the credential must belong to it.
    ///
    /// # Errors
    /// Returns [`IdentityError::NotFound`] if there is no such credential.
    pub async fn revoke_service_credential(
        &self,
        tenant: Option<&TenantId>,
        id: &ClientId,
    ) -> Result<(), IdentityError> {
        let revoke = "UPDATE service_credentials SET revoked_at = COALESCE(revoked_at, ?)
             WHERE id = ? AND tenant_id = COALESCE(?, tenant_id)";
        self.revoke_credential(revoke, tenant, id, "service credential").await
    }

    /// Validates the fields that both kinds share and creates a credential that is not stored yet.
    async fn new_credential(
        &self,
        tenant: &TenantId,
        name: &str,
        environment: Environment,
        scopes: &[String],
    ) -> Result<ServiceCredential, IdentityError> {
        let name = checked_name(name)?.to_owned();
        let scopes = self.parse_scopes(tenant, &scopes.join(" ")).await?;
        self.require_tenant(tenant).await?;
        Ok(ServiceCredential {
            id: ClientId::random(),
            tenant: tenant.clone(),
            name,
            environment,
            scopes,
            link: None,
            secret_expires_at: None,
            created_at: self.clock.text(),
            last_used_at: None,
            revoked_at: None,
        })
    }

    async fn keep_credential(&self, new: &ServiceCredential, secret_hash: Option<String>) -> Result<(), IdentityError> {
        let insert = Statement::new(
            "INSERT INTO service_credentials
             (id, tenant_id, name, environment, scopes, issuer, external_client, secret_hash, secret_expires_at,
              created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&new.id)
        .bind(new.tenant.as_str())
        .bind(&new.name)
        .bind(new.environment.as_str())
        .bind(new.scopes.join(" "))
        .bind(new.link.as_ref().map(|link| &*link.issuer))
        .bind(new.link.as_ref().map(|link| &*link.client))
        .bind(secret_hash)
        .bind(new.secret_expires_at.as_deref())
        .bind(&new.created_at);
        match (self.database.write(vec![insert]).await, &new.link) {
            (Err(DatabaseError::UniqueViolation), Some(link)) => Err(IdentityError::Exists(format!(
                "The client `{}` of `{}` is already linked to a service credential. Revoke that credential first.",
                link.client, link.issuer
            ))),
            (done, _) => Ok(done.map(drop)?),
        }
    }

    /// Returns the time at which a secret created now stops working.
    fn secret_end(&self, days: Option<u32>) -> Result<String, IdentityError> {
        let days = days.unwrap_or(DEFAULT_DAYS);
        if !(1..=MAX_DAYS).contains(&days) {
            return Err(IdentityError::Invalid(format!("`{days}` days are not valid. Use 1 to {MAX_DAYS} days.")));
        }
        Ok(self.clock.text_in(Duration::from_secs(u64::from(days) * 24 * 3600)))
    }
}
