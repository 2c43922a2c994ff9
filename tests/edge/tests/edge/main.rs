//! Composed files under the interfaces of stock Spin, or under a Spin itself, beside the host on the same data.
//!
//! - `answers`: what one writes the other reads, and the same call has the same answer; `centre`: what an edge leaves to its
//!   centre; `bound`: applications of what is bound for a tenant; `beside`: both sides.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test")]

mod answers;
mod beside;
mod bound;
mod centre;
