//! Settings of the database.

use anyhow::{Result, bail, ensure};
use plumbline_storage::PostgresSettings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// The database. Without `url`, the data is in SQLite files in the data directory.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct DatabaseSettings {
    /// Address of a PostgreSQL database, version 15 or later, as the hosts' role: `postgres://role:password@host/database`.
    /// Add `?sslmode=verify-full` to verify the server.
    #[serde(skip_serializing)]
    pub url: Option<String>,
    /// Address of the same database as the components' role, which owns nothing and may not bypass row-level security.
    #[serde(skip_serializing)]
    pub components_url: Option<String>,
    /// Address of the same database as the role that owns the schema, for `plumbline migrate`.
    #[serde(skip_serializing)]
    pub owner_url: Option<String>,
    /// Most connections as each role.
    #[default(16)]
    pub connections: usize,
    /// Whether statements are kept prepared in the server. PgBouncer in transaction mode supports that from version 1.21.
    #[default(true)]
    pub prepared_statements: bool,
}

impl DatabaseSettings {
    /// Returns how PostgreSQL is reached, or `None` if the data is in files.
    ///
    /// # Errors
    /// Returns an error with the setting that is missing.
    pub fn postgres(&self) -> Result<Option<PostgresSettings>> {
        let Some(url) = &self.url else {
            let set = [("components_url", &self.components_url), ("owner_url", &self.owner_url)];
            if let Some((name, _)) = set.into_iter().find(|(_, value)| value.is_some()) {
                bail!("database.{name} is set, but database.url is not. Set it to the address as the hosts' role.");
            }
            return Ok(None);
        };
        let Some(components_url) = &self.components_url else {
            bail!(
                "database.url is set, but database.components_url is not. Set it to the address as the components' \
                 role, see docs/postgresql.md."
            );
        };
        ensure!(self.connections > 0, "database.connections: use a number of at least 1.");
        Ok(Some(PostgresSettings {
            url: url.clone(),
            components_url: components_url.clone(),
            connections: self.connections,
            prepared_statements: self.prepared_statements,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_roles_are_needed() {
        let url = || Some("postgres://one@localhost/plumbline".to_owned());
        let settings = DatabaseSettings { url: url(), ..DatabaseSettings::default() };
        assert!(settings.postgres().unwrap_err().to_string().starts_with("database.url is set"));
        let settings = DatabaseSettings { components_url: url(), ..DatabaseSettings::default() };
        assert!(settings.postgres().unwrap_err().to_string().starts_with("database.components_url is set"));
        let settings = DatabaseSettings { url: url(), components_url: url(), ..DatabaseSettings::default() };
        assert!(settings.postgres().unwrap().is_some());
        assert!(DatabaseSettings::default().postgres().unwrap().is_none());
    }
}
