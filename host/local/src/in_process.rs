//! A client of the API in this process: a temporary data directory with the program's own components, without a socket.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use http::{Method, Request, Response};
use plumbline_pipeline::BASE_PATH;
use plumbline_storage::{Environment, Scope};
use serde_json::{Value, json};

use crate::program::{Program, Server};

/// Interval between checks of a running job. A person watches, and four times a second looks alive.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Credits of the temporary tenant: more than the largest allowed document (2,000 pages) can cost.
const CREDITS: f64 = 100_000.0;
/// Items read at a time, the maximum of the API.
const PAGE: usize = 200;

/// Starts everything in a temporary directory, lets `work` use it, and stops it.
pub(crate) async fn with_client<P: Program, T>(
    program: &P,
    work: impl AsyncFnOnce(&InProcessClient<P::Server>) -> Result<T>,
) -> Result<T> {
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let client = InProcessClient::new(program.server(scratch.path()).await?).await?;
    let outcome = work(&client).await;
    client.server.stop().await;
    outcome
}

/// A client of the API that needs no socket.
pub(crate) struct InProcessClient<S> {
    /// The server that handles the calls.
    pub(crate) server: S,
    secret: String,
}

impl<S: Server> InProcessClient<S> {
    async fn new(server: S) -> Result<Self> {
        let name = "this drawing";
        let tenant = server.storage().control.create_tenant(name).await?;
        let secret = server.create_key(&tenant.id, name).await?;
        let scope = Scope::new(tenant.id, Environment::Sandbox);
        let database = server.storage().tenant(&scope).await?;
        database.grant("grant_takeoff_command", CREDITS, "work on one's own machine").await?;
        Ok(Self { server, secret })
    }

    async fn answer(&self, request: http::request::Builder, body: impl Into<Bytes>) -> Result<Response<Bytes>> {
        self.server.answer(request.body(body.into())?).await
    }

    /// Makes one call. A problem becomes an error with the problem's text.
    pub(crate) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
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
        let response = self.answer(request, body).await?;
        let (status, bytes) = (response.status(), response.into_body());
        let value: Value = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes)? };
        if status.is_client_error() || status.is_server_error() {
            bail!(problem_message(&value));
        }
        Ok(value)
    }

    /// Uploads a drawing to a new project and waits until it is read. Returns the document's id.
    pub(crate) async fn upload_drawing(&self, filename: &str, bytes: Vec<u8>) -> Result<String> {
        let project = self.call(Method::POST, "/projects", Some(&json!({"name": filename}))).await?;
        let document = self.upload(&project, filename, bytes).await?;
        let document = self.until_done(&format!("/documents/{}", text(&document, "id")), "reading", "ready").await?;
        Ok(text(&document, "id").to_owned())
    }

    /// Takes off a document and returns the completed takeoff.
    pub(crate) async fn take_off(&self, request: &Value) -> Result<Value> {
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
        let response = self.answer(request, bytes).await?;
        if !response.status().is_success() {
            bail!(problem_message(&serde_json::from_slice(response.body())?));
        }
        let id = text(&slot["document"], "id");
        self.call(Method::POST, &format!("/documents/{id}/complete"), None).await
    }

    /// Polls a resource until its status is `done`, showing its progress.
    pub(crate) async fn until_done(&self, path: &str, doing: &str, done: &str) -> Result<Value> {
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
    pub(crate) async fn all(&self, path: &str) -> Result<Vec<Value>> {
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
    pub(crate) async fn download(&self, url: &str) -> Result<Bytes> {
        let response = self.answer(Request::get(url), Bytes::new()).await?;
        if !response.status().is_success() {
            bail!("cannot download the file: HTTP {}", response.status());
        }
        Ok(response.into_body())
    }
}

/// Returns a field's text, or an empty text if it is not a string.
pub(crate) fn text<'v>(value: &'v Value, field: &str) -> &'v str {
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
