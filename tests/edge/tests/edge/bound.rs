//! `plumbline edge build --tenant` and `plumbline edge diff`: the tenant's exact bindings, and the changes since.

use std::path::{Path, PathBuf};

use anyhow::Result;
use plumbline_tests::{Account, Edge, Server, ServerOptions, build_edge, components};
use serde_json::{Value, json};

use crate::fixture::runtime;

/// Writes the endpoint of projects with another digest: a custom section changes nothing else.
fn variant(folder: &Path, mark: &str) -> Result<PathBuf> {
    let mut bytes = std::fs::read(components()?.join("endpoint-projects.wasm"))?;
    let name = format!("mark-{mark}");
    bytes.push(0);
    bytes.push(u8::try_from(name.len() + 1)?);
    bytes.push(u8::try_from(name.len())?);
    bytes.extend(name.as_bytes());
    let file = folder.join(format!("{mark}.wasm"));
    std::fs::write(&file, bytes)?;
    Ok(file)
}

/// Writes the endpoint of projects without `plumbline:endpoint/calls`: the export gets another name of the same length.
fn without_calls(folder: &Path) -> Result<PathBuf> {
    let bytes = std::fs::read(components()?.join("endpoint-projects.wasm"))?;
    let (name, other) = (b"plumbline:endpoint/calls@1.0.0", b"plumbline:endpoint/other@1.0.0");
    let mut renamed = bytes.clone();
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(name) {
            renamed[at..at + name.len()].copy_from_slice(other);
        }
    }
    assert!(renamed != bytes, "the endpoint exports no such interface");
    let file = folder.join("without-calls.wasm");
    std::fs::write(&file, renamed)?;
    Ok(file)
}

fn publish(server: &Server, file: &Path, more: &[&str]) -> Result<Value> {
    let arguments = ["component", "publish", file.to_str().unwrap(), "--slot", "endpoint:projects"];
    server.admin(&[&arguments[..], more].concat())
}

fn bind(server: &Server, account: &Account, digest: &str) -> Result<Value> {
    server.admin(&["component", "bind", digest, "--tenant", &account.tenant, "--settings", r#"{"PREFIX": "A-"}"#])
}

fn manifest(folder: &Path) -> Result<toml::Table> {
    Ok(std::fs::read_to_string(folder.join("spin.toml"))?.parse()?)
}

#[test]
fn an_application_uses_the_bound_versions_and_reports_changes() -> Result<()> {
    let server = Server::start_with_spin_database(ServerOptions::default())?;
    let account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let first = publish(&server, &variant(folder.path(), "first")?, &[])?;
    let digest = first["digest"].as_str().unwrap();
    bind(&server, &account, digest)?;

    let built = folder.path().join("application");
    let report = build_edge(&server, &account.tenant, &built, &[])?;
    let bound: Vec<(&str, &str)> = report
        .as_array()
        .unwrap()
        .iter()
        .map(|group| (group["group"].as_str().unwrap(), group["bound"]["digest"].as_str().unwrap()))
        .collect();
    let components = server.admin(&["component", "list"])?;
    for (group, digest) in &bound {
        let slot = format!("endpoint:{group}");
        let published =
            components.as_array().unwrap().iter().any(|one| one["slot"] == *slot && one["digest"] == *digest);
        assert!(published, "{slot} {digest}");
    }
    assert_eq!(bound.len(), 11);
    assert!(bound.contains(&("projects", digest)));
    let written = manifest(&built)?;
    let projects = &written["component"]["projects"];
    assert_eq!(projects["tool"]["plumbline"]["digest"].as_str(), Some(digest));
    assert_eq!(projects["environment"]["PREFIX"].as_str(), Some("A-"));
    assert_eq!(written["variables"]["tenant"]["default"].as_str(), Some(&*account.tenant));
    // Building again writes the same bytes.
    let again = folder.path().join("again");
    build_edge(&server, &account.tenant, &again, &[])?;
    for name in ["spin.toml", "projects.wasm", "takeoffs.wasm"] {
        assert!(std::fs::read(built.join(name))? == std::fs::read(again.join(name))?, "{name}");
    }
    let application = Edge::start_from_manifest(&runtime(), &server, &built.join("spin.toml"), &[])?;
    let mut edge = server.key(&account.tenant, "sandbox", "all")?;
    edge.set_address(&application.url);
    edge.post("/projects", json!({"name": "North School"}))?.expect(201);

    let diff = ["edge", "diff", built.to_str().unwrap()];
    assert_eq!(server.admin(&diff)?, json!([]));
    let second = publish(&server, &variant(folder.path(), "second")?, &[])?;
    bind(&server, &account, second["digest"].as_str().unwrap())?;
    let changed = server.admin(&diff).unwrap_err().to_string();
    assert!(changed.contains(digest) && changed.contains(second["digest"].as_str().unwrap()), "{changed}");
    assert!(changed.contains("1 of the application's endpoints"), "{changed}");
    Ok(())
}

#[test]
fn a_partners_endpoint_is_refused_with_the_reason_or_left_to_the_central_host() -> Result<()> {
    let server = Server::start_with_spin_database(ServerOptions::default())?;
    let account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("acme.key");
    let made = server.admin(&["publisher", "new", "acme", "--out", key.to_str().unwrap()])?;
    server.admin(&["publisher", "trust", "acme", "--public-key", made["public_key"].as_str().unwrap()])?;
    let signed = ["--tenant", &account.tenant, "--key", key.to_str().unwrap(), "--bind"];
    publish(&server, &variant(folder.path(), "partners")?, &signed)?;

    let built = folder.path().join("application");
    let refused = build_edge(&server, &account.tenant, &built, &[]).unwrap_err().to_string();
    for words in
        ["endpoint:projects", "publisher acme", "a partner's endpoint", "cannot run at the edge", "--leave-to-center"]
    {
        assert!(refused.contains(words), "{refused}");
    }
    assert!(!built.join("spin.toml").exists(), "nothing is half built");

    build_edge(&server, &account.tenant, &built, &["--leave-to-center"])?;
    assert!(!built.join("projects.wasm").exists());
    let left = &manifest(&built)?["application"]["tool"]["plumbline"]["left_to_centre"];
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!(server.admin(&["edge", "diff", built.to_str().unwrap()])?, json!([]));
    // The host answers its calls, with the credential that was sent to the edge.
    let application = Edge::start_from_manifest(&runtime(), &server, &built.join("spin.toml"), &[])?;
    let mut edge = server.key(&account.tenant, "sandbox", "all")?;
    edge.set_address(&application.url);
    edge.post("/projects", json!({"name": "North School"}))?.expect(201);
    edge.get("/takeoffs")?.expect(200);
    Ok(())
}

#[test]
fn tenants_applications_never_mix() -> Result<()> {
    const CALLS: usize = 64;
    let both: Vec<(Server, Account, Edge)> = ["Ames & Sons", "Brick & Co"]
        .into_iter()
        .map(|name| {
            let server = Server::start_with_spin_database(ServerOptions::default())?;
            let mut account = server.account(name)?;
            let application = Edge::start(&runtime(), &server, &account.tenant, &[])?;
            account.set_address(&application.url);
            Ok((server, account, application))
        })
        .collect::<Result<_>>()?;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CALLS)
            .map(|n| {
                let (own, other) = (&both[n % 2], &both[(n + 1) % 2]);
                scope.spawn(move || {
                    let name = format!("{} {n}", own.1.tenant);
                    let made = own.1.post("/projects", json!({"name": name})).unwrap().expect(201);
                    let path = format!("/projects/{}", made.text("id"));
                    assert_eq!(own.1.get(&path).unwrap().expect(200).text("name"), name);
                    other.1.get(&path).unwrap().expect_problem(404, "not_found");
                    // A credential of one tenant at the address of the other.
                    let bearer = format!("Bearer {}", own.1.secret);
                    let headers = [("authorization", &*bearer), ("x-plumbline-tenant", &*own.1.tenant)];
                    other.1.call("GET", &path, None, &headers).unwrap().expect_problem(401, "unauthenticated");
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    for (_, account, _) in &both {
        let listed = account.list_all("/projects")?;
        assert_eq!(listed.len(), CALLS / 2);
        assert!(listed.iter().all(|one| one["name"].as_str().unwrap().starts_with(&account.tenant)), "{listed:?}");
    }
    Ok(())
}

#[test]
fn an_endpoint_without_the_plain_function_is_called_over_http() -> Result<()> {
    let server = Server::start_with_spin_database(ServerOptions::default())?;
    let account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let digest = publish(&server, &without_calls(folder.path())?, &[])?["digest"].as_str().unwrap().to_owned();
    bind(&server, &account, &digest)?;
    let built = folder.path().join("application");
    build_edge(&server, &account.tenant, &built, &[])?;
    let application = Edge::start_from_manifest(&runtime(), &server, &built.join("spin.toml"), &[])?;
    let mut edge = server.key(&account.tenant, "sandbox", "all")?;
    edge.set_address(&application.url);

    let created = edge.post("/projects", json!({"name": "North School", "reference": "12\u{20ac}"}))?.expect(201);
    let path = format!("/projects/{}", created.text("id"));
    let (at_edge, at_host) = (edge.get(&path)?.expect(200), account.get(&path)?.expect(200));
    assert_eq!(at_edge.json, at_host.json);
    assert_eq!(at_edge.headers.get("etag"), at_host.headers.get("etag"));
    let (at_edge, at_host) = (edge.get("/projects/prj_1")?, account.get("/projects/prj_1")?);
    assert_eq!((at_edge.status, &at_edge.json["code"]), (404, &at_host.json["code"]));
    let refused = edge.post("/projects", json!({"name": ""}))?.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"][0]["field"], "/name");
    Ok(())
}
