//! `plumbline serve`: the API and the jobs, until a signal.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::Args;
use tokio::signal::unix::{SignalKind, signal};
use tracing::info;

use super::output;
use crate::app::App;
use crate::config::Config;
use crate::edge::server;

/// Flags of `serve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address and port; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Address that clients use, without a path
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Publish the components of this folder at start and bind them as the defaults
    #[arg(long, value_name = "DIR")]
    components: Option<PathBuf>,
}

/// Serves.
pub(crate) async fn run(mut config: Config, arguments: Arguments) -> Result<()> {
    if let Some(listen) = arguments.listen {
        config.http.listen = listen;
    }
    config.http.public_url = arguments.public_url.or(config.http.public_url);
    config.components = arguments.components.or(config.components);

    let listener = server::bind(config.http.listen).await?;
    let address = listener.local_addr().context("cannot tell the listener's address")?;
    let app = App::start(config.clone(), address).await?;
    // The one line on standard output: scripts wait for it and read the port.
    output::line(format!("listening on http://{address}"));

    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => info!("SIGTERM"),
            _ = tokio::signal::ctrl_c() => info!("interrupt"),
        }
    };
    server::serve(listener, Arc::clone(&app.edge), stop).await?;
    app.stop().await;
    Ok(())
}
