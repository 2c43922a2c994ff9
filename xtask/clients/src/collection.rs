//! A collection of requests in Postman's format (v2.1), which Bruno, Insomnia and Hoppscotch import too.
//!
//! The requests contain the document's examples and store the ids that they create, so each can be sent after the previous one.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use crate::document::{Document, Operation};

/// The schema URL of the format.
const FORMAT: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/// The variable that holds an id, by the id's prefix.
const IDS: [(&str, &str); 9] = [
    ("prj_", "project_id"),
    ("doc_", "document_id"),
    ("tko_", "takeoff_id"),
    ("itm_", "item_id"),
    ("rte_", "route_id"),
    ("exp_", "export_id"),
    ("evt_", "event_id"),
    ("whe_", "webhook_endpoint_id"),
    ("whd_", "delivery_id"),
];
/// Operations that read a job, and the states in which the job is still running.
const JOBS: [&str; 3] = ["getDocument", "getTakeoff", "getExport"];
const RUNNING: [&str; 3] = ["ingesting", "queued", "processing"];
/// Values to store from responses in addition to the document's links: operation, variable, JavaScript path in the body.
const STORED_VALUES: [(&str, &str, &str); 8] = [
    ("createDocument", "upload_url", ".upload?.url"),
    ("createDocument", "upload_headers", ".upload?.headers"),
    ("listItems", "item_id", ".data[0]?.id"),
    ("listItems", "version", ".data[0]?.version"),
    ("listRoutes", "route_id", ".data[0]?.id"),
    ("getExport", "download_url", ".download?.url"),
    ("listEvents", "event_id", ".data[0]?.id"),
    ("testWebhookEndpoint", "delivery_id", ".id"),
];

/// The variable with the address of a receiver, and an address that exists.
const WEBHOOK_URL: &str = "webhook_url";
const RECEIVER: &str = "https://example.com/hooks/plumbline";
/// The variable with the page of a document that is shown.
const PAGE_NUMBER: &str = "page_number";

/// Sets the headers that an upload's address came with. They depend on where the server keeps files.
const SET_HEADERS: &str = "Object.entries(JSON.parse(pm.collectionVariables.get(\"upload_headers\"))).forEach(([key, value]) => pm.request.headers.upsert({key, value}));";

/// Problems that requests answer if the whole collection is sent with an API key: operation, end of the request's name,
/// status and reason.
const EXPECTED_PROBLEMS: [(&str, &str, u16, &str); 4] = [
    ("createDocument", "fetch a file from an address", 422, "The address in the example does not exist."),
    ("cancelTakeoff", "", 409, "The takeoff is already completed."),
    ("createCadFile", "", 403, "CAD files require the token of a signed-in user."),
    ("getCadStatus", "", 403, "CAD files require the token of a signed-in user."),
];

/// The order of a request in its folder, in which each request finds the records that earlier ones created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Create,
    Complete,
    Get,
    List,
    /// Reads a record from a list.
    GetBelow,
    Change,
    /// Another example of a creation.
    Alternative,
    Cancel,
    Delete,
}

impl Rank {
    fn for_operation(operation: &Operation) -> Self {
        let verbs = [
            ("create", Self::Create),
            ("complete", Self::Complete),
            ("test", Self::Complete),
            ("list", Self::List),
            ("review", Self::Change),
            ("update", Self::Change),
            ("rotate", Self::Change),
            ("replay", Self::Change),
            ("cancel", Self::Cancel),
            ("delete", Self::Delete),
        ];
        // Events are not created by a request either.
        let below = operation.path.matches('/').count() > 2 || operation.id == "getEvent";
        let get = if below { Self::GetBelow } else { Self::Get };
        verbs.iter().find(|(verb, _)| operation.id.starts_with(verb)).map_or(get, |(_, rank)| *rank)
    }
}

/// Returns the text of the collection.
pub(crate) fn text(document: &Value, read: &Document) -> Result<String> {
    let mut folders = Vec::new();
    let mut deletions = Vec::new();
    for tag in &read.tags {
        let mut ranked = Vec::new();
        for operation in read.operations.iter().filter(|operation| operation.tag == *tag) {
            let described = &document["paths"][&operation.path][operation.method.to_lowercase()];
            ranked.extend(build_requests(operation, described)?);
            match operation.id.as_str() {
                "createDocument" => {
                    ranked.push((Rank::Create, signed_request("Upload the file", "PUT", "upload_url", true)))
                }
                "getExport" => {
                    ranked.push((Rank::Get, signed_request("Download the file", "GET", "download_url", false)))
                }
                _ => {}
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        let (deleting, kept): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(rank, _)| *rank == Rank::Delete);
        deletions.extend(deleting.into_iter().map(|(_, request)| request));
        let requests: Vec<_> = kept.into_iter().map(|(_, request)| request).collect();
        // A tag whose operations are all only announced has no requests.
        if !requests.is_empty() {
            folders.push(json!({"name": tag, "item": requests}));
        }
    }
    // The requests of later folders need the records. Documents are deleted before their project.
    deletions.reverse();
    folders.push(json!({"name": "Clean up", "item": deletions}));
    let mut names = vec!["base_url", "key", WEBHOOK_URL, PAGE_NUMBER];
    names.extend(IDS.map(|(_, name)| name));
    names.extend(["upload_url", "upload_headers", "download_url", "version"]);
    let variables: Vec<_> = names
        .into_iter()
        .map(|name| {
            let value = match name {
                "base_url" => "http://127.0.0.1:8080/partner/v1",
                WEBHOOK_URL => RECEIVER,
                PAGE_NUMBER => "1",
                _ => "",
            };
            json!({"key": name, "value": value})
        })
        .collect();
    let collection = json!({
        "info": {
            "name": "Plumbline",
            "description": "Set the variable `key` to an API key and `base_url` to your server. Then send the requests from top to \
                            bottom: each remembers the ids that the next ones need. Documents, takeoffs and exports take a moment: get them again \
                            until they are ready. Generated from `host/openapi.json` by \
                            `cargo xtask clients`.",
            "schema": FORMAT,
        },
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{key}}", "type": "string"}]},
        "variable": variables,
        "item": folders,
    });
    Ok(serde_json::to_string_pretty(&collection)? + "\n")
}

/// Returns one request per example of the body, or one request if there are no examples.
fn build_requests(operation: &Operation, described: &Value) -> Result<Vec<(Rank, Value)>> {
    let content = &described["requestBody"]["content"]["application/json"];
    let mut bodies: Vec<(String, Option<&Value>)> = match content["examples"].as_object() {
        Some(examples) => examples
            .iter()
            .map(|(shows, example)| {
                (format!("{}: {}", operation.summary, shows.to_lowercase()), Some(&example["value"]))
            })
            .collect(),
        None => vec![(operation.summary.clone(), content.get("example"))],
    };
    // Uploads come first, because the file is sent next.
    bodies.sort_by_key(|(name, _)| !name.ends_with("upload a file"));
    let (status, success) = described["responses"]
        .as_object()
        .and_then(|responses| responses.iter().find(|(status, _)| status.starts_with(['2', '3'])))
        .with_context(|| format!("{} has no success", operation.id))?;
    let events = storage_script(operation, success);
    let mut requests = Vec::new();
    for (index, (name, body)) in bodies.into_iter().enumerate() {
        let first = index == 0;
        let request = request(operation, described, body)?;
        let mut response =
            json!({"name": success["description"], "originalRequest": request, "code": status.parse::<u16>()?});
        if let Some(example) = success["content"]["application/json"].get("example") {
            response["header"] = json!([{"key": "Content-Type", "value": "application/json"}]);
            response["body"] = serde_json::to_string_pretty(example)?.into();
        }
        let mut responses = vec![response];
        for (id, end, code, reason) in EXPECTED_PROBLEMS {
            if id == operation.id && name.ends_with(end) {
                responses.push(json!({"name": reason, "originalRequest": request, "code": code}));
            }
        }
        let rank = Rank::for_operation(operation);
        let rank = if rank == Rank::Create && !first { Rank::Alternative } else { rank };
        // The record of an alternative is only for inspection. Later requests use the record of the first one.
        let event = if rank == Rank::Alternative { json!([]) } else { events.clone() };
        requests.push((rank, json!({"name": name, "request": request, "response": responses, "event": event})));
    }
    Ok(requests)
}

fn request(operation: &Operation, described: &Value, body: Option<&Value>) -> Result<Value> {
    let path: Vec<String> = operation.path.trim_start_matches('/').split('/').map(variable).collect();
    let query: Vec<Value> = operation
        .query
        .keys()
        .map(|name| json!({"key": name, "value": query_value(name), "disabled": !operation.required.contains(name)}))
        .collect();
    let mut header = Vec::new();
    if body.is_some() {
        header.push(json!({"key": "Content-Type", "value": "application/json"}));
    }
    if operation.accepts_idempotency_key {
        header.push(json!({"key": "Idempotency-Key", "value": "{{$guid}}"}));
    }
    if operation.accepts_if_match {
        header.push(json!({"key": "If-Match", "value": "{{version}}", "disabled": true}));
    }
    let mut request = json!({
        "method": operation.method,
        "description": described["description"].as_str().unwrap_or_default(),
        "header": header,
        "url": {"raw": format!("{{{{base_url}}}}/{}", path.join("/")), "host": ["{{base_url}}"], "path": path, "query": query},
    });
    if let Some(body) = body {
        let mut body = body.clone();
        replace_ids_with_variables(&mut body);
        request["body"] = json!({
            "mode": "raw", "raw": serde_json::to_string_pretty(&body)?, "options": {"raw": {"language": "json"}},
        });
    }
    Ok(request)
}

/// Returns the value of a query parameter: a month for reports, nothing for filters.
fn query_value(name: &str) -> &'static str {
    match name {
        "from" => "2026-03-01",
        "to" => "2026-03-31",
        _ => "",
    }
}

/// Returns `{takeoff_id}` as the collection's variable.
fn variable(part: &str) -> String {
    match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
        Some(name) => format!("{{{{{name}}}}}"),
        None => part.to_owned(),
    }
}

/// Replaces the ids in an example with their variables.
fn replace_ids_with_variables(value: &mut Value) {
    match value {
        Value::String(text) => {
            let known = IDS.iter().find(|(prefix, _)| text.len() == prefix.len() + 22 && text.starts_with(prefix));
            if let Some((_, name)) = known {
                *text = format!("{{{{{name}}}}}");
            }
        }
        Value::Array(list) => {
            list.iter_mut().for_each(replace_ids_with_variables);
            // Several examples of the same kind become one variable.
            list.dedup();
        }
        Value::Object(map) => {
            // Must be unique per tenant, so that the request can be sent again.
            if let Some(reference) = map.get_mut("external_ref").filter(|reference| reference.is_string()) {
                *reference = "{{$guid}}".into();
            }
            if map.contains_key("event_types") {
                map.insert("url".into(), format!("{{{{{WEBHOOK_URL}}}}}").into());
            }
            map.values_mut().for_each(replace_ids_with_variables);
        }
        _ => {}
    }
}

/// Creates a script that stores values of a response: the parameters of its links, and those in [`STORED_VALUES`].
fn storage_script(operation: &Operation, success: &Value) -> Value {
    let mut stored: Map<String, Value> = success["links"]
        .as_object()
        .into_iter()
        .flat_map(Map::values)
        .flat_map(|link| link["parameters"].as_object().into_iter().flatten())
        .filter_map(|(name, pointer)| {
            let pointer = pointer.as_str()?.strip_prefix("$response.body#")?;
            Some((name.clone(), pointer.replace('/', "?.").replacen("?.", ".", 1).into()))
        })
        .collect();
    for (id, name, path) in STORED_VALUES {
        if id == operation.id {
            stored.insert(name.to_owned(), path.into());
        }
    }
    let job = JOBS.contains(&operation.id.as_str());
    if stored.is_empty() && !job {
        return json!([]);
    }
    let mut lines = vec!["if (pm.response.code < 300) {".to_owned(), "  const body = pm.response.json();".to_owned()];
    for (name, path) in &stored {
        let value = format!("body{}", path.as_str().unwrap_or_default());
        // A variable is text.
        let text = if name.ends_with("_headers") { format!("JSON.stringify({value})") } else { value.clone() };
        lines.push(format!("  if ({value}) pm.collectionVariables.set({name:?}, {text});"));
    }
    if job {
        // A run of the whole collection repeats the request until the job has ended.
        lines.push(format!("  if ({RUNNING:?}.includes(body.status)) {{"));
        lines.push("    pm.execution.setNextRequest(pm.info.requestName);".to_owned());
        lines.push("    setTimeout(() => {}, 1000);".to_owned());
        lines.push("  }".to_owned());
    }
    lines.push("}".to_owned());
    json!([{"listen": "test", "script": {"type": "text/javascript", "exec": lines}}])
}

/// Creates a request to a signed address, which needs no credential.
fn signed_request(name: &str, method: &str, variable: &str, file: bool) -> Value {
    let mut request = json!({
        "method": method, "auth": {"type": "noauth"}, "header": [],
        "description": "The signed address needs no credential.",
        "url": {"raw": format!("{{{{{variable}}}}}"), "host": [format!("{{{{{variable}}}}}")]},
    });
    if file {
        request["description"] =
            "Choose a PDF file as the body. The signed address needs no credential, but all headers that it came with."
                .into();
        request["body"] = json!({"mode": "file", "file": {"src": ""}});
        let script = json!({"type": "text/javascript", "exec": [SET_HEADERS]});
        let event = json!([{"listen": "prerequest", "script": script}]);
        return json!({"name": name, "request": request, "response": [], "event": event});
    }
    json!({"name": name, "request": request, "response": []})
}
