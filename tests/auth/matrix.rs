//! The authorization matrix. The operations come from the running server (`plumbline component list --json`), so a new
//! one is in the matrix by being served; one that needs no scope must be in `OPEN`, on purpose.

use anyhow::{Context as _, Result};
use plumbline_tests::Server;
use serde_json::{Value, json};

/// Operations that any valid credential may call.
const OPEN: &[&str] = &[
    "clients.me",
    "capabilities.get",
    "access_requests.create",
    "reference.units",
    "reference.taxonomy",
    "reference.disciplines",
    "reference.export_formats",
    "reference.event_kinds",
    // Without the grant these answer premium_access_required, which says the way to it; a scope here would hide it.
    "interior_renders.create",
    "interior_renders.list",
    "interior_renders.get",
    "bim_models.create",
    "bim_models.list",
    "bim_models.get",
    "clash_runs.create",
    "clash_runs.list",
    "clash_runs.get",
];

struct Operation {
    method: String,
    path: String,
    scope: Option<String>,
    name: String,
}

fn operations(server: &Server) -> Result<Vec<Operation>> {
    let components = server.admin(&["component", "list"])?;
    let mut operations = Vec::new();
    for component in components.as_array().context("no list")? {
        let description: Value = match &component["description"] {
            Value::String(text) => serde_json::from_str(text)?,
            other => other.clone(),
        };
        for route in description["routes"].as_array().into_iter().flatten() {
            operations.push(Operation {
                method: route["method"].as_str().context("no method")?.to_owned(),
                path: route["path"].as_str().context("no path")?.to_owned(),
                scope: route["scope"].as_str().map(str::to_owned),
                name: route["operation"].as_str().context("no operation")?.to_owned(),
            });
        }
    }
    Ok(operations)
}

/// The path with an id that has the right form and belongs to nobody.
fn filled(path: &str) -> String {
    let mut filled = path.to_owned();
    for (name, prefix) in [
        ("project_id", "prj"),
        ("document_id", "doc"),
        ("takeoff_id", "tko"),
        ("item_id", "itm"),
        ("export_id", "exp"),
        ("render_id", "int"),
        ("bim_model_id", "bim"),
        ("clash_run_id", "cls"),
    ] {
        filled = filled.replace(&format!("{{{name}}}"), &format!("{prefix}_0123456789abcdefABCDEF"));
    }
    assert!(!filled.contains('{'), "the matrix does not know an id of {path}: add it");
    filled
}

#[test]
fn every_operation_refuses_who_may_not() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let operations = operations(&server)?;
    // The groups built so far have 22 operations; fewer means that routes were lost.
    assert!(operations.len() >= 22, "{}", operations.len());
    let every: Vec<String> = operations.iter().filter_map(|operation| operation.scope.clone()).collect();
    for operation in &operations {
        let path = filled(&operation.path);
        let body = matches!(operation.method.as_str(), "POST" | "PATCH").then(|| json!({}));
        let label = format!("{} {}", operation.method, operation.path);

        let none = account.call(&operation.method, &path, body.as_ref(), &[("authorization", "Basic Og==")])?;
        assert_eq!(none.status, 401, "{label} without a credential");
        assert!(none.header("www-authenticate").starts_with("Bearer "), "O1 {label}");
        assert!(!none.header("www-authenticate").contains("error="), "O1 {label}");

        let bad = account.call(&operation.method, &path, body.as_ref(), &[("authorization", "Bearer plk_wrong")])?;
        assert_eq!(bad.status, 401, "{label} with a bad credential");
        assert!(bad.header("www-authenticate").contains("error=\"invalid_token\""), "O1 {label}");

        let Some(scope) = &operation.scope else {
            assert!(OPEN.contains(&operation.name.as_str()), "{label} asks for no scope and is not in OPEN");
            continue;
        };
        let rest: Vec<&str> = every.iter().filter(|other| *other != scope).map(String::as_str).collect();
        let lesser = server.key(&account.tenant, "sandbox", &rest.join(" "))?;
        let refused = lesser.call(&operation.method, &path, body.as_ref(), &[])?;
        assert_eq!(refused.status, 403, "{label} without {scope}");
        assert!(refused.header("www-authenticate").contains(&format!("scope=\"{scope}\"")), "O1 {label}");

        let full = account.call(&operation.method, &path, body.as_ref(), &[])?;
        assert!(!matches!(full.status, 401 | 403), "{label} with every scope: {}", full.status);
    }
    Ok(())
}

#[test]
fn another_tenants_ids_are_not_found() -> Result<()> {
    // E6: the same body as for an id that never was, but for the request id.
    let server = Server::start()?;
    let owner = server.account("Ames & Sons")?;
    let other = server.account("Another")?;
    let project = owner.project("North School")?;
    let theirs = other.get(&format!("/projects/{project}"))?.expect_problem(404, "not_found");
    let nobodys = other.get("/projects/prj_0123456789abcdefABCDEF")?.expect_problem(404, "not_found");
    let strip = |mut value: Value| {
        value.as_object_mut().map(|object| object.remove("request_id"));
        value
    };
    assert_eq!(strip(theirs.json), strip(nobodys.json));
    assert!(other.all("/projects")?.is_empty());
    Ok(())
}

#[test]
fn sandbox_and_production_never_mix() -> Result<()> {
    let server = Server::start()?;
    let sandbox = server.account("Ames & Sons")?;
    let production = server.key(&sandbox.tenant, "production", "all")?;
    let project = sandbox.project("North School")?;
    production.get(&format!("/projects/{project}"))?.expect_problem(404, "not_found");
    assert!(production.all("/projects")?.is_empty());
    Ok(())
}

#[test]
fn a_revoked_key_and_a_token_in_the_address_are_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.get("/projects")?.expect(200);
    let in_address =
        account.call("GET", &format!("/projects?access_token={}", account.secret), None, &[("authorization", "")])?;
    assert_eq!(in_address.status, 401, "O2");
    server.admin(&["key", "revoke", &account.key])?;
    // Seen within a second by every host.
    let begun = std::time::Instant::now();
    while account.get("/projects")?.status != 401 {
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "still accepted");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(())
}
