//! Bindings of the worker world for components in Rust
