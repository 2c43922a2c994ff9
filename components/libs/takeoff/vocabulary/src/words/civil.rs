//! Site objects that building sheets also show.

use crate::entry::{Row, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    item("storm_drainage", "catch_basin"),
    item("storm_drainage", "storm_manhole"),
    item("storm_drainage", "yard_drain"),
    item("sanitary_sewer", "sanitary_manhole"),
    item("sanitary_sewer", "sewer_cleanout"),
    item("sanitary_sewer", "septic_tank"),
    item("sanitary_sewer", "lift_station"),
    item("water_distribution", "meter_vault"),
    item("water_distribution", "thrust_block"),
    item("dry_utilities", "utility_pole"),
    item("dry_utilities", "utility_vault"),
    line(Pipe, "water main", "water_distribution", "water_main"),
    line(Pipe, "sanitary sewer", "sanitary_sewer", "sanitary_sewer_pipe"),
    line(Pipe, "storm sewer", "storm_drainage", "storm_sewer_pipe"),
    line(Pipe, "gas main", "dry_utilities", "gas_main"),
    item("landscaping", "tree"),
    item("landscaping", "shrub"),
    item("fencing_and_site_furniture", "site_bollard"),
    item("fencing_and_site_furniture", "bench"),
    item("traffic_and_marking", "pavement_symbol"),
];
