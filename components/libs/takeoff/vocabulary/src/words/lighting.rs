//! Luminaires.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic("lighting", "luminaire"),
    item("lighting", "emergency_luminaire"),
    item("lighting", "exit_sign"),
    item("lighting", "downlight"),
    item("lighting", "troffer"),
    item("lighting", "strip_luminaire"),
    item("lighting", "high_bay_luminaire"),
    item("lighting", "wall_luminaire"),
    item("lighting", "pendant_luminaire"),
    item("lighting", "track_lighting"),
    item("lighting", "floodlight"),
    item("lighting", "bollard_luminaire"),
    item("lighting", "pole_luminaire"),
    item("lighting", "emergency_driver"),
];
