//! Users, passwords, sessions, invitations, sign-in upstream.
//!
//! - `users`: who there is, and who may change that; `email`: the one form of an address.
//! - `sign_in`: from an address and a password to a session, with `passwords` and `throttle`.
//! - `sessions`: sessions and what protects forms; `local_path`: where a sign-in may go on to.
//! - `invitations`: how people come in; `upstream`, `provider`: sign-in at an OpenID Connect provider.
//! - `sweep`: what is over is deleted.

use std::str::FromStr;

use plumbline_tenancy::{Row, TenantId};

use crate::error::IdentityError;

/// The columns that [`User::read`] reads, in its order.
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
pub(crate) use provider::State;
pub use sessions::{NewSession, Session};
pub(crate) use sessions::{csrf_of, form_cookie, is_form_cookie};
pub use sign_in::SignInRefusal;
pub use throttle::network;
pub use upstream::UpstreamRefusal;

/// What a user may do in the organization. Each role may do what the one before may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Looks.
    Viewer,
    /// Works on projects, takeoffs and exports.
    Estimator,
    /// Manages people, API keys and what events go where.
    Admin,
}

impl Role {
    /// All, the least first.
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Estimator, Self::Admin];

    /// As it is stored and typed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Estimator => "estimator",
            Self::Admin => "admin",
        }
    }
}

impl FromStr for Role {
    type Err = IdentityError;

    fn from_str(text: &str) -> Result<Self, IdentityError> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or_else(|| {
            IdentityError::Invalid(format!("`{text}` is not a valid role. Use `viewer`, `estimator` or `admin`."))
        })
    }
}

/// Someone who signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// `usr_…`
    pub id: String,
    /// The organization.
    pub tenant: TenantId,
    /// Lower case.
    pub email: String,
    /// What to call them.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// ISO 8601.
    pub created_at: String,
    /// When they were shut out.
    pub disabled_at: Option<String>,
}

impl User {
    /// Reads `user_columns!()`.
    fn read(row: &Row) -> Result<Self, IdentityError> {
        Ok(Self {
            id: row.text(0)?,
            tenant: TenantId::parse(row.text(1)?)?,
            email: row.text(2)?,
            name: row.text(3)?,
            role: row.text(4)?.parse()?,
            created_at: row.text(5)?,
            disabled_at: row.optional(6)?,
        })
    }
}

/// On whose behalf people are managed.
#[derive(Debug, Clone, Copy)]
pub enum By<'a> {
    /// Whoever runs the installation: any organization.
    Operator,
    /// Someone signed in: the own organization, and only as its admin.
    User(&'a User),
}

impl<'a> By<'a> {
    /// Whose people may be managed; none for those of all organizations.
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

    /// Refuses whoever may not manage the people of this organization.
    fn check(self, tenant: &TenantId) -> Result<(), IdentityError> {
        if self.tenant()?.is_some_and(|own| own != tenant) {
            return Err(IdentityError::Forbidden(format!(
                "`{tenant}` is another organization. Its admins manage its users."
            )));
        }
        Ok(())
    }

    /// The user, as it is recorded; none for an operator.
    fn user_id(self) -> Option<&'a str> {
        match self {
            Self::Operator => None,
            Self::User(user) => Some(&user.id),
        }
    }
}
