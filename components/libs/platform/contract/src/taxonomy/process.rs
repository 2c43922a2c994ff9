//! Process: industrial piping, vessels, rotating equipment and instruments.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const PIPE: &[&str] = measured!["size", "system", "material", "schedule", "joint", "spec", "line_number", "insulation"];
const FITTING: &[&str] = counted!["size", "system", "material", "schedule", "rating", "spec", "line_number"];
const VALVE: &[&str] = counted!["size", "system", "material", "rating", "spec", "connection", "operator"];
const VESSEL: &[&str] = counted!["size", "system", "material", "capacity", "rating", "design_pressure"];
const ROTATING: &[&str] = counted!["size", "system", "rating", "capacity", "circuit", "panel", "driver"];
const INSTRUMENT: &[&str] = counted!["system", "rating", "loop", "signal", "mounting", "size"];
const COVER: &[&str] = measured!["size", "material", "thickness", "jacket", "system"];
const PART: &[&str] = counted!["size", "material", "spec"];

pub(super) const TRADE: TradeEntry = trade(Trade::Process, "Process", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("process_piping", "Process piping", PIPING),
    category("pipe_fittings", "Pipe fittings", FITTINGS),
    category("welds_and_joints", "Welds and joints", WELDS),
    category("valves", "Valves", VALVES),
    category("piping_specialties", "Piping specialties", SPECIALTIES),
    category("tanks_and_vessels", "Tanks and vessels", TANKS),
    category("rotating_equipment", "Rotating equipment", ROTATING_EQUIPMENT),
    category("heat_transfer", "Heat transfer", HEAT_TRANSFER),
    category("material_handling", "Material handling", MATERIAL_HANDLING),
    category("instrumentation", "Instrumentation", INSTRUMENTATION),
    category("utilities", "Plant utilities", UTILITIES),
    category("insulation_and_coating", "Insulation and coating", INSULATION),
    category("supports", "Supports", SUPPORTS),
];

const PIPING: &[ItemType] = &[
    item("carbon_steel_pipe", "Carbon steel pipe", "LF", PIPE),
    item("stainless_steel_pipe", "Stainless steel pipe", "LF", PIPE),
    item("alloy_pipe", "Alloy pipe", "LF", PIPE),
    item("lined_pipe", "Lined pipe", "LF", PIPE),
    item("plastic_pipe", "Plastic pipe", "LF", PIPE),
    item("fiberglass_pipe", "Fiberglass pipe", "LF", PIPE),
    item("sanitary_tubing", "Sanitary tubing", "LF", PIPE),
    item("copper_tubing", "Copper tubing", "LF", PIPE),
    item("instrument_tubing", "Instrument tubing", "LF", PIPE),
    item("jacketed_pipe", "Jacketed pipe", "LF", PIPE),
    item("pipe_spool", "Shop-made spool", "EA", PIPE),
];

const FITTINGS: &[ItemType] = &[
    item("elbow", "Elbow", "EA", FITTING),
    item("tee", "Tee", "EA", FITTING),
    item("reducer", "Reducer", "EA", FITTING),
    item("cap", "Cap", "EA", FITTING),
    item("coupling", "Coupling", "EA", FITTING),
    item("union", "Union", "EA", FITTING),
    item("branch_outlet", "Branch outlet", "EA", FITTING),
    item("flange", "Flange", "EA", FITTING),
    item("blind_flange", "Blind flange", "EA", FITTING),
    item("gasket_and_bolts", "Gasket and bolt set", "EA", FITTING),
    item("clamp_ferrule", "Clamp and ferrule", "EA", FITTING),
];

const WELDS: &[ItemType] = &[
    item("butt_weld", "Butt weld", "EA", FITTING),
    item("socket_weld", "Socket weld", "EA", FITTING),
    item("orbital_weld", "Orbital weld", "EA", FITTING),
    item("threaded_joint", "Threaded joint", "EA", FITTING),
    item("fusion_joint", "Fusion joint", "EA", FITTING),
    item("weld_examination", "Examination of a weld", "EA", FITTING),
    item("heat_treatment", "Heat treatment of a weld", "EA", FITTING),
    item("pressure_test", "Pressure test", "LS", FITTING),
];

const VALVES: &[ItemType] = &[
    item("gate_valve", "Gate valve", "EA", VALVE),
    item("globe_valve", "Globe valve", "EA", VALVE),
    item("ball_valve", "Ball valve", "EA", VALVE),
    item("butterfly_valve", "Butterfly valve", "EA", VALVE),
    item("plug_valve", "Plug valve", "EA", VALVE),
    item("diaphragm_valve", "Diaphragm valve", "EA", VALVE),
    item("check_valve", "Check valve", "EA", VALVE),
    item("needle_valve", "Needle valve", "EA", VALVE),
    item("control_valve", "Control valve", "EA", VALVE),
    item("on_off_valve", "Actuated on-off valve", "EA", VALVE),
    item("pressure_safety_valve", "Pressure safety valve", "EA", VALVE),
    item("rupture_disk", "Rupture disk", "EA", VALVE),
    item("pressure_regulator", "Pressure regulator", "EA", VALVE),
    item("sanitary_valve", "Sanitary valve", "EA", VALVE),
];

const SPECIALTIES: &[ItemType] = &[
    item("strainer", "Strainer", "EA", VALVE),
    item("filter", "Filter", "EA", VALVE),
    item("steam_trap", "Steam trap", "EA", VALVE),
    item("expansion_joint", "Expansion joint", "EA", VALVE),
    item("flexible_hose", "Flexible hose", "EA", VALVE),
    item("sight_glass", "Sight glass", "EA", VALVE),
    item("static_mixer", "Static mixer", "EA", VALVE),
    item("sample_station", "Sample station", "EA", VALVE),
    item("spray_ball", "Spray ball", "EA", VALVE),
    item("flame_arrester", "Flame arrester", "EA", VALVE),
];

const TANKS: &[ItemType] = &[
    item("atmospheric_tank", "Atmospheric tank", "EA", VESSEL),
    item("pressure_vessel", "Pressure vessel", "EA", VESSEL),
    item("storage_silo", "Silo or hopper", "EA", VESSEL),
    item("reactor", "Reactor", "EA", VESSEL),
    item("column", "Column or tower", "EA", VESSEL),
    item("receiver", "Receiver or drum", "EA", VESSEL),
    item("clarifier", "Clarifier", "EA", VESSEL),
    item("skid_package", "Skid package", "EA", VESSEL),
];

const ROTATING_EQUIPMENT: &[ItemType] = &[
    item("centrifugal_pump", "Centrifugal pump", "EA", ROTATING),
    item("positive_displacement_pump", "Positive displacement pump", "EA", ROTATING),
    item("metering_pump", "Metering pump", "EA", ROTATING),
    item("compressor", "Compressor", "EA", ROTATING),
    item("blower", "Blower", "EA", ROTATING),
    item("agitator", "Agitator or mixer", "EA", ROTATING),
    item("vacuum_pump", "Vacuum pump", "EA", ROTATING),
    item("centrifuge", "Centrifuge", "EA", ROTATING),
    item("turbine", "Turbine", "EA", ROTATING),
];

const HEAT_TRANSFER: &[ItemType] = &[
    item("shell_and_tube_exchanger", "Shell-and-tube exchanger", "EA", VESSEL),
    item("plate_exchanger", "Plate exchanger", "EA", VESSEL),
    item("air_cooled_exchanger", "Air-cooled exchanger", "EA", VESSEL),
    item("fired_heater", "Fired heater", "EA", VESSEL),
    item("process_boiler", "Boiler", "EA", VESSEL),
    item("process_chiller", "Chiller", "EA", VESSEL),
    item("evaporator", "Evaporator", "EA", VESSEL),
    item("dryer", "Dryer", "EA", VESSEL),
];

const MATERIAL_HANDLING: &[ItemType] = &[
    item("belt_conveyor", "Belt conveyor", "LF", ROTATING),
    item("screw_conveyor", "Screw conveyor", "LF", ROTATING),
    item("bucket_elevator", "Bucket elevator", "EA", ROTATING),
    item("pneumatic_conveying_line", "Pneumatic conveying line", "LF", PIPE),
    item("crane_or_hoist", "Crane or hoist", "EA", ROTATING),
    item("dust_collector", "Dust collector", "EA", ROTATING),
    item("rotary_valve", "Rotary valve", "EA", ROTATING),
    item("weigh_scale", "Scale", "EA", INSTRUMENT),
];

const INSTRUMENTATION: &[ItemType] = &[
    item("pressure_transmitter", "Pressure transmitter", "EA", INSTRUMENT),
    item("temperature_element", "Temperature element", "EA", INSTRUMENT),
    item("flow_meter", "Flow meter", "EA", INSTRUMENT),
    item("level_transmitter", "Level transmitter", "EA", INSTRUMENT),
    item("analyzer", "Analyzer", "EA", INSTRUMENT),
    item("pressure_gauge", "Pressure gauge", "EA", INSTRUMENT),
    item("process_switch", "Process switch", "EA", INSTRUMENT),
    item("gas_detector", "Gas detector", "EA", INSTRUMENT),
    item("control_panel", "Control panel", "EA", INSTRUMENT),
    item("instrument_junction_box", "Instrument junction box", "EA", INSTRUMENT),
    item("instrument_cable", "Instrument cable", "LF", measured!["size", "system", "circuit", "loop"]),
    item("loop_check", "Loop check", "EA", INSTRUMENT),
];

const UTILITIES: &[ItemType] = &[
    item("compressed_air_pipe", "Compressed air pipe", "LF", PIPE),
    item("nitrogen_pipe", "Nitrogen pipe", "LF", PIPE),
    item("steam_pipe", "Steam pipe", "LF", PIPE),
    item("condensate_pipe", "Condensate pipe", "LF", PIPE),
    item("process_water_pipe", "Process water pipe", "LF", PIPE),
    item("purified_water_pipe", "Purified water pipe", "LF", PIPE),
    item("utility_station", "Utility station", "EA", PART),
    item("air_dryer", "Air dryer", "EA", ROTATING),
];

const INSULATION: &[ItemType] = &[
    item("process_pipe_insulation", "Pipe insulation", "LF", COVER),
    item("vessel_insulation", "Insulation of vessels", "SF", COVER),
    item("process_heat_trace", "Heat trace", "LF", COVER),
    item("protective_coating", "Protective coating", "SF", COVER),
    item("removable_blanket", "Removable blanket", "EA", COVER),
];

const SUPPORTS: &[ItemType] = &[
    item("pipe_shoe", "Pipe shoe", "EA", PART),
    item("pipe_hanger", "Pipe hanger", "EA", PART),
    item("spring_support", "Spring support", "EA", PART),
    item("pipe_guide", "Guide or anchor", "EA", PART),
    item("pipe_rack_steel", "Pipe rack steel", "TON", PART),
    item("access_platform", "Access platform", "SF", PART),
    item("equipment_foundation", "Equipment foundation", "CY", PART),
];
