//! An endpoint that does what the path says: answers, traps, loops, hoards memory, floods, leaves transactions open.

use std::time::Duration;

use spin_sdk::http::{Request, Response};
use spin_sdk::http_service;
use spin_sdk::sqlite::wit::sqlite::{Connection, Value};
use spin_sdk::sqlite::Connection as AsyncConnection;

#[path = "../../database.rs"]
mod database;
#[path = "../../route.rs"]
mod route;

use database::{count, open};

/// Requests this instance has started, to test whether instances are shared.
static mut SERVED: u32 = 0;

fn answer(status: u16, body: impl Into<String>) -> Response<String> {
    let mut response = Response::new(body.into());
    *response.status_mut() = spin_sdk::http::StatusCode::from_u16(status).unwrap();
    response
}

fn insert(connection: &Connection, key: &str) -> Result<(), String> {
    let row = [Value::Text(key.into())];
    let sql = "INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at)
               VALUES ('c', ?1, 'f', 200, '{}', '', '2026-01-01T00:00:00Z')";
    connection.execute(sql, &row).map(drop).map_err(|error| format!("{error:?}"))
}

#[http_service]
async fn handle(request: Request) -> Response<String> {
    let served = unsafe {
        SERVED += 1;
        SERVED
    };
    let query = request.uri().query().unwrap_or_default().to_owned();
    match request.uri().path() {
        "/hello" => answer(200, "hello"),
        "/served" => answer(200, served.to_string()),
        "/setting" => answer(200, std::env::var("greeting").unwrap_or_default()),
        "/trap" => panic!("on purpose"),
        "/loop" => loop {
            std::hint::black_box(served);
        },
        "/wait" => {
            spin_sdk::wasip3::clocks::monotonic_clock::wait_for(60_000_000_000).await;
            answer(200, "late")
        }
        "/memory" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(vec![1u8; 1 << 20]);
                std::hint::black_box(&hoard);
            }
        }
        "/flood" => answer(200, "x".repeat(12 << 20)),
        "/count" => answer(200, count(&open()).to_string()),
        "/insert" => match insert(&open(), &query) {
            Ok(()) => answer(201, "kept"),
            Err(error) => answer(409, error),
        },
        // A correct transaction: one sequence of calls.
        "/transaction" => {
            let connection = open();
            connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
            let before = count(&connection);
            insert(&connection, &query).unwrap();
            assert_eq!(count(&connection), before + 1);
            connection.execute("COMMIT", &[]).unwrap();
            answer(201, "kept")
        }
        // A transaction without a commit, whose handle is dropped.
        "/forget" => {
            let connection = open();
            connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
            insert(&connection, &query).unwrap();
            answer(200, "forgotten")
        }
        // A leaked transaction: its handle is never dropped, and the instance lives on.
        "/leak" => {
            let connection = open();
            connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
            insert(&connection, &query).unwrap();
            std::mem::forget(connection);
            answer(200, "leaked")
        }
        // A violation of the platform's rules: an await between BEGIN and COMMIT.
        "/await-inside" => {
            let connection = open();
            connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
            insert(&connection, &query).unwrap();
            spin_sdk::wasip3::clocks::monotonic_clock::wait_for(Duration::from_millis(300).as_nanos() as u64).await;
            match connection.execute("COMMIT", &[]) {
                Ok(_) => answer(201, "kept"),
                Err(error) => answer(409, format!("{error:?}")),
            }
        }
        // A transaction with the async functions, during which other requests run.
        "/async-transaction" => {
            let connection = AsyncConnection::open_default().await.unwrap();
            for sql in ["BEGIN IMMEDIATE", "UPDATE idempotency SET status = status + 1", "COMMIT"] {
                let result = match connection.execute(sql, []).await {
                    Ok(result) => result,
                    Err(error) => return answer(409, format!("{error:?}")),
                };
                result.result().await.unwrap();
            }
            answer(200, "done")
        }
        "/async-rows" => {
            let connection = AsyncConnection::open_default().await.unwrap();
            let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, 'row' FROM n";
            let mut result = connection.execute(sql, [spin_sdk::sqlite::Value::Integer(1_000)]).await.unwrap();
            assert_eq!(result.columns().len(), 2);
            let mut sum = 0;
            while let Some(row) = result.next().await {
                sum += row.get::<i64>(0).unwrap();
            }
            result.result().await.unwrap();
            answer(200, sum.to_string())
        }
        "/forbidden-sql" => match open().execute("DROP TABLE projects", &[]) {
            Ok(_) => answer(200, "dropped"),
            Err(error) => answer(409, format!("{error:?}")),
        },
        other => answer(404, other),
    }
}
