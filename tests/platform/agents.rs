//! The surface for agents: tools that do what the REST API does, through the same limits and accounts.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Response, Server, ServerOptions, agent, poll_until, send};
use serde_json::{Value, json};

/// The version with a handshake, and the one without.
const VERSIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// A client of the surface.
struct Client<'a> {
    url: String,
    account: &'a Account,
    version: &'static str,
    /// What the client says that it can do.
    capabilities: Value,
}

impl<'a> Client<'a> {
    fn new(server: &Server, account: &'a Account, version: &'static str) -> Self {
        Self { url: format!("{}/mcp", server.url), account, version, capabilities: json!({}) }
    }

    /// Sends a message with these headers in addition to those of the protocol.
    fn send(&self, method: &str, mut params: Value, headers: &[(&str, &str)]) -> Result<Response> {
        let authorization = format!("Bearer {}", self.account.secret);
        let mut all = vec![
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", self.version),
        ];
        let mut named = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        if let Some(task) = params.get("taskId").and_then(Value::as_str) {
            named = Some(task.to_owned());
        }
        if self.version >= "2026-07-28" {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.version,
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
            all.push(("mcp-method", method));
            all.extend(named.as_deref().map(|name| ("mcp-name", name)));
        }
        all.extend(headers);
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        send(&agent(), "POST", &self.url, message.to_string().as_bytes(), &all)
    }

    fn request(&self, method: &str, params: Value) -> Result<Value> {
        let message = self.send(method, params, &[])?.expect(200).json;
        let result = message.get("result").cloned();
        result.with_context(|| format!("{method}: {message}"))
    }

    fn tool(&self, name: &str, arguments: Value) -> Result<Value> {
        self.request("tools/call", json!({"name": name, "arguments": arguments}))
    }

    /// Calls a tool that succeeds, and returns its structured result, which its text repeats.
    fn done(&self, name: &str, arguments: Value) -> Result<Value> {
        let result = self.tool(name, arguments)?;
        assert_eq!(result["isError"], false, "{name}: {result}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap_or_default())?;
        assert_eq!(text, result["structuredContent"], "M2 {name}");
        Ok(text)
    }

    /// Calls a tool that is refused, and returns the reason.
    fn refusal(&self, name: &str, arguments: Value) -> Result<String> {
        let result = self.tool(name, arguments)?;
        assert_eq!(result["isError"], true, "{name}: {result}");
        Ok(result["content"][0]["text"].as_str().unwrap_or_default().to_owned())
    }

    fn tools(&self) -> Result<Vec<Value>> {
        Ok(self.request("tools/list", json!({}))?["tools"].as_array().cloned().unwrap_or_default())
    }
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[test]
fn m1_both_versions_of_the_protocol_are_spoken_without_sessions() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let old = Client::new(&server, &account, VERSIONS[0]);
    let parameters =
        json!({"protocolVersion": VERSIONS[0], "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let response = old.send("initialize", parameters, &[])?.expect(200);
    assert_eq!(response.json["result"]["protocolVersion"], VERSIONS[0]);
    assert_eq!((response.header("mcp-session-id"), response.header("content-type")), ("", "application/json"));
    let new = Client::new(&server, &account, VERSIONS[1]);
    let discovered = new.request("server/discover", json!({}))?;
    for version in VERSIONS {
        assert!(discovered["supportedVersions"].as_array().is_some_and(|versions| versions.contains(&json!(version))));
    }
    assert_eq!(names(&old.tools()?), names(&new.tools()?));
    Ok(())
}

#[test]
fn m2_tools_describe_themselves() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let tools = Client::new(&server, &account, VERSIONS[1]).tools()?;
    assert!((20..=30).contains(&tools.len()), "{}", tools.len());
    let annotation = |name: &str, hint: &str| {
        tools.iter().find(|tool| tool["name"] == name).map(|tool| tool["annotations"][hint].clone())
    };
    assert_eq!(annotation("get_takeoff", "readOnlyHint"), Some(json!(true)));
    assert_eq!(annotation("start_takeoff", "readOnlyHint"), Some(json!(false)));
    assert_eq!(annotation("delete_document", "destructiveHint"), Some(json!(true)));
    for tool in &tools {
        let name = &tool["name"];
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 40), "{name}");
        for schema in ["inputSchema", "outputSchema"] {
            if let Some(schema) = tool.get(schema) {
                jsonschema::draft202012::meta::validate(schema).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
                assert_eq!(schema["type"], "object", "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn pages_and_items_are_seen_as_pictures() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    let document = account.wait_for_takeoff(&takeoff.id)?["document_id"].clone();
    let item =
        account.get(&format!("/takeoffs/{}/items?limit=1", takeoff.id))?.expect(200).json["data"][0]["id"].clone();
    let item = item.as_str().context("no item")?;
    let client = Client::new(&server, &account, VERSIONS[1]);
    let by_tool = |name: &str, arguments: Value| -> Result<String> {
        let result = client.tool(name, arguments)?;
        let content = &result["content"][0];
        assert_eq!(
            (&content["type"], &content["mimeType"]),
            (&json!("image"), &json!("image/png")),
            "{name}: {result}"
        );
        Ok(content["data"].as_str().context("no data")?.to_owned())
    };
    let as_resource = |uri: String| -> Result<String> {
        let read = client.request("resources/read", json!({"uri": uri}))?;
        let contents = &read["contents"][0];
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(uri), &json!("image/png")));
        Ok(contents["blob"].as_str().context("no blob")?.to_owned())
    };
    let templates = client.request("resources/templates/list", json!({}))?;
    let templates = templates["resourceTemplates"].as_array().context("no list")?;
    let document = document.as_str().context("no document")?;
    for (tool, arguments, uri, path) in [
        (
            "view_page",
            json!({"document_id": document, "page_number": 1, "area": "0,0,0.5,0.5"}),
            "plumbline:///documents/{document_id}/pages/{page_number}/picture{?area}",
            format!("/documents/{document}/pages/1/picture?area=0,0,0.5,0.5"),
        ),
        (
            "view_item",
            json!({"takeoff_id": takeoff.id, "item_id": item}),
            "plumbline:///takeoffs/{takeoff_id}/items/{item_id}/picture{?evidence}",
            format!("/takeoffs/{}/items/{item}/picture", takeoff.id),
        ),
    ] {
        let template = templates.iter().find(|template| template["uriTemplate"] == uri);
        assert_eq!(template.context("no template")?["mimeType"], "image/png");
        // The same picture in all three ways.
        let expected = BASE64.encode(account.get(&path)?.expect(200).bytes);
        assert_eq!(by_tool(tool, arguments)?, expected, "{tool}");
        assert_eq!(as_resource(format!("plumbline://{path}"))?, expected, "{path}");
    }
    let refused = client.refusal("view_page", json!({"document_id": document, "page_number": 9}))?;
    assert!(refused.contains("Page 9 does not exist"), "{refused}");
    Ok(())
}

#[test]
fn m3_the_tools_follow_the_scopes_of_the_credential() -> Result<()> {
    let server = Server::start()?;
    let account = server.account_with("Ames & Sons", "sandbox", "projects:read takeoffs:read")?;
    let client = Client::new(&server, &account, VERSIONS[0]);
    let tools = client.tools()?;
    let listed = names(&tools);
    assert!(listed.contains(&"list_projects") && listed.contains(&"get_takeoff"), "{listed:?}");
    assert!(!listed.contains(&"start_takeoff") && !listed.contains(&"create_project"), "{listed:?}");
    let refused = client.send("tools/call", json!({"name": "create_project", "arguments": {"name": "A"}}), &[])?;
    let error = &refused.expect(200).json["error"];
    assert_eq!(error["code"], -32602);
    assert!(error["message"].as_str().is_some_and(|text| text.contains("`projects:write`")), "{error}");
    assert!(server.account("Other")?.get("/projects")?.expect(200).json["data"].as_array().is_some_and(Vec::is_empty));
    Ok(())
}

#[test]
fn m4_other_origins_hosts_and_callers_are_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let client = Client::new(&server, &account, VERSIONS[0]);
    for (name, value, status) in [
        ("origin", "https://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://localhost.evil.example", 403),
        ("host", "evil.example", 403),
        ("origin", server.url.as_str(), 200),
        ("origin", "http://localhost:6274", 200),
    ] {
        let response = client.send("tools/list", json!({}), &[(name, value)])?;
        assert_eq!(response.status, status, "{name}: {value}");
    }
    let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", server.url);
    for secret in ["", "plk_unknown"] {
        let headers = [("authorization", format!("Bearer {secret}")), ("content-type", "application/json".to_owned())];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let refused = send(&agent(), "POST", &client.url, b"{}", &headers)?.expect_problem(401, "unauthenticated");
        assert!(refused.header("www-authenticate").contains(&metadata), "{}", refused.header("www-authenticate"));
    }
    let resource = send(&agent(), "GET", &metadata, &[], &[])?.expect(200).json;
    assert_eq!((&resource["resource"], &resource["authorization_servers"]), (&json!(client.url), &json!([server.url])));
    // Clients ask for all scopes that they find here.
    let scopes = resource["scopes_supported"].as_array().context("no scopes")?;
    assert!(scopes.contains(&json!("takeoffs:run")) && !scopes.contains(&json!("webhooks:manage")), "{scopes:?}");
    Ok(())
}

/// A takeoff by an agent, from the drawing to the results.
fn take_off(client: &Client<'_>, arguments: &Value) -> Result<String> {
    let project = client.done("create_project", json!({"name": "North School"}))?;
    let source = json!({"type": "upload"});
    let body = json!({"project_id": project["id"], "filename": "E-101.pdf", "source": source});
    let added = client.done("add_document", body)?;
    let sent = client.account.put(&added["upload"], &Drawing::e101(1, &Options::default()).pdf)?;
    assert!((200..300).contains(&sent.status), "{}", sent.status);
    let document = added["document"]["id"].clone();
    client.done("complete_upload", json!({"document_id": document}))?;
    poll_until("the document is ready", || {
        let read = client.done("get_document", json!({"document_id": document}))?;
        Ok((read["status"] == "ready").then_some(()))
    })?;
    let mut start = json!({"document_id": document, "discipline": "electrical"});
    start.as_object_mut().context("an object")?.extend(arguments.as_object().cloned().unwrap_or_default());
    let takeoff = client.done("start_takeoff", start)?["id"].as_str().unwrap_or_default().to_owned();
    poll_until("the takeoff is completed", || {
        let read = client.done("get_takeoff", json!({"takeoff_id": takeoff}))?;
        Ok((read["status"] == "completed").then_some(()))
    })?;
    Ok(takeoff)
}

/// Returns items without what differs from takeoff to takeoff.
fn comparable(mut items: Vec<Value>) -> Vec<Value> {
    for item in &mut items {
        for field in ["id", "takeoff_id", "route_id", "created_at"] {
            item.as_object_mut().map(|item| item.remove(field));
        }
        item["attributes"].as_object_mut().map(|attributes| attributes.remove("schedule_id"));
        if let Some(evidence) = item["evidence"].as_array_mut() {
            evidence.iter_mut().filter_map(Value::as_object_mut).for_each(|entry| drop(entry.remove("document_id")));
        }
    }
    items
}

#[test]
fn m5_a_takeoff_has_the_same_results_ledger_and_usage_as_by_rest() -> Result<()> {
    let server = Server::start()?;
    let (by_agent, by_rest) = (server.account("Agent")?, server.account("REST")?);
    let client = Client::new(&server, &by_agent, VERSIONS[1]);
    let theirs = take_off(&client, &json!({"max_credits": 100}))?;
    let ours = by_rest.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    by_rest.wait_for_takeoff(&ours.id)?;
    let items = |account: &Account, takeoff: &str| account.list_all(&format!("/takeoffs/{takeoff}/items"));
    let (found, expected) = (comparable(items(&by_agent, &theirs)?), comparable(items(&by_rest, &ours.id)?));
    assert_eq!(found.len(), 191);
    assert_eq!(found, expected);
    // The agent reads the same items, page by page.
    let mut page = client.done("list_items", json!({"takeoff_id": theirs, "limit": 3}))?;
    let mut same = by_agent.get(&format!("/takeoffs/{theirs}/items?limit=3"))?.expect(200).json;
    for page in [&mut page, &mut same] {
        assert!(page["next_cursor"].take().is_string(), "{page}");
    }
    assert_eq!(page, same);
    assert_eq!(by_agent.get("/credits")?.expect(200).json, by_rest.get("/credits")?.expect(200).json);
    let ledger = "SELECT group_concat(kind || ' ' || micros, ', ') FROM (SELECT kind, micros FROM ledger_entries WHERE kind <> 'grant' ORDER BY kind)";
    if server.database().is_none() {
        let of = |account: &Account| server.sandbox_query(&account.tenant, ledger);
        assert_eq!(of(&by_agent)?, of(&by_rest)?);
    }
    let usage = |account: &Account, surface: &str| -> Result<Option<Value>> {
        let report =
            account.get(&format!("/usage?from=2026-01-01&to=2026-12-31&group_by=operation&surface={surface}"))?;
        let rows = report.expect(200).json["rows"].as_array().cloned().unwrap_or_default();
        Ok(rows.into_iter().find(|row| row["key"] == "takeoffs.create" && row["credits"].as_f64() > Some(0.0)))
    };
    let counted = |account: &Account, surface: &str| {
        let mut row = poll_until("the usage is written", || usage(account, surface))?;
        row.as_object_mut().map(|row| row.remove("p95_ms"));
        anyhow::Ok(row)
    };
    assert_eq!(counted(&by_agent, "mcp")?, counted(&by_rest, "rest")?);
    assert_eq!(usage(&by_rest, "mcp")?, None);
    Ok(())
}

#[test]
fn a_cost_is_told_and_confirmed_before_anything_is_spent() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let before = account.get("/credits")?.expect(200).json;
    let start = json!({"document_id": takeoff.document, "discipline": "electrical"});
    let client = Client::new(&server, &account, VERSIONS[0]);
    let told = client.refusal("start_takeoff", start.clone())?;
    assert!(told.contains("up to 10 credits") && told.contains("`max_credits`: 10"), "{told}");
    let mut little = start.clone();
    little["max_credits"] = json!(9.5);
    assert!(client.refusal("start_takeoff", little)?.contains("up to 10 credits"));
    let asking = Client { capabilities: json!({"elicitation": {}}), ..Client::new(&server, &account, VERSIONS[1]) };
    let asked = asking.tool("start_takeoff", start.clone())?;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let question = &asked["inputRequests"]["confirm_cost"]["params"];
    assert!(question["message"].as_str().is_some_and(|text| text.contains("up to 10 credits")), "{asked}");
    let answered = |answer: Value| {
        let responses = json!({"confirm_cost": answer});
        let parameters = json!({
            "name": "start_takeoff", "arguments": start, "inputResponses": responses, "requestState": asked["requestState"],
        });
        asking.request("tools/call", parameters)
    };
    assert_eq!(answered(json!({"action": "decline"}))?["isError"], true);
    assert_eq!(account.get("/credits")?.expect(200).json, before, "nothing was spent until now");
    assert_eq!(answered(json!({"action": "accept", "content": {"agreed": true}}))?["isError"], false);
    assert_eq!(account.list_all("/takeoffs")?.len(), 2);
    Ok(())
}

#[test]
fn a_job_is_a_task_for_clients_that_follow_tasks() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let client = Client { capabilities, ..Client::new(&server, &account, VERSIONS[1]) };
    let start = json!({"document_id": takeoff.document, "discipline": "electrical", "max_credits": 10});
    let task = client.tool("start_takeoff", start.clone())?;
    assert_eq!((&task["resultType"], task["ttlMs"].is_null()), (&json!("task"), true), "{task}");
    let id = task["taskId"].as_str().context("no task")?.to_owned();
    let done = poll_until("the task is completed", || {
        let task = client.request("tasks/get", json!({"taskId": id}))?;
        assert!(task["status"] == "working" || task["status"] == "completed", "{task}");
        Ok((task["status"] == "completed").then_some(task))
    })?;
    let result = &done["result"]["structuredContent"];
    assert_eq!((&result["status"], &result["result_summary"]["item_count"]), (&json!("completed"), &json!(191)));
    assert_eq!(client.request("tasks/update", json!({"taskId": id, "inputResponses": {}}))?["resultType"], "complete");
    // A finished task cannot be cancelled any more.
    let refused = client.send("tasks/cancel", json!({"taskId": id}), &[])?.json;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    // Any other client gets the job itself, and cannot ask for tasks.
    let plain = Client::new(&server, &account, VERSIONS[1]);
    assert_eq!(plain.done("start_takeoff", start)?["status"], "queued");
    assert!(plain.send("tasks/get", json!({"taskId": id}), &[])?.json["error"]["code"].is_number());
    // Nobody reads the task of another tenant, or one that does not exist.
    let other = server.account("Brown Brothers")?;
    let theirs = Client {
        account: &other,
        capabilities: client.capabilities.clone(),
        ..Client::new(&server, &other, VERSIONS[1])
    };
    for id in [id.as_str(), "start_takeoff:tko_0000000000000000000000", "get_takeoff:x", "x"] {
        for method in ["tasks/get", "tasks/cancel"] {
            let refused = theirs.send(method, json!({"taskId": id}), &[])?.json;
            assert_eq!(refused["error"]["code"], -32602, "{method} {id}: {refused}");
        }
    }
    Ok(())
}

#[test]
fn a_review_by_an_agent_is_proposed_until_a_person_confirms_it() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let client = Client::new(&server, &account, VERSIONS[1]);
    let path = format!("/takeoffs/{}/items", takeoff.id);
    let items = account.get(&format!("{path}?limit=2"))?.expect(200).json["data"].clone();
    for item in [&items[0], &items[1]] {
        let review = json!({"takeoff_id": takeoff.id, "item_id": item["id"], "review_status": "accepted"});
        assert_eq!(client.done("review_item", review)?["review_proposed"], true);
    }
    let one = format!("{path}/{}", items[0]["id"].as_str().unwrap_or_default());
    let confirmed = account.patch(&one, json!({"review_status": "accepted"}))?.expect(200).json;
    assert_eq!((&confirmed["review_status"], confirmed.get("review_proposed")), (&json!("accepted"), None));
    let accepted = account.get(&format!("{path}?review_status=accepted"))?.expect(200).json["data"].clone();
    let proposed: Vec<bool> =
        accepted.as_array().into_iter().flatten().map(|item| item["review_proposed"] == true).collect();
    assert_eq!(proposed, [false, true]);
    Ok(())
}

#[test]
fn lists_count_as_reads() -> Result<()> {
    let options = ServerOptions::with_environment(&[
        ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"),
        ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "3"),
    ]);
    let server = Server::start_with(options)?;
    let account = server.account("Ames & Sons")?;
    let client = Client::new(&server, &account, VERSIONS[1]);
    let refused = (0..20).find_map(|_| {
        let response = client.send("tools/list", json!({}), &[]).ok()?;
        response.json["error"]["message"].as_str().map(str::to_owned)
    });
    assert!(refused.as_ref().is_some_and(|text| text.contains("`read` calls per minute")), "{refused:?}");
    Ok(())
}

#[test]
fn a_refusal_names_the_argument_and_the_next_step() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let client = Client::new(&server, &account, VERSIONS[0]);
    for (tool, arguments, expected) in [
        ("get_takeoff", json!({}), "`takeoff_id` is missing"),
        ("get_takeoff", json!({"takeoff_id": "../credits"}), "No resource has this id"),
        ("get_takeoff", json!({"takeoff_id": "tko_0000000000000000000000"}), "(`not_found`)"),
        ("create_project", json!({"name": ""}), "`name`"),
        ("create_project", json!({"name": "A", "colour": "red"}), "The arguments are"),
        ("list_items", json!({"takeoff_id": "tko_0000000000000000000000", "limit": 9999}), "`limit`"),
    ] {
        let refusal = client.refusal(tool, arguments)?;
        assert!(refusal.contains(expected), "{tool}: {refusal}");
    }
    Ok(())
}

#[test]
fn one_tenants_agent_reaches_nothing_of_another() -> Result<()> {
    let server = Server::start()?;
    let (own, other) = (server.account("Ames & Sons")?, server.account("Brown Brothers")?);
    let takeoff = other.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    other.wait_for_takeoff(&takeoff.id)?;
    let client = Client::new(&server, &own, VERSIONS[1]);
    for tool in ["get_takeoff", "get_takeoff_summary", "list_items", "list_routes", "list_schedules", "cancel_takeoff"]
    {
        assert!(client.refusal(tool, json!({"takeoff_id": takeoff.id}))?.contains("(`not_found`)"), "{tool}");
    }
    assert!(client.refusal("delete_document", json!({"document_id": takeoff.document}))?.contains("(`not_found`)"));
    let uri = format!("plumbline:///takeoffs/{}/schedules", takeoff.id);
    let refused = client.send("resources/read", json!({"uri": uri}), &[])?.json;
    assert!(refused.get("result").is_none() && refused["error"]["code"] == -32602, "{refused}");
    let theirs = Client::new(&server, &other, VERSIONS[1]).request("resources/read", json!({"uri": uri}))?;
    let text: Value = serde_json::from_str(theirs["contents"][0]["text"].as_str().unwrap_or_default())?;
    assert_eq!(text["data"].as_array().map(Vec::len), Some(2));
    Ok(())
}

#[test]
fn prompts_begin_the_usual_jobs() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let client = Client::new(&server, &account, VERSIONS[0]);
    let listed = client.request("prompts/list", json!({}))?;
    let listed: Vec<&str> =
        listed["prompts"].as_array().into_iter().flatten().filter_map(|prompt| prompt["name"].as_str()).collect();
    assert_eq!(listed, ["take_off_set", "check_takeoff", "compare_revisions"]);
    let parameters = json!({"name": "check_takeoff", "arguments": {"takeoff_id": "tko_1"}});
    let prompt = client.request("prompts/get", parameters)?;
    let text = prompt["messages"][0]["content"]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("Check the takeoff tko_1") && !text.contains('{'), "{text}");
    let missing = client.send("prompts/get", json!({"name": "check_takeoff"}), &[])?.json;
    assert!(missing["error"]["message"].as_str().is_some_and(|text| text.contains("`takeoff_id`")), "{missing}");
    Ok(())
}
