//! Settings of who calls: other identity providers.

use plumbline_identity::{BuiltInProvider, Provider, Settings, Upstream};
use serde::{Deserialize, Serialize};

/// Who calls.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Identity {
    /// Which service credentials the built-in provider serves: `off`, `sandbox` or `all`.
    pub built_in: BuiltIn,
    /// Audience of the built-in provider's tokens.
    pub service_audience: String,
    /// Identity providers whose service tokens are accepted.
    pub providers: Vec<ServiceProvider>,
    /// An OpenID Connect provider at which people may sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<SignInProvider>,
}

/// Which service credentials the built-in provider serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BuiltIn {
    /// None.
    Off,
    /// Those of the sandbox.
    Sandbox,
    /// All, for development.
    All,
}

/// An identity provider that issues service tokens.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServiceProvider {
    /// `iss` of its tokens.
    pub issuer: String,
    /// `aud` its tokens must have.
    pub audience: String,
    /// Where its keys are; discovered from its issuer when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jwks_url: Option<String>,
}

/// An OpenID Connect provider.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInProvider {
    /// Its issuer.
    pub issuer: String,
    /// Who we are there.
    pub client_id: String,
    /// Our secret there; printed by no command.
    #[serde(skip_serializing)]
    pub client_secret: String,
    /// What its button says.
    #[serde(default = "single_sign_on")]
    pub name: String,
}

fn single_sign_on() -> String {
    "single sign-on".into()
}

impl std::fmt::Debug for SignInProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignInProvider").field("issuer", &self.issuer).field("client_id", &self.client_id).finish()
    }
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            built_in: BuiltIn::Sandbox,
            service_audience: "api://plumbline".into(),
            providers: Vec::new(),
            upstream: None,
        }
    }
}

impl Identity {
    /// What the module is told.
    pub(crate) fn settings(&self, public_url: &str, allow_loopback: bool) -> Settings {
        let mut settings = Settings::new(public_url);
        settings.built_in = match self.built_in {
            BuiltIn::Off => BuiltInProvider::Off,
            BuiltIn::Sandbox => BuiltInProvider::Sandbox,
            BuiltIn::All => BuiltInProvider::All,
        };
        settings.service_audience.clone_from(&self.service_audience);
        settings.providers = self
            .providers
            .iter()
            .cloned()
            .map(|ServiceProvider { issuer, audience, jwks_url }| Provider { issuer, audience, jwks_url })
            .collect();
        settings.upstream = self.upstream.clone().map(|SignInProvider { issuer, client_id, client_secret, name }| {
            Upstream { issuer, client_id, client_secret, name }
        });
        settings.allow_loopback = allow_loopback;
        settings
    }
}
