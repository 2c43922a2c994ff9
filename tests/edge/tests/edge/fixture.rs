//! A host, and an edge application on the data of one of its tenants.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use plumbline_tests::{Account, Edge, Response, Runtime, Server, ServerOptions, components};
use serde_json::Value;

/// A host and an edge application on the same data.
pub(crate) struct EdgeFixture {
    pub(crate) server: Server,
    /// The tenant's key at the host.
    pub(crate) host: Account,
    /// The tenant's key at the edge.
    pub(crate) edge: Account,
    pub(crate) application: Edge,
}

impl EdgeFixture {
    /// Starts the host and the application.
    pub(crate) fn start() -> Result<Self> {
        Self::start_with(&[], &[])
    }

    /// Starts both. `environment` is the host's, from which the application is built, and `variables` are the application's.
    pub(crate) fn start_with(environment: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<Self> {
        let server = Server::start_with_spin_database(ServerOptions::with_environment(environment))?;
        Self::start_on(server, variables)
    }

    /// Starts the application of a tenant of a running host.
    pub(crate) fn start_on(server: Server, variables: &[(&str, &str)]) -> Result<Self> {
        let host = server.account("Ames & Sons")?;
        let mut edge = server.key(&host.tenant, "sandbox", "all")?;
        // The host grants the trial credits with the first call.
        host.get("/projects")?.expect(200);
        let application = Edge::start(&runtime(), &server, &host.tenant, variables)?;
        edge.set_address(&application.url);
        Ok(Self { server, host, edge, application })
    }
}

/// Returns the runtime of the application: the harness, unless the environment names a Spin.
pub(crate) fn runtime() -> Runtime {
    match std::env::var_os("SPIN") {
        Some(spin) => Runtime::Spin(spin.into()),
        None => Runtime::Harness,
    }
}

/// Returns the folder of composed files.
pub(crate) fn files() -> Result<PathBuf> {
    let files = components()?.with_file_name("edge");
    let is_there = files.join("projects.wasm").is_file();
    ensure!(is_there, "{} has no composed file; `cargo xtask edge` makes them", files.display());
    Ok(files)
}

/// Returns status, headers and the body's text of a response, without the values that differ between calls: ids, times, the
/// server's address. The rest is compared byte for byte.
pub(crate) fn redact(fixture: &EdgeFixture, answer: &Response) -> (u16, Vec<(String, String)>, String) {
    let text =
        |text: &str| text.replace(&fixture.application.url, "[address]").replace(&fixture.server.url, "[address]");
    let changing = ["date", "connection", "transfer-encoding", "x-request-id", "etag", "location"];
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(value.to_str().unwrap_or_default())))
        .map(|(name, value)| if changing.contains(&name.as_str()) { (name, String::new()) } else { (name, value) })
        .filter(|(name, _)| !["date", "connection", "transfer-encoding"].contains(&name.as_str()))
        // A bucket refills over time.
        .map(|(name, value)| if name == "ratelimit" { (name, String::new()) } else { (name, value) })
        .map(|(name, value)| if name == "set-cookie" { (name, without_tokens(&value)) } else { (name, value) })
        .collect();
    headers.sort();
    let mut changing = Vec::new();
    collect_changing(&answer.json, &mut changing);
    let body = text(&String::from_utf8_lossy(&answer.bytes));
    let body = changing.iter().fold(body, |body, value| body.replace(value, "[changes]"));
    (answer.status, headers, without_tokens(&body))
}

/// Returns a page's text without the tokens of its form, which change each time.
fn without_tokens(text: &str) -> String {
    ["plfrm_", "name=\"csrf\" value=\""].iter().fold(text.to_owned(), |text, mark| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
        rest.fold(first, |all, part| all + *mark + part)
    })
}

/// Collects the ids and times in a body.
fn collect_changing(value: &Value, found: &mut Vec<String>) {
    const CHANGING: [&str; 5] = ["id", "request_id", "created_at", "updated_at", "last_used_at"];
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str().filter(|_| CHANGING.contains(&name.as_str())) {
                    Some(text) => found.push(text.to_owned()),
                    None => collect_changing(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_changing(value, found)),
        _ => {}
    }
}
