//! The engine, which runs components.
//!
//! The engine knows five classes of components ([`Class`]) and nothing about their subject: endpoints answer HTTP
//! requests, workers do jobs, and workers drive readers, extractors and exporters through [capabilities](Capability).
//! Which component serves a slot for a tenant is data ([`Registry`]). Replacing one never disturbs a running call.
//!
//! The files form no circle. From the bottom up:
//!
//! - `settings`, `limits`: the configuration of Wasmtime, and the limits of a call of each class.
//! - `compile`, `compiler_process`, `compiler_child`, `compiler_protocol`: from bytes to machine code, in a separate
//!   process with limits.
//! - `admission`, `cpu_shares`, `compute`: how tenants share permits, computing time and threads. `watch`, `memory`: why
//!   a call ended, and the memory it frees. `counts`, `spans`: counters, and the spans of calls for traces.
//! - `state`, with `log` and `callers`: the data of a store. It knows neither the registry nor the engine.
//! - `capability`, `capabilities`: what the host offers to components, one module per capability. `inspect`, `linkers`,
//!   `linked`: how a component describes itself, and the component with what it gets.
//! - `runtime`: what all calls use. `run`: an instance and its calls.
//! - `trust`, `code`, `warm_instances`, `http_instances`, `loaded`: a component ready for calls. `start`, `loading`: the
//!   making of its instances, and of itself. `calls`, `http`: requests to it.
//! - `canary`, `registry`: which component serves a slot, and which of two versions.
//! - `engine`: the handle. `jobs`: jobs, with what a worker needs to drive components. `engine_counts`: what metrics
//!   show.
//!
//! # Use
//! ```no_run
//! use bytes::Bytes;
//! use plumbline_engine::{Capabilities, Engine, EngineSettings, JobRequest, Slot};
//! use plumbline_storage::{Publication, Scope, Storage};
//!
//! # async fn example(
//! #     storage: Storage, scope: Scope, component: Bytes, capabilities: Capabilities,
//! # ) -> anyhow::Result<()> {
//! // Loads all bound components. The handle is cheap to clone.
//! let engine = Engine::start(storage, EngineSettings::default(), capabilities).await?;
//!
//! // Checks the component, compiles it and stores it. An operator or a partner then binds its digest to the slot.
//! let slot: Slot = "endpoint:greetings".parse()?;
//! let published = engine.publish(&slot, component, &Publication::by("us")).await?;
//! println!("{} {}", published.digest, published.description.version);
//! // Takes effect at once, instead of at the next poll.
//! engine.registry().refresh().await?;
//!
//! // Calls the component that is bound for the tenant, or for all.
//! if let Some(loaded) = engine.registry().resolve(&scope.tenant, &slot) {
//!     let request = http::Request::get("/greetings").body(Bytes::new())?;
//!     let response = engine.http(&scope, &loaded, request, &[("x-plumbline-request-id", b"req_1".as_slice())]).await?;
//!     println!("{}", response.status());
//! }
//!
//! let request = JobRequest { id: "job_1".into(), payload: r#"{"document_id": "doc_1"}"#.into(), attempt: 1, lease: None };
//! println!("{:?}", engine.job(&scope, "ingest", request).await?);
//! # Ok(())
//! # }
//! ```
//! Dropping the future of `job` or `abandon` ends the call, and its open SQL transaction is rolled back. The same
//! applies to the future of `http`, unless the endpoint supports only HTTP. Such a call shares its instance with
//! others, and continues to its response or its deadline.

mod admission;
pub mod bindings;
mod callers;
mod calls;
mod canary;
pub mod capabilities;
mod capability;
mod code;
mod code_cache;
mod compile;
mod compiler_child;
mod compiler_process;
mod compiler_protocol;
mod compute;
mod counts;
mod cpu_shares;
mod description;
mod engine;
mod engine_counts;
mod error;
mod function_cache;
mod http;
mod http_instances;
mod inspect;
mod jobs;
mod limits;
mod linked;
mod linkers;
mod loaded;
mod loading;
mod log;
mod memory;
mod registry;
mod run;
mod runtime;
mod settings;
mod slot;
mod spans;
mod start;
mod state;
mod trust;
mod warm_instances;
mod watch;

pub use admission::ConcurrencyLimiter;
pub use canary::{CallKey, ServingVersion};
pub use capability::{Capabilities, Capability, Describing, Driver, Interface, Prepared};
pub use compiler_child::{ChildLimits, compile_for_parent};
pub use compiler_process::CompilerProcess;
pub use compute::Task;
pub use description::{Description, Details, OptionSpec};
pub use engine::{Engine, Published};
pub use engine_counts::{ComponentState, EngineCounts};
pub use error::{CallError, Refusal};
pub use function_cache::FunctionCache;
pub use inspect::{Described, class_of, endpoint_routes, endpoint_scopes, format_in};
pub use jobs::{JobOutcome, JobRequest, JobServices};
pub use limits::{Limits, LimitsByClass};
pub use loaded::Loaded;
pub use memory::{LargeBuffersKept, return_large_buffers, trim_memory};
pub use registry::{DEFAULT_TENANT, NotLoaded, Registry, settings};
pub use run::Running;
pub use settings::{Compile, EPOCH_TICK, EngineSettings, Target, engine_config};
pub use slot::{Class, Slot, SlotError};
pub use state::{Services, State};
