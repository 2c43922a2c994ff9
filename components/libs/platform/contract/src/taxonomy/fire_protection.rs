//! Fire protection: detection and alarm, sprinklers, standpipes and special systems.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const ALARM: &[&str] = counted!["system", "circuit", "panel", "mounting", "rating", "address", "candela"];
const SPRINKLER: &[&str] =
    counted!["size", "system", "rating", "mounting", "k_factor", "finish", "response", "temperature"];
const PIPE: &[&str] = measured!["size", "system", "material", "joint", "schedule"];
const FITTING: &[&str] = counted!["size", "system", "material", "joint"];
const VALVE: &[&str] = counted!["size", "system", "rating", "connection", "supervised"];
const EQUIPMENT: &[&str] = counted!["size", "system", "rating", "capacity", "circuit", "panel", "mounting"];
const CABLE: &[&str] = measured!["size", "system", "circuit", "panel", "conductors"];
const PART: &[&str] = counted!["size", "material", "rating"];

pub(super) const TRADE: TradeEntry = trade(Trade::FireProtection, "Fire protection", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("fire_alarm", "Fire alarm", FIRE_ALARM),
    category("fire_alarm_wiring", "Fire alarm wiring", FIRE_ALARM_WIRING),
    category("sprinklers", "Sprinklers", SPRINKLERS),
    category("sprinkler_piping", "Sprinkler piping", SPRINKLER_PIPING),
    category("valves_and_trim", "Valves and trim", VALVES),
    category("standpipes", "Standpipes and hose", STANDPIPES),
    category("fire_pumps", "Fire pumps and water supply", FIRE_PUMPS),
    category("special_systems", "Special suppression systems", SPECIAL),
    category("extinguishers", "Extinguishers and cabinets", EXTINGUISHERS),
    category("passive_protection", "Passive protection", PASSIVE),
    category("supports", "Supports", SUPPORTS),
];

const FIRE_ALARM: &[ItemType] = &[
    item("fire_alarm_device", "Fire alarm device", "EA", ALARM),
    item("smoke_detector", "Smoke detector", "EA", ALARM),
    item("heat_detector", "Heat detector", "EA", ALARM),
    item("duct_detector", "Duct smoke detector", "EA", ALARM),
    item("beam_detector", "Beam detector", "EA", ALARM),
    item("carbon_monoxide_detector", "Carbon monoxide detector", "EA", ALARM),
    item("pull_station", "Manual pull station", "EA", ALARM),
    item("horn_strobe", "Horn and strobe", "EA", ALARM),
    item("strobe", "Strobe", "EA", ALARM),
    item("speaker_strobe", "Speaker and strobe", "EA", ALARM),
    item("fire_alarm_control_panel", "Control panel", "EA", ALARM),
    item("annunciator", "Annunciator", "EA", ALARM),
    item("monitor_module", "Monitor module", "EA", ALARM),
    item("control_relay_module", "Control or relay module", "EA", ALARM),
    item("door_holder", "Magnetic door holder", "EA", ALARM),
];

const FIRE_ALARM_WIRING: &[ItemType] = &[
    item("initiating_circuit", "Initiating or signaling circuit", "LF", CABLE),
    item("notification_circuit", "Notification circuit", "LF", CABLE),
    item("fire_alarm_cable", "Fire alarm cable", "LF", CABLE),
    item("fire_alarm_conduit", "Fire alarm conduit", "LF", CABLE),
    item("power_supply_booster", "Notification power supply", "EA", ALARM),
    item("end_of_line_device", "End-of-line device", "EA", ALARM),
];

const SPRINKLERS: &[ItemType] = &[
    item("pendent_sprinkler", "Pendent sprinkler", "EA", SPRINKLER),
    item("upright_sprinkler", "Upright sprinkler", "EA", SPRINKLER),
    item("sidewall_sprinkler", "Sidewall sprinkler", "EA", SPRINKLER),
    item("concealed_sprinkler", "Concealed sprinkler", "EA", SPRINKLER),
    item("recessed_sprinkler", "Recessed sprinkler", "EA", SPRINKLER),
    item("dry_sprinkler", "Dry sprinkler", "EA", SPRINKLER),
    item("esfr_sprinkler", "Early-suppression fast-response sprinkler", "EA", SPRINKLER),
    item("extended_coverage_sprinkler", "Extended-coverage sprinkler", "EA", SPRINKLER),
    item("residential_sprinkler", "Residential sprinkler", "EA", SPRINKLER),
    item("window_sprinkler", "Window sprinkler", "EA", SPRINKLER),
    item("open_nozzle", "Open nozzle", "EA", SPRINKLER),
    item("sprinkler_guard", "Sprinkler guard", "EA", PART),
];

const SPRINKLER_PIPING: &[ItemType] = &[
    item("sprinkler_main", "Sprinkler main", "LF", PIPE),
    item("sprinkler_branch_line", "Branch line", "LF", PIPE),
    item("sprinkler_riser", "Riser", "LF", PIPE),
    item("sprinkler_drop", "Drop or sprig", "EA", FITTING),
    item("flexible_sprinkler_drop", "Flexible drop", "EA", FITTING),
    item("fire_service_pipe", "Underground fire service", "LF", PIPE),
    item("drain_pipe", "Drain pipe", "LF", PIPE),
    item("sprinkler_elbow", "Elbow", "EA", FITTING),
    item("sprinkler_tee", "Tee or outlet", "EA", FITTING),
    item("grooved_coupling", "Grooved coupling", "EA", FITTING),
];

const VALVES: &[ItemType] = &[
    item("alarm_check_valve", "Alarm check valve", "EA", VALVE),
    item("dry_pipe_valve", "Dry pipe valve", "EA", VALVE),
    item("preaction_valve", "Preaction valve", "EA", VALVE),
    item("deluge_valve", "Deluge valve", "EA", VALVE),
    item("control_valve", "Supervised control valve", "EA", VALVE),
    item("zone_control_assembly", "Floor or zone control assembly", "EA", VALVE),
    item("check_valve", "Check valve", "EA", VALVE),
    item("backflow_preventer", "Backflow preventer", "EA", VALVE),
    item("flow_switch", "Flow switch", "EA", ALARM),
    item("tamper_switch", "Tamper switch", "EA", ALARM),
    item("pressure_switch", "Pressure switch", "EA", ALARM),
    item("test_and_drain", "Inspector's test and drain", "EA", VALVE),
    item("air_compressor", "Air compressor of a dry system", "EA", EQUIPMENT),
    item("post_indicator_valve", "Post indicator valve", "EA", VALVE),
];

const STANDPIPES: &[ItemType] = &[
    item("standpipe", "Standpipe", "LF", PIPE),
    item("hose_valve", "Hose valve", "EA", VALVE),
    item("hose_cabinet", "Hose cabinet", "EA", EQUIPMENT),
    item("hose_reel", "Hose reel", "EA", EQUIPMENT),
    item("fire_department_connection", "Fire department connection", "EA", VALVE),
    item("roof_manifold", "Roof manifold", "EA", VALVE),
    item("fire_hydrant", "Fire hydrant", "EA", VALVE),
];

const FIRE_PUMPS: &[ItemType] = &[
    item("fire_pump", "Fire pump", "EA", EQUIPMENT),
    item("jockey_pump", "Jockey pump", "EA", EQUIPMENT),
    item("fire_pump_controller", "Fire pump controller", "EA", EQUIPMENT),
    item("fire_water_tank", "Fire water tank", "EA", EQUIPMENT),
    item("test_header", "Test header", "EA", VALVE),
    item("fuel_tank", "Fuel tank", "EA", EQUIPMENT),
];

const SPECIAL: &[ItemType] = &[
    item("clean_agent_nozzle", "Clean agent nozzle", "EA", SPRINKLER),
    item("clean_agent_cylinder", "Clean agent cylinder", "EA", EQUIPMENT),
    item("kitchen_hood_system", "Kitchen hood system", "EA", EQUIPMENT),
    item("foam_system", "Foam system", "EA", EQUIPMENT),
    item("water_mist_nozzle", "Water mist nozzle", "EA", SPRINKLER),
    item("releasing_panel", "Releasing panel", "EA", ALARM),
    item("abort_station", "Abort station", "EA", ALARM),
];

const EXTINGUISHERS: &[ItemType] = &[
    item("fire_extinguisher", "Fire extinguisher", "EA", EQUIPMENT),
    item("extinguisher_cabinet", "Extinguisher cabinet", "EA", EQUIPMENT),
    item("extinguisher_bracket", "Extinguisher bracket", "EA", PART),
    item("fire_blanket", "Fire blanket", "EA", PART),
    item("key_box", "Fire department key box", "EA", PART),
];

const PASSIVE: &[ItemType] = &[
    item("penetration_firestop", "Firestop of a penetration", "EA", PART),
    item("joint_firestop", "Firestop of a joint", "LF", PART),
    item("spray_fireproofing", "Sprayed fireproofing", "SF", measured!["material", "thickness", "rating"]),
    item("intumescent_coating", "Intumescent coating", "SF", measured!["material", "thickness", "rating"]),
    item("fire_wrap", "Fire wrap", "SF", measured!["material", "thickness", "rating"]),
];

const SUPPORTS: &[ItemType] = &[
    item("pipe_hanger", "Pipe hanger", "EA", PART),
    item("sway_brace", "Sway brace", "EA", PART),
    item("pipe_sleeve", "Sleeve", "EA", PART),
    item("riser_clamp", "Riser clamp", "EA", PART),
];
