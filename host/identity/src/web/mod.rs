//! Which address does what.
