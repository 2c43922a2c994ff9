//! A client of the API in this process: a temporary data directory with the program's own components, without a socket.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use plumbline_storage::{Environment, Scope};
use serde_json::{Value, json};

use crate::app::{App, bundled};
use crate::config::Config;
use plumbline_pipeline::BASE_PATH;

/// Interval between checks of a running job. A person watches, and four times a second looks alive.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Credits of the temporary tenant: more than the largest allowed document (2,000 pages) can cost.
const CREDITS: f64 = 100_000.0;
/// Items read at a time, the maximum of the API.
const PAGE: usize = 200;

/// Starts everything in a temporary directory, lets `work` use it, and stops it.
pub(super) async fn with_client<T>(
    mut config: Config,
    work: impl AsyncFnOnce(&InProcessClient) -> Result<T>,
) -> Result<T> {
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    if config.components.is_none() {
        config.components = Some(components_of_program()?);
    }
    // Compiling takes longer than most drawings, so the result is kept next to the components, unless configured
    // otherwise.
    config.compiled_dir = config.compiled_dir.or_else(|| config.components.clone());
    config.data_dir = scratch.path().to_owned();
    let client = InProcessClient::new(App::start(config, SocketAddr::from(([127, 0, 0, 1], 0))).await?).await?;
    let outcome = work(&client).await;
    client.app.stop().await;
    outcome
}

/// Returns the components that ship with the program: a folder `components` next to it or one level up.
pub(super) fn components_of_program() -> Result<PathBuf> {
    bundled::components()
        .context("no components folder next to the program. Set one with PLUMBLINE_COMPONENTS or in the configuration")
}

/// A client of the API that needs no socket.
pub(super) struct InProcessClient {
    /// The application that handles the calls.
    pub(super) app: App,
    secret: String,
}

impl InProcessClient {
    async fn new(app: App) -> Result<Self> {
        let control = &app.storage.control;
        let tenant = control.create_tenant("this drawing").await?;
        let scopes = plumbline_identity::parse_scopes("all")?;
        let name = "this drawing";
        let created = app.identity.create_key(&tenant.id, name, Environment::Sandbox, &scopes, None).await?;
        let scope = Scope::new(tenant.id, Environment::Sandbox);
        app.storage.tenant(&scope).await?.grant("grant_takeoff_command", CREDITS, "work on one's own machine").await?;
        Ok(Self { app, secret: created.secret })
    }

    /// Makes one call. A problem becomes an error with the problem's text.
    pub(super) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{BASE_PATH}{path}"))
            .header("authorization", format!("Bearer {}", self.secret));
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                serde_json::to_vec(body)?
            }
            None => Vec::new(),
        };
        let response = self.app.edge.answer(request.body(Full::new(Bytes::from(body)))?).await;
        let status = response.status();
        let bytes = response.into_body().collect().await.map_err(|error| anyhow::anyhow!(error))?.to_bytes();
        let value: Value = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes)? };
        if status.is_client_error() || status.is_server_error() {
            bail!(problem_message(&value));
        }
        Ok(value)
    }

    /// Uploads a drawing to a new project and waits until it is read. Returns the document's id.
    pub(super) async fn upload_drawing(&self, filename: &str, bytes: Vec<u8>) -> Result<String> {
        let project = self.call(Method::POST, "/projects", Some(&json!({"name": filename}))).await?;
        let document = self.upload(&project, filename, bytes).await?;
        let document = self.until_done(&format!("/documents/{}", text(&document, "id")), "reading", "ready").await?;
        Ok(text(&document, "id").to_owned())
    }

    /// Takes off a document and returns the completed takeoff.
    pub(super) async fn take_off(&self, request: &Value) -> Result<Value> {
        let takeoff = self.call(Method::POST, "/takeoffs", Some(request)).await?;
        self.until_done(&format!("/takeoffs/{}", text(&takeoff, "id")), "takeoff", "completed").await
    }

    async fn upload(&self, project: &Value, filename: &str, bytes: Vec<u8>) -> Result<Value> {
        let body = json!({
            "project_id": text(project, "id"), "filename": filename,
            "source": {"type": "upload", "size_bytes": bytes.len()},
        });
        let slot = self.call(Method::POST, "/documents", Some(&body)).await?;
        let mut request = Request::put(text(&slot["upload"], "url"));
        for (name, value) in slot["upload"]["headers"].as_object().into_iter().flatten() {
            request = request.header(name, value.as_str().unwrap_or_default());
        }
        let response = self.app.edge.answer(request.body(Full::new(Bytes::from(bytes)))?).await;
        if !response.status().is_success() {
            let bytes = response.into_body().collect().await.map_err(|error| anyhow::anyhow!(error))?.to_bytes();
            bail!(problem_message(&serde_json::from_slice(&bytes)?));
        }
        let id = text(&slot["document"], "id");
        self.call(Method::POST, &format!("/documents/{id}/complete"), None).await
    }

    /// Polls a resource until its status is `done`, showing its progress.
    pub(super) async fn until_done(&self, path: &str, doing: &str, done: &str) -> Result<Value> {
        let progress = indicatif::ProgressBar::new(100);
        progress.set_style(indicatif::ProgressStyle::with_template("{msg} {wide_bar} {percent} %")?);
        progress.set_message(doing.to_owned());
        loop {
            let resource = self.call(Method::GET, path, None).await?;
            let status = text(&resource, "status");
            progress.set_position(resource["progress"]["percent"].as_u64().unwrap_or(0));
            if status == done {
                progress.finish_and_clear();
                return Ok(resource);
            }
            if status == "failed" || status == "cancelled" {
                progress.finish_and_clear();
                bail!(
                    "{doing} failed: {} ({})",
                    text(&resource["failure"], "message"),
                    text(&resource["failure"], "code")
                );
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns all rows of a list.
    pub(super) async fn all(&self, path: &str) -> Result<Vec<Value>> {
        let mut rows = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let next = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let mut list = self.call(Method::GET, &format!("{path}?limit={PAGE}{next}"), None).await?;
            if let Value::Array(data) = list["data"].take() {
                rows.extend(data);
            }
            cursor = list["next_cursor"].as_str().map(str::to_owned);
            if cursor.is_none() {
                return Ok(rows);
            }
        }
    }

    /// Returns the file at a signed address.
    pub(super) async fn download(&self, url: &str) -> Result<Bytes> {
        let response = self.app.edge.answer(Request::get(url).body(Full::new(Bytes::new()))?).await;
        if !response.status().is_success() {
            bail!("cannot download the file: HTTP {}", response.status());
        }
        Ok(response.into_body().collect().await.map_err(|error| anyhow::anyhow!(error))?.to_bytes())
    }
}

/// Returns a field's text, or an empty text if it is not a string.
pub(super) fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// Returns a problem body as one line: the invalid fields, or else the detail.
fn problem_message(problem: &Value) -> String {
    let errors = problem["errors"].as_array().filter(|errors| !errors.is_empty());
    let Some(errors) = errors else { return text(problem, "detail").to_owned() };
    let field = |error: &Value| {
        let pointer = text(error, "field").trim_start_matches('/').replace('/', ".");
        // `pages.0` is the first of the given pages.
        pointer.trim_end_matches(|letter: char| letter == '.' || letter.is_ascii_digit()).to_owned()
    };
    errors.iter().map(|error| format!("{}: {}", field(error), text(error, "message"))).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_each_field_once() {
        let problem = json!({
            "detail": "Correct these fields: /pages/0, /metadata/scale.",
            "errors": [
                {"field": "/pages/0", "message": "must be a page of the document, 1 to 1"},
                {"field": "/metadata/scale", "message": "must be a scale such as 1:50"},
            ],
        });
        let expected = "pages: must be a page of the document, 1 to 1; metadata.scale: must be a scale such as 1:50";
        assert_eq!(problem_message(&problem), expected);
        assert_eq!(problem_message(&json!({"detail": "The takeoff is queued."})), "The takeoff is queued.");
    }
}
