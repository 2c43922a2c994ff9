//! Connections of a pool while they are in use.
//!
//! A lease can be dropped between any two messages, by a cancelled request or an instance that traps. A task then cancels
//! the running statement, rolls back, and only then returns or closes the connection and gives the next writer its turn.

use std::sync::Arc;
use std::time::Duration;

use plumbline_sql::SqlError;
use tokio::sync::OwnedSemaphorePermit;
use tokio_postgres::{Error, SimpleQueryMessage};

use crate::added::{Added, Addition, Named};
use crate::cancel::cancel;
use crate::committed::{Committed, OnCommit};
use crate::pool::{Object, Pool};
use crate::query::{Call, Failure, Outcome};
use crate::statement::Translated;
use crate::values;

/// Commits a transaction that has nothing to check or to report.
pub(crate) const COMMIT: &str = "COMMIT";

/// Reads a setting of the transaction.
const SETTING: Named = Named { name: "plumbline_setting", sql: "SELECT current_setting($1, true)" };

/// The most bytes of a writing statement's values if the statement joins others in one request. The request then fits into a
/// packet of Ethernet. If it could arrive in part, the server would hold the turn to write until it noticed that the host is gone: it limits the wait for
/// the rest of a transaction, but not for the rest of a request.
const JOINED_BYTES: usize = 512;

/// Time for the end of a statement that was cancelled, and for its rollback. The connection is closed if it takes longer.
const ROLLBACK_TIME: Duration = Duration::from_secs(5);

/// A place in the queue of a scope's writers, within this process.
pub(crate) type WriteGuard = OwnedSemaphorePermit;

/// What lets others wait while a lease is held.
#[derive(Default)]
pub(crate) struct Guards {
    /// The permit of a reader, which limits the connections that a scope's readers take.
    #[expect(dead_code, reason = "it only has to be held")]
    pub(crate) permit: Option<OwnedSemaphorePermit>,
    pub(crate) write: Option<WriteGuard>,
}

/// Activity of a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Activity {
    /// No transaction is open. The connection can be returned.
    Settled,
    /// A transaction is open.
    Open,
    /// The server was sent something that it has not answered completely.
    Running,
}

/// The savepoint that undoes a failed statement of a writing transaction. In SQLite a failed statement leaves the
/// transaction open. In PostgreSQL it would end it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Savepoint {
    /// The transaction has no savepoint.
    None,
    /// Nothing was written since the savepoint.
    Fresh,
    /// A statement has written since the savepoint.
    Used,
    /// A statement has failed since the savepoint.
    Failed,
}

impl Savepoint {
    /// Returns what must precede the next statement.
    pub(crate) fn prefix(self) -> Option<&'static str> {
        match self {
            Self::None | Self::Fresh => None,
            Self::Used => Some("RELEASE SAVEPOINT p; SAVEPOINT p"),
            Self::Failed => Some("ROLLBACK TO SAVEPOINT p"),
        }
    }

    /// Returns the savepoint after a statement that has only read.
    pub(crate) fn after_read(self) -> Self {
        match self {
            // The statement's prefix has set or restored it.
            Self::Used | Self::Failed => Self::Fresh,
            Self::None | Self::Fresh => self,
        }
    }
}

/// A leased connection.
pub(crate) struct Lease {
    /// `Some` until the lease is dropped.
    client: Option<Object>,
    pool: Arc<Pool>,
    activity: Activity,
    guards: Guards,
    pub(crate) savepoint: Savepoint,
    /// Called after a commit that the host has to know of.
    on_commit: Option<OnCommit>,
    outbox: bool,
    reports: Vec<&'static str>,
}

impl Lease {
    pub(crate) fn new(client: Object, pool: Arc<Pool>, guards: Guards, on_commit: Option<OnCommit>) -> Self {
        Self {
            client: Some(client),
            pool,
            activity: Activity::Settled,
            guards,
            savepoint: Savepoint::None,
            on_commit,
            outbox: false,
            reports: Vec::new(),
        }
    }

    /// Returns whether it has the right to write.
    pub(crate) fn is_writer(&self) -> bool {
        self.guards.write.is_some()
    }

    /// Returns whether the connection still works.
    pub(crate) fn is_open(&self) -> bool {
        self.client.as_ref().is_some_and(|client| !client.is_closed())
    }

    /// Records the effects of a statement that the host acts on when it is committed.
    pub(crate) fn note(&mut self, statement: &Translated) {
        self.outbox |= statement.outbox;
        for setting in statement.reports {
            if !self.reports.contains(setting) {
                self.reports.push(setting);
            }
        }
    }

    /// Returns the settings that have to be read before the commit.
    pub(crate) fn reports(&self) -> &[&'static str] {
        &self.reports
    }

    /// Commits with these statements. If settings are reported, the last result is their values.
    ///
    /// # Errors
    /// Returns the error of the first that fails, which the others do not follow.
    pub(crate) async fn commit(&mut self, statements: &str) -> Result<(), Failure> {
        if self.reports.is_empty() {
            self.batch(statements).await?;
            self.committed(Vec::new());
            return Ok(());
        }
        self.activity = Activity::Running;
        let messages = self.client()?.simple_query(statements).await;
        self.activity = Activity::Open;
        let reported = self.reported(&messages?);
        self.committed(reported);
        Ok(())
    }

    /// Returns the settings that had to be read before the commit, from the answers to its statements.
    fn reported(&self, messages: &[SimpleQueryMessage]) -> Vec<(&'static str, String)> {
        let last = messages.iter().rev().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let value = |(place, setting): (usize, &&'static str)| {
            let value = last?.try_get(place).ok()??;
            (!value.is_empty()).then(|| (*setting, value.to_owned()))
        };
        self.reports.iter().enumerate().filter_map(value).collect()
    }

    /// Marks the transaction as committed: the connection can be returned.
    pub(crate) fn committed(&mut self, reported: Vec<(&'static str, String)>) {
        self.activity = Activity::Settled;
        self.reports.clear();
        let outbox = std::mem::take(&mut self.outbox);
        if (outbox || !reported.is_empty())
            && let Some(on_commit) = &self.on_commit
        {
            on_commit(Committed { outbox, reported });
        }
    }

    fn client(&self) -> Result<&Object, Failure> {
        self.client.as_ref().ok_or_else(|| Failure::Refused(SqlError::Io("the connection is gone".into())))
    }

    /// Runs statements without values or results.
    ///
    /// # Errors
    /// Returns the error of the first that fails, which the others do not follow.
    pub(crate) async fn batch(&mut self, sql: &str) -> Result<(), Failure> {
        self.activity = Activity::Running;
        let done = self.client()?.batch_execute(sql).await;
        self.activity = Activity::Open;
        Ok(done?)
    }

    /// Ends a transaction that has only read. Nothing depends on the answer, so it is not awaited.
    pub(crate) fn end_reading(mut self) {
        use futures::FutureExt as _;

        // The first poll sends the statement. The next user's statements follow it.
        let sent = self.client.as_ref().map(|client| client.batch_execute("COMMIT").now_or_never());
        if !matches!(sent, Some(Some(Err(_)))) {
            self.activity = Activity::Settled;
        }
    }

    /// Runs a statement in the open transaction, after `prefix`, which is sent with it.
    ///
    /// # Errors
    /// See [`Failure`].
    pub(crate) async fn run(&mut self, prefix: Option<&str>, call: Call<'_>) -> Result<Outcome, Failure> {
        self.activity = Activity::Running;
        let result = self.exchange(prefix, call).await;
        if !matches!(result, Err(Failure::Abandoned(_))) {
            self.activity = Activity::Open;
        }
        result
    }

    async fn exchange(&self, prefix: Option<&str>, call: Call<'_>) -> Result<Outcome, Failure> {
        let client = self.client()?;
        let statement = async {
            let prepared = call.query.prepare(client, self.pool.prepared_statements).await?;
            prepared.run(client, call.values, call.bounds).await
        };
        // Polled in this order, so that the prefix is sent first.
        let (prefix, outcome) = futures::join!(optional(client, prefix), statement);
        prefix.map_err(Failure::Prefix)?;
        outcome
    }

    /// Returns whether a statement may have its transaction in the request of [`Lease::run_joined`]. This prepares it.
    ///
    /// # Errors
    /// Returns the error of the server.
    pub(crate) async fn may_join(&self, call: Call<'_>, writes: bool) -> Result<bool, Failure> {
        if !call.query.is_named(self.pool.prepared_statements) {
            return Ok(false);
        }
        if !writes {
            return Ok(true);
        }
        if values::bytes(call.values) > JOINED_BYTES {
            return Ok(false);
        }
        let prepared = call.query.prepare(self.client()?, self.pool.prepared_statements).await?;
        Ok(!prepared.returns_rows())
    }

    /// Runs a statement in a transaction of its own, which is one request. `before` runs first.
    ///
    /// # Errors
    /// See [`Failure`]. Nothing is committed then, unless the connection was lost.
    pub(crate) async fn run_joined(&mut self, before: Addition, call: Call<'_>) -> Result<Outcome, Failure> {
        let after =
            self.reports.iter().map(|setting| Addition { statement: &SETTING, values: vec![(*setting).into()] });
        let added = Added { before, after: after.collect() };
        self.activity = Activity::Running;
        let client = self.client()?;
        let prepared = call.query.prepare(client, self.pool.prepared_statements).await?;
        client.exchange.add(added);
        let result = prepared.run(client, call.values, call.bounds).await;
        let values = client.exchange.finish();
        match &result {
            Ok(_) => {
                let reported = self.reports.iter().copied().zip(values);
                let reported =
                    reported.filter_map(|(setting, value)| Some((setting, value.filter(|value| !value.is_empty())?)));
                let reported = reported.collect();
                self.committed(reported);
            }
            Err(Failure::Abandoned(_)) => {}
            // The transaction has ended with the request.
            Err(_) => self.activity = Activity::Settled,
        }
        result
    }

    /// Runs a statement in a transaction of its own, which `begin` begins and `commit` commits. All of it takes one round trip
    /// if the statement ran before. A write that returns rows takes another: it must not be committed before its result is
    /// known to be within its limits.
    ///
    /// # Errors
    /// See [`Failure`]. Nothing is committed then, unless the connection was lost.
    pub(crate) async fn run_alone(
        &mut self,
        begin: &str,
        call: Call<'_>,
        writes: bool,
        commit: &str,
    ) -> Result<Outcome, Failure> {
        self.activity = Activity::Running;
        let result = self.exchange_alone(begin, call, writes, commit).await;
        if !matches!(result, Err(Failure::Abandoned(_))) {
            self.activity = Activity::Open;
        }
        let (outcome, committed) = result?;
        let reported = self.reported(&committed);
        self.committed(reported);
        Ok(outcome)
    }

    /// Runs a statement that the server commits by itself, which takes one round trip if the statement ran before.
    ///
    /// # Errors
    /// See [`Failure`].
    pub(crate) async fn run_unattended(&mut self, call: Call<'_>) -> Result<Outcome, Failure> {
        if !call.query.is_ready(self.pool.prepared_statements) {
            return self.run_alone("BEGIN", call, true, COMMIT).await;
        }
        let result = self.run(None, call).await;
        if self.activity == Activity::Open {
            self.activity = Activity::Settled;
        }
        result
    }

    /// Returns the outcome, and the answers to the statements that commit.
    async fn exchange_alone(
        &self,
        begin: &str,
        call: Call<'_>,
        writes: bool,
        commit: &str,
    ) -> Result<(Outcome, Vec<SimpleQueryMessage>), Failure> {
        let client = self.client()?;
        let kept = self.pool.prepared_statements;
        if call.query.is_ready(kept) {
            let prepared = call.query.prepare(client, kept).await?;
            if !writes || !prepared.returns_rows() {
                // If one fails, the server refuses those that follow, and its COMMIT rolls back.
                let statement = prepared.run(client, call.values, call.bounds);
                let (begun, outcome, committed) =
                    futures::join!(optional(client, Some(begin)), statement, client.simple_query(commit));
                begun.map_err(Failure::Prefix)?;
                return Ok((outcome?, committed?));
            }
        }
        let outcome = self.exchange(Some(begin), call).await?;
        Ok((outcome, client.simple_query(commit).await?))
    }
}

/// Runs statements without values or results, if there are any.
async fn optional(client: &Object, sql: Option<&str>) -> Result<(), Error> {
    match sql {
        Some(sql) => client.batch_execute(sql).await,
        None => Ok(()),
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if self.activity == Activity::Settled || client.is_closed() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            // Closing rolls back.
            drop(Object::take(client));
            return;
        };
        let is_running = self.activity == Activity::Running;
        let (pool, guards) = (Arc::clone(&self.pool), std::mem::take(&mut self.guards));
        // The commit may or may not have happened before the lease was dropped. A needless check costs one query.
        let announce = self.on_commit.take().filter(|_| self.outbox || !self.reports.is_empty());
        runtime.spawn(async move {
            roll_back(client, is_running, &pool).await;
            drop(guards);
            if let Some(announce) = announce {
                announce(Committed { outbox: true, reported: Vec::new() });
            }
        });
    }
}

/// Cancels the running statement and rolls back. The connection is returned only if nothing was running: a request to
/// cancel has no answer, so it might reach the server late and stop the statement of the connection's next user.
async fn roll_back(client: Object, is_running: bool, pool: &Pool) {
    if is_running {
        let token = client.cancel_token();
        let cancelling = tokio::time::timeout(ROLLBACK_TIME, cancel(&token, pool.config(), pool.tls())).await;
        if !matches!(cancelling, Ok(Ok(()))) {
            tracing::debug!("a statement could not be cancelled; its connection is closed");
        }
    }
    let rolled_back = tokio::time::timeout(ROLLBACK_TIME, client.batch_execute("ROLLBACK")).await;
    if is_running || !matches!(rolled_back, Ok(Ok(()))) {
        drop(Object::take(client));
    }
}
