//! One statement on a connection: preparing it, sending it with its values, and reading its rows as they arrive.

use std::pin::pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures::TryStreamExt as _;
use plumbline_sql::{SqlError, Value};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;
use tokio_postgres::{Column, Error, Row, RowStream, Statement};

use crate::client::Client;
use crate::limited;
use crate::values::{self, Cell, Parameter};

/// Length of the longest statement that is kept prepared.
const LONGEST_KEPT: usize = 4096;

/// The number of the next statement.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A statement's text, and the types that the server inferred for it.
pub(crate) struct Query {
    sql: String,
    /// Names the statement for EXECUTE.
    pub(crate) number: u64,
    inferred: OnceLock<Inferred>,
    /// Whether a migration has changed its columns since they were inferred.
    is_changed: AtomicBool,
}

/// The types of parameters, and the names and types of columns. They stay the same while a program runs, because migrations
/// do not change the type of a column.
#[derive(Clone)]
pub(crate) struct Inferred {
    pub(crate) types: Vec<Type>,
    pub(crate) columns: Vec<String>,
    pub(crate) results: Vec<Type>,
    /// Whether results can be read as text.
    has_text: bool,
}

impl Inferred {
    fn of(statement: &Statement) -> Self {
        let columns = statement.columns();
        let results: Vec<Type> = columns.iter().map(|column| column.type_().clone()).collect();
        Self {
            types: statement.params().to_vec(),
            columns: names(columns),
            has_text: results.iter().all(values::has_text),
            results,
        }
    }
}

/// A statement that can be sent in one message.
pub(crate) enum Prepared<'a> {
    /// Kept in the server under a name.
    Named(Statement),
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
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { sql, number, inferred: OnceLock::new(), is_changed: AtomicBool::new(false) }
    }

    pub(crate) fn sql(&self) -> &str {
        &self.sql
    }

    /// Returns the types of a statement that EXECUTE may run and whose results can be read as text.
    pub(crate) fn named(&self) -> Option<&Inferred> {
        let inferred = self.inferred.get()?;
        let is_usable = inferred.has_text && self.sql.len() <= LONGEST_KEPT && !self.is_changed.load(Ordering::Relaxed);
        is_usable.then_some(inferred)
    }

    /// Records that a migration has changed the columns.
    pub(crate) fn set_changed(&self) {
        self.is_changed.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`Query::prepare`] may be called before the transaction begins, and costs nothing if the statement
    /// ran before.
    pub(crate) fn is_ready(&self, prepared_statements: bool) -> bool {
        prepared_statements || self.inferred.get().is_some()
    }

    /// Prepares the statement unless that was done before. Without `prepared_statements` this must be called within a
    /// transaction unless [`Query::is_ready`].
    ///
    /// # Errors
    /// Returns the error of the server.
    pub(crate) async fn prepare(&self, client: &Client, prepared_statements: bool) -> Result<Prepared<'_>, Error> {
        if prepared_statements && self.sql.len() <= LONGEST_KEPT {
            let statement = client.prepare_kept(&self.sql).await?;
            self.inferred.get_or_init(|| Inferred::of(&statement));
            return Ok(Prepared::Named(statement));
        }
        if let Some(inferred) = self.inferred.get() {
            return Ok(Prepared::Typed(&self.sql, inferred));
        }
        // The driver closes the statement in the server when it is dropped, which is within the transaction.
        let statement = client.prepare(&self.sql).await?;
        Ok(Prepared::Typed(&self.sql, self.inferred.get_or_init(|| Inferred::of(&statement))))
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
    pub(crate) async fn run(&self, client: &Client, values: &[Value], bounds: Bounds) -> Result<Outcome, Failure> {
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
            client.forget_statements();
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
pub(crate) fn failure(error: Error, bounds: Bounds) -> Failure {
    if limited::is_too_long(&error) {
        return Failure::Abandoned(SqlError::TooLarge { limit: bounds.bytes, unit: "bytes" });
    }
    Failure::Statement(error)
}

/// Rows of a result, which are counted as they arrive. After a refused row, as many bytes again are skipped, which leaves the
/// connection usable, before the result is given up.
pub(crate) struct Rows {
    bounds: Bounds,
    rows: Vec<Vec<Value>>,
    bytes: usize,
    skipped: usize,
    refused: Option<SqlError>,
}

impl Rows {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, rows: Vec::new(), bytes: 0, skipped: 0, refused: None }
    }

    /// Adds a row of `size` bytes. `values` gets the number of bytes so far, which it raises, and their limit.
    ///
    /// # Errors
    /// [`Failure::Abandoned`] if too much follows a refused row.
    pub(crate) fn add(
        &mut self,
        size: usize,
        values: impl FnOnce(&mut usize, usize) -> Result<Vec<Value>, SqlError>,
    ) -> Result<(), Failure> {
        if let Some(error) = self.refused.take() {
            self.skipped = self.skipped.saturating_add(size_of::<Row>() + size);
            if self.skipped > self.bounds.bytes {
                return Err(Failure::Abandoned(error));
            }
            self.refused = Some(error);
        } else if self.rows.len() == self.bounds.rows {
            self.refuse(SqlError::TooLarge { limit: self.bounds.rows, unit: "rows" });
        } else {
            match values(&mut self.bytes, self.bounds.bytes) {
                Ok(values) => self.rows.push(values),
                Err(error) => self.refuse(error),
            }
        }
        Ok(())
    }

    fn refuse(&mut self, error: SqlError) {
        self.refused = Some(error);
        self.rows = Vec::new();
    }

    /// Returns the result.
    ///
    /// # Errors
    /// Returns why a row was refused.
    pub(crate) fn finish(self, columns: impl FnOnce() -> Vec<String>, changes: u64) -> Result<Outcome, SqlError> {
        match self.refused {
            Some(error) => Err(error),
            None => Ok(Outcome { columns: columns(), rows: self.rows, changes }),
        }
    }
}

/// Reads rows as they arrive.
async fn read(
    stream: Result<RowStream, Error>,
    columns: impl FnOnce() -> Vec<String>,
    bounds: Bounds,
) -> Result<Outcome, Failure> {
    let mut stream = pin!(stream.map_err(|error| failure(error, bounds))?);
    let mut rows = Rows::new(bounds);
    while let Some(row) = stream.as_mut().try_next().await.map_err(|error| failure(error, bounds))? {
        rows.add(row.raw_size_bytes(), |bytes, limit| values_of(&row, bytes, limit))?;
    }
    rows.finish(columns, stream.rows_affected().unwrap_or_default()).map_err(Failure::Refused)
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
