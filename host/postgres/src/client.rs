//! A connection to the server, and the statements that the server keeps prepared for it.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_postgres::{Error, Statement};
use tokio_util::task::AbortOnDropHandle;

/// Statements kept prepared for each connection, in each of the two ways. When there are more, all are closed: they take
/// memory in the server, and the texts of components are not limited in number.
const STATEMENTS_KEPT: usize = 256;

/// A connection to the server.
pub(crate) struct Client {
    driver: tokio_postgres::Client,
    kept: Mutex<Kept>,
    /// Exchanges the connection's messages.
    _exchange: AbortOnDropHandle<()>,
}

/// The statements that are kept prepared.
#[derive(Default)]
struct Kept {
    /// Those that the driver runs, by their texts.
    statements: HashMap<Box<str>, Statement>,
    /// Those that EXECUTE runs, by their numbers.
    named: HashSet<u64>,
    /// Those that EXECUTE ran, and that are not closed yet.
    outdated: Vec<u64>,
}

impl Deref for Client {
    type Target = tokio_postgres::Client;

    fn deref(&self) -> &tokio_postgres::Client {
        &self.driver
    }
}

impl Client {
    /// Makes a connection of the driver's client and the task that exchanges its messages.
    pub(crate) fn new(driver: tokio_postgres::Client, exchange: AbortOnDropHandle<()>) -> Self {
        Self { driver, kept: Mutex::default(), _exchange: exchange }
    }

    /// Prepares a statement, unless it is kept prepared.
    ///
    /// # Errors
    /// Returns the error of the server.
    pub(crate) async fn prepare_kept(&self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.kept().statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.driver.prepare(sql).await?;
        let mut kept = self.kept();
        if kept.statements.len() >= STATEMENTS_KEPT {
            // The driver closes each of them when it is dropped.
            kept.statements.clear();
        }
        kept.statements.insert(sql.into(), statement.clone());
        Ok(statement)
    }

    /// Returns whether EXECUTE knows a statement.
    pub(crate) fn is_named(&self, number: u64) -> bool {
        self.kept().named.contains(&number)
    }

    /// Records that EXECUTE knows a statement.
    pub(crate) fn name(&self, number: u64) {
        let mut kept = self.kept();
        if kept.named.len() >= STATEMENTS_KEPT {
            let outdated: Vec<u64> = kept.named.drain().collect();
            kept.outdated.extend(outdated);
        }
        kept.named.insert(number);
    }

    /// Returns the statements that have to be closed.
    pub(crate) fn take_outdated(&self) -> Vec<u64> {
        std::mem::take(&mut self.kept().outdated)
    }

    /// Gives up all statements that are kept prepared.
    pub(crate) fn forget_statements(&self) {
        let mut kept = self.kept();
        kept.statements.clear();
        let outdated: Vec<u64> = kept.named.drain().collect();
        kept.outdated.extend(outdated);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
