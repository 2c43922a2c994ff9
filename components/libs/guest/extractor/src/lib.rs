//! Bindings of the extractor world for components in Rust
