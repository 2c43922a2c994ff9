//! The client of an authorization request. It is either registered, or identified by the URL of a metadata document
//! (draft-ietf-oauth-client-id-metadata-document). The document is fetched here and validated by the library.

use std::sync::Arc;
use std::time::Duration;

use http::{StatusCode, header};
use oauth_as::cimd::{CimdPolicy, ClientIdUrl, ValidatedClientIdDocument};
use oauth_as::client::{Client, ClientId};
use oauth_as::store::Storage as _;
use plumbline_tenancy::{Database, Statement};

use super::registration::names;
use super::store::Store;
use crate::error::IdentityError;
use crate::{FetchError, Identity, Platform, ScopeCatalog};

/// Time before a metadata document is fetched again.
const DOCUMENT_LIFE: Duration = Duration::from_secs(3600);
/// Additional time for which a document stays valid while too many documents are being fetched.
const DOCUMENT_GRACE: Duration = Duration::from_secs(24 * 3600);
/// Time after which an unused client is deleted.
const UNUSED: Duration = Duration::from_secs(90 * 24 * 3600);
/// Time after which a client without any consent is deleted.
const NEVER_USED: Duration = Duration::from_secs(24 * 3600);

impl<D: Database, P: Platform> Identity<D, P> {
    pub(super) fn store(&self) -> Store<D, P> {
        Store { database: self.database.clone(), platform: self.platform.clone() }
    }

    /// Returns the client with this id. The inner error is a message for the user whose browser sent the request.
    pub(super) async fn find_client(&self, client_id: &str) -> Result<Result<Arc<Client>, String>, IdentityError> {
        if client_id.contains("://")
            && let Err(words) = self.refresh_document(client_id).await?
        {
            return Ok(Err(words));
        }
        let unknown = || "The app that sent you here is not registered. Contact the developer of the app.".to_owned();
        Ok(self.store().get_client(&ClientId::new(client_id)).await.map_err(failed)?.ok_or_else(unknown))
    }

    /// Records that a client is in use.
    pub(super) async fn record_client_use(&self, client_id: &str) -> Result<(), IdentityError> {
        let update = Statement::new("UPDATE oauth_clients SET used_at = ? WHERE id = ?").bind(self.clock.text());
        self.database.write(vec![update.bind(client_id)]).await?;
        Ok(())
    }

    /// Fetches the metadata document of a client again if the last fetch was too long ago.
    async fn refresh_document(&self, client_id: &str) -> Result<Result<(), String>, IdentityError> {
        let select = Statement::new("SELECT fetched_until FROM oauth_clients WHERE id = ?").bind(client_id);
        let fetched_until =
            self.database.query(select).await?.first().map(|row| row.opt_text("fetched_until")).transpose()?.flatten();
        if fetched_until.as_ref().is_some_and(|until| *until > self.clock.text()) {
            return Ok(Ok(()));
        }
        let catalog = self.scopes().await;
        let policy = self.document_policy(&catalog);
        // In development, a document may be on this computer and served without TLS. It is validated as if it were served with TLS.
        let local = self.settings.allow_loopback && client_id.starts_with("http://");
        let judged = if local { client_id.replacen("http:", "https:", 1) } else { client_id.to_owned() };
        let url = match ClientIdUrl::parse(&judged, &policy) {
            Ok(url) => url,
            Err(error) => return Ok(Err(format!("The app's address is not valid: {error}."))),
        };
        let response = match self.platform.fetch_public(client_id, policy.max_document_bytes).await {
            Ok(response) => response,
            // An attacker must not be able to lock out a known app by naming many unknown ones.
            Err(FetchError::Busy) if fetched_until.is_some_and(|until| until > self.clock.text_ago(DOCUMENT_GRACE)) => {
                return Ok(Ok(()));
            }
            Err(error) => return Ok(Err(format!("The app's metadata could not be fetched: {error}."))),
        };
        let is_json = |value: &http::HeaderValue| value.to_str().is_ok_and(|text| text.contains("json"));
        if response.status() != StatusCode::OK || !response.headers().get(header::CONTENT_TYPE).is_some_and(is_json) {
            return Ok(Err("The app's metadata could not be fetched: its server did not answer 200 with JSON.".into()));
        }
        let named = |from: &str, to: &str| String::from_utf8_lossy(response.body()).replace(from, to).into_bytes();
        let document =
            if local { named(&format!("\"{client_id}\""), &format!("\"{judged}\"")) } else { response.body().to_vec() };
        let mut client = match ValidatedClientIdDocument::validate(&url, &document, &policy) {
            Ok(document) => document.to_client(),
            Err(error) => return Ok(Err(format!("The app's metadata is not valid: {error}."))),
        };
        client.client_id = ClientId::new(client_id);
        if client.allowed_scopes.is_empty() {
            client.allowed_scopes = names(catalog.shared().standard());
        }
        self.store().put_client(client).await.map_err(failed)?;
        let update = Statement::new("UPDATE oauth_clients SET fetched_until = ? WHERE id = ?");
        self.database.write(vec![update.bind(self.clock.text_in(DOCUMENT_LIFE)).bind(client_id)]).await?;
        Ok(Ok(()))
    }

    fn document_policy(&self, catalog: &ScopeCatalog) -> CimdPolicy {
        let mut policy = CimdPolicy::new();
        policy.allow_loopback = self.settings.allow_loopback;
        // A desktop app publishes its document on the web and is redirected to on loopback. The consent page shows the redirect
        // target, and a code is useless there without the verifier.
        policy.redirect_uris_same_origin = false;
        policy.registration_bounds.allowed_scopes = names(catalog.all().standard());
        policy
    }

    /// Deletes expired records, and clients that hold no tokens and were never used or not used for a long time.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sweep_oauth(&self) -> Result<(), IdentityError> {
        self.store().sweep_expired(self.clock.system()).await.map_err(failed)?;
        // A client's first use is the first consent to it. Until then, anyone can register clients by the thousand.
        let forget = Statement::new(
            "DELETE FROM oauth_clients WHERE (used_at < ? OR (used_at = created_at AND created_at < ?))
             AND NOT EXISTS (SELECT 1 FROM oauth_refresh_tokens r WHERE r.client_id = oauth_clients.id)
             AND NOT EXISTS (SELECT 1 FROM oauth_access_tokens a WHERE a.client_id = oauth_clients.id)",
        );
        self.database
            .write(vec![forget.bind(self.clock.text_ago(UNUSED)).bind(self.clock.text_ago(NEVER_USED))])
            .await?;
        Ok(())
    }
}

/// Converts an error of the store. Its text is for the log.
pub(super) fn failed(error: oauth_as::store::StorageError) -> IdentityError {
    IdentityError::External(error.to_string())
}
