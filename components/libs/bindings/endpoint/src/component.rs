//! The component's bindings: `wasi:http/handler`, `plumbline:endpoint/calls` and signing, converted to this crate's types.

use bytes::Bytes;
use plumbline_contract::{Problem, ProblemCode};
use spin_sdk::http::FullBody;
use spin_sdk::http::body::IncomingBodyExt as _;

use crate::{Request, Response, Route, Services, SignedDownload, SignedUpload, dispatch};

#[doc(hidden)]
#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
pub mod bindings {
    wit_bindgen::generate!({
        // Only Plumbline's interfaces of the endpoint world. spin-sdk provides its other imports and its export.
        inline: "package plumbline:endpoint-library; world library { import plumbline:endpoint/signing@1.0.0; \
                 import plumbline:endpoint/sealing@1.0.0; import plumbline:endpoint/sources@1.0.0; \
                 export plumbline:endpoint/calls@1.0.0; }",
        world: "plumbline:endpoint-library/library",
        pub_export_macro: true,
        default_bindings_module: "plumbline_endpoint::component::bindings",
        path: [
            "../../../../wit/deps/wasi-clocks@0.3.0",
            "../../../../wit/deps/wasi-random@0.3.0",
            "../../../../wit/deps/wasi-filesystem@0.3.0",
            "../../../../wit/deps/wasi-sockets@0.3.0",
            "../../../../wit/deps/wasi-cli@0.3.0",
            "../../../../wit/deps/wasi-http@0.3.0",
            "../../../../wit/deps/spin-sqlite@3.1.0",
            "../../../../wit/endpoint@1.0.0",
        ],
        generate_all,
    });
}

use bindings::exports::plumbline::endpoint::calls;
use bindings::plumbline::endpoint::{sealing, signing, sources};

/// A response that `#[http_service]` accepts.
pub type Reply = http::Response<FullBody<Bytes>>;

/// The host's services.
struct Host;

impl Services for Host {
    fn sign_upload(&self, key: &str, content_type: Option<&str>, max_bytes: u64, seconds: u32) -> SignedUpload {
        let signed = signing::sign_upload(key, content_type, max_bytes, seconds);
        SignedUpload { url: signed.url, headers: signed.headers, expires_at: signed.expires_at }
    }

    fn sign_download(&self, key: &str, filename: &str, content_type: &str, seconds: u32) -> SignedDownload {
        let signed = signing::sign_download(key, filename, content_type, seconds);
        SignedDownload { url: signed.url, expires_at: signed.expires_at }
    }

    fn stat(&self, key: &str) -> Option<u64> {
        signing::stat(key)
    }

    fn seal(&self, purpose: &str, text: &str) -> String {
        sealing::seal(purpose, text)
    }

    fn open(&self, purpose: &str, sealed: &str) -> Option<String> {
        sealing::open(purpose, sealed)
    }

    fn check_source(&self, url: &str) -> Result<(), String> {
        sources::check(url)
    }
}

/// Serves one request of `wasi:http/handler`. Awaits only the body, before anything else, so that two requests of the
/// instance cannot interleave in the database (see `plumbline_database::Db::transaction`).
pub async fn serve(routes: &[Route], request: spin_sdk::http::Request) -> Reply {
    let (parts, body) = request.into_parts();
    let headers =
        parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes().to_vec()))).collect();
    // No operation reads the body of a GET, and polling a stream costs as much as a statement.
    let body = if parts.method == http::Method::GET { Ok(Bytes::new()) } else { body.bytes().await };
    let Ok(body) = body else {
        return reply(problem_without_context(
            ProblemCode::InvalidRequest,
            "The connection closed before the whole body was received. Send the request again.",
        ));
    };
    reply(dispatch_with_db(
        routes,
        Request {
            method: parts.method.as_str().to_owned(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            headers,
            body: body.to_vec(),
            ..Request::default()
        },
    ))
}

/// Serves one request of `plumbline:endpoint/calls`.
pub fn serve_call(routes: &[Route], request: calls::Request) -> calls::Response {
    let calls::Request { method, path, query, headers, body } = request;
    let headers = headers.into_iter().map(|(name, value)| (name, text(value))).collect();
    let response = dispatch_with_db(routes, Request { method, path, query, headers, body, ..Request::default() });
    let headers = response.headers.into_iter().map(|(name, value)| (name, value.into_bytes())).collect();
    calls::Response { status: response.status, headers, body: response.body }
}

fn dispatch_with_db(routes: &[Route], request: Request) -> Response {
    match plumbline_database::Db::open() {
        Ok(db) => dispatch(routes, &db, &Host, request),
        Err(error) => {
            eprintln!("the database cannot be opened: {error}");
            problem_without_context(
                ProblemCode::Unavailable,
                "The database is unavailable right now. Try again in a moment.",
            )
        }
    }
}

/// Converts the bytes of a header to text.
fn text(value: Vec<u8>) -> String {
    String::from_utf8(value).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn reply(response: Response) -> Reply {
    // The length is set here, so that intermediaries need not read the body.
    let length = response.body.len();
    let mut reply = http::Response::new(FullBody::new(Bytes::from(response.body)));
    *reply.status_mut() =
        http::StatusCode::from_u16(response.status).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        // Operations set ASCII values. A name that a caller chose (in a Location) is percent-encoded.
        if let (Ok(name), Ok(value)) = (http::HeaderName::try_from(name), http::HeaderValue::try_from(value)) {
            reply.headers_mut().append(name, value);
        }
    }
    if reply.status() != http::StatusCode::NO_CONTENT && reply.status() != http::StatusCode::NOT_MODIFIED {
        reply.headers_mut().insert(http::header::CONTENT_LENGTH, length.into());
    }
    reply
}

/// Returns an error response without a context, so without the problem's page and the request id.
fn problem_without_context(code: ProblemCode, detail: &str) -> Response {
    Response {
        status: code.status(),
        headers: vec![("content-type".to_owned(), "application/problem+json".to_owned())],
        body: Problem::new(code, detail).body("", ""),
    }
}
