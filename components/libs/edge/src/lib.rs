//! What the gateway and the adapters of the edge share: an application at the edge serves one environment of one tenant, and
//! its variables say which.
//!
//! - `place`: the variables, read; `variables`: where they come from.
//! - `bound`: what a composed file tells its gateway of the endpoint group behind it.

mod bound;
mod place;
#[cfg(target_family = "wasm")]
mod variables;

pub use bound::Bound;
pub use place::{NotSet, Place};
#[cfg(target_family = "wasm")]
pub use variables::{place, variable};
