//! Mechanical: heating, ventilation, air conditioning, and the hydronic and refrigerant piping that serves them.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const TERMINAL: &[&str] = counted!["size", "system", "airflow", "neck_size", "mounting", "pattern"];
const UNIT: &[&str] = counted!["size", "system", "rating", "airflow", "capacity", "circuit", "panel", "mounting"];
const DUCT: &[&str] = measured!["size", "system", "gauge", "material", "pressure_class", "insulation"];
const ACCESSORY: &[&str] = counted!["size", "system", "rating", "material", "mounting"];
const PIPE: &[&str] = measured!["size", "system", "material", "joint", "schedule", "insulation"];
const VALVE: &[&str] = counted!["size", "system", "rating", "material", "connection"];
const CONTROL: &[&str] = counted!["system", "circuit", "panel", "mounting", "rating"];
const COVER: &[&str] = measured!["size", "system", "material", "thickness", "jacket"];
const PART: &[&str] = counted!["size", "material", "system"];

pub(super) const TRADE: TradeEntry = trade(Trade::Mechanical, "Mechanical", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("air_terminals", "Air terminals", AIR_TERMINALS),
    category("ductwork", "Ductwork", DUCTWORK),
    category("duct_accessories", "Duct accessories", DUCT_ACCESSORIES),
    category("air_handling", "Air handling", AIR_HANDLING),
    category("terminal_units", "Terminal units", TERMINAL_UNITS),
    category("fans", "Fans", FANS),
    category("heating", "Heating", HEATING),
    category("cooling", "Cooling", COOLING),
    category("pumps", "Pumps", PUMPS),
    category("hydronic_piping", "Hydronic piping", HYDRONIC_PIPING),
    category("hydronic_specialties", "Hydronic valves and specialties", HYDRONIC_SPECIALTIES),
    category("refrigerant", "Refrigerant piping", REFRIGERANT),
    category("controls", "Controls", CONTROLS),
    category("insulation", "Insulation", INSULATION),
    category("supports_and_services", "Supports and services", SUPPORTS),
];

const AIR_TERMINALS: &[ItemType] = &[
    item("supply_diffuser", "Supply diffuser", "EA", TERMINAL),
    item("return_grille", "Return grille", "EA", TERMINAL),
    item("exhaust_grille", "Exhaust grille", "EA", TERMINAL),
    item("transfer_grille", "Transfer grille", "EA", TERMINAL),
    item("supply_register", "Supply register", "EA", TERMINAL),
    item("linear_diffuser", "Linear or slot diffuser", "LF", TERMINAL),
    item("displacement_diffuser", "Displacement diffuser", "EA", TERMINAL),
    item("floor_diffuser", "Floor diffuser", "EA", TERMINAL),
    item("louver", "Louver", "SF", TERMINAL),
    item("gravity_ventilator", "Gravity ventilator", "EA", TERMINAL),
];

const DUCTWORK: &[ItemType] = &[
    item("rectangular_duct", "Rectangular duct", "LF", DUCT),
    item("round_duct", "Round duct", "LF", DUCT),
    item("oval_duct", "Flat oval duct", "LF", DUCT),
    item("spiral_duct", "Spiral duct", "LF", DUCT),
    item("flexible_duct", "Flexible duct", "LF", DUCT),
    item("sheet_metal", "Sheet metal by weight", "LB", DUCT),
    item("fiberglass_duct", "Fiberglass duct board", "SF", DUCT),
    item("grease_duct", "Grease duct", "LF", DUCT),
    item("duct_elbow", "Elbow", "EA", ACCESSORY),
    item("duct_transition", "Transition", "EA", ACCESSORY),
    item("duct_tee", "Tee or tap", "EA", ACCESSORY),
    item("plenum", "Plenum", "EA", ACCESSORY),
];

const DUCT_ACCESSORIES: &[ItemType] = &[
    item("volume_damper", "Volume damper", "EA", ACCESSORY),
    item("fire_damper", "Fire damper", "EA", ACCESSORY),
    item("smoke_damper", "Smoke damper", "EA", ACCESSORY),
    item("combination_fire_smoke_damper", "Combination fire and smoke damper", "EA", ACCESSORY),
    item("motorized_damper", "Motorized damper", "EA", ACCESSORY),
    item("backdraft_damper", "Backdraft damper", "EA", ACCESSORY),
    item("turning_vane", "Turning vanes", "EA", ACCESSORY),
    item("access_door", "Duct access door", "EA", ACCESSORY),
    item("flexible_connector", "Flexible connector", "EA", ACCESSORY),
    item("sound_attenuator", "Sound attenuator", "EA", ACCESSORY),
    item("duct_silencer_lining", "Acoustic duct liner", "SF", COVER),
];

const AIR_HANDLING: &[ItemType] = &[
    item("air_handling_unit", "Air handling unit", "EA", UNIT),
    item("rooftop_unit", "Rooftop unit", "EA", UNIT),
    item("makeup_air_unit", "Makeup air unit", "EA", UNIT),
    item("dedicated_outdoor_air_unit", "Dedicated outdoor air unit", "EA", UNIT),
    item("energy_recovery_ventilator", "Energy recovery ventilator", "EA", UNIT),
    item("furnace", "Furnace", "EA", UNIT),
    item("coil", "Coil", "EA", UNIT),
    item("air_filter", "Air filter", "EA", UNIT),
    item("humidifier", "Humidifier", "EA", UNIT),
    item("dehumidifier", "Dehumidifier", "EA", UNIT),
    item("roof_curb", "Roof curb", "EA", PART),
];

const TERMINAL_UNITS: &[ItemType] = &[
    item("variable_air_volume_box", "Variable air volume box", "EA", UNIT),
    item("constant_air_volume_box", "Constant air volume box", "EA", UNIT),
    item("fan_powered_box", "Fan-powered box", "EA", UNIT),
    item("fan_coil_unit", "Fan coil unit", "EA", UNIT),
    item("chilled_beam", "Chilled beam", "EA", UNIT),
    item("unit_ventilator", "Unit ventilator", "EA", UNIT),
    item("packaged_terminal_unit", "Packaged terminal unit", "EA", UNIT),
    item("reheat_coil", "Reheat coil", "EA", UNIT),
];

const FANS: &[ItemType] = &[
    item("exhaust_fan", "Exhaust fan", "EA", UNIT),
    item("supply_fan", "Supply fan", "EA", UNIT),
    item("return_fan", "Return fan", "EA", UNIT),
    item("inline_fan", "Inline fan", "EA", UNIT),
    item("ceiling_exhaust_fan", "Ceiling exhaust fan", "EA", UNIT),
    item("kitchen_hood", "Kitchen hood", "EA", UNIT),
    item("fume_hood_exhaust", "Fume hood exhaust", "EA", UNIT),
    item("destratification_fan", "Destratification fan", "EA", UNIT),
    item("stair_pressurization_fan", "Stair pressurization fan", "EA", UNIT),
];

const HEATING: &[ItemType] = &[
    item("boiler", "Boiler", "EA", UNIT),
    item("unit_heater", "Unit heater", "EA", UNIT),
    item("cabinet_unit_heater", "Cabinet unit heater", "EA", UNIT),
    item("radiator", "Radiator", "EA", UNIT),
    item("finned_tube_radiation", "Finned-tube radiation", "LF", UNIT),
    item("radiant_panel", "Radiant panel", "EA", UNIT),
    item("radiant_floor_tubing", "Radiant floor tubing", "LF", PIPE),
    item("infrared_heater", "Infrared heater", "EA", UNIT),
    item("heat_exchanger", "Heat exchanger", "EA", UNIT),
    item("flue", "Flue or breeching", "LF", DUCT),
];

const COOLING: &[ItemType] = &[
    item("chiller", "Chiller", "EA", UNIT),
    item("cooling_tower", "Cooling tower", "EA", UNIT),
    item("condensing_unit", "Condensing unit", "EA", UNIT),
    item("heat_pump", "Heat pump", "EA", UNIT),
    item("split_system", "Split system", "EA", UNIT),
    item("vrf_outdoor_unit", "Variable refrigerant flow outdoor unit", "EA", UNIT),
    item("vrf_indoor_unit", "Variable refrigerant flow indoor unit", "EA", UNIT),
    item("computer_room_unit", "Computer room unit", "EA", UNIT),
    item("dry_cooler", "Dry cooler", "EA", UNIT),
    item("thermal_storage_tank", "Thermal storage tank", "EA", UNIT),
];

const PUMPS: &[ItemType] = &[
    item("circulator_pump", "Circulator", "EA", UNIT),
    item("end_suction_pump", "End-suction pump", "EA", UNIT),
    item("inline_pump", "Inline pump", "EA", UNIT),
    item("split_case_pump", "Split-case pump", "EA", UNIT),
    item("condensate_pump", "Condensate pump", "EA", UNIT),
];

const HYDRONIC_PIPING: &[ItemType] = &[
    item("heating_water_pipe", "Heating water pipe", "LF", PIPE),
    item("chilled_water_pipe", "Chilled water pipe", "LF", PIPE),
    item("condenser_water_pipe", "Condenser water pipe", "LF", PIPE),
    item("glycol_pipe", "Glycol pipe", "LF", PIPE),
    item("steam_pipe", "Steam pipe", "LF", PIPE),
    item("steam_condensate_pipe", "Steam condensate pipe", "LF", PIPE),
    item("condensate_drain_pipe", "Condensate drain pipe", "LF", PIPE),
    item("pipe_elbow", "Elbow", "EA", VALVE),
    item("pipe_tee", "Tee", "EA", VALVE),
    item("pipe_reducer", "Reducer", "EA", VALVE),
    item("pipe_flange", "Flange", "EA", VALVE),
    item("pipe_coupling", "Coupling or union", "EA", VALVE),
];

const HYDRONIC_SPECIALTIES: &[ItemType] = &[
    item("shutoff_valve", "Shutoff valve", "EA", VALVE),
    item("balancing_valve", "Balancing valve", "EA", VALVE),
    item("check_valve", "Check valve", "EA", VALVE),
    item("relief_valve", "Relief valve", "EA", VALVE),
    item("pressure_reducing_valve", "Pressure reducing valve", "EA", VALVE),
    item("strainer", "Strainer", "EA", VALVE),
    item("expansion_tank", "Expansion tank", "EA", UNIT),
    item("air_separator", "Air separator", "EA", UNIT),
    item("air_vent", "Air vent", "EA", VALVE),
    item("expansion_joint", "Expansion joint", "EA", VALVE),
    item("steam_trap", "Steam trap", "EA", VALVE),
    item("gauge", "Thermometer or pressure gauge", "EA", VALVE),
    item("flow_meter", "Flow or energy meter", "EA", VALVE),
    item("chemical_feeder", "Chemical feeder", "EA", UNIT),
    item("manifold", "Manifold", "EA", VALVE),
];

const REFRIGERANT: &[ItemType] = &[
    item("refrigerant_line_set", "Line set", "LF", PIPE),
    item("refrigerant_liquid_line", "Liquid line", "LF", PIPE),
    item("refrigerant_suction_line", "Suction line", "LF", PIPE),
    item("branch_selector_box", "Branch selector box", "EA", UNIT),
    item("refrigerant_fitting", "Refrigerant fitting", "EA", VALVE),
    item("refrigerant_leak_detector", "Refrigerant leak detector", "EA", CONTROL),
];

const CONTROLS: &[ItemType] = &[
    item("thermostat", "Thermostat", "EA", CONTROL),
    item("temperature_sensor", "Temperature sensor", "EA", CONTROL),
    item("humidity_sensor", "Humidity sensor", "EA", CONTROL),
    item("carbon_dioxide_sensor", "Carbon dioxide sensor", "EA", CONTROL),
    item("pressure_sensor", "Pressure sensor", "EA", CONTROL),
    item("duct_smoke_detector", "Duct smoke detector", "EA", CONTROL),
    item("control_valve", "Control valve", "EA", VALVE),
    item("damper_actuator", "Damper actuator", "EA", CONTROL),
    item("controller", "Controller", "EA", CONTROL),
    item("control_panel", "Control panel", "EA", CONTROL),
    item("control_point", "Control point", "EA", CONTROL),
];

const INSULATION: &[ItemType] = &[
    item("duct_wrap", "Duct wrap", "SF", COVER),
    item("rigid_duct_insulation", "Rigid duct insulation", "SF", COVER),
    item("pipe_insulation", "Pipe insulation", "LF", COVER),
    item("equipment_insulation", "Equipment insulation", "SF", COVER),
    item("insulation_jacket", "Insulation jacket", "SF", COVER),
    item("fire_wrap", "Fire-rated duct wrap", "SF", COVER),
];

const SUPPORTS: &[ItemType] = &[
    item("duct_hanger", "Duct hanger", "EA", PART),
    item("pipe_hanger", "Pipe hanger", "EA", PART),
    item("vibration_isolator", "Vibration isolator", "EA", PART),
    item("seismic_brace", "Seismic brace", "EA", PART),
    item("equipment_pad", "Equipment pad", "EA", PART),
    item("firestop", "Firestop of a penetration", "EA", PART),
    item("test_and_balance_point", "Test and balance point", "EA", PART),
    item("duct_cleaning", "Duct cleaning", "LF", PART),
];
