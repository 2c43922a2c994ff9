//! Standpipes, fire pumps, special systems and extinguishers.

use crate::entry::{Row, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(Pipe, "standpipe", "standpipes", "standpipe"),
    item("standpipes", "hose_valve"),
    item("standpipes", "hose_cabinet"),
    item("standpipes", "hose_reel"),
    item("standpipes", "fire_department_connection"),
    item("standpipes", "roof_manifold"),
    item("standpipes", "fire_hydrant"),
    item("fire_pumps", "fire_pump"),
    item("fire_pumps", "jockey_pump"),
    item("fire_pumps", "fire_pump_controller"),
    item("fire_pumps", "fire_water_tank"),
    item("fire_pumps", "test_header"),
    item("special_systems", "clean_agent_nozzle"),
    item("special_systems", "clean_agent_cylinder"),
    item("special_systems", "kitchen_hood_system"),
    item("special_systems", "foam_system"),
    item("special_systems", "water_mist_nozzle"),
    item("special_systems", "releasing_panel"),
    item("special_systems", "abort_station"),
    item("extinguishers", "fire_extinguisher"),
    item("extinguishers", "extinguisher_cabinet"),
    item("extinguishers", "extinguisher_bracket"),
    item("extinguishers", "fire_blanket"),
    item("extinguishers", "key_box"),
    item("passive_protection", "penetration_firestop"),
    item("supports", "sway_brace"),
    item("supports", "pipe_hanger"),
];
