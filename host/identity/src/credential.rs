//! Who calls.

use plumbline_tenancy::{Environment, Scope, TenantId, TenantSettings};

use crate::secrets;

/// What a client is called in headers, records and rate limits: its id, or for one whose id is the address of a document an
/// id of the contract's form, always the same for that address.
pub(crate) fn client_label(client_id: &str) -> String {
    const CHARACTERS: usize = 22;
    if !client_id.contains("://") {
        return client_id.to_owned();
    }
    format!("oc_{}", secrets::digest(client_id, CHARACTERS))
}

/// Which of the three kinds of credential was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A static key of an organization's own backend.
    Key,
    /// A client acting for a signed-in user.
    Delegated,
    /// An unattended backend of a partner.
    Service,
}

impl Kind {
    /// As components are told.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Delegated => "delegated",
            Self::Service => "service",
        }
    }
}

/// Who calls, by a credential that is valid now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// How it was shown.
    pub kind: Kind,
    /// `pc_…` or `oc_…`
    pub client_id: String,
    /// Whose data it opens.
    pub tenant: TenantId,
    /// In which environment.
    pub environment: Environment,
    /// What it may do.
    pub scopes: Vec<String>,
    /// The key's, the service credential's or the client's name.
    pub name: String,
    /// The user a delegated client acts for, `usr_…`
    pub user: Option<String>,
    /// When its secret stops working: of service credentials whose secret we know, ISO 8601.
    pub secret_expires_at: Option<String>,
    /// What was agreed with the tenant.
    pub settings: TenantSettings,
}

impl Credential {
    /// The tenant and the environment together.
    pub fn scope(&self) -> Scope {
        Scope::new(self.tenant.clone(), self.environment)
    }

    /// What acts for a user: the name of a delegated client.
    pub fn agent(&self) -> Option<&str> {
        (self.kind == Kind::Delegated).then_some(self.name.as_str())
    }

    /// Whose rate limits it draws on: a client's users do not draw on each other's.
    pub fn rate_key(&self) -> String {
        match &self.user {
            Some(user) => format!("{}/{user}/{}", self.client_id, self.environment),
            None => self.client_id.clone(),
        }
    }
}
