//! One statement on a connection: preparing it, sending it with its values, and reading its rows as they arrive.

use std::pin::pin;
use std::sync::OnceLock;

use futures::TryStreamExt as _;
use plumbline_sql::{SqlError, Value};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;
use tokio_postgres::{Column, Error, Row, RowStream};

use crate::limited;
use crate::pool::Object;
use crate::values::{self, Cell, Parameter};

/// Statements kept prepared for each connection. When there are more, all are closed: they take memory in the server, and
/// the texts of components are not limited in number.
const STATEMENTS_KEPT: usize = 256;
/// Length of the longest statement that is kept prepared.
const LONGEST_KEPT: usize = 4096;

/// A statement's text, and the types that the server inferred for it.
pub(crate) struct Query {
    sql: String,
    inferred: OnceLock<Inferred>,
}

/// The types of parameters and the names of columns. They stay the same while a program runs, because migrations do not
/// change the type of a column.
#[derive(Clone)]
pub(crate) struct Inferred {
    types: Vec<Type>,
    columns: Vec<String>,
}

/// A statement that can be sent in one message.
pub(crate) enum Prepared<'a> {
    /// Kept in the server under a name.
    Named(tokio_postgres::Statement),
    /// Sent with its text each time, because the next transaction may have another connection to the server.
    Typed(&'a str, &'a Inferred),
}

/// The limits of one result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) rows: usize,
    pub(crate) bytes: usize,
}

/// A call of a statement.
#[derive(Clone, Copy)]
pub(crate) struct Call<'c> {
    pub(crate) query: &'c Query,
    /// The values of its parameters.
    pub(crate) values: &'c [Value],
    /// The limits of its result.
    pub(crate) bounds: Bounds,
}

/// The result of a statement.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
    pub(crate) changes: u64,
}

/// The reason a statement did not complete.
pub(crate) enum Failure {
    /// A step before it failed: BEGIN, the wait for the turn, a savepoint.
    Prefix(Error),
    /// The server refused it, or the connection is lost.
    Statement(Error),
    /// It cannot be sent, or its result is refused. The connection has no more messages of it.
    Refused(SqlError),
    /// Its result is refused and still arrives.
    Abandoned(SqlError),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Statement(error)
    }
}

impl Query {
    pub(crate) fn new(sql: String) -> Self {
        Self { sql, inferred: OnceLock::new() }
    }

    /// Returns whether [`Query::prepare`] may be called before the transaction begins, and costs nothing if the statement
    /// ran before.
    pub(crate) fn is_ready(&self, prepared_statements: bool) -> bool {
        prepared_statements || self.inferred.get().is_some()
    }

    /// Returns whether [`Query::prepare`] keeps the statement in the server under a name.
    pub(crate) fn is_named(&self, prepared_statements: bool) -> bool {
        prepared_statements && self.sql.len() <= LONGEST_KEPT
    }

    /// Prepares the statement unless that was done before. Without `prepared_statements` this must be called within a
    /// transaction unless [`Query::is_ready`].
    ///
    /// # Errors
    /// Returns the error of the server.
    pub(crate) async fn prepare(&self, client: &Object, prepared_statements: bool) -> Result<Prepared<'_>, Error> {
        if self.is_named(prepared_statements) {
            if client.statement_cache.size() >= STATEMENTS_KEPT {
                client.statement_cache.clear();
            }
            return client.prepare_cached(&self.sql).await.map(Prepared::Named);
        }
        if let Some(inferred) = self.inferred.get() {
            return Ok(Prepared::Typed(&self.sql, inferred));
        }
        // The driver closes the statement in the server when it is dropped, which is within the transaction.
        let statement = client.prepare(&self.sql).await?;
        let inferred = Inferred { types: statement.params().to_vec(), columns: names(statement.columns()) };
        Ok(Prepared::Typed(&self.sql, self.inferred.get_or_init(|| inferred)))
    }
}

impl Prepared<'_> {
    /// Returns whether the statement returns rows.
    pub(crate) fn returns_rows(&self) -> bool {
        match self {
            Self::Named(statement) => !statement.columns().is_empty(),
            Self::Typed(_, inferred) => !inferred.columns.is_empty(),
        }
    }

    /// Sends the statement and reads its result. Everything is sent when the future is first polled.
    ///
    /// # Errors
    /// See [`Failure`].
    pub(crate) async fn run(&self, client: &Object, values: &[Value], bounds: Bounds) -> Result<Outcome, Failure> {
        let result = match self {
            Self::Named(statement) => {
                let parameters = values::parameters(values, statement.params()).map_err(Failure::Refused)?;
                let stream = client.query_raw::<_, Parameter<'_>, _>(statement, parameters).await;
                read(stream, || names(statement.columns()), bounds).await
            }
            Self::Typed(sql, inferred) => {
                let parameters = values::parameters(values, &inferred.types).map_err(Failure::Refused)?;
                let typed = parameters.into_iter().zip(inferred.types.iter().cloned());
                let stream = client.query_typed_raw::<Parameter<'_>, _>(sql, typed).await;
                read(stream, || inferred.columns.clone(), bounds).await
            }
        };
        if let Err(Failure::Statement(error)) = &result
            && is_stale(error)
        {
            client.statement_cache.clear();
        }
        result
    }
}

/// Returns whether a migration changed the columns of a statement that is kept prepared.
pub(crate) fn is_stale(error: &Error) -> bool {
    error.as_db_error().is_some_and(|error| {
        *error.code() == SqlState::FEATURE_NOT_SUPPORTED && error.routine() == Some("RevalidateCachedQuery")
    })
}

fn names(columns: &[Column]) -> Vec<String> {
    columns.iter().map(|column| column.name().to_owned()).collect()
}

/// Returns why a result was not read to its end.
fn failure(error: Error, bounds: Bounds) -> Failure {
    if limited::is_too_long(&error) {
        return Failure::Abandoned(SqlError::TooLarge { limit: bounds.bytes, unit: "bytes" });
    }
    Failure::Statement(error)
}

/// Reads rows as they arrive, and counts them. After a refused row it skips as many bytes again, which leaves the
/// connection usable, before it gives the result up.
async fn read(
    stream: Result<RowStream, Error>,
    columns: impl FnOnce() -> Vec<String>,
    bounds: Bounds,
) -> Result<Outcome, Failure> {
    let mut stream = pin!(stream.map_err(|error| failure(error, bounds))?);
    let (mut rows, mut bytes, mut skipped) = (Vec::new(), 0, 0_usize);
    let mut refused = None;
    while let Some(row) = stream.as_mut().try_next().await.map_err(|error| failure(error, bounds))? {
        if let Some(error) = refused {
            skipped = skipped.saturating_add(size_of::<Row>() + row.raw_size_bytes());
            if skipped > bounds.bytes {
                return Err(Failure::Abandoned(error));
            }
            refused = Some(error);
        } else if rows.len() == bounds.rows {
            refused = Some(SqlError::TooLarge { limit: bounds.rows, unit: "rows" });
            rows = Vec::new();
        } else {
            match values_of(&row, &mut bytes, bounds.bytes) {
                Ok(values) => rows.push(values),
                Err(error) => {
                    refused = Some(error);
                    rows = Vec::new();
                }
            }
        }
    }
    match refused {
        Some(error) => Err(Failure::Refused(error)),
        None => Ok(Outcome { columns: columns(), rows, changes: stream.rows_affected().unwrap_or_default() }),
    }
}

/// Copies a row's values, and adds their bytes to `bytes`.
fn values_of(row: &Row, bytes: &mut usize, limit: usize) -> Result<Vec<Value>, SqlError> {
    let mut values = Vec::with_capacity(row.len());
    for (index, column) in row.columns().iter().enumerate() {
        let cell: Cell<'_> = row.try_get(index).map_err(|error| {
            let cause = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            SqlError::Invalid(format!("column `{}` of type {}: {cause}", column.name(), column.type_()))
        })?;
        *bytes += size_of::<Value>() + cell.size();
        if *bytes > limit {
            return Err(SqlError::TooLarge { limit, unit: "bytes" });
        }
        values.push(cell.into_value());
    }
    Ok(values)
}
