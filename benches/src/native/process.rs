//! The peer as a process beside the server: its start and its server loop.

use std::process::Command;

use anyhow::Result;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use plumbline_storage::TenantId;
use plumbline_tests::{Account, Server};
use tokio::net::TcpListener;

use super::{Addresses, Peer, Settings, postgres};
use crate::child::Child;

/// A running peer. Dropping it kills the process.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts the peer over the database files of a server's accounts. The files exist after each account's first call.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    pub(crate) fn start(server: &Server, accounts: &[&Account]) -> Result<Self> {
        Self::spawn(server, accounts, true)
    }

    /// Starts the peer that counts no rates and records no usage.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    pub(crate) fn start_bare(server: &Server, accounts: &[&Account]) -> Result<Self> {
        Self::spawn(server, accounts, false)
    }

    fn spawn(server: &Server, accounts: &[&Account], is_metered: bool) -> Result<Self> {
        let tenants = accounts.iter().map(|account| TenantId::parse(account.tenant.as_str()));
        let settings = Settings {
            data_dir: server.data_dir().to_owned(),
            public_url: server.url.clone(),
            tenants: tenants.collect::<Result<_, _>>()?,
            is_metered,
            postgres: server.database().map(Addresses::of),
        };
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--native").arg(serde_json::to_string(&settings)?);
        Ok(Self { child: Child::start(&mut command)? })
    }

    /// Returns the address it listens on: `127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.child.address
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.pid()
    }
}

/// Serves the tenants of the settings until the process is killed.
///
/// # Errors
/// Returns an error if the settings cannot be read or a file cannot be opened.
#[expect(clippy::print_stdout, reason = "the first line says where it listens")]
pub(crate) async fn serve(settings: &str) -> Result<()> {
    let settings: Settings = serde_json::from_str(settings)?;
    let router = match &settings.postgres {
        Some(addresses) => postgres::open(&settings, addresses).await?,
        None => Peer::open(&settings).await?.router(),
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    serve_router(listener, router).await
}

/// Serves a router over HTTP/1.
///
/// # Errors
/// Returns an error if no more connections can be accepted.
pub(crate) async fn serve_router(listener: TcpListener, router: Router) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let service = TowerToHyperService::new(router.clone());
        // A connection ends with an error when its client disconnects.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
