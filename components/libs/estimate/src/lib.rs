//! A takeoff as an estimator reads it: few lines with a quantity, in sections, from any number of counted and measured
//! rows.
//!
//! Exporters to estimating packages differ in syntax and agree on this. What they share is here: rows added up to
//! lines that lead back to them ([`PagedLines`]), lines in sections ([`PagedLines::sections`]), quantities in the decimals
//! of a format ([`Fixed`]), and what is said about the takeoff as a whole ([`about()`]). What makes rows one line, and
//! texts in the length and the characters of a format, they share with all exporters: `plumbline-guest-exporter`.

mod about;
mod entries;
mod fixed;
mod lines;
mod sections;

pub use about::{about, day};
pub use entries::Entry;
pub use fixed::{Fixed, Running};
pub use lines::{PagedLine, PagedLines};
pub use sections::{Category, Section};
