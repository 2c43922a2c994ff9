//! Readiness, and the page for each problem's `type`.

use std::collections::BTreeMap;
use std::time::Duration;

use http::{HeaderValue, Response, header};
use plumbline_engine::{Class, DEFAULT_TENANT, Registry, Slot};
use plumbline_jobs::JobTable;
use tracing::warn;

use super::state::Edge;
use super::{Body, full};
use plumbline_pipeline::{NO_ENDPOINTS, Problem, ProblemCode};

/// The text about text recognition in `GET /readyz` and the start message.
pub(crate) const RECOGNIZES: &str = "models are installed";
/// The same text if there are no models.
pub(crate) const DOES_NOT_RECOGNIZE: &str =
    "models are not installed, so scans and text drawn as lines are not read (setting models, or `cargo xtask setup`)";

/// Time in which the file store must answer.
const STORE_TIME: Duration = Duration::from_secs(2);

/// The kinds of jobs that the program's own endpoints start.
const JOB_KINDS: [&str; 4] = ["ingest", "takeoff", "export", "cleanup"];

/// Handles `GET /readyz`: reports that the process can serve: its database responds, and endpoints are bound and loaded.
/// Further lines report whether text can be recognized, whether the file store answers, and anything missing that
/// requests do not need immediately: such a host stays in rotation.
///
/// # Errors
/// `unavailable`, with the missing part.
pub(crate) async fn ready(edge: &Edge) -> Result<Response<Body>, Problem> {
    edge.storage.control.ping().await.map_err(|error| {
        warn!(%error, "not ready: the control database cannot be read");
        Problem::new(ProblemCode::Unavailable, "The database cannot be read.")
    })?;
    if !edge.engine.registry().has_endpoints() {
        return Err(Problem::new(ProblemCode::Unavailable, NO_ENDPOINTS));
    }
    let not_loaded = edge.engine.registry().not_loaded();
    // Slots of single tenants are not shown, because this page needs no credential.
    let defaults = || not_loaded.iter().filter(|one| one.tenant == DEFAULT_TENANT);
    let endpoints: Vec<String> = defaults()
        .filter(|one| one.slot.class == Class::Endpoint && !one.is_replaced)
        .map(|one| one.slot.to_string())
        .collect();
    if !endpoints.is_empty() {
        let detail = format!("These endpoints cannot be loaded and will be retried: {}.", endpoints.join(", "));
        return Err(Problem::new(ProblemCode::Unavailable, detail));
    }
    let mut missing = String::new();
    for one in defaults() {
        let meanwhile = if one.is_replaced { " (the previous version serves)" } else { "" };
        missing.push_str(&format!("not loaded: {}{meanwhile}\n", one.slot));
    }
    for slot in edge.engine.registry().withdrawn() {
        missing.push_str(&format!("out of service: {slot} (its publisher was revoked)\n"));
    }
    let unserved = JobTable::new(&edge.storage.control).unserved().await.map_err(|error| {
        warn!(%error, "not ready: the queue of jobs cannot be read");
        Problem::new(ProblemCode::Unavailable, "The database cannot be read.")
    })?;
    let mut waiting = unbound_kinds(edge.engine.registry());
    for kind in unserved {
        *waiting.entry(kind.kind).or_default() += kind.jobs;
    }
    for (kind, jobs) in waiting {
        let jobs = if jobs == 0 { String::new() } else { format!("; jobs waiting: {jobs}") };
        missing.push_str(&format!("missing: {}{jobs}\n", Slot::new(Class::Worker, kind)));
    }
    // Most calls need no file. A host that leaves the rotation would help nobody, because all have the same store.
    if !matches!(tokio::time::timeout(STORE_TIME, edge.storage.blobs.ping()).await, Ok(Ok(()))) {
        warn!("the file store does not respond");
        missing.push_str("files: the store (blobs.url) does not answer\n");
    }
    // The host serves without models too. This line shows operators why scans have no results.
    let recognition = if edge.engine.has_models() { RECOGNIZES } else { DOES_NOT_RECOGNIZE };
    Ok(text(&format!("ready\ntext recognition: {recognition}\n{missing}"), "text/plain; charset=utf-8"))
}

/// Returns the kinds of [`JOB_KINDS`] that no worker is bound for, each with 0 jobs. A worker that is bound and cannot
/// be loaded is reported as such.
fn unbound_kinds(registry: &Registry) -> BTreeMap<String, u64> {
    let (bound, not_loaded) = (registry.job_kinds(), registry.not_loaded());
    let is_bound = |kind: &str| {
        let slot = Slot::new(Class::Worker, kind);
        bound.contains(kind) || not_loaded.iter().any(|one| one.slot == slot)
    };
    JOB_KINDS.into_iter().filter(|kind| !is_bound(kind)).map(|kind| (kind.to_owned(), 0)).collect()
}

/// Handles `GET /errors/{code}`: the code's meaning and how to resolve it.
///
/// # Errors
/// `not_found` if the code does not exist.
pub(crate) fn error_page(code: &str) -> Result<Response<Body>, Problem> {
    let known = ProblemCode::from_code(code)
        .ok_or_else(|| Problem::new(ProblemCode::NotFound, "This problem code does not exist. Check the URL."))?;
    let mut response = text(&page(known), "text/html; charset=utf-8");
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        // Browsers ask for an icon, even if the page does not name one.
        HeaderValue::from_static(
            "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
        ),
    );
    Ok(response)
}

fn page(code: ProblemCode) -> String {
    // All texts are constants of this program and contain no markup that needs escaping.
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{code}</title><style>:root{{color-scheme:light dark;background:Canvas;color:CanvasText}}\
         body{{font:1rem/1.6 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style><h1>{title}</h1><p><code>{code}</code>, HTTP status {status}</p><p>{way}</p></html>\n",
        code = code.as_str(),
        title = code.title(),
        status = code.status(),
        way = code.advice(),
    )
}

fn text(body: &str, media_type: &'static str) -> Response<Body> {
    let mut response = Response::new(full(body.to_owned()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
