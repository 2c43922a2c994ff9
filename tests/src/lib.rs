//! A running server for black-box tests, and the calls that tests make to it.
//!
//! Every test starts the built program with its own data directory on a free port. With `TEST_EDGE=harness`, or the path of
//! a `spin`, a Spin application beside it answers for the first tenant's sandbox (`edge`). With `TEST_BLOBS=s3`, every
//! program keeps tenants' files in an S3 store of its own (`plumbline-test-s3`), with `moto` in one of another make. With `TEST_DATABASE=postgres`, its tables are
//! in a PostgreSQL database of its own; with `TEST_POOLER=pgbouncer` too, behind PgBouncer. With both and `TEST_HOSTS=2`, every
//! other call goes to a second host.
//!
//! - `contract/`: the REST contract.
//! - `auth/`: authorization.
//! - `identity/`: authentication.
//! - `platform/`: components and limits.
//! - `faults/`: crashes.
//! - `corpus/`: real drawings, if available.
//! - `formats/`: exports as other programs read them.
//! - `memory/`: the memory of exporters.
//! - `deploy/`: the files for containers, Kubernetes, systemd, PostgreSQL and Prometheus.
//! - `python/`: the Python programs of the tests: a program that uses the client generated from the document, third-party
//!   clients and issuers, agents, and a browser.
//! - `node/`: the Node packages of the tests, and a program that uses one.
//!
//! ```no_run
//! use plumbline_tests::Server;
//! use serde_json::json;
//!
//! let server = Server::start()?;
//! let account = server.account("Ames & Sons")?;
//! let created = account.post("/projects", json!({"name": "North School"}))?.expect(201);
//! account.get(&format!("/projects/{}", created.text("id")))?.expect(200);
//! # Ok::<(), anyhow::Error>(())
//! ```

mod account;
mod application;
mod built;
mod database;
mod edge;
mod hosts;
mod http;
mod made_once;
mod node;
mod pooler;
mod postgres;
mod problem_codes;
mod process;
mod python;
mod release;
mod requirements;
mod response;
mod server;
mod stored;
mod workflow;

pub use account::Account;
pub use application::{Edge, Runtime, TEST_EDGE};
pub use built::{components, program, target, workspace};
pub use database::{TEST_DATABASE, TEST_POOLER, TestDatabase};
pub use edge::build_edge;
pub use hosts::Hosts;
pub use http::{agent, send};
pub use node::Node;
pub use plumbline_test_s3::{ReservedPort, S3Server};
pub use pooler::PgBouncer;
pub use postgres::PostgresServer;
pub use problem_codes::{TEST_MET, record_problem_code};
pub use process::run;
pub use python::{Python, PythonServer, chromium};
pub use release::{Environment, Release, differences};
pub use requirements::{TEST_CORPUS, corpus, report_missing, report_skipped};
pub use response::Response;
pub use server::{Server, ServerOptions, TEST_BLOBS, TEST_HOSTS};
pub use stored::HiddenBytes;
pub use workflow::{Takeoff, poll_until, wait_for};
