//! The background of every trade's drawings: doors, furniture, elevators.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic("doors", "door"),
    item("doors", "double_door"),
    item("doors", "sliding_door"),
    item("doors", "overhead_door"),
    item("doors", "glass_door"),
    item("doors", "access_door"),
    generic("windows_and_glazing", "window"),
    item("windows_and_glazing", "skylight"),
    generic("equipment_and_furnishings", "furniture"),
    item("equipment_and_furnishings", "kitchen_appliance"),
    item("conveying", "elevator"),
    item("conveying", "escalator"),
    item("specialties", "toilet_partition"),
    item("specialties", "grab_bar"),
    item("specialties", "toilet_accessory"),
    item("specialties", "bicycle_rack"),
    item("specialties", "signage"),
];
