//! The credential of a caller.

use plumbline_tenancy::{ClientId, Environment, Scope, TenantId, TenantSettings, UserId};
use serde::Deserialize;

use crate::scope_text::words_of_column;
use crate::secrets;

/// Returns the name of a client in headers, records and rate limits: its id, or, if the id is the URL of a metadata document,
/// an id in the contract's format that is always the same for that URL.
pub(crate) fn client_label(client_id: &str) -> ClientId {
    const CHARACTERS: usize = 22;
    if !client_id.contains("://") {
        return ClientId::stored(client_id.to_owned());
    }
    ClientId::stored(format!("oc_{}", secrets::digest(client_id, CHARACTERS)))
}

/// The kind of a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A static key of the organization's own backend.
    Key,
    /// A client acting for a signed-in user.
    Delegated,
    /// An unattended backend of a partner.
    Service,
}

impl Kind {
    /// Returns the name in the header that components receive.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Delegated => "delegated",
            Self::Service => "service",
        }
    }
}

/// A valid credential of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// Kind of the credential.
    pub kind: Kind,
    /// Id of the client, `pc_…` or `oc_…`.
    pub client_id: ClientId,
    /// Tenant whose data the caller may access.
    pub tenant: TenantId,
    /// Environment that the caller may access.
    pub environment: Environment,
    /// Scopes granted to the caller.
    pub scopes: Vec<String>,
    /// Name of the key, service credential or client.
    pub name: String,
    /// User that a delegated client acts for, `usr_…`.
    pub user: Option<UserId>,
    /// Time at which the secret stops working, ISO 8601. Only for service credentials whose secret is known here.
    pub secret_expires_at: Option<String>,
    /// Whether the surface for agents accepts it: a token of a user has that surface among its audiences, or it is a key or a
    /// service credential.
    pub opens_agents: bool,
    /// Terms agreed with the tenant.
    pub settings: TenantSettings,
}

/// A row of a key or a service credential, with the settings of its tenant.
#[derive(Deserialize)]
pub(crate) struct CredentialRow {
    pub(crate) id: ClientId,
    tenant_id: TenantId,
    name: String,
    environment: Environment,
    #[serde(deserialize_with = "words_of_column")]
    scopes: Vec<String>,
    pub(crate) last_used_at: Option<String>,
    secret_expires_at: Option<String>,
    #[serde(flatten)]
    settings: TenantSettings,
}

impl CredentialRow {
    /// Returns the credential, which acts for no user.
    pub(crate) fn credential(self, kind: Kind) -> Credential {
        let Self { id, tenant_id, name, environment, scopes, secret_expires_at, settings, .. } = self;
        let (client_id, tenant) = (id, tenant_id);
        Credential {
            kind,
            client_id,
            tenant,
            environment,
            scopes,
            name,
            user: None,
            secret_expires_at,
            opens_agents: true,
            settings,
        }
    }
}

impl Credential {
    /// Returns the tenant and environment.
    pub fn scope(&self) -> Scope {
        Scope::new(self.tenant.clone(), self.environment)
    }

    /// Returns the name of a delegated client, which acts for a user.
    pub fn agent(&self) -> Option<&str> {
        (self.kind == Kind::Delegated).then_some(self.name.as_str())
    }

    /// Returns the key of the rate limits. Each user of a client has separate limits.
    pub fn rate_key(&self) -> String {
        match &self.user {
            Some(user) => format!("{}/{user}/{}", self.client_id, self.environment),
            None => self.client_id.to_string(),
        }
    }
}
