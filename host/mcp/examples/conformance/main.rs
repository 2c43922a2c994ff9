//! A server for conformance tests of the protocol: Plumbline's own transport and methods, with the tools, resources and prompts
//! that the tests expect. It needs neither a database nor a credential, so it listens on this machine only.
//!
//! ```sh
//! cargo run --release -p plumbline-mcp --example conformance -- 8090
//! ```
//!
//! It prints its address. Without a port, or with port 0, the system chooses one.

mod content;
mod fixture;
mod operations;
mod questions;
mod shared;
mod tools;

use std::convert::Infallible;
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use plumbline_identity::{Credential, Kind};
use plumbline_mcp::{Agent, Caller, Transport};
use plumbline_tenancy::{ClientId, Environment, TenantSettings};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::net::TcpListener;

use crate::fixture::Fixture;
use crate::operations::FixtureOperations;
use crate::shared::Shared;

/// The largest request, in bytes.
const MAX_BODY_BYTES: usize = 1 << 20;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(0), |port| port.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    writeln!(std::io::stdout(), "http://{}/mcp", listener.local_addr()?)?;
    let transport = Arc::new(transport());
    let caller = Caller { credential: Arc::new(credential()?), request_id: "req_conformance".into() };
    loop {
        let (stream, _) = listener.accept().await?;
        let (transport, caller) = (Arc::clone(&transport), caller.clone());
        tokio::spawn(async move {
            let answer = service_fn(move |request: hyper::Request<Incoming>| {
                let (transport, caller) = (Arc::clone(&transport), caller.clone());
                async move { Ok::<_, Infallible>(transport.answer(request, caller).await) }
            });
            // A client may close its connection in the middle of a stream.
            drop(Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), answer).await);
        });
    }
}

/// Returns the transport, which accepts the same hosts and origins of this machine as the product.
fn transport() -> Transport<Fixture, LocalSessionManager> {
    let (operations, shared) = (Arc::new(FixtureOperations::new()), Arc::new(Shared::default()));
    let handler = move || Fixture::new(Agent::new(Arc::clone(&operations)), Arc::clone(&shared));
    let local = ["localhost", "127.0.0.1", "[::1]"];
    let hosts = local.map(str::to_owned).into();
    let origins = local.map(|host| format!("http://{host}:*")).into();
    Transport::with_sessions(handler, LocalSessionManager::default(), hosts, origins, MAX_BODY_BYTES)
}

/// Returns the credential of every caller.
fn credential() -> Result<Credential, Box<dyn std::error::Error>> {
    Ok(Credential {
        kind: Kind::Key,
        client_id: ClientId::stored("pc_conformance".into()),
        tenant: "ten_1111111111111111111111".parse()?,
        environment: Environment::Sandbox,
        scopes: Vec::new(),
        name: "Conformance tests".into(),
        user: None,
        secret_expires_at: None,
        opens_agents: true,
        settings: TenantSettings::default(),
    })
}
