//! Areas, volumes, lengths and weights derived from the drawing, each with its formula.
//!
//! - `measure`: a quantity with its formula; `dimension`: the units of bare numbers;
//! - `duct`: surface and weight of ducts by gauge;
//! - `rebar`: the weight of bars; `spaced`: bars at a spacing over an area;
//! - `steel`: sections whose designation gives their mass;
//! - `concrete`: slabs, footings, walls and beams;
//! - `rooms`: the area that walls enclose around each room tag;
//! - `slabs`: outlines with a slab's label.
//!
//! ```
//! use plumbline_measurement::quantities::bar_weight;
//! use plumbline_notation::{Length, LengthUnit, bar_size};
//!
//! let bar = bar_size("#5").expect("a bar of ASTM A615");
//! let weight = bar_weight(&bar, Length::new(12.5, LengthUnit::Foot), 24.0);
//! assert_eq!(weight.formula, "24 × 12.5 ft × 1.043 lb/ft = 312.9 lb");
//! ```

pub mod concrete;
mod dimension;
pub mod duct;
pub mod measure;
pub mod rebar;
pub mod rooms;
pub mod slabs;
pub mod spaced;
pub mod steel;

pub use concrete::{Footing, concrete_weight, linear_volume, slab_volume};
pub use duct::{Sheet as SheetMetal, duct_surface, duct_weight};
pub use measure::Measure;
pub use rebar::bar_weight;
pub use rooms::{Room, rooms};
pub use slabs::{Slab, slabs};
pub use spaced::SpacedBars;
pub use steel::{SectionMass, section_mass, section_weight};
