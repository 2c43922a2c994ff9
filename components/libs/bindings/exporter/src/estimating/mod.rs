//! A takeoff as an estimator reads it: a few lines with a quantity, in sections, from any number of counted and
//! measured rows.
//!
//! Exporters to estimating packages differ in syntax and share these: rows added up to lines that lead back to
//! them ([`PagedLines`]), lines in sections ([`PagedLines::sections`]), quantities with the decimals of a format
//! ([`Fixed`]), and facts about the takeoff as a whole ([`takeoff_facts`]). The grouping of rows into lines, and texts
//! in the length and the characters of a format, are shared with all exporters in the modules beside this one.
//!
//! ```
//! use plumbline_exporter::estimating::{Fixed, PagedLines};
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let rows = FixedRows::new(header(), 4, item);
//! let lines = PagedLines::read(&rows)?;
//! assert_eq!(lines.sections()[0].title, "Electrical");
//!
//! let line = &lines.all()[0];
//! assert_eq!(line.key.description, "Duplex receptacle, 20 A");
//! assert_eq!(Fixed::new(line.quantity, 3).to_string(), "4.000");
//! # Ok::<(), String>(())
//! ```

mod entries;
mod facts;
mod fixed;
mod lines;
pub mod planning;
mod sections;

pub use entries::Entry;
pub use facts::{day, takeoff_facts};
pub use fixed::{Fixed, Running};
pub use lines::{PagedLine, PagedLines};
pub use sections::{Category, Section};
