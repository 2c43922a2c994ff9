//! Which slot serves an operation: one alone, whoever binds.

use anyhow::{Result, bail};
use plumbline_engine::{DEFAULT_TENANT, Description};
use plumbline_storage::Control;

/// Refuses an endpoint that would serve an operation of another slot that is bound for the tenant. The route table takes
/// the first that fits, so it would get that slot's requests, with all they say. What ships with the program is not
/// asked: there an operation may move from one slot to another, both of which are bound anew.
///
/// # Errors
/// The operation and the two slots, or an error of the database. A digest that is unknown is left to the binding.
pub(crate) async fn check(control: &Control, digest: &str, tenant: &str) -> Result<()> {
    let Ok(component) = control.component(digest).await else { return Ok(()) };
    // A description that cannot be read is not served either.
    let read = |json: &str| serde_json::from_str::<Description>(json).ok();
    let Some(own) = read(&component.description).filter(|own| !own.routes().is_empty()) else { return Ok(()) };
    for binding in control.current().await? {
        if tenant != DEFAULT_TENANT && binding.tenant != DEFAULT_TENANT && binding.tenant != tenant {
            continue;
        }
        let Some(other) = read(&control.component(&binding.digest).await?.description) else { continue };
        if let Some((taking, taken)) = own.takes_from(&other) {
            let (method, path) = (&taking.method, &taking.path);
            bail!("{} would take {method} {path} from {}, which serves {}", own.slot, other.slot, taken.path);
        }
    }
    Ok(())
}
