//! `/projects`.

use anyhow::Result;
use plumbline_tests::Server;
use serde_json::json;

#[test]
fn a_project_is_created_read_changed_and_deleted() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let created = account
        .post("/projects", json!({"name": "North School", "external_ref": "job 17", "metadata": {"phase": "DD"}}))?
        .expect(201);
    let id = created.text("id").to_owned();
    assert!(created.header("location").ends_with(&format!("/projects/{id}")), "H2");
    insta::assert_json_snapshot!("project", created.json, {".id" => "[id]", ".created_at" => "[time]"});

    let read = account.get(&format!("/projects/{id}"))?.expect(200);
    assert_eq!(read.json, created.json);

    let changed = account.patch(&format!("/projects/{id}"), json!({"address": "1 School Road"}))?.expect(200);
    assert_eq!(changed.text("address"), "1 School Road");
    assert_eq!(changed.text("name"), "North School");
    assert!(changed.json["updated_at"].is_string());

    account.delete(&format!("/projects/{id}"))?.expect(204);
    account.get(&format!("/projects/{id}"))?.expect_problem(404, "not_found");
    Ok(())
}

#[test]
fn every_wrong_field_is_named_at_once() -> Result<()> {
    // E7, H4
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let body = json!({"name": "", "reference": "x".repeat(101), "metadata": {"a": 1}, "color": "red"});
    let answer = account.post("/projects", body)?.expect_problem(422, "validation_failed");
    let mut fields: Vec<_> =
        answer.json["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["/color", "/metadata/a", "/name", "/reference"]);
    Ok(())
}

#[test]
fn a_name_of_blanks_is_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let refused = account.post("/projects", json!({"name": "  "}))?.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"], json!([{"field": "/name", "message": "must not be blank"}]));
    Ok(())
}

#[test]
fn an_external_ref_belongs_to_one_project() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.post("/projects", json!({"name": "A", "external_ref": "17"}))?.expect(201);
    account.post("/projects", json!({"name": "B", "external_ref": "17"}))?.expect_problem(409, "external_ref_conflict");
    let found = account.get("/projects?external_ref=17")?.expect(200);
    assert_eq!(found.json["data"].as_array().unwrap().len(), 1);
    // The reference is unique per tenant, not over tenants.
    server.account("Another")?.post("/projects", json!({"name": "A", "external_ref": "17"}))?.expect(201);
    Ok(())
}
