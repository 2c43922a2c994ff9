//! Air handling, terminal units and fans.

use crate::entry::{Row, item};

pub(crate) const ROWS: &[Row] = &[
    item("air_handling", "air_handling_unit"),
    item("air_handling", "rooftop_unit"),
    item("air_handling", "makeup_air_unit"),
    item("air_handling", "dedicated_outdoor_air_unit"),
    item("air_handling", "energy_recovery_ventilator"),
    item("air_handling", "furnace"),
    item("air_handling", "coil"),
    item("air_handling", "air_filter"),
    item("air_handling", "humidifier"),
    item("air_handling", "dehumidifier"),
    item("air_handling", "roof_curb"),
    item("terminal_units", "variable_air_volume_box"),
    item("terminal_units", "constant_air_volume_box"),
    item("terminal_units", "fan_powered_box"),
    item("terminal_units", "fan_coil_unit"),
    item("terminal_units", "chilled_beam"),
    item("terminal_units", "unit_ventilator"),
    item("terminal_units", "packaged_terminal_unit"),
    item("terminal_units", "reheat_coil"),
    item("fans", "exhaust_fan"),
    item("fans", "supply_fan"),
    item("fans", "return_fan"),
    item("fans", "inline_fan"),
    item("fans", "ceiling_exhaust_fan"),
    item("fans", "kitchen_hood"),
    item("fans", "fume_hood_exhaust"),
    item("fans", "destratification_fan"),
    item("fans", "stair_pressurization_fan"),
];
