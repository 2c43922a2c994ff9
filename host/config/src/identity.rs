//! Settings of identity: other identity providers.

use std::num::NonZeroU32;

use plumbline_identity::{BuiltInProvider, Provider, Settings, Upstream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// Settings of identity.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Identity {
    /// Service credentials for which the built-in provider issues tokens: `off`, `sandbox` or `all`.
    #[schemars(with = "String")]
    #[default(BuiltInProvider::Sandbox)]
    pub built_in: BuiltInProvider,
    /// Audience of the built-in provider's tokens.
    #[default("api://plumbline")]
    pub service_audience: String,
    /// Identity providers whose service tokens are accepted.
    pub providers: Vec<Provider>,
    /// Metadata documents of clients that are fetched per minute, for all clients together. Beyond this rate, clients
    /// that are not known yet must wait.
    // Five a second. One network may cause a fifth of them.
    #[default(const { NonZeroU32::new(300).unwrap() })]
    pub client_documents_per_minute: NonZeroU32,
    /// OpenID Connect provider that people can sign in with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<Upstream>,
}

impl Identity {
    /// Returns the settings of the identity module.
    pub fn settings(&self, public_url: &str, support_email: &str, allow_loopback: bool) -> Settings {
        let mut settings = Settings::new(public_url);
        settings.built_in = self.built_in;
        settings.service_audience.clone_from(&self.service_audience);
        settings.providers.clone_from(&self.providers);
        settings.upstream.clone_from(&self.upstream);
        support_email.clone_into(&mut settings.support_email);
        settings.allow_loopback = allow_loopback;
        settings
    }
}
