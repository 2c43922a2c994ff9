//! The `quickbooks` exporter: an estimate without prices in the Intuit Interchange Format (IIF), which QuickBooks
//! Desktop imports (File > Utilities > Import > IIF Files).
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_quickbooks::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(file.starts_with(b"!ACCNT\t"));
//! # Ok::<(), String>(())
//! ```

mod estimate;
mod items;
mod table;

pub use estimate::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "quickbooks",
    name: "QuickBooks (IIF estimate)",
    media_type: "text/plain; charset=windows-1252",
    extension: "iif",
}
