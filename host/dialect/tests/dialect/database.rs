//! The same tables and rows in SQLite and PostgreSQL.

use std::fmt::Write as _;

use plumbline_dialect::{Catalogue, Kind, Statement, Table, Type};
use plumbline_sql::Value;
use plumbline_tests::PostgresServer;
use tokio::runtime::Runtime;
use tokio_postgres::types::{ToSql, Type as PostgresType};
use tokio_postgres::{Client, NoTls};

/// Columns and rows of a result.
pub(crate) type Answer = (Vec<String>, Vec<Vec<Value>>);

/// The two databases.
pub(crate) struct Databases {
    sqlite: rusqlite::Connection,
    client: Client,
    runtime: Runtime,
    // Dropped last, after the connection.
    _server: PostgresServer,
}

/// Runs a test on two new databases. Returns without running it if PostgreSQL is missing.
pub(crate) fn with_databases(test: impl FnOnce(&mut Databases)) {
    if let Some(server) = PostgresServer::start().unwrap() {
        test(&mut Databases::new(server));
    }
}

impl Databases {
    fn new(server: PostgresServer) -> Self {
        let runtime = Runtime::new().unwrap();
        let url = server.url("postgres", "postgres");
        let (client, connection) = runtime.block_on(tokio_postgres::connect(&url, NoTls)).unwrap();
        runtime.spawn(connection);
        let sqlite = rusqlite::Connection::open_in_memory().unwrap();
        let mut postgres =
            String::from("CREATE SCHEMA plumbline; CREATE SCHEMA host; SET search_path = plumbline, host;\n");
        for (catalogue, schema, scope) in
            [(Catalogue::tenant(), "plumbline", true), (Catalogue::control(), "host", false)]
        {
            for (name, table) in catalogue.tables().filter(|(_, table)| table.view.is_none()) {
                sqlite.execute_batch(&definition(name, table, false, false)).unwrap();
                postgres.push_str(&definition(&format!("{schema}.{name}"), table, scope, true));
            }
            for (name, table) in catalogue.tables() {
                if let Some(view) = &table.view {
                    writeln!(postgres, "CREATE VIEW {schema}.{name} AS {view};").unwrap();
                }
            }
        }
        // The rule of the real view, in so far as statements can be prepared for it.
        postgres.push_str("CREATE RULE ledger_takes AS ON INSERT TO plumbline.ledger DO INSTEAD NOTHING;");
        runtime.block_on(client.batch_execute(&postgres)).unwrap();
        Self { sqlite, client, runtime, _server: server }
    }

    /// Has PostgreSQL prepare a statement. Returns the types of its parameters.
    pub(crate) fn prepare(&self, sql: &str) -> Result<Vec<PostgresType>, String> {
        let prepared = self.runtime.block_on(self.client.prepare(sql)).map_err(|error| message(&error))?;
        Ok(prepared.params().to_vec())
    }

    /// Runs a component's statement on both, and requires the same results and the same number of changed rows.
    pub(crate) fn run(&mut self, sql: &str, parameters: &[Value]) -> Answer {
        let statement = plumbline_dialect::component(sql).unwrap_or_else(|error| panic!("{sql}\n{error}"));
        let sqlite = self.sqlite(sql, parameters).unwrap_or_else(|error| panic!("{sql}\n{error}"));
        let postgres = self.postgres(&statement, parameters).unwrap_or_else(|error| {
            panic!("{sql}\n{}\n{error}", statement.sql);
        });
        assert_same(sql, &statement.sql, &sqlite, &postgres);
        sqlite
    }

    /// Runs a statement on SQLite.
    pub(crate) fn sqlite(&self, sql: &str, parameters: &[Value]) -> Result<Answer, String> {
        let run = || {
            let mut statement = self.sqlite.prepare(sql)?;
            let columns: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
            let width = columns.len();
            let mut rows = statement.query(rusqlite::params_from_iter(parameters))?;
            let mut values: Vec<Vec<Value>> = Vec::new();
            while let Some(row) = rows.next()? {
                values.push((0..width).map(|index| Value::try_from(row.get_ref(index).unwrap()).unwrap()).collect());
            }
            drop(rows);
            if width == 0 {
                values.push(vec![Value::Integer(i64::try_from(self.sqlite.changes()).unwrap())]);
            }
            Ok((columns, values))
        };
        run().map_err(|error: rusqlite::Error| error.to_string())
    }

    /// Runs a translated statement on PostgreSQL.
    pub(crate) fn postgres(&self, statement: &Statement, parameters: &[Value]) -> Result<Answer, String> {
        self.runtime.block_on(async {
            let types: Vec<PostgresType> = statement
                .types
                .iter()
                .zip(parameters)
                .map(|(of, value)| of.map_or_else(|| type_of_value(value), postgres_type))
                .collect();
            let prepared = self.client.prepare_typed(&statement.sql, &types).await.map_err(|error| message(&error))?;
            let bound: Vec<Box<dyn ToSql + Sync + Send>> =
                parameters.iter().zip(prepared.params()).map(|(value, of)| bound(value, of)).collect();
            let bound: Vec<&(dyn ToSql + Sync)> =
                bound.iter().map(|value| value.as_ref() as &(dyn ToSql + Sync)).collect();
            let columns: Vec<String> = prepared.columns().iter().map(|column| column.name().to_owned()).collect();
            if columns.is_empty() {
                let changed = self.client.execute(&prepared, &bound).await.map_err(|error| message(&error))?;
                assert_eq!(statement.kind, Kind::Write, "{}", statement.sql);
                return Ok((columns, vec![vec![Value::Integer(i64::try_from(changed).unwrap())]]));
            }
            let rows = self.client.query(&prepared, &bound).await.map_err(|error| message(&error))?;
            let values = rows.iter().map(|row| (0..columns.len()).map(|index| value(row, index)).collect());
            Ok((columns.clone(), values.collect()))
        })
    }
}

/// Requires that two results are the same. Numbers are compared by value, since PostgreSQL has one type for a column.
pub(crate) fn assert_same(original: &str, translated: &str, one: &Answer, other: &Answer) {
    let context = || format!("{original}\n{translated}\nSQLite:     {one:?}\nPostgreSQL: {other:?}");
    assert_eq!(one.0, other.0, "names of columns: {}", context());
    assert_eq!(one.1.len(), other.1.len(), "number of rows: {}", context());
    for (one, other) in one.1.iter().flatten().zip(other.1.iter().flatten()) {
        assert!(is_same(one, other), "{one:?} is not {other:?}: {}", context());
    }
}

#[expect(clippy::cast_precision_loss, reason = "whole numbers are compared exactly, before")]
fn is_same(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    };
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => one == other,
        _ => match (number(one), number(other)) {
            (Some(one), Some(other)) => one == other || (one - other).abs() <= 1e-12 * one.abs().max(other.abs()),
            _ => one == other,
        },
    }
}

fn definition(qualified: &str, table: &Table, scope: bool, postgres: bool) -> String {
    let mut parts = Vec::new();
    if scope {
        parts.push("scope_id BIGINT NOT NULL DEFAULT 1".to_owned());
    }
    for column in &table.columns {
        let of = match column.of {
            Type::Integer => "BIGINT",
            Type::Real => "DOUBLE PRECISION",
            Type::Text if postgres => "TEXT COLLATE \"C\"",
            Type::Text => "TEXT",
            Type::Blob if postgres => "BYTEA",
            Type::Blob => "BLOB",
        };
        let not_null = if column.is_nullable { "" } else { " NOT NULL" };
        let default = column.default.as_ref().map(|value| format!(" DEFAULT {value}")).unwrap_or_default();
        parts.push(format!("{} {of}{not_null}{default}", quoted(&column.name)));
    }
    let key = |columns: &[String]| {
        let columns: Vec<String> =
            scope.then(|| "scope_id".to_owned()).into_iter().chain(columns.iter().map(|name| quoted(name))).collect();
        columns.join(", ")
    };
    if !table.primary_key.is_empty() {
        parts.push(format!("PRIMARY KEY ({})", key(&table.primary_key)));
    }
    parts.extend(table.unique_keys.iter().map(|columns| format!("UNIQUE ({})", key(columns))));
    format!("CREATE TABLE {qualified} ({});\n", parts.join(", "))
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn postgres_type(of: Type) -> PostgresType {
    match of {
        Type::Integer => PostgresType::INT8,
        Type::Real => PostgresType::FLOAT8,
        Type::Text => PostgresType::TEXT,
        Type::Blob => PostgresType::BYTEA,
    }
}

fn type_of_value(value: &Value) -> PostgresType {
    match value {
        Value::Integer(_) => PostgresType::INT8,
        Value::Real(_) => PostgresType::FLOAT8,
        Value::Text(_) | Value::Null => PostgresType::TEXT,
        Value::Blob(_) => PostgresType::BYTEA,
    }
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "values of tests")]
fn bound(value: &Value, of: &PostgresType) -> Box<dyn ToSql + Sync + Send> {
    match (value, of) {
        (Value::Null, &PostgresType::INT8) => Box::new(None::<i64>),
        (Value::Null, &PostgresType::FLOAT8) => Box::new(None::<f64>),
        (Value::Null, &PostgresType::BYTEA) => Box::new(None::<Vec<u8>>),
        (Value::Null, _) => Box::new(None::<String>),
        (Value::Integer(number), &PostgresType::FLOAT8) => Box::new(*number as f64),
        (Value::Integer(number), &PostgresType::TEXT) => Box::new(number.to_string()),
        (Value::Integer(number), _) => Box::new(*number),
        (Value::Real(number), &PostgresType::INT8) => Box::new(*number as i64),
        (Value::Real(number), &PostgresType::TEXT) => Box::new(format!("{number:?}")),
        (Value::Real(number), _) => Box::new(*number),
        (Value::Text(text), &PostgresType::INT8) => Box::new(text.parse::<i64>().unwrap()),
        (Value::Text(text), _) => Box::new(text.clone()),
        (Value::Blob(bytes), _) => Box::new(bytes.clone()),
    }
}

fn value(row: &tokio_postgres::Row, index: usize) -> Value {
    let of = row.columns()[index].type_();
    match *of {
        PostgresType::INT8 => row.get::<_, Option<i64>>(index).map_or(Value::Null, Value::Integer),
        PostgresType::FLOAT8 => row.get::<_, Option<f64>>(index).map_or(Value::Null, Value::Real),
        PostgresType::TEXT => row.get::<_, Option<String>>(index).map_or(Value::Null, Value::Text),
        PostgresType::BYTEA => row.get::<_, Option<Vec<u8>>>(index).map_or(Value::Null, Value::Blob),
        ref other => panic!("the column {} has the type {other}", row.columns()[index].name()),
    }
}

fn message(error: &tokio_postgres::Error) -> String {
    error
        .as_db_error()
        .map_or_else(|| error.to_string(), |error| format!("{} {}", error.code().code(), error.message()))
}
