//! The protocol library over our store, with the key that signs now.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use oauth_as::jwt::{AccessTokenFormat, JwtConfig};
use oauth_as::server::{AuthorizationServer, ServerConfig};
use plumbline_tenancy::Database;

use super::store::Store;
use crate::error::IdentityError;
use crate::settings::{ACCESS_TOKEN_LIFE, Settings};
use crate::tokens::Purpose;
use crate::{Clock, Identity, Platform};

/// How long a code waits for the client that the browser brings it to.
const CODE_LIFE: Duration = Duration::from_secs(60);
/// How long a grant lives without a person looking at it again.
const GRANT_LIFE: Duration = Duration::from_secs(90 * 24 * 3600);

/// The library's server over our store.
pub(crate) type Server<D, P> = AuthorizationServer<Store<D, P>, Clock>;

/// A server with the id of the key it signs with.
type Kept<D, P> = (String, Arc<Server<D, P>>);

/// What is remembered between calls.
pub(crate) struct State<D: Database, P: Platform> {
    server: Mutex<Option<Kept<D, P>>>,
}

impl<D: Database, P: Platform> Default for State<D, P> {
    fn default() -> Self {
        Self { server: Mutex::new(None) }
    }
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// The server; a new one once another key signs.
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

/// The library's settings. Public clients with codes and refresh tokens alone: no secret, no device, no introspection.
fn config(settings: &Settings, jwt: JwtConfig) -> ServerConfig {
    let at = |path: &str| Some(format!("{}{path}", settings.auth_url));
    // The second address belongs to the device grant, which no client of ours may use.
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
