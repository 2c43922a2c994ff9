//! A running server for black-box tests, and the calls tests make of it.
//!
//! Every test starts the program as built, on a data directory of its own and a free port. With `TEST_EDGE=harness`, or the path
//! of a `spin`, a Spin application beside it answers for the first tenant's sandbox (`edge`). `contract/` holds what the
//! REST contract says, `auth/` who may do what, `identity/` how one proves who one is, `platform/` components and limits,
//! `faults/` crashes, `corpus/` real drawings where they are at hand, `formats/` what other programs read in exports, `memory/`
//! what exporters hold; `python/` is what they run in Python: a program over
//! the client generated from the document, other people's clients and issuers, and a browser.

mod answer;
mod edge;
mod met;
mod needs;
mod process;
mod python;
mod release;
mod server;
mod work;

pub use answer::Answer;
pub use edge::{Edge, Runtime, TEST_EDGE, build_edge};
pub use met::{TEST_MET, note_met};
pub use needs::{TEST_CORPUS, corpus, missing, skipped};
pub use process::run;
pub use python::{Python, Serving, chromium, target};
pub use release::{Environment, Release, differences};
pub use server::{Account, Server, ServerOptions, agent, components, program, send, workspace};
pub use work::{Takeoff, until, wait_for};
