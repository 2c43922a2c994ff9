//! Measurements as ratios to a peer in the same run. `cargo xtask bench` builds what they need.
//!
//! - `requests`: five typical calls through their components, compared with axum + sqlx, and one with `wasmtime serve` of a
//!   hello component.
//! - `connections`: reads, lists, writes and a mix of tenants at 1 to 256 connections, compared with axum + sqlx that also
//!   counts rates and records usage. `refusals`, `logging`, `usage`: the cost of a refused call, a log line and a usage record.
//! - `fairness`: requests and takeoffs of one tenant while another uses all it can get, compared with the same without the other.
//! - `agents`: a tool over the Model Context Protocol, compared with the call of the API that it stands for.
//! - `webhooks`: events from their commit to a receiver, compared with bare posts to it; takeoffs beside receivers that hang,
//!   compared with the same takeoffs without them.
//! - `credentials`: the check of an API key and of a signed token, compared with a whole request.
//! - `waits`: the waits of requests at 1 to 256 connections.
//! - `items`: pages of 200 items of a takeoff of 100,000, compared with bare SQL for the same rows.
//! - `review`: `PATCH` of an item, compared with its bare transaction.
//! - `calls`: cold and warm calls of a component with all imports linked, compared with a bare instantiation.
//! - `statements`: a SQL statement through a component's connection, compared with bare sqlx.
//! - `takeoff`: a real sheet from upload to completed takeoff, compared with PyMuPDF reading the same page.
//! - `sizes`: drawn sheets of a thousand to a million and a half paths from upload to completed takeoff, compared with PyMuPDF.
//! - `memory`: the server at rest.
//! - `publishing`: a new endpoint from its publication to its first response, compared with the swap to a compiled one.
//! - `swap`: requests while their endpoint is swapped, compared with the same requests without swaps.
//! - `hosts`: jobs a second of two hosts on one PostgreSQL database, compared with one host; a tenant's first job behind a
//!   thousand of another, compared with the same job alone.
//! - `postgresql-requests`: a read and a write on PostgreSQL, compared with axum + sqlx on the same database.
//! - `postgresql-rows`: calls of a tenant with ten million items, compared with the same calls when it had ten thousand.
//! - `postgresql-tenants`: ten thousand tenants: the first call of each, compared with the second, and the host's memory.
//! - `edge`: a call of a composed file, compared with the host's own and with a component that says hello on the same runtime.
//! - `instances`: fresh instances per second, compared with those of bare Wasmtime.
//! - `tenants`: a thousand tenants with a version each, compared with one version for all.
//! - `exports`: exports of 100,000 items, compared with those of 10,000 and with a native function.
#![cfg_attr(not(feature = "wasmtime"), allow(dead_code, reason = "some helpers serve those peers alone"))]
#![expect(clippy::print_stdout, reason = "printing figures is what this program is for")]

mod agents;
mod calls;
mod child;
mod connections;
mod credentials;
mod drawn_sheet;
mod edge;
mod export_rows;
mod exports;
mod fairness;
mod figures;
mod fixture;
#[cfg(feature = "wasmtime")]
mod hello;
mod hosts;
mod instances;
mod item_row;
mod items;
mod load;
mod logging;
mod memory;
mod native;
mod on_postgres;
mod operators;
mod processor;
mod publishing;
mod refusals;
#[cfg(feature = "wasmtime")]
mod requests;
mod review;
mod sample_takeoff;
mod sizes;
mod statements;
mod swap;
mod takeoff;
mod tenant_file;
mod tenants;
mod usage;
mod variants;
mod waits;
mod webhooks;
mod wire;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use figures::median;

/// Measure Plumbline, each figure compared with a peer
#[derive(Parser)]
struct Arguments {
    /// Folder of real drawings, for `takeoff`
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Run only the measurements whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Numbers of concurrent connections, for `connections`
    #[arg(long, value_delimiter = ',', default_values_t = connections::CONNECTIONS)]
    connections: Vec<usize>,
    /// Run only the workloads of `connections` whose name contains this
    #[arg(long, default_value = "")]
    workload: String,
    /// Serve as the native peer, with settings as JSON
    #[arg(long, hide = true)]
    native: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(settings) = &arguments.native {
        return native::serve(settings).await;
    }
    let wanted = |name: &str| name.contains(&arguments.only);
    if wanted("hosts") {
        tokio::task::block_in_place(hosts::run)?;
    }
    on_postgres::run(wanted).await?;
    if wanted("memory") {
        memory::run()?;
    }
    if wanted("calls") {
        calls::run().await?;
    }
    if wanted("statements") {
        statements::run().await?;
    }
    #[cfg(feature = "wasmtime")]
    if wanted("requests") {
        requests::run().await?;
    }
    if wanted("waits") {
        waits::run().await?;
    }
    if wanted("connections") {
        connections::run(&arguments.connections, &arguments.workload).await?;
    }
    if wanted("refusals") {
        refusals::run().await?;
    }
    if wanted("logging") {
        logging::run().await?;
    }
    if wanted("fairness") {
        fairness::run().await?;
    }
    if wanted("agents") {
        agents::run().await?;
    }
    if wanted("webhooks") {
        webhooks::run().await?;
    }
    if wanted("usage") {
        usage::run().await?;
    }
    if wanted("credentials") {
        credentials::run().await?;
    }
    if wanted("items") {
        items::run().await?;
    }
    if wanted("review") {
        review::run().await?;
    }
    if wanted("publishing") {
        publishing::run().await?;
    }
    if wanted("swap") {
        swap::run().await?;
    }
    if wanted("edge") {
        edge::run().await?;
    }
    if wanted("instances") {
        instances::run().await?;
    }
    if wanted("tenants") {
        tenants::run().await?;
    }
    if wanted("exports") {
        exports::run().await?;
    }
    if wanted("sizes") {
        sizes::run()?;
    }
    if wanted("takeoff") {
        match &arguments.corpus {
            Some(corpus) => takeoff::run(corpus)?,
            None => println!("takeoff: skipped, no --corpus"),
        }
    }
    Ok(())
}
