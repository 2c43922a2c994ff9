//! `plumbline serve`: serves the API and runs jobs until a signal arrives.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_config::Config;
use plumbline_engine::ComponentState;
use plumbline_terminal as output;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing::{error, info};

use crate::admin::AdminApi;
use crate::app::serving::{self, RunningServer, ServerAnnouncement};
use crate::app::{self, App};
use crate::edge::{pages, server, starting};
use crate::metrics::Scraper;

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// IP address or host name, and port; with port 0, the system picks a free port
    #[arg(long, value_name = "ADDRESS", value_parser = plumbline_config::listen::address)]
    listen: Option<SocketAddr>,
    /// Address that clients use, without a path
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Publish the components of this folder at start and bind them as the defaults, except in slots that an operator
    /// changed last; defaults to the folder `components` next to the program or one level up, if it exists
    #[arg(long, value_name = "DIR")]
    components: Option<PathBuf>,
}

/// Runs the server.
pub(crate) async fn run(mut config: Config, arguments: Arguments) -> Result<()> {
    let begun = Instant::now();
    if let Some(listen) = arguments.listen {
        config.http.listen = listen;
    }
    config.http.public_url = arguments.public_url.or(config.http.public_url);
    config.components = arguments.components.or(config.components);

    server::raise_descriptor_limit();
    let listener = server::bind(config.http.listen, "http.listen").await?;
    let address = listener.local_addr().context("cannot read the listener's address")?;
    let (starting, listener) = starting::begin(listener, &config.http)?;
    let announced = announce(&config, address, true)?;
    info!(
        %address,
        data_dir = %config.data_dir.display(),
        components = app::components_dir(&config).map(|folder| folder.display().to_string()),
        "starting and compiling components without machine code"
    );
    let app = App::start(config.clone(), address).await?;

    let admin = match config.admin.listen {
        Some(listen) => Some(operators(&app, &config, listen).await?),
        None => None,
    };
    log_ready(&app, &config, begun);
    drop(announced);
    let _announced = announce(&config, address, false)?;
    starting.end().await?;
    let listener = TcpListener::from_std(listener)?;
    // Before the line below: from then on, a signal must stop the server in an orderly way.
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for SIGINT")?;
    // Printed when everything is ready. It is the only line on standard output: scripts wait for it and read the port.
    output::line(format!("listening on http://{address}"));

    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => info!("SIGTERM"),
            _ = interrupt.recv() => info!("interrupt"),
        }
    };
    server::serve(listener, Arc::clone(&app.edge), stop).await?;
    if let Some(admin) = admin {
        // Its calls are short, and an interrupted publication leaves nothing behind.
        admin.abort();
    }
    app.stop().await;
    Ok(())
}

/// Announces this server to commands in other processes.
fn announce(config: &Config, address: SocketAddr, starting: bool) -> Result<ServerAnnouncement> {
    let server = RunningServer {
        pid: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        listening: starting::origin(address),
        public_url: config.http.public_url.clone().unwrap_or_else(|| starting::origin(address)),
        starting,
        since: OffsetDateTime::now_utc().replace_nanosecond(0)?.format(&Rfc3339)?,
    };
    serving::announce(&config.data_dir, &server)
}

/// Logs that the server is ready, and where its components and their machine code came from.
fn log_ready(app: &App, config: &Config, begun: Instant) {
    let counts = app.edge.engine.counts();
    let usable = |state: ComponentState| matches!(state, ComponentState::Loaded | ComponentState::Idle);
    let components: u64 =
        counts.components.iter().filter(|(_, state, _)| usable(*state)).map(|(_, _, number)| number).sum();
    let (compiled, _) = counts.compilations;
    let recognizes = app.edge.engine.has_models();
    info!(
        text_recognition = if recognizes { pages::RECOGNIZES } else { pages::DOES_NOT_RECOGNIZE },
        components = app::components_dir(config).map(|folder| folder.display().to_string()),
        ready_made = components.saturating_sub(compiled),
        compiled,
        seconds = (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        "ready"
    );
}

/// Serves operators on a separate address.
async fn operators(app: &App, config: &Config, listen: SocketAddr) -> Result<tokio::task::JoinHandle<()>> {
    let listener = server::bind(listen, "admin.listen").await?;
    let address = listener.local_addr().context("cannot read the admin listener's address")?;
    let (storage, engine) = (app.storage.clone(), app.edge.engine.clone());
    let public_url = app.edge.public_url.clone();
    let scraper = config.admin.metrics.then(|| Scraper::new(Arc::clone(&app.counts), engine.clone(), &storage));
    let counts = Arc::clone(&app.counts.admin);
    let admin = AdminApi::new(storage, engine, scraper, config.clone(), public_url.clone())?;
    info!("operators at http://{address}/admin");
    let http = config.http.clone();
    let handle = move |request| {
        let admin = admin.clone();
        async move { admin.handle(request).await }
    };
    Ok(tokio::spawn(async move {
        let (kind, stop) = (server::Listener::Admin, std::future::pending());
        if let Err(error) = server::serve_with(listener, kind, &http, &public_url, counts, handle, stop).await {
            error!("the admin listener ended: {error:#}");
        }
    }))
}
