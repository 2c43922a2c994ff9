//! `plumbline component publish` and `list`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_config::Config;
use plumbline_engine::{DEFAULT_TENANT, Slot};
use plumbline_storage::{Change, Component, Control, Publication, SigningKey, Storage};
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::tenant_slot::{OPERATOR, check_tenant};
use crate::app;
use crate::app::publishing::Request;
use crate::cli::digest::short;

/// Arguments of `publish`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The component: a `.wasm` file, `oci://host/repository:tag`, or `namespace:name@version` from the folder of
    /// packages
    component: String,
    /// Slot that it can be bound to: `endpoint:projects`, `extractor:electrical`, `exporter:acme`
    #[arg(long)]
    slot: Slot,
    /// Tenant that it is published for, or `*` for all
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
    /// Name of the publisher; with a key, defaults to the publisher with that key
    #[arg(long)]
    publisher: Option<String>,
    /// The publisher's private key (PEM) to sign with
    #[arg(long, value_name = "FILE", conflicts_with = "signature")]
    key: Option<PathBuf>,
    /// Signature that was created elsewhere, in base64
    #[arg(long, value_name = "BASE64", requires = "publisher")]
    signature: Option<String>,
    /// Bind it immediately, for the tenant of the publication or the one given here
    #[arg(long, value_name = "TENANT", num_args = 0..=1, default_missing_value = "")]
    bind: Option<String>,
}

/// Publishes a component, and binds it if requested.
pub(super) async fn publish(config: &Config, storage: &Storage, arguments: Arguments, as_program: bool) -> Result<()> {
    let Arguments { component, slot, tenant, publisher, key, signature, bind } = arguments;
    check_tenant(&tenant)?;
    let bind = bind.map(|named| if named.is_empty() { tenant.clone() } else { named });
    bind.as_deref().map_or(Ok(()), check_tenant)?;
    let fetched = app::reference::fetch(&component, &config.publishing).await?;
    let (publisher, signature) = match key {
        Some(path) => {
            let key = SigningKey::read(&path)?;
            let signature = key.sign(&slot.to_string(), &Control::digest(&fetched.bytes));
            (named(&storage.control, publisher, &key).await?, Some(signature))
        }
        None => (publisher.unwrap_or_else(|| OPERATOR.to_owned()), signature),
    };
    let engine = app::engine(config, storage.clone(), "").await?;
    let publication = Publication { tenant, publisher, signature, source: fetched.source };
    let request = Request { slot: slot.clone(), bytes: fetched.bytes, publication: publication.clone() };
    let published = app::publishing::publish(&engine, &config.publishing, request).await?;
    if let Some(tenant) = &bind {
        app::operations::check(&storage.control, &published.digest, tenant).await?;
        storage.control.bind(tenant, &slot.to_string(), &published.digest, "{}", &Change::by(OPERATOR)).await?;
    }
    let value = json!({
        "digest": published.digest, "description": published.description, "tenant": publication.tenant,
        "publisher": publication.publisher, "signed": publication.signature.is_some(), "source": publication.source,
        "bound_for": bind,
    });
    output::show(as_program, &value, |_| {
        let description = &published.description;
        let bound = bind.map_or_else(
            || {
                let whose = match publication.tenant.as_str() {
                    DEFAULT_TENANT => String::new(),
                    tenant => format!(" --tenant {tenant}"),
                };
                format!("To bind it, run: plumbline component bind {}{whose}", short(&published.digest))
            },
            |tenant| format!("Bound for {tenant}"),
        );
        let signed = if publication.signature.is_some() { "signed" } else { "not signed" };
        format!(
            "Published {} {} for {slot}\nDigest: {}\nPublisher: {} ({signed})\n{bound}",
            description.name, description.version, published.digest, publication.publisher
        )
    })
}

/// Returns the publisher's name: as given, or else that of the trusted publisher with this key.
async fn named(control: &Control, given: Option<String>, key: &SigningKey) -> Result<String> {
    if let Some(name) = given {
        return Ok(name);
    }
    let public_key = key.public_key();
    let known = control.publishers().await?.into_iter().find(|publisher| publisher.public_key == public_key);
    known.map(|publisher| publisher.name).with_context(|| {
        format!("key: the public key {public_key} is not trusted. An operator adds it with `plumbline publisher trust`")
    })
}

fn as_json(component: &Component) -> Value {
    json!({
        "slot": component.slot, "version": component.version, "digest": component.digest,
        "published_at": component.published_at, "publisher": component.publisher,
        // The description is stored as JSON. If it cannot be parsed, it is shown as text.
        "description": serde_json::from_str(&component.description).unwrap_or_else(|_| json!(component.description)),
    })
}

/// Lists published components and their bindings.
pub(super) async fn list(control: &Control, as_program: bool) -> Result<()> {
    let bindings = control.current().await?;
    let stages = control.staged().await?;
    let components = control.components(None).await?;
    output::rows(
        as_program,
        &components,
        as_json,
        &["SLOT", "VERSION", "DIGEST", "PUBLISHED", "PUBLISHER", "BOUND FOR"],
        |component| {
            let bound = bindings.iter().filter(|binding| binding.digest == component.digest);
            let staged = stages.iter().filter(|stage| stage.digest == component.digest);
            let bound: Vec<String> = bound
                .map(|binding| binding.tenant.clone())
                .chain(staged.map(|stage| format!("{} (staged)", stage.tenant)))
                .collect();
            vec![
                component.slot.clone(),
                component.version.clone(),
                short(&component.digest).to_owned(),
                component.published_at.clone(),
                component.publisher.clone(),
                bound.join(" "),
            ]
        },
    )
}
