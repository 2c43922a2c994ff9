//! Erasure: deleted tenants and users leave no data behind.

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, components};

use crate::hot_swap::variant;

#[test]
fn a_deleted_tenant_leaves_nothing_and_others_stay() -> Result<()> {
    let mut server = Server::start()?;
    let (deleted, mut remaining) = (server.account("Ames & Sons")?, server.account("Hidden Creek Electric")?);
    let drawing = Drawing::e101(1, &Options::default());
    let (deleted_takeoff, remaining_takeoff) =
        (deleted.start_takeoff("a.pdf", &drawing.pdf)?, remaining.start_takeoff("b.pdf", &drawing.pdf)?);
    deleted.wait_for_takeoff(&deleted_takeoff.id)?;
    remaining.wait_for_takeoff(&remaining_takeoff.id)?;
    let create = [
        "user",
        "create",
        "--tenant",
        &deleted.tenant,
        "--email",
        "ann@ames.test",
        "--name",
        "Ann",
        "--password-stdin",
    ];
    server.admin_with_input(&create, "Perlmutt-Zwieback 71")?;
    server.admin(&["user", "invite", "--tenant", &deleted.tenant, "--email", "bob@ames.test"])?;
    server.admin(&["service", "create", "--tenant", &deleted.tenant, "--environment", "sandbox"])?;
    // A takeoff that is running when the tenant is deleted.
    let body = serde_json::json!({"document_id": deleted_takeoff.document, "discipline": "electrical"});
    deleted.post("/takeoffs", body)?.expect(202);

    let refused = server.admin(&["tenant", "delete", &deleted.tenant]).unwrap_err().to_string();
    ensure!(refused.contains(&format!("plumbline tenant revoke {}", deleted.tenant)), "{refused}");
    server.admin(&["tenant", "revoke", &deleted.tenant])?;
    server.admin(&["tenant", "delete", &deleted.tenant])?;
    deleted.get("/projects")?.expect_problem(401, "unauthenticated");
    let unknown = server.admin(&["tenant", "delete", &deleted.tenant]).unwrap_err().to_string();
    ensure!(unknown.contains("was not found"), "{unknown}");
    remaining.get(&format!("/takeoffs/{}", remaining_takeoff.id))?.expect(200);
    server.stop()?;

    for text in [deleted.tenant.as_str(), "Ames & Sons", "ames.test", deleted_takeoff.document.as_str()] {
        let found = server.find_traces(text)?;
        ensure!(found.is_empty(), "`{text}` is in {found:?}");
    }
    ensure!(!server.find_traces("Hidden Creek Electric")?.is_empty(), "the search finds nothing at all");
    server.restart()?;
    remaining.set_server(&server);
    remaining.get(&format!("/takeoffs/{}/items", remaining_takeoff.id))?.expect(200);
    Ok(())
}

#[test]
fn a_deleted_user_leaves_nothing_but_sums() -> Result<()> {
    let mut server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let user = |name: &str| {
        let email = format!("{name}@ames.test");
        let create =
            ["user", "create", "--tenant", &account.tenant, "--email", &email, "--name", name, "--password-stdin"];
        server.admin_with_input(&create, "Perlmutt-Zwieback 71")
    };
    let (ann, ben) = (user("Ann")?, user("Ben")?);
    let (ann, ben) = (ann["id"].as_str().context("no id")?, ben["id"].as_str().context("no id")?);
    account.project("North School")?;
    server.stop()?;
    // As if two users had used an app for the same operation.
    for (user, requests) in [(ann, 3), (ben, 4), ("", 5)] {
        let insert = format!(
            "INSERT INTO usage_totals (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms, requests, errors, units)
             VALUES ('2026-11-02', 'oc_1', '{user}', 'rest', '', 'projects.list', '', 7, {requests}, 1, 0)"
        );
        server.sandbox_query(&account.tenant, &insert)?;
    }
    // As if the app had called a Spin application on the same data.
    server.control_query(&format!("INSERT INTO rate_limits (bucket, full_at) VALUES ('oc_1/{ann}/sandbox', 0)"))?;
    server.restart()?;
    server.admin(&["user", "delete", ann])?;
    let unknown = server.admin(&["user", "delete", ann]).unwrap_err().to_string();
    ensure!(unknown.contains("was not found"), "{unknown}");
    server.stop()?;
    for text in [ann, "ann@ames.test"] {
        let found = server.find_traces(text)?;
        ensure!(found.is_empty(), "`{text}` is in {found:?}");
    }
    let sum = |user: &str| {
        let sql = format!(
            "SELECT requests || ' ' || errors FROM usage_totals WHERE day = '2026-11-02' AND user_id = '{user}'"
        );
        server.sandbox_query(&account.tenant, &sql)
    };
    ensure!((sum("")?.as_str(), sum(ben)?.as_str()) == ("8 2", "4 1"), "{:?} {:?}", sum("")?, sum(ben)?);
    Ok(())
}

#[test]
fn the_code_of_a_deleted_tenants_own_component_is_gone() -> Result<()> {
    let mut server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let (file, key) = (variant("exporter-csv", 61, folder.path())?, folder.path().join("acme.key"));
    let (file, key) = (file.to_str().context("path")?, key.to_str().context("path")?);
    let made = server.admin(&["publisher", "new", "acme", "--out", key])?;
    let public_key = made["public_key"].as_str().context("no public key")?;
    server.admin(&["publisher", "trust", "acme", "--public-key", public_key])?;
    let publish = ["component", "publish", file, "--slot", "exporter:csv"];
    let published = server.admin(&[&publish[..], &["--tenant", &account.tenant, "--key", key]].concat())?;
    let digest = published["digest"].as_str().context("no digest")?;
    // Servers of tests share the folder of machine code.
    let has_code = || -> Result<bool> {
        let prefix = format!("{digest}-");
        for entry in std::fs::read_dir(components()?)? {
            if entry?.file_name().to_string_lossy().starts_with(&prefix) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    ensure!(has_code()?, "the machine code of {digest} is kept elsewhere");
    server.admin(&["tenant", "revoke", &account.tenant])?;
    server.admin(&["tenant", "delete", &account.tenant])?;
    ensure!(!has_code()?, "the machine code of {digest} is still there");
    server.stop()?;
    ensure!(server.find_traces(digest)?.is_empty(), "{:?}", server.find_traces(digest)?);
    Ok(())
}
