//! A check that only one slot serves an operation, regardless of the actor who binds it.

use anyhow::{Result, bail};
use plumbline_engine::{DEFAULT_TENANT, Description};
use plumbline_storage::Control;

/// Refuses an endpoint that would serve an operation of another slot that is bound for the tenant. The route table uses
/// the first match, so the endpoint would receive that slot's requests with all their data. Components that ship with
/// the program are not checked: their operations may move from one slot to another, and both slots are then bound
/// again.
///
/// # Errors
/// Returns an error with the operation and the two slots, or an error of the database. An unknown digest is left to the
/// binding to report.
pub(crate) async fn check(control: &Control, digest: &str, tenant: &str) -> Result<()> {
    let Ok(component) = control.component(digest).await else { return Ok(()) };
    // A component whose description cannot be read does not serve operations either.
    let read = |json: &str| serde_json::from_str::<Description>(json).ok();
    let Some(own) = read(&component.description).filter(|own| !own.routes().is_empty()) else { return Ok(()) };
    for binding in control.current().await? {
        if tenant != DEFAULT_TENANT && binding.tenant != DEFAULT_TENANT && binding.tenant != tenant {
            continue;
        }
        let Some(other) = read(&control.component(&binding.digest).await?.description) else { continue };
        if let Some((taking, taken)) = own.overlapping_routes(&other) {
            let (method, path) = (&taking.method, &taking.path);
            bail!("{} cannot serve {method} {path}, because {} already serves {}", own.slot, other.slot, taken.path);
        }
    }
    Ok(())
}
