//! Apps that act for a user: listing and revocation.

use oauth_as::client::Client;
use plumbline_tenancy::{Database, Environment, Statement};

use super::authorize::subject;
use super::clients::failed;
use crate::error::IdentityError;
use crate::people::User;
use crate::{Identity, Platform};

/// An app that may act for a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct App {
    /// Id of the app: `oc_…` or the URL of its metadata document.
    pub(crate) client_id: String,
    /// Name that the app gives itself, or its id.
    pub(crate) name: String,
    /// Environment that the app may access.
    pub(crate) environment: Environment,
    /// Scopes granted to the app.
    pub(crate) scopes: Vec<String>,
    /// Time at which the oldest of its grants was allowed, ISO 8601.
    pub(crate) since: String,
    /// Time at which the user last allowed access, ISO 8601.
    pub(crate) used_at: String,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the apps that hold a token for the user.
    pub(crate) async fn apps(&self, user: &User) -> Result<Vec<App>, IdentityError> {
        let mut apps: Vec<App> = Vec::new();
        for environment in Environment::ALL {
            let select = Statement::new(
                "SELECT c.id, c.record, c.used_at, a.secret_hash FROM oauth_access_tokens a JOIN oauth_clients c ON c.id = a.client_id
                 WHERE a.subject = ? AND a.expires_at > ?
                 UNION ALL
                 SELECT c.id, c.record, c.used_at, r.secret_hash FROM oauth_refresh_tokens r JOIN oauth_clients c ON c.id = r.client_id
                 WHERE r.subject = ? AND r.expires_at > ?",
            );
            let (subject, now) = (subject(user, environment), self.clock.text());
            let select = select.bind(&subject).bind(&now).bind(&subject).bind(&now);
            for row in self.database.query(select).await? {
                let Some((scopes, since)) =
                    self.store().grant_of_token(&row.text("secret_hash")?).await.map_err(failed)?
                else {
                    continue;
                };
                let client_id = row.text("id")?;
                match apps.iter_mut().find(|app| app.client_id == client_id && app.environment == environment) {
                    Some(app) => {
                        app.scopes.extend(scopes);
                        app.scopes.sort_unstable();
                        app.scopes.dedup();
                        app.since = std::mem::take(&mut app.since).min(since);
                    }
                    None => {
                        let record: Option<Client> = serde_json::from_str(&row.text("record")?).ok();
                        let name = record.and_then(|client| client.name).unwrap_or_else(|| client_id.clone());
                        apps.push(App { client_id, name, environment, scopes, since, used_at: row.text("used_at")? });
                    }
                }
            }
        }
        Ok(apps)
    }

    /// Revokes every token and code that an app holds for the user.
    pub(crate) async fn revoke_app(
        &self,
        user: &User,
        client_id: &str,
        environment: Environment,
    ) -> Result<(), IdentityError> {
        let subject = subject(user, environment);
        let of = |sql| Statement::new(sql).bind(client_id).bind(&subject);
        let far = self.clock.text_in(crate::settings::ACCESS_TOKEN_LIFE);
        let now = i64::try_from(self.clock.now().unix_timestamp_nanos()).unwrap_or(i64::MAX);
        self.database
            .write(vec![
                // A refresh in progress must not revive the token family.
                Statement::new(
                    "INSERT INTO oauth_revocations (what, recorded_at, until)
                     SELECT DISTINCT 'family:' || family, CAST(? AS BIGINT), CAST(? AS TEXT) FROM oauth_refresh_tokens
                     WHERE client_id = ? AND subject = ?
                     ON CONFLICT (what) DO UPDATE SET recorded_at = excluded.recorded_at, until = excluded.until",
                )
                .bind(now)
                .bind(far)
                .bind(client_id)
                .bind(&subject),
                of("DELETE FROM oauth_access_tokens WHERE client_id = ? AND subject = ?"),
                of("DELETE FROM oauth_refresh_tokens WHERE client_id = ? AND subject = ?"),
                of("DELETE FROM oauth_codes WHERE client_id = ? AND subject = ?"),
            ])
            .await?;
        self.invalidate_caches();
        Ok(())
    }
}
