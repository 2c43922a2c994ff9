//! The settings of identity.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Lifetime of an access token, as the contract requires.
pub(crate) const ACCESS_TOKEN_LIFE: Duration = Duration::from_secs(3600);

/// Support address of an operator who set none. Nobody reads it, so pages do not show it.
pub(crate) const DEFAULT_SUPPORT_EMAIL: &str = "support@localhost";

/// The settings of identity: URLs, and other servers.
#[derive(Debug, Clone)]
pub struct Settings {
    /// URL and issuer of the authorization server, without a trailing slash: `{auth_url}` of the contract.
    pub auth_url: String,
    /// URL of the REST API, without a trailing slash: `{base_url}`.
    pub base_url: String,
    /// URL for agents, without a trailing slash: `{mcp_url}`, the audience of delegated tokens.
    pub mcp_url: String,
    /// The organization's own provider that users can sign in with.
    pub upstream: Option<Upstream>,
    /// Identity providers whose service tokens are accepted.
    pub providers: Vec<Provider>,
    /// Service credentials that the built-in provider serves.
    pub built_in: BuiltInProvider,
    /// Audience of the built-in provider's tokens: `api://<api_app_id>` of the contract.
    pub service_audience: String,
    /// Email address to which users write for more credits.
    pub support_email: String,
    /// Allows client metadata documents and redirects on loopback addresses, for development.
    pub allow_loopback: bool,
}

impl Settings {
    /// Creates the settings for a public URL, without other servers.
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
            support_email: DEFAULT_SUPPORT_EMAIL.into(),
            allow_loopback: false,
        }
    }

    /// Returns the issuer of the built-in provider's tokens. Its token endpoint is `/token` below it.
    pub fn built_in_issuer(&self) -> String {
        format!("{}/identity", self.auth_url)
    }

    /// Returns the possible resources of a token (RFC 8707): the REST API, also by its bare origin, and the URL for agents.
    pub(crate) fn resources(&self) -> [String; 3] {
        [self.base_url.clone(), self.mcp_url.clone(), self.auth_url.clone()]
    }

    /// Returns whether browsers reach the pages over TLS. Only then can cookies have the `__Host-` prefix.
    pub(crate) fn is_https(&self) -> bool {
        self.auth_url.starts_with("https://")
    }
}

/// An OpenID Connect provider that users sign in with.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// Issuer URL of the provider.
    pub issuer: String,
    /// Client ID at the provider.
    pub client_id: String,
    /// Client secret. Never printed.
    #[serde(skip_serializing)]
    pub client_secret: String,
    /// Label of the sign-in button.
    #[serde(default = "single_sign_on")]
    pub name: String,
}

fn single_sign_on() -> String {
    "single sign-on".into()
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upstream").field("issuer", &self.issuer).field("client_id", &self.client_id).finish()
    }
}

/// An identity provider that issues service tokens.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Issuer of its tokens (`iss`).
    pub issuer: String,
    /// Required audience of its tokens (`aud`).
    pub audience: String,
    /// URL of its keys. If unset, it is discovered from the issuer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jwks_url: Option<String>,
}

/// The service credentials that the built-in provider issues tokens for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuiltInProvider {
    /// No credentials.
    Off,
    /// Credentials of the sandbox.
    Sandbox,
    /// All credentials, for development.
    All,
}
