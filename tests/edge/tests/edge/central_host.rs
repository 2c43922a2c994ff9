//! The calls that an edge leaves to its host, and its responses without a host.

use anyhow::Result;
use plumbline_tests::{Edge, Server, ServerOptions, agent, send};
use serde_json::json;

use crate::fixture::{EdgeFixture, redact, runtime};

#[test]
fn calls_that_an_edge_does_not_serve_are_forwarded_to_the_central_host() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    let (host, edge) = (&fixture.server.url, &fixture.application.url);
    for path in [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource/partner/v1",
        "/.well-known/jwks.json",
        "/identity/.well-known/openid-configuration",
        "/sign-in",
        "/readyz",
        "/errors/not_found",
        "/errors/no_such_code",
        "/partner/v1/docs",
        "/partner/v1/openapi.json",
        "/partner/v1/no/such/path",
        "/nothing",
    ] {
        for method in ["GET", "HEAD", "OPTIONS", "DELETE"] {
            let answers = [host, edge].map(|url| send(&agent(), method, &format!("{url}{path}"), &[], &[]));
            let [host, edge] = answers;
            assert_eq!(redact(&fixture, &edge?), redact(&fixture, &host?), "{method} {path}");
        }
    }
    // A form that changes something: the host's token endpoint, through the edge.
    let form = b"grant_type=refresh_token&refresh_token=unknown&client_id=nobody";
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let answers = [host, edge].map(|url| send(&agent(), "POST", &format!("{url}/oauth/token"), form, &headers));
    let [host, edge] = answers;
    let host = redact(&fixture, &host?);
    assert_eq!((redact(&fixture, &edge?), host.0), (host.clone(), 401));
    Ok(())
}

#[test]
fn an_edge_answers_health_without_its_central_host() -> Result<()> {
    let mut fixture = EdgeFixture::start()?;
    fixture.server.kill()?;
    let answer = send(&agent(), "GET", &format!("{}/healthz", fixture.application.url), &[], &[])?.expect(200);
    assert_eq!(answer.bytes, b"ok\n");
    Ok(())
}

#[test]
fn an_edge_reports_an_unreachable_central_host_and_serves_the_rest() -> Result<()> {
    let mut fixture = EdgeFixture::start()?;
    let project = fixture.edge.project("North School")?;
    let wanted = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let document = fixture.edge.post("/documents", wanted)?.expect(201);
    let id = document.json["document"]["id"].as_str().unwrap().to_owned();
    fixture.server.kill()?;
    let complete = format!("/documents/{id}/complete");
    fixture.edge.call("POST", &complete, None, &[])?.expect_problem(503, "unavailable");
    let source = json!({"type": "url", "url": "https://drawings.example/plan.pdf"});
    let fetched = json!({"project_id": project, "filename": "plan.pdf", "source": source});
    fixture.edge.post("/documents", fetched.clone())?.expect_problem(503, "unavailable");
    fixture.edge.get("/docs")?.expect_problem(503, "unavailable");
    fixture.edge.get(&format!("/projects/{project}"))?.expect(200);
    let waiting = fixture.edge.get(&format!("/documents/{id}"))?.expect(200);
    assert_eq!(waiting.text("status"), "awaiting_upload");
    Ok(())
}

#[test]
fn an_edge_without_a_central_host_reports_it_and_serves_the_rest() -> Result<()> {
    let fixture = EdgeFixture::start_with(&[], &[("centre_url", "")])?;
    let project = fixture.edge.project("North School")?;
    let wanted = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    for refused in [fixture.edge.post("/documents", wanted)?, fixture.edge.get("/docs")?] {
        let refused = refused.expect_problem(503, "unavailable");
        assert!(refused.text("detail").contains("centre_url"), "{}", refused.json);
    }
    fixture.edge.get(&format!("/projects/{project}"))?.expect(200);
    Ok(())
}

#[test]
fn an_empty_database_is_migrated_by_the_edge_and_accepted_by_the_central_host() -> Result<()> {
    // The server only builds the application, which then has its own database.
    let builder = Server::start_with_spin_database(ServerOptions::default())?;
    let tenant = builder.account("Ames & Sons")?;
    let mut central = Server::prepare_with_spin_database(ServerOptions::default())?;
    let application = Edge::start_with_database(&runtime(), &builder, &tenant.tenant, &central.spin_database(), &[])?;
    let stranger = [("authorization", "Bearer plk_of_nobody")];
    let url = format!("{}/partner/v1/projects", application.url);
    send(&agent(), "GET", &url, &[], &stranger)?.expect_problem(401, "unauthenticated");
    // The host finds its own migrations there, with the expected checksums.
    central.restart()?;
    let account = central.account("Brick & Co")?;
    account.post("/projects", json!({"name": "South School"}))?.expect(201);
    Ok(())
}
