//! The engine's settings: one `wasmtime::Config` for the host and for the compiler processes, because code compiled
//! under other settings does not load. Also the thread that increments the epoch.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wasmtime::{Config, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig};

use crate::code_cache::environment;
use crate::compiler_process::CompilerProcess;
use crate::function_cache::FunctionCache;
use crate::limits::{Limits, LimitsByClass};
use crate::slot::Class;

/// How often the epoch ticks. This is the resolution of compute limits, and the longest a guest computes before it
/// yields to the other tasks of its thread. Ten milliseconds cost nothing measurable and keep other requests' latency
/// below it.
pub const EPOCH_TICK: Duration = Duration::from_millis(10);

const MIB: usize = 1 << 20;

/// The settings of an operator.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// The folder of compiled components, created if missing. Only this host may write there.
    pub cache_dir: PathBuf,
    /// A folder of components compiled for [`Target::Portable`] or for this processor, delivered with the program. It
    /// is only read, and is trusted like the program itself: a user who may write there could replace the program.
    #[serde(rename = "delivered")]
    pub prebuilt_dir: Option<PathBuf>,
    /// The processors that components are compiled for.
    pub target: Target,
    /// The folder of the models that components run. Without it, there are none.
    pub models: Option<PathBuf>,
    /// How components are compiled.
    pub compile: Compile,
    /// Whether to keep compiled functions in memory, so that a later component with the same functions compiles faster.
    /// For compiling many components in a row in this process. The memory is released with the engine.
    pub reuse_functions: bool,
    /// The URL at which callers reach this host, without a path. Signed URLs start with it.
    pub public_url: String,
    /// Limits by class.
    pub limits: LimitsByClass,
    /// Component instances that may exist at one time, including idle ones. Each reserves (not uses) some 4 GiB of
    /// address space, so 2,000 need 8 TiB of the 128 TiB a process has.
    pub instances: u32,
    /// Requests an endpoint instance answers before it is replaced. A new instance takes as long as 20 warm calls, so
    /// 1,024 requests add 2 % to each. The number limits what a leak can cost; the memory limit bounds it anyway.
    pub requests_per_instance: usize,
    /// Concurrent requests in one endpoint instance. More than 16 gave no more throughput.
    pub concurrent_per_instance: usize,
    /// How long an idle endpoint instance stays warm. A cold start is 30 µs, so a short time is enough.
    pub idle_instance: Duration,
    /// How often the bindings' revision is read.
    pub registry_poll: Duration,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            cache_dir: PathBuf::from("data/compiled"),
            prebuilt_dir: None,
            target: Target::Native,
            models: None,
            compile: Compile::InProcess,
            reuse_functions: false,
            public_url: "http://127.0.0.1:8080".into(),
            limits: LimitsByClass::default(),
            instances: 2_000,
            requests_per_instance: 1024,
            concurrent_per_instance: 16,
            idle_instance: Duration::from_secs(5),
            registry_poll: Duration::from_millis(250),
        }
    }
}

/// How components are compiled.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compile {
    /// In this process, without limits on memory and time. For known components, and for programs other than
    /// `plumbline`.
    #[default]
    InProcess,
    /// In a separate process for each component, with limits. Its memory returns to the system when it ends.
    Child(CompilerProcess),
}

/// The processors that components are compiled for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// This machine's processor, with all its features.
    #[default]
    Native,
    /// Nearly all processors of the architecture in use: on x86-64 the level `x86-64-v3` of the System V ABI
    /// (processors since 2013). The code is checked against the processor when it is loaded.
    Portable,
}

/// Returns the configuration of Wasmtime, for running and for ahead-of-time compilation.
///
/// # Errors
/// Returns an error if Wasmtime was built without a feature that the settings need.
pub fn engine_config(settings: &EngineSettings) -> wasmtime::Result<Config> {
    let mut config = code_config();
    if settings.target == Target::Portable {
        portable(&mut config)?;
    }
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pooling(settings)));
    if settings.reuse_functions {
        config.enable_incremental_compilation(Arc::new(FunctionCache::default()))?;
    }
    Ok(config)
}

/// Returns the part of the configuration that machine code depends on. A process that only compiles needs nothing else.
/// In particular it needs no pool, whose address space would count against its limits.
pub(crate) fn code_config() -> Config {
    let mut config = Config::new();
    // Guest loops are interrupted by a counter that a thread increments. Fuel, which counts instructions, costs more.
    config.epoch_interruption(true);
    config.wasm_component_model(true);
    // For `wasi:http@0.3` handlers and the streams of `spin:sqlite`.
    config.wasm_component_model_async(true);
    config.wasm_simd(true);
    // Its results may differ between processors, and what components compute must be the same everywhere.
    config.wasm_relaxed_simd(false);
    // 4 GiB is more than any class may use, and 32-bit memories need no bounds checks.
    config.wasm_memory64(false);
    // Publishing a component that links a large crate takes 8 to 22 s on one core.
    config.parallel_compilation(true);
    config.cranelift_opt_level(OptLevel::Speed);
    // We do not need it: Wasmtime unwinds by frame pointers, and unwind tables add a fifth to a `.cwasm`.
    config.native_unwind_info(false);
    // The default, 512 KiB, is tight for recursive interpreters of file formats. The rest of the fiber's stack is for
    // the host, whose functions run on it.
    config.max_wasm_stack(MIB);
    config.async_stack_size(2 * MIB);
    config
}

/// Configures compilation for [`Target::Portable`].
#[allow(unsafe_code, reason = "a level of processors is set; see the safety comment")]
fn portable(config: &mut Config) -> wasmtime::Result<()> {
    // With an explicit target, Wasmtime infers nothing from this machine.
    config.target(&format!("{}-unknown-linux-gnu", std::env::consts::ARCH))?;
    if cfg!(target_arch = "x86_64") {
        // SAFETY: this enables processor features, and Wasmtime does not load code for a feature that the machine
        // lacks.
        unsafe { config.cranelift_flag_enable("x86-64-v3") };
    }
    Ok(())
}

/// Returns what code for [`Target::Portable`] depends on, in the form of `environment`.
///
/// # Errors
/// Returns an error if Wasmtime was built without a feature that the settings need.
pub(crate) fn portable_environment() -> anyhow::Result<String> {
    let mut config = code_config();
    let engine = portable(&mut config).and_then(|()| wasmtime::Engine::new(&config));
    Ok(environment(&engine.map_err(|error| anyhow::anyhow!("{error:#}"))?))
}

/// Returns the pool's configuration. Every instance takes slots that are reserved once, so that starting one maps no
/// memory.
fn pooling(settings: &EngineSettings) -> PoolingAllocationConfig {
    let instances = settings.instances;
    // The largest value of all classes. These are upper bounds and reserve nothing.
    let widest =
        |of: fn(&Limits) -> usize| Class::ALL.into_iter().map(|class| of(settings.limits.of(class))).max().unwrap_or(0);
    let core_instances = u32::try_from(widest(|limits| limits.core_instances)).unwrap_or(u32::MAX);
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(instances)
        // A plain component has 3 core instances (itself and two shims of its adapter), with one memory and two tables.
        .total_core_instances(instances.saturating_mul(4))
        .total_memories(instances)
        .total_tables(instances.saturating_mul(2))
        // One fiber per active instance, and one more for each task that a 0.3 guest has suspended.
        .total_stacks(instances.saturating_mul(2))
        .max_core_instances_per_component(core_instances)
        .max_memories_per_component(8)
        .max_tables_per_component(16)
        // For interpreters with many globals and functions. A Rust component needs under 64 KiB.
        .max_core_instance_size(2 * MIB)
        .max_component_instance_size(2 * MIB)
        .table_elements(widest(|limits| limits.table_elements))
        // The whole 32-bit space, so that bounds checks are elided. The class's limit bounds what an instance may use.
        .max_memory_size(4 << 30)
        // Zeroed by hand when an instance ends, instead of returned to the system: the working set of an endpoint.
        .linear_memory_keep_resident(MIB / 2)
        .table_keep_resident(64 * 1024)
        .async_stack_keep_resident(64 * 1024)
        // Slots that keep their component's image. Beyond these, a slot's resident memory returns to the system, so an
        // idle pool holds under 64 MiB.
        .max_unused_warm_slots(100);
    pool
}

/// Increments the epoch of an engine until it is dropped.
pub(crate) struct EpochTicker {
    stopped: Arc<AtomicBool>,
}

impl EpochTicker {
    /// Starts the thread.
    pub(crate) fn start(engine: &wasmtime::Engine) -> std::io::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let (engine, stop) = (engine.weak(), Arc::clone(&stopped));
        std::thread::Builder::new().name("epoch".into()).spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(EPOCH_TICK);
                match engine.upgrade() {
                    Some(engine) => engine.increment_epoch(),
                    None => break,
                }
            }
        })?;
        Ok(Self { stopped })
    }
}

impl Drop for EpochTicker {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use wasmtime::Engine;

    use super::*;

    #[test]
    fn a_process_that_only_compiles_makes_code_that_the_host_loads() {
        let host = Engine::new(&engine_config(&EngineSettings::default()).unwrap()).unwrap();
        let compiler = Engine::new(&code_config()).unwrap();
        assert_eq!(environment(&host), environment(&compiler));
        let other = Engine::new(code_config().epoch_interruption(false)).unwrap();
        assert_ne!(environment(&host), environment(&other), "code for other settings has another name");
    }
}
