//! Users, passwords, sessions, invitations, and sign-in with an upstream provider.
//!
//! - `users`: the users of an organization and their management; `email`: the normalized form of an address.
//! - `sign_in`: from an address and a password to a session, with `passwords` and `throttle`.
//! - `sessions`: sessions and CSRF protection; `local_path`: the page that a sign-in continues to.
//! - `invitations`: how users join; `upstream`, `provider`: sign-in with an OpenID Connect provider.
//! - `sweep`: deletion of expired records.

pub(crate) use plumbline_tenancy::Role;
use plumbline_tenancy::{TenantId, UserId};
use serde::{Deserialize, Serialize};

use crate::error::IdentityError;

/// The columns of a [`User`].
macro_rules! user_columns {
    () => {
        "u.id, u.tenant_id, u.email, u.name, u.role, u.created_at, u.disabled_at"
    };
}

mod email;
mod invitations;
mod local_path;
mod passwords;
mod provider;
mod provider_cache;
#[cfg(test)]
mod provider_tests;
pub(crate) mod sessions;
mod sign_in;
mod sweep;
#[cfg(test)]
mod testing;
mod throttle;
mod upstream;
#[cfg(test)]
mod upstream_tests;
mod users;

pub use invitations::{Invitation, NewInvitation};
pub(crate) use local_path::local_path;
pub(crate) use passwords::PASSWORD_MIN;
pub(crate) use provider_cache::State;
pub use sessions::{NewSession, Session};
pub(crate) use sessions::{csrf_of, form_cookie, is_form_cookie};
pub use sign_in::SignInRefusal;
pub use throttle::network;
pub use upstream::UpstreamRefusal;

/// A user of an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Id of the user, `usr_…`.
    pub id: UserId,
    /// Organization of the user.
    #[serde(rename(deserialize = "tenant_id"))]
    pub tenant: TenantId,
    /// Email address in lower case.
    pub email: String,
    /// Display name.
    pub name: String,
    /// Role in the organization.
    pub role: Role,
    /// Time of creation, ISO 8601.
    pub created_at: String,
    /// Time at which the user was disabled, ISO 8601.
    pub disabled_at: Option<String>,
}

/// The party that manages users.
#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    /// The operator of the installation, who may manage any organization.
    Operator,
    /// A signed-in user, who may manage their own organization if they are its admin.
    User(&'a User),
}

impl<'a> Actor<'a> {
    /// Returns the tenant whose users may be managed, or `None` for all tenants.
    fn tenant(self) -> Result<Option<&'a TenantId>, IdentityError> {
        match self {
            Self::Operator => Ok(None),
            Self::User(user) if user.role == Role::Admin && user.disabled_at.is_none() => Ok(Some(&user.tenant)),
            Self::User(user) => Err(IdentityError::Forbidden(format!(
                "Only admins can do this, and `{}` is not one. Ask an admin of your organization.",
                user.email
            ))),
        }
    }

    /// Returns an error unless the users of this organization may be managed.
    fn check(self, tenant: &TenantId) -> Result<(), IdentityError> {
        if self.tenant()?.is_some_and(|own| own != tenant) {
            return Err(IdentityError::Forbidden(format!(
                "`{tenant}` is another organization. Its admins manage its users."
            )));
        }
        Ok(())
    }

    /// Returns the id to record, or `None` for an operator.
    fn user_id(self) -> Option<&'a UserId> {
        match self {
            Self::Operator => None,
            Self::User(user) => Some(&user.id),
        }
    }
}
