//! A takeoff as an estimator reads it: few lines with a quantity, in sections, from any number of counted and measured
//! rows.
//!
//! Exporters to estimating packages differ in syntax and agree on this. What they share is here: rows added up to
//! lines ([`Lines`]), lines in sections ([`Lines::sections`]), quantities in the decimals of a format ([`Fixed`]), texts
//! in the length and the characters of a format ([`shorten`], [`Unique`], [`ansi`]), and what is said about the
//! takeoff as a whole ([`about`]).

mod about;
pub mod ansi;
mod entries;
mod fixed;
mod lines;
mod sections;
mod text;

pub use about::{about, day};
pub use entries::Entry;
pub use fixed::{Fixed, Running};
pub use lines::{Line, Lines};
pub use sections::{Category, Section};
pub use text::{Unique, clean, paragraphs, shorten};
