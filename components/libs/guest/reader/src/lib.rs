//! Bindings of the reader world for components in Rust
