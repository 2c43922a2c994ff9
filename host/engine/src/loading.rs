//! Loads components: compiles them, checks them, and asks for their descriptions.

use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use plumbline_storage::ComponentBytes;
use wasmtime::Store;

use crate::capability::Driver;
use crate::code::Code;
use crate::compiler_process::CompileError;
use crate::error::{CallError, Refusal};
use crate::http_instances::HttpInstances;
use crate::inspect::{self, Described};
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::log::ComponentLog;
use crate::run::Running;
use crate::runtime::Runtime;
use crate::slot::Slot;
use crate::state::State;
use crate::warm_instances::WarmInstances;

/// Compiles, checks and describes a component.
#[boxed]
pub(crate) async fn load(
    runtime: &Arc<Runtime>,
    slot: &Slot,
    bytes: ComponentBytes,
    settings: Vec<(String, String)>,
) -> Result<Loaded, Refusal> {
    let (mut loaded, described) = prepare(runtime, slot, bytes, settings).await?;
    if let Some(described) = described {
        loaded.description = described.check(slot)?;
    }
    Ok(loaded)
}

/// Compiles a component, checks its imports and exports, and asks for its description if its class has one.
#[boxed]
pub(crate) async fn prepare(
    runtime: &Arc<Runtime>,
    slot: &Slot,
    bytes: ComponentBytes,
    settings: Vec<(String, String)>,
) -> Result<(Loaded, Option<Described>), Refusal> {
    let digest = bytes.digest().to_owned();
    let component = runtime.compile(bytes.clone()).await.map_err(|error| match error {
        CompileError::NotAComponent(cause) => Refusal::NotAComponent(cause),
        other => Refusal::NotCompiled { slot: slot.clone(), digest: digest.clone(), cause: other.to_string() },
    })?;
    let linked = runtime.link(slot, &component)?;
    let driver = runtime.linkers.driver(slot.class);
    let section = driver.as_ref().and_then(|driver| driver.format_section());
    let log = ComponentLog::new(format!("{slot}@{}", digest.get(..12).unwrap_or(&digest)));
    let loaded = Loaded {
        slot: slot.clone(),
        description: inspect::describe_plain(slot, &bytes, &digest)?,
        settings,
        format: section.map(|name| inspect::format_in(slot, &bytes, name)).transpose()?.flatten(),
        trust: Arc::default(),
        log: Arc::new(log),
        code: Code::new(linked),
        warm: WarmInstances::default(),
        http: HttpInstances::default(),
        digest,
    };
    let Some(driver) = driver else { return Ok((loaded, None)) };
    let described = describe(runtime, &loaded, &*driver).await;
    Ok((loaded, Some(described.map_err(|error| Refusal::Call(error.to_string()))?)))
}

/// Asks a component for its description, in an instance of its own that runs for no tenant.
async fn describe(runtime: &Arc<Runtime>, loaded: &Loaded, driver: &dyn Driver) -> Result<Described, CallError> {
    let instantiate = async |store: &mut Store<State>, linked: &Linked| match linked {
        Linked::Driven(pre, _) => pre.instantiate_async(store).await,
        Linked::Endpoint(..) | Linked::Worker(_) => Err(wasmtime::format_err!("it is of another class")),
    };
    let mut running = Running::start(runtime, loaded, None, None, instantiate).await?;
    running.call(async |store, instance| driver.describe(store, instance).await).await
}
