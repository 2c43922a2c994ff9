//! The databases' own pools, connections and transactions.

use sqlx::{SqliteConnection, SqlitePool};

use crate::postgres::PostgresTarget;

/// What an [`Executor`](crate::Executor) is on a database.
#[derive(Debug)]
pub(crate) enum Target<'e> {
    SqlitePool(&'e SqlitePool),
    Sqlite(&'e mut SqliteConnection),
    Postgres(PostgresTarget<'e>),
}
