//! What the host and its compiler process agree on: the first argument and the exit codes.

/// The first argument of the child. A program started with it must call [`crate::compile_for_parent`].
pub(crate) const SUBCOMMAND: &str = "compile-component";
/// Exit code if the bytes are not a component. Standard error has the reason.
pub(crate) const REFUSED: u8 = 2;
/// Exit code if Wasmtime was refused memory and could still report it.
pub(crate) const OUT_OF_MEMORY: u8 = 3;
