//! The protocol library, configured with our store and the current signing key.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use oauth_as::jwt::{AccessTokenFormat, JwtConfig};
use oauth_as::server::{AuthorizationServer, ServerConfig};
use plumbline_tenancy::Database;

use super::state::Server;
use super::store::Store;
use crate::error::IdentityError;
use crate::settings::{ACCESS_TOKEN_LIFE, Settings};
use crate::tokens::Purpose;
use crate::{Identity, Platform};

/// Lifetime of an authorization code.
const CODE_LIFE: Duration = Duration::from_secs(60);
/// Lifetime of a grant before the user must consent again.
const GRANT_LIFE: Duration = Duration::from_secs(90 * 24 * 3600);

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the server. A new one is created if the signing key has changed.
    pub(super) async fn server(&self) -> Result<Arc<Server<D, P>>, IdentityError> {
        let signer = self.signing_key(Purpose::Delegated).await?;
        let kid = signer.kid().to_owned();
        let mut kept = self.oauth.server.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, server)) = kept.as_ref()
            && *of == kid
        {
            return Ok(Arc::clone(server));
        }
        let store = Store { database: self.database.clone(), platform: self.platform.clone() };
        let jwt = JwtConfig::new(signer, &self.settings.mcp_url);
        let server = Arc::new(AuthorizationServer::with_clock(config(&self.settings, jwt), store, self.clock.clone()));
        *kept = Some((kid, Arc::clone(&server)));
        Ok(server)
    }
}

/// Returns the library's settings: public clients with codes and refresh tokens only. Secrets, devices and introspection are off.
fn config(settings: &Settings, jwt: JwtConfig) -> ServerConfig {
    let at = |path: &str| Some(format!("{}{path}", settings.auth_url));
    // The second URL belongs to the device grant, which is not offered.
    let mut config = ServerConfig::new(&settings.auth_url, format!("{}/device", settings.auth_url));
    config.authorization_endpoint = at("/oauth/authorize");
    config.token_endpoint = at("/oauth/token");
    config.revocation_endpoint = at("/oauth/revoke");
    config.jwks_uri = at("/.well-known/jwks.json");
    config.allowed_resources = Some(settings.resources().into_iter().map(Into::into).collect());
    config.access_token_format = AccessTokenFormat::Jwt(Box::new(jwt));
    config.authorization_code_ttl = CODE_LIFE;
    config.access_token_ttl = ACCESS_TOKEN_LIFE;
    config.refresh_token_ttl = Some(GRANT_LIFE);
    config
}
