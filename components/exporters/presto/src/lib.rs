//! The `presto` exporter: a budget without prices in FIEBDC-3/2020 (BC3), which Presto and every other Spanish
//! estimating package can read.
//!
//! The file is in Windows-1252, which the format calls ANSI, with records that start with `~` and end with CR LF.
//! Format: "Formato de Intercambio Estándar de Bases de Datos de la Construcción FIEBDC-3/2020",
//! <https://www.fiebdc.es>.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_presto::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(file.starts_with(b"~V|"));
//! # Ok::<(), String>(())
//! ```

mod budget;
mod measurements;
mod position;
mod record;
mod units;

pub use budget::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "presto",
    name: "Presto (FIEBDC-3/2020)",
    media_type: "text/plain; charset=windows-1252",
    extension: "bc3",
}
