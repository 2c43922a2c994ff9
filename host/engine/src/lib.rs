//! The engine, which runs components.
//!
//! The engine knows five classes of components ([`Class`]) and nothing about their subject: endpoints answer HTTP
//! requests, workers do jobs, and workers drive readers, extractors and exporters through [capabilities](Capability).
//! Which component serves a slot for a tenant is data ([`Registry`]). Replacing one never disturbs a running call.
//!
//! - `settings`, `limits`: the configuration of Wasmtime, and the limits of a call of each class.
//! - `compile`, `compiler_process`, `compiler_child`, `compiler_protocol`: from bytes to machine code, in a separate
//!   process with limits.
//! - `inspect`, `code`, `registry`, `canary`, `trust`: from machine code to a bound component; which of two versions is
//!   called, and whether it may still run.
//! - `capabilities`: what the host offers to components, one module per capability. `linkers`, `state`, `log`: what an
//!   instance gets of it.
//! - `run`, `watch`, `memory`: an instance, its calls, the reason why it ended, and the memory it frees.
//! - `admission`, `cpu_shares`, `compute`: how tenants share permits, computing time and threads.
//! - `counts`, `engine_counts`, `spans`: counters, what metrics show of them, and the spans of calls for traces.
//! - `calls`, `http`, `jobs`: the entry points, the first two for requests.
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
//! let request = JobRequest { id: "job_1".into(), payload: r#"{"document_id": "doc_1"}"#.into(), attempt: 1 };
//! println!("{:?}", engine.job(&scope, "ingest", request).await?);
//! # Ok(())
//! # }
//! ```
//! Dropping the future of `job` or `abandon` ends the call, and its open SQL transaction is rolled back. The same
//! applies to the future of `http`, unless the endpoint supports only HTTP. Such a call shares its instance with
//! others, and continues to its response or its deadline.

mod admission;
pub mod bindings;
mod calls;
mod canary;
pub mod capabilities;
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
mod inspect;
mod jobs;
mod limits;
mod linkers;
mod log;
mod memory;
mod registry;
mod run;
mod settings;
mod slot;
mod spans;
mod state;
mod trust;
mod watch;

pub use admission::ConcurrencyLimiter;
pub use canary::{CallKey, Chosen};
pub use capabilities::{Capabilities, Capability, Driver, Interface, Prepared};
pub use compiler_child::{ChildLimits, compile_for_parent};
pub use compiler_process::CompilerProcess;
pub use compute::Task;
pub use description::{Description, Details, OptionSpec};
pub use engine::{Engine, Published};
pub use engine_counts::{ComponentState, EngineCounts};
pub use error::{CallError, Refusal};
pub use inspect::{Described, class_of, endpoint_routes, endpoint_scopes, format_in};
pub use jobs::{JobOutcome, JobRequest};
pub use limits::{Limits, LimitsByClass};
pub use memory::{LargeBuffersKept, return_large_buffers, trim_memory};
pub use registry::{DEFAULT_TENANT, Loaded, NotLoaded, Registry, settings};
pub use run::Running;
pub use settings::{Compile, EPOCH_TICK, EngineSettings, Target, engine_config};
pub use slot::{Class, Slot, SlotError};
pub use state::{Services, State};
