//! `plumbline takeoff FILE`: one drawing taken off here. The same components and the same calls as a client's, in a data
//! directory that is thrown away, without a socket.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use clap::Args;
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use plumbline_storage::{Environment, Scope};
use serde_json::{Value, json};

use super::output;
use crate::app::App;
use crate::config::Config;
use crate::edge::api::BASE_PATH;

/// How often a running job is looked at. A person watches; four times a second looks alive.
const LOOK: Duration = Duration::from_millis(250);
/// Credits of the thrown-away tenant: more than the largest document allowed (2,000 pages) can cost.
const CREDITS: f64 = 100_000.0;
/// Items read at a time, the most the API gives.
const PAGE: usize = 200;

/// Flags of `takeoff`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The drawing
    file: PathBuf,
    /// electrical, mechanical, plumbing, fire_protection, process, structural or multi_discipline
    #[arg(long)]
    discipline: String,
    /// Pages to take off: `1,3-5`; all when left out
    #[arg(long, value_parser = parse_pages)]
    pages: Option<Pages>,
    /// Scale where the sheet names none, or another: `1:75`, `1/8"=1'-0"`
    #[arg(long)]
    scale: Option<String>,
    /// Export as csv, xlsx or json instead of printing a table
    #[arg(long, value_name = "FORMAT")]
    export: Option<String>,
    /// File to write the export to; by default the drawing's name with the format's ending
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Page numbers as given.
#[derive(Debug, Clone)]
struct Pages(Vec<u32>);

fn parse_pages(text: &str) -> Result<Pages, String> {
    let mut pages = Vec::new();
    for part in text.split(',') {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&page| page > 0);
        let range = match part.split_once('-') {
            Some((from, until)) => number(from).zip(number(until)),
            None => number(part).map(|page| (page, page)),
        };
        match range {
            Some((from, until)) if from <= until && until - from < 2_000 => pages.extend(from..=until),
            _ => return Err(format!("`{part}` is no page or range of pages; write for example 1,3-5")),
        }
    }
    pages.sort_unstable();
    pages.dedup();
    Ok(Pages(pages))
}

/// Takes the drawing off.
pub(crate) async fn run(mut config: Config, arguments: Arguments, json: bool) -> Result<()> {
    let bytes = std::fs::read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    let scratch = tempfile::tempdir().context("cannot make a directory for the work")?;
    if config.components.is_none() {
        config.components = Some(components_of_program()?);
    }
    // Compiling takes longer than most drawings: keep it beside the components, unless told otherwise.
    config.compiled_dir = config.compiled_dir.or_else(|| config.components.clone());
    config.data_dir = scratch.path().to_owned();
    let app = App::start(config, SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let desk = Desk::new(&app).await?;
    let outcome = desk.take_off(&arguments, bytes, json).await;
    app.stop().await;
    outcome
}

/// The components delivered with the program: a folder `components` beside it or one level up.
pub(super) fn components_of_program() -> Result<PathBuf> {
    let program = std::env::current_exe().context("cannot tell where this program is")?;
    let beside = program.parent().into_iter().flat_map(|folder| [Some(folder), folder.parent()]).flatten();
    let candidates: Vec<PathBuf> = beside.map(|folder| folder.join("components")).collect();
    match candidates.iter().find(|folder| folder.is_dir()) {
        Some(folder) => Ok(folder.clone()),
        None => bail!(
            "no folder of components beside the program; name one with PLUMBLINE_COMPONENTS or in the configuration"
        ),
    }
}

/// A client of the API that needs no socket.
struct Desk<'a> {
    app: &'a App,
    secret: String,
}

impl<'a> Desk<'a> {
    async fn new(app: &'a App) -> Result<Self> {
        let control = &app.storage.control;
        let tenant = control.create_tenant("this drawing").await?;
        let scopes = plumbline_identity::parse_scopes("all")?;
        let name = "this drawing";
        let created = app.identity.create_key(&tenant.id, name, Environment::Sandbox, &scopes, None).await?;
        let scope = Scope::new(tenant.id, Environment::Sandbox);
        app.storage.tenant(&scope).await?.grant("grant_takeoff_command", CREDITS, "work on one's own machine").await?;
        Ok(Self { app, secret: created.secret })
    }

    /// One call; a problem becomes an error in its own words.
    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
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
            bail!(in_words(&value));
        }
        Ok(value)
    }

    async fn take_off(&self, arguments: &Arguments, bytes: Vec<u8>, json: bool) -> Result<()> {
        let filename = arguments.file.file_name().and_then(|name| name.to_str()).unwrap_or("drawing.pdf");
        let project = self.call(Method::POST, "/projects", Some(&json!({"name": filename}))).await?;
        let document = self.upload(&project, filename, bytes).await?;
        let document = self.until_done(&format!("/documents/{}", text(&document, "id")), "reading", "ready").await?;
        let mut body = json!({"document_id": text(&document, "id"), "discipline": arguments.discipline});
        if let Some(Pages(pages)) = &arguments.pages {
            body["pages"] = json!(pages);
        }
        if let Some(scale) = &arguments.scale {
            body["metadata"] = json!({"scale": scale});
        }
        let takeoff = self.call(Method::POST, "/takeoffs", Some(&body)).await?;
        let id = text(&takeoff, "id").to_owned();
        let takeoff = self.until_done(&format!("/takeoffs/{id}"), "taking off", "completed").await?;
        for warning in takeoff["warnings"].as_array().into_iter().flatten() {
            eprintln!("warning: {}", text(warning, "message"));
        }
        match &arguments.export {
            Some(format) => self.export(&id, format, arguments, json).await,
            None => self.print(&id, json).await,
        }
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
            bail!(in_words(&serde_json::from_slice(&bytes)?));
        }
        let id = text(&slot["document"], "id");
        self.call(Method::POST, &format!("/documents/{id}/complete"), None).await
    }

    /// Looks at a resource until its status is `done`, showing how far it is.
    async fn until_done(&self, path: &str, doing: &str, done: &str) -> Result<Value> {
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
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn export(&self, takeoff: &str, format: &str, arguments: &Arguments, json: bool) -> Result<()> {
        let body = json!({"takeoff_id": takeoff, "format": format, "options": {"include_evidence": true}});
        let export = self.call(Method::POST, "/exports", Some(&body)).await?;
        let export = self.until_done(&format!("/exports/{}", text(&export, "id")), "writing", "completed").await?;
        let request = Request::get(text(&export["download"], "url")).body(Full::new(Bytes::new()))?;
        let response = self.app.edge.answer(request).await;
        if !response.status().is_success() {
            bail!("the export cannot be read back: HTTP {}", response.status());
        }
        let bytes = response.into_body().collect().await.map_err(|error| anyhow::anyhow!(error))?.to_bytes();
        let name = text(&export["download"], "filename");
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or(format);
        let out = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension(ending));
        std::fs::write(&out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
        output::show(json, &json!({"file": out, "bytes": bytes.len()}), |_| {
            format!("wrote {} ({} bytes)", out.display(), bytes.len())
        })
    }

    async fn all(&self, path: &str) -> Result<Vec<Value>> {
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

    async fn print(&self, takeoff: &str, json: bool) -> Result<()> {
        let items = self.all(&format!("/takeoffs/{takeoff}/items")).await?;
        let routes = self.all(&format!("/takeoffs/{takeoff}/routes")).await?;
        if json {
            return output::show(true, &json!({"items": items, "routes": routes}), |_| String::new());
        }
        let mut counts: BTreeMap<[String; 3], f64> = BTreeMap::new();
        for item in &items {
            let row = ["description", "tag", "unit"].map(|field| text(item, field).to_owned());
            *counts.entry(row).or_default() += item["effective_quantity"].as_f64().unwrap_or(0.0);
        }
        for route in &routes {
            let size = text(&route["attributes"], "size");
            let row = [text(route, "system").to_owned(), size.to_owned(), text(route, "unit").to_owned()];
            *counts.entry(row).or_default() += route["quantity"].as_f64().unwrap_or(0.0);
        }
        let counts: Vec<_> = counts.into_iter().collect();
        output::rows(
            false,
            &counts,
            |row| json!(row),
            &["DESCRIPTION", "TAG", "QUANTITY", "UNIT"],
            |([description, tag, unit], quantity)| {
                vec![description.clone(), tag.clone(), format!("{quantity:.2}"), unit.clone()]
            },
        )
    }
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// A problem body as one line.
fn in_words(problem: &Value) -> String {
    let mut words = text(problem, "detail").to_owned();
    for error in problem["errors"].as_array().into_iter().flatten() {
        words.push_str(&format!("; {}: {}", text(error, "field"), text(error, "message")));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::parse_pages;

    #[test]
    fn pages_are_numbers_and_ranges() {
        assert_eq!(parse_pages("3,1-2,2").unwrap().0, [1, 2, 3]);
        for wrong in ["", "0", "2-1", "a", "1-", "1,,2"] {
            assert!(parse_pages(wrong).is_err(), "{wrong}");
        }
    }
}
