//! `plumbline component`: publish, list, bind, stage, promote, roll back, compare.

mod bind;
mod publish;
mod tenant_slot;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use plumbline_config::Config;
use plumbline_engine::Target;
use plumbline_local::diff;
use plumbline_terminal as output;

use super::local::LocalProgram;
use crate::app;
use bind::SlotAction;

/// Commands for components.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check, describe, compile and store a component; `bind` binds it
    Publish(publish::Arguments),
    /// List published components and their bindings
    ///
    /// A server may be unable to load a bound component. `/readyz` lists such components if they are bound for all tenants.
    /// `GET /admin/bindings` on the admin listener lists them for every tenant, with the reason.
    List,
    /// Bind a published component to its slot
    Bind(bind::BindArguments),
    /// Let a published component serve a share of its slot's calls, next to the bound version
    ///
    /// It is rolled back automatically if it fails more often than the bound version.
    Stage(bind::StageArguments),
    /// Let the staged version of a slot serve all calls
    Promote(bind::SlotArguments),
    /// Roll back a stage, or return a slot to its previous binding
    Rollback(bind::SlotArguments),
    /// Remove a tenant's own binding, so that the default serves the slot again
    Unbind(bind::SlotArguments),
    /// Bind the components folder's version of a slot again, and follow the folder from then on
    ///
    /// A server that starts with a components folder leaves a slot unchanged if its last change was made by an operator
    /// or was the end of a stage. This resets one slot.
    Follow(bind::FollowArguments),
    /// Show the current and earlier bindings of a slot
    History(bind::SlotArguments),
    /// Take off a drawing with two versions of an extractor and show the differences in the quantities
    Diff(diff::Arguments),
    /// Compile components ahead of time to sealed `.cwasm` files next to them, for `serve --components`
    Compile {
        /// The components, `.wasm` files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Compile for all processors of the architecture since about 2013, not only for this machine
        #[arg(long)]
        portable: bool,
    },
}

/// Runs `plumbline component`.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    if let Command::Diff(arguments) = command {
        return diff::run(&LocalProgram::new(config.clone()), arguments, as_program).await;
    }
    let storage = app::storage(config).await?;
    let control = &storage.control;
    match command {
        Command::Compile { files, portable } => {
            let target = if portable { Target::Portable } else { Target::Native };
            let engine = app::compiling_engine(config, storage, target).await?;
            for compiled in app::components::compile(&engine, &files).await? {
                output::line(format!("Compiled {}", compiled.display()));
            }
            Ok(())
        }
        Command::Publish(arguments) => publish::publish(config, &storage, arguments, as_program).await,
        Command::List => publish::list(control, as_program).await,
        Command::Bind(arguments) => bind::bind(control, arguments, as_program).await,
        Command::Stage(arguments) => bind::stage(control, arguments, as_program).await,
        Command::Promote(arguments) => bind::change(control, SlotAction::Promote, arguments, as_program).await,
        Command::Rollback(arguments) => bind::change(control, SlotAction::Rollback, arguments, as_program).await,
        Command::Unbind(arguments) => bind::change(control, SlotAction::Unbind, arguments, as_program).await,
        Command::Follow(arguments) => bind::follow(config, storage, arguments, as_program).await,
        Command::History(arguments) => bind::history(control, arguments, as_program).await,
        // Handled above, before a storage is opened.
        Command::Diff(_) => Ok(()),
    }
}
