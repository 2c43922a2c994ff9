//! The owner of data: a tenant and one of its two environments.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The error for a text that does not name a tenant, an environment or a scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidScope(String);

/// An environment of a tenant. The two environments share nothing: databases, blobs, credits and keys are separate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// For testing. Its credits cost nothing and its data never leaves it.
    Sandbox,
    /// For real work.
    Production,
}

impl Environment {
    /// Both environments, in the order in which pages list them.
    pub const ALL: [Self; 2] = [Self::Sandbox, Self::Production];

    /// Returns the name used in paths, columns and the contract.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Production => "production",
        }
    }

    /// Returns the credits that a new tenant starts with.
    pub const fn trial_credits(self) -> f64 {
        match self {
            Self::Sandbox => 1000.0,
            Self::Production => 200.0,
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Environment {
    type Err = InvalidScope;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|e| e.as_str() == text)
            .ok_or_else(|| InvalidScope(format!("`{text}` is not a valid environment. Use `sandbox` or `production`.")))
    }
}

/// A tenant's id: `ten_` and 22 characters from `0-9A-Za-z`. It is used as a folder name, so its creation checks it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TenantId(String);

impl TenantId {
    /// Prefix of every tenant id.
    pub const PREFIX: &'static str = "ten_";

    /// Parses a tenant id.
    ///
    /// # Errors
    /// Returns [`InvalidScope`] if the text is not a tenant id.
    pub fn parse(text: impl Into<String>) -> Result<Self, InvalidScope> {
        let text = text.into();
        if crate::id::has_shape(&text, Self::PREFIX) {
            Ok(Self(text))
        } else {
            Err(InvalidScope(format!("`{text}` is not a tenant id. Ids are `ten_` and 22 letters and digits.")))
        }
    }

    /// Returns a new random id.
    pub fn random() -> Self {
        Self(crate::id::random(Self::PREFIX))
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for TenantId {
    type Error = InvalidScope;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(text)
    }
}

impl From<TenantId> for String {
    fn from(id: TenantId) -> Self {
        id.0
    }
}

impl FromStr for TenantId {
    type Err = InvalidScope;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A tenant in one environment, with one database and one folder of blobs. Displayed as `ten_…/production`, and read
/// from the columns `tenant_id` and `environment`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct Scope {
    /// Owner of the data.
    #[serde(rename = "tenant_id")]
    pub tenant: TenantId,
    /// Environment of the data.
    pub environment: Environment,
}

impl Scope {
    /// Creates the scope of a tenant in an environment.
    pub fn new(tenant: TenantId, environment: Environment) -> Self {
        Self { tenant, environment }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.tenant, self.environment)
    }
}

impl FromStr for Scope {
    type Err = InvalidScope;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (tenant, environment) = text.split_once('/').ok_or_else(|| {
            InvalidScope(format!("scope: `{text}` is not a tenant and an environment with a slash between"))
        })?;
        Ok(Self { tenant: tenant.parse()?, environment: environment.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_reads_back() {
        let scope = Scope::new(TenantId::random(), Environment::Production);
        assert_eq!(scope.to_string().parse::<Scope>().unwrap(), scope);
    }

    #[test]
    fn a_tenant_id_cannot_leave_its_folder() {
        for bad in ["", "ten_", "ten_../../../../etc/passw", "ten_aaaaaaaaaaaaaaaaaaaaa/", "prj_aaaaaaaaaaaaaaaaaaaaaa"]
        {
            let error = TenantId::parse(bad).unwrap_err().to_string();
            assert!(error.contains("tenant"), "{bad}: {error}");
        }
    }
}
