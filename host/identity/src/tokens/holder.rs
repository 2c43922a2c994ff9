//! The database check of a verified token: it has not been revoked, and its user or credential still has access.

use plumbline_tenancy::{Database, Statement, TenantId, TenantSettings};
use serde::Deserialize;

use super::verify::{Delegated, TokenSubject, VerifiedToken};
use crate::credential::{Credential, CredentialRow, Kind, client_label};
use crate::error::IdentityError;
use crate::people::Role;
use crate::{Identity, Platform, Refusal};

/// The columns of a service credential, for both ways to find one.
macro_rules! service_columns {
    () => {
        "SELECT s.id, s.tenant_id, s.name, s.environment, s.scopes, s.last_used_at, s.secret_expires_at,
                t.tier, t.billing_mode, t.unit_system, t.retention_days
         FROM service_credentials s JOIN tenants t ON t.id = s.tenant_id
         WHERE s.revoked_at IS NULL AND t.revoked_at IS NULL AND "
    };
}

/// The user of a delegated token, with the record of the app.
#[derive(Deserialize)]
struct DelegatedRow {
    tenant_id: TenantId,
    role: Role,
    record: Option<String>,
    #[serde(flatten)]
    settings: TenantSettings,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the credential behind a verified token. It can change at any moment, so it must not be cached for long.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn holder(&self, verified: &VerifiedToken) -> Result<Result<Credential, Refusal>, IdentityError> {
        if verified.expires_at <= self.clock.now() {
            return Ok(Err(Refusal::Expired));
        }
        let credential = match &verified.subject {
            TokenSubject::Delegated(delegated) => self.delegated_holder(delegated).await?,
            TokenSubject::BuiltIn { kid, id } => self.built_in_holder(kid, id).await?,
            TokenSubject::External { issuer, client } => self.external_holder(issuer, client).await?,
        };
        match credential {
            Some(credential) => Ok(Ok(self.with_premium(credential).await?)),
            None => Ok(Err(Refusal::Unknown)),
        }
    }

    async fn delegated_holder(&self, token: &Delegated) -> Result<Option<Credential>, IdentityError> {
        // The query includes the signing key because tokens of keys that were replaced must stop working immediately, even on a
        // host that has cached the verification of their signature.
        let select = Statement::new(
            "SELECT u.tenant_id, u.role, c.record, t.tier, t.billing_mode, t.unit_system, t.retention_days
             FROM oauth_access_tokens a
             JOIN users u ON u.id = ? AND u.disabled_at IS NULL
             JOIN tenants t ON t.id = u.tenant_id AND t.revoked_at IS NULL
             JOIN signing_keys k ON k.kid = ?
             LEFT JOIN oauth_clients c ON c.id = a.client_id
             WHERE a.secret_hash = ? AND a.subject = ? AND a.client_id = ? AND a.expires_at > ?",
        )
        .bind(&token.user)
        .bind(&token.kid)
        .bind(&token.hash)
        .bind(&token.subject)
        .bind(&token.client)
        .bind(self.clock.text());
        let Some(row) = self.fetch_optional::<DelegatedRow>(select).await? else { return Ok(None) };
        let DelegatedRow { tenant_id: tenant, role, record, settings } = row;
        let catalog = self.scopes().await;
        let known = catalog.of(&tenant);
        Ok(Some(Credential {
            kind: Kind::Delegated,
            client_id: client_label(&token.client),
            tenant,
            environment: token.environment,
            // An app cannot do more than its user's current role permits.
            scopes: token.scopes.iter().filter(|scope| known.may_grant(role, scope)).cloned().collect(),
            name: client_name(record.as_deref()).unwrap_or_else(|| token.client.clone()),
            user: Some(token.user.clone()),
            secret_expires_at: None,
            opens_agents: token.opens_agents,
            settings,
        }))
    }

    async fn built_in_holder(&self, kid: &str, id: &str) -> Result<Option<Credential>, IdentityError> {
        let select = Statement::new(concat!(
            service_columns!(),
            "s.issuer IS NULL AND s.id = ? AND s.secret_expires_at > ?
             AND EXISTS (SELECT 1 FROM signing_keys k WHERE k.kid = ?)"
        ));
        let credential = self.service_holder(select.bind(id).bind(self.clock.text()).bind(kid)).await?;
        Ok(credential.filter(|credential| self.settings.built_in.serves(credential.environment)))
    }

    async fn external_holder(&self, issuer: &str, client: &str) -> Result<Option<Credential>, IdentityError> {
        let select = Statement::new(concat!(service_columns!(), "s.issuer = ? AND s.external_client = ?"));
        self.service_holder(select.bind(issuer).bind(client)).await
    }

    /// Returns the credential that a statement finds, and records its use.
    async fn service_holder(&self, select: Statement) -> Result<Option<Credential>, IdentityError> {
        let Some(row) = self.fetch_optional::<CredentialRow>(select).await? else { return Ok(None) };
        let update = Statement::new("UPDATE service_credentials SET last_used_at = ? WHERE id = ?");
        self.record_use(update, row.last_used_at.as_deref(), &row.id).await?;
        Ok(Some(row.credential(Kind::Service)))
    }
}

/// Returns the name in a client's record.
fn client_name(record: Option<&str>) -> Option<String> {
    let record: serde_json::Value = serde_json::from_str(record?).ok()?;
    let name = record.get("name")?.as_str()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::Purpose;
    use crate::tokens::testing::{TokenFixture, with};

    #[tokio::test]
    async fn a_token_opens_for_its_user_what_was_granted() {
        let tokens = TokenFixture::new().await;
        let token = tokens.token().await;
        let holder = tokens.holder(&token).await.unwrap();
        assert_eq!((holder.kind, &*holder.client_id, &*holder.name), (Kind::Delegated, "oc_one", "oc_one"));
        assert_eq!(holder.user.as_deref(), Some(&*tokens.user));
        assert_eq!((holder.tenant, holder.environment.as_str()), (tokens.f.tenant.clone(), "sandbox"));
        assert_eq!(holder.scopes, ["projects:read", "takeoffs:run"]);

        let client = "INSERT INTO oauth_clients (id, record, created_at, used_at) VALUES ('oc_one', ?, '', '')";
        tokens.run(Statement::new(client).bind(r#"{"name":"Estimating desk"}"#)).await;
        assert_eq!(tokens.holder(&token).await.unwrap().name, "Estimating desk");
    }

    #[tokio::test]
    async fn a_revoked_token_opens_nothing_though_its_signature_holds() {
        let tokens = TokenFixture::new().await;
        let (token, other) = (tokens.token().await, tokens.token().await);
        let verified = tokens.verified(&token).await.unwrap();
        let revoke = Statement::new("DELETE FROM oauth_access_tokens WHERE secret_hash = ?");
        tokens.run(revoke.bind(crate::secrets::hash(&token))).await;
        assert!(tokens.verified(&token).await.is_ok());
        assert_eq!(tokens.f.identity.holder(&verified).await.unwrap().unwrap_err(), Refusal::Unknown);
        assert!(tokens.holder(&other).await.is_ok());
    }

    #[tokio::test]
    async fn a_token_that_was_never_kept_opens_nothing() {
        let tokens = TokenFixture::new().await;
        let token = tokens.key_token(&tokens.claims());
        assert_eq!(tokens.holder(&token).await.unwrap_err(), Refusal::Unknown);
        // The subject and client of the row must match the token.
        let other = tokens.key_token(&with(&tokens.claims(), "sub", format!("{}/production", tokens.user)));
        tokens.keep(&other).await;
        assert_eq!(tokens.holder(&other).await.unwrap_err(), Refusal::Unknown, "kept for the sandbox");
        let other = tokens.key_token(&with(&tokens.claims(), "client_id", "oc_two"));
        tokens.keep(&other).await;
        assert_eq!(tokens.holder(&other).await.unwrap_err(), Refusal::Unknown, "kept for another client");
    }

    #[tokio::test]
    async fn a_disabled_user_and_a_revoked_tenant_are_shut_out_at_once() {
        let tokens = TokenFixture::new().await;
        let token = tokens.token().await;
        let disable = |at: Option<&str>| Statement::new("UPDATE users SET disabled_at = ?").bind(at);
        tokens.run(disable(Some("2026-01-01T00:00:00.000Z"))).await;
        assert_eq!(tokens.holder(&token).await.unwrap_err(), Refusal::Unknown);
        tokens.run(disable(None)).await;
        assert!(tokens.holder(&token).await.is_ok());
        tokens.run(Statement::new("UPDATE tenants SET revoked_at = '2026-01-01T00:00:00.000Z'")).await;
        assert_eq!(tokens.holder(&token).await.unwrap_err(), Refusal::Unknown);
    }

    #[tokio::test]
    async fn a_user_who_may_do_less_lends_less() {
        let tokens = TokenFixture::new().await;
        let token = tokens.token().await;
        tokens.set_role(Role::Viewer).await;
        assert_eq!(tokens.holder(&token).await.unwrap().scopes, ["projects:read"]);
        tokens.set_role(Role::Estimator).await;
        assert_eq!(tokens.holder(&token).await.unwrap().scopes, ["projects:read", "takeoffs:run"]);
    }

    #[tokio::test]
    async fn keys_that_were_replaced_end_what_was_remembered_of_their_tokens() {
        let tokens = TokenFixture::new().await;
        let token = tokens.token().await;
        let verified = tokens.verified(&token).await.unwrap();
        assert!(tokens.f.identity.holder(&verified).await.unwrap().is_ok());
        tokens.f.identity.replace_signing_keys(Purpose::Delegated).await.unwrap();
        assert_eq!(tokens.f.identity.holder(&verified).await.unwrap().unwrap_err(), Refusal::Unknown);
    }
}
