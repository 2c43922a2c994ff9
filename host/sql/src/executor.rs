//! What a statement runs on.

use crate::pool::{Connection, Pool, Transaction};
use crate::target::Target;

/// A pool, a connection or a transaction, for one statement.
#[derive(Debug)]
pub struct Executor<'e>(pub(crate) Target<'e>);

impl<'e> From<&'e Pool> for Executor<'e> {
    fn from(pool: &'e Pool) -> Self {
        Self(pool.target())
    }
}

impl<'e> From<&'e mut Connection> for Executor<'e> {
    fn from(connection: &'e mut Connection) -> Self {
        Self(connection.target())
    }
}

impl<'e> From<&'e mut Transaction<'_>> for Executor<'e> {
    fn from(transaction: &'e mut Transaction<'_>) -> Self {
        Self(transaction.target())
    }
}
