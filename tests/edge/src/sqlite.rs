//! `spin:sqlite@3.1.0` as in Spin: each open has its own SQLite connection, a transaction is rolled back only when its
//! connection ends, and the only authorizer is the one that forbids attached files.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use wasmtime::component::{Accessor, FutureReader, HasSelf, Resource, StreamReader};

use crate::state::State;

#[allow(missing_docs, reason = "generated; documented in the WIT")]
mod bindings {
    wasmtime::component::bindgen!({
        inline: "package plumbline:harness; world database { import spin:sqlite/sqlite@3.1.0; }",
        path: ["../../wit/deps/spin-sqlite@3.1.0"],
        world: "plumbline:harness/database",
        imports: { default: async | trappable },
        with: { "spin:sqlite/sqlite.connection": super::SqliteConnection },
    });
}

pub(crate) use bindings::spin::sqlite::sqlite as api;

use api::{Error, Host, HostConnection, HostConnectionWithStore, QueryResult, RowResult, Value};

/// The label that our files open their database by.
pub(crate) const DATABASE: &str = "default";

/// An open connection.
#[derive(Clone)]
#[expect(unreachable_pub, reason = "the bindings name it")]
pub struct SqliteConnection(Arc<Mutex<rusqlite::Connection>>);

impl State {
    fn open(&mut self, database: &str) -> wasmtime::Result<Result<Resource<SqliteConnection>, Error>> {
        let Some(path) = self.settings.database.as_ref().filter(|_| database == DATABASE) else {
            return Ok(Err(Error::AccessDenied));
        };
        let connection = match rusqlite::Connection::open(path) {
            Ok(connection) => connection,
            Err(error) => return Ok(Err(Error::Io(error.to_string()))),
        };
        connection.authorizer(Some(|context: AuthContext<'_>| match context.action {
            AuthAction::Attach { filename } if !matches!(filename, "" | ":memory:") => Authorization::Deny,
            _ => Authorization::Allow,
        }))?;
        Ok(Ok(self.table.push(SqliteConnection(Arc::new(Mutex::new(connection))))?))
    }

    fn connection(&self, handle: &Resource<SqliteConnection>) -> wasmtime::Result<SqliteConnection> {
        Ok(self.table.get(handle)?.clone())
    }
}

impl SqliteConnection {
    /// Runs one statement on a thread that may block on the disk.
    async fn run(self, statement: String, parameters: Vec<Value>) -> wasmtime::Result<Result<QueryResult, Error>> {
        let run = move || {
            let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            query(&connection, &statement, parameters).map_err(|error| Error::Io(error.to_string()))
        };
        Ok(tokio::task::spawn_blocking(run).await?)
    }

    fn with_connection<T>(&self, f: impl FnOnce(&rusqlite::Connection) -> T) -> T {
        f(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn query(connection: &rusqlite::Connection, statement: &str, parameters: Vec<Value>) -> rusqlite::Result<QueryResult> {
    let mut prepared = connection.prepare_cached(statement)?;
    let columns = prepared.column_names().into_iter().map(ToOwned::to_owned).collect::<Vec<_>>();
    let values = parameters.into_iter().map(|value| match value {
        Value::Integer(number) => rusqlite::types::Value::Integer(number),
        Value::Real(number) => rusqlite::types::Value::Real(number),
        Value::Text(text) => rusqlite::types::Value::Text(text),
        Value::Blob(bytes) => rusqlite::types::Value::Blob(bytes),
        Value::Null => rusqlite::types::Value::Null,
    });
    let mut found = prepared.query(rusqlite::params_from_iter(values))?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let value = |index| {
            Ok(match row.get_ref(index)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::Integer(number),
                ValueRef::Real(number) => Value::Real(number),
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
            })
        };
        rows.push(RowResult { values: (0..columns.len()).map(value).collect::<rusqlite::Result<_>>()? });
    }
    Ok(QueryResult { columns, rows })
}

impl Host for State {}

impl HostConnection for State {
    async fn open(&mut self, database: String) -> wasmtime::Result<Result<Resource<SqliteConnection>, Error>> {
        State::open(self, &database)
    }

    async fn execute(
        &mut self,
        handle: Resource<SqliteConnection>,
        statement: String,
        parameters: Vec<Value>,
    ) -> wasmtime::Result<Result<QueryResult, Error>> {
        self.connection(&handle)?.run(statement, parameters).await
    }

    async fn last_insert_rowid(&mut self, handle: Resource<SqliteConnection>) -> wasmtime::Result<i64> {
        Ok(self.connection(&handle)?.with_connection(rusqlite::Connection::last_insert_rowid))
    }

    async fn changes(&mut self, handle: Resource<SqliteConnection>) -> wasmtime::Result<u64> {
        Ok(self.connection(&handle)?.with_connection(rusqlite::Connection::changes))
    }

    async fn drop(&mut self, handle: Resource<SqliteConnection>) -> wasmtime::Result<()> {
        self.table.delete(handle)?;
        Ok(())
    }
}

impl<T: Send> HostConnectionWithStore<T> for HasSelf<State> {
    async fn open_async(
        store: &Accessor<T, Self>,
        database: String,
    ) -> wasmtime::Result<Result<Resource<SqliteConnection>, Error>> {
        store.with(|mut access| State::open(access.get(), &database))
    }

    async fn execute_async(
        store: &Accessor<T, Self>,
        handle: Resource<SqliteConnection>,
        statement: String,
        parameters: Vec<Value>,
    ) -> wasmtime::Result<Result<(Vec<String>, StreamReader<RowResult>, FutureReader<Result<(), Error>>), Error>> {
        let connection = store.with(|mut access| access.get().connection(&handle))?;
        let QueryResult { columns, rows } = match connection.run(statement, parameters).await? {
            Ok(result) => result,
            Err(error) => return Ok(Err(error)),
        };
        store.with(|mut access| {
            let rows = StreamReader::new(&mut access, rows)?;
            let end = FutureReader::new(&mut access, std::future::ready(wasmtime::error::Ok(Ok(()))))?;
            Ok(Ok((columns, rows, end)))
        })
    }

    async fn last_insert_rowid_async(
        store: &Accessor<T, Self>,
        handle: Resource<SqliteConnection>,
    ) -> wasmtime::Result<i64> {
        store.with(|mut access| {
            Ok(access.get().connection(&handle)?.with_connection(rusqlite::Connection::last_insert_rowid))
        })
    }

    async fn changes_async(store: &Accessor<T, Self>, handle: Resource<SqliteConnection>) -> wasmtime::Result<u64> {
        store.with(|mut access| Ok(access.get().connection(&handle)?.with_connection(rusqlite::Connection::changes)))
    }
}
