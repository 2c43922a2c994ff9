//! Applications on the host's PostgreSQL: both sides see the same rows, a takeoff is posted at the edge, and the roles and the
//! scope hold there too.

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Edge, Server, ServerOptions, TestDatabase, program};
use serde_json::json;

use crate::fixture::{EdgeFixture, redact, runtime};

/// Starts a host on PostgreSQL with an application, or returns `None` and reports the test as skipped if there is none.
fn fixture() -> Result<Option<EdgeFixture>> {
    let Some(database) = TestDatabase::start(&program()?)? else { return Ok(None) };
    let server = Server::start_with(ServerOptions { database: Some(database), ..ServerOptions::default() })?;
    EdgeFixture::start_on(server, &[]).map(Some)
}

#[test]
fn both_sides_have_the_same_rows_and_responses() -> Result<()> {
    let Some(fixture) = fixture()? else { return Ok(()) };
    for (n, side) in [&fixture.host, &fixture.edge, &fixture.host].into_iter().enumerate() {
        let wanted = json!({"name": format!("Project {n}"), "external_ref": format!("P-{n}")});
        side.post("/projects", wanted)?.expect(201);
    }
    let first = fixture.host.get("/projects?limit=2")?.expect(200);
    let rest = format!("/projects?limit=2&cursor={}", first.text("next_cursor"));
    assert_eq!(fixture.edge.get(&rest)?.expect(200).json, fixture.host.get(&rest)?.expect(200).json);
    for path in ["/projects", "/credits", "/takeoffs", "/clients/me", "/projects?limit=0"] {
        let (host, edge) = (fixture.host.get(path)?, fixture.edge.get(path)?);
        assert_eq!(redact(&fixture, &edge), redact(&fixture, &host), "{path}");
    }
    // A statement that fails in a transaction, and the same connection afterwards.
    let again = fixture.edge.post("/projects", json!({"name": "Again", "external_ref": "P-1"}))?;
    again.expect_problem(409, "external_ref_conflict");
    assert_eq!(fixture.edge.list_all("/projects")?.len(), 3);
    Ok(())
}

#[test]
fn a_takeoff_posted_at_the_edge_is_carried_out_by_a_host() -> Result<()> {
    let Some(fixture) = fixture()? else { return Ok(()) };
    let drawing = Drawing::e101(1, &Options::default());
    let takeoff = fixture.edge.start_takeoff("E-101.pdf", &drawing.pdf)?;
    let done = fixture.edge.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    let items = format!("/takeoffs/{}/items", takeoff.id);
    let (at_edge, at_host) = (fixture.edge.list_all(&items)?, fixture.host.list_all(&items)?);
    assert_eq!(at_edge.len(), drawing.truth.items.len());
    assert_eq!(at_edge, at_host);
    Ok(())
}

#[test]
fn an_application_sees_only_its_tenant_and_notices_a_renewed_key() -> Result<()> {
    let Some(fixture) = fixture()? else { return Ok(()) };
    let EdgeFixture { server, host, edge, .. } = &fixture;
    let other = server.account("Brick & Co")?;
    let made = other.post("/projects", json!({"name": "Theirs"}))?.expect(201);
    assert_eq!(edge.list_all("/projects")?.len(), 0);
    edge.get(&format!("/projects/{}", made.text("id")))?.expect_problem(404, "not_found");
    let mut at_the_others_edge = other.clone();
    at_the_others_edge.set_address(&fixture.application.url);
    at_the_others_edge.get("/projects")?.expect_problem(401, "unauthenticated");
    // The host keeps the setting that the old key sealed, so only the edge is called afterwards.
    host.post("/projects", json!({"name": "Ours"}))?.expect(201);
    let database = server.database().unwrap();
    database.query("plumbline_owner", "SELECT host.renew_scope_key(id) FROM host.scopes")?;
    // A call whose session was opened with the old key is refused once.
    if edge.get("/projects")?.status != 200 {
        assert_eq!(edge.list_all("/projects")?.len(), 1);
    }
    Ok(())
}

#[test]
fn an_address_that_is_missing_is_reported_with_its_variable() -> Result<()> {
    let Some(fixture) = fixture()? else { return Ok(()) };
    let EdgeFixture { server, edge, .. } = &fixture;
    let wrong = Edge::start(&runtime(), server, &edge.tenant, &[("postgres_components", "")])?;
    let mut account = edge.clone();
    account.set_address(&wrong.url);
    let refused = account.get("/projects")?.expect_problem(503, "unavailable");
    assert!(refused.text("detail").contains("variable postgres_components"), "{}", refused.json);
    Ok(())
}
