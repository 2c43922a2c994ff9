//! What all databases and transactions share.

use std::sync::Arc;

use moka::sync::Cache;
use plumbline_sql::{SqlError, SqlLimits};

use crate::errors::Errors;
use crate::pool::Pool;
use crate::query::{Failure, Query};
use crate::statement::Statements;

/// Begins a transaction whose reads all see the same rows.
pub(crate) const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The pools of both roles, and the cache of statements.
pub(crate) struct Inner {
    pub(crate) host: Arc<Pool>,
    pub(crate) components: Arc<Pool>,
    /// One connection, as the host's role.
    pub(crate) leases: Arc<Pool>,
    pub(crate) statements: Statements,
    pub(crate) errors: Errors,
    /// The host's statements by their texts.
    pub(crate) queries: Cache<Box<str>, Arc<Query>>,
    /// The limits that messages to the host name.
    pub(crate) limits: SqlLimits,
}

impl Inner {
    /// Returns a statement of the host.
    pub(crate) fn query(&self, sql: &str) -> Arc<Query> {
        self.queries.get(sql).unwrap_or_else(|| {
            let query = Arc::new(Query::new(sql.to_owned()));
            self.queries.insert(sql.into(), Arc::clone(&query));
            query
        })
    }

    /// Converts the error of a statement of the host.
    pub(crate) async fn error(&self, failure: Failure) -> SqlError {
        self.errors.of_failure(failure, &self.limits).await
    }
}
