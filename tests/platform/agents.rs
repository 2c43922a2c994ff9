//! The surface for agents: what it offers, to whom, and whom it refuses.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, ServerOptions, agent, send};
use serde_json::{Value, json};

use crate::agent_client::{Client, VERSIONS, names};

#[test]
fn m1_both_versions_of_the_protocol_are_spoken_without_sessions() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let old = Client::new(&server, &account, VERSIONS[0]);
    let response = old.initialize()?;
    assert_eq!(response.json["result"]["protocolVersion"], VERSIONS[0]);
    assert_eq!((response.header("mcp-session-id"), response.header("content-type")), ("", "application/json"));
    let new = Client::new(&server, &account, VERSIONS[1]);
    let discovered = new.request("server/discover", json!({}))?;
    for version in VERSIONS {
        assert!(discovered["supportedVersions"].as_array().is_some_and(|versions| versions.contains(&json!(version))));
    }
    let tools = old.tools()?;
    assert_eq!(names(&tools), names(&new.tools()?));
    // The versions before.
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let earlier = Client::new(&server, &account, version);
        assert_eq!(earlier.initialize()?.json["result"]["protocolVersion"], version);
        assert_eq!(names(&earlier.tools()?), names(&tools), "{version}");
        assert_eq!(earlier.done("list_projects", json!({}))?["data"], json!([]), "{version}");
    }
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
    let repeatable = |tool: &&&Value| tool["annotations"]["idempotentHint"] == true;
    let (reads, writes): (Vec<&Value>, Vec<&Value>) =
        tools.iter().partition(|tool| tool["annotations"]["readOnlyHint"] == true);
    assert_eq!(reads.iter().filter(repeatable).count(), reads.len());
    let mut repeatable: Vec<_> = writes.iter().filter(repeatable).filter_map(|tool| tool["name"].as_str()).collect();
    repeatable.sort_unstable();
    assert_eq!(repeatable, ["cancel_takeoff", "complete_upload", "delete_document"]);
    for tool in &tools {
        let name = &tool["name"];
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 40), "{name}");
        // The results of these are pictures, an address and nothing.
        let has_json =
            !["view_page", "view_item", "get_document_address", "delete_document"].iter().any(|it| name == it);
        assert_eq!(tool.get("outputSchema").is_some(), has_json, "{name}");
        for schema in [tool.get("inputSchema").context("no schema")?].into_iter().chain(tool.get("outputSchema")) {
            jsonschema::draft202012::meta::validate(schema).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            assert_eq!(schema["type"], "object", "{name}");
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
fn results_that_need_no_arguments_are_listed_resources() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let client = Client::new(&server, &account, VERSIONS[1]);
    let listed = client.request("resources/list", json!({}))?;
    let mut listed: Vec<&str> =
        listed["resources"].as_array().into_iter().flatten().filter_map(|resource| resource["uri"].as_str()).collect();
    listed.sort_unstable();
    assert_eq!(listed, ["plumbline:///capabilities", "plumbline:///credits", "plumbline:///reference/taxonomy"]);
    for uri in listed {
        let read = client.request("resources/read", json!({"uri": uri}))?;
        let contents = &read["contents"][0];
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(uri), &json!("application/json")));
        let text: Value = serde_json::from_str(contents["text"].as_str().context("no text")?)?;
        assert_eq!(text, account.get(uri.trim_start_matches("plumbline://"))?.expect(200).json, "{uri}");
    }
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
    // The API and the tools share the limit.
    account.get(&format!("{}/partner/v1/projects", server.url))?.expect_problem(429, "rate_limited");
    let refused = client.refusal("list_projects", json!({}))?;
    assert!(refused.contains("(`rate_limited`)"), "{refused}");
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
    assert!(text.starts_with("Check the takeoff tko_1"), "{text}");
    let texts = client.prompt_texts()?;
    assert_eq!(texts.len(), listed.len());
    assert!(texts.iter().all(|text| !text.contains(['{', '}'])), "{texts:?}");
    let missing = client.send("prompts/get", json!({"name": "check_takeoff"}), &[])?.json;
    assert!(missing["error"]["message"].as_str().is_some_and(|text| text.contains("`takeoff_id`")), "{missing}");
    Ok(())
}
