//! `plumbline component bind`, `stage`, `promote`, `rollback`, `unbind`, `follow` and `history`.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_config::Config;
use plumbline_engine::{DEFAULT_TENANT, Slot};
use plumbline_storage::{Binding, Change, Control, Stage, Storage};
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::tenant_slot::{OPERATOR, TenantSlot, check_tenant};
use crate::app;
use crate::app::operations;
use crate::cli::digest::{find, short};

/// Arguments of `bind`.
#[derive(Debug, Args)]
pub(crate) struct BindArguments {
    /// Digest of the component, or the beginning of it
    digest: String,
    /// The tenant, or `*` for all tenants without their own binding
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
    /// Settings as a JSON object, passed to the component as its environment
    #[arg(long, default_value = "{}", value_name = "JSON")]
    settings: String,
    /// Reason, recorded in the history
    #[arg(long)]
    reason: Option<String>,
}

/// Arguments of `stage`.
#[derive(Debug, Args)]
pub(crate) struct StageArguments {
    #[command(flatten)]
    bind: BindArguments,
    /// Percentage of requests and jobs that it serves
    #[arg(long, default_value_t = 0)]
    percent: u8,
    /// Project whose jobs and paths it always serves; may be given more than once
    #[arg(long = "project", value_name = "ID")]
    projects: Vec<String>,
    /// Roll it back if its failure rate exceeds that of the stable version by this many percentage points
    #[arg(long, default_value_t = Stage::default().max_error_points)]
    max_error_points: f64,
    /// Calls that it must have served before it can be rolled back or promoted automatically
    #[arg(long, default_value_t = Stage::default().min_calls)]
    min_calls: u64,
    /// Promote it automatically after this many calls, unless it is rolled back first
    #[arg(long)]
    promote_after: Option<u64>,
}

/// Arguments of commands for a slot.
#[derive(Debug, Args)]
pub(crate) struct SlotArguments {
    #[command(flatten)]
    target: TenantSlot,
    /// Reason, recorded in the history
    #[arg(long)]
    reason: Option<String>,
}

/// Arguments of `follow`.
#[derive(Debug, Args)]
pub(crate) struct FollowArguments {
    /// The slot: `extractor:electrical`, `exporter:csv`
    slot: Slot,
    /// The components folder; defaults to the one in the configuration
    #[arg(long, value_name = "DIR")]
    components: Option<PathBuf>,
}

/// A change of a slot's binding.
#[derive(Clone, Copy)]
pub(super) enum SlotAction {
    Promote,
    Rollback,
    Unbind,
}

fn by(reason: Option<String>) -> Change {
    reason.map_or_else(|| Change::by(OPERATOR), |reason| Change::new(OPERATOR, &reason))
}

fn check_settings(settings: &str) -> Result<()> {
    serde_json::from_str::<serde_json::Map<String, Value>>(settings).context("--settings must be a JSON object")?;
    Ok(())
}

/// Binds a component.
pub(super) async fn bind(control: &Control, arguments: BindArguments, as_program: bool) -> Result<()> {
    let BindArguments { digest, tenant, settings, reason } = arguments;
    check_tenant(&tenant)?;
    check_settings(&settings)?;
    let component = find(control, &digest).await?;
    operations::check(control, &component.digest, &tenant).await?;
    control.bind(&tenant, &component.slot, &component.digest, &settings, &by(reason)).await?;
    output::show(as_program, &json!({"slot": component.slot, "tenant": tenant, "digest": component.digest}), |_| {
        format!("Bound {} to {} {} for {tenant}", component.slot, component.version, short(&component.digest))
    })
}

/// Starts a stage.
pub(super) async fn stage(control: &Control, arguments: StageArguments, as_program: bool) -> Result<()> {
    let StageArguments { bind, percent, projects, max_error_points, min_calls, promote_after } = arguments;
    let BindArguments { digest, tenant, settings, reason } = bind;
    check_tenant(&tenant)?;
    check_settings(&settings)?;
    let component = find(control, &digest).await?;
    operations::check(control, &component.digest, &tenant).await?;
    let stage = Stage { percent, subjects: projects, max_error_points, min_calls, promote_after };
    let binding = control.stage(&tenant, &component.slot, &component.digest, &settings, &stage, &by(reason)).await?;
    output::show(as_program, &as_json(&binding), |_| {
        format!(
            "{} {} now serves {}.\nPromote it: plumbline component promote {slot} --tenant '{tenant}'\n\
             Roll it back: plumbline component rollback {slot} --tenant '{tenant}'",
            component.version,
            short(&component.digest),
            share(&stage),
            slot = component.slot
        )
    })
}

fn share(stage: &Stage) -> String {
    let percent = (stage.percent > 0).then(|| format!("{} % of calls", stage.percent));
    let projects = (!stage.subjects.is_empty()).then(|| format!("all calls for {}", stage.subjects.join(", ")));
    percent.into_iter().chain(projects).collect::<Vec<_>>().join(" and ")
}

/// Resets a slot to the components folder.
pub(super) async fn follow(
    config: &Config,
    storage: Storage,
    arguments: FollowArguments,
    as_program: bool,
) -> Result<()> {
    let FollowArguments { slot, components } = arguments;
    let folder = components.or_else(|| config.components.clone());
    let folder = folder.context("components: missing folder. Set it with --components or in the configuration")?;
    let engine = app::engine(config, storage.clone(), "").await?;
    let binding = app::components::follow(&engine, &storage, &folder, &slot).await?;
    output::show(as_program, &as_json(&binding), |_| {
        format!("Bound {slot} to {}. It now follows {}.", short(&binding.digest), folder.display())
    })
}

/// Promotes, rolls back or unbinds a slot.
pub(super) async fn change(
    control: &Control,
    action: SlotAction,
    arguments: SlotArguments,
    as_program: bool,
) -> Result<()> {
    let SlotArguments { target: TenantSlot { slot, tenant }, reason } = arguments;
    check_tenant(&tenant)?;
    let (name, by) = (slot.to_string(), by(reason));
    let binding = match action {
        SlotAction::Promote => control.promote(&tenant, &name, &by).await?,
        SlotAction::Rollback => control.rollback(&tenant, &name, &by).await?,
        SlotAction::Unbind => control.unbind(&tenant, &name, &by).await?,
    };
    output::show(as_program, &as_json(&binding), |_| match binding.kind.as_str() {
        "unbind" => format!("Removed {tenant}'s binding of {slot}. The default applies."),
        _ => format!(
            "{} {slot} to {} for {tenant}",
            match action {
                SlotAction::Rollback => "Rolled back",
                _ => "Bound",
            },
            short(&binding.digest)
        ),
    })
}

fn as_json(binding: &Binding) -> Value {
    json!({
        "sequence": binding.sequence, "slot": binding.slot, "tenant": binding.tenant, "kind": binding.kind,
        "digest": binding.digest, "stage": binding.stage, "at": binding.bound_at, "by": binding.actor,
        "reason": binding.reason, "origin": binding.origin,
        "settings": serde_json::from_str(&binding.settings).unwrap_or_else(|_| json!(binding.settings)),
    })
}

/// Shows the history of a slot, newest first.
pub(super) async fn history(control: &Control, arguments: SlotArguments, as_program: bool) -> Result<()> {
    let SlotArguments { target: TenantSlot { slot, tenant }, .. } = arguments;
    check_tenant(&tenant)?;
    let history = control.history(&tenant, &slot.to_string()).await?;
    output::rows(as_program, &history, as_json, &["DATE", "ACTION", "DIGEST", "SHARE", "ACTOR", "REASON"], |binding| {
        vec![
            binding.bound_at.clone(),
            binding.kind.clone(),
            short(&binding.digest).to_owned(),
            binding.stage.as_ref().map(share).unwrap_or_default(),
            binding.actor.clone().unwrap_or_default(),
            binding.reason.clone().unwrap_or_default(),
        ]
    })
}
