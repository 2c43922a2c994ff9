//! The engine, which runs components.
//!
//! The engine knows five classes of components ([`Class`]) and nothing about construction: endpoints answer HTTP
//! requests, workers do jobs, and workers drive readers, extractors and exporters through it. Which component serves a
//! slot for a tenant is data ([`Registry`]). Replacing one never disturbs a running call.
//!
//! - `settings`, `limits`: the configuration of Wasmtime, and the limits of a call of each class.
//! - `compile`, `compiler_process`, `compiler_child`: from bytes to machine code, in a separate process with limits.
//! - `inspect`, `code`, `registry`, `canary`, `trust`: from machine code to a bound component; which of two versions is
//!   called, and whether it may still run.
//! - `state`, `log`, `linkers`: what an instance gets from the host.
//! - `run`, `watch`, `memory`: an instance, its calls, the reason why it ended, and the memory it frees.
//! - `admission`, `cpu_shares`, `compute`: how tenants share permits, computing time and threads.
//! - `sqlite`, `signing`, `sealing`, `sources`, `blobs`, `readers`, `extraction`, `exporting`, `provenance`,
//!   `original`: the host side of our interfaces.
//! - `nn`, `recognition`: models for readers, and deep recognition of pages.
//! - `counts`, `spans`: counters for metrics, and the spans of calls for traces.
//! - `calls`, `http`, `jobs`: the entry points, the first two for requests. `trial`: components that are only tried.
//!
//! # Use
//! ```no_run
//! use bytes::Bytes;
//! use plumbline_engine::{Engine, EngineSettings, JobRequest, Slot};
//! use plumbline_storage::{Publication, Scope, Storage};
//!
//! # async fn example(storage: Storage, scope: Scope, component: Bytes) -> anyhow::Result<()> {
//! // Loads all bound components. The handle is cheap to clone.
//! let engine = Engine::start(storage, EngineSettings::default()).await?;
//!
//! // Checks the component, compiles it and stores it. An operator or a partner then binds its digest to the slot.
//! let slot: Slot = "endpoint:projects".parse()?;
//! let published = engine.publish(&slot, component, &Publication::by("us")).await?;
//! println!("{} {}", published.digest, published.description.version);
//! // Takes effect at once, instead of at the next poll.
//! engine.registry().refresh().await?;
//!
//! // Calls the component that is bound for the tenant, or for all.
//! if let Some(loaded) = engine.registry().resolve(&scope.tenant, &slot) {
//!     let request = http::Request::get("/projects").body(Bytes::new())?;
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
mod blobs;
mod calls;
mod canary;
mod code;
mod code_cache;
mod compile;
mod compiler_child;
mod compiler_process;
mod compute;
mod counts;
mod cpu_shares;
mod description;
mod document;
mod engine;
mod error;
mod exporting;
mod extraction;
mod function_cache;
mod http;
mod idle_extractors;
mod inspect;
mod jobs;
mod limits;
mod linkers;
mod log;
mod memory;
mod nn;
mod original;
mod provenance;
mod readers;
mod recognition;
mod registry;
mod run;
mod sealing;
mod settings;
mod sheets;
mod signing;
mod slot;
mod sources;
mod spans;
mod spool;
mod sqlite;
mod state;
mod trial;
mod trust;
mod watch;

pub use canary::{CallKey, Chosen};
pub use compiler_child::{ChildLimits, compile_for_parent};
pub use compiler_process::CompilerProcess;
pub use counts::{ComponentState, EngineCounts};
pub use description::{Description, Details, OptionSpec};
pub use engine::{Engine, Published};
pub use error::{CallError, Refusal};
pub use inspect::endpoint_routes;
pub use jobs::{JobOutcome, JobRequest};
pub use limits::{Limits, LimitsByClass};
pub use memory::{return_large_buffers, trim_memory};
pub use registry::{DEFAULT_TENANT, Loaded, NotLoaded, Registry, settings};
pub use settings::{Compile, EPOCH_TICK, EngineSettings, Target, engine_config};
pub use slot::{Class, Slot, SlotError};
pub use trial::{Trial, TrialError, TrialRows};
