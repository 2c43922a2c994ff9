//! PostgreSQL's errors as [`SqlError`], with the messages of SQLite where components recognize an error by its message.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use plumbline_sql::{ConstraintKind, SqlError, SqlLimits};
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::types::Type;

use crate::connection_error;
use crate::pool::Pool;
use crate::query::{self, Failure};

/// Constraints whose columns are remembered.
const CONSTRAINTS_KEPT: u64 = 4096;
/// The code with which `plumbline.require_lease()` fails.
const LEASE_LOST: &str = "PL001";
/// Time to wait for a connection that reads a constraint's columns.
const LOOKUP_TIME: Duration = Duration::from_secs(2);

/// The columns of a unique index in their order, without the column that separates scopes, which components do not know.
const COLUMNS: &str = "
    SELECT a.attname::text
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE n.nspname = $1 AND c.relname = $2 AND k.place <= i.indnkeyatts AND a.attname <> 'scope_id'
    ORDER BY k.place";

/// Converts errors, and remembers the columns of unique constraints.
pub(crate) struct Errors {
    /// Reads the catalogue.
    host: Arc<Pool>,
    /// The columns as SQLite names them, by schema and constraint.
    columns: Cache<(String, String), Arc<str>>,
}

impl Errors {
    pub(crate) fn new(host: Arc<Pool>) -> Self {
        Self { host, columns: Cache::new(CONSTRAINTS_KEPT) }
    }

    /// Converts the reason a statement did not complete.
    pub(crate) async fn of_failure(&self, failure: Failure, limits: &SqlLimits) -> SqlError {
        match failure {
            Failure::Prefix(error) | Failure::Statement(error) => self.convert(&error, limits).await,
            Failure::Refused(error) | Failure::Abandoned(error) => error,
        }
    }

    /// Converts the error of a statement.
    async fn convert(&self, error: &Error, limits: &SqlLimits) -> SqlError {
        let Some(refused) = error.as_db_error() else { return connection_error::of(error) };
        let table = refused.table().unwrap_or_default();
        let message = refused.message().to_owned();
        let constraint = |kind, prefix: &str, name: String| SqlError::Constraint {
            kind,
            message: if name.is_empty() { format!("{prefix} failed") } else { format!("{prefix} failed: {name}") },
            name,
        };
        match *refused.code() {
            SqlState::UNIQUE_VIOLATION => {
                constraint(ConstraintKind::Unique, "UNIQUE constraint", self.unique_columns(refused, table).await)
            }
            SqlState::NOT_NULL_VIOLATION => {
                let column = format!("{table}.{}", refused.column().unwrap_or_default());
                constraint(ConstraintKind::NotNull, "NOT NULL constraint", column)
            }
            SqlState::CHECK_VIOLATION => {
                let name = refused.constraint().unwrap_or_default().to_owned();
                constraint(ConstraintKind::Check, "CHECK constraint", name)
            }
            SqlState::FOREIGN_KEY_VIOLATION => {
                constraint(ConstraintKind::ForeignKey, "FOREIGN KEY constraint", String::new())
            }
            SqlState::RAISE_EXCEPTION => {
                SqlError::Constraint { kind: ConstraintKind::Trigger, name: message.clone(), message }
            }
            SqlState::QUERY_CANCELED => SqlError::Timeout { seconds: limits.statement_time.as_secs() },
            SqlState::LOCK_NOT_AVAILABLE => {
                SqlError::Busy(format!("timed out after {} s waiting for the write lock", limits.queue_time.as_secs()))
            }
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => SqlError::Busy(message),
            SqlState::DISK_FULL => SqlError::Full,
            // The second: the statement's temporary files exceed `temp_file_limit`.
            SqlState::OUT_OF_MEMORY | SqlState::CONFIGURATION_LIMIT_EXCEEDED => {
                SqlError::OutOfMemory { limit: limits.statement_memory }
            }
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => {
                SqlError::TransactionExpired { seconds: limits.transaction_time.as_secs() }
            }
            ref code if code.code() == LEASE_LOST => SqlError::LeaseLost,
            SqlState::INSUFFICIENT_PRIVILEGE => SqlError::Denied(message),
            SqlState::INVALID_SQL_STATEMENT_NAME | SqlState::DUPLICATE_PSTATEMENT => SqlError::Io(format!(
                "{message}. If connections go through PgBouncer before 1.21, set database.prepared_statements to false."
            )),
            _ if query::is_stale(error) => SqlError::Busy("the schema was changed meanwhile".into()),
            _ => by_class(refused),
        }
    }

    /// Returns the columns of a violated unique constraint as SQLite names them: `table.a, table.b`.
    async fn unique_columns(&self, refused: &DbError, table: &str) -> String {
        let schema = refused.schema().unwrap_or_default().to_owned();
        let constraint = refused.constraint().unwrap_or_default().to_owned();
        let key = (schema, constraint);
        if let Some(known) = self.columns.get(&key) {
            return known.to_string();
        }
        match self.look_up(&key, table).await {
            Ok(columns) => {
                self.columns.insert(key, columns.as_str().into());
                columns
            }
            Err(error) => {
                tracing::warn!(%error, constraint = key.1, "the columns of a constraint could not be read");
                key.1
            }
        }
    }

    async fn look_up(&self, (schema, constraint): &(String, String), table: &str) -> Result<String, SqlError> {
        let client = self.host.get(LOOKUP_TIME).await?;
        let rows = client.query_typed(COLUMNS, &[(schema, Type::TEXT), (constraint, Type::TEXT)]).await;
        let rows = rows.map_err(|error| connection_error::of(&error))?;
        let columns: Vec<String> = rows.iter().map(|row| format!("{table}.{}", row.get::<_, &str>(0))).collect();
        // SQLite names an index of expressions.
        Ok(if columns.is_empty() { format!("index '{constraint}'") } else { columns.join(", ") })
    }
}

/// Converts an error by the class of its code: <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
fn by_class(refused: &DbError) -> SqlError {
    let message = refused.message().to_owned();
    match refused.code().code().get(..2) {
        Some("23") => SqlError::Constraint {
            kind: ConstraintKind::Other,
            name: refused.constraint().unwrap_or_default().to_owned(),
            message,
        },
        // Data, syntax, transaction states, cardinality, limits of the program, features.
        Some("0A" | "21" | "22" | "25" | "26" | "2F" | "38" | "39" | "42" | "44" | "54") => SqlError::Invalid(message),
        _ => SqlError::Io(message),
    }
}
