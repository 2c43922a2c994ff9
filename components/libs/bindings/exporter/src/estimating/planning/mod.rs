//! The data of a takeoff for planning packages, the same in each of their formats.
//!
//! A takeoff becomes an outline of trades, categories and estimate lines ([`outline`]). Each line is a task with an
//! assigned material, whose units are the quantity ([`materials`]). Data without a field of its own goes into notes
//! ([`notes`]). A line is a task if its labor hours are known, otherwise a milestone ([`duration`]). A takeoff has no
//! dates; [`start`] supplies one for formats that require it.
//!
//! ```
//! use plumbline_exporter::Lines;
//! use plumbline_exporter::testing::{FixedRows, header, item};
//! use plumbline_exporter::estimating::planning::outline::{Entry, outline};
//!
//! let lines = Lines::collect(&FixedRows::new(header(), 4, item));
//! let numbers: Vec<String> = outline(&lines)
//!     .map(|entry| match entry {
//!         Entry::Trade { number, .. } | Entry::Category { number, .. } | Entry::Line { number, .. } => number,
//!     })
//!     .collect();
//! assert_eq!(numbers, ["1", "1.1", "1.1.1"]);
//! ```

pub mod duration;
pub mod materials;
pub mod notes;
pub mod outline;
pub mod start;
