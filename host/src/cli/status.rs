//! `plumbline status`: the data directory and addresses in use, and the running servers.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use plumbline_config::Config;
use plumbline_terminal as output;
use serde_json::json;

use crate::app::{self, serving};

/// Longest wait for a server's answer.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Arguments of `status`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Fail unless a running server is ready, as a health check of containers
    #[arg(long)]
    ready: bool,
}

/// Prints the status. Writes nothing, even without an installation.
pub(crate) async fn run(config: &Config, arguments: &Arguments, as_program: bool) -> Result<()> {
    if arguments.ready {
        require_ready(config).await?;
    }
    let data_dir = std::path::absolute(&config.data_dir).unwrap_or_else(|_| config.data_dir.clone());
    let installed = app::is_installed(config);
    let servers = serving::running_servers(&config.data_dir);
    let public_url = serving::public_url(config);
    let value = json!({
        "data_dir": data_dir, "installed": installed, "public_url": public_url, "listen": config.http.listen,
        "servers": servers, "version": env!("CARGO_PKG_VERSION"),
    });
    output::show(as_program, &value, |_| {
        let mut lines = vec![format!("data directory  {}", data_dir.display())];
        if !installed {
            lines.push(
                "                no installation yet. Create one with `plumbline serve` or `plumbline tenant create`"
                    .to_owned(),
            );
        }
        for server in &servers {
            let serving::RunningServer { pid, version, listening, starting, since, .. } = server;
            let state = if *starting { "starting" } else { "serving" };
            lines.push(format!("{state:<16}{listening} (process {pid}, version {version}, since {since})"));
        }
        if servers.is_empty() {
            lines.push(format!(
                "server          not running. Start it with `plumbline serve` to listen on http://{}",
                config.http.listen
            ));
        }
        lines.push(format!("clients use     {public_url}"));
        lines.join("\n")
    })
}

/// Fails unless a server of the data directory is ready.
async fn require_ready(config: &Config) -> Result<()> {
    let servers = serving::running_servers(&config.data_dir);
    let server = servers.first().context("no server is running")?;
    let url = format!("{}/readyz", server.listening);
    plumbline_storage::use_ring();
    let answer = reqwest::Client::builder().timeout(ANSWER_TIME).build()?.get(&url).send().await?;
    let status = answer.status();
    ensure!(status.is_success(), "{url} answered {status}: {}", answer.text().await?);
    Ok(())
}
