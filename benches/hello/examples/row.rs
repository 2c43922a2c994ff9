//! A component that responds with one value from the application's database: the minimum cost of an endpoint with one query.
#![cfg(target_family = "wasm")]

use std::sync::OnceLock;

use bytes::Bytes;
use http::{HeaderValue, Response, header};
use spin_sdk::http::{FullBody, Request};
use spin_sdk::http_service;
use spin_sdk::sqlite::wit::sqlite::{Connection, Error, Value};

/// The connection that all requests of the instance share, as behind the gateway.
static CONNECTION: OnceLock<Connection> = OnceLock::new();

#[http_service]
async fn row(_request: Request) -> Response<FullBody<Bytes>> {
    let text = read_id().unwrap_or_else(|error| format!("{error:?}"));
    let length = HeaderValue::from(text.len());
    let mut answer = Response::new(FullBody::new(Bytes::from(text)));
    answer.headers_mut().insert(header::CONTENT_LENGTH, length);
    answer
}

fn read_id() -> Result<String, Error> {
    let connection = match CONNECTION.get() {
        Some(connection) => connection,
        None => {
            let connection = Connection::open("default")?;
            CONNECTION.get_or_init(|| connection)
        }
    };
    let found = connection.execute("SELECT id FROM projects LIMIT ?", &[Value::Integer(1)])?;
    match found.rows.first().and_then(|row| row.values.first()) {
        Some(Value::Text(text)) => Ok(text.clone()),
        other => Ok(format!("{other:?}")),
    }
}
