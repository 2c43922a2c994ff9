//! The settings of identity.

use std::time::Duration;

/// How long an access token lives; the contract says so.
pub(crate) const ACCESS_TOKEN_LIFE: Duration = Duration::from_secs(3600);

/// Addresses and other servers.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The authorization server's address and issuer, no slash at the end: `{auth_url}` of the contract.
    pub auth_url: String,
    /// The REST surface, no slash at the end: `{base_url}`.
    pub base_url: String,
    /// The agents' surface, no slash at the end: `{mcp_url}`, the audience of delegated tokens. Nothing answers there yet.
    pub mcp_url: String,
    /// An organization's own provider at which people may sign in.
    pub upstream: Option<Upstream>,
    /// Identity providers whose service tokens are accepted.
    pub providers: Vec<Provider>,
    /// Which service credentials the built-in provider serves.
    pub built_in: BuiltInProvider,
    /// Audience of the built-in provider's tokens, `api://<api_app_id>` of the contract.
    pub service_audience: String,
    /// Where users write for more credits.
    pub support_email: String,
    /// Lets client-id metadata documents and redirects live on loopback addresses, for development.
    pub allow_loopback: bool,
}

impl Settings {
    /// Settings for a public address, with no other servers.
    pub fn new(public_url: &str) -> Self {
        let public_url = public_url.trim_end_matches('/');
        Self {
            auth_url: public_url.to_owned(),
            base_url: format!("{public_url}/partner/v1"),
            mcp_url: format!("{public_url}/mcp"),
            upstream: None,
            providers: Vec::new(),
            built_in: BuiltInProvider::Sandbox,
            service_audience: "api://plumbline".into(),
            support_email: "support@localhost".into(),
            allow_loopback: false,
        }
    }

    /// Issuer of the built-in provider's tokens; its token endpoint is `/token` below it.
    pub fn built_in_issuer(&self) -> String {
        format!("{}/identity", self.auth_url)
    }

    /// What a token may be for (RFC 8707): the REST surface, also by its bare origin, and the agents' surface.
    pub(crate) fn resources(&self) -> [String; 3] {
        [self.base_url.clone(), self.mcp_url.clone(), self.auth_url.clone()]
    }

    /// Whether browsers reach the pages over TLS; only then may a cookie have the `__Host-` prefix.
    pub(crate) fn is_https(&self) -> bool {
        self.auth_url.starts_with("https://")
    }
}

/// An OpenID Connect provider at which people sign in.
#[derive(Debug, Clone)]
pub struct Upstream {
    /// Its issuer; its configuration is discovered from there.
    pub issuer: String,
    /// Who we are there.
    pub client_id: String,
    /// Our secret there.
    pub client_secret: String,
    /// What its button says: "Sign in with …".
    pub name: String,
}

/// An identity provider that issues service tokens.
#[derive(Debug, Clone)]
pub struct Provider {
    /// `iss` of its tokens.
    pub issuer: String,
    /// `aud` its tokens must have.
    pub audience: String,
    /// Where its keys are; discovered from the issuer's configuration when it is not given.
    pub jwks_url: Option<String>,
}

/// Which service credentials the built-in provider issues tokens for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuiltInProvider {
    /// None.
    Off,
    /// Those of the sandbox.
    Sandbox,
    /// All: development.
    All,
}
