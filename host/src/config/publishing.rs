//! Settings of the publishing of components.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Components that partners and operators publish.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Publishing {
    /// Largest component, in bytes. One that brings an interpreter of Python has some 20 MB.
    pub max_bytes: u64,
    /// Whose components need a trusted publisher's signature: `tenants` (those published for one tenant), `all`, `none`.
    pub signatures: Signatures,
    /// A folder of packages, `<namespace>/<name>/<version>.wasm`, from which `acme:exporter@1.0.0` is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages: Option<PathBuf>,
    /// Registries (`host:port`) that are spoken to without TLS: on this machine or in a closed network only.
    pub insecure_registries: Vec<String>,
    /// Logins of registries. One that is not named here is asked with the login that `docker login` wrote for the user the
    /// program runs as (`$DOCKER_CONFIG`, else `~/.docker`), and without one otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logins: Vec<RegistryLogin>,
}

/// The login of a registry: a name with a password or an access token, or a bearer token alone. No command prints its
/// secrets.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegistryLogin {
    /// `host` or `host:port`, as in references.
    pub registry: String,
    /// Who logs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The password, or what the registry issues in its place.
    #[serde(default, skip_serializing)]
    pub password: Option<String>,
    /// A bearer token.
    #[serde(default, skip_serializing)]
    pub token: Option<String>,
}

impl std::fmt::Debug for RegistryLogin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RegistryLogin").field("registry", &self.registry).field("username", &self.username).finish()
    }
}

/// The components that need a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Signatures {
    /// Components published for one tenant, but not those that the operator publishes for all.
    Tenants,
    /// All components.
    All,
    /// No components.
    None,
}

impl Signatures {
    /// Returns the name used in the configuration.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Tenants => "tenants",
            Self::All => "all",
            Self::None => "none",
        }
    }
}

impl Default for Publishing {
    fn default() -> Self {
        Self {
            max_bytes: 64 << 20,
            signatures: Signatures::Tenants,
            packages: None,
            insecure_registries: Vec::new(),
            logins: Vec::new(),
        }
    }
}
