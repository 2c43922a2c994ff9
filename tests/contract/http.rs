//! HTTP requirements E1, E5, H1 and H3, and the limits of the HTTP layer.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::Result;
use plumbline_tests::Server;
use serde_json::json;

#[test]
fn every_error_is_a_problem() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.get("/no-such-path")?.expect_problem(404, "not_found");
    let answer = account.call("PUT", "/projects", Some(&json!({})), &[])?.expect_problem(405, "method_not_allowed");
    assert!(answer.header("allow").contains("POST"));
    account.send_bytes("GET", &format!("{}/elsewhere", server.url), &[], &[])?.expect_problem(404, "not_found");
    let bearer = format!("Bearer {}", account.secret);
    let url = format!("{}/partner/v1/projects", server.url);
    let json_type = ("content-type", "application/json");
    let auth = ("authorization", bearer.as_str());
    account.send_bytes("POST", &url, b"{\"name\": ", &[auth, json_type])?.expect_problem(400, "invalid_request");
    account
        .send_bytes("POST", &url, b"name=x", &[auth, ("content-type", "text/plain")])?
        .expect_problem(415, "unsupported_media_type");
    account
        .send_bytes("POST", &url, &vec![b' '; 2 << 20], &[auth, json_type])?
        .expect_problem(413, "payload_too_large");
    Ok(())
}

#[test]
fn a_client_that_still_sends_can_read_why_its_body_is_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://"))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let half = vec![b' '; 2 << 20];
    write!(
        stream,
        "POST /partner/v1/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        account.secret,
        2 * half.len()
    )?;
    stream.write_all(&half)?;
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer)?;
    assert_eq!(std::str::from_utf8(&answer)?, "HTTP/1.1 413");
    // The refusal has arrived, and the connection still accepts the rest of the body.
    stream.write_all(&half)?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut rest = String::new();
    stream.read_to_string(&mut rest)?;
    assert!(rest.contains("payload_too_large") && rest.contains("HTTP/1.1 200"), "{rest}");
    Ok(())
}

#[test]
fn each_problem_type_is_a_page() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let problem = account.get("/no-such-path")?;
    let page = account.send_bytes("GET", problem.text("type"), &[], &[])?.expect(200);
    assert!(String::from_utf8(page.bytes)?.contains("not_found"), "E3");
    Ok(())
}

#[test]
fn an_unchanged_job_is_not_sent_again() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let id = account.post("/documents", body)?.expect(201).json["document"]["id"].as_str().unwrap().to_owned();
    let first = account.get(&format!("/documents/{id}"))?.expect(200);
    let etag = first.header("etag").to_owned();
    assert!(!etag.is_empty(), "H3");
    let second = account.call("GET", &format!("/documents/{id}"), None, &[("if-none-match", &etag)])?.expect(304);
    assert!(second.bytes.is_empty());
    let head = account.call("HEAD", &format!("/documents/{id}"), None, &[])?.expect(200);
    assert!(head.bytes.is_empty(), "H1");
    Ok(())
}

#[test]
fn a_client_cannot_speak_for_the_host() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let other = server.account("Another")?;
    let project = account.project("North School")?;
    let forged = [("x-plumbline-tenant", account.tenant.as_str()), ("x-plumbline-scopes", "projects:delete")];
    other.call("GET", &format!("/projects/{project}"), None, &forged)?.expect_problem(404, "not_found");
    let reader = server.key(&account.tenant, "sandbox", "projects:read")?;
    reader.call("DELETE", &format!("/projects/{project}"), None, &forged)?.expect_problem(403, "insufficient_scope");
    Ok(())
}
