//! A host, and an application beside it on the data of one tenant.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use plumbline_tests::{Account, Answer, Edge, Runtime, Server, ServerOptions, components};
use serde_json::Value;

/// Both sides.
pub(crate) struct Beside {
    pub(crate) server: Server,
    /// The tenant's key at the host,
    pub(crate) host: Account,
    /// and at the edge.
    pub(crate) edge: Account,
    pub(crate) application: Edge,
}

impl Beside {
    /// Starts both.
    pub(crate) fn start() -> Result<Self> {
        Self::with(&[], &[])
    }

    /// Starts both; `environment` is the host's, from which the application is built, and `variables` are the application's.
    pub(crate) fn with(environment: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<Self> {
        let server = Server::with_spin_database(ServerOptions::environment(environment))?;
        let host = server.account("Ames & Sons")?;
        let mut edge = server.key(&host.tenant, "sandbox", "all")?;
        // The host grants the trial credits with the first call.
        host.get("/projects")?.expect(200);
        let application = Edge::start(&runtime(), &server, &host.tenant, variables)?;
        edge.at_address(&application.url);
        Ok(Self { server, host, edge, application })
    }
}

/// What serves the application: the harness, unless the environment names a Spin.
pub(crate) fn runtime() -> Runtime {
    match std::env::var_os("SPIN") {
        Some(spin) => Runtime::Spin(spin.into()),
        None => Runtime::Harness,
    }
}

/// The folder of composed files.
pub(crate) fn files() -> Result<PathBuf> {
    let files = components()?.with_file_name("edge");
    let is_there = files.join("projects.wasm").is_file();
    ensure!(is_there, "{} has no composed file; `cargo xtask edge` makes them", files.display());
    Ok(files)
}

/// An answer without what differs from call to call: ids, times, the server's address. Status, headers, body.
pub(crate) fn redacted(beside: &Beside, answer: &Answer) -> (u16, Vec<(String, String)>, Value) {
    let text = |text: &str| text.replace(&beside.application.url, "[address]").replace(&beside.server.url, "[address]");
    let changing = ["date", "connection", "transfer-encoding", "x-request-id", "etag", "location"];
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(value.to_str().unwrap_or_default())))
        .map(|(name, value)| if changing.contains(&name.as_str()) { (name, String::new()) } else { (name, value) })
        .filter(|(name, _)| !["date", "connection", "transfer-encoding"].contains(&name.as_str()))
        // A bucket fills with time.
        .map(|(name, value)| if name == "ratelimit" { (name, String::new()) } else { (name, value) })
        .map(|(name, value)| if name == "set-cookie" { (name, without_tokens(&value)) } else { (name, value) })
        .collect();
    headers.sort();
    let body = match &answer.json {
        Value::Null => Value::from(without_tokens(&text(&String::from_utf8_lossy(&answer.bytes)))),
        json => without_ids(json, &text),
    };
    (answer.status, headers, body)
}

/// A page's text without the tokens of its form, which are others each time.
fn without_tokens(text: &str) -> String {
    ["plfrm_", "name=\"csrf\" value=\""].iter().fold(text.to_owned(), |text, mark| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
        rest.fold(first, |all, part| all + *mark + part)
    })
}

fn without_ids(value: &Value, text: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let changes =
                    ["id", "request_id", "created_at", "updated_at", "last_used_at", "name"].contains(&name.as_str());
                let kept =
                    if changes && value.is_string() { Value::from("[changes]") } else { without_ids(value, text) };
                (name.clone(), kept)
            })
            .collect(),
        Value::Array(values) => values.iter().map(|value| without_ids(value, text)).collect(),
        Value::String(words) => Value::from(text(words)),
        other => other.clone(),
    }
}
