//! Settings of identity: other identity providers.

use std::num::NonZeroU32;

pub(crate) use plumbline_edge::{BuiltIn, ServiceProvider};
use plumbline_identity::{Settings, Upstream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of identity.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Identity {
    /// Service credentials for which the built-in provider issues tokens: `off`, `sandbox` or `all`.
    #[schemars(with = "String")]
    pub built_in: BuiltIn,
    /// Audience of the built-in provider's tokens.
    pub service_audience: String,
    /// Identity providers whose service tokens are accepted.
    pub providers: Vec<ServiceProvider>,
    /// Metadata documents of clients that are fetched per minute, for all clients together. Beyond this rate, clients
    /// that are not known yet must wait.
    pub client_documents_per_minute: NonZeroU32,
    /// OpenID Connect provider that people can sign in with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<SignInProvider>,
}

/// An OpenID Connect provider.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInProvider {
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
            // Five a second. One network may cause a fifth of them.
            client_documents_per_minute: const { NonZeroU32::new(300).unwrap() },
            upstream: None,
        }
    }
}

impl Identity {
    /// Returns the settings of the identity module.
    pub(crate) fn settings(&self, public_url: &str, support_email: &str, allow_loopback: bool) -> Settings {
        let mut settings = Settings::new(public_url);
        settings.built_in = self.built_in.into();
        settings.service_audience.clone_from(&self.service_audience);
        settings.providers = self.providers.iter().cloned().map(Into::into).collect();
        settings.upstream = self.upstream.clone().map(|SignInProvider { issuer, client_id, client_secret, name }| {
            Upstream { issuer, client_id, client_secret, name }
        });
        support_email.clone_into(&mut settings.support_email);
        settings.allow_loopback = allow_loopback;
        settings
    }
}
