//! Tests of the engine with real guests, in one program so that Wasmtime is linked once.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod common;

mod calls;
mod crossings;
mod hostile;
mod http;
mod jobs;
mod sqlite;
mod trust;
