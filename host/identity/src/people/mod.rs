//! Users, passwords, sessions, invitations, sign-in upstream.

use plumbline_tenancy::TenantId;

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
