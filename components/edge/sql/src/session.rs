//! A session as SQLite has it: transactions that begin with `BEGIN` or `BEGIN IMMEDIATE`, and go on after a statement that
//! failed. It is the counterpart of `host/postgres/src/session.rs` for an interface without asynchronous calls.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use plumbline_dialect::{Kind, Refusal, Statement};
use plumbline_sql::Value;

use crate::{Rows, Server, errors, parameters};

/// The first key of the advisory locks of a scope's writers. The second is the scope's id. Hosts use the same.
const WRITERS: i32 = 19001;
/// Begins a transaction whose reads all see the same rows.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Translated statements that an instance keeps. Their texts are few, because lists of values differ in length only.
const MAX_TRANSLATIONS: usize = 512;

thread_local! {
    /// The translations of this instance. A session ends with an error, which they outlive.
    static TRANSLATIONS: RefCell<HashMap<(Author, String), Rc<Statement>>> = RefCell::default();
}

/// Whose statements a session runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Author {
    /// An endpoint. Its statements are restricted as on the host.
    Component,
    /// The gateway, which uses the host's own tables too.
    Host,
}

/// The transaction of a session.
#[derive(Debug, Default)]
enum State {
    /// None: each statement is one of its own.
    #[default]
    Idle,
    /// After `BEGIN`. The first statement decides whether it reads or writes.
    Begun,
    /// It reads a snapshot.
    Reading,
    /// It has the turn to write.
    Writing,
    /// The server has ended it, for this reason.
    Ended(String),
}

/// A connection with SQLite's dialect and transactions. Dropping it rolls back.
#[derive(Debug)]
pub struct Session<S: Server> {
    server: S,
    author: Author,
    scope: i64,
    state: RefCell<State>,
    changes: Cell<u64>,
}

impl<S: Server> Session<S> {
    /// Creates a session on a connection that is not in a transaction. `scope` is the id of the rows that it sees.
    pub fn new(server: S, author: Author, scope: i64) -> Self {
        Self { server, author, scope, state: RefCell::default(), changes: Cell::new(0) }
    }

    /// Returns how many rows the last INSERT, UPDATE or DELETE changed.
    pub fn changes(&self) -> u64 {
        self.changes.get()
    }

    /// Runs one statement of SQLite's dialect.
    ///
    /// # Errors
    /// Returns SQLite's words. A statement that failed leaves its transaction open if that writes, and else ends it.
    pub fn run(&self, sql: &str, values: Vec<Value>) -> Result<Rows, String> {
        let statement = self.translate(sql)?;
        let values = parameters::convert(values, &statement.types)?;
        let state = self.state.take();
        let (state, result) = match statement.kind {
            Kind::Begin { immediate } => self.begin(state, immediate),
            Kind::Commit => self.commit(state),
            Kind::Rollback => self.roll_back(state),
            Kind::Read | Kind::Write => self.run_statement(state, &statement, &values),
        };
        self.state.replace(state);
        result
    }

    fn translate(&self, sql: &str) -> Result<Rc<Statement>, String> {
        let key = (self.author, sql.to_owned());
        if let Some(known) = TRANSLATIONS.with_borrow(|known| known.get(&key).map(Rc::clone)) {
            return Ok(known);
        }
        let translated = match self.author {
            Author::Component => plumbline_dialect::component(sql),
            Author::Host => plumbline_dialect::host(sql),
        };
        let statement = Rc::new(translated.map_err(|refusal| match refusal {
            Refusal::Denied(why) => format!("access denied: {why}"),
            Refusal::Invalid(why) => why,
        })?);
        TRANSLATIONS.with_borrow_mut(|known| {
            if known.len() >= MAX_TRANSLATIONS {
                known.clear();
            }
            known.insert(key, Rc::clone(&statement));
        });
        Ok(statement)
    }

    fn begin(&self, state: State, immediate: bool) -> (State, Result<Rows, String>) {
        match state {
            State::Idle | State::Ended(_) if immediate => match self.begin_writing() {
                Ok(()) => (State::Writing, Ok(Rows::default())),
                Err(error) => (State::Idle, Err(error)),
            },
            State::Idle | State::Ended(_) => (State::Begun, Ok(Rows::default())),
            open => (open, Err("cannot start a transaction within a transaction".into())),
        }
    }

    fn commit(&self, state: State) -> (State, Result<Rows, String>) {
        let result = match state {
            State::Idle => Err("cannot commit - no transaction is active".into()),
            State::Begun => Ok(Rows::default()),
            State::Reading | State::Writing => self.control("COMMIT").map(|()| Rows::default()),
            State::Ended(error) => Err(error),
        };
        (State::Idle, result)
    }

    fn roll_back(&self, state: State) -> (State, Result<Rows, String>) {
        let result = match state {
            State::Idle => Err("cannot rollback - no transaction is active".into()),
            State::Begun | State::Ended(_) => Ok(Rows::default()),
            State::Reading | State::Writing => self.control("ROLLBACK").map(|()| Rows::default()),
        };
        (State::Idle, result)
    }

    fn run_statement(&self, state: State, statement: &Statement, values: &[Value]) -> (State, Result<Rows, String>) {
        let writes = statement.kind == Kind::Write;
        match state {
            State::Idle => (State::Idle, self.run_alone(statement, values)),
            State::Begun => {
                let (begun, next) = if writes {
                    (self.begin_writing(), State::Writing)
                } else {
                    (self.control(SNAPSHOT), State::Reading)
                };
                match begun {
                    Ok(()) => self.run_in_transaction(next, statement, values),
                    Err(error) => (State::Begun, Err(error)),
                }
            }
            State::Reading if writes => {
                let refusal = "the transaction reads a snapshot and cannot write. Begin it with BEGIN IMMEDIATE.";
                (State::Reading, Err(refusal.into()))
            }
            State::Reading | State::Writing => self.run_in_transaction(state, statement, values),
            State::Ended(error) => (State::Ended(error.clone()), Err(error)),
        }
    }

    /// Runs a statement in a transaction of its own. An endpoint that writes takes its turn, as on the host.
    fn run_alone(&self, statement: &Statement, values: &[Value]) -> Result<Rows, String> {
        if statement.kind == Kind::Read || self.author == Author::Host {
            return self.send(statement, values);
        }
        self.begin_writing()?;
        let result = self.send(statement, values);
        let ended = self.control(if result.is_ok() { "COMMIT" } else { "ROLLBACK" });
        // The statement's error counts, rather than that of its rollback.
        result.and_then(|rows| ended.map(|()| rows))
    }

    fn run_in_transaction(
        &self,
        state: State,
        statement: &Statement,
        values: &[Value],
    ) -> (State, Result<Rows, String>) {
        // In PostgreSQL, a statement that fails ends the transaction. A savepoint keeps what was written before it.
        let has_savepoint = statement.kind == Kind::Write;
        let result = if has_savepoint { self.control("SAVEPOINT p") } else { Ok(()) };
        let result = result.and_then(|()| self.send(statement, values));
        match result {
            Ok(rows) => (state, Ok(rows)),
            Err(error) if has_savepoint && self.control("ROLLBACK TO SAVEPOINT p").is_ok() => (state, Err(error)),
            Err(error) => {
                // A lost connection has ended it already.
                let _ = self.control("ROLLBACK");
                (State::Ended(error.clone()), Err(error))
            }
        }
    }

    /// Begins a transaction and waits for the turn to write to the scope.
    fn begin_writing(&self) -> Result<(), String> {
        self.control("BEGIN")?;
        let turn = self.control(&format!("SELECT pg_advisory_xact_lock({WRITERS}, {})", self.scope));
        if turn.is_err() {
            // The transaction is of no use without the turn. The first error counts.
            let _ = self.control("ROLLBACK");
        }
        turn
    }

    fn control(&self, sql: &str) -> Result<(), String> {
        self.server.execute(sql, &[]).map(|_| ()).map_err(errors::text)
    }

    fn send(&self, statement: &Statement, values: &[Value]) -> Result<Rows, String> {
        let writes = statement.kind == Kind::Write;
        if !statement.returns_rows {
            self.changes.set(self.server.execute(&statement.sql, values).map_err(errors::text)?);
            return Ok(Rows::default());
        }
        let rows = self.server.query(&statement.sql, values).map_err(errors::text)?;
        if writes {
            self.changes.set(rows.rows.len() as u64);
        }
        Ok(rows)
    }
}

impl<S: Server> Drop for Session<S> {
    fn drop(&mut self) {
        if matches!(self.state.get_mut(), State::Reading | State::Writing) {
            // The connection may be lost, which rolls back too.
            let _ = self.control("ROLLBACK");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerError;

    /// A server that records statements and fails those that contain a word.
    #[derive(Default)]
    struct Recorder {
        sent: Rc<RefCell<Vec<String>>>,
        fails: Rc<Cell<Option<&'static str>>>,
    }

    impl Recorder {
        fn answer<T>(&self, sql: &str, answer: T) -> Result<T, ServerError> {
            let first = sql.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
            self.sent.borrow_mut().push(first);
            match self.fails.get() {
                Some(word) if sql.contains(word) => Err(ServerError::Failed(format!("{word} failed"))),
                _ => Ok(answer),
            }
        }
    }

    impl Server for Recorder {
        fn execute(&self, sql: &str, _: &[Value]) -> Result<u64, ServerError> {
            self.answer(sql, 1)
        }

        fn query(&self, sql: &str, _: &[Value]) -> Result<Rows, ServerError> {
            self.answer(sql, Rows { columns: vec!["id".into()], rows: vec![vec![Value::Integer(1)]; 2] })
        }
    }

    const READ: &str = "SELECT id FROM projects";
    const WRITE: &str = "DELETE FROM projects";
    const LOCK: &str = "SELECT pg_advisory_xact_lock(19001,";

    /// Runs statements and returns their results, and what the server was sent.
    fn run(
        author: Author,
        fails: Option<&'static str>,
        statements: &[&str],
    ) -> (Vec<Result<usize, String>>, Vec<String>) {
        let server = Recorder::default();
        let (sent, failing) = (Rc::clone(&server.sent), Rc::clone(&server.fails));
        failing.set(fails);
        let session = Session::new(server, author, 7);
        let results = statements.iter().map(|sql| session.run(sql, vec![]).map(|rows| rows.rows.len())).collect();
        drop(session);
        let sent = sent.borrow().clone();
        (results, sent)
    }

    #[test]
    fn an_endpoint_takes_its_turn_to_write_and_the_gateway_does_not() {
        let (results, sent) = run(Author::Component, None, &[READ, WRITE]);
        assert_eq!(results, [Ok(2), Ok(0)]);
        assert_eq!(sent, ["SELECT \"projects\".\"id\"", "BEGIN", LOCK, "DELETE FROM", "COMMIT"]);
        let (_, sent) = run(Author::Host, None, &[WRITE, "DELETE FROM running_keys"]);
        assert_eq!(sent, ["DELETE FROM", "DELETE FROM"]);
        let (results, sent) = run(Author::Component, Some("lock"), &[WRITE]);
        assert_eq!(results, [Err("lock failed".into())]);
        assert_eq!(sent, ["BEGIN", LOCK, "ROLLBACK"]);
    }

    #[test]
    fn a_failed_write_leaves_its_transaction_open_as_in_sqlite() {
        let begin =
            ["BEGIN IMMEDIATE", WRITE, "INSERT INTO quota_use (name, day, used) VALUES ('a', 'b', 1)", "COMMIT"];
        let (results, sent) = run(Author::Component, Some("DELETE"), &begin);
        assert_eq!(results, [Ok(0), Err("DELETE failed".into()), Ok(0), Ok(0)]);
        assert_eq!(
            sent,
            ["BEGIN", LOCK, "SAVEPOINT p", "DELETE FROM", "ROLLBACK TO", "SAVEPOINT p", "INSERT INTO", "COMMIT"]
        );
    }

    #[test]
    fn the_first_statement_decides_what_a_transaction_may_do() {
        let (results, sent) = run(Author::Component, None, &["BEGIN", READ, WRITE, "COMMIT", "BEGIN", "COMMIT"]);
        assert!(results[2].as_ref().is_err_and(|error| error.contains("BEGIN IMMEDIATE")), "{results:?}");
        assert_eq!(sent, ["BEGIN ISOLATION", "SELECT \"projects\".\"id\"", "COMMIT"]);
        let (_, sent) = run(Author::Component, None, &["BEGIN", WRITE]);
        assert_eq!(sent, ["BEGIN", LOCK, "SAVEPOINT p", "DELETE FROM", "ROLLBACK"], "dropped without an end");
    }

    #[test]
    fn a_transaction_that_the_server_ended_is_not_committed() {
        let statements = ["BEGIN", READ, READ, "COMMIT", "COMMIT"];
        let (results, sent) = run(Author::Component, Some("SELECT"), &statements);
        let failed = || Err("SELECT failed".to_owned());
        assert_eq!(results[1..4], [failed(), failed(), failed()]);
        assert!(results[4].as_ref().is_err_and(|error| error.contains("no transaction")), "{results:?}");
        assert_eq!(sent, ["BEGIN ISOLATION", "SELECT \"projects\".\"id\"", "ROLLBACK"]);
        let (results, _) = run(Author::Component, Some("SELECT"), &["BEGIN", READ, "ROLLBACK", "BEGIN"]);
        assert_eq!(results[2..], [Ok(0), Ok(0)]);
    }

    #[test]
    fn statements_of_an_endpoint_are_restricted_as_on_the_host() {
        for refused in
            ["PRAGMA journal_mode", "SELECT * FROM api_keys", "DELETE FROM usage_totals", "CREATE TABLE a (b)"]
        {
            let (results, sent) = run(Author::Component, None, &[refused]);
            assert!(results[0].as_ref().is_err_and(|error| error.starts_with("access denied: ")), "{results:?}");
            assert_eq!(sent, Vec::<String>::new());
        }
        assert_eq!(run(Author::Host, None, &["SELECT id FROM api_keys"]).0, [Ok(2)]);
    }
}
