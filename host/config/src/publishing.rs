//! Settings of the publishing of components.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// Components that partners and operators publish.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Publishing {
    /// Maximum size of a component, in bytes. A component with a Python interpreter has about 20 MB.
    #[default(64 << 20)]
    pub max_bytes: u64,
    /// Components that need the signature of a trusted publisher: `tenants` (components published for one tenant),
    /// `all` or `none`.
    pub signatures: Signatures,
    /// Folder of packages, `<namespace>/<name>/<version>.wasm`, for references such as `acme:exporter@1.0.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages: Option<PathBuf>,
    /// Registries (`host:port`) that are reached without TLS. Only for registries on this machine or in a closed
    /// network.
    pub insecure_registries: Vec<String>,
    /// Logins of registries. For all other registries, the server uses the login that `docker login` saved for its user
    /// (`$DOCKER_CONFIG`, or else `~/.docker`), if there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logins: Vec<RegistryLogin>,
}

/// The login of a registry: a name with a password or an access token, or a bearer token alone. No command prints its
/// secrets.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegistryLogin {
    /// Registry as in references: `host` or `host:port`.
    pub registry: String,
    /// User name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Password, or an access token that the registry issued in its place. Never printed.
    #[serde(default, skip_serializing)]
    pub password: Option<String>,
    /// Bearer token, in place of a user name and password. Never printed.
    #[serde(default, skip_serializing)]
    pub token: Option<String>,
}

impl std::fmt::Debug for RegistryLogin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RegistryLogin").field("registry", &self.registry).field("username", &self.username).finish()
    }
}

/// The components that need a signature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Signatures {
    /// Components published for one tenant, but not those that the operator publishes for all.
    #[default]
    Tenants,
    /// All components.
    All,
    /// No components.
    None,
}

impl Signatures {
    /// Returns the name used in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tenants => "tenants",
            Self::All => "all",
            Self::None => "none",
        }
    }
}
