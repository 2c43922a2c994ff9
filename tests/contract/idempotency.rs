//! `Idempotency-Key`: I1 to I4, I6, I7.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use anyhow::{Context as _, Result};
use plumbline_tests::Server;
use serde_json::json;

#[test]
fn a_replay_returns_the_first_response_and_creates_nothing() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    let body = json!({"name": "North School"});
    let key = [("idempotency-key", "\"first-try\"")];
    let first = account.call("POST", "/projects", Some(&body), &key)?.expect(201);
    server.restart()?;
    account.set_server(&server);
    let bare = [("idempotency-key", "first-try")];
    let second = account.call("POST", "/projects", Some(&body), &bare)?.expect(201);
    assert_eq!(first.bytes, second.bytes, "I4, byte for byte, over a restart (I7)");
    assert_eq!(account.list_all("/projects")?.len(), 1);
    Ok(())
}

#[test]
fn a_key_belongs_to_one_request() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let key = [("idempotency-key", "one")];
    // I6: a request that was refused for its fields may be sent again, corrected.
    account.call("POST", "/projects", Some(&json!({"name": ""})), &key)?.expect_problem(422, "validation_failed");
    account.call("POST", "/projects", Some(&json!({"name": "A"})), &key)?.expect(201);
    account.call("POST", "/projects", Some(&json!({"name": "B"})), &key)?.expect_problem(422, "idempotency_key_reused");
    let long = "k".repeat(256);
    account
        .call("POST", "/projects", Some(&json!({"name": "C"})), &[("idempotency-key", &long)])?
        .expect_problem(400, "invalid_idempotency_key");
    // I6: another credential of the same tenant has its own keys.
    let other = server.key(&account.tenant, "sandbox", "all")?;
    other.call("POST", "/projects", Some(&json!({"name": "D"})), &key)?.expect(201);
    Ok(())
}

#[test]
fn i3_a_second_request_is_refused_while_the_first_runs() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let body = json!({"name": "North School"}).to_string();
    // The head of the first request is sent but not the end of its body, so it runs as long as this test needs.
    let address = account.address().strip_prefix("http://").context("no address")?;
    let mut first = TcpStream::connect(address)?;
    let (half, rest) = body.split_at(body.len() / 2);
    write!(
        first,
        "POST /partner/v1/projects HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Idempotency-Key: slow\r\nContent-Length: {}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        account.secret,
        body.len()
    )?;
    // The server asks for the body once it has started the request.
    let mut go_on = [0; 25];
    first.read_exact(&mut go_on)?;
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    first.write_all(half.as_bytes())?;
    let second = account.call(
        "POST",
        "/projects",
        Some(&json!({"name": "North School"})),
        &[("idempotency-key", "\"slow\"")],
    )?;
    let second = second.expect_problem(409, "idempotency_in_progress");
    assert_eq!(second.header("retry-after"), "1");
    first.write_all(rest.as_bytes())?;
    let mut answer = String::new();
    first.read_to_string(&mut answer)?;
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    // The response to the first request is now stored for repeated calls.
    let key = [("idempotency-key", "slow")];
    account.call("POST", "/projects", Some(&serde_json::from_str(&body)?), &key)?.expect(201);
    assert_eq!(account.list_all("/projects")?.len(), 1);
    Ok(())
}
