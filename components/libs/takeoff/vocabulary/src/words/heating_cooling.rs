//! Heating, cooling and pumps.

use crate::entry::{Row, item};

pub(crate) const ROWS: &[Row] = &[
    item("heating", "boiler"),
    item("heating", "unit_heater"),
    item("heating", "cabinet_unit_heater"),
    item("heating", "radiator"),
    item("heating", "finned_tube_radiation"),
    item("heating", "radiant_panel"),
    item("heating", "radiant_floor_tubing"),
    item("heating", "infrared_heater"),
    item("heating", "heat_exchanger"),
    item("heating", "flue"),
    item("cooling", "chiller"),
    item("cooling", "cooling_tower"),
    item("cooling", "condensing_unit"),
    item("cooling", "heat_pump"),
    item("cooling", "split_system"),
    item("cooling", "vrf_outdoor_unit"),
    item("cooling", "vrf_indoor_unit"),
    item("cooling", "computer_room_unit"),
    item("cooling", "dry_cooler"),
    item("cooling", "thermal_storage_tank"),
    item("pumps", "circulator_pump"),
    item("pumps", "end_suction_pump"),
    item("pumps", "inline_pump"),
    item("pumps", "split_case_pump"),
    item("pumps", "condensate_pump"),
];
