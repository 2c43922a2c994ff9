//! `spin:sqlite@3.1.0` over the tenant's database, in both forms: the blocking functions, which block the instance
//! until they return, and the async ones, during which the instance serves other requests.
//!
//! Several requests can share an instance, so no state here belongs to the instance: a transaction belongs to its
//! connection handle. When the handle or the store is dropped, an open transaction is rolled back.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use plumbline_storage::{Connection, SqlError, Value as SqlValue};
use wasmtime::AsContextMut;
use wasmtime::component::{Accessor, FutureReader, HasSelf, Resource, StreamReader};

use self::bindings::api::{
    self, Connection as Handle, Error, Host, HostConnection, HostConnectionWithStore, QueryResult, RowResult, Value,
};
use super::transactions::Transactions;
use crate::capability::{Capability, Interface, interfaces};
use crate::spans::Statements;
use crate::state::{Services, State};

/// `spin:sqlite`.
#[allow(unreachable_pub, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({
        inline: "
            package plumbline:host-sqlite;
            world database { import spin:sqlite/sqlite@3.1.0; }
        ",
        path: ["../../wit/deps/spin-sqlite@3.1.0"],
        world: "plumbline:host-sqlite/database",
        imports: { default: async | trappable },
        with: { "spin:sqlite/sqlite.connection": crate::capabilities::sqlite::OpenConnection },
    });
    pub use spin::sqlite::sqlite as api;
}

/// The tenant's database.
pub struct Sqlite;

impl Capability for Sqlite {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Endpoint "spin:sqlite/sqlite@3.1.0" => [api],
            Worker "spin:sqlite/sqlite@3.1.0" => [api],
        ]
    }
}

/// Connections one instance may hold open: one per request in it, and some more for code that opens two.
const CONNECTIONS_PER_INSTANCE: usize = 64;

/// How long a blocking statement may take while another connection of the *same* instance has a transaction open, or
/// waits to open one. A blocking call blocks the instance, so that transaction cannot end before the call returns: a
/// write would wait for it until the deadline. Reads, which need not wait for it, finish sooner.
const SELF_BLOCKED: Duration = Duration::from_millis(100);

/// The message of a statement that exceeded [`SELF_BLOCKED`].
const SELF_BLOCKED_MESSAGE: &str = "database is locked by a transaction of another request in this instance; run a \
     transaction as one uninterrupted sequence of calls, with nothing awaited between BEGIN and COMMIT";

/// The host's side of a connection resource.
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct OpenConnection {
    connection: Arc<Connection>,
}

impl State {
    fn connection(&self, handle: &Resource<Handle>) -> wasmtime::Result<Arc<Connection>> {
        Ok(Arc::clone(&self.table.get(handle)?.connection))
    }

    fn open_connection(&mut self, database: &str) -> wasmtime::Result<Result<Resource<Handle>, Error>> {
        if database != "default" {
            return Ok(Err(Error::NoSuchDatabase));
        }
        if self.transactions.count() >= CONNECTIONS_PER_INSTANCE {
            return Ok(Err(Error::Io(format!("over {CONNECTIONS_PER_INSTANCE} connections are open: drop some"))));
        }
        let Services { database, fence, .. } = self.services()?;
        let connection = match (fence, &self.pending_sync) {
            (Some(fence), _) => database.connect_fenced(fence.clone()),
            (None, Some(pending_sync)) => database.connect_deferring_sync(pending_sync),
            (None, None) => database.connect(),
        };
        let handle = self.table.push(OpenConnection { connection: Arc::new(connection) })?;
        self.transactions.set(handle.rep(), false);
        Ok(Ok(handle))
    }
}

impl Host for State {}

impl HostConnection for State {
    async fn open(&mut self, database: String) -> wasmtime::Result<Result<Resource<Handle>, Error>> {
        self.open_connection(&database)
    }

    async fn execute(
        &mut self,
        handle: Resource<Handle>,
        statement: String,
        parameters: Vec<Value>,
    ) -> wasmtime::Result<Result<QueryResult, Error>> {
        let connection = self.connection(&handle)?;
        let begins = keyword(&statement) == Some(Keyword::Begin);
        // The whole transaction occupies the thread if its statements run there. That starts at the next poll: after this
        // yield, or after the wait to write.
        if begins && connection.blocks_thread() && self.watch.occupy(true) && connection.is_write_lock_free() {
            yield_once().await;
        }
        let begun = Statements::begin();
        let run = run(Arc::clone(&connection), &self.transactions, handle.rep(), statement, parameters);
        let result = if self.transactions.waits_for_another(handle.rep()) {
            match tokio::time::timeout(SELF_BLOCKED, run).await {
                Ok(result) => result,
                Err(_) => {
                    self.transactions.set(handle.rep(), false);
                    Err(Error::Io(SELF_BLOCKED_MESSAGE.to_owned()))
                }
            }
        } else {
            run.await
        };
        self.statements.add(begun);
        self.watch.discount_wait(connection.offloaded_time());
        if !self.transactions.is_any_open() {
            self.watch.occupy(false);
        }
        Ok(result.map(|(columns, rows)| QueryResult { columns, rows }))
    }

    async fn last_insert_rowid(&mut self, handle: Resource<Handle>) -> wasmtime::Result<i64> {
        Ok(self.connection(&handle)?.last_insert_rowid())
    }

    async fn changes(&mut self, handle: Resource<Handle>) -> wasmtime::Result<u64> {
        Ok(self.connection(&handle)?.changes())
    }

    async fn drop(&mut self, handle: Resource<Handle>) -> wasmtime::Result<()> {
        self.transactions.forget(handle.rep());
        self.table.delete(handle)?;
        Ok(())
    }
}

/// The result of opening a connection.
type Opened = Result<Resource<Handle>, Error>;

/// The names of the columns, the rows and the end of the stream.
type StreamedRows = (Vec<String>, StreamReader<RowResult>, FutureReader<Result<(), Error>>);

/// Passes rows on as a stream. All of them are here, because the storage layer bounds them.
fn stream(mut store: impl AsContextMut, columns: Vec<String>, rows: Vec<RowResult>) -> wasmtime::Result<StreamedRows> {
    let rows = StreamReader::new(&mut store, rows)?;
    let end = FutureReader::new(&mut store, std::future::ready(wasmtime::error::Ok(Ok(()))))?;
    Ok((columns, rows, end))
}

impl<T: Send> HostConnectionWithStore<T> for HasSelf<State> {
    async fn open_async(store: &Accessor<T, Self>, database: String) -> wasmtime::Result<Opened> {
        store.with(|mut access| access.get().open_connection(&database))
    }

    async fn execute_async(
        store: &Accessor<T, Self>,
        handle: Resource<Handle>,
        statement: String,
        parameters: Vec<Value>,
    ) -> wasmtime::Result<Result<StreamedRows, Error>> {
        let (connection, transactions) = store.with(|mut access| {
            let state = access.get();
            wasmtime::error::Ok((state.connection(&handle)?, state.transactions.clone()))
        })?;
        let begun = Statements::begin();
        let result = run(connection, &transactions, handle.rep(), statement, parameters).await;
        store.with(|mut access| access.get().statements.add(begun));
        let (columns, rows) = match result {
            Ok(result) => result,
            Err(error) => return Ok(Err(error)),
        };
        store.with(|access| stream(access, columns, rows).map(Ok))
    }

    async fn last_insert_rowid_async(store: &Accessor<T, Self>, handle: Resource<Handle>) -> wasmtime::Result<i64> {
        let connection = store.with(|mut access| access.get().connection(&handle))?;
        Ok(connection.last_insert_rowid())
    }

    async fn changes_async(store: &Accessor<T, Self>, handle: Resource<Handle>) -> wasmtime::Result<u64> {
        let connection = store.with(|mut access| access.get().connection(&handle))?;
        Ok(connection.changes())
    }
}

/// Yields the thread and continues as soon as the task is polled again. `tokio::task::yield_now` would continue only
/// after all other tasks of the thread.
async fn yield_once() {
    let mut has_yielded = false;
    std::future::poll_fn(|cx| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Runs one statement and records whether its connection is in a transaction afterwards.
async fn run(
    connection: Arc<Connection>,
    transactions: &Transactions,
    handle: u32,
    statement: String,
    parameters: Vec<Value>,
) -> Result<(Vec<String>, Vec<RowResult>), Error> {
    let parameters = parameters.into_iter().map(to_sql).collect();
    let keyword = keyword(&statement);
    // Set before the write lock is acquired, because a blocked instance would keep this connection from continuing.
    if keyword == Some(Keyword::Begin) {
        transactions.set(handle, true);
    }
    let result = connection.execute(&statement, parameters).await;
    if keyword == Some(Keyword::End) || (keyword == Some(Keyword::Begin) && result.is_err()) {
        transactions.set(handle, false);
    }
    let result = result.map_err(to_error)?;
    let rows = result.rows.into_iter();
    Ok((result.columns, rows.map(|row| RowResult { values: row.into_iter().map(from_sql).collect() }).collect()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Begin,
    End,
}

/// Returns whether a statement opens or ends a transaction.
fn keyword(statement: &str) -> Option<Keyword> {
    let first = statement.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let is = |word: &str| first.eq_ignore_ascii_case(word);
    if is("BEGIN") {
        Some(Keyword::Begin)
    } else if is("COMMIT") || is("END") || is("ROLLBACK") {
        Some(Keyword::End)
    } else {
        None
    }
}

fn to_sql(value: Value) -> SqlValue {
    match value {
        Value::Integer(number) => SqlValue::Integer(number),
        Value::Real(number) => SqlValue::Real(number),
        Value::Text(text) => SqlValue::Text(text),
        Value::Blob(bytes) => SqlValue::Blob(bytes),
        Value::Null => SqlValue::Null,
    }
}

fn from_sql(value: SqlValue) -> Value {
    match value {
        SqlValue::Integer(number) => Value::Integer(number),
        SqlValue::Real(number) => Value::Real(number),
        SqlValue::Text(text) => Value::Text(text),
        SqlValue::Blob(bytes) => Value::Blob(bytes),
        SqlValue::Null => Value::Null,
    }
}

/// Converts an error. Components recognize most errors by SQLite's messages ("UNIQUE constraint failed: …"), as under
/// Spin.
fn to_error(error: SqlError) -> Error {
    match error {
        SqlError::Full => Error::DatabaseFull,
        other => Error::Io(other.to_string()),
    }
}
