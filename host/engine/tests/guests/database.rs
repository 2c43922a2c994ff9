//! The tenant's database, as the guests use it.

use spin_sdk::sqlite::wit::sqlite::{Connection, Value};

/// Opens a connection.
pub(crate) fn open() -> Connection {
    Connection::open("default").unwrap()
}

/// Returns the number of rows that the guests insert.
pub(crate) fn count(connection: &Connection) -> i64 {
    let rows = connection.execute("SELECT count(*) FROM idempotency", &[]).unwrap().rows;
    match rows[0].values[0] {
        Value::Integer(number) => number,
        _ => -1,
    }
}
