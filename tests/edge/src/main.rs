//! Serves a Spin application as stock Spin would, for tests: `edge-harness --manifest spin.toml --database edge.db
//! --compiled target/edge/compiled --variable tenant=ten_…`. It offers only the interfaces of Spin 4.1's world that the
//! files may import, over a real SQLite or PostgreSQL. A file that imports more does not start.
//!
//! - `manifest`: the application.
//! - `files`: its composed files and their routes.
//! - `state`: the data of a store, and requests to other servers.
//! - `sqlite`: `spin:sqlite` as in Spin, without our authorizer.
//! - `postgres`: `spin:postgres` as in Spin. `pools`: a pool for each address.
//! - `variables`: the application's variables.
#![expect(clippy::print_stdout, reason = "prints its address on standard output")]

mod files;
mod manifest;
mod pools;
mod postgres;
mod sqlite;
mod state;
mod variables;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::Parser;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use wasmtime_wasi_http::WasiBody;

use crate::files::Files;
use crate::manifest::RuntimeOptions;

/// Serve a Spin application as stock Spin would
#[derive(Debug, Parser)]
struct Arguments {
    /// The application's manifest
    #[arg(long, value_name = "FILE")]
    manifest: PathBuf,
    /// The application's SQLite database, if it uses one
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Folder for machine code, by the digest of its component
    #[arg(long, value_name = "DIR")]
    compiled: PathBuf,
    /// A variable of the application
    #[arg(long = "variable", value_name = "NAME=VALUE", value_parser = parse_variable)]
    variables: Vec<(String, String)>,
    /// Address and port; port 0 picks a free one and prints it
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a variable is NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let listener = tokio::net::TcpListener::bind(arguments.listen)
        .await
        .with_context(|| format!("cannot listen on {}", arguments.listen))?;
    let address = listener.local_addr()?;
    let mut options =
        RuntimeOptions { variables: arguments.variables.into_iter().collect(), database: arguments.database };
    options.variables.entry("public_url".into()).or_insert_with(|| format!("http://{address}"));
    let files = Arc::new(Files::open(&arguments.manifest, &options, &arguments.compiled)?);
    println!("listening on http://{address}");
    loop {
        let (stream, _) = listener.accept().await?;
        let files = Arc::clone(&files);
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let files = Arc::clone(&files);
                async move { Ok::<_, Infallible>(handle_request(&files, request).await) }
            });
            let builder = auto::Builder::new(TokioExecutor::new());
            // A broken connection concerns only its client.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Answers as Spin does: 404 if no component has the path, 500 if the component gives no response.
async fn handle_request(files: &Files, request: Request<Incoming>) -> Response<WasiBody> {
    let plain = |status: StatusCode| {
        let mut response = Response::new(Full::default().map_err(|never: Infallible| match never {}).boxed_unsync());
        *response.status_mut() = status;
        response
    };
    let Some(file) = files.handler(request.uri().path()) else { return plain(StatusCode::NOT_FOUND) };
    let mut request = request.map(|body| body.map_err(wasmtime_wasi_http::Error::Hyper).boxed_unsync());
    // A full address, as Spin provides it.
    let host = request.headers().get(http::header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    match format!("http://{host}{path}").parse() {
        Ok(uri) => *request.uri_mut() = uri,
        Err(_) => return plain(StatusCode::BAD_REQUEST),
    }
    match file.handle((), request).await {
        Ok(response) => response,
        Err(error) => {
            eprintln!("a component gave no answer: {error:?}");
            plain(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}
