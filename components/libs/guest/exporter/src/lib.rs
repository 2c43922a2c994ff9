//! Bindings of the exporter world for components in Rust
