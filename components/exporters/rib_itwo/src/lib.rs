//! The `rib_itwo` exporter: a bill of quantities without prices in GAEB DA XML 3.3, phase X83 (Angebotsaufforderung),
//! which RIB iTWO and every other German estimating package can read.

mod bill;
#[cfg(target_family = "wasm")]
mod component;
mod ordinals;
mod preamble;
mod units;
mod xml;

pub use bill::write;
