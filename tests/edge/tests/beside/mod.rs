//! A host, and composed files beside it on the data of one tenant.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_tests::{Account, Answer, Server, ServerOptions, components};
use serde_json::Value;
use tempfile::TempDir;

/// Both sides.
pub(crate) struct Beside {
    pub(crate) server: Server,
    /// The tenant's key at the host,
    pub(crate) host: Account,
    /// and at the edge.
    pub(crate) edge: Account,
    edge_url: String,
    harness: Child,
    _folder: TempDir,
}

impl Drop for Beside {
    fn drop(&mut self) {
        // The test is over; a process that is gone already is what we want.
        let _ = self.harness.kill();
        let _ = self.harness.wait();
    }
}

impl Beside {
    /// Starts both; `options` is the variable of that name.
    pub(crate) fn start(options: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let database = folder.path().join("sqlite_db.db");
        let path = database.to_string_lossy();
        let spin = [("PLUMBLINE_SPIN__DATABASE", &*path), ("PLUMBLINE_SPIN__ENVIRONMENT", "sandbox")];
        let server = Server::with(ServerOptions::environment(&spin))?;
        let host = server.account("Ames & Sons")?;
        let mut edge = server.key(&host.tenant, "sandbox", "all")?;
        // The host makes the tenant's tables with the first call.
        host.get("/projects")?.expect(200);
        let files = files()?;
        let secret = URL_SAFE_NO_PAD.encode(std::fs::read(server.data_dir().join("signing.key"))?);
        let options = if options == "{}" { generous() } else { options.to_owned() };
        let variables = [
            ("tenant", host.tenant.as_str()),
            ("environment", "sandbox"),
            ("secret", &secret),
            ("centre_url", &server.url),
            ("options", &options),
        ];
        let mut command = Command::new(env!("CARGO_BIN_EXE_edge-harness"));
        command.arg("--files").arg(&files).arg("--database").arg(&database);
        command.args(variables.iter().flat_map(|(name, value)| ["--variable".to_owned(), format!("{name}={value}")]));
        command.args(["--allow", server.url.trim_start_matches("http://")]).stdout(Stdio::piped());
        let mut harness = command.spawn().context("cannot start the harness")?;
        let mut line = String::new();
        BufReader::new(harness.stdout.take().context("no output")?).read_line(&mut line)?;
        let edge_url = line.trim().strip_prefix("listening on ").context("the harness did not start")?.to_owned();
        edge.at_address(&edge_url);
        Ok(Self { server, host, edge, edge_url, harness, _folder: folder })
    }
}

/// The folder of composed files.
pub(crate) fn files() -> Result<PathBuf> {
    let files = components()?.with_file_name("edge");
    let is_there = files.join("projects.wasm").is_file();
    ensure!(is_there, "{} has no composed file; `cargo xtask edge` makes them", files.display());
    Ok(files)
}

/// The rates that the tests' hosts have.
fn generous() -> String {
    let rate = r#"{"per_minute": 10000000, "burst": 10000000}"#;
    let quotas = r#"{"documents": 500, "storage_mb": 5000, "takeoff_pages_per_day": 1000, "exports_per_day": 500}"#;
    format!(r#"{{"tiers": {{"sandbox": {{"read": {rate}, "write": {rate}, "quotas": {quotas}}}}}}}"#)
}

/// An answer without what differs from call to call: ids, times, the server's address. Status, headers, body.
pub(crate) fn redacted(beside: &Beside, answer: &Answer) -> (u16, Vec<(String, String)>, Value) {
    let text = |text: &str| text.replace(&beside.edge_url, "[address]").replace(&beside.server.url, "[address]");
    let changing = ["date", "connection", "transfer-encoding", "x-request-id", "etag", "location"];
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(value.to_str().unwrap_or_default())))
        .map(|(name, value)| if changing.contains(&name.as_str()) { (name, String::new()) } else { (name, value) })
        .filter(|(name, _)| !["date", "connection", "transfer-encoding"].contains(&name.as_str()))
        // A bucket fills with time.
        .map(|(name, value)| if name == "ratelimit" { (name, String::new()) } else { (name, value) })
        .collect();
    headers.sort();
    (answer.status, headers, without_ids(&answer.json, &text))
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
