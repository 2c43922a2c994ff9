//! The data of a takeoff for planning packages, the same in each of their formats.
//!
//! A takeoff becomes an outline of trades, categories and estimate lines ([`outline`]). Each line is a task with an
//! assigned material, whose units are the quantity ([`materials`]). Data without a field of its own goes into notes
//! ([`notes`]). A line is a task if its labor hours are known, otherwise a milestone ([`duration`]). A takeoff has no
//! dates; [`start`] supplies one for formats that require it.

pub mod duration;
pub mod materials;
pub mod notes;
pub mod outline;
pub mod start;
