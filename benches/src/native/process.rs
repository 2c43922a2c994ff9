//! The peer as a process beside the server: what it starts with, and how it serves.

use std::process::Command;

use anyhow::Result;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use plumbline_storage::TenantId;
use plumbline_tests::{Account, Server};

use super::{Peer, Settings};
use crate::child::Child;

/// A running peer; killed when dropped.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts the peer over the files of a server's accounts. Their databases exist since their first calls.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    pub(crate) fn start(server: &Server, accounts: &[&Account]) -> Result<Self> {
        Self::with(server, accounts, true)
    }

    /// Starts the peer that counts no rates and records no usage.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    pub(crate) fn bare(server: &Server, accounts: &[&Account]) -> Result<Self> {
        Self::with(server, accounts, false)
    }

    fn with(server: &Server, accounts: &[&Account], is_metered: bool) -> Result<Self> {
        let tenants = accounts.iter().map(|account| TenantId::parse(account.tenant.as_str()));
        let settings = Settings {
            data_dir: server.data_dir().to_owned(),
            public_url: server.url.clone(),
            tenants: tenants.collect::<Result<_, _>>()?,
            is_metered,
        };
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--native").arg(serde_json::to_string(&settings)?);
        Ok(Self { child: Child::start(&mut command)? })
    }

    /// Where it listens: `127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.child.address
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.pid()
    }
}

/// Serves what the settings name, until the process is killed.
///
/// # Errors
/// Returns an error if the settings cannot be read or a file cannot be opened.
#[expect(clippy::print_stdout, reason = "the first line says where it listens")]
pub(crate) async fn serve(settings: &str) -> Result<()> {
    let router = Peer::open(&serde_json::from_str(settings)?).await?.router();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let service = TowerToHyperService::new(router.clone());
        // A connection ends with an error when its client goes away.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
