//! `plumbline component`: publish, list, bind and roll back.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use plumbline_engine::{DEFAULT_TENANT, Slot};
use plumbline_storage::{Component, TenantId};
use serde_json::{Value, json};

use super::output;
use crate::app;
use crate::config::Config;

/// What can be done with components.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check, describe, compile and store a component; bind it with `bind`
    Publish {
        /// The component, a `.wasm` file
        file: PathBuf,
        /// Where it can be bound: `endpoint:projects`, `extractor:electrical`, `exporter:csv`
        #[arg(long)]
        slot: Slot,
        /// Who publishes it
        #[arg(long, default_value = "operator")]
        publisher: String,
        /// Bind it at once, for this tenant or `*` for everyone
        #[arg(long, value_name = "TENANT")]
        bind: Option<String>,
    },
    /// List what is published and what is bound
    List,
    /// Let a published component serve its slot
    Bind {
        /// Its digest, or the beginning of it
        digest: String,
        /// The tenant, or `*` for everyone without a binding of their own
        #[arg(long, default_value = DEFAULT_TENANT)]
        tenant: String,
        /// Settings as a JSON object, given to the component as its environment
        #[arg(long, default_value = "{}", value_name = "JSON")]
        settings: String,
    },
    /// Return a slot to what was bound before
    Rollback {
        /// The slot
        slot: Slot,
        /// The tenant, or `*`
        #[arg(long, default_value = DEFAULT_TENANT)]
        tenant: String,
    },
    /// Compile components ahead of time: a sealed `.cwasm` beside each, which `serve --components` takes
    Compile {
        /// The components, `.wasm` files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn as_json(component: &Component) -> Value {
    json!({
        "slot": component.slot, "version": component.version, "digest": component.digest,
        "published_at": component.published_at, "publisher": component.publisher,
        // Stored as JSON; shown as the text it is if that should ever fail.
        "description": serde_json::from_str(&component.description).unwrap_or_else(|_| json!(component.description)),
    })
}

/// Does it.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let storage = app::storage(config).await?;
    match command {
        Command::Compile { files } => {
            let engine = app::engine(config, storage, "").await?;
            for compiled in app::components::compile(&engine, &files).await? {
                output::line(format!("compiled {}", compiled.display()));
            }
            Ok(())
        }
        Command::Publish { file, slot, publisher, bind } => {
            let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let engine = app::engine(config, storage.clone(), "").await?;
            let published = engine.publish(&slot, bytes, &publisher).await?;
            if let Some(tenant) = &bind {
                check_tenant(tenant)?;
                storage.control.bind(tenant, &slot.to_string(), &published.digest, "{}").await?;
            }
            let value = json!({"digest": published.digest, "description": published.description});
            output::show(as_program, &value, |_| {
                let description = &published.description;
                let bound = bind.map_or_else(
                    || format!("bind it with: plumbline component bind {}", &published.digest[..12]),
                    |tenant| format!("bound for {tenant}"),
                );
                format!(
                    "published {} {} for {slot}\ndigest {}\n{bound}",
                    description.name, description.version, published.digest
                )
            })
        }
        Command::List => {
            let bindings = storage.control.current().await?;
            let components = storage.control.components(None).await?;
            output::rows(
                as_program,
                &components,
                as_json,
                &["SLOT", "VERSION", "DIGEST", "PUBLISHED", "BY", "BOUND FOR"],
                |component| {
                    let bound: Vec<_> = bindings
                        .iter()
                        .filter(|binding| binding.digest == component.digest)
                        .map(|binding| binding.tenant.clone())
                        .collect();
                    vec![
                        component.slot.clone(),
                        component.version.clone(),
                        component.digest[..12].to_owned(),
                        component.published_at.clone(),
                        component.publisher.clone(),
                        bound.join(" "),
                    ]
                },
            )
        }
        Command::Bind { digest, tenant, settings } => {
            check_tenant(&tenant)?;
            serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&settings)
                .context("--settings must be a JSON object")?;
            let components = storage.control.components(None).await?;
            let found: Vec<_> = components.iter().filter(|component| component.digest.starts_with(&digest)).collect();
            let component = match found.as_slice() {
                [one] => *one,
                [] => anyhow::bail!(
                    "no published component has a digest that begins with {digest}; see `plumbline component list`"
                ),
                _ => {
                    anyhow::bail!("{} components have a digest that begins with {digest}; give more of it", found.len())
                }
            };
            storage.control.bind(&tenant, &component.slot, &component.digest, &settings).await?;
            output::show(
                as_program,
                &json!({"slot": component.slot, "tenant": tenant, "digest": component.digest}),
                |_| format!("{} of {tenant} is now {} {}", component.slot, component.version, &component.digest[..12]),
            )
        }
        Command::Rollback { slot, tenant } => {
            check_tenant(&tenant)?;
            let digest = storage.control.rollback(&tenant, &slot.to_string()).await?.digest;
            output::show(as_program, &json!({"slot": slot, "tenant": tenant, "digest": digest}), |_| {
                format!("{slot} of {tenant} is {} again", digest.get(..12).unwrap_or(&digest))
            })
        }
    }
}

fn check_tenant(tenant: &str) -> Result<()> {
    if tenant != DEFAULT_TENANT {
        tenant.parse::<TenantId>().context("name a tenant's id (`ten_…`), or `*` for everyone")?;
    }
    Ok(())
}
