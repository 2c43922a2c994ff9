//! Statements with their values.

use std::borrow::Cow;

use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryFutureExt as _};
use plumbline_sql::{Row, Value};
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::executor::Executor;
use crate::pool::Pool;
use crate::postgres::Prepared;
use crate::sqlite;
use crate::target::Target;

/// A statement with its values. See the crate for its dialect.
#[derive(Debug, Clone)]
#[must_use]
pub struct Query {
    sql: Cow<'static, str>,
    values: Vec<Value>,
    is_native: bool,
}

/// Creates a statement.
pub fn query(sql: &'static str) -> Query {
    Query { sql: sql.into(), values: Vec::new(), is_native: false }
}

/// Creates a statement from a text that was put together. All its parts must be constants of the program: values are
/// bound, because a text of theirs could change the meaning of the statement.
pub fn query_of_parts(sql: String) -> Query {
    Query { sql: sql.into(), values: Vec::new(), is_native: false }
}

impl Query {
    /// Marks the text as the database's own dialect, which is not translated. Its placeholders are the database's.
    pub fn native(mut self) -> Self {
        self.is_native = true;
        self
    }

    /// Returns whether the text is the database's own dialect.
    pub fn is_native(&self) -> bool {
        self.is_native
    }

    /// Adds the value of the next placeholder.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Adds the values of the next placeholders.
    pub fn bind_all(mut self, values: impl IntoIterator<Item = Value>) -> Self {
        self.values.extend(values);
        self
    }

    /// Runs the statement and returns the number of rows that it changed.
    ///
    /// # Errors
    /// Returns the error of the database.
    pub async fn execute<'e>(self, on: impl Into<Executor<'e>>) -> Result<u64, Error> {
        let on = on.into();
        let done = match on.0 {
            Target::SqlitePool(pool) => self.for_sqlite().execute(pool).await,
            Target::Sqlite(connection) => self.for_sqlite().execute(connection).await,
            Target::Postgres(on) => return on.execute(self.for_postgres()?).await,
        };
        Ok(done?.rows_affected())
    }

    /// Returns all rows as they are.
    ///
    /// # Errors
    /// Returns the error of the database.
    pub async fn rows<'e>(self, on: impl Into<Executor<'e>>) -> Result<Vec<Row>, Error> {
        let on = on.into();
        let rows = match on.0 {
            Target::SqlitePool(pool) => self.for_sqlite().fetch_all(pool).await,
            Target::Sqlite(connection) => self.for_sqlite().fetch_all(connection).await,
            Target::Postgres(on) => return on.query(self.for_postgres()?).await,
        };
        rows?.iter().map(sqlite::row).collect()
    }

    /// Returns the first row as it is, if there is one.
    async fn first<'e>(self, on: impl Into<Executor<'e>>) -> Result<Option<Row>, Error> {
        let on = on.into();
        let row = match on.0 {
            Target::SqlitePool(pool) => self.for_sqlite().fetch_optional(pool).await,
            Target::Sqlite(connection) => self.for_sqlite().fetch_optional(connection).await,
            Target::Postgres(on) => return Ok(on.query(self.for_postgres()?).await?.into_iter().next()),
        };
        row?.as_ref().map(sqlite::row).transpose()
    }

    /// Returns all rows.
    ///
    /// # Errors
    /// Returns the error of the database, and [`Error::Row`] if a column is missing or holds another type.
    pub async fn fetch_all<'e, T: DeserializeOwned>(self, on: impl Into<Executor<'e>>) -> Result<Vec<T>, Error> {
        self.rows(on).await?.into_iter().map(|row| Ok(row.read()?)).collect()
    }

    /// Returns the first row, if there is one.
    ///
    /// # Errors
    /// Returns the errors of [`Query::fetch_all`].
    pub async fn fetch_optional<'e, T: DeserializeOwned>(
        self,
        on: impl Into<Executor<'e>>,
    ) -> Result<Option<T>, Error> {
        Ok(self.first(on).await?.map(Row::read).transpose()?)
    }

    /// Returns the first row of a query that always has one.
    ///
    /// # Errors
    /// Returns the errors of [`Query::fetch_all`], and [`Error::NoRow`].
    pub async fn fetch_one<'e, T: DeserializeOwned>(self, on: impl Into<Executor<'e>>) -> Result<T, Error> {
        self.fetch_optional(on).await?.ok_or(Error::NoRow)
    }

    /// Returns the first column of all rows.
    ///
    /// # Errors
    /// Returns the errors of [`Query::fetch_all`].
    pub async fn fetch_scalars<'e, T: DeserializeOwned>(self, on: impl Into<Executor<'e>>) -> Result<Vec<T>, Error> {
        self.rows(on).await?.into_iter().map(scalar).collect()
    }

    /// Returns the first column of the first row of a query that always has one.
    ///
    /// # Errors
    /// Returns the errors of [`Query::fetch_one`].
    pub async fn fetch_scalar<'e, T: DeserializeOwned>(self, on: impl Into<Executor<'e>>) -> Result<T, Error> {
        scalar(self.first(on).await?.ok_or(Error::NoRow)?)
    }

    /// Returns the rows as they are read, for results that are too large to hold. On PostgreSQL, the result is held.
    pub fn fetch<T: DeserializeOwned + Send + 'static>(self, pool: &Pool) -> BoxStream<'_, Result<T, Error>> {
        let rows = match pool.target() {
            Target::SqlitePool(pool) => self.for_sqlite().fetch(pool),
            Target::Sqlite(connection) => self.for_sqlite().fetch(connection),
            Target::Postgres(on) => {
                let rows = async move { on.query(self.for_postgres()?).await };
                let rows = rows.map_ok(|rows| stream::iter(rows.into_iter().map(|row| Ok(row.read()?))));
                return rows.try_flatten_stream().boxed();
            }
        };
        rows.map(|row| -> Result<T, Error> { Ok(sqlite::row(&row?)?.read()?) }).boxed()
    }

    fn for_postgres(self) -> Result<Prepared, Error> {
        Prepared::new(self.sql, self.values, self.is_native)
    }

    fn for_sqlite(self) -> sqlite::Prepared {
        sqlite::prepare(self.sql, self.values)
    }
}

/// Reads the first column of a row.
fn scalar<T: DeserializeOwned>(row: Row) -> Result<T, Error> {
    let value = row.into_values().into_iter().next().unwrap_or(Value::Null);
    Ok(T::deserialize(value)?)
}
