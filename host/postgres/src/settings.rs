//! Settings of the connection, and the errors of starting with them.

use plumbline_sql::SqlError;

/// The setting of the host's role.
pub(crate) const URL: &str = "database.url";
/// The setting of the components' role.
pub(crate) const COMPONENTS_URL: &str = "database.components_url";

/// How the server is reached.
#[derive(Clone)]
pub struct Settings {
    /// `database.url`: the address as the host's role, `postgres://role:password@host/database`.
    pub url: String,
    /// `database.components_url`: the same database as the components' role.
    pub components_url: String,
    /// `database.connections`: connections of each role.
    pub connections: usize,
    /// `database.prepared_statements`: whether statements are kept prepared in the server. PgBouncer in transaction mode
    /// supports that from version 1.21.
    pub prepared_statements: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { url: String::new(), components_url: String::new(), connections: 16, prepared_statements: true }
    }
}

impl std::fmt::Debug for Settings {
    /// Leaves the addresses out, because they contain passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("connections", &self.connections)
            .field("prepared_statements", &self.prepared_statements)
            .finish_non_exhaustive()
    }
}

/// A start with PostgreSQL that failed, worded for the operator.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// A setting cannot be used. The text begins with its name.
    #[error("{0}")]
    Setting(String),
    /// A role may do more or less than it should. The text begins with the setting that names the role.
    #[error("{0}")]
    Role(String),
    /// The server is older than PostgreSQL 15.
    #[error("database.url: the server runs PostgreSQL {found}. Plumbline needs version 15 or later.")]
    Version {
        /// The server's version, such as `14.9`.
        found: String,
    },
    /// The schema could not be brought to this program's version.
    #[error("migration {version} ({name}): {problem}")]
    Migration {
        /// Number of the migration.
        version: i64,
        /// Name of the migration.
        name: String,
        /// The problem and what to do.
        problem: String,
    },
    /// The server cannot be reached, or refused a statement.
    #[error("database: {0}")]
    Database(#[from] SqlError),
    /// A row holds a value that this program never writes.
    #[error("stored data is damaged: {0}")]
    Damaged(#[from] plumbline_sql::DbError),
}
