//! The API's documentation: `/openapi.json`, and `/docs`, a Swagger UI page whose files are part of the program.
//!
//! `cargo xtask openapi` generates `host/openapi.json` from the types and validators of the endpoint components.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};

use super::{Body, full, respond};
use plumbline_pipeline::{BASE_PATH, Problem, ProblemCode, set_header};

/// The generated document. Its server is only the base path.
const DOCUMENT: &str = include_str!("../../openapi.json");
/// Allows scripts and styles only from here. Swagger UI sets styles from its script, and shows icons as data addresses.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Swagger UI's title, in its page.
const VENDORED_TITLE: &str = "<title>Swagger UI</title>";
/// The page's title.
const TITLE: &str = "<title>Plumbline API</title>";
/// Swagger UI has dark colors, which it uses only if the page's element has this class. Without the top bar, nothing
/// else sets it.
const FOLLOW_COLOR_SCHEME: &str = "\
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyColorScheme);
applyColorScheme();
";
/// On narrow screens, the backgrounds of code would cover the line above. One label has no color of its own in the
/// dark.
const READABLE: &str = "
.swagger-ui .renderedMarkdown p { line-height: 1.75; }
html.dark-mode .swagger-ui .examples-select__section-label { color: inherit; }
";

/// The API document and the page that shows it.
pub(super) struct Docs {
    document: Bytes,
    config: Arc<utoipa_swagger_ui::Config<'static>>,
}

impl Docs {
    /// Loads the document, with the public address as its server.
    ///
    /// # Errors
    /// Returns an error if the built-in document is not valid JSON.
    pub(super) fn new(public_url: &str) -> anyhow::Result<Self> {
        let mut document: serde_json::Value = serde_json::from_str(DOCUMENT)?;
        document["servers"] = serde_json::json!([{ "url": format!("{public_url}{BASE_PATH}") }]);
        let config = utoipa_swagger_ui::Config::from(format!("{BASE_PATH}/openapi.json"))
            .use_base_layout()
            .try_it_out_enabled(true)
            .filter(true)
            .validator_url("none");
        Ok(Self { document: serde_json::to_vec(&document)?.into(), config: Arc::new(config) })
    }

    /// Returns the document.
    ///
    /// # Errors
    /// Returns an error if it is not valid JSON.
    pub(super) fn as_json(&self) -> anyhow::Result<serde_json::Value> {
        Ok(serde_json::from_slice(&self.document)?)
    }

    /// Handles `GET /openapi.json`.
    pub(super) fn document(&self) -> Response<Body> {
        answer(self.document.clone(), "application/json")
    }

    /// Handles `GET /docs/…`: a file of the page. `below` is the path after `/docs`.
    ///
    /// # Errors
    /// `not_found` if there is no such file.
    pub(super) fn page(&self, below: &str) -> Result<Response<Body>, Problem> {
        let missing =
            || Problem::new(ProblemCode::NotFound, "This file does not exist. The documentation starts at /docs/.");
        let Some(file) = below.strip_prefix('/') else {
            // The page's files are named relative to the folder.
            let mut response = respond(StatusCode::PERMANENT_REDIRECT, "");
            response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("docs/"));
            return Ok(response);
        };
        let found =
            utoipa_swagger_ui::serve(file, Arc::clone(&self.config)).map_err(|_| missing())?.ok_or_else(missing)?;
        let mut response = answer(adapt(file, found.bytes.into_owned()), "application/octet-stream");
        let headers = response.headers_mut();
        set_header(headers, header::CONTENT_TYPE, found.content_type);
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        Ok(response)
    }
}

/// Returns a file of Swagger UI with our title, our styles and the color scheme of the reader's system.
fn adapt(file: &str, bytes: Vec<u8>) -> Bytes {
    match (file, str::from_utf8(&bytes)) {
        ("" | "index.html", Ok(page)) => page.replacen(VENDORED_TITLE, TITLE, 1).into(),
        ("index.css", Ok(styles)) => format!("{styles}{READABLE}").into(),
        ("swagger-initializer.js", Ok(script)) => format!("{FOLLOW_COLOR_SCHEME}{script}").into(),
        _ => bytes.into(),
    }
}

fn answer(bytes: Bytes, media_type: &'static str) -> Response<Body> {
    let mut response = Response::new(full(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> String {
        let docs = Docs::new("http://127.0.0.1:8080").unwrap();
        let found = utoipa_swagger_ui::serve(name, Arc::clone(&docs.config)).unwrap().unwrap();
        String::from_utf8(adapt(name, found.bytes.into_owned()).to_vec()).unwrap()
    }

    #[test]
    fn the_page_has_our_title() {
        for name in ["", "index.html"] {
            assert!(file(name).contains(TITLE), "{name}");
        }
    }

    #[test]
    fn the_page_follows_the_color_scheme() {
        assert!(file("swagger-initializer.js").starts_with(FOLLOW_COLOR_SCHEME));
        assert!(file("index.css").ends_with(READABLE));
        assert!(file("").contains("index.css"));
        assert!(file("swagger-ui.css").contains("html.dark-mode"), "Swagger UI names its dark colors differently");
    }
}
