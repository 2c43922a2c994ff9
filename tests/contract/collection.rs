//! The collection of requests, sent from top to bottom as the runner of Postman sends it.

use std::cell::Cell;
use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Response, Server, agent, poll_until, send, workspace};
use serde_json::{Value, json};

const COLLECTION: &str = "clients/collection/plumbline.postman_collection.json";

/// Lines of scripts without an effect of their own. [`Script::read`] reads the others.
const FRAME: [&str; 5] = [
    "if (pm.response.code < 300) {",
    "const body = pm.response.json();",
    "pm.execution.setNextRequest(pm.info.requestName);",
    "setTimeout(() => {}, 1000);",
    "}",
];

/// The script that sets the headers of an upload.
const SET_HEADERS: &str = "Object.entries(JSON.parse(pm.collectionVariables.get(\"upload_headers\"))).forEach(([key, value]) => pm.request.headers.upsert({key, value}));";

/// The collection's variables.
struct Variables {
    values: BTreeMap<String, String>,
    guids: Cell<u64>,
}

impl Variables {
    /// Replaces each `{{name}}`. `{{$guid}}` is another one each time.
    fn fill(&self, text: &str) -> Result<String> {
        let mut parts = text.split("{{");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}").with_context(|| format!("an open variable in {text}"))?;
            filled.push_str(&self.value(name)?);
            filled.push_str(rest);
        }
        Ok(filled)
    }

    fn value(&self, name: &str) -> Result<String> {
        if name == "$guid" {
            self.guids.set(self.guids.get() + 1);
            return Ok(format!("00000000-0000-4000-8000-{:012x}", self.guids.get()));
        }
        let value = self.values.get(name).filter(|value| !value.is_empty());
        value.cloned().with_context(|| format!("no value for {name}"))
    }
}

/// The effect of a request's script on a response with a status below 300.
#[derive(Default)]
struct Script {
    /// Variables to set, with the pointers to their values in the body.
    stored: Vec<(String, String)>,
    /// The statuses of a job with which the request is sent again.
    running: Vec<String>,
}

impl Script {
    /// Reads the lines that `cargo xtask clients` writes.
    fn read(request: &Value) -> Result<Self> {
        let mut script = Self::default();
        let events = request["event"].as_array().into_iter().flatten().filter(|event| event["listen"] == "test");
        for line in events.flat_map(|event| event["script"]["exec"].as_array().into_iter().flatten()) {
            let line = line.as_str().unwrap_or_default().trim();
            let states = line.strip_prefix("if (").and_then(|line| line.strip_suffix(".includes(body.status)) {"));
            if let Some(states) = states {
                script.running = serde_json::from_str(states)?;
            } else if let Some((_, set)) = line.split_once("pm.collectionVariables.set(\"") {
                let parts = set.strip_suffix(");").and_then(|set| set.split_once("\", "));
                let (name, value) = parts.with_context(|| format!("the variable of `{line}`"))?;
                let object = value.strip_prefix("JSON.stringify(").and_then(|value| value.strip_suffix(')'));
                let path = object.unwrap_or(value).strip_prefix("body").with_context(|| line.to_owned())?;
                script.stored.push((name.to_owned(), pointer(path)));
            } else {
                ensure!(FRAME.contains(&line), "this test does not know the line `{line}`");
            }
        }
        Ok(script)
    }

    fn repeats(&self, response: &Response) -> bool {
        response.status < 300 && self.running.iter().any(|state| response.json["status"] == state.as_str())
    }

    fn store(&self, response: &Response, variables: &mut Variables) {
        for (name, pointer) in self.stored.iter().filter(|_| response.status < 300) {
            match response.json.pointer(pointer) {
                Some(Value::String(text)) => variables.values.insert(name.clone(), text.clone()),
                Some(object @ Value::Object(_)) => variables.values.insert(name.clone(), object.to_string()),
                _ => None,
            };
        }
    }
}

/// Returns the JSON pointer of a path in JavaScript: `/data/0/id` for `.data[0]?.id`.
fn pointer(path: &str) -> String {
    path.replace(['?', ']'], "").replace(['.', '['], "/")
}

/// Returns the entries of a list that are not disabled.
fn enabled(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten().filter(|entry| entry["disabled"] != true)
}

/// Returns the headers that the script before a request sets: those that an upload's address came with.
fn script_headers(item: &Value, variables: &Variables) -> Result<BTreeMap<String, String>> {
    let mut events = item["event"].as_array().into_iter().flatten();
    let Some(script) = events.find(|event| event["listen"] == "prerequest") else { return Ok(BTreeMap::new()) };
    ensure!(script["script"]["exec"] == json!([SET_HEADERS]), "this test does not know the script {script}");
    Ok(serde_json::from_str(&variables.value("upload_headers")?)?)
}

/// Sends a request. `file` is the body where the user chooses a file.
fn call(agent: &ureq::Agent, item: &Value, variables: &Variables, file: &[u8]) -> Result<Response> {
    let request = &item["request"];
    let filled = |value: &Value| variables.fill(value.as_str().unwrap_or_default());
    let query: Vec<String> = enabled(&request["url"]["query"])
        .map(|parameter| Ok(format!("{}={}", filled(&parameter["key"])?, filled(&parameter["value"])?)))
        .collect::<Result<_>>()?;
    let joint = if query.is_empty() { "" } else { "?" };
    let url = format!("{}{joint}{}", filled(&request["url"]["raw"])?, query.join("&"));
    let mut headers: Vec<(String, String)> = enabled(&request["header"])
        .map(|header| Ok((filled(&header["key"])?, filled(&header["value"])?)))
        .collect::<Result<_>>()?;
    headers.extend(script_headers(item, variables)?);
    if request["auth"]["type"] != "noauth" {
        headers.push(("Authorization".into(), variables.fill("Bearer {{key}}")?));
    }
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let body = match request["body"]["mode"].as_str() {
        Some("file") => file.to_vec(),
        Some(_) => filled(&request["body"]["raw"])?.into_bytes(),
        None => Vec::new(),
    };
    send(agent, request["method"].as_str().context("no method")?, &url, &body, &headers)
}

/// Every request succeeds, or answers a problem that is one of its saved responses.
#[test]
fn the_collection_runs_from_top_to_bottom() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Collection")?;
    let drawing = Drawing::e101(1, &Options::default()).pdf;
    let collection: Value = serde_json::from_slice(&std::fs::read(workspace().join(COLLECTION))?)?;
    let own = [
        ("base_url", format!("{}/partner/v1", account.address())),
        ("key", account.secret.clone()),
        // Nothing answers there, and its name needs no resolver.
        ("webhook_url", "https://1.1.1.1:9/hooks".to_owned()),
    ];
    let initial = collection["variable"].as_array().context("no variables")?.iter();
    let initial = initial.filter_map(|one| Some((one["key"].as_str()?.to_owned(), one["value"].as_str()?.to_owned())));
    let values = initial.chain(own.into_iter().map(|(name, value)| (name.to_owned(), value))).collect();
    let mut variables = Variables { values, guids: Cell::default() };
    let agent = agent();
    let mut codes = Vec::new();
    for folder in collection["item"].as_array().context("no folders")? {
        for request in folder["item"].as_array().context("no requests")? {
            let name = request["name"].as_str().context("no name")?;
            let script = Script::read(request).with_context(|| name.to_owned())?;
            let response = poll_until(name, || {
                let response = call(&agent, request, &variables, &drawing);
                let response = response.with_context(|| name.to_owned())?;
                Ok((!script.repeats(&response)).then_some(response))
            })?;
            let mut saved = request["response"].as_array().into_iter().flatten();
            let is_expected = response.status < 400 || saved.any(|saved| saved["code"] == response.status);
            ensure!(is_expected, "{name}: {} {}", response.status, String::from_utf8_lossy(&response.bytes));
            script.store(&response, &mut variables);
            codes.push(response.status);
        }
    }
    let problems: Vec<u16> = codes.iter().copied().filter(|code| *code >= 400).collect();
    assert_eq!(
        problems,
        [422, 409, 403, 403],
        "an address that does not exist, a completed takeoff, and CAD with a key"
    );
    assert!(codes.len() > 40, "{} requests", codes.len());
    Ok(())
}
