//! An endpoint with the plain function of `plumbline:endpoint/calls`, in which it does what the path says. Over HTTP it
//! always answers 418, so that a test sees which way a request took.

use std::time::Duration;

use spin_sdk::http::{Request as HttpRequest, Response as HttpResponse, StatusCode};
use spin_sdk::http_service;
use spin_sdk::sqlite::wit::sqlite::{Connection, Value};

#[macro_use]
#[path = "../../endpoint_bindings.rs"]
mod endpoint_bindings;

mod bindings {
    endpoint_bindings!(
        "package plumbline:guest-plain; world guest { export plumbline:endpoint/calls@1.0.0; }",
        "plumbline:guest-plain/guest"
    );
}

#[path = "../../database.rs"]
mod database;
#[path = "../../route.rs"]
mod route;

use bindings::exports::plumbline::endpoint::calls::{Guest, Request, Response};
use database::{count, open};

/// Requests that this instance has started.
static mut SERVED: u32 = 0;

#[http_service]
async fn handle(_: HttpRequest) -> HttpResponse<String> {
    let mut response = HttpResponse::new("by HTTP".to_owned());
    *response.status_mut() = StatusCode::IM_A_TEAPOT;
    response
}

fn with(status: u16, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> Response {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec())).collect();
    Response { status, headers, body: body.into() }
}

fn insert(connection: &Connection, key: &str) {
    let sql = "INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at)
               VALUES ('c', ?1, 'f', 200, '{}', '', '2026-01-01T00:00:00Z')";
    connection.execute(sql, &[Value::Text(key.into())]).unwrap();
}

#[expect(unconditional_recursion, reason = "it is there to overflow the stack")]
fn deeper(bytes: [u8; 512]) -> u8 {
    let next = std::hint::black_box(bytes);
    deeper(next).wrapping_add(next[0])
}

struct Plain;

impl Guest for Plain {
    fn answer(request: Request) -> Response {
        let served = unsafe {
            SERVED += 1;
            SERVED
        };
        match request.path.as_str() {
            "/hello" => with(200, &[], "hello"),
            "/served" => with(200, &[], served.to_string()),
            // Returns the request as it arrived.
            "/echo" => {
                let headers: Vec<String> = request
                    .headers
                    .iter()
                    .map(|(name, value)| format!("{name}={}", String::from_utf8_lossy(value)))
                    .collect();
                let body = String::from_utf8_lossy(&request.body).into_owned();
                with(200, &[("x-a", "1"), ("x-a", "2")], [&request.method, &request.query, &headers.join(","), &*body].join("|"))
            }
            "/trap" => panic!("on purpose"),
            "/exit" => std::process::exit(0),
            "/recursion" => with(200, &[], vec![deeper([1; 512])]),
            "/loop" => loop {
                std::hint::black_box(served);
            },
            "/wait" => {
                std::thread::sleep(Duration::from_secs(60));
                with(200, &[], "late")
            }
            "/memory" => {
                let mut hoard = Vec::new();
                loop {
                    hoard.push(vec![1u8; 1 << 20]);
                    std::hint::black_box(&hoard);
                }
            }
            "/flood" => with(200, &[], vec![b'x'; 12 << 20]),
            // Each header takes the host far more than its two bytes.
            "/headers" => Response { headers: vec![(String::new(), Vec::new()); 1 << 18], ..with(200, &[], "") },
            "/long-headers" => with(200, &[("x-a", &"x".repeat(100_000))], ""),
            "/status" => with(99, &[], ""),
            "/continue" => with(100, &[], ""),
            "/split" => with(200, &[("x-a", "1\r\nx-b: 2")], ""),
            "/length" => with(200, &[("content-length", "7")], "hello"),
            "/connection" => with(200, &[("connection", "close")], ""),
            "/count" => with(200, &[], count(&open()).to_string()),
            "/transaction" => {
                let connection = open();
                connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
                insert(&connection, &request.query);
                connection.execute("COMMIT", &[]).unwrap();
                with(201, &[], "kept")
            }
            // The handle is dropped with the transaction open.
            "/forget" => {
                let connection = open();
                connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
                insert(&connection, &request.query);
                with(200, &[], "forgotten")
            }
            // The handle is never dropped, and the instance lives on.
            "/leak" => {
                let connection = open();
                connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
                insert(&connection, &request.query);
                std::mem::forget(connection);
                with(200, &[], "leaked")
            }
            // Waits in the middle of a transaction.
            "/dawdle" => {
                let connection = open();
                connection.execute("BEGIN IMMEDIATE", &[]).unwrap();
                insert(&connection, &request.query);
                std::thread::sleep(Duration::from_secs(60));
                with(200, &[], "late")
            }
            other => with(404, &[], other),
        }
    }
}

bindings::export!(Plain with_types_in bindings);
