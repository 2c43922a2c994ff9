//! Options of a standard takeoff.

use plumbline_takeoff::Options;
use plumbline_takeoff::quantities::{Depth, UnitSystem};

/// Returns the options of a takeoff with schedules, of a sheet at 1:100.
pub(crate) fn at_hundred() -> Options {
    Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: Some("1:100".to_owned()),
    }
}
