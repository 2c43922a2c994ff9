//! The authorization matrix: every operation × every reason for refusal.
//!
//! The operations come from the running server (`plumbline component list --json`). Each must have an entry in
//! [`test_request`]: a request in which nothing but the credential can be wrong. A new operation without an entry fails the
//! test.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server};
use serde_json::{Value, json};

struct Operation {
    method: String,
    path: String,
    scope: Option<String>,
    name: String,
}

/// Resources of one tenant in production.
struct Ids {
    project: String,
    document: String,
    takeoff: String,
    item: String,
    export: String,
    event: String,
    webhook: String,
    delivery: String,
}

impl Ids {
    /// Returns ids of the right form that do not exist.
    fn nonexistent() -> Self {
        let id = |prefix: &str| format!("{prefix}_0123456789abcdefABCDEF");
        Self {
            project: id("prj"),
            document: id("doc"),
            takeoff: id("tko"),
            item: id("itm"),
            export: id("exp"),
            event: id("evt"),
            webhook: id("whe"),
            delivery: id("whd"),
        }
    }

    /// Creates one resource of each kind.
    fn create(account: &Account) -> Result<Self> {
        let pdf = Drawing::e101(1, &Options::default()).pdf;
        let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
        let done = account.wait_for_takeoff(&takeoff.id)?;
        anyhow::ensure!(done["status"] == "completed", "{done}");
        let items = account.get(&format!("/takeoffs/{}/items?limit=1", takeoff.id))?.expect(200);
        let body = json!({"format": "csv", "takeoff_id": takeoff.id});
        let export = account.post("/exports", body)?.expect(202).text("id").to_owned();
        let events = account.get("/events?limit=1")?.expect(200);
        // Nothing listens at this port.
        let body = json!({"url": "https://1.1.1.1:9/hooks", "event_types": ["takeoff.completed"]});
        let webhook = account.post("/webhook-endpoints", body)?.expect(201).text("id").to_owned();
        let test = account.post(&format!("/webhook-endpoints/{webhook}/test"), json!({}))?.expect(202);
        Ok(Self {
            event: events.json["data"][0]["id"].as_str().context("no event")?.to_owned(),
            delivery: test.text("id").to_owned(),
            webhook,
            item: items.json["data"][0]["id"].as_str().context("no item")?.to_owned(),
            project: takeoff.project,
            document: takeoff.document,
            takeoff: takeoff.id,
            export,
        })
    }
}

/// The response that another tenant gets for these ids.
#[derive(Debug, PartialEq, Eq)]
enum Visibility {
    /// 404, as for an id that never existed.
    Nothing,
    /// An empty list.
    Empty,
    /// Only the caller's own resources, because the request contains no id.
    Own,
    /// A problem that is returned before any id is read.
    Refused(u16),
}

/// Returns the path, body and outcome of an operation for the ids of another tenant.
fn test_request(operation: &Operation, ids: &Ids) -> (String, Option<Value>, Visibility) {
    let path = operation
        .path
        .replace("{project_id}", &ids.project)
        .replace("{document_id}", &ids.document)
        .replace("{takeoff_id}", &ids.takeoff)
        .replace("{item_id}", &ids.item)
        .replace("{export_id}", &ids.export)
        .replace("{page_number}", "1")
        .replace("{event_id}", &ids.event)
        .replace("{webhook_endpoint_id}", &ids.webhook)
        .replace("{delivery_id}", &ids.delivery);
    let upload = json!({"type": "upload"});
    let (query, body, visibility) = match operation.name.as_str() {
        "projects.get" | "projects.delete" => (String::new(), None, Visibility::Nothing),
        "projects.update" => (String::new(), Some(json!({"name": "Taken over"})), Visibility::Nothing),
        "projects.create" => (String::new(), Some(json!({"name": "Mine"})), Visibility::Own),
        "projects.list" => (String::new(), None, Visibility::Own),
        "documents.create" => {
            let body = json!({"project_id": ids.project, "filename": "a.pdf", "source": upload});
            (String::new(), Some(body), Visibility::Nothing)
        }
        "documents.list" => (format!("?project_id={}", ids.project), None, Visibility::Empty),
        "documents.get" | "documents.delete" | "documents.complete" | "documents.download" | "documents.picture" => {
            (String::new(), None, Visibility::Nothing)
        }
        // Keys do not act for a user, so they are refused before the document is read.
        "cad.status" => (String::new(), None, Visibility::Refused(403)),
        "cad.convert" => (String::new(), Some(json!({})), Visibility::Refused(403)),
        "takeoffs.create" => {
            let body = json!({"document_id": ids.document, "discipline": "electrical"});
            (String::new(), Some(body), Visibility::Nothing)
        }
        "takeoffs.list" => (format!("?document_id={}", ids.document), None, Visibility::Empty),
        "takeoffs.get"
        | "takeoffs.cancel"
        | "takeoffs.items"
        | "takeoffs.item"
        | "takeoffs.summary"
        | "takeoffs.item_picture"
        | "takeoffs.schedules"
        | "takeoffs.routes" => (String::new(), None, Visibility::Nothing),
        "takeoffs.review_item" | "takeoffs.review_route" => {
            (String::new(), Some(json!({"review_status": "accepted"})), Visibility::Nothing)
        }
        "takeoffs.review_items" => {
            let body = json!({"filter": {}, "review_status": "accepted"});
            (String::new(), Some(body), Visibility::Nothing)
        }
        "exports.create" => {
            (String::new(), Some(json!({"format": "csv", "takeoff_id": ids.takeoff})), Visibility::Nothing)
        }
        "exports.get" => (String::new(), None, Visibility::Nothing),
        "events.list" => (format!("?resource_id={}", ids.takeoff), None, Visibility::Empty),
        "webhooks.list" => (String::new(), None, Visibility::Own),
        "webhooks.create" => {
            let body = json!({"url": "https://1.1.1.1:9/hooks", "event_types": ["takeoff.completed"]});
            (String::new(), Some(body), Visibility::Own)
        }
        "webhooks.update" => (String::new(), Some(json!({"description": "Taken over"})), Visibility::Nothing),
        "webhooks.replay" => (String::new(), Some(json!({"since": "2026-01-01T00:00:00.000Z"})), Visibility::Nothing),
        "events.get"
        | "webhooks.get"
        | "webhooks.delete"
        | "webhooks.rotate_secret"
        | "webhooks.test"
        | "webhooks.deliveries"
        | "webhooks.delivery"
        | "webhooks.replay_one" => (String::new(), None, Visibility::Nothing),
        "credits.get" => (String::new(), None, Visibility::Own),
        "usage.report" => ("?from=2026-01-01&to=2026-01-31".to_owned(), None, Visibility::Own),
        "clients.me" | "capabilities.get" => (String::new(), None, Visibility::Own),
        "access_requests.create" => (String::new(), Some(json!({"capabilities": ["takeoffs:deep"]})), Visibility::Own),
        name if name.starts_with("reference.") => (String::new(), None, Visibility::Own),
        name if ["interior_renders.", "bim_models.", "clash_runs."].iter().any(|group| name.starts_with(group)) => {
            (String::new(), None, Visibility::Refused(403))
        }
        name => panic!("{name} is a new operation: say in the authorization matrix what another tenant sees of it"),
    };
    // Premium paths have ids of resources that do not exist yet.
    let path = path.split('/').map(|part| if part.starts_with('{') { "id_0123456789abcdefABCDEF" } else { part });
    (format!("{}{query}", path.collect::<Vec<_>>().join("/")), body, visibility)
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

#[test]
fn every_operation_refuses_unauthorized_callers() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let operations = operations(&server)?;
    let every: Vec<String> = operations.iter().filter_map(|operation| operation.scope.clone()).collect();
    for operation in &operations {
        let (path, body, visibility) = test_request(operation, &Ids::nonexistent());
        let body = body.as_ref();
        let label = format!("{} {}", operation.method, operation.path);

        let none = account.call(&operation.method, &path, body, &[("authorization", "Basic Og==")])?;
        assert_eq!(none.status, 401, "{label} without a credential");
        assert!(none.header("www-authenticate").starts_with("Bearer "), "O1 {label}");
        assert!(!none.header("www-authenticate").contains("error="), "O1 {label}");

        let bad = account.call(&operation.method, &path, body, &[("authorization", "Bearer plk_wrong")])?;
        assert_eq!(bad.status, 401, "{label} with a bad credential");
        assert!(bad.header("www-authenticate").contains("error=\"invalid_token\""), "O1 {label}");

        if let Some(scope) = &operation.scope {
            let rest: Vec<&str> = every.iter().filter(|other| *other != scope).map(String::as_str).collect();
            let lesser = server.key(&account.tenant, "sandbox", &rest.join(" "))?;
            let refused = lesser.call(&operation.method, &path, body, &[])?.expect_problem(403, "insufficient_scope");
            assert!(refused.header("www-authenticate").contains(&format!("scope=\"{scope}\"")), "O1 {label}");
        } else {
            // Any valid credential is sufficient, even without a scope that matters here.
            let least = server.key(&account.tenant, "sandbox", "exports:read")?;
            let allowed = least.call(&operation.method, &path, body, &[])?;
            assert!(!matches!(allowed.text("code"), "insufficient_scope" | "unauthenticated"), "{label}");
        }

        let full = account.call(&operation.method, &path, body, &[])?;
        match visibility {
            Visibility::Refused(status) => assert_eq!(full.status, status, "{label} with every scope"),
            _ => assert!(!matches!(full.status, 401 | 403), "{label} with every scope: {}", full.status),
        }
    }
    Ok(())
}

#[test]
fn e6_nobody_else_sees_a_tenants_production_data() -> Result<()> {
    let server = Server::start()?;
    let owner = server.account_with("Ames & Sons", "production", "all")?;
    let ids = Ids::create(&owner)?;
    // The tenant's own sandbox, and another tenant's production.
    let others = [server.key(&owner.tenant, "sandbox", "all")?, server.account_with("Another", "production", "all")?];
    let strip = |mut value: Value| {
        value.as_object_mut().map(|object| object.remove("request_id"));
        value
    };
    for operation in &operations(&server)? {
        let label = format!("{} {}", operation.method, operation.path);
        let (path, body, visibility) = test_request(operation, &ids);
        let (unknown, unknown_body, _) = test_request(operation, &Ids::nonexistent());
        for other in &others {
            let answer = other.call(&operation.method, &path, body.as_ref(), &[])?;
            match visibility {
                Visibility::Nothing => {
                    let answer = answer.expect_problem(404, "not_found");
                    let nonexistent = other.call(&operation.method, &unknown, unknown_body.as_ref(), &[])?;
                    assert_eq!(strip(answer.json), strip(nonexistent.json), "E6 {label}");
                }
                Visibility::Empty => assert_eq!(answer.expect(200).json["data"], json!([]), "{label}"),
                Visibility::Refused(status) => assert_eq!(answer.status, status, "{label}"),
                Visibility::Own => {
                    let text = String::from_utf8_lossy(&answer.bytes).into_owned();
                    assert!(answer.status < 300, "{label}: {text}");
                    for id in [&ids.project, &ids.document, &ids.takeoff, &ids.item, &ids.export] {
                        assert!(!text.contains(id.as_str()), "{label} shows {id}");
                    }
                }
            }
        }
    }
    // All resources still exist.
    for path in [
        format!("/projects/{}", ids.project),
        format!("/documents/{}", ids.document),
        format!("/takeoffs/{}", ids.takeoff),
        format!("/exports/{}", ids.export),
    ] {
        owner.get(&path)?.expect(200);
    }
    let item = owner.get(&format!("/takeoffs/{}/items?limit=1", ids.takeoff))?.expect(200);
    assert_eq!(item.json["data"][0]["review_status"], "extracted");
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
    // Every host learns of it within a second.
    let begun = std::time::Instant::now();
    while account.get("/projects")?.status != 401 {
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "still accepted");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(())
}
