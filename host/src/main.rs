//! The Plumbline host: CLI, edge and identity

fn main() {}
