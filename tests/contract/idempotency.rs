//! `Idempotency-Key`: I1, I2, I4, I6, I7.

use anyhow::Result;
use plumbline_tests::Server;
use serde_json::json;

#[test]
fn a_replay_gives_the_first_answer_and_makes_nothing() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    let body = json!({"name": "North School"});
    let key = [("idempotency-key", "\"first-try\"")];
    let first = account.call("POST", "/projects", Some(&body), &key)?.expect(201);
    server.restart()?;
    account.at(&server);
    let bare = [("idempotency-key", "first-try")];
    let second = account.call("POST", "/projects", Some(&body), &bare)?.expect(201);
    assert_eq!(first.bytes, second.bytes, "I4, byte for byte, over a restart (I7)");
    assert_eq!(account.all("/projects")?.len(), 1);
    Ok(())
}

#[test]
fn a_key_belongs_to_one_request() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let key = [("idempotency-key", "one")];
    // I6: what was refused for its fields may be sent again, mended.
    account.call("POST", "/projects", Some(&json!({"name": ""})), &key)?.expect_problem(422, "validation_failed");
    account.call("POST", "/projects", Some(&json!({"name": "A"})), &key)?.expect(201);
    account.call("POST", "/projects", Some(&json!({"name": "B"})), &key)?.expect_problem(422, "idempotency_key_reused");
    let long = "k".repeat(256);
    account
        .call("POST", "/projects", Some(&json!({"name": "C"})), &[("idempotency-key", &long)])?
        .expect_problem(400, "invalid_idempotency_key");
    // I6: another credential of the same tenant has keys of its own.
    let other = server.key(&account.tenant, "sandbox", "all")?;
    other.call("POST", "/projects", Some(&json!({"name": "D"})), &key)?.expect(201);
    Ok(())
}
