//! What is measured on a drawing instead of counted.
//!
//! - [`routes`]: runs of pipe, duct, conduit and cable from linework, with their lengths and sizes;
//! - [`quantities`]: surfaces, areas, volumes and weights that follow from routes, schedules and outlines, each with
//!   its formula.
//!
//! ```
//! use plumbline_measurement::quantities::bar_weight;
//! use plumbline_notation::{Length, LengthUnit, bar_size};
//!
//! let bar = bar_size("#5").expect("a bar of ASTM A615");
//! let weight = bar_weight(&bar, Length::new(12.5, LengthUnit::Foot), 24.0);
//! assert_eq!(weight.formula, "24 × 12.5 ft × 1.043 lb/ft = 312.9 lb");
//! ```

pub mod quantities;
pub mod routes;
