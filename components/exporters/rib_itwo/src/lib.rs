//! The `rib_itwo` exporter: a bill of quantities without prices in GAEB DA XML 3.3, phase X83 (Angebotsaufforderung),
//! which RIB iTWO and every other German estimating package can read.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_rib_itwo::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(String::from_utf8_lossy(&file).contains("<GAEB "));
//! # Ok::<(), String>(())
//! ```

mod bill;
mod ordinals;
mod preamble;
mod text;
mod units;

pub use bill::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "rib_itwo",
    name: "RIB iTWO (GAEB DA XML 3.3, X83)",
    media_type: "application/xml",
    extension: "x83",
}
