//! Premium scopes: granted by an operator to one credential, on request, and never on the consent page.

use plumbline_tenancy::{ClientId, Database, Environment, Scope, Statement, TenantId};
use serde::{Deserialize, Serialize};

use crate::credential::Credential;
use crate::error::IdentityError;
use crate::{Identity, Nature, Platform, Scopes};

/// A premium scope granted to a credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PremiumGrant {
    /// Environment of the grant.
    pub environment: Environment,
    /// Client id of the credential, `pc_…` or `oc_…`.
    pub client_id: ClientId,
    /// Name of the scope.
    pub scope: String,
    /// Time of the grant, ISO 8601.
    pub granted_at: String,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Grants premium scopes to a credential of a tenant. Existing grants are unchanged.
    ///
    /// # Errors
    /// Returns an error if a scope is not premium or the tenant does not exist.
    pub async fn grant_premium(
        &self,
        of: &Scope,
        client_id: &ClientId,
        scopes: &[String],
    ) -> Result<(), IdentityError> {
        check(self.scopes().await.of(&of.tenant), scopes)?;
        if !["pc_", "oc_"].into_iter().any(|prefix| plumbline_tenancy::id::has_shape(client_id, prefix)) {
            return Err(IdentityError::Invalid(format!(
                "`{client_id}` is not a client id. Client ids begin with `pc_` or `oc_`."
            )));
        }
        self.require_tenant(&of.tenant).await?;
        let insert = |scope: &String| {
            Statement::new(
                "INSERT INTO premium_grants (tenant_id, environment, client_id, scope, granted_at) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (tenant_id, environment, client_id, scope) DO NOTHING",
            )
            .bind(of.tenant.as_str())
            .bind(of.environment.as_str())
            .bind(client_id)
            .bind(scope)
            .bind(self.clock.text())
        };
        self.database.write(scopes.iter().map(insert).collect()).await?;
        self.invalidate_caches();
        Ok(())
    }

    /// Withdraws premium scopes from a credential.
    ///
    /// # Errors
    /// Returns an error if a scope is not premium or the database fails.
    pub async fn withdraw_premium(
        &self,
        of: &Scope,
        client_id: &ClientId,
        scopes: &[String],
    ) -> Result<(), IdentityError> {
        check(self.scopes().await.of(&of.tenant), scopes)?;
        let delete = |scope: &String| {
            Statement::new(
                "DELETE FROM premium_grants WHERE tenant_id = ? AND environment = ? AND client_id = ? AND scope = ?",
            )
            .bind(of.tenant.as_str())
            .bind(of.environment.as_str())
            .bind(client_id)
            .bind(scope)
        };
        self.database.write(scopes.iter().map(delete).collect()).await?;
        self.invalidate_caches();
        Ok(())
    }

    /// Returns the premium grants of a tenant's credentials.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn premium(&self, tenant: &TenantId) -> Result<Vec<PremiumGrant>, IdentityError> {
        let select = Statement::new(
            "SELECT environment, client_id, scope, granted_at FROM premium_grants WHERE tenant_id = ?
             ORDER BY environment, client_id, scope",
        );
        self.fetch_all(select.bind(tenant.as_str())).await
    }

    /// Adds the granted premium scopes to a credential.
    pub(crate) async fn with_premium(&self, mut credential: Credential) -> Result<Credential, IdentityError> {
        let select = Statement::new(
            "SELECT scope FROM premium_grants WHERE tenant_id = ? AND environment = ? AND client_id = ? ORDER BY scope",
        )
        .bind(credential.tenant.as_str())
        .bind(credential.environment.as_str())
        .bind(&credential.client_id);
        for row in self.database.query(select).await? {
            let scope = row.text("scope")?;
            if !credential.scopes.contains(&scope) {
                credential.scopes.push(scope);
            }
        }
        Ok(credential)
    }
}

fn check(known: &Scopes, scopes: &[String]) -> Result<(), IdentityError> {
    let premium = |name: &String| known.entry(name).is_some_and(|entry| entry.nature == Nature::Premium);
    match scopes.iter().find(|name| !premium(name)) {
        None if scopes.is_empty() => Err(IdentityError::Invalid("Enter at least one premium scope.".into())),
        None => Ok(()),
        Some(other) => Err(IdentityError::Invalid(format!(
            "`{other}` is not a premium scope. Premium scopes: {}",
            known.premium().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture;

    #[tokio::test]
    async fn a_premium_scope_is_open_for_one_credential_until_it_is_withdrawn() {
        let f = fixture();
        let scopes = ["projects:read".to_owned()];
        let make = |name| f.identity.create_key(&f.tenant, name, Environment::Sandbox, &scopes, None);
        let (one, two) = (make("one").await.unwrap(), make("two").await.unwrap());
        let of = Scope::new(f.tenant.clone(), Environment::Sandbox);
        let deep = ["takeoffs:deep".to_owned()];
        f.identity.grant_premium(&of, &one.key.id, &deep).await.unwrap();
        f.identity.grant_premium(&of, &one.key.id, &deep).await.unwrap();
        let scopes_of = async |secret: &str| f.identity.key_holder(secret).await.unwrap().unwrap().scopes;
        assert_eq!(scopes_of(&one.secret).await, ["projects:read", "takeoffs:deep"]);
        assert_eq!(scopes_of(&two.secret).await, ["projects:read"]);
        assert_eq!(f.identity.premium(&f.tenant).await.unwrap().len(), 1);
        f.identity.withdraw_premium(&of, &one.key.id, &deep).await.unwrap();
        assert_eq!(scopes_of(&one.secret).await, ["projects:read"]);
        // A repeated grant changes nothing, so it is not an event.
        assert_eq!(f.credential_changes().await, ["one api_key premium_granted", "one api_key premium_withdrawn"]);
        let plain = f.identity.grant_premium(&of, &one.key.id, &scopes).await.unwrap_err();
        assert!(plain.to_string().contains("takeoffs:deep"), "{plain}");
        let service = f.identity.create_service_credential(&f.tenant, "nightly", Environment::Sandbox, &scopes, None);
        let app = ClientId::stored(plumbline_tenancy::id::random("oc_"));
        for id in [&service.await.unwrap().credential.id, &app] {
            f.identity.grant_premium(&of, id, &deep).await.unwrap();
        }
        let unnamed = format!("{app} app premium_granted");
        assert_eq!(f.credential_changes().await[2..], ["nightly service premium_granted", &unnamed]);
        let other = ClientId::stored("client".into());
        assert!(f.identity.grant_premium(&of, &other, &deep).await.unwrap_err().to_string().contains("client id"));
    }
}
