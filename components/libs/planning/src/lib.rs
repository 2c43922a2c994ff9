//! What planning packages are told of a takeoff, the same in each of their formats.
//!
//! A takeoff becomes an outline of trades, categories and estimate lines ([`outline`]); each line is a task to which a
//! material is assigned whose units are the quantity ([`materials`]). What has no field of its own stands in notes
//! ([`notes`]). A line is a task where its labour hours are known and a milestone elsewhere ([`duration`]). A takeoff knows no dates; [`start`] says which one stands where a format insists.

pub mod duration;
pub mod materials;
pub mod notes;
pub mod outline;
pub mod start;
