//! `spin:postgres@4.2.0` as in Spin: a pool of connections for each address, whose session settings are reset before a
//! connection is used again. Our files use the synchronous functions and some types of values. The others are refused.
#![expect(clippy::result_large_err, reason = "the interface's own error, as it is generated")]

use std::error::Error as _;
use std::sync::Arc;

use deadpool_postgres::Object;
use rust_decimal::Decimal;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use wasmtime::component::{Accessor, FutureReader, HasSelf, Resource, StreamReader};

use crate::pools::Pools;
use crate::state::State;

#[allow(missing_docs, reason = "generated; documented in the WIT")]
mod bindings {
    wasmtime::component::bindgen!({
        inline: "package plumbline:harness; world postgres { import spin:postgres/postgres@4.2.0; }",
        path: ["../../wit/deps/spin-postgres@4.2.0"],
        world: "plumbline:harness/postgres",
        imports: { default: async | trappable },
        with: {
            "spin:postgres/postgres.connection": super::PostgresConnection,
            "spin:postgres/postgres.connection-builder": super::ConnectionBuilder,
        },
    });
}

pub(crate) use bindings::spin::postgres::postgres as api;

use api::{
    Column, DbDataType, DbError, DbValue, Error, Host, HostConnection, HostConnectionBuilder,
    HostConnectionBuilderWithStore, HostConnectionWithStore, ParameterValue, QueryError, RowSet,
};

/// An open connection.
#[derive(Clone)]
#[expect(unreachable_pub, reason = "the bindings name it")]
pub struct PostgresConnection(Arc<Object>);

/// A connection to be made. Our files do not use it.
#[expect(unreachable_pub, reason = "the bindings name it")]
pub struct ConnectionBuilder;

/// Returns the host and port that an address names.
fn server(address: &str) -> Option<String> {
    let config: tokio_postgres::Config = address.parse().ok()?;
    match config.get_hosts().first()? {
        tokio_postgres::config::Host::Tcp(host) => {
            Some(format!("{host}:{}", config.get_ports().first().copied().unwrap_or(5432)))
        }
        tokio_postgres::config::Host::Unix(_) => None,
    }
}

impl State {
    async fn connect(pools: Arc<Pools>, address: String) -> Result<PostgresConnection, Error> {
        let connection = pools.pool(&address).map_err(Error::ConnectionFailed)?.get().await;
        connection.map(|connection| PostgresConnection(Arc::new(connection))).map_err(|error| {
            let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
            Error::ConnectionFailed(format!("{error}{cause}"))
        })
    }

    fn may_reach(&self, address: &str) -> bool {
        server(address).is_some_and(|server| self.settings.allowed_hosts.contains(&server))
    }

    fn postgres(&self, handle: &Resource<PostgresConnection>) -> wasmtime::Result<PostgresConnection> {
        Ok(self.table.get(handle)?.clone())
    }
}

fn refused(address: &str) -> Error {
    let server = server(address).unwrap_or_default();
    Error::ConnectionFailed(format!("address {server} is not permitted"))
}

impl PostgresConnection {
    async fn execute(&self, statement: &str, values: &[ParameterValue]) -> Result<u64, Error> {
        let values = parameters(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
        self.0.execute(statement, &values).await.map_err(|error| query_failed(&error))
    }

    async fn query(&self, statement: &str, values: &[ParameterValue]) -> Result<RowSet, Error> {
        let values = parameters(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
        let rows = self.0.query(statement, &values).await.map_err(|error| query_failed(&error))?;
        let columns = rows.first().map(columns).unwrap_or_default();
        Ok(RowSet { columns, rows: rows.iter().map(values_of).collect::<Result<_, _>>()? })
    }
}

type Parameter = Box<dyn ToSql + Send + Sync>;

fn parameters(values: &[ParameterValue]) -> Result<Vec<Parameter>, Error> {
    let one = |value: &ParameterValue| -> Result<Parameter, Error> {
        Ok(match value {
            ParameterValue::Boolean(value) => Box::new(*value),
            ParameterValue::Int16(number) => Box::new(*number),
            ParameterValue::Int32(number) => Box::new(*number),
            ParameterValue::Int64(number) => Box::new(*number),
            ParameterValue::Floating32(number) => Box::new(*number),
            ParameterValue::Floating64(number) => Box::new(*number),
            ParameterValue::Str(text) => Box::new(text.clone()),
            ParameterValue::Binary(bytes) => Box::new(bytes.clone()),
            ParameterValue::DbNull => Box::new(Null),
            other => return Err(Error::BadParameter(format!("the harness does not have {other:?}"))),
        })
    };
    values.iter().map(one).collect()
}

/// NULL of any type.
#[derive(Debug)]
struct Null;

impl ToSql for Null {
    fn to_sql(&self, _: &Type, _: &mut bytes::BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        Ok(IsNull::Yes)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn columns(row: &Row) -> Vec<Column> {
    let of = |column: &tokio_postgres::Column| Column {
        name: column.name().to_owned(),
        data_type: match *column.type_() {
            Type::BOOL => DbDataType::Boolean,
            Type::INT2 => DbDataType::Int16,
            Type::INT4 => DbDataType::Int32,
            Type::INT8 => DbDataType::Int64,
            Type::FLOAT4 => DbDataType::Floating32,
            Type::FLOAT8 => DbDataType::Floating64,
            Type::TEXT | Type::VARCHAR | Type::BPCHAR => DbDataType::Str,
            Type::BYTEA => DbDataType::Binary,
            Type::NUMERIC => DbDataType::Decimal,
            ref other => DbDataType::Other(other.name().to_owned()),
        },
    };
    row.columns().iter().map(of).collect()
}

fn values_of(row: &Row) -> Result<Vec<DbValue>, Error> {
    (0..row.len()).map(|index| value(row, index)).collect()
}

fn value(row: &Row, index: usize) -> Result<DbValue, Error> {
    fn read<'a, T: FromSql<'a>>(
        row: &'a Row,
        index: usize,
        convert: impl FnOnce(T) -> DbValue,
    ) -> Result<DbValue, Error> {
        let read: Option<T> = row.try_get(index).map_err(|error| Error::ValueConversionFailed(error.to_string()))?;
        Ok(read.map_or(DbValue::DbNull, convert))
    }
    match *row.columns()[index].type_() {
        Type::BOOL => read(row, index, DbValue::Boolean),
        Type::INT2 => read(row, index, DbValue::Int16),
        Type::INT4 => read(row, index, DbValue::Int32),
        Type::INT8 => read(row, index, DbValue::Int64),
        Type::FLOAT4 => read(row, index, DbValue::Floating32),
        Type::FLOAT8 => read(row, index, DbValue::Floating64),
        Type::TEXT | Type::VARCHAR | Type::BPCHAR => read(row, index, DbValue::Str),
        Type::BYTEA => read(row, index, DbValue::Binary),
        Type::NUMERIC => read(row, index, |number: Decimal| DbValue::Decimal(number.to_string())),
        ref other => Err(Error::ValueConversionFailed(format!("the harness does not have the type {other}"))),
    }
}

/// Returns the error of a statement, with the additional fields of Spin.
fn query_failed(error: &tokio_postgres::Error) -> Error {
    let as_text = format!("{error:?}");
    Error::QueryFailed(match error.as_db_error() {
        None => QueryError::Text(as_text),
        Some(refused) => {
            let extras = [
                ("column", refused.column()),
                ("constraint", refused.constraint()),
                ("table", refused.table()),
                ("schema", refused.schema()),
            ];
            let extras =
                extras.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect();
            QueryError::DbError(DbError {
                as_text,
                severity: refused.severity().to_owned(),
                code: refused.code().code().to_owned(),
                message: refused.message().to_owned(),
                detail: refused.detail().map(str::to_owned),
                extras,
            })
        }
    })
}

impl Host for State {}

impl HostConnection for State {
    async fn open(&mut self, address: String) -> wasmtime::Result<Result<Resource<PostgresConnection>, Error>> {
        if !self.may_reach(&address) {
            return Ok(Err(refused(&address)));
        }
        Ok(match Self::connect(Arc::clone(&self.settings.pools), address).await {
            Ok(connection) => Ok(self.table.push(connection)?),
            Err(error) => Err(error),
        })
    }

    async fn query(
        &mut self,
        handle: Resource<PostgresConnection>,
        statement: String,
        parameters: Vec<ParameterValue>,
    ) -> wasmtime::Result<Result<RowSet, Error>> {
        Ok(self.postgres(&handle)?.query(&statement, &parameters).await)
    }

    async fn execute(
        &mut self,
        handle: Resource<PostgresConnection>,
        statement: String,
        parameters: Vec<ParameterValue>,
    ) -> wasmtime::Result<Result<u64, Error>> {
        Ok(self.postgres(&handle)?.execute(&statement, &parameters).await)
    }

    async fn drop(&mut self, handle: Resource<PostgresConnection>) -> wasmtime::Result<()> {
        self.table.delete(handle)?;
        Ok(())
    }
}

type Streamed = (Vec<Column>, StreamReader<Vec<DbValue>>, FutureReader<Result<(), Error>>);

impl<T: Send> HostConnectionWithStore<T> for HasSelf<State> {
    async fn open_async(
        store: &Accessor<T, Self>,
        address: String,
    ) -> wasmtime::Result<Result<Resource<PostgresConnection>, Error>> {
        let pools = store.with(|mut access| {
            let state = access.get();
            state.may_reach(&address).then(|| Arc::clone(&state.settings.pools))
        });
        let Some(pools) = pools else { return Ok(Err(refused(&address))) };
        match State::connect(pools, address).await {
            Ok(connection) => store.with(|mut access| Ok(Ok(access.get().table.push(connection)?))),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn query_async(
        store: &Accessor<T, Self>,
        handle: Resource<PostgresConnection>,
        statement: String,
        parameters: Vec<ParameterValue>,
    ) -> wasmtime::Result<Result<Streamed, Error>> {
        let connection = store.with(|mut access| access.get().postgres(&handle))?;
        let RowSet { columns, rows } = match connection.query(&statement, &parameters).await {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        store.with(|mut access| {
            let rows = StreamReader::new(&mut access, rows)?;
            let end = FutureReader::new(&mut access, std::future::ready(wasmtime::error::Ok(Ok(()))))?;
            Ok(Ok((columns, rows, end)))
        })
    }

    async fn execute_async(
        store: &Accessor<T, Self>,
        handle: Resource<PostgresConnection>,
        statement: String,
        parameters: Vec<ParameterValue>,
    ) -> wasmtime::Result<Result<u64, Error>> {
        let connection = store.with(|mut access| access.get().postgres(&handle))?;
        Ok(connection.execute(&statement, &parameters).await)
    }
}

const NO_BUILDER: &str = "the harness does not build connections";

impl HostConnectionBuilder for State {
    async fn new(&mut self, _: String) -> wasmtime::Result<Resource<ConnectionBuilder>> {
        Ok(self.table.push(ConnectionBuilder)?)
    }

    async fn set_ca_root(&mut self, _: Resource<ConnectionBuilder>, _: String) -> wasmtime::Result<Result<(), Error>> {
        Ok(Err(Error::Other(NO_BUILDER.into())))
    }

    async fn build(
        &mut self,
        _: Resource<ConnectionBuilder>,
    ) -> wasmtime::Result<Result<Resource<PostgresConnection>, Error>> {
        Ok(Err(Error::Other(NO_BUILDER.into())))
    }

    async fn drop(&mut self, handle: Resource<ConnectionBuilder>) -> wasmtime::Result<()> {
        self.table.delete(handle)?;
        Ok(())
    }
}

impl<T: Send> HostConnectionBuilderWithStore<T> for HasSelf<State> {
    async fn build_async(
        _: &Accessor<T, Self>,
        _: Resource<ConnectionBuilder>,
    ) -> wasmtime::Result<Result<Resource<PostgresConnection>, Error>> {
        Ok(Err(Error::Other(NO_BUILDER.into())))
    }
}
