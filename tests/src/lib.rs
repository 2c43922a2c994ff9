//! A running server for black-box tests, and the calls tests make of it.
//!
//! Every test starts the program as built, on a data directory of its own and a free port. `contract/` holds what the
//! REST contract says, `auth/` who may do what, `platform/` components and limits, `faults/` crashes, `corpus/` real
//! drawings where they are at hand; `python/` is a program over the client generated for Python, run by `contract/`.

mod answer;
mod server;
mod work;

pub use answer::Answer;
pub use server::{Account, Server, ServerOptions, components, program, workspace};
pub use work::{Takeoff, wait_for};
