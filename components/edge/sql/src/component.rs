//! The interfaces: `spin:sqlite` for gateway and endpoints, over `spin:postgres`.

use std::cell::RefCell;

use plumbline_edge::{application, variable};
use plumbline_sql::Value as SqlValue;

use crate::{Author, Rows, Server, ServerError, Session, with_settings};

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        inline: "package plumbline:edge-sql; world adapter { import spin:postgres/postgres@4.2.0; export spin:sqlite/sqlite@3.1.0; }",
        world: "plumbline:edge-sql/adapter",
        path: ["../../../wit/deps/spin-postgres@4.2.0", "../../../wit/deps/spin-sqlite@3.1.0"],
        generate_all,
    });
}

use bindings::exports::spin::sqlite::sqlite::{
    Connection, Error, Guest, GuestConnection, QueryResult, RowResult, Value,
};
use bindings::spin::postgres::postgres::{self as postgres, DbValue, ParameterValue};
use bindings::{wit_future, wit_stream};

/// Variables with the database's address, as the host's and as the components' role.
const HOST_VARIABLE: &str = "postgres";
const COMPONENTS_VARIABLE: &str = "postgres_components";
/// Limits in milliseconds: how long a statement runs, how long it waits for a lock or the turn to write, and how long a
/// transaction waits for its next statement. The last ends the transactions of instances that were killed.
const LIMITS: [(&str, &str); 3] =
    [("statement_timeout", "10000"), ("lock_timeout", "5000"), ("idle_in_transaction_session_timeout", "10000")];
/// Returns the id of the application's scope, which it creates if necessary, and the setting that opens it.
const OPEN_SCOPE: &str =
    "SELECT id, host.scope_setting(id) AS setting FROM (SELECT host.open_scope($1::text, $2::text) AS id) AS opened";
/// Returns the scope of the session.
const CURRENT_SCOPE: &str = "SELECT plumbline.current_scope() AS id";

thread_local! {
    /// The scope of the application, and the setting that opens it.
    static SCOPE: RefCell<Option<(i64, String)>> = const { RefCell::new(None) };
}

struct Adapter;

/// A connection of `spin:postgres`.
#[derive(Debug)]
struct Spin(postgres::Connection);

impl Guest for Adapter {
    type Connection = Session<Spin>;
}

impl GuestConnection for Session<Spin> {
    fn open(database: String) -> Result<Connection, Error> {
        let (author, name) = match database.as_str() {
            "default" => (Author::Component, COMPONENTS_VARIABLE),
            "host" => (Author::Host, HOST_VARIABLE),
            _ => return Err(Error::NoSuchDatabase),
        };
        let session = open(author, name).or_else(|_| {
            // The key of the scope may have been renewed since the setting was read.
            SCOPE.set(None);
            open(author, name)
        });
        session.map(Connection::new).map_err(Error::Io)
    }

    fn execute(&self, statement: String, parameters: Vec<Value>) -> Result<QueryResult, Error> {
        let values = parameters.into_iter().map(from_sqlite).collect();
        let Rows { columns, rows } = self.run(&statement, values).map_err(Error::Io)?;
        let row = |row: Vec<SqlValue>| RowResult { values: row.into_iter().map(to_sqlite).collect() };
        Ok(QueryResult { columns, rows: rows.into_iter().map(row).collect() })
    }

    /// Returns 0, because PostgreSQL does not have this number and no caller needs it.
    fn last_insert_rowid(&self) -> i64 {
        0
    }

    fn changes(&self) -> u64 {
        Self::changes(self)
    }

    plumbline_edge::asynchronous_by_synchronous!();
}

/// Opens a session that sees the rows of the application's tenant and environment.
fn open(author: Author, name: &str) -> Result<Session<Spin>, String> {
    let (scope, setting) = scope()?;
    let settings: Vec<(&str, &str)> = LIMITS.into_iter().chain([("plumbline.scope", setting.as_str())]).collect();
    let connection = connect(name, &settings)?;
    match connection.query(CURRENT_SCOPE, &[]).map_err(crate::errors::text)?.rows.as_slice() {
        [row] if matches!(row.as_slice(), [SqlValue::Integer(id)] if *id == scope) => {}
        _ => {
            return Err(format!(
                "variable {name}: the setting plumbline.scope does not arrive. Connect without a pooler, or with one that \
                 passes on `options`"
            ));
        }
    }
    Ok(Session::new(connection, author, scope))
}

/// Returns the application's scope and the setting that opens it.
fn scope() -> Result<(i64, String), String> {
    if let Some(known) = SCOPE.with_borrow(Clone::clone) {
        return Ok(known);
    }
    let of = &application().map_err(ToString::to_string)?.scope;
    let connection = connect(HOST_VARIABLE, &LIMITS)?;
    let values = [SqlValue::from(of.tenant.as_str()), SqlValue::from(of.environment.as_str())];
    let answer = connection.query(OPEN_SCOPE, &values).map_err(crate::errors::text)?;
    let scope = match answer.rows.into_iter().next().as_deref() {
        Some([SqlValue::Integer(id), SqlValue::Text(setting)]) => (*id, setting.clone()),
        _ => return Err(format!("{of} cannot be opened in the database")),
    };
    SCOPE.set(Some(scope.clone()));
    Ok(scope)
}

fn connect(name: &str, settings: &[(&str, &str)]) -> Result<Spin, String> {
    let address = variable(name).filter(|address| !address.is_empty());
    let address = address.ok_or_else(|| format!("variable {name}: not set"))?;
    let address = with_settings(&address, settings).map_err(|problem| format!("variable {name}: {problem}"))?;
    let connection = postgres::Connection::open(&address).map_err(|error| format!("variable {name}: {error:?}"))?;
    let connection = Spin(connection);
    // A pooled connection may still be in a transaction that its previous instance did not end.
    connection.execute("ROLLBACK", &[]).map_err(crate::errors::text)?;
    Ok(connection)
}

impl Server for Spin {
    fn execute(&self, sql: &str, values: &[SqlValue]) -> Result<u64, ServerError> {
        self.0.execute(sql, &values.iter().map(parameter).collect::<Vec<_>>()).map_err(server_error)
    }

    fn query(&self, sql: &str, values: &[SqlValue]) -> Result<Rows, ServerError> {
        let values: Vec<ParameterValue> = values.iter().map(parameter).collect();
        let answer = self.0.query(sql, &values).map_err(server_error)?;
        let columns = answer.columns.into_iter().map(|column| column.name).collect();
        let row = |row: Vec<DbValue>| row.into_iter().map(value).collect::<Result<_, _>>();
        Ok(Rows { columns, rows: answer.rows.into_iter().map(row).collect::<Result<_, _>>()? })
    }
}

fn parameter(value: &SqlValue) -> ParameterValue {
    match value {
        SqlValue::Integer(number) => ParameterValue::Int64(*number),
        SqlValue::Real(number) => ParameterValue::Floating64(*number),
        SqlValue::Text(text) => ParameterValue::Str(text.clone()),
        SqlValue::Blob(bytes) => ParameterValue::Binary(bytes.clone()),
        SqlValue::Null => ParameterValue::DbNull,
    }
}

fn value(value: DbValue) -> Result<SqlValue, ServerError> {
    Ok(match value {
        DbValue::DbNull => SqlValue::Null,
        DbValue::Boolean(flag) => SqlValue::Integer(flag.into()),
        DbValue::Int8(number) => SqlValue::Integer(number.into()),
        DbValue::Int16(number) => SqlValue::Integer(number.into()),
        DbValue::Int32(number) => SqlValue::Integer(number.into()),
        DbValue::Int64(number) => SqlValue::Integer(number),
        DbValue::Floating32(number) => SqlValue::Real(number.into()),
        DbValue::Floating64(number) => SqlValue::Real(number),
        DbValue::Str(text) => SqlValue::Text(text),
        DbValue::Binary(bytes) => SqlValue::Blob(bytes),
        // The sum of integers has no decimal places, and is an integer to SQLite.
        DbValue::Decimal(text) => match text.parse() {
            Ok(number) => SqlValue::Integer(number),
            Err(_) => {
                let number = text.parse().map_err(|_| ServerError::Failed(format!("`{text}` is not a number")));
                SqlValue::Real(number?)
            }
        },
        other => return Err(ServerError::Failed(format!("a value that SQLite does not have: {other:?}"))),
    })
}

fn server_error(error: postgres::Error) -> ServerError {
    match error {
        postgres::Error::QueryFailed(postgres::QueryError::DbError(error)) => {
            let extra = |name: &str| error.extras.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
            ServerError::Refused {
                table: extra("table"),
                column: extra("column"),
                constraint: extra("constraint"),
                code: error.code,
                message: error.message,
            }
        }
        other => ServerError::Failed(format!("{other:?}")),
    }
}

fn from_sqlite(value: Value) -> SqlValue {
    match value {
        Value::Integer(number) => SqlValue::Integer(number),
        Value::Real(number) => SqlValue::Real(number),
        Value::Text(text) => SqlValue::Text(text),
        Value::Blob(bytes) => SqlValue::Blob(bytes),
        Value::Null => SqlValue::Null,
    }
}

fn to_sqlite(value: SqlValue) -> Value {
    match value {
        SqlValue::Integer(number) => Value::Integer(number),
        SqlValue::Real(number) => Value::Real(number),
        SqlValue::Text(text) => Value::Text(text),
        SqlValue::Blob(bytes) => Value::Blob(bytes),
        SqlValue::Null => Value::Null,
    }
}

bindings::export!(Adapter with_types_in bindings);
