//! `plumbline component`: publish, list, bind, stage, promote, roll back, compare.

mod bind;
mod diff;
mod publish;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use plumbline_engine::{DEFAULT_TENANT, Slot, Target};
use plumbline_storage::{Component, Control, TenantId};

use super::output;
use crate::app;
use crate::config::Config;

/// Who the history says did what is done on the command line.
const OPERATOR: &str = "operator";

/// What can be done with components.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check, describe, compile and store a component; bind it with `bind`
    Publish(publish::Arguments),
    /// List what is published and what is bound
    List,
    /// Let a published component serve its slot
    Bind(bind::BindArguments),
    /// Let a published component serve a part of its slot's calls, beside what is bound
    ///
    /// It is taken back by itself when it fails more often than the version beside it.
    Stage(bind::StageArguments),
    /// Let the staged version of a slot serve all its calls
    Promote(bind::SlotArguments),
    /// Take a stage back, or return a slot to what was bound before
    Rollback(bind::SlotArguments),
    /// Take a tenant's own binding away: the default serves the slot again
    Unbind(bind::SlotArguments),
    /// Bind the components folder's version of a slot again, and follow the folder from then on
    ///
    /// A server that starts with a components folder leaves slots alone whose last change was an operator's or the end of a
    /// stage. This undoes that for one slot.
    Follow(bind::FollowArguments),
    /// What served a slot, and serves it now
    History(bind::SlotArguments),
    /// Take a drawing off with two versions of an extractor and show what changes in the quantities
    Diff(diff::Arguments),
    /// Compile components ahead of time: a sealed `.cwasm` beside each, which `serve --components` takes
    Compile {
        /// The components, `.wasm` files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Compile for any processor of the architecture since about 2013, and not for this machine's alone
        #[arg(long)]
        portable: bool,
    },
}

/// Runs `plumbline component`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    if let Command::Diff(arguments) = command {
        return diff::run(config, arguments, as_program).await;
    }
    let storage = app::storage(config).await?;
    match command {
        Command::Compile { files, portable } => {
            let target = if portable { Target::Portable } else { Target::Native };
            let engine = app::compiling_engine(config, storage, target).await?;
            for compiled in app::components::compile(&engine, &files).await? {
                output::line(format!("compiled {}", compiled.display()));
            }
            Ok(())
        }
        Command::Publish(arguments) => publish::publish(config, &storage, arguments, as_program).await,
        Command::List => publish::list(&storage.control, as_program).await,
        Command::Bind(arguments) => bind::bind(&storage.control, arguments, as_program).await,
        Command::Stage(arguments) => bind::stage(&storage.control, arguments, as_program).await,
        Command::Promote(arguments) => bind::change(&storage.control, bind::Way::Promote, arguments, as_program).await,
        Command::Rollback(arguments) => {
            bind::change(&storage.control, bind::Way::Rollback, arguments, as_program).await
        }
        Command::Unbind(arguments) => bind::change(&storage.control, bind::Way::Unbind, arguments, as_program).await,
        Command::Follow(arguments) => bind::follow(config, storage, arguments, as_program).await,
        Command::History(arguments) => bind::history(&storage.control, arguments, as_program).await,
        // Above, before a storage is opened.
        Command::Diff(_) => Ok(()),
    }
}

fn check_tenant(tenant: &str) -> Result<()> {
    if tenant != DEFAULT_TENANT {
        tenant.parse::<TenantId>().context("name a tenant's id (`ten_…`), or `*` for everyone")?;
    }
    Ok(())
}

/// The published component whose digest begins so.
async fn find(control: &Control, digest: &str) -> Result<Component> {
    let mut found = control.components(None).await?;
    found.retain(|component| component.digest.starts_with(digest));
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => anyhow::bail!(
            "no published component has a digest that begins with {digest}; see `plumbline component list`"
        ),
        many => anyhow::bail!("{many} components have a digest that begins with {digest}; give more of it"),
    }
}

/// As much of a digest as a person needs.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// A slot of a tenant, as most commands name it.
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The slot: `extractor:electrical`, `exporter:csv`
    slot: Slot,
    /// The tenant, or `*`
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
}
